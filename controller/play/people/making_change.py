"""Change: players' chips that exceed their bets, and chips in the pot that do not belong there."""

from collections.abc import Mapping

from controller.contract.public import IrregularityFound, Phase, PublicState, RulingOpened
from controller.contract.rules import StepWord


def concerned(event: IrregularityFound | RulingOpened) -> set[int]:
    """Return the seats that an event requires to take chips back."""
    if isinstance(event, IrregularityFound):
        return {event.seat} - {0}
    return {step.seat for step in event.steps if step.word is StepWord.TAKE_BACK} - {0}


def middle(state: PublicState) -> int:
    """Return how many chips should be in the pot.

    These are the chips that have been gathered or, once the hand is over, those that must be
    pushed, raked or carried over.
    """
    if state.phase is not Phase.OVER:
        return sum(pot.amount or 0 for pot in state.pots)
    return sum(won.amount for won in state.awards) + (state.raked or 0) + state.carried


def change_of(state: PublicState, seat: int, fronts: Mapping[int, int], pot: int) -> int:
    """Return how many chips in front of a seat exceed its bet.

    `fronts` and `pot` are the chips actually in front of each seat and in the pot. Once the hand is
    over, the bets are no longer known, only the amounts to be pushed.
    """
    if state.phase is not Phase.OVER:
        view = state.seats[seat - 1]
        beyond = fronts[seat] - (view.bet or 0)
        # Chips that stand for another's bet, and were its change, are not the seat's own.
        return beyond if f"bet.{seat}" in state.blind_zones else min(beyond, view.change)
    return min(fronts[seat], sum(fronts.values()) + pot - middle(state))


def asks_to_show(state: PublicState, seat: int) -> bool:
    """Return whether the player in a seat who tables their hand must also announce it.

    They must at the showdown, when they are asked about their hand, and when it is their turn.
    """
    asked = state.asked.seat if state.asked is not None else 0
    return state.phase is Phase.SHOWDOWN or seat in {state.turn, asked}
