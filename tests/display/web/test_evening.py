"""The pages before a real room: its core, its log, its tables. From the list to the results."""

import ast
import html
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from controller import venue
from controller.contract.venue.every import INPUTS
from controller.contract.venue.rights import Role
from controller.contract.venue.views import LogHealth
from controller.venue.core.refusals import SENTENCES
from controller.venue.store.database import Database
from controller.venue.store.schema import metadata
from controller.venue.tournament_files import load_tournament, tournaments_here
from display.web.records.pages_records import _TAGS
from display.web.staff.actions import ACTIONS
from display.words.venue.evening import LOG, POSTING, REFUSALS, REPORTS
from tests.controller.venue.core.rooms import PASSWORD, ROOT, Room, room
from tests.display.web.world import Pages
from tests.mqtt import Subscriber, until

NAMES = ("Zébulon Quatremer", "Yolande Ancelin", "Xavier Brindille", "Walburge Duchemin")


@pytest.fixture
def real(tmp_path: Path) -> Iterator[tuple[Room, Pages]]:
    """Return a room with two tables, and the pages before it."""
    with room(tmp_path) as here, Pages(here.broker.port, ROOT, Path(here.config.desk)) as pages:
        yield here, pages


def signed_in(pages: Pages, role: Role) -> str:
    """Return the session of somebody of the staff."""
    answer = pages.post("/sign-in", {"name": str(role), "password": PASSWORD})
    assert answer.status_code == 303, answer.text
    return answer.headers["set-cookie"].partition("session=")[2].partition(";")[0]


def done(pages: Pages, session: str, path: str, **form: str) -> str:
    """Send a form that is meant, and give the page that follows."""
    answer = pages.post(path, form | {"sure": "yes"}, Cookie=f"session={session}")
    if answer.status_code != 303:
        return answer.text
    told = answer.headers["set-cookie"].partition(";")[0]
    return pages.get(answer.headers["location"], Cookie=f"session={session}; {told}").text


def test_from_the_list_to_a_seat_on_a_telephone(real: tuple[Room, Pages]) -> None:
    _, pages = real
    director, desk = signed_in(pages, Role.DIRECTOR), signed_in(pages, Role.DESK)
    nothing = pages.get("/desk", Cookie=f"session={director}").text
    assert "Sign a player in" not in nothing
    assert 'href="/do/open-tournament"' in nothing
    for empty in ("/bank", "/deal"):
        page = pages.get(empty, Cookie=f"session={director}")
        assert (page.status_code, 'role="alert"' in page.text) == (200, False)
        assert "No tournament is open." in page.text
    said = done(pages, director, "/do/open-tournament", file="redcactus", title="Jeudi")
    assert "The tournament is open." in said
    for table in ("1", "2"):
        said = done(pages, director, "/do/open-table", table=table, seats="8")
        assert "The table is open." in said
    for name in NAMES:
        said = done(pages, desk, "/desk/enter", name=name, shown_as=name[:2], mail="x@y.org")
        assert "The player is signed in." in said
        assert name in said
    assert "Before the draw, close the list" in done(pages, desk, "/do/draw-seats", witness="7h")
    wall = done(pages, desk, "/desk/close-list")
    assert len(re.findall(r"<dd>[0-9a-f]{64}</dd>", wall)) == 2
    assert "Seats have been drawn." in done(pages, desk, "/do/draw-seats", witness="7h Ks 2d")
    assert "not" in done(pages, desk, "/do/start")  # the desk may not
    listed = pages.get("/desk", Cookie=f"session={desk}").text
    player = re.findall(r'href="/desk/card/([^"]+)"', listed)[0]
    card = pages.get(f"/desk/card/{player}", Cookie=f"session={desk}").text
    link = html.unescape(re.findall(r'href="http://[^/]+(/me/[^"]+)"', card)[0])
    seat = re.findall(r"Table (\d+)<br>\s*Seat (\d+)", card)[0]
    cards = pages.get("/desk/cards", Cookie=f"session={desk}").text
    assert cards.count('class="seat-card"') == len(NAMES)
    until(lambda: "Find your seat" in pages.get("/bar").text, what="the room is heard")
    # The card is that of the first by the alphabet.
    sits = f"<span>{NAMES[-1][:2]}</span><strong>{seat[0]}-{seat[1]}</strong>"
    assert sits in pages.get("/bar").text
    place = re.compile(r"Table (\d+)<br>\s*Seat (\d+)")
    until(lambda: place.findall(pages.get(link).text), what="the seat is told")
    own = pages.get(link).text
    assert place.findall(own)[0] == seat
    begun = done(pages, director, "/do/start")
    assert "The tournament has started." in begun
    assert 'action="/do/start"' not in begun  # the page behind an action shows what it did
    until(lambda: "Level 1" in pages.get("/clock").text, what="the clock runs")
    until(lambda: "Find your seat" not in pages.get("/bar").text, what="seats are taken")
    rows = pages.get("/log", Cookie=f"session={director}").text
    assert "Start the tournament" in rows
    assert "director" in rows
    assert pages.post("/sign-out", {}, Cookie=f"session={desk}").status_code == 303
    assert pages.get("/desk", Cookie=f"session={desk}").status_code == 303


ALL = ("/", "/floor", "/table/1", "/table/2", "/clock", "/bar", "/desk", "/moves", "/actions",
       "/incidents", "/results", "/results.csv", "/log", "/metrics", "/do/move",
       "/figures", "/archive", "/list", "/results/sheet")  # fmt: skip


def test_an_evening_names_nobody_where_it_must_not_and_forgets_whom_it_should(
    real: tuple[Room, Pages],
) -> None:
    here, pages = real
    with Subscriber(here.broker.port, "#") as everybody:
        players = here.league_night(4, NAMES)
        until(lambda: here.quiet and here.hall.may_deal, what="the tables may deal")
        here.hall.deal(boldness=0.0)
        until(lambda: here.heard, what="a hand is in the books")
        director = signed_in(pages, Role.DIRECTOR)
        who, surname = players[0], surname_of(NAMES[0])
        assert surname in everywhere(pages, director)
        figures = pages.get("/figures", Cookie=f"session={director}").text
        assert "Alias-1" in figures
        assert surname not in figures
        done(pages, director, "/do/conduct-noted", player=who, offence="stalling")
        done(pages, director, "/do/remove", player=who, why="disqualified")
        until(lambda: "<tbody><tr>" in pages.get("/results").text, what="there is a place")
        listed = here.desk.ask("entrants")["entrants"]
        link = next(one["link"] for one in listed if one["player"] == who)
        assert "Your place" in pages.get(f"/me/{link}").text
        whole = everywhere(pages, director)
        addresses = re.findall(r'(?:href|src|action|connect|value)="([^"]*)"', whole)
        for text in (repr(everybody.heard), repr(addresses), kept(here, but="person")):
            assert not [name for name in NAMES if surname_of(name) in text]
        said = done(pages, director, "/do/forget", person=who)
        assert "All data that named this person has been deleted." in said
        until(lambda: here.quiet)
        files = b"".join(
            path.read_bytes() for path in Path(here.config.database).parent.glob("venue.db*")
        )
        for trace in (surname, link, "Alias-1"):
            assert trace.encode() not in files
            until(
                lambda trace=trace: trace not in everywhere(pages, director),  # type: ignore[misc]
                what=f"the pages have heard that {trace} is deleted",
            )
        assert pages.get(f"/me/{link}").status_code == 404
        assert surname_of(NAMES[1]) in everywhere(pages, director)


def surname_of(name: str) -> str:
    """Return what of a name stands in nothing else."""
    return name.partition(" ")[2]


def everywhere(pages: Pages, session: str) -> str:
    """Return what stands on all pages, and in what they export, for somebody who may see it all."""
    return "".join(pages.get(path, Cookie=f"session={session}").text for path in ALL)


def kept(here: Room, but: str) -> str:
    """Return all that the room's database holds, but for one table."""
    database = Database(here.config.database, alone=False)
    with database.transaction() as connection:
        rows = [
            connection.execute(table.select()).all()
            for table in metadata.sorted_tables
            if table.name != but
        ]
    database.close()
    return repr(rows)


NOT_FOR_PEOPLE = {
    "no-such-order", "not-on-the-way", "secret-is-not-hex", "unreadable"
}  # fmt: skip
"""The reasons for which only an input or a request made by a program is refused."""


def reasons(source: str) -> Iterator[str]:
    """Yield the ids with which a module refuses something."""
    places = {"refuse_if": 1, "Refused": 0, "No": 0}
    for call in ast.walk(ast.parse(source)):
        if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Name):
            continue
        place = places.get(call.func.id)
        for one in call.args[place:][:1] if place is not None else ():
            for word in ast.walk(one):
                if isinstance(word, ast.Constant) and isinstance(word.value, str):
                    yield word.value


def test_every_refusal_of_the_core_has_words_here() -> None:
    core = Path(venue.__file__).parent
    found = {why for path in core.rglob("*.py") for why in reasons(path.read_text("utf-8"))}
    assert len(found) > 150
    assert found - NOT_FOR_PEOPLE <= set(REFUSALS)
    assert set(SENTENCES) == set(REFUSALS)
    # What the chips' log says of itself is not what an action is refused for.
    assert REFUSALS["books"] != LOG[LogHealth.BOOKS]


def test_the_log_has_words_for_all_that_happens() -> None:
    """What is neither somebody's action nor a table's report would be shown by its tag."""
    assert {tag for tag in INPUTS if _TAGS.get(tag, tag) not in {*ACTIONS, *REPORTS}} == set()


def test_what_a_house_posts_is_called_by_words() -> None:
    for name in tournaments_here():
        posting = load_tournament(name).posting
        assert {*posting.options, *posting.required.value} <= POSTING.keys()
