"""Nobody may guess passwords faster by sending many at once, and nobody waits for nothing."""

import asyncio
from pathlib import Path

import httpx
import pytest

from controller.contract.venue.desk import DeskAnswer, DeskRequest
from display.feed import FeedSource
from display.web.app import make_app
from display.web.live.core_requests import CoreAway, DeskLine
from display.web.password_tries import TRIES
from display.web.site import Settings


class Door(DeskLine):
    """A core that takes its time, and refuses every password or does not answer."""

    def __init__(self, answer: str) -> None:
        super().__init__(Path("nowhere"))
        self.asked, self._answer = 0, answer

    async def _send(self, request: DeskRequest) -> DeskAnswer:
        self.asked += 1
        await asyncio.sleep(0.01)
        if self._answer == "away":
            raise CoreAway("the core is away")
        return DeskAnswer(request.id, False, "", "wrong-password")


@pytest.mark.parametrize(("answer", "asked"), [("wrong", TRIES), ("away", 2 * TRIES)])
def test_at_most_ten_passwords_are_looked_at_in_a_minute(answer: str, asked: int) -> None:
    app, door = make_app(Settings(FeedSource("127.0.0.1", 1), Path("nowhere"))), Door(answer)
    app.state.site.door = door

    async def guess() -> None:
        way, here = httpx.ASGITransport(app), {"sec-fetch-site": "same-origin"}
        async with httpx.AsyncClient(transport=way, base_url="http://r", headers=here) as browser:
            for at_once in (2 * TRIES, TRIES):
                sent = {"name": "Anne", "password": "guess"}
                await asyncio.gather(*[browser.post("/sign-in", data=sent) for _ in range(at_once)])

    asyncio.run(guess())
    assert door.asked == asked
