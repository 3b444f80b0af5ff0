"""The waiting list of a cash game: when its first call lapses, and which seat suits whom."""

from collections import defaultdict
from types import SimpleNamespace

import pytest

from controller.contract.venue.seats import Seat
from controller.venue.rules.books.cash_books import Session, Waits
from controller.venue.rules.books.room import Player
from controller.venue.rules.books.work import Refused
from controller.venue.rules.cash_game import waiting_list as module
from controller.venue.rules.cash_game.waiting_list import _feed, _suits, due, may_have, must_move

FIRST, SECOND = Seat(1, 1), Seat(1, 2)


def test_the_first_call_that_lapses_counts_and_one_without_an_end_does_not() -> None:
    uncalled = Waits("a")
    held = Waits("b", seat=FIRST)
    later = Waits("c", seat=FIRST, until=900)
    sooner = Waits("d", seat=SECOND, until=500)
    assert due((uncalled, held)) is None
    assert due((uncalled, held, later, sooner)) == 500


def room(*seated: Player, silent: tuple[int, ...] = (), **sessions: Session) -> SimpleNamespace:
    """Return the work on three tables with one ear each; table 1 feeds table 2."""
    tables = {
        number: SimpleNamespace(silent=number in silent, ears=frozenset({3}))
        for number in (1, 2, 3)
    }
    players = {one.id: one for one in seated}
    books = SimpleNamespace(feeds={1: 2}, sessions=defaultdict(Session, sessions))
    there = {one.seat.seat: one for one in seated if one.seat is not None}
    return SimpleNamespace(
        room=SimpleNamespace(tables=tables, cash=books, seated=lambda table: there),
        player=players.get,
        rules=SimpleNamespace(cash=None),
    )


@pytest.mark.parametrize(
    ("player", "tables", "seat", "silent", "suits"),
    [
        (Player("a"), (), Seat(2, 1), (), True), (Player("a"), (), Seat(2, 1), (2,), False),
        (Player("a"), (), Seat(2, 1), (1,), True), (Player("a"), (2, 3), Seat(2, 1), (), True),
        (Player("a"), (1, 3), Seat(2, 1), (), False),
        (Player("a", needs_ear=True), (), Seat(2, 1), (), False),
        (Player("a", needs_ear=True), (), Seat(2, 3), (), True),
        (Player("a", needs_ear=True, seat=Seat(1, 2)), (), Seat(1, 3), (), False),
        (Player("a", seat=Seat(1, 1)), (), Seat(1, 2), (), False),
        (Player("a", seat=Seat(1, 1)), (), Seat(2, 2), (), False),
        (Player("a", seat=Seat(1, 1)), (), Seat(3, 2), (), True),
        (Player("a", seat=Seat(2, 1)), (), Seat(1, 2), (), True),
    ],
)  # fmt: skip
def test_a_seat_suits_who_can_hear_there_and_is_not_sent_there_anyway(
    player: Player, tables: tuple[int, ...], seat: Seat, silent: tuple[int, ...], *, suits: bool
) -> None:
    work = room(player, silent=silent)
    assert _suits(work, Waits("a", tables), seat) is suits  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("free", "silent", "went"),
    [
        ((1, 3), (), [("b", 1), ("a", 3)]), ((3, 1), (), [("a", 3), ("b", 1)]),
        ((1, 2, 3), (), [("b", 1), ("c", 2), ("a", 3)]), ((1,), (1,), []), ((1,), (2,), []),
        ((1,), (3,), [("b", 1)]), ((), (), []),
    ],
)  # fmt: skip
def test_the_longest_seated_move_to_a_seat_where_they_can_hear(
    monkeypatch: pytest.MonkeyPatch, free: tuple[int, ...], silent: tuple[int, ...],
    went: list[tuple[str, int]],
) -> None:  # fmt: skip
    sessions = {"a": Session(sat=1), "b": Session(sat=2), "c": Session(sat=2)}
    seated = [Player(one, seat=Seat(1, n), needs_ear=one == "a") for n, one in enumerate("cab", 1)]
    work, gone = room(*seated, silent=silent, **sessions), []

    def change(_: object, player: Player, seat: Seat, why: str) -> None:
        assert why == module.MUST
        gone.append((player.id, seat.seat))
        work.room.cash.sessions[player.id] = Session(leaving="change")

    monkeypatch.setattr(module, "free_seats", lambda _, table: [Seat(table, n) for n in free])
    monkeypatch.setattr(module, "change", change)
    _feed(work, 1, 2)  # type: ignore[arg-type]
    assert gone == went


def test_who_has_a_seat_reserved_does_not_keep_another() -> None:
    """The seats left are for those behind them on the list."""
    work = room(Player("a"), Player("b"))
    work.room.cash.waiting = (Waits("a"), Waits("b"))
    with pytest.raises(Refused, match="others-wait"):
        may_have(work, "b", Seat(3, 4))  # type: ignore[arg-type]
    work.room.cash.waiting = (Waits("a", seat=Seat(3, 1)), Waits("b"))
    may_have(work, "b", Seat(3, 4))  # type: ignore[arg-type]


def test_who_is_leaving_need_not_move() -> None:
    sessions = {"a": Session(leaving="done"), "b": Session(sat=9), "c": Session(sat=4)}
    seated = {n: Player(one) for n, one in enumerate("abc", 1)}
    assert [one.id for one in must_move(seated, sessions)] == ["c", "b"]
