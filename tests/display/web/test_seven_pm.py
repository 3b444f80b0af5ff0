"""An evening from an empty room to cards in the air, counted as a volunteer clicks."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from playwright.sync_api import Browser, Page, expect

from controller.contract.venue import desk
from controller.contract.venue.rights import Role
from display.web.evening.pasted_players import Row, rows_of
from tests.controller.venue.core.rooms import PASSWORD, ROOT, Room, room
from tests.display.web.test_evening import signed_in as session_of
from tests.display.web.world import Pages, World
from tests.mqtt import until

NAMES = [f"{first} Martin; R{n}" for n, first in enumerate((
    "Anne", "Bruno", "Chloé", "Driss", "Emil", "Fanny", "Gus", "Hana", "Inès", "Jo", "Karim", "Léa",
), 201)]  # fmt: skip
MOST_CLICKS, MOST_FIELDS = 12, 3


@pytest.fixture
def real(tmp_path: Path) -> Iterator[tuple[Room, Pages]]:
    """Return a room with two connected tables, and the pages before it."""
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
        hand.fill("One player per line: name, number", "\n".join(NAMES))
        hand.click("Check the list")
        hand.click("Sign in the ticked players")
        hand.click("Close the list")
        hand.click("Draw the seats")
        hand.click("Start the tournament")
        expect(page.get_by_text("Play is under way")).to_be_visible()
        until(lambda: here.quiet, what="every table has done what it was told")
    assert len(here.core.daemon.core.room.left) == len(NAMES)
    assert here.core.daemon.core.room.started
    assert all(one.seat is not None for one in here.core.daemon.core.room.left)
    assert hand.clicks <= MOST_CLICKS
    assert hand.fields <= MOST_FIELDS


def test_a_list_is_looked_at_before_anybody_is_signed_in(world: World) -> None:
    """Who is known is named, who is on the list or twice in this one is left out."""
    english = {"Accept-Language": "en"}
    before = len(world.clerk.done(desk.Enter))
    pasted = "Zoé Petit\nNew Player; 301\nNew Player; 301\n"
    page = world.post("/players", {"list": pasted}, "desk", **english).text
    assert len(world.clerk.done(desk.Enter)) == before
    assert "3 players on the list" in page
    assert "Known: Zoé Petit" in page
    assert page.count("Listed twice") == 1
    ticked = re.findall(r'name="in\.(\d)" checked', page)
    assert ticked == ["0", "1"]


def test_who_is_ticked_is_signed_in_once_and_who_could_not_be_stays(world: World) -> None:
    form = {
        "once": "0a" * 16, "shown": "first", "identified": "on", "of_age": "on",
        "person.0": "h_1", "name.0": "Zoé Petit", "number.0": "", "in.0": "on",
        "person.1": "", "name.1": "Nina Neuf", "number.1": "R9", "in.1": "on",
        "person.2": "", "name.2": "Left Out", "number.2": "",
        "person.3": "", "name.3": "Twice", "number.3": "", "in.3": "on",
    }  # fmt: skip
    before = len(world.clerk.done(desk.Enter))
    page = world.post("/players/enter", form, "desk", **{"Accept-Language": "en"})
    assert world.clerk.done(desk.Enter)[before:][:2] == [
        desk.Enter(person="h_1", identified=True, of_age=True),
        desk.Enter("Nina Neuf", shown_as="Nina N.", member_no="R9", identified=True, of_age=True,
                   if_unknown=True),
    ]  # fmt: skip
    assert page.status_code == 409
    assert "2 players are signed in." in page.text
    assert 'value="Twice"' in page.text
    assert "Nina Neuf" not in page.text
    assert "Left Out" not in page.text
    refused = world.post("/players/enter", form, "auditor")
    assert refused.status_code == 403


def test_what_is_refused_says_where_it_is_cured(real: tuple[Room, Pages]) -> None:
    _, pages = real
    director = session_of(pages, Role.DIRECTOR)

    def said(path: str, **form: str) -> str:
        headers = {"Cookie": f"session={director}", "Accept-Language": "en"}
        return pages.post(path, form, **headers).text

    said("/evening/open", file="redcactus")
    page = said("/evening/close")
    assert "Open a table first." in page
    assert 'href="/do/open-table"' in page
    said("/evening/tables", tables="1", seats="2")
    rows = {f"name.{n}": f"Player {n}" for n in range(3)}
    rows |= {f"in.{n}": "on" for n in range(3)} | {f"number.{n}": f"{n}" for n in range(3)}
    said("/players/enter", **rows)
    page = said("/evening/close")
    assert "There are more players than seats: open another table." in page
    listed = pages.get("/desk", Cookie=f"session={director}").text
    player = re.findall(r'name="player" value="(p_[^"]+)"', listed)[0]
    pages.post("/do/remove", {"player": player, "why": "left", "sure": "yes", "from": "/desk"},
               Cookie=f"session={director}")  # fmt: skip
    other = next(p for p in re.findall(r'value="(p_[^"]+)"', listed) if p != player)
    fixed = {"person": other, "name": "Renamed Right", "number": ""}
    said("/do/correct-person", **fixed)
    listed = pages.get("/desk", Cookie=f"session={director}").text
    assert player not in listed
    assert "Renamed Right" in listed
    assert (
        pages.get("/desk?find=renamed", Cookie=f"session={director}").text.count("/desk/card/") == 1
    )


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ("Anne Martin; 201\n2. Petit, Bruno", [Row("Anne Martin", "201"), Row("Bruno Petit")]),
        ("Nom;Prénom;Licence\nMartin;Anne;12", [Row("Anne Martin", "12")]),
        ('\ufeffName,Number\n"Petit, Bruno",7\n\n', [Row("Bruno Petit", "7")]),
        ("- Chloé\n\t\n• Driss\tR12\td@x.org", [Row("Chloé"), Row("Driss", "R12", "d@x.org")]),
        ("", []),
    ],
)
def test_lists_are_read_as_clubs_write_them(text: str, rows: list[Row]) -> None:
    assert rows_of(text) == rows


@given(st.text(max_size=400))
def test_no_list_is_too_strange_to_be_read(text: str) -> None:
    for row in rows_of(text):
        assert (row.name + row.number).isprintable()
