"""A stream of server-sent events to one browser, light enough for thousands in one process.

While idle, a browser uses only its connection, one task that pushes, and one task that detects when
it disconnects.
"""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import Final

from starlette.responses import Response
from starlette.types import Receive, Scope, Send

HEADERS: Final = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}


class EventStream(Response):
    """Pushes messages, each a complete server-sent event, until they end or the browser leaves."""

    media_type = "text/event-stream"

    def __init__(self, messages: AsyncGenerator[bytes, None], send_s: float) -> None:
        """Set up the stream; a browser that accepts no message for `send_s` seconds is dropped."""
        self.status_code = 200
        self.background = None
        self.init_headers(HEADERS)
        self._messages = messages
        self._send_s = send_s

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Push the messages; a HEAD request gets none."""
        await send(
            {"type": "http.response.start", "status": self.status_code, "headers": self.raw_headers}
        )
        try:
            if scope["method"] != "HEAD":
                await self._push(receive, send)
        except TimeoutError:
            return  # the browser has left or accepts nothing, so nobody would receive the end
        await send({"type": "http.response.body", "body": b"", "more_body": False})

    async def _push(self, receive: Receive, send: Send) -> None:
        """Push until the messages end.

        Raises `TimeoutError` when the browser leaves or accepts nothing.
        """
        async with asyncio.timeout(None) as there, aclosing(self._messages):
            leaving = asyncio.create_task(_leave(receive, there))
            try:
                async for message in self._messages:
                    async with asyncio.timeout(self._send_s):
                        await send(
                            {"type": "http.response.body", "body": message, "more_body": True}
                        )
            finally:
                leaving.cancel()


async def _leave(receive: Receive, there: asyncio.Timeout) -> None:
    """Expire the timeout `there`, and with it the push, as soon as the browser leaves."""
    while (await receive())["type"] != "http.disconnect":
        pass
    there.reschedule(asyncio.get_running_loop().time())
