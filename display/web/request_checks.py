"""Check every request and response: add security headers, and refuse posts from other sites."""

from collections.abc import Mapping
from typing import Final
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

MOST_BYTES: Final = 64 * 1024
"""The largest form that is accepted, in bytes."""

NO_UPLOADS: Final[Mapping[str, int]] = {}

HEADERS: Final = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self';"
    " img-src 'self' data:; font-src 'self'; connect-src 'self'; form-action 'self';"
    " frame-ancestors 'none'; base-uri 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}

_SAFE = {"GET", "HEAD", "OPTIONS"}


def from_here(headers: Headers) -> bool:
    """Return whether a request that changes something comes from a page on this server.

    Browsers send the origin of such a request in a header. A request without it is refused.
    """
    site = headers.get("sec-fetch-site")
    if site is not None:
        return site == "same-origin"
    origin = headers.get("origin", "")
    return bool(origin) and urlsplit(origin).netloc == headers.get("host", "")


class Guard:
    """Middleware that checks all requests, and adds security headers to all responses."""

    def __init__(self, app: ASGIApp, uploads: Mapping[str, int] = NO_UPLOADS) -> None:
        """Guard an app; `uploads` maps paths that accept larger bodies to their limits in bytes."""
        self._app = app
        self._uploads = uploads

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it.

        A request that changes something is refused if it is too large or comes from another site.
        """
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        most = self._uploads.get(scope["path"], MOST_BYTES)
        refused = _refused(scope["method"], Headers(scope=scope), most)

        async def answer(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
                headers.setdefault("Cache-Control", "no-store")
            await send(message)

        if refused is not None:
            await refused(scope, receive, answer)
        else:
            await self._app(scope, _limited(receive, most), answer)


def _refused(method: str, headers: Headers, most: int) -> PlainTextResponse | None:
    if method in _SAFE:
        return None
    if not from_here(headers):
        return PlainTextResponse("This request came from a different site.", 403)
    length = headers.get("content-length", "0")
    short = length.isdecimal() and len(length) < 12 and int(length) <= most
    if short and "transfer-encoding" not in headers:
        return None
    return PlainTextResponse("This request is too large.", 413)


def _limited(receive: Receive, most: int) -> Receive:
    """Return a wrapper of `receive` that limits a request's body to `most` bytes.

    If the body is larger, the wrapper reports that the client has disconnected.
    """
    taken = 0

    async def limited() -> Message:
        nonlocal taken
        message = await receive()
        taken += len(message.get("body", b""))
        if taken > most:
            return {"type": "http.disconnect"}
        return message

    return limited
