"""Calculates excess chips: chips in front of players beyond their bets, and surplus in the pot."""

from collections.abc import Mapping

from controller.contract.public import IrregularityFound, Phase, PublicState, RulingOpened
from controller.contract.rules import StepWord


def concerned(event: IrregularityFound | RulingOpened) -> set[int]:
    """Return the seats that must take chips back because of an event; empty if there are none."""
    if isinstance(event, IrregularityFound):
        return {event.seat} - {0}
    return {step.seat for step in event.steps if step.word is StepWord.TAKE_BACK} - {0}


def middle(state: PublicState) -> int:
    """Return the amount that should be in the pot.

    During the hand, it is the total of the bets gathered so far. After the hand, it is the total
    that must be pushed, raked or carried over to the next hand.
    """
    if state.phase is not Phase.OVER:
        return sum(pot.amount or 0 for pot in state.pots)
    return sum(won.amount for won in state.awards) + (state.raked or 0) + state.carried


def change_of(state: PublicState, seat: int, fronts: Mapping[int, int], pot: int) -> int:
    """Return the amount in front of a seat that exceeds the seat's bet.

    `fronts` and `pot` are the amounts actually in front of each seat and in the pot. After the
    hand, bets are no longer known, so the excess is calculated from the amounts to be pushed.
    """
    if state.phase is not Phase.OVER:
        view = state.seats[seat - 1]
        beyond = fronts[seat] - (view.bet or 0)
        # If these chips replace another seat's bet and are its change, they are not this seat's.
        return beyond if f"bet.{seat}" in state.blind_zones else min(beyond, view.change)
    return min(fronts[seat], sum(fronts.values()) + pot - middle(state))


def asks_to_show(state: PublicState, seat: int) -> bool:
    """Return whether a player who tables a hand must also declare it shown.

    At the showdown, that is every player. Before the showdown, it is only the player whose turn it
    is, and any player whom the table has asked about a hand that was pushed forward.
    """
    asked = state.asked.seat if state.asked is not None else 0
    return state.phase is Phase.SHOWDOWN or seat in {state.turn, asked}
