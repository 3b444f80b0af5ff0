"""A browser's line: it carries what is pushed, and ends with the browser or the server."""

import asyncio
import socket
import time
from collections.abc import AsyncGenerator
from pathlib import Path

from starlette.types import Message

from display.web.live.event_stream import EventStream
from display.web.live.push_changes import PING, PING_S, Channel, Streams
from tests.display.web.world import World
from tests.mqtt import until

START = "http.response.start"
BODY = "http.response.body"


class Line:
    """A server's line to one browser, which may be `deaf`, and what was sent on it."""

    def __init__(self, deaf: bool = False) -> None:
        self.sent: list[Message] = []
        self.left = asyncio.Event()
        self.closed = asyncio.Event()
        self._deaf = deaf

    async def receive(self) -> Message:
        """Wait until the browser leaves."""
        await self.left.wait()
        return {"type": "http.disconnect"}

    async def send(self, message: Message) -> None:
        """Send, for ever to who is deaf."""
        self.sent.append(message)
        if self._deaf and message["type"] == BODY:
            await asyncio.Event().wait()

    async def pushed(self, *messages: bytes, lasts: bool = False) -> AsyncGenerator[bytes, None]:
        """Yield messages, and leave when there are no more unless it `lasts`."""
        try:
            for message in messages:
                yield message
            if lasts:
                await asyncio.Event().wait()
        finally:
            self.closed.set()

    async def run(
        self, pushed: AsyncGenerator[bytes, None], method: str = "GET", send_s: float = 20
    ) -> None:
        """Push until it has ended."""
        scope = {"type": "http", "method": method}
        await asyncio.wait_for(EventStream(pushed, send_s)(scope, self.receive, self.send), 20)


def bodies(line: Line) -> list[tuple[bytes, bool]]:
    """Return what was sent after the head, and whether more was announced."""
    return [(one["body"], one["more_body"]) for one in line.sent if one["type"] == BODY]


def test_messages_go_out_and_their_end_is_the_line_s() -> None:
    async def run() -> None:
        line = Line()
        await line.run(line.pushed(b"one", b"two"))
        head = dict(line.sent[0]["headers"])
        assert head[b"content-type"].startswith(b"text/event-stream")
        assert head[b"cache-control"] == b"no-store"
        assert bodies(line) == [(b"one", True), (b"two", True), (b"", False)]

    asyncio.run(run())


def test_who_leaves_is_left_at_once() -> None:
    async def run() -> None:
        line = Line()
        line.left.set()
        await line.run(line.pushed(b"one", lasts=True))
        assert bodies(line) == [(b"one", True)]
        assert line.closed.is_set()

    asyncio.run(run())


def test_who_takes_nothing_is_left() -> None:
    async def run() -> None:
        line = Line(deaf=True)
        await line.run(line.pushed(b"one", b"two"), send_s=0.01)
        assert bodies(line) == [(b"one", True)]
        assert line.closed.is_set()

    asyncio.run(run())


def test_who_asks_for_the_head_alone_gets_it_and_the_end() -> None:
    async def run() -> None:
        line = Line()
        await line.run(line.pushed(b"one", lasts=True), "HEAD")
        assert bodies(line) == [(b"", False)]

    asyncio.run(run())


def test_a_line_with_nothing_new_carries_a_ping() -> None:
    async def run() -> None:
        channel = Channel(("a",), lambda _: "<p>1</p>")
        messages = channel.messages("en")
        first = await anext(messages)
        second = asyncio.ensure_future(anext(messages))
        await asyncio.sleep(0)
        channel.wake()
        assert (b"<p>1</p>" in first, await second) == (True, PING)
        third = asyncio.ensure_future(anext(messages, b"the end"))
        await asyncio.sleep(0)
        channel.ended = True
        channel.wake()
        assert await third == b"the end"

    asyncio.run(run())


def test_who_has_heard_something_is_not_pinged() -> None:
    async def run() -> None:
        streams = Streams()
        lines = {name: streams.messages(name, (name,), lambda _: "<p>1</p>", "en") for name in "ab"}
        for line in lines.values():
            await anext(line)
        began = time.monotonic()
        waiting = {name: asyncio.ensure_future(anext(line)) for name, line in lines.items()}
        await asyncio.sleep(0)
        streams.pulse(began + PING_S)
        assert {await one for one in waiting.values()} == {PING}, "they have heard the first alone"
        waiting = {name: asyncio.ensure_future(anext(line)) for name, line in lines.items()}
        await asyncio.sleep(0)
        streams.pulse(began + PING_S)
        for _ in range(10):
            await asyncio.sleep(0)
        assert not any(one.done() for one in waiting.values())
        streams.pulse(time.monotonic() + PING_S)
        assert {await one for one in waiting.values()} == {PING}

    asyncio.run(run())


def test_streams_end_in_order_when_the_server_does(tmp_path: Path) -> None:
    with World(tmp_path) as world:
        host, _, port = world.address.partition(":")
        with socket.create_connection((host, int(port)), 20) as line:
            line.sendall(f"GET /clock/stream HTTP/1.1\r\nHost: {world.address}\r\n\r\n".encode())
            until(lambda: "tapis_web_streams 1" in world.get("/metrics").text, what="one looks")
            world.process.terminate()
            came = b""
            while more := line.recv(65_536):
                came += more
        # The end of what comes in chunks (RFC 9112, 7.1): nothing was torn off.
        assert came.endswith(b"0\r\n\r\n")
