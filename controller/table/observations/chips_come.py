"""Handles chips that come to rest.

They count as an action even if their player's hand has been pushed beyond the betting line.
"""

from msgspec.structs import replace

from controller.contract.observations import ChipsAt
from controller.contract.rules import Action
from controller.table.betting import note_begun
from controller.table.chips import chips_at
from controller.table.resolving_rulings import settles
from controller.table.state import IN_FRONT, Play


def chips_come(play: Play, seen: ChipsAt) -> None:
    """Handle the chips now in a chip zone.

    Chips that the seat in turn puts in count like an announcement. If the player was
    asked about their hand beyond the line, these chips are the answer (tda 40-A).
    """
    seat, hand = IN_FRONT.get(seen.zone, 0), play.hand
    if seat and hand.running and sum(seen.chips) > sum(play.table.chips.get(seen.zone, ())):
        play.hand = replace(hand, round=replace(hand.round, put_in=(seat, seen.since)))
    if play.table.rulings and seat == play.hand.turn and seat and not seen.provisional:
        front = sum(seen.chips) - play.table.base[seat]
        if front > play.hand.bets[seat]:
            settles(play, seat, Action.CALL)
    before = play.table
    chips_at(play, seen)
    note_begun(play, seat, seen.since, before, chips=True)
