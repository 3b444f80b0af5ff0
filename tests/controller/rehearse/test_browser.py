"""The table in a real browser: dragged by mouse and touch, by keyboard alone, nothing for axe."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from controller.contract.rules import Phase, Task
from controller.rehearse.opening import usual
from tests.controller.rehearse.conftest import Room, Served
from tests.display.web.conftest import chromium
from tests.display.web.test_browser import AXE, LOOKS, wrong
from tests.mqtt import until

__all__ = ["chromium"]


@pytest.fixture
def served(room: Room) -> Iterator[Served]:
    """Return the pages' server of a table, on a port of its own."""
    with Served(room) as made:
        yield made


SMALLEST = """() => Math.min(...[...document.querySelectorAll('.play *')]
  .filter(one => [...one.childNodes].some(text => text.nodeType === 3 && text.data.trim()))
  .filter(one => one.getBoundingClientRect().width > 1 && !one.closest('svg'))
  .map(one => parseFloat(getComputedStyle(one).fontSize)))"""
"""Gives the smallest type that is drawn at the table, in pixels."""


LIT = """() => {
  const box = document.querySelector('.lit.act-good, #deed.lit').getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
}"""
"""Gives the middle of what is highlighted first, in pixels of the window."""
WATCHES_FLIGHTS = """() => {
  window.flights = [];
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (...how) {
    const flight = animate.apply(this, how);
    if (this.matches('.thing, .lies')) window.flights.push(getComputedStyle(this).pointerEvents);
    return flight;
  };
}"""
"""Notes for each thing that begins to fly whether it can be pressed."""


def window_of(
    chromium: Browser, width: int, height: int, *, touch: bool = False, language: str = "en"
) -> BrowserContext:
    """Return a window of somebody who has had the tour."""
    window = chromium.new_context(
        viewport={"width": width, "height": height}, has_touch=touch, locale=language
    )
    window.add_init_script("localStorage.setItem('tapis-tour', 'done')")
    return window


def at(page: Page, what: str) -> tuple[float, float]:
    """Return the middle of what has an id, in pixels of the window."""
    box = page.locator(f"[id='{what}']").bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(page: Page, thing: str, place: str) -> None:
    """Drag a thing to a place with the mouse."""
    page.mouse.move(*at(page, thing))
    page.mouse.down()
    page.mouse.move(*at(page, f"z-{place}"), steps=3)
    page.mouse.up()


def deeds(room: Room) -> list[str]:
    """Return what was written down as done, without what was seen of it."""
    lines = room.rehearsal.script.text().splitlines()
    return [line for line in lines if not line.startswith("expect ")]


def last_is(room: Room, deed: str) -> bool:
    """Return whether this was done last."""
    return deeds(room)[-1].startswith(deed)


def test_cards_and_chips_are_dragged_through_a_deal(chromium: Browser, served: Served) -> None:
    """And a page of a seat, on a telephone, taps what it moves: it sees its own cards alone."""
    room = served.room
    with chromium.new_context(viewport={"width": 1400, "height": 1000}) as window:
        page = window.new_page()
        errors: list[str] = []
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("console", lambda said: errors.append(said.text) if said.type == "error" else None)
        page.goto(served.link(0))
        page.locator("#deed").click()
        until(lambda: room.rehearsal.seen.state.phase == Phase.DEALING)
        for nth, seat in enumerate((2, 3, 1, 2, 3, 1), start=1):
            drag(page, "t-top", f"hand.{seat}")
            expect(page.locator("[id^='c-']")).to_have_count(nth)
        expect(page.locator(".next")).to_have_text("Anne to act")
        drag(page, "p-stack.1-100", "bet.1")
        expect(page.locator("[id='p-bet.1-100']")).to_be_visible()
        expect(page.locator(".next")).to_have_text("Bruno to act")
        with chromium.new_context(viewport={"width": 390, "height": 800}, has_touch=True) as other:
            phone = other.new_page()
            phone.goto(served.link(2))
            expect(phone.locator(".card .face")).to_have_count(2)
            for _ in range(2):
                phone.locator("[id='p-stack.2-25']").tap()
            expect(phone.locator("#held")).to_contain_text("25")
            phone.locator("[id='z-bet.2']").tap()
            expect(phone.locator(".next")).to_have_text("Chloe to act")
        expect(page.locator(".card .face")).to_have_count(4)
        expect(page.locator(".next")).to_have_text("Chloe to act")
    assert errors == []
    assert deeds(room)[-2:] == ["1 puts 1x100", "2 puts 2x25"]


@pytest.mark.parametrize(("width", "height"), [(360, 640), (390, 844), (1280, 800), (3840, 2160)])
def test_every_seat_and_the_bar_are_seen_without_scrolling(
    chromium: Browser, tmp_path: Path, width: int, height: int
) -> None:
    """Of ten seats, and no label is smaller than 9 px."""
    room = Room(tmp_path, config=usual("ppc", 10))
    try:
        room.happens("hand; deal")
        with Served(room) as served, window_of(chromium, width, height) as window:
            page = window.new_page()
            page.goto(served.link(0))
            expect(page.locator(".act")).to_have_count(3)
            for one in page.locator(".seat .plate, .bar button, .zone-board").all():
                box = one.bounding_box()
                assert box is not None
                assert box["x"] >= 0
                assert box["x"] + box["width"] <= width
                assert box["y"] >= 0
                assert box["y"] + box["height"] <= height
            least = page.evaluate(SMALLEST)
            assert least >= 9
    finally:
        room.rehearsal.stop()


@pytest.mark.parametrize(("width", "above"), [(390, True), (1360, False)])
def test_an_answer_does_not_hide_what_is_typed_into(
    chromium: Browser, served: Served, width: int, above: bool
) -> None:
    """A telephone's keys come up from below: there it stands above."""
    with window_of(chromium, width, 800) as window:
        page = window.new_page()
        page.goto(served.link(0))
        page.locator("#floor summary").click()
        typed = page.locator("#floor input[name=say]")
        typed.fill("3 relance")
        typed.press("Enter")
        answer = page.locator("#answer")
        expect(answer).to_contain_text("relance")
        box, field = answer.bounding_box(), typed.bounding_box()
        assert box is not None
        assert field is not None
        assert (box["y"] < 400) == above
        if above:
            assert box["y"] + box["height"] < field["y"]


def test_all_is_done_by_keyboard_alone(chromium: Browser, served: Served) -> None:
    room = served.room
    room.happens("hand")
    with chromium.new_context() as window:
        page = window.new_page()
        page.goto(served.link(0))
        page.locator("#t-top").focus()
        page.keyboard.press("Enter")
        expect(page.locator("#to")).to_be_focused()
        page.keyboard.type("Hand, 2")
        page.keyboard.press("Tab")
        page.keyboard.press("Enter")
        expect(page.locator("[id^='c-']")).to_have_count(1)
        page.locator("#pads summary").press("Enter")
        page.locator("#pad-of-3 button", has_text="OK").focus()
        page.keyboard.press("Enter")
        expect(page.locator("#pad-of-3 .pad-display")).to_contain_text("Done")
    assert deeds(room)[-1] == "deal to 2"


def test_a_piece_is_chosen_by_enter_and_by_the_space_bar(chromium: Browser, served: Served) -> None:
    """Its place is chosen next, and what was chosen is what is moved: a chip, then a card."""
    room = served.room
    room.happens("hand")
    room.happens("deal")
    with chromium.new_context() as window:
        page = window.new_page()
        page.goto(served.link(0))
        for key, piece, place, deed in (
            ("Enter", "[id='p-stack.1-500']", "Bet, 1", "1 puts 1x500"),
            ("Space", "[id^='c-'] >> nth=-1", "Muck", "move "),
        ):
            thing = page.locator(piece)
            chosen = thing.get_attribute("data-thing")
            thing.focus()
            page.keyboard.press(key)
            expect(page.locator("#to")).to_be_focused()
            expect(page.locator("#thing")).to_have_value(chosen or "")
            page.keyboard.type(place)
            page.keyboard.press("Tab")
            page.keyboard.press("Enter")
            until(partial(last_is, room, deed))


@pytest.mark.parametrize("touch", [True, False], ids=["touch", "mouse"])
def test_a_stranger_plays_a_hand_by_what_is_highlighted(
    chromium: Browser, served: Served, touch: bool
) -> None:
    """From the shuffle to the pot at its winner: one press an action, and no scrolling.

    The presses come faster than cards fly, and what flies over a button lets them through.
    """
    room, pressed, scrolls = served.room, 0, 0
    size = (390, 844) if touch else (1280, 800)
    with window_of(chromium, *size, touch=touch) as window:
        page = window.new_page()
        page.add_init_script(f"({WATCHES_FLIGHTS})()")
        page.goto(served.link(0))
        while not is_paid(room):
            before = len(deeds(room))
            middle = page.evaluate(LIT)
            assert 0 <= middle[1] <= size[1]
            with page.expect_response("**/say") as answer:
                page.touchscreen.tap(*middle) if touch else page.mouse.click(*middle)
            assert answer.value.json()["ok"]
            pressed += 1
            assert len(deeds(room)) > before
            until(partial(shows_all, page, room))
            scrolls += page.evaluate("scrollY") != 0
        state = room.rehearsal.seen.state
        winners = [view for view in state.seats if view.won]
        assert winners
        assert sum(view.stack or 0 for view in state.seats) == 15_000
        assert not room.rehearsal.seen.chips["pot"]
        expect(page.locator(".seat.won")).to_have_count(len(winners))
        expect(page.locator("#now")).to_contain_text(winners[0].name)
        assert set(page.evaluate("flights")) == {"none"}
    assert scrolls == 0
    assert pressed <= len(deeds(room))


def is_paid(room: Room) -> bool:
    """Return whether a hand is over and its pot where it belongs."""
    state = room.rehearsal.seen.state
    step = state.next_step
    return state.phase == Phase.OVER and step is not None and step.task == Task.SHUFFLE


def shows_all(page: Page, room: Room) -> bool:
    """Return whether a page shows the table as it is now."""
    seen, play = room.rehearsal.seen, page.locator(".play")
    shown = (play.get_attribute("data-seq"), play.get_attribute("data-lines"))
    return shown == (str(seen.state.seq), str(seen.lines))


def test_the_tour_ends_with_a_flop_without_a_burn(chromium: Browser, served: Served) -> None:
    """Five steps; it comes once, and again when it is asked for."""
    with chromium.new_context(viewport={"width": 390, "height": 844}) as window:
        page = window.new_page()
        page.goto(served.link(0))
        tour = page.locator("#tour")
        for step in range(1, 6):
            expect(tour).to_contain_text(f"{step}/5")
            page.locator("#tour-next" if step < 5 else "#tour-flop").click()
        expect(tour).to_be_hidden()
        expect(page.locator(".ruling")).to_contain_text("dealt without a burn card")
        expect(page.locator("#deed")).to_contain_text("as the burn")
        page.reload()
        expect(tour).to_be_hidden()
        page.locator("#save summary").click()
        page.locator("#tour-again").click()
        expect(tour).to_be_visible()
    assert [one.kind for one in served.room.rehearsal.seen.state.rulings] == ["board.no-burn"]


def test_the_amount_of_a_raise_is_slid_typed_or_preset(chromium: Browser, served: Served) -> None:
    room = served.room
    room.happens("hand; deal")
    with window_of(chromium, 1280, 800) as window:
        page = window.new_page()
        page.goto(served.link(0))
        key = page.locator(".act-raise")
        expect(key).to_have_text("Raise to 200")
        page.locator(".slider").press("ArrowRight")
        expect(key).to_have_text("Raise to 225")
        page.locator(".preset", has_text="All-in").click()
        expect(key).to_have_text("Raise to 5,000")
        page.locator(".size input").fill("300")
        expect(key).to_have_text("Raise to 300")
        key.click()
        expect(page.locator("#now")).to_have_text("Bruno to act")
        expect(page.locator("#z-bet\\.1 .sum")).to_have_text("300")
    assert deeds(room)[-1] == "1 raises to 300"


def test_places_for_what_is_held_light_up(chromium: Browser, served: Served) -> None:
    """Of a card those that take cards, of chips those that take chips."""
    served.room.happens("hand; deal")
    lit = "z => getComputedStyle(z).boxShadow !== 'none'"
    with window_of(chromium, 1280, 800) as window:
        page = window.new_page()
        page.goto(served.link(0))
        page.locator("#t-top").click()
        assert page.locator("#z-board").evaluate(lit)
        assert not page.locator("#z-pot").evaluate(lit)
        page.locator("#held button").click()
        page.locator("[id='p-bet.2-25']").click()
        assert page.locator("#z-pot").evaluate(lit)
        assert not page.locator("#z-board").evaluate(lit)


def test_axe_finds_nothing(chromium: Browser, served: Served) -> None:
    """Of the table and of a seat, as narrow as a telephone and as wide as a television."""
    room = served.room
    room.happens("hand")
    room.happens("deal")
    room.happens("1 calls; 2 calls; 3 checks; board 3")
    found = []
    for language in ("en", "fr"):
        with chromium.new_context(
            reduced_motion="reduce", bypass_csp=True, locale=language
        ) as window:
            page = window.new_page()
            for seat, beside in ((0, ""), (3, ""), (0, "/lobby"), (0, "/rules")):
                page.goto(served.link(seat) + beside)
                page.wait_for_selector(".ruling" if not beside else "h1")
                page.add_script_tag(path=str(Path(AXE)))
                seen = wrong(page, LOOKS[language])
                found += [(language, seat, beside, *one) for one in seen]
    assert found == []
