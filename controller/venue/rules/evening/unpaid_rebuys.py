"""Rebuys announced at the table: the chips may be used immediately, and are paid for later.

If the house requires it, a bet with unpaid chips stops the table until they are paid for.
"""

from controller.contract.rules import NoticeText
from controller.contract.venue.inputs import ChipsBought
from controller.contract.venue.outputs import HoldTable, Notify, NotifyOff, ReleaseTable
from controller.contract.venue.prizes import registration as r
from controller.venue.rules.books.room import Player
from controller.venue.rules.books.work import Work, refuse_if
from controller.venue.rules.evening import rebuys_and_add_ons

NAME = "rebuy"
"""The name of the hold on a table where chips from an unpaid rebuy have been bet.

It is also the name of the notice at that table."""


def announce(work: Work, said: r.RebuyAnnounced) -> None:
    """Issue the chips of a rebuy now, and record that the player must still pay for them."""
    player = work.player(said.player)
    refuse_if(player.behind, "rebuy-unpaid")
    rebuys_and_add_ons.buy_chips(work, ChipsBought(player=player.id, chips=said.chips))
    work.put(work.player(player.id), behind=said.chips)


def bet(work: Work, said: r.BetBehind) -> None:
    """Stop the table if a bet includes unpaid chips, and the house requires payment first."""
    player, rule = work.player(said.player), work.rules.entries.pay_first
    if not rule.value or not player.behind or player.seat is None:
        return
    if said.chips <= player.stack - player.behind or player.id in work.room.unpaid:
        return
    work.change(unpaid=(*work.room.unpaid, player.id))
    table = player.seat.table
    work.order(Notify, table, text=NoticeText.REBUY_DUE, notice=NAME)
    work.order(HoldTable, table, name=NAME, at_once=True)
    work.say(r.RebuyDue(player.id, player.behind, rule.article))


def pay(work: Work, said: r.RebuyPaid) -> None:
    """Record that a player has paid for a rebuy."""
    player = work.player(said.player)
    refuse_if(not player.behind, "no-rebuy-announced")
    settle(work, player)
    work.say(r.RebuySettled(player.id, player.behind))


def settle(work: Work, player: Player) -> None:
    """Record that a player owes no rebuy; their table resumes unless another one there does."""
    work.put(player, behind=0)
    resume(work, player)


def resume(work: Work, player: Player) -> None:
    """Let a table that waited for a player's money play on, unless another one there must pay.

    The player has paid, or no longer plays at the table, and may still owe the money.
    """
    waited = player.id in work.room.unpaid
    unpaid = tuple(one for one in work.room.unpaid if one != player.id)
    work.change(unpaid=unpaid)
    others = {one.seat.table for name in unpaid if (one := work.player(name)).seat is not None}
    if waited and player.seat is not None and player.seat.table not in others:
        work.order(ReleaseTable, player.seat.table, name=NAME)
        work.order(NotifyOff, player.seat.table, notice=NAME)
