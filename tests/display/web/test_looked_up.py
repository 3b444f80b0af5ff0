"""What people look up: a seat, moves that were made, what was undone, names of incidents."""

import re
from collections.abc import Iterator

import msgspec
import pytest
from msgspec.structs import replace

from controller.contract.venue import desk
from controller.contract.venue.floor.undoing import DeedUndone
from controller.contract.venue.inputs import HandReported
from controller.contract.venue.views import NoticeKind, NoticeLine, NoticesView
from display.web.records.pages_records import RowLine, folded
from display.words.names import words
from display.words.venue.evening import incident_name
from tests.display.web.world import World, now, views
from tests.mqtt import until

NOTICES = "tournament/t1/notices"
ENGLISH = {"Accept-Language": "en"}


def moved(world: World, ago_ms: int) -> NoticesView:
    """Tell that a player has moved so long ago, and give what was told before."""
    told = views()[NOTICES]
    assert isinstance(told, NoticesView)
    made = NoticeLine("moved-9", NoticeKind.MOVED, now() - ago_ms, "p_2", "Zita", 3, 1, 5, 2,
                      why="balance")  # fmt: skip
    world.say(f"venue/{NOTICES}", replace(told, notices=(*told.notices, made)))
    return told


def test_a_move_stays_for_ten_minutes_with_what_it_was_for(world: World) -> None:
    told = moved(world, 9 * 60_000)
    try:
        until(lambda: "Zita" in world.get("/moves", "floor", **ENGLISH).text)
        page = world.get("/moves", "floor", **ENGLISH).text
        assert re.search(r"last ten minutes</h2>.*Zita.*Balancing tables", page, re.DOTALL)
        assert "Zita" not in world.get("/bar", **ENGLISH).text
        moved(world, 11 * 60_000)
        until(lambda: "Zita" not in world.get("/moves", "floor", **ENGLISH).text)
    finally:
        world.say(f"venue/{NOTICES}", told)


def test_a_player_finds_their_seat_by_what_they_are_shown_by(world: World) -> None:
    found = world.get("/?name=bru", **ENGLISH).text
    assert re.search(r"<strong>Bruno</strong>:\s*table 2, seat 1", found)
    to_go = world.get("/?name=ana", **ENGLISH).text
    assert "please go to table 4, seat 7" in to_go
    assert "No active player is shown under that name." in world.get("/?name=zz", **ENGLISH).text
    assert "<strong>Bruno</strong>" not in world.get("/", **ENGLISH).text


def row(n: int, *, plain: bool) -> RowLine:
    """Return a row of the log."""
    return RowLine(n, "", "", "", "", (), (), "", plain)


def test_hands_that_follow_each_other_are_folded_and_nothing_else() -> None:
    rows = [row(n, plain=n not in (4, 7)) for n in range(10)]
    assert [[one.n for one in group] for group in folded(rows)] == [
        [0, 1, 2, 3], [4], [5], [6], [7], [8], [9]
    ]  # fmt: skip


@pytest.fixture
def log(world: World) -> Iterator[None]:
    """Have a log of hands, and of something that was done and undone."""
    told = world.clerk.answers[desk.AskLog]
    said = [msgspec.to_builtins(HandReported(table=1, hand=n)) for n in range(1, 6)]
    said += [{"type": "player-removed", "player": "p_1"}]
    said += [msgspec.to_builtins(DeedUndone(deed=6))]
    rows = tuple(desk.LogRow(n, now(), "Ms Floor", one) for n, one in enumerate(said, 1))
    world.clerk.answers[desk.AskLog] = lambda _: desk.LogPage(rows, 7)
    yield
    world.clerk.answers[desk.AskLog] = told


def test_the_log_shows_what_was_done_and_what_undid_it(world: World, log: None) -> None:
    page = world.get("/log", "floor", **ENGLISH).text
    assert "undoes row 6" in page
    assert "undone by row 7" in page
    assert "5 routine reports from tables" in page
    assert page.count('<li class="panel">') == 3


def test_no_incident_is_called_by_its_id() -> None:
    for language in ("en", "fr"):
        said = words(language)
        for kind in ("hand.voided", "floor.called", "deck.fouled", "epoch.begun", "board.no-burn",
                     "10m", "absence", "show"):  # fmt: skip
            assert incident_name(kind, said) != kind
