"""The control socket of a running controller, for the queries of its maintainers.

A query is one line of JSON, such as `{"ask": "devices"}` or `{"ask": "frames", "device": "west"}`.
The reply is also one line of JSON. The socket discloses nothing private and changes nothing. Only
its owner can open it.
"""

import asyncio
import logging
import socket
from collections.abc import Callable
from pathlib import Path
from typing import Final, Literal

import msgspec

from controller.config.model import SYSTEM_DATA, TableConfig
from controller.run.sockets.unix_socket import close_at, reachable, serve_at

log = logging.getLogger(__name__)

SYSTEM_RUN: Final = Path("/run/tapis")

LONGEST = 1_000
PATIENCE = 5.0


class Question(msgspec.Struct, frozen=True, omit_defaults=True):
    """A maintainer's query: about all devices, or about the frames exchanged with a node.

    `device` is the node's name, or "" for all nodes.
    """

    ask: Literal["devices", "frames"]
    device: str = ""


def socket_of(config: TableConfig) -> Path:
    """Return the path of a table's control socket.

    It is in /run/tapis if Tapis is installed as a service, otherwise in the journal's folder.
    """
    folder = Path(config.journal).parent
    return (SYSTEM_RUN if folder == SYSTEM_DATA else folder) / f"{config.name}.sock"


class ControlSocket:
    """Answers the queries that arrive at a table's control socket."""

    def __init__(self, path: Path, answer: Callable[[Question], bytes]) -> None:
        """Answer each query that arrives at `path` with the line of JSON that `answer` returns."""
        self._path = path
        self._answer = answer
        self._server: asyncio.Server | None = None

    async def open(self) -> None:
        """Open the socket; if that fails, log the error and continue without a control socket."""
        try:
            self._server = await serve_at(self._path, self._serve, limit=LONGEST)
        except OSError as error:
            log.warning("%s can't be opened (%s): tapis devices will show less", self._path, error)

    async def close(self) -> None:
        """Close the socket and remove it."""
        close_at(self._path, self._server)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        # A client that falls silent or sends anything but a question is disconnected.
        try:
            while line := await asyncio.wait_for(reader.readline(), PATIENCE):
                question = msgspec.json.decode(line, type=Question)
                writer.write(self._answer(question) + b"\n")
                await asyncio.wait_for(writer.drain(), PATIENCE)
        except (OSError, ValueError, TimeoutError, msgspec.MsgspecError):
            pass
        except Exception as error:  # noqa: BLE001
            log.error("a question on %s failed: %s", self._path, type(error).__name__)  # noqa: TRY400
        finally:
            writer.close()


def ask(path: Path, question: Question) -> bytes | None:
    """Return the reply of the controller that listens at `path`, or None if there is none.

    The reply is one line of JSON. Raises `OSError` if access is denied or no reply arrives in time.
    """
    with socket.socket(socket.AF_UNIX) as line:
        line.settimeout(PATIENCE)
        try:
            with reachable(path) as name:
                line.connect(name)
        except (FileNotFoundError, ConnectionRefusedError):
            return None
        line.sendall(msgspec.json.encode(question) + b"\n")
        with line.makefile("rb") as answers:
            return answers.readline() or None
