"""A first evening in a browser, step by step as docs/VENUE.md tells it, with a picture of each."""

import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final, NamedTuple

from playwright.sync_api import Browser, Page, expect

from controller.demo.broker import demo_broker
from controller.demo.venue import PASSWORD, STAFF, LeagueNight
from tests.display.web.world import Pages

PLAYERS: Final = """Anne Martin; 201
Bruno Petit; 202
Chloé Roux; 203
Driss Morel; 204
Emil Blanc; 205
Fanny Garnier; 206
Gus Faure; 207
Hana Rousseau; 208
Inès Lambert; 209
Jo Fontaine; 210
Karim Chevalier; 211
Léa Robin; 212"""
"""The list that is pasted: docs/VENUE.md has the same one."""

WITNESS: Final = "7h Ks 2d"
SIZE: Final = (1280, 720)
SEED: Final = 3
HANDS: Final = 6
"""So many hands are played before somebody leaves."""

MOST_HANDS: Final = 3_000
FILE: Final = "redcactus"

_STOP_CLOCKS: Final = """
document.querySelectorAll("[data-ends]").forEach(one => {
  one.removeAttribute("data-ends");
  const [minutes, seconds] = one.textContent.split(":").map(Number);
  one.textContent = `${Math.ceil(minutes + seconds / 60)}:00`;
})
"""
"""Clocks go on while a picture is taken. They stop at the whole minute from which they count."""

LINK: Final = "http://room.example"
"""What QR codes lead to, so that a card's picture is the same each time."""


class Evening:
    """A person at the pages of an empty room, what they clicked, and the room's tables."""

    def __init__(self, page: Page, url: str, night: LeagueNight, seen: Callable[[str], None]):
        """Look at the pages at `url`; `seen` takes a picture, by the name of its step."""
        self.page, self.url, self.night = page, url, night
        self.said: list[str] = []
        self.seen = seen

    def click(self, name: str, role: str = "button") -> None:
        """Click what is called so."""
        self.page.get_by_role(role, name=name, exact=True).first.click()  # type: ignore[arg-type]
        self.said.append(name)

    def fill(self, label: str, text: str) -> None:
        """Fill a field."""
        self.page.get_by_label(label, exact=True).first.fill(text)
        self.said.append(label)

    def choose(self, label: str, option: str) -> None:
        """Choose from a list."""
        self.page.get_by_label(label).first.select_option(option)
        self.said.append(label)

    def sees(self, text: str) -> None:
        """Wait until a text stands there."""
        expect(self.page.get_by_text(text).first).to_be_visible()


def sign_in(evening: Evening) -> None:
    """Sign in as the demo's director."""
    evening.page.goto(evening.url)
    evening.click("Staff: sign in", "link")
    evening.fill("Name", STAFF)
    evening.fill("Password", PASSWORD)
    evening.seen("sign-in")
    evening.click("Sign in")
    evening.sees("Tonight")


def open_tournament(evening: Evening) -> None:
    """Open a league night."""
    evening.click("Tonight", "link")
    evening.choose("Tournament", FILE)
    evening.seen("open")
    evening.click("Open the tournament")
    evening.sees("The tournament is open.")


def open_tables(evening: Evening) -> None:
    """Open two tables of eight seats."""
    evening.seen("tables")
    evening.click("Open the tables")
    evening.sees("2 tables · 16 seats")


def players(evening: Evening) -> None:
    """Paste a list, look at it, and sign everybody in."""
    evening.fill("One player per line: name, number", PLAYERS)
    evening.click("Check the list")
    evening.sees("12 players on the list")
    evening.seen("players")
    evening.choose("New players agree to have their names shown", "first")
    evening.click("Sign in the ticked players")
    evening.sees("12 players are on the list")


def draw(evening: Evening) -> None:
    """Close the list, take a witness, and draw."""
    evening.click("Close the list")
    evening.fill("Witness", WITNESS)
    evening.page.locator("#draw").evaluate("step => step.scrollIntoView({block: 'center'})")
    evening.seen("draw")
    evening.click("Draw the seats")
    evening.sees("Everybody has a seat")


def cards(evening: Evening) -> None:
    """Look at all seat cards, and at a player's own page behind one."""
    evening.click("All seat cards", "link")
    evening.sees("Anne Martin")
    evening.seen("cards")
    link = evening.page.locator(".seat-card a").first.get_attribute("href")
    assert link is not None
    own = evening.page.context.new_page()
    own.goto(link.replace(LINK, evening.url))
    expect(own.get_by_text("Your seat")).to_be_visible()
    own.close()


def start(evening: Evening) -> None:
    """Start, and look at the clock for the wall."""
    evening.click("Tonight", "link")
    evening.click("Start the tournament")
    evening.click("Room clock", "link")
    evening.sees("Level 1")
    evening.night.settle()
    expect(evening.page.get_by_role("button", name="Pause")).to_be_visible()
    evening.page.evaluate(_STOP_CLOCKS)
    evening.seen("start")


def pause(evening: Evening) -> None:
    """Stop the clock, and let it go on."""
    evening.click("Pause")
    evening.night.settle()
    expect(evening.page.get_by_role("button", name="Resume the table")).to_be_visible()
    # As the phase of the evening and as a notice, which comes by a message of its own.
    expect(evening.page.get_by_text("The room is paused", exact=True)).to_have_count(2)
    evening.seen("pause")
    evening.click("Resume the table")
    evening.night.settle()
    expect(evening.page.get_by_role("button", name="Pause")).to_be_visible()


def floor(evening: Evening) -> None:
    """Look at the tables while they play."""
    for _ in range(HANDS):
        evening.night.hand(0.0)
    evening.click("Floor", "link")
    for table in evening.night.hall.tables.values():
        evening.sees(f"Between hands · Hand {table.hand}")
    expect(evening.page.get_by_text("The room is paused")).to_have_count(0)
    evening.seen("floor")


def undo(evening: Evening) -> None:
    """Take a player out by mistake, and undo it."""
    evening.click("Moves", "link")
    evening.page.get_by_text("Give chips, or remove a player").click()
    evening.said.append("Give chips, or remove a player")
    evening.page.locator("form[action='/do/remove']").get_by_label("Player").select_option(index=0)
    evening.click("Out of the tournament")
    evening.click("Yes: Remove a player from the tournament")
    evening.night.settle()
    evening.page.goto(f"{evening.url}/moves")
    mistake = evening.page.get_by_role("button", name="Undo")
    expect(mistake.first).to_be_visible()
    evening.seen("undo")
    mistake.first.click()
    evening.said.append("Undo")
    evening.click("Yes: Undo a staff action")
    evening.night.settle()
    expect(evening.page.locator(".told")).not_to_have_class("told told-wrong")


def results(evening: Evening) -> None:
    """Play to the end, and take the results home."""
    for _ in range(MOST_HANDS):
        if not evening.night.hand():
            break
    evening.click("Results", "link")
    evening.sees("The tournament is over")
    evening.seen("results")
    with evening.page.expect_download() as got:
        evening.click("For spreadsheets (CSV)", "link")
    assert len(Path(got.value.path()).read_text().splitlines()) == 1 + len(PLAYERS.splitlines())


class Step(NamedTuple):
    """A step: the name of its picture, and what is done."""

    name: str
    does: Callable[[Evening], None]


STEPS: Final = (
    Step("sign-in", sign_in),
    Step("open", open_tournament),
    Step("tables", open_tables),
    Step("players", players),
    Step("draw", draw),
    Step("cards", cards),
    Step("start", start),
    Step("pause", pause),
    Step("floor", floor),
    Step("undo", undo),
    Step("results", results),
)


@contextmanager
def empty_room(browser: Browser, seen: Callable[[Page, str], None]) -> Iterator[Evening]:
    """Return somebody before the pages of an empty room, as `tapis demo --venue --empty` has it."""
    with tempfile.TemporaryDirectory() as folder, demo_broker(0) as broker:
        night = LeagueNight(Path(folder), broker.port, (1, 2), SEED)
        try:
            night.start()
            config = night.daemon.config
            with Pages(broker.port, config.root, Path(config.desk), "--link", LINK) as shown:
                night.hire(STAFF, PASSWORD)
                window = browser.new_context(
                    viewport={"width": SIZE[0], "height": SIZE[1]}, locale="en",
                    color_scheme="dark", reduced_motion="reduce",
                )  # fmt: skip
                window.set_default_timeout(30_000)
                page = window.new_page()
                yield Evening(page, shown.url, night, lambda name: seen(page, name))
                window.close()
        finally:
            night.stop()
