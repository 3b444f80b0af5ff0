"""A player's own page: what it takes from what the room publishes, and when it is made anew."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from controller.contract.public import Status
from controller.contract.venue.cash_game.waiting import FeedLine, ListView, WaitLine
from controller.contract.venue.desk import PlayerPage
from controller.contract.venue.seats import Seat
from controller.contract.venue.views import (
    ClockView,
    LogHealth,
    PlaceLine,
    PlacesView,
    RoomPhase,
    SeatLine,
    SeatsView,
    TableLine,
    VenueHealth,
    VenueState,
)
from display.feed import FeedSource
from display.web.live.room import Evening, RoomSeen
from display.web.pages import set_up_templates
from display.web.screens.pages_player import may_wait, me_now, me_pushed
from display.web.site import Settings, Site

ANNE = PlayerPage("t1", "Main", "p1", "Anne", "seated", Seat(1, 1), Seat(9, 9), 700, left_players=8)


def room(**told: object) -> RoomSeen:
    """Return a room of which some views of the evening are known."""
    return RoomSeen(evenings={"t1": replace(Evening(), **told)})


def seats(line: SeatLine) -> SeatsView:
    """Return who sits where, with somebody else first."""
    return SeatsView("t1", (SeatLine("p2", "Bea", "seated", 4, 4, 1, 5, 5), line))


def test_a_page_follows_what_the_room_publishes_of_its_player() -> None:
    assert me_now(ANNE, RoomSeen()) == ANNE
    sits = SeatLine("p1", "Anne", "moving", 2, 3, 900, 5, 6)
    assert me_now(ANNE, room(seats=seats(sits))) == replace(
        ANNE, standing="moving", seat=Seat(2, 3), to=Seat(5, 6), stack=900
    )
    away = SeatLine("p1", "Anne", "waiting")
    assert me_now(ANNE, room(seats=seats(away))) == replace(
        ANNE, standing="waiting", seat=None, to=None, stack=0
    )
    places = (PlaceLine("p2", "Bea", 4, 5, 1), PlaceLine("p1", "Anne", 2, 3, 44))
    out = me_now(ANNE, room(places=PlacesView("t1", places), clock=ClockView("t1", 1)))
    assert out == replace(ANNE, first=2, last=3, points=44, left_players=0)
    assert me_now(ANNE, room(places=PlacesView("t1", places[:1]))) == ANNE


def test_a_page_follows_the_waiting_list_of_its_own_game_alone() -> None:
    waited = replace(ANNE, waits=3, called=Seat(1, 1), until=5, comes=True, feeds=1, moves=1)
    bea = WaitLine("p2", "Bea", 1)
    mine = WaitLine("p1", "Anne", 2, seat=Seat(3, 4), until=60, comes=True)
    feeds = (FeedLine(7, 8, (), ("p2",)), FeedLine(4, 6, (), ("p3", "p1")))
    other = ListView("t2", (mine,), feeds)
    assert me_now(waited, room(waiting=other)) == waited
    assert me_now(waited, room(waiting=ListView("t1", (bea, mine), feeds))) == replace(
        waited, waits=2, called=Seat(3, 4), until=60, comes=True, feeds=6, moves=2
    )
    assert me_now(waited, room(waiting=ListView("t1", (bea,)))) == replace(
        waited, waits=0, called=None, until=0, comes=False, feeds=0, moves=0
    )


@pytest.mark.parametrize(
    ("told", "phase", "may"),
    [
        ({}, RoomPhase.PLAYING, True), ({}, None, True), ({}, RoomPhase.HELD, True),
        ({}, RoomPhase.ENDED, False), ({}, RoomPhase.BAGGED, False),
        ({"waits": 1}, RoomPhase.PLAYING, False), ({"to": Seat(1, 2)}, RoomPhase.PLAYING, False),
        ({"standing": ""}, RoomPhase.PLAYING, False),
        ({"standing": "removed"}, RoomPhase.PLAYING, False),
        ({"standing": "out"}, RoomPhase.PLAYING, True),
    ],
)  # fmt: skip
def test_who_may_wait(told: dict[str, object], phase: RoomPhase | None, *, may: bool) -> None:
    seen = room(waiting=ListView("t1"))
    if phase is not None:
        seen = replace(seen, state=VenueState(1, "x", tournament="t1", phase=phase))
    me = replace(replace(ANNE, to=None), **told)
    assert may_wait(me, seen) is may
    assert not may_wait(me, replace(seen, evenings={}))


def test_a_page_is_made_anew_for_each_thing_that_it_shows_and_for_no_other(tmp_path: Path) -> None:
    set_up_templates()
    site = Site(Settings(FeedSource("127.0.0.1", 1, "tapis/x"), tmp_path / "desk"))
    make = me_pushed(site, replace(ANNE, to=None), "link")
    one, two, three = TableLine(1, "1"), TableLine(2, "2"), TableLine(3, "3")
    state = VenueState(1, "x", tournament="t1", phase=RoomPhase.PLAYING, tables=(one, two, three))
    site.room = replace(room(waiting=ListView("t1")), state=state)
    before = make("en")
    assert [f"table.{n}" in before for n in (1, 2, 3)] == [False, True, True]
    assert make("fr") != before
    site.room = replace(
        site.room, state=replace(state, seq=2, tables=(one, two, replace(three, hand=4)))
    )
    assert make("en") is before
    for told in (
        {"state": replace(state, tables=(two, three, TableLine(11, "11")))},
        {"state": replace(state, phase=RoomPhase.ENDED)},
        {"status": Status("online", "S", "venue", "1")},
        {"health": VenueHealth("x", LogHealth.DISK_FULL)},
        {"evenings": {"t1": Evening(ClockView("t1", 1))}},
    ):
        site.room = replace(site.room, **told)
        after = make("en")
        assert after is not before
        before = after
