"""Temporary notices at a table, each removed after a number of hands."""

from msgspec.structs import replace

from controller.contract.rules import NoticeText
from controller.contract.venue.outputs import Notify, NotifyOff
from controller.contract.venue.seats import Seat
from controller.venue.rules.books.room import Passing
from controller.venue.rules.books.work import Work

HANDS = 2
"""The number of hands for which a notice is shown: the hand in progress and the next one."""


def tell(work: Work, seat: Seat, text: NoticeText) -> None:
    """Show a notice at a seat for a limited number of hands."""
    name = work.order(Notify, seat.table, text=text, seat=seat.seat)
    work.change(passing=(*work.room.passing, Passing(name, seat.table)))


def hand_over(work: Work, table: int) -> None:
    """Count a hand at a table, and remove notices that have been there for `HANDS` hands."""
    kept = []
    for one in work.room.passing:
        older = replace(one, hands=one.hands + 1) if one.table == table else one
        if older.hands < HANDS:
            kept.append(older)
        else:
            work.order(NotifyOff, table, notice=older.order)
    if work.room.passing:
        work.change(passing=tuple(kept))
