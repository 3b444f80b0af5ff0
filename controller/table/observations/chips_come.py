"""Chips that come to rest: an act of the seat in turn, though its hand lies before the line."""

from controller.contract.observations import ChipsAt
from controller.contract.rules import Action
from controller.table.chips import chips_at
from controller.table.remedies import settles
from controller.table.state import IN_FRONT, Play


def chips_come(play: Play, seen: ChipsAt) -> None:
    """Take the chips that now lie in a chip zone.

    Chips that the seat in turn puts in speak as its word does, and settle what is asked about its
    hand beyond the line (tda 40-A).
    """
    seat = IN_FRONT.get(seen.zone, 0)
    if play.table.rulings and seat == play.hand.turn and seat and not seen.provisional:
        front = sum(seen.chips) - play.table.base[seat]
        if front > play.hand.bets[seat]:
            settles(play, seat, Action.CALL)
    chips_at(play, seen)
