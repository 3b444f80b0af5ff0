"""A stream of server-sent events to one browser, light enough for thousands in one process.

While nothing happens, each browser needs only its connection and two tasks: one pushes messages,
and one detects that the browser has disconnected.
"""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import Final

from starlette.responses import Response
from starlette.types import Receive, Scope, Send

HEADERS: Final = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}


class EventStream(Response):
    """Pushes messages to a browser until there are no more or the browser disconnects.

    Each message is a complete server-sent event.
    """

    media_type = "text/event-stream"

    def __init__(self, messages: AsyncGenerator[bytes, None], send_s: float) -> None:
        """Set up the stream; it ends if the browser accepts no message for `send_s` seconds."""
        self.status_code = 200
        self.background = None
        self.init_headers(HEADERS)
        self._messages = messages
        self._send_s = send_s

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Push the messages to the browser; a HEAD request gets only the headers."""
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

        Raises `TimeoutError` when the browser disconnects, or accepts no message in time.
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
    """Make the timeout `there` expire as soon as the browser disconnects, to end the push."""
    while (await receive())["type"] != "http.disconnect":
        pass
    there.reschedule(asyncio.get_running_loop().time())
