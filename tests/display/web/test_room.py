"""What the pages know of the room, before anything is told and once it is."""

from typing import Literal, get_args

import msgspec
import pytest
from msgspec.structs import replace

from controller.contract.public import Status
from controller.contract.venue.cash_game.waiting import ListView, WaitLine
from controller.contract.venue.seats import Seat
from controller.contract.venue.views import (
    ClockView,
    LogHealth,
    NoticeKind,
    NoticeLine,
    NoticesView,
    PostingView,
    RoomPhase,
    SeatLine,
    SeatsView,
    SignInAsks,
    StructureView,
    TableLine,
    VenueHealth,
    VenueState,
)
from display.web.live.room import (
    NOTHING,
    WELL,
    Evening,
    RoomSeen,
    Word,
    changed_topics,
    room_heard,
    topic_of,
    word_on,
    words_of,
)

STAKES = [{"word": "rake", "value": 5}]


def posting(**told: object) -> PostingView:
    """Return what is posted of an evening."""
    return msgspec.convert(
        {"tournament": "t1", "title": "Main", "house": "tda", **told}, PostingView
    )


@pytest.mark.parametrize(
    ("phase", "begun", "over"),
    [
        (RoomPhase.IDLE, False, False), (RoomPhase.ENTERING, False, False),
        (RoomPhase.PLAYING, True, False), (RoomPhase.BREAK, True, False),
        (RoomPhase.HELD, True, False), (RoomPhase.BAGGING, True, False),
        (RoomPhase.BAGGED, True, True), (RoomPhase.ENDED, True, True),
    ],
)  # fmt: skip
def test_an_evening_has_begun_and_is_over_by_its_clock(
    phase: RoomPhase, *, begun: bool, over: bool
) -> None:
    evening = Evening(ClockView("t1", 1, phase=phase))
    assert (evening.begun, evening.over, evening.running) == (begun, over, begun and not over)


def test_of_a_room_that_says_nothing_nothing_is_known() -> None:
    nobody, evening = RoomSeen(), Evening()
    assert (evening.begun, evening.over, evening.running, evening.cash) == (False,) * 4
    assert (evening.money, evening.asks) == ("none", frozenset(get_args(SignInAsks)))
    assert (nobody.online, nobody.shown, nobody.title, nobody.languages) == (False, 0, "", ())
    assert (nobody.notices(), nobody.players(), nobody.free_seats()) == ((), (), ())
    assert nobody.evening == evening
    assert nobody.seat_of("p1") is None
    assert nobody.line("1") is None
    assert [nobody.table_number(name) for name in ("12", "0", "bar", "\u0663", "")] == [
        12,
        0,
        0,
        0,
        0,
    ]
    assert words_of(nobody) == {}
    assert list(changed_topics(nobody, nobody)) == []


def test_what_is_posted_says_what_is_played_for_and_what_is_asked() -> None:
    assert Evening(posting=posting()).cash is False
    evening = Evening(posting=posting(stakes=STAKES, money="currency", asks=["of_age"]))
    assert (evening.cash, evening.money, *evening.asks) == (True, "currency", "of_age")


def test_the_evening_is_the_one_that_the_room_names_or_the_last() -> None:
    one, two = Evening(structure=StructureView("t1", "One", "tda", ())), Evening(ClockView("t2", 1))
    room = RoomSeen(evenings={"t1": one, "t2": two})
    assert (room.evening, room.title) == (two, "")
    room = replace(room, state=VenueState(5, "x", tournament="t1", shown=4))
    assert (room.evening, room.title, room.shown) == (one, "One", 4)
    room = replace(room, state=VenueState(5, "x", tournament="t3", title="Of the room"))
    assert (room.evening, room.title) == (two, "Of the room")
    told = Evening(posting=posting(languages=["fr", "en"]))
    assert RoomSeen(evenings={"t": told}).languages == ("fr", "en")


@pytest.mark.parametrize("status", ["online", "offline"])
def test_the_core_is_online_while_it_says_so(status: Literal["online", "offline"]) -> None:
    assert RoomSeen(status=Status(status, "S", "venue", "1")).online is (status == "online")


def test_a_seat_is_free_that_nobody_has_is_sent_to_or_is_called_to() -> None:
    tables = (TableLine(1, "1", 3, 2), TableLine(2, "second", 4, 0))
    state = VenueState(1, "x", tournament="t1", tables=tables)
    moving = SeatLine("p2", "Bea", "moving", 1, 2, to_table=2, to_seat=4)
    seats = SeatsView("t1", (SeatLine("p1", "Anne", "seated", 1, 1), moving))
    waiting = ListView("t1", (WaitLine("p3", "Cleo", 0, seat=Seat(2, 1)), WaitLine("p4", "Dan", 0)))

    def free(**told: object) -> list[Seat]:
        evening = msgspec.structs.replace(Evening(seats=seats, waiting=waiting), **told)
        return list(RoomSeen(state, evenings={"t1": evening}).free_seats())

    playing = ClockView("t1", 1, phase=RoomPhase.PLAYING)
    whole = [Seat(1, 3), Seat(2, 2), Seat(2, 3)]
    assert free() == whole
    assert free(clock=ClockView("t1", 1, phase=RoomPhase.ENTERING)) == whole
    assert free(clock=playing) == free(clock=playing, posting=posting()) == [Seat(1, 3)]
    assert free(clock=playing, posting=posting(stakes=STAKES)) == whole
    assert free(waiting=None) == [Seat(1, 3), Seat(2, 1), Seat(2, 2), Seat(2, 3)]
    room = RoomSeen(state, evenings={"t1": Evening(seats=seats)})
    assert (room.seat_of("p2"), room.seat_of("p9")) == (seats.players[1], None)
    assert [room.table_number(name) for name in ("second", "1", "7")] == [2, 1, 7]


def notice(name: str, table: int) -> NoticeLine:
    """Return a notice about a table."""
    return NoticeLine(name, NoticeKind.MOVED, table=table)


def told_of(tables: tuple[TableLine, ...], *notices: NoticeLine) -> RoomSeen:
    """Return a room with tables and notices."""
    view = NoticesView("t1", notices)
    return RoomSeen(
        VenueState(1, "x", tournament="t1", tables=tables), evenings={"t1": Evening(notices=view)}
    )


def test_each_table_is_told_its_own_and_no_other() -> None:
    tables = (TableLine(1, "1"), TableLine(2, "bar", heard=False, holds=("fire",)))
    first, second = notice("a", 2), notice("b", 5)
    before, after = told_of(tables), told_of(tables, first, second)
    assert words_of(after) == {
        "1": NOTHING, "bar": Word(False, ("fire",), (first,)), "2": Word(notices=(first,)),
        "5": Word(notices=(second,)),
    }  # fmt: skip
    expected = {topic_of("notices"), word_on("bar"), word_on("2"), word_on("5")}
    assert set(changed_topics(before, after)) == expected
    assert words_of(after) is words_of(after)
    assert words_of(before) is words_of(before)
    silent = told_of((replace(tables[0], heard=False), tables[1]), first, second)
    silent = replace(silent, evenings=after.evenings)
    assert list(changed_topics(after, silent)) == [word_on("1")]
    quiet = replace(after, evenings=before.evenings)
    assert set(changed_topics(after, quiet)) == expected


def test_the_words_of_the_last_two_rooms_are_kept() -> None:
    rooms = [told_of((), notice(str(n), n)) for n in range(3)]
    found = [words_of(room) for room in rooms]
    assert words_of(rooms[1]) is found[1]
    assert words_of(rooms[2]) is found[2]
    assert words_of(rooms[0]) is not found[0]


@pytest.mark.parametrize(
    "told",
    [
        {"status": Status("online", "S", "venue", "1")}, {"state": VenueState(1, "x", title="New")},
        {"health": VenueHealth("x", LogHealth.OK)},
        {"evenings": {"t": Evening(posting=posting(languages=["fr"]))}},
    ],
)  # fmt: skip
def test_the_state_of_the_room_is_a_topic_of_its_own(told: dict[str, object]) -> None:
    assert WELL in changed_topics(RoomSeen(), msgspec.structs.replace(RoomSeen(), **told))


def test_a_message_without_content_takes_a_view_away() -> None:
    room = room_heard(RoomSeen(), "state", msgspec.json.encode(VenueState(4, "x", shown=3)))
    assert room.shown == 3
    assert room_heard(room, "state", b"") == RoomSeen()
    clock, seats = (msgspec.json.encode(one) for one in (ClockView("t", 1), SeatsView("t", ())))
    both = room_heard(
        room_heard(RoomSeen(), "tournament/t/clock", clock), "tournament/t/seats", seats
    )
    assert both.evenings == {"t": Evening(ClockView("t", 1), seats=SeatsView("t", ()))}
    for rest in ("t/clock", "other/t/clock", "tournament/t/clock/x", "tournament/t/new", "clock"):
        assert room_heard(both, rest, clock) is both
    assert room_heard(both, "tournament/t/clock", b"").evenings == {
        "t": Evening(seats=SeatsView("t", ()))
    }
