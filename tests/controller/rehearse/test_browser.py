"""The table in a real browser: dragged by mouse and touch, by keyboard alone, nothing for axe."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from controller.contract.rules import Phase
from tests.controller.rehearse.conftest import Room, Served
from tests.display.web.conftest import chromium
from tests.display.web.test_browser import AXE, wrong
from tests.mqtt import until

__all__ = ["chromium"]


@pytest.fixture
def served(room: Room) -> Iterator[Served]:
    """Return the pages' server of a table, on a port of its own."""
    with Served(room) as made:
        yield made


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
    lines = room.rehearsal.scenario().splitlines()
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
        page.get_by_role("button", name="Next hand").click()
        until(lambda: room.rehearsal.seen.state.phase == Phase.DEALING)
        for nth, seat in enumerate((2, 3, 1, 2, 3, 1), start=1):
            drag(page, "t-top", f"hand.{seat}")
            expect(page.locator("[id^='c-']")).to_have_count(nth)
        expect(page.locator(".next")).to_have_text("Anne is to act")
        drag(page, "p-stack.1-100", "bet.1")
        expect(page.locator("[id='p-bet.1-100']")).to_be_visible()
        expect(page.locator(".next")).to_have_text("Bruno is to act")
        with chromium.new_context(viewport={"width": 390, "height": 800}, has_touch=True) as other:
            phone = other.new_page()
            phone.goto(served.link(2))
            expect(phone.locator(".card .face")).to_have_count(2)
            for _ in range(2):
                phone.locator("[id='p-stack.2-25']").tap()
            expect(phone.locator("#held")).to_contain_text("25")
            phone.locator("[id='z-bet.2']").tap()
            expect(phone.locator(".next")).to_have_text("Chloe is to act")
        expect(page.locator(".card .face")).to_have_count(4)
        expect(page.locator(".next")).to_have_text("Chloe is to act")
    assert errors == []
    assert deeds(room)[-2:] == ["1 puts 1x100", "2 puts 2x25"]


@pytest.mark.parametrize("width", [390, 1024, 1040, 1360])
def test_who_sees_a_part_of_the_table_is_told(
    chromium: Browser, served: Served, width: int
) -> None:
    with chromium.new_context(viewport={"width": width, "height": 800}) as window:
        page = window.new_page()
        page.goto(served.link(0))
        felt = page.locator(".felt-scroll")
        hidden = felt.evaluate("felt => felt.scrollWidth > felt.clientWidth")
        assert hidden == (width < 1034)
        expect(page.get_by_text("push it sideways")).to_be_visible(visible=hidden)


@pytest.mark.parametrize(("width", "above"), [(390, True), (1360, False)])
def test_an_answer_does_not_hide_what_is_typed_into(
    chromium: Browser, served: Served, width: int, above: bool
) -> None:
    """A telephone's keys come up from below: there it stands above."""
    with chromium.new_context(viewport={"width": width, "height": 800}) as window:
        page = window.new_page()
        page.goto(served.link(0))
        typed = page.locator("input[name=say]")
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


def test_axe_finds_nothing(chromium: Browser, served: Served) -> None:
    """Of the table and of a seat, as narrow as a telephone and as wide as a television."""
    room = served.room
    room.happens("hand")
    room.happens("deal")
    room.happens("1 calls; 2 calls; 3 checks; board 3")
    found = []
    with chromium.new_context(reduced_motion="reduce", bypass_csp=True) as window:
        page = window.new_page()
        for seat in (0, 3):
            page.goto(served.link(seat))
            page.wait_for_selector(".ruling")
            page.add_script_tag(path=str(Path(AXE)))
            found += [(seat, *one) for one in wrong(page, [(320, "dark"), (1920, "light")])]
    assert found == []
