"""A minimal MQTT 3.1.1 client for cheaply simulated tables.

It behaves like a table's own mosquitto over its bridge (`controller/install/files`): its session is
kept while it is away, and retained messages are sent without a receipt. A real client costs more
than the broker: a thousand of them would cost more than the measured processes.
"""

import socket
import time
from collections.abc import Iterator

_CONNECT, _CONNACK, _PUBLISH, _PUBACK, _SUBSCRIBE, _SUBACK = 0x10, 0x20, 0x30, 0x40, 0x82, 0x90
_REFUSED = 0x80
_RETAIN, _ONCE = 0x01, 0x02
_KEEP_SESSION = _AT_MOST_ONCE = b"\x00"


class Wire:
    """A connection to a local broker that does not end by itself."""

    def __init__(self, port: int, name: str) -> None:
        """Connect. Raises `OSError`."""
        self.socket = socket.create_connection(("127.0.0.1", port), 30)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.since = time.monotonic()
        self.subscribed = False
        self._packet = 0
        self._heard = b""
        about = _text("MQTT") + b"\x04" + _KEEP_SESSION + b"\x00\x00" + _text(name)
        self.socket.sendall(_packet(_CONNECT, about))

    def subscribe(self, *topics: str) -> None:
        """Subscribe to some topics."""
        wanted = b"".join(_text(topic) + _AT_MOST_ONCE for topic in topics)
        self.socket.sendall(_packet(_SUBSCRIBE, self._number() + wanted))

    def message(
        self, topic: bytes, body: bytes, *, retain: bool = False, surely: bool = False
    ) -> bytes:
        """Return an encoded message: with `surely` at least once and not retained."""
        to = len(topic).to_bytes(2, "big") + topic
        if surely:
            return _packet(_PUBLISH | _ONCE, to + self._number() + body)
        return _packet(_PUBLISH | (_RETAIN if retain else 0), to + body)

    def send(self, messages: bytes) -> None:
        """Send messages encoded by `message`. Raises `OSError`."""
        self.socket.sendall(messages)

    def heard(self) -> Iterator[tuple[str, bytes]]:
        """Read the available data, and yield the messages in it. Raises `OSError`."""
        more = self.socket.recv(65_536)
        if not more:
            raise ConnectionError("the broker has left")
        self._heard += more
        while (found := _first(self._heard)) is not None:
            kind, body, self._heard = found
            if kind & 0xF0 == _PUBLISH:
                size = int.from_bytes(body[:2], "big")
                topic, rest = body[2 : 2 + size].decode(), body[2 + size :]
                if kind & 0x06:
                    self.socket.sendall(_packet(_PUBACK, rest[:2]))
                    rest = rest[2:]
                yield topic, rest
            elif kind == _SUBACK:
                if _REFUSED in body[2:]:
                    raise ConnectionError("the broker does not take a subscription now")
                self.subscribed = True

    def close(self) -> None:
        """Close without a DISCONNECT."""
        self.socket.close()

    def _number(self) -> bytes:
        self._packet = self._packet % 65_535 + 1
        return self._packet.to_bytes(2, "big")


def _text(said: str) -> bytes:
    encoded = said.encode()
    return len(encoded).to_bytes(2, "big") + encoded


def _packet(kind: int, body: bytes) -> bytes:
    size, left = b"", len(body)
    while True:
        left, seven = divmod(left, 128)
        size += bytes((seven | (0x80 if left else 0),))
        if not left:
            return bytes((kind,)) + size + body


def _first(data: bytes) -> tuple[int, bytes, bytes] | None:
    """Return the first packet's kind and body, and the rest; None while it is incomplete."""
    size = shift = 0
    for at, byte in enumerate(data[1:5], 1):
        size |= (byte & 0x7F) << shift
        shift += 7
        if byte < 0x80:
            end = at + 1 + size
            return (data[0], data[at + 1 : end], data[end:]) if len(data) >= end else None
    return None
