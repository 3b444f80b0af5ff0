"""Serves a demo room's web pages from a separate process, as a real room does."""

import http.client
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from controller.contract.errors import TapisError
from controller.play.sinks.servers import TAPIS, tied, wait_or_kill
from hardware.free_ports import free_port

STARTS_WITHIN = 20.0
HERE = "127.0.0.1"


class PagesFailed(TapisError):
    """The room's web pages do not respond."""


@contextmanager
def pages(root: str, broker: int, desk: str, port: int = 0, language: str = "en") -> Iterator[str]:
    """Serve a room's pages and yield their URL; they stop when the context ends.

    `root` is the prefix of the room's topics. `broker` is the port of the room's broker on this
    machine. `desk` is the path of the socket through which the pages give commands to the room.
    `port` is the pages' port, or 0 for a free one. `language` is used for browsers that ask for
    none of the available languages.
    """
    port = port or free_port()
    words = [
        *tied(signal.SIGTERM), *TAPIS, "venue", "web",
        "--topic", root, "--host", HERE, "--port", str(broker), "--protocol", "3.1.1",
        "--desk", desk, "--listen", f"{HERE}:{port}",
        "--language", language,
    ]  # fmt: skip
    # Ctrl-C belongs to the demo, which ends its pages in its own time. They never outlive it.
    process = subprocess.Popen(
        words, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        start_new_session=True,
    )  # fmt: skip
    try:
        _wait(process, port)
        yield f"http://{HERE}:{port}"
    finally:
        process.terminate()
        wait_or_kill(process, STARTS_WITHIN)


def _wait(process: subprocess.Popen[bytes], port: int) -> None:
    ends = time.monotonic() + STARTS_WITHIN
    while time.monotonic() < ends and process.poll() is None:
        line = http.client.HTTPConnection(HERE, port, timeout=2)
        with suppress(OSError):
            line.request("GET", "/clock")
            if line.getresponse().status == http.client.OK:
                return
        line.close()
        time.sleep(0.05)
    raise PagesFailed("the room's pages do not answer: see `tapis venue web`")
