"""What every request goes through before a page sees it: no other site's, and none too long."""

import asyncio
from collections.abc import AsyncIterator

import httpx
import pytest
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.types import Receive, Scope, Send

from display.web.request_checks import MOST_BYTES, Guard


async def done(scope: Scope, receive: Receive, send: Send) -> None:
    """Be a page that takes whatever it gets."""
    taken = len(await Request(scope, receive).body())
    answer: Response = PlainTextResponse(f"{taken} taken")
    await answer(scope, receive, send)


def status(
    method: str, headers: dict[str, str], body: bytes | AsyncIterator[bytes] = b"", path: str = "/"
) -> int:
    """Return how a request is answered."""

    async def asked() -> int:
        guarded = httpx.ASGITransport(Guard(done, uploads={"/upload": 2 * MOST_BYTES}))
        async with httpx.AsyncClient(transport=guarded, base_url="http://tapis-3.local") as one:
            return (await one.request(method, path, content=body, headers=headers)).status_code

    return asyncio.run(asked())


@pytest.mark.parametrize(
    ("headers", "answer"),
    [
        ({"sec-fetch-site": "same-origin"}, 200),
        ({"sec-fetch-site": "same-site"}, 403),
        ({"sec-fetch-site": "cross-site"}, 403),
        ({"sec-fetch-site": "none"}, 403),
        # An old browser says where it comes from and not more; a program says nothing.
        ({"origin": "http://tapis-3.local"}, 200),
        ({"origin": "http://tapis-3.local:8080"}, 403),
        ({"origin": "http://evil.example"}, 403),
        ({"origin": "null"}, 403),
        ({}, 403),
        # What a browser says itself counts, whatever else is there.
        ({"sec-fetch-site": "cross-site", "origin": "http://tapis-3.local"}, 403),
    ],
)
def test_what_changes_something_comes_from_a_page_of_ours(
    headers: dict[str, str], answer: int
) -> None:
    assert status("POST", headers) == answer
    assert status("DELETE", headers) == answer
    assert status("GET", headers) == 200


def test_nothing_is_longer_than_it_may_be() -> None:
    here = {"sec-fetch-site": "same-origin"}

    async def pieces() -> AsyncIterator[bytes]:
        yield b"x"

    assert status("POST", here, b"x" * MOST_BYTES) == 200
    assert status("POST", here, b"x" * (MOST_BYTES + 1)) == 413
    assert status("POST", here, b"x" * (MOST_BYTES + 1), "/upload") == 200
    assert status("POST", here, b"x" * (2 * MOST_BYTES + 1), "/upload") == 413
    # Nobody knows how long it will be, or it is no number.
    assert status("POST", here, pieces()) == 413
    assert status("POST", here | {"content-length": "-1"}) == 413
    # A length has at most eleven digits, however small it is.
    assert status("POST", here | {"content-length": "5".zfill(11)}, b"xxxxx") == 200
    assert status("POST", here | {"content-length": "5".zfill(12)}, b"xxxxx") == 413


def test_no_more_is_taken_than_was_announced_at_most() -> None:
    """Whatever a server in front lets through: a page is told that whoever sent it is gone."""
    sent = [{"type": "http.request", "body": b"x" * MOST_BYTES, "more_body": True}] * 2
    told = []

    async def page(_: Scope, receive: Receive, __: Send) -> None:
        told.extend([(await receive())["type"], (await receive())["type"]])

    async def receive() -> dict[str, object]:
        return sent.pop()

    async def send(_: object) -> None:
        raise AssertionError

    scope = {"type": "http", "method": "POST", "path": "/", "headers": [
        (b"sec-fetch-site", b"same-origin"), (b"content-length", b"5"),
    ]}  # fmt: skip
    asyncio.run(Guard(page)(scope, receive, send))
    assert told == ["http.request", "http.disconnect"]
