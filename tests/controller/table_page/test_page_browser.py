"""The page in a real browser: nothing for axe, by keyboard alone, live."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from controller.table_page.app import GETS
from tests.controller.table_page.conftest import PASSWORD, PageWorld
from tests.display.web.conftest import chromium
from tests.display.web.test_browser import AXE, SHEET, SHOW, Look, tab_to, wrong
from tests.mqtt import until

__all__ = ["chromium"]


OPEN = "document.querySelectorAll('main details').forEach(one => one.open = true)"


def signed_in(page: Page, world: PageWorld) -> None:
    """Sign in by keyboard alone."""
    page.goto(f"{world.url}/sign-in")
    page.locator("input[name=password]").focus()
    page.keyboard.type(PASSWORD)
    page.keyboard.press("Enter")
    page.wait_for_url("**/floor")


@pytest.mark.parametrize("language", ["en", "fr"])
def test_axe_finds_nothing(chromium: Browser, page_world: PageWorld, language: str) -> None:
    looks: list[Look] = [(320, "dark"), (1920, "light")]
    found = []
    with chromium.new_context(locale=language, reduced_motion="reduce", bypass_csp=True) as window:
        page = window.new_page()
        signed_in(page, page_world)
        page.add_script_tag(path=str(Path(AXE)))
        for path in [one for one in GETS if not one.endswith(("stream", ".png", "metrics"))]:
            page.evaluate(SHOW, path)
            page.evaluate(OPEN)
            found += [(path, *one) for one in wrong(page, looks)]
        page.evaluate(SHEET, [("/doctor", {"look": "now"})])
        page.evaluate(OPEN)
        assert page.locator(".findings").count()
        found += [("doctor", *one) for one in wrong(page, looks)]
    assert found == []


def test_a_deck_is_enrolled_by_keyboard_with_progress(
    chromium: Browser, page_world: PageWorld
) -> None:
    """And nothing for axe while it runs. What is read is seen without loading the page again."""
    with chromium.new_context(reduced_motion="reduce", bypass_csp=True) as window:
        page = window.new_page()
        signed_in(page, page_world)
        page.goto(f"{page_world.url}/setup")
        tab_to(page, "Enrol a deck")
        page.keyboard.press("Enter")
        tab_to(page, "Begin")
        page.keyboard.press("Enter")
        expect(page.locator("progress")).to_have_attribute("value", "0")
        page_world.hands.lay("E0040101", on="board")
        expect(page.locator("progress")).to_have_attribute("value", "1")
        page.add_script_tag(path=str(Path(AXE)))
        assert wrong(page, [(320, "dark"), (1920, "light")]) == []
        tab_to(page, "Enter")  # not the link at the top, "Skip to content"
        tab_to(page, "Skip")
        page.keyboard.press("Enter")
        expect(page.get_by_role("region", name="Output")).to_contain_text("2s skipped")
        tab_to(page, "Stop")
        page.keyboard.press("Enter")
        expect(page.get_by_role("status").filter(has_text="Stopped.")).to_be_visible()
        until(lambda: not page_world.daemon.runtime.table.paused)


def test_the_floor_speaks_by_keyboard_and_the_screen_follows(
    chromium: Browser, page_world: PageWorld
) -> None:
    with chromium.new_context(reduced_motion="reduce") as window, chromium.new_context() as other:
        page, screen = window.new_page(), other.new_page()
        screen.goto(page_world.url)
        signed_in(page, page_world)
        tab_to(page, "Sit down")
        page.keyboard.press("Enter")
        tab_to(page, "Name")
        page.keyboard.type("Zoé")
        tab_to(page, "Stack")
        page.keyboard.type("3000")
        page.keyboard.press("Enter")
        expect(page.get_by_role("status").filter(has_text="done")).to_be_visible()
        expect(screen.locator(".felt text", has_text="Zoé")).to_be_visible()
    until(lambda: page_world.daemon.runtime.table.seats[4].stack == 3000)
