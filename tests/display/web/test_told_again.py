"""A hub's server that comes back may tell what was so before it went: it is asked once more."""

import asyncio
import contextlib
import socket
import threading

import pytest

from display.feed import FeedSource
from display.web.live import hall
from display.web.live.hall import Hall

CONNECT, PUBLISH, SUBSCRIBE = 0x10, 0x30, 0x80


class LateServer:
    """A broker that tells, at each subscription but the first, what is retained by then."""

    def __init__(self) -> None:
        self._listens = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listens.getsockname()[1]
        self.subscribed = 0
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._thread.start()

    def _serve(self) -> None:
        with contextlib.suppress(OSError):
            peer, _ = self._listens.accept()
            with peer, peer.makefile("rb") as said:
                while first := said.read(2):
                    packet = said.read(first[1])
                    if first[0] == CONNECT:
                        peer.sendall(b"\x20\x02\x00\x00")
                    elif first[0] & 0xF0 == SUBSCRIBE:
                        self._subscribe(peer, packet)

    def _subscribe(self, peer: socket.socket, packet: bytes) -> None:
        # Each topic is a length of two bytes, itself, and its QoS.
        at, topics = 2, 0
        while at < len(packet):
            at += 3 + int.from_bytes(packet[at : at + 2], "big")
            topics += 1
        peer.sendall(bytes([0x90, 2 + topics]) + packet[:2] + bytes(topics))
        self.subscribed += 1
        number = b"old" if self.subscribed == 1 else b"new"
        topic = b"tapis/club/venue/status"
        body = len(topic).to_bytes(2, "big") + topic + number
        peer.sendall(bytes([PUBLISH | 1, len(body)]) + body)

    def close(self) -> None:
        """End it."""
        self._listens.close()


def test_what_a_server_told_too_early_is_told_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hall, "ASKED_AGAIN_S", (0.05,))
    server, heard = LateServer(), []
    news = asyncio.Event()

    def room(topic: str, payload: bytes) -> bool:
        heard.append((topic, payload))
        news.set()
        return True

    async def look() -> None:
        source = FeedSource("127.0.0.1", server.port, "tapis/club", protocol="3.1.1")
        async with Hall(source, lambda *_: None, room), asyncio.timeout(30):
            while len(heard) < 2:
                await news.wait()
                news.clear()

    asyncio.run(look())
    server.close()
    assert heard == [("status", b"old"), ("status", b"new")]
