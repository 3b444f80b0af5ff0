"""The page behind an action shows what became of it."""

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from controller.contract.venue import desk
from controller.contract.venue.views import VenueState
from tests.display.web.world import World, views
from tests.mqtt import until


@pytest.fixture
def own(tmp_path: Path) -> Iterator[World]:
    """Return the pages of an evening, and a desk whose log is ahead of what the room has told."""
    with World(tmp_path) as made:
        made.fill()
        made.clerk.answers[desk.Hold] = lambda _: desk.DeskAnswer("", ok=True, seq=500)
        yield made


def test_an_action_is_answered_once_the_room_has_told_of_it(own: World) -> None:
    told, pages = threading.Event(), []
    state = views()["state"]
    assert isinstance(state, VenueState)

    def asks() -> None:
        answer = own.post("/do/hold", {"name": "fire"}, "floor")
        pages.append((answer.status_code, told.is_set()))

    asking = threading.Thread(target=asks)
    asking.start()
    until(lambda: own.clerk.done(desk.Hold), what="the desk has done it")
    told.set()
    own.say("venue/state", replace(state, seq=500))
    asking.join(30)
    assert pages == [(303, True)]


def test_a_room_that_says_nothing_keeps_nobody_waiting(own: World) -> None:
    assert own.post("/do/hold", {"name": "fire"}, "floor").status_code == 303
