"""Reads a connection to a broker in large chunks.

paho reads a message's header byte by byte, and each read releases the interpreter lock. At a
thousand messages a second, that costs more than all other message processing.
"""

from typing import TYPE_CHECKING, Any, Final

from paho.mqtt.client import Client
from paho.mqtt.enums import MQTTErrorCode

if TYPE_CHECKING:
    from paho.mqtt.client import SocketLike

AT_ONCE: Final = 1 << 16
"""The number of bytes to read at once: more than a whole TLS record (16 KB)."""

MOST: Final = 64
"""The maximum number of messages to process before other connections get a turn."""


class ReadAhead:
    """A socket that is read in large chunks, which are returned piece by piece.

    `select` does not know about bytes that have been read but not returned yet; `pending` counts
    them.
    """

    def __init__(self, socket: Any) -> None:
        """Read from `socket`, which is connected, with or without TLS.

        Any attribute that this class does not define is taken from `socket`.
        """
        self._socket = socket
        self._read = b""
        self._at = 0

    def recv(self, most: int) -> bytes:
        """Return up to `most` bytes, or b"" if the other end has disconnected. Raises `OSError`."""
        if self._at == len(self._read):
            self._read, self._at = self._socket.recv(AT_ONCE), 0
        found = self._read[self._at : self._at + most]
        self._at += len(found)
        return found

    def pending(self) -> int:
        """Return the number of bytes that have been read but not yet returned."""
        return len(self._read) - self._at

    def __getattr__(self, name: str) -> Any:
        """Return an attribute of the underlying socket."""
        return getattr(self._socket, name)


class AheadClient(Client):
    """A client whose socket is a `ReadAhead`.

    While the socket has `pending` bytes, `loop_read` must be called again.
    """

    def loop_read(self, max_packets: int = 1) -> MQTTErrorCode:
        """Process the messages that have already been read, without a `select` for each one.

        Stop after `MOST` messages, or if the connection fails.
        """
        for _ in range(MOST):
            done = super().loop_read(max_packets)
            ahead = self.socket()
            if done or not isinstance(ahead, ReadAhead) or not ahead.pending():
                break
        return done

    def _create_socket(self) -> "SocketLike":
        return ReadAhead(super()._create_socket())
