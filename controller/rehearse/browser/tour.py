"""A guided tour for first-time visitors, which ends by dealing a street without a burn."""

from typing import Final

import msgspec

from controller.contract.public import Action, PublicState, Street, Task
from controller.contract.readings.legal_actions import choice
from controller.play.script import statements as s
from controller.rehearse.dealer_act_due import AT_REST
from display.words.locale import N_


class TourStep(msgspec.Struct, frozen=True):
    """A step in the tour: its text, and the id of the page element that the text describes."""

    text: str
    about: str


TOUR: Final = (
    TourStep(N_("The green button is the dealer's next step. Press it to play a hand."), "bar"),
    TourStep(
        N_("When it is a player's turn, use the bar to act for them: fold, call or raise."), "bar"
    ),
    TourStep(
        N_(
            "You can also move cards and chips by hand. Choose one, and the places where it can "
            "go will light up."
        ),
        "live-felt",
    ),
    TourStep(
        N_("Every event appears here. Follow an article's link to read the house rule."),
        "happened",
    ),
    TourStep(
        N_(
            "Now make a mistake: deal a flop without a burn. Then press the green button to follow "
            "the ruling."
        ),
        "bar",
    ),
)
"""The steps of the tour for a first visit, in order; the last one shows a mistake."""


def without_burn(state: PublicState) -> s.Statement | None:
    """Return the next scenario statement that leads to a street dealt without a burn.

    Call this again after each statement. Returns None once a ruling is open, or if there are no
    more streets to deal.
    """
    if state.rulings:
        return None
    if state.phase in AT_REST:
        return s.NewHand()
    if state.to_deal:
        return s.DealHands()
    if state.turn:
        calls = choice(state.legal, Action.CALL) is not None
        return s.SeatActs(state.turn, "call" if calls else "check")
    match state.next_step.task if state.next_step is not None else None:
        case Task.GATHER:
            return s.Gather()
        case Task.BURN if state.street is not Street.RIVER:
            return s.DealBoard(1 if state.board else 3)
    return None
