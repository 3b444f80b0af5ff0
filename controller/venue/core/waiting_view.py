"""The waiting list of a cash game, as a screen of the room shows it."""

from collections.abc import Callable

from controller.contract.venue.waiting import FeedLine, ListView, WaitLine
from controller.venue.core.turn import Evening
from controller.venue.rules.cash_books import Waits
from controller.venue.rules.cash_list import must_move
from controller.venue.rules.cash_seats import free_seats
from controller.venue.rules.room import Room


def list_view(evening: Evening, at: int, wall: int, shown: Callable[[str], str]) -> ListView:
    """Return who waits at room time `at`, which is the wall's `wall`, and who must move where."""
    room, ahead = evening.room, wall - at
    feeds = tuple(
        FeedLine(
            table, to,
            tuple(shown(one.id) for one in must_move(room.seated(table), room.cash.sessions)),
        )
        for table, to in room.cash.feeds.items()
    )  # fmt: skip
    free = sum(len(free_seats(room, number)) for number in room.tables)
    waiting = tuple(_line(room, one, ahead, shown) for one in room.cash.waiting)
    return ListView(evening.id, waiting, feeds, free)


def _line(room: Room, one: Waits, ahead: int, shown: Callable[[str], str]) -> WaitLine:
    sits = room.players[one.player].seat is not None
    until = one.until + ahead if one.until else 0
    return WaitLine(
        one.player, shown(one.player), one.since + ahead, one.tables, sits, one.seat, until,
        one.comes,
    )  # fmt: skip
