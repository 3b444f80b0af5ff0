"""Rebuys that have not been paid for, and the tables on hold until they are."""

from controller.contract.venue.outputs import NotifyOff, ReleaseTable
from controller.venue.rules.books.room import Player
from controller.venue.rules.books.work import Work

NAME = "rebuy"
"""The name of the hold on a table where chips from an unpaid rebuy have been bet.

It is also the name of the notice at that table."""


def settle(work: Work, player: Player) -> None:
    """Record that a player no longer has an unpaid rebuy.

    Their table resumes unless another player there has bet chips from an unpaid rebuy.
    """
    waited = player.id in work.room.unpaid
    unpaid = tuple(one for one in work.room.unpaid if one != player.id)
    work.put(player, behind=0)
    work.change(unpaid=unpaid)
    others = {one.seat.table for name in unpaid if (one := work.player(name)).seat is not None}
    if waited and player.seat is not None and player.seat.table not in others:
        work.order(ReleaseTable, player.seat.table, name=NAME)
        work.order(NotifyOff, player.seat.table, notice=NAME)
