"""Every task of the room at 7 pm, of its prizes and its structure, by keyboard alone.

In each language; what is pressed is named by the catalogue's own text.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from controller.contract.venue import desk
from controller.contract.venue.inputs import PrizesPosted
from controller.contract.venue.rights import Role
from display.words.names import words
from tests.controller.venue.core.rooms import Room
from tests.display.web.test_browser import visit
from tests.display.web.test_seven_pm import NAMES, real, signed_in
from tests.display.web.world import Pages, World
from tests.mqtt import until

__all__ = ["real"]

MOST_TABS = 120
"""So many presses of Tab lead to anything of a page."""

NAMED = """() => {
  const one = document.activeElement;
  const said = one.labels?.[0]?.textContent || one.getAttribute('aria-label') || one.textContent;
  return said.trim();
}"""
"""Gives what the element with the focus is called."""

IS_SEEN = "() => getComputedStyle(document.activeElement).outlineStyle !== 'none'"
"""Tells whether the focus is drawn."""


class Keys:
    """A person with a keyboard and nothing else, who reads a language."""

    def __init__(self, page: Page, language: str) -> None:
        self.page = page
        # Chromium opens a window of its own until it is told not to, and then opens no other one.
        # It is told with the first listener, so one listens long before a key is pressed.
        page.on("filechooser", lambda _: None)
        self.said = words(language)

    def to(self, text: str, **known: object) -> None:
        """Go to what is called so, by Tab. Of a text with a count its beginning will do."""
        name = self.said.say(text, **known).partition("{")[0]
        for _ in range(MOST_TABS):
            self.page.keyboard.press("Tab")
            if self.page.evaluate(NAMED).startswith(name):
                assert self.page.evaluate(IS_SEEN), f"the focus at {name} is not seen"
                return
        raise AssertionError(f"no Tab leads to {name}")

    def type(self, name: str, text: str) -> None:
        """Write something into a field, instead of what stands there."""
        self.to(name)
        self.page.keyboard.press("ControlOrMeta+a")
        self.page.keyboard.type(text)

    def press(self, name: str) -> None:
        """Press a button, or follow a link, to the page that comes of it."""
        self.to(name)
        with self.page.expect_navigation():
            self.page.keyboard.press("Enter")

    def choose(self, file: Path) -> None:
        """Choose a file where the focus is."""
        with self.page.expect_file_chooser() as chosen:
            self.page.keyboard.press("Enter")
        chosen.value.set_files(file)


LANGUAGES = ("en", "fr")


@pytest.fixture(params=LANGUAGES)
def keys(chromium: Browser, world: World, request: pytest.FixtureRequest) -> Iterator[Keys]:
    """Return a director at the pages of an evening that is on."""
    with visit(chromium, world, request.param, role="director") as window:
        yield Keys(window.new_page(), request.param)


def test_an_evening_is_led_to_its_start(chromium: Browser, real: tuple[Room, Pages]) -> None:
    """Tournament, tables, a pasted list of players, one of them left out, draw and start."""
    here, pages = real
    with chromium.new_context(locale="en", viewport={"width": 1280, "height": 900}) as window:
        page = window.new_page()
        signed_in(page, pages, Role.DIRECTOR)
        keys = Keys(page, "en")
        keys.press("Tonight")
        keys.to("Tournament")
        page.keyboard.type("RedCactus")
        keys.press("Open the tournament")
        keys.press("Open the tables")
        keys.to("One player per line: name, number")
        page.keyboard.insert_text("\n".join(NAMES))
        keys.press("Check the list")
        keys.to("Sign in Anne Martin")
        page.keyboard.press("Space")
        keys.type("Member number 2", "R202")
        keys.press("Sign in the ticked players")
        for deed in ("Close the list", "Draw the seats", "Start the tournament"):
            keys.press(deed)
        expect(page.get_by_text("Play is under way")).to_be_visible()
        until(lambda: here.quiet, what="every table has done what it was told")
    assert len(here.core.daemon.core.room.left) == len(NAMES) - 1


def test_prizes_are_proposed_changed_and_posted(keys: Keys, world: World) -> None:
    keys.page.goto(f"{world.url}/prizes")
    keys.type("Prize pool", "1000")
    keys.press("Propose seats as prizes")
    expect(keys.page.locator(".prize-list li")).to_have_count(3)
    before = len(world.clerk.done(desk.Decide))
    keys.type("For each place, starting with the first: percentages or amounts", "250 250 250 250")
    keys.press("Calculate")
    known = {"shared": keys.said.amount(1000), "pool": keys.said.amount(1000)}
    expect(keys.page.locator(".sum")).to_have_text(keys.said.say("{shared} of {pool}", **known))
    keys.press("Post the prizes")
    posted = desk.Decide(PrizesPosted(pool=1000, shares=(250,) * 4))
    assert world.clerk.done(desk.Decide)[before:] == [posted]


def test_a_structure_is_taken_changed_loaded_and_saved(
    keys: Keys, world: World, tmp_path: Path
) -> None:
    page = keys.page
    page.goto(f"{world.url}/structure")
    keys.to("Start from a template")
    page.keyboard.type("RedCactus")
    keys.press("Use this template")
    levels = page.locator("textarea[name=levels]")
    expect(levels).to_have_value("50/100 20\n100/200 20\nbreak 15\n200/400 15\n2000/4000")
    keys.to("One level per line: blinds and minutes, or a break")
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.insert_text("50/100 10\n5000/10000")
    keys.press("Calculate")
    expect(page.locator("tbody tr")).to_have_count(2)
    keys.type("Display title", "Short")
    keys.to("Save as a file")
    with page.expect_download() as saved:
        page.keyboard.press("Enter")
    file = tmp_path / "short.toml"
    saved.value.save_as(file)
    page.goto(f"{world.url}/structure")
    keys.to("Load a file")
    page.keyboard.press("Enter")
    keys.to("A structure as a .toml file, or a file from The Tournament Director (.tdt)")
    keys.choose(file)
    keys.press("Load")
    expect(levels).to_have_value("50/100 10\n5000/10000")
    expect(page.locator("input[name=title]")).to_have_value("Short")
