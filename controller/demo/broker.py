"""The demo's broker: one in the program itself or, without that, the machine's mosquitto."""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

from controller.contract.errors import PARTS
from controller.demo.embedded import EmbeddedBroker
from controller.play.servers import Mosquitto, NoServer


@contextmanager
def demo_broker(port: int) -> Iterator[int]:
    """Return the port of a broker on the loopback that lives as long as this; 0 takes a free one.

    Raises `MissingPart` when there is neither amqtt nor mosquitto, `OSError` when the port is
    taken.
    """
    if find_spec("amqtt") is not None:
        with EmbeddedBroker(port) as broker:
            yield broker.port
        return
    with tempfile.TemporaryDirectory(prefix="tapis-broker-") as folder:
        try:
            server = Mosquitto(Path(folder), port=port)
        except NoServer:
            raise PARTS["amqtt"].missing("; or apt install mosquitto") from None
        with server:
            yield server.port
