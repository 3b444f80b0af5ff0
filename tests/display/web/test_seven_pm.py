"""An evening from an empty room to cards in the air, counted as a volunteer clicks."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from controller.contract.venue.rights import Role
from tests.controller.venue.core.rooms import PASSWORD, ROOT, Room, room
from tests.display.web.world import Pages
from tests.mqtt import until

NAMES = [f"{first} Martin; R{n}" for n, first in enumerate((
    "Anne", "Bruno", "Chloé", "Driss", "Emil", "Fanny", "Gus", "Hana", "Inès", "Jo", "Karim", "Léa",
), 201)]  # fmt: skip
MOST_CLICKS, MOST_FIELDS = 12, 3


@pytest.fixture
def real(tmp_path: Path) -> Iterator[tuple[Room, Pages]]:
    """Return a room with two tables that are switched on, and the pages before it."""
    with room(tmp_path) as here, Pages(here.broker.port, ROOT, Path(here.config.desk)) as pages:
        yield here, pages


class Hand:
    """A person at a page, whose clicks and fields are counted; only what is there is clicked."""

    def __init__(self, page: Page) -> None:
        self.page, self.clicks, self.fields = page, 0, 0

    def click(self, name: str, role: str = "button") -> None:
        """Click what is called so."""
        self.page.get_by_role(role, name=name, exact=True).first.click()  # type: ignore[arg-type]
        self.clicks += 1

    def fill(self, label: str, text: str) -> None:
        """Click into a field and fill it."""
        self.page.get_by_label(label).fill(text)
        self.clicks += 1
        self.fields += 1


def signed_in(page: Page, pages: Pages, role: Role) -> None:
    """Sign somebody of the staff in; where they land is theirs."""
    page.goto(f"{pages.url}/sign-in?back=/")
    page.get_by_label("Name").fill(str(role))
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("link", name="Tonight").first).to_be_visible()


def test_twelve_players_from_an_empty_room_to_cards_in_the_air(
    chromium: Browser, real: tuple[Room, Pages]
) -> None:
    here, pages = real
    with chromium.new_context(locale="en", viewport={"width": 1280, "height": 900}) as window:
        page = window.new_page()
        signed_in(page, pages, Role.DIRECTOR)
        hand = Hand(page)
        hand.click("Tonight", "link")
        page.get_by_label("Tournament").select_option("redcactus")
        hand.clicks, hand.fields = hand.clicks + 1, hand.fields + 1
        hand.click("Open the tournament")
        hand.click("Open the tables")
        hand.fill("A player a line: name, number", "\n".join(NAMES))
        hand.click("Look at the list")
        hand.click("Sign in the players that are ticked")
        hand.click("Close the list")
        hand.click("Draw the seats")
        hand.click("Start the tournament")
        expect(page.get_by_text("Play is on")).to_be_visible()
        until(lambda: here.quiet, what="every table has done what it was told")
    assert len(here.core.daemon.core.room.left) == len(NAMES)
    assert here.core.daemon.core.room.started
    assert all(one.seat is not None for one in here.core.daemon.core.room.left)
    assert hand.clicks <= MOST_CLICKS
    assert hand.fields <= MOST_FIELDS
    print(hand.clicks, hand.fields)
