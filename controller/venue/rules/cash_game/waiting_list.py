"""A cash game's waiting list: calls for free seats, and table changes.

A call offers a seat to a player for a few minutes; a player who does not arrive in time goes to the
bottom of the list. One table may feed another: whenever a seat becomes free at the table that is
fed, the player who has sat longest at the feeder table must move to it.
"""

from collections.abc import Callable
from itertools import takewhile
from typing import Any

import msgspec

from controller.contract.venue import inputs as i
from controller.contract.venue.cash_game import waiting as w
from controller.contract.venue.kinds import RoomInput
from controller.contract.venue.seats import Seat
from controller.venue.rules.books.cash_books import CHANGE, Waits
from controller.venue.rules.books.room import Player
from controller.venue.rules.books.work import Refused, Work, needed, refuse_if
from controller.venue.rules.cash_game.sessions import (
    clear,
    free_seats,
    hands_left,
    kept_seats,
    put_books,
    put_session,
    session_of,
)
from controller.venue.rules.tournament import CashGame

MINUTE = 60_000
ASKED, MUST, FLOOR = "asked", "must-move", "floor"
"""The reasons for a table change."""


def look(work: Work) -> None:
    """Bring the waiting list up to date.

    Expired seat offers are withdrawn. Players are moved from feeder tables. If the house calls
    players automatically, free seats are offered to the next players on the list.
    """
    if work.room.ended:
        return
    for one in work.room.cash.waiting:
        if one.seat is not None and one.until and one.until <= work.room.at:
            _missed(work, one)
    for table, to in work.room.cash.feeds.items():
        _feed(work, table, to)
    while _game(work).calls.value == "at-once" and (found := _next(work)) is not None:
        _call(work, *found)


def due(waiting: tuple[Waits, ...]) -> int | None:
    """Return the room time (ms) at which the next offer of a seat expires, or None if none does."""
    return min((one.until for one in waiting if one.seat is not None and one.until), default=None)


def may_have(work: Work, player: str, seat: Seat) -> None:
    """Raise `Refused` if somebody else has a better claim to a seat than this player.

    A player for whom the seat is reserved has a better claim. So does a player whom the seat suits,
    who is ahead of this player on the waiting list, and who has no seat reserved.
    """
    kept = kept_seats(work.room)
    refuse_if(kept.get(seat, player) != player, "seat-is-kept")
    before = takewhile(lambda one: one.player != player, work.room.cash.waiting)
    ahead = any(one.seat is None and _suits(work, one, seat) for one in before)
    refuse_if(seat not in kept and ahead, "others-wait")


def seated(work: Work, player: str) -> None:
    """Remove a newly seated player from the list, and record when they sat down."""
    there = (one for one in work.room.cash.waiting if one.player == player)
    put_session(work, player, sat=work.room.n, waited=next(there, None))
    off(work, player, "seated")


def wait_again(work: Work, player: str) -> None:
    """Put a player whom a table did not seat back on the list, first, if they were on it."""
    waited = session_of(work, player).waited
    if waited is None:
        return
    first = msgspec.structs.replace(waited, seat=None, until=0, comes=False)
    put_session(work, player, waited=None)
    # Since then they may have joined it for another table.
    others = (one for one in work.room.cash.waiting if one.player != player)
    put_books(work, waiting=(first, *others))
    work.say(w.Listed(player, 1, first.tables, _game(work).call_minutes.article))


def arrive(work: Work, player: Player, to: Seat) -> None:
    """Seat a player arriving from another seat, with their stack, penalty and missed blinds."""
    work.put(player, standing="seated", seat=to)
    seated(work, player.id)
    work.sit_down(to, player, session_of(work, player.id))


def _game(work: Work) -> CashGame:
    assert work.rules.cash is not None
    return work.rules.cash


# -- actions on the list ----------------------------------------------------------------


def _joins(work: Work, said: w.ListJoined) -> None:
    player = work.player(said.player)
    refuse_if(player.standing == "removed", "out-already")
    refuse_if(any(one.player == player.id for one in work.room.cash.waiting), "waits-already")
    refuse_if(not set(said.tables) <= work.room.tables.keys(), "no-such-table")
    refuse_if(player.seat is not None and set(said.tables) == {player.seat.table}, "same-table")
    refuse_if(session_of(work, player.id).leaving, "on-the-way")
    waiting = (*work.room.cash.waiting, Waits(player.id, said.tables, work.room.at))
    put_books(work, waiting=waiting)
    work.say(w.Listed(player.id, len(waiting), said.tables, _game(work).call_minutes.article))


def _calls(work: Work, said: w.SeatCalled) -> None:
    if not said.whom:
        _call(work, *needed(_next(work), "no-free-seat"))
        return
    one = _waits(work, said.whom)
    refuse_if(one.seat is not None, "called-already")
    _call(work, one, needed(_seat_for(work, one), "no-free-seat"))


def _answers(work: Work, said: w.CallAnswered) -> None:
    one, player = _waits(work, said.player), work.player(said.player)
    seat = needed(one.seat, "not-called")
    if not said.comes:
        _missed(work, one)
    elif player.seat is not None:
        change(work, player, seat, ASKED)
    else:
        _put(work, msgspec.structs.replace(one, until=0, comes=False))


def _says(work: Work, said: w.ComingSaid) -> None:
    """Record that a player says they are coming to the seat they were offered.

    Their deadline does not change.
    """
    one = _waits(work, said.player)
    seat = needed(one.seat, "not-called")
    refuse_if(one.comes, "nothing-changes")
    _put(work, msgspec.structs.replace(one, comes=True))
    work.say(w.ComingTold(one.player, seat))


def _feeds(work: Work, said: w.TableFeeds) -> None:
    work.table(said.table)
    feeds = {table: to for table, to in work.room.cash.feeds.items() if table != said.table}
    if said.to:
        work.table(said.to)
        if said.to == said.table or said.to in feeds or said.table in feeds.values():
            raise Refused("feeds-in-a-circle")
        feeds[said.table] = said.to
    put_books(work, feeds=dict(sorted(feeds.items())))


def _by_hand(work: Work, said: i.PlayerMoved) -> None:
    """Move a player at the floor's request, or seat a player who has chips but no seat."""
    player = work.player(said.player)
    if said.seat.table not in work.room.tables or said.seat not in free_seats(
        work.room, said.seat.table
    ):
        raise Refused("seat-is-taken")
    if player.needs_ear and said.seat.seat not in work.room.tables[said.seat.table].ears:
        raise Refused("seat-has-no-ear")
    if player.seat is not None:
        change(work, player, said.seat, FLOOR)
    elif player.stack:
        arrive(work, player, said.seat)
    else:
        raise Refused("not-seated")


def change(work: Work, player: Player, to: Seat, why: str) -> None:
    """Order a player to move to another seat after the current hand; `why` is the reason."""
    assert player.seat is not None
    refuse_if(session_of(work, player.id).leaving, "on-the-way")
    clear(work, player, CHANGE)
    put_session(work, player.id, to=to)
    off(work, player.id, "seated")
    work.say(w.TableChanging(player.id, player.seat, to, why))


# -- the next player --------------------------------------------------------------------


def _next(work: Work) -> tuple[Waits, Seat] | None:
    """Return the next player to be offered a seat, and the seat, or None; seated players first."""
    waiting = work.room.cash.waiting
    for one in sorted(waiting, key=lambda one: work.player(one.player).seat is None):
        if one.seat is None and (seat := _seat_for(work, one)) is not None:
            return one, seat
    return None


def _seat_for(work: Work, one: Waits) -> Seat | None:
    """Return a free seat that suits a player, at the table with the fewest players, or None."""
    tables = sorted(work.room.tables, key=lambda number: (work.room.crowd(number), number))
    for table in tables:
        for seat in free_seats(work.room, table):
            if _suits(work, one, seat):
                return seat
    return None


def _suits(work: Work, one: Waits, seat: Seat) -> bool:
    """Return whether a seat suits a player on the waiting list.

    The player must have hands left to play today. The table must respond, and must be one that the
    player wants. If they need an earpiece, the seat must have one. If they are already seated, no
    seat suits them at their own table, or at the table that it feeds.
    """
    player, table = work.player(one.player), work.room.tables[seat.table]
    left = hands_left(work.rules.cash, session_of(work, one.player))
    if left is not None and left <= 0:
        return False
    if table.silent or (one.tables and seat.table not in one.tables):
        return False
    if player.needs_ear and seat.seat not in table.ears:
        return False
    if player.seat is not None:
        return seat.table not in (player.seat.table, work.room.cash.feeds.get(player.seat.table))
    return True


def _feed(work: Work, table: int, to: int) -> None:
    """Move players from a feeder table to free seats at table `to`, the longest seated first."""
    if work.room.tables[to].silent or work.room.tables[table].silent:
        return
    for seat in free_seats(work.room, to):
        ears = work.room.tables[to].ears
        going = [
            one for one in must_move(work.room.seated(table), work.room.cash.sessions)
            if not one.needs_ear or seat.seat in ears
        ]  # fmt: skip
        if not going:
            return
        change(work, going[0], seat, MUST)


def must_move(seated: dict[int, Player], sessions: Any) -> list[Player]:
    """Return the players who must move from a feeder table, the longest seated first."""
    there = [one for one in seated.values() if not sessions[one.id].leaving]
    return sorted(there, key=lambda one: (sessions[one.id].sat, one.id))


def _call(work: Work, one: Waits, seat: Seat) -> None:
    minutes = _game(work).call_minutes
    ms = minutes.value * MINUTE
    _put(work, msgspec.structs.replace(one, seat=seat, until=work.room.at + ms if ms else 0))
    work.say(w.CalledUp(one.player, seat, ms, minutes.article))


def _missed(work: Work, one: Waits) -> None:
    """Withdraw an offer of a seat, because the player declined it or did not show up.

    The player goes to the bottom of the list, or is removed from it after missing too many offers.
    """
    most, seat = _game(work).calls_missed, one.seat
    assert seat is not None
    if most.value and one.missed + 1 >= most.value:
        off(work, one.player, "missed")
        return
    rest = tuple(other for other in work.room.cash.waiting if other.player != one.player)
    again = msgspec.structs.replace(one, seat=None, until=0, comes=False, missed=one.missed + 1)
    put_books(work, waiting=(*rest, again))
    work.say(w.CallMissed(one.player, seat, len(rest) + 1, most.article))


def _waits(work: Work, player: str) -> Waits:
    work.player(player)
    found = (one for one in work.room.cash.waiting if one.player == player)
    return needed(next(found, None), "not-on-the-list")


def _put(work: Work, new: Waits) -> None:
    put_books(
        work,
        waiting=tuple(new if one.player == new.player else one for one in work.room.cash.waiting),
    )


def off(work: Work, player: str, why: str) -> None:
    """Remove a player from the waiting list if they are on it; `why` is published as the reason."""
    waiting = tuple(one for one in work.room.cash.waiting if one.player != player)
    if len(waiting) < len(work.room.cash.waiting):
        put_books(work, waiting=waiting)
        work.say(w.OffList(player, why))


TAKEN: dict[type[RoomInput], Callable[[Work, Any], None]] = {
    w.ListJoined: _joins,
    w.ListLeft: lambda work, said: off(work, _waits(work, said.player).player, "gone"),
    w.SeatCalled: _calls,
    w.CallAnswered: _answers,
    w.ComingSaid: _says,
    w.TableFeeds: _feeds,
    i.PlayerMoved: _by_hand,
}
"""The function that processes each input about the waiting list or a table change."""
