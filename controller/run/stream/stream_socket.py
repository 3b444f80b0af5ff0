"""The only connection that carries hole cards to a stream: a Unix socket for one subscriber.

Each message is one line of JSON: a `StreamFrame` when it is due, or a `StreamOff` when the stream
ends. The kernel reports which user connects. Only the stream's user may connect, and only one
connection is open at a time.
"""

import asyncio
import logging
from collections.abc import Callable
from pathlib import Path

import msgspec

from controller.contract.private import StreamFrame, StreamOff
from controller.run.sockets.seat_sockets import SeatUser
from controller.run.sockets.unix_socket import close_at, serve_at, user_at

log = logging.getLogger(__name__)

LONGEST = 100
MOST_UNREAD = 1024 * 1024


def stream_socket_of(folder: Path, table: str) -> Path:
    """Return the path of a table's stream socket in a folder."""
    return folder / f"{table}-stream.sock"


class StreamSocket:
    """The socket for a table's stream; used only in the table's loop."""

    def __init__(self, path: Path, user: SeatUser, refused: Callable[[int], None]) -> None:
        """Let only `user` connect at `path`; `refused` is called with the uid of any other user."""
        self._path = path
        self._user = user
        self._refused = refused
        self._server: asyncio.Server | None = None
        self._subscriber: asyncio.StreamWriter | None = None
        self._told = _line(StreamOff())

    async def open(self) -> None:
        """Open the socket; if that fails, log the error and continue without a stream."""
        try:
            self._server = await serve_at(
                self._path, self._serve, limit=LONGEST, group=self._user.group
            )
        except OSError as error:
            log.warning("there is no stream: %s: %s", self._path, error.strerror)

    def tell(self, said: StreamFrame | StreamOff) -> None:
        """Send a message; a subscriber that connects later first receives the last message."""
        self._told = _line(said)
        writer = self._subscriber
        if writer is None:
            return
        if writer.transport.get_write_buffer_size() < MOST_UNREAD:
            writer.write(self._told)
        else:
            log.warning("nothing reads the stream, so it is closed")
            self._subscriber = None
            writer.transport.abort()

    async def close(self) -> None:
        """Close the connection and remove the socket."""
        if self._subscriber is not None:
            self._subscriber.close()
        close_at(self._path, self._server)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there = user_at(writer.get_extra_info("socket"))
        if there != self._user.uid:
            self._refused(there)
            writer.close()
            return
        if self._subscriber is not None:
            log.warning("a second subscriber to the stream is refused")
            writer.close()
            return
        self._subscriber = writer
        try:
            writer.write(self._told)
            await reader.read(1)  # the subscriber sends nothing: only its disconnection matters
        except OSError:
            pass
        finally:
            if self._subscriber is writer:
                self._subscriber = None
            writer.close()


def _line(said: StreamFrame | StreamOff) -> bytes:
    return msgspec.json.encode(said) + b"\n"
