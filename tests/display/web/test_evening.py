"""The pages before a real room: its core, its log, its tables. From the list to the results."""

import html
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from controller.contract.venue.rights import Role
from controller.venue.core.actions import SENTENCES
from display.words.evening import REFUSALS
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
    here, pages = real
    with Subscriber(here.broker.port) as everybody:
        director, desk = signed_in(pages, Role.DIRECTOR), signed_in(pages, Role.DESK)
        said = done(pages, director, "/do/open-tournament", file="redcactus", title="Jeudi")
        assert "The tournament is open." in said
        for table in ("1", "2"):
            said = done(pages, director, "/do/open-table", table=table, seats="8")
            assert "The table is open." in said
        for name in NAMES:
            said = done(pages, desk, "/desk/enter", name=name, shown_as=name[:2])
            assert "Signed in." in said
            assert name in said
        assert "Close the list first" in done(pages, desk, "/do/draw-seats", witness="7h")
        wall = done(pages, desk, "/desk/close-list")
        assert len(re.findall(r"<dd>[0-9a-f]{64}</dd>", wall)) == 2
        assert "Seats are drawn." in done(pages, desk, "/do/draw-seats", witness="7h Ks 2d")
        assert "not" in done(pages, desk, "/do/start")  # the desk may not
        listed = pages.get("/desk", Cookie=f"session={desk}").text
        player = re.findall(r'href="/desk/card/([^"]+)"', listed)[0]
        card = pages.get(f"/desk/card/{player}", Cookie=f"session={desk}").text
        link = html.unescape(re.findall(r'href="http://[^/]+(/me/[^"]+)"', card)[0])
        seat = re.findall(r"Table (\d+)<br>\s*Seat (\d+)", card)[0]
        until(lambda: "Jeudi" in pages.get("/clock").text, what="the room is heard")
        place = re.compile(r"Table (\d+)<br>\s*Seat (\d+)")
        until(lambda: place.findall(pages.get(link).text), what="the seat is told")
        own = pages.get(link).text
        assert place.findall(own)[0] == seat
        assert "The tournament begins." in done(pages, director, "/do/start")
        until(lambda: "Level 1" in pages.get("/clock").text, what="the clock runs")
        rows = pages.get("/log", Cookie=f"session={director}").text
        assert "play-started" in rows
        assert "director" in rows
        # The names are on the desk's list, and nowhere else.
        heard = repr(everybody.heard)
        for name in NAMES:
            assert name in listed
            assert not any(name in text for text in (heard, own, rows, pages.get("/results").text))
        assert pages.post("/sign-out", {}, Cookie=f"session={desk}").status_code == 303
        assert pages.get("/desk", Cookie=f"session={desk}").status_code == 303


def test_who_is_out_has_a_place_on_their_own_page_and_in_the_results(
    real: tuple[Room, Pages],
) -> None:
    here, pages = real
    players = here.league_night(4)
    until(lambda: here.quiet and here.hall.may_deal, what="the tables may deal")
    director = signed_in(pages, Role.DIRECTOR)
    done(pages, director, "/do/remove", player=players[0], why="disqualified")
    until(lambda: "<tbody><tr>" in pages.get("/results").text, what="there is a place")
    listed = here.desk.ask("entrants")["entrants"]
    link = next(one["link"] for one in listed if one["player"] == players[0])
    assert "Your place" in pages.get(f"/me/{link}").text


def test_every_refusal_of_the_core_has_words_here() -> None:
    assert set(SENTENCES) <= set(REFUSALS)
