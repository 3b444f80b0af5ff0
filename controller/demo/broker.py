"""The demo's broker: the machine's mosquitto or, if it is not installed, an embedded one."""

import socket
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

from controller.contract.errors import PARTS
from controller.demo.embedded import EmbeddedBroker
from controller.play.sinks.servers import Mosquitto, NoServer
from hardware.free_ports import free_port


class DemoBroker(NamedTuple):
    """A broker on the loopback interface: its port, and the newest MQTT version supported."""

    port: int
    protocol: str


@contextmanager
def demo_broker(port: int) -> Iterator[DemoBroker]:
    """Run a broker on the loopback interface until the context ends; port 0 selects a free port.

    The broker is mosquitto if it is installed, as at a real table. Otherwise it is the embedded
    broker, which supports only MQTT 3.1.1 and also sends clients retained messages on topics to
    which they have not subscribed. Raises `MissingPart` if neither broker is installed, and
    `OSError` if the port is taken.
    """
    with tempfile.TemporaryDirectory(prefix="tapis-broker-") as folder:
        try:
            server = Mosquitto(Path(folder), port=_free(port), ours=True)
        except NoServer:
            if find_spec("amqtt") is None:
                raise PARTS["amqtt"].missing("; or apt install mosquitto") from None
        else:
            with server:
                yield DemoBroker(server.port, "5")
                server.stop()
            return
    with EmbeddedBroker(port) as broker:
        yield DemoBroker(broker.port, "3.1.1")


def _free(port: int) -> int:
    """Return `port`, or a free port if it is 0; raises `OSError` if the port is taken."""
    if not port:
        return free_port()
    with socket.socket() as trial:
        trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            trial.bind(("127.0.0.1", port))
        except OSError as error:
            raise OSError(
                f"the demo's broker can't be opened on 127.0.0.1:{port} ({error.strerror}); choose"
                " a different port"
            ) from error
    return port
