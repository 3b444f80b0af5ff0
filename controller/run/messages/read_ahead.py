"""A connection to a broker that is read in large pieces.

paho asks its socket for a message's head byte by byte, and each read gives the interpreter away: at
a thousand messages a second that costs more than all that is done with them.
"""

from typing import TYPE_CHECKING, Any, Final

from paho.mqtt.client import Client
from paho.mqtt.enums import MQTTErrorCode

if TYPE_CHECKING:
    from paho.mqtt.client import SocketLike

AT_ONCE: Final = 1 << 16
"""So many bytes are read at once: of a record of TLS, which has 16 KB, nothing stays behind."""

MOST: Final = 64
"""After so many messages others have their turn."""


class ReadAhead:
    """A socket that hands out, in parts, what it has read at once.

    What it has not handed out is `pending`: no `select` tells of that.
    """

    def __init__(self, socket: Any) -> None:
        """Read a connected socket, with TLS or without; all else goes to it as it is."""
        self._socket = socket
        self._read = b""
        self._at = 0

    def recv(self, most: int) -> bytes:
        """Return up to so many bytes, none when the other side is gone. Raises as a socket does."""
        if self._at == len(self._read):
            self._read, self._at = self._socket.recv(AT_ONCE), 0
        found = self._read[self._at : self._at + most]
        self._at += len(found)
        return found

    def pending(self) -> int:
        """Return how many bytes can be had although nothing comes."""
        return len(self._read) - self._at

    def __getattr__(self, name: str) -> Any:
        """Return what the socket has under a name."""
        return getattr(self._socket, name)


class AheadClient(Client):
    """A client that reads ahead. Who turns it by hand goes on while its socket has `pending`."""

    def loop_read(self, max_packets: int = 1) -> MQTTErrorCode:
        """Take in what has been read, up to `MOST` messages: nobody asks for each whether it is."""
        done = super().loop_read(max_packets)
        for _ in range(MOST - 1):
            ahead = self.socket()
            if done or not isinstance(ahead, ReadAhead) or not ahead.pending():
                break
            done = super().loop_read(max_packets)
        return done

    def _create_socket(self) -> "SocketLike":
        return ReadAhead(super()._create_socket())
