"""A page that is redrawn under a finger: no press is lost, none goes elsewhere, the focus stays."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from controller.rehearse.browser.pages import TABLE
from tests.controller.rehearse.conftest import Room, Served
from tests.controller.rehearse.test_browser import at, deeds, last_is, window_of
from tests.display.web.conftest import chromium
from tests.mqtt import until

__all__ = ["chromium"]

HEAR = """window.heard = []; addEventListener('htmx:sse:before:message', (event) => {
  heard.push(event.detail.message.data);
}, true)"""
"""Keeps what the table has pushed, drawn or not."""

HAS_HEARD = 'lines => heard.some(one => one.includes(`data-lines="${lines}"`))'


@pytest.fixture
def served(room: Room) -> Iterator[Served]:
    """Return the pages' server of a table in which the first player is to act."""
    room.happens("hand; deal")
    with Served(room) as made:
        yield made


def opened(page: Page, served: Served) -> None:
    """Open the table's own page, and wait until it has heard the table."""
    page.add_init_script(HEAR)
    page.goto(served.link(0))
    page.wait_for_function(HAS_HEARD, arg=served.room.rehearsal.seen.lines)


def redrawn(page: Page, room: Room, happens: str) -> None:
    """Let something happen, and wait until the page has heard of it."""
    room.happens(happens)
    page.wait_for_function(HAS_HEARD, arg=room.rehearsal.seen.lines)


class Press:
    """A press by mouse, by touch, or by keyboard at what has the focus: down, and up."""

    def __init__(self, page: Page, way: str) -> None:
        self._page = page
        self._way = way
        self._session = page.context.new_cdp_session(page)

    def down(self, place: tuple[float, float]) -> None:
        """Press, and do not let go."""
        if self._way == "touch":
            self._touch("touchStart", [{"x": place[0], "y": place[1]}])
        elif self._way == "mouse":
            self._page.mouse.move(*place)
            self._page.mouse.down()
        else:
            self._page.keyboard.down("Space")

    def up(self) -> None:
        """Let go."""
        if self._way == "touch":
            self._touch("touchEnd", [])
        elif self._way == "mouse":
            self._page.mouse.up()
        else:
            self._page.keyboard.up("Space")

    def _touch(self, kind: str, points: list[dict[str, float]]) -> None:
        self._session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


@pytest.mark.parametrize("way", ["mouse", "touch", "keyboard"])
def test_a_press_outlives_a_redraw_between_down_and_up(
    chromium: Browser, served: Served, way: str
) -> None:
    """The seat is another page's for a moment: what is pressed stays, and is drawn after it."""
    room = served.room
    with window_of(chromium, 390, 844, touch=True) as window:
        page = window.new_page()
        opened(page, served)
        key = page.locator(".act-good")
        key.focus()
        press = Press(page, way)
        press.down(middle(page, ".act-good"))
        room.site.links.take(1)
        room.site.streams.changed(TABLE)
        page.wait_for_function("() => !heard.at(-1).includes('act-good')")
        room.site.links.free(1)
        room.site.streams.changed(TABLE)
        expect(key).to_have_text("Call 100")
        press.up()
        until(lambda: last_is(room, "1 calls"))
        expect(page.locator("#now")).to_have_text("Bruno to act")
    assert deeds(room).count("1 calls") == 1


def test_a_press_begun_at_one_key_does_not_end_at_another(
    chromium: Browser, served: Served
) -> None:
    """What stood there is asked for, and refused: it is another player's turn by then."""
    room = served.room
    with window_of(chromium, 390, 844) as window:
        page = window.new_page()
        opened(page, served)
        page.mouse.move(*middle(page, ".act-good"))
        page.mouse.down()
        redrawn(page, room, "1 calls; 2 calls")
        with page.expect_response("**/say") as answer:
            page.mouse.up()
        assert not answer.value.json()["ok"]
        expect(page.locator("#now")).to_have_text("Chloe to act")
    assert deeds(room)[-1] == "2 calls"


def test_a_drag_ends_where_it_was_begun_although_all_has_moved(
    chromium: Browser, served: Served
) -> None:
    room = served.room
    with window_of(chromium, 1280, 800) as window:
        page = window.new_page()
        opened(page, served)
        page.mouse.move(*at(page, "p-stack.1-100"))
        page.mouse.down()
        page.mouse.move(*at(page, "z-bet.1"), steps=3)
        redrawn(page, room, "1 puts 1x500")
        page.mouse.up()
        until(lambda: last_is(room, "1 puts 1x100"))


def test_what_is_held_for_long_is_redrawn_all_the_same(chromium: Browser, served: Served) -> None:
    """A finger that rests on the screen stops no table."""
    with window_of(chromium, 390, 844) as window:
        page = window.new_page()
        opened(page, served)
        page.mouse.move(*middle(page, ".act-good"))
        page.mouse.down()
        served.room.happens("1 calls")
        expect(page.locator("#now")).to_have_text("Bruno to act", timeout=15_000)
        page.mouse.up()


def test_the_keyboard_goes_on_where_it_was(chromium: Browser, served: Served) -> None:
    """A list in a drawer keeps the focus; where a key has gone, its bar has it."""
    room = served.room
    with window_of(chromium, 1280, 800) as window:
        page = window.new_page()
        opened(page, served)
        page.locator("[id='p-stack.1-500']").press("Enter")
        expect(page.locator("#to")).to_be_focused()
        page.keyboard.type("Bet, 1")
        redrawn(page, room, "1 calls; 2 calls")
        expect(page.locator("#now")).to_have_text("Chloe to act")
        expect(page.locator("#to")).to_be_focused()
        expect(page.locator("#to")).to_have_value("bet.1")
        page.locator(".act-good").press("Enter")
        expect(page.locator("#deed")).to_be_visible()
        page.keyboard.press("Tab")
        expect(page.locator("#deed")).to_be_focused()
        page.keyboard.press("Enter")
        until(lambda: last_is(room, "gather"))


def test_a_chip_that_stays_is_the_same_when_others_come_and_go(
    chromium: Browser, served: Served
) -> None:
    """So what is pressed, focused or moving is not made again."""
    room = served.room
    with window_of(chromium, 1280, 800) as window:
        page = window.new_page()
        opened(page, served)
        page.evaluate("window.kept = document.getElementById('p-stack.1-500')")
        room.happens("1 puts 1x100")
        expect(page.locator("#now")).to_have_text("Bruno to act")
        assert page.evaluate("kept.isConnected && kept.id === 'p-stack.1-500'")


def middle(page: Page, what: str) -> tuple[float, float]:
    """Return the middle of an element, in pixels of the window."""
    box = page.locator(what).bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
