"""Who keeps the clock has one key for each change; a television has neither menu nor keys."""

import re
from collections.abc import Iterator

import pytest
from msgspec.structs import replace
from playwright.sync_api import Browser, Page, expect

from controller.contract.rules import Variant
from controller.contract.venue import desk
from controller.contract.venue.floor.clock import MoveClock, UndoClock
from controller.contract.venue.kinds import Do
from controller.contract.venue.views import ClockView, LevelLine, PostingView
from tests.display.web.test_browser import visit
from tests.display.web.world import World, now, views
from tests.mqtt import until

CLOCK, POSTING = "tournament/t1/clock", "tournament/t1/posting"


@pytest.fixture
def director(chromium: Browser, world: World) -> Iterator[Page]:
    """Return the window of the director."""
    with visit(chromium, world, role="director") as window:
        yield window.new_page()


@pytest.fixture
def clock(world: World) -> Iterator[ClockView]:
    """Return a clock of which a minute was taken; it is put back in the end."""
    told = views()[CLOCK]
    assert isinstance(told, ClockView)
    mine = replace(
        told, holds=(), undo="shorter", index=1, rebuys=7, entries=25 * 60_000, field=84,
        next_level=LevelLine(6, 200, 400, 0, 900, Variant.OMAHA_HI_LO, "limit"),
    )  # fmt: skip
    world.say(f"venue/{CLOCK}", mine)
    until(lambda: "Undo: one minute removed" in english(world, "/clock"), what="the clock is told")
    yield mine
    world.say(f"venue/{CLOCK}", told)
    until(
        lambda: "Undo: one minute removed" not in english(world, "/clock"), what="it is as before"
    )


def english(world: World, path: str, role: str = "director") -> str:
    """Return a page in English."""
    return world.get(path, role, **{"Accept-Language": "en"}).text


KEYS: dict[str, Do] = {
    " ": desk.Hold("pause"),
    "+": MoveClock(longer=True),
    "-": MoveClock(longer=False),
    "[": desk.JumpLevel(0),
    "]": desk.JumpLevel(2),
    "u": UndoClock(),
}


def test_each_key_does_one_thing_and_asks_nothing(
    director: Page, world: World, clock: ClockView
) -> None:
    director.goto(f"{world.url}/clock")
    for key, does in KEYS.items():
        before = len(world.clerk.done(type(does)))
        director.locator("body").press(key)
        expect(director.locator("#keys-told")).not_to_be_empty()
        until(lambda d=does, n=before: world.clerk.done(type(d))[n:] == [d], what=repr(key))  # type: ignore[misc]
        director.evaluate("document.getElementById('keys-told').textContent = ''")


def test_who_may_not_keep_the_clock_has_no_keys(world: World, clock: ClockView) -> None:
    assert "clock-keys" in english(world, "/clock", "floor")
    for role in ("desk", "auditor", ""):
        assert "clock-keys" not in english(world, "/clock", role)
    floors = english(world, "/clock", "floor")
    assert "Pause" in floors


def test_a_pause_is_let_go_by_the_same_key(director: Page, world: World, clock: ClockView) -> None:
    world.say(f"venue/{CLOCK}", replace(clock, running=False, holds=("pause",)))
    director.goto(f"{world.url}/clock")
    expect(director.get_by_role("button", name="Resume the table")).to_be_visible()
    before = len(world.clerk.done(desk.Release))
    director.locator("body").press(" ")
    until(lambda: world.clerk.done(desk.Release)[before:] == [desk.Release("pause")])


def test_a_screen_rings_only_where_somebody_wants_it(
    chromium: Browser, world: World, clock: ClockView
) -> None:
    with visit(chromium, world) as window:
        loud, silent = window.new_page(), window.new_page()
        for page in (loud, silent):
            page.goto(f"{world.url}/clock?tv=1")
            expect(page.get_by_role("button", name="Sounds")).to_have_attribute(
                "aria-pressed", "false"
            )
        loud.get_by_role("button", name="Sounds").click()
        world.say(f"venue/{CLOCK}", replace(clock, at=now(), left=62_000))
        expect(loud.locator("html")).to_have_attribute("data-rang", "minute")
        world.say(f"venue/{CLOCK}", replace(clock, at=now(), left=2_000))
        expect(loud.locator("html")).to_have_attribute("data-rang", "end")
        assert silent.evaluate("document.documentElement.dataset.rang") is None
        loud.reload()
        expect(loud.get_by_role("button", name="Sounds")).to_have_attribute("aria-pressed", "true")


SIZES = ((320, 640), (1280, 720), (1920, 1080), (3840, 2160))


def test_a_television_shows_it_all_at_every_size_and_nothing_else(
    chromium: Browser, world: World, clock: ClockView
) -> None:
    posted = views()[POSTING]
    assert isinstance(posted, PostingView)
    with visit(chromium, world) as window:
        page = window.new_page()
        page.goto(f"{world.url}/clock?tv=1")
        text = page.locator("main").inner_text()
        for word in ("Next blinds", "Next break at", "Players", "Average", "Prize pool",
                     "Places paid", "Rebuys\n7", "Players from all flights\n84"):  # fmt: skip
            assert word in text, word
        assert re.search(r"Entries close at\n\d\d:\d\d\n", text)
        assert page.locator("header, footer, nav").count() == 0
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            wide, high = page.evaluate(
                "[document.documentElement.scrollWidth, document.documentElement.scrollHeight]"
            )
            assert wide <= width
            assert high <= height or width < 400, (width, height, high)
            time = page.locator(".wall-time").bounding_box()
            assert time is not None
            assert time["height"] > 0.2 * min(height, width)
