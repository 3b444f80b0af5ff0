"""The waiting list of a cash game, as shown on a screen in the room."""

from collections.abc import Callable, Iterator

from controller.contract.venue.cash_game.waiting import FeedLine, ListView, WaitLine
from controller.venue.core.take_input import Evening
from controller.venue.rules.books.cash_books import Waits
from controller.venue.rules.books.room import Room
from controller.venue.rules.cash_game.sessions import free_seats
from controller.venue.rules.cash_game.waiting_list import must_move


def list_view(evening: Evening, at: int, wall: int, shown: Callable[[str], str]) -> ListView:
    """Return the waiting list, and the players who must move on from each feeder table.

    `at` is the room time, and `wall` the wall time at the same moment. `shown` returns a player's
    public name. Both lists are empty once the game is over.
    """
    if evening.room.ended:
        return ListView(evening.id)
    room, ahead = evening.room, wall - at
    feeds = tuple(
        FeedLine(table, to, tuple(map(shown, going)), going) for table, to, going in _going(room)
    )
    free = sum(len(free_seats(room, number)) for number in room.tables)
    waiting = tuple(_line(room, one, ahead, shown) for one in room.cash.waiting)
    return ListView(evening.id, waiting, feeds, free)


def moves_on(room: Room, player: str) -> tuple[int, int]:
    """Return the table to which a player must move, and their position in the order of moves.

    The position counts from 1. Both values are 0 if the player need not move.
    """
    for _, to, going in _going(room):
        if player in going:
            return to, going.index(player) + 1
    return 0, 0


def _going(room: Room) -> Iterator[tuple[int, int, tuple[str, ...]]]:
    """Yield each feeder table, the table that it feeds, and the players who must move, in order."""
    for table, to in room.cash.feeds.items():
        yield table, to, tuple(one.id for one in must_move(room.seated(table), room.cash.sessions))


def _line(room: Room, one: Waits, ahead: int, shown: Callable[[str], str]) -> WaitLine:
    sits = room.players[one.player].seat is not None
    until = one.until + ahead if one.until else 0
    return WaitLine(
        one.player, shown(one.player), one.since + ahead, one.tables, sits, one.seat, until,
        one.comes,
    )  # fmt: skip
