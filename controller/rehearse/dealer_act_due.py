"""Checks that a dealer action is due before a button on the page carries it out.

Buttons must never cause an irregularity. A person can still cause one, by dragging an item or by
choosing a mistake from the list.
"""

from collections.abc import Sequence
from typing import Final

from controller.contract.public import Phase, PublicState, StepWord, Street
from controller.play.script import statements as s
from controller.rehearse.table import NotDone
from display.words.locale import N_

AT_REST: Final = {Phase.IDLE, Phase.OVER}
LIES_BEFORE: Final = {Street.FLOP: 0, Street.TURN: 3, Street.RIVER: 4}
"""For each street, the number of cards on the board just before it is dealt."""


def see_that_due(statements: Sequence[s.Statement], state: PublicState) -> None:
    """Raise `NotDone` if the first statement is a dealer action that is not due."""
    for statement in statements[:1]:
        match statement:
            case s.NewHand() | s.CollectCards():
                _see_that_over(state)
            case s.DealHands() if not state.to_deal:
                raise NotDone(N_("no card is due now"))
            case s.DealStreet(street=street):
                _see_that_bet(state)
                if state.phase in AT_REST or len(state.board) != LIES_BEFORE[Street(street)]:
                    raise NotDone(N_("this street is not due now"))
            case s.Gather():
                _see_that_bet(state)
            case s.Push() if not state.awards:
                raise NotDone(N_("no pot has been won yet"))


def _see_that_over(state: PublicState) -> None:
    void = any(step.word is StepWord.VOID_HAND for one in state.rulings for step in one.steps)
    if state.phase not in AT_REST and not void:
        raise NotDone(N_("a hand is in progress: play it to the end, or have it voided"))


def _see_that_bet(state: PublicState) -> None:
    if state.turn:
        name = state.seats[state.turn - 1].name or str(state.turn)
        raise NotDone(N_("it is {player}'s turn: the betting is not over"), player=name)
