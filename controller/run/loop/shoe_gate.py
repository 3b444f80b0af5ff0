"""Decides how many cards may leave the shoe now; its gate is closed if none may. Pure.

Only public information is used. A closed gate prevents irregularities, because no card can be dealt
out of turn. The gate is closed during a betting round and between hands. While a ruling stops play,
it is closed unless the ruling's next step takes a card from the stub. It is never closed while the
hand needs a card to continue.
"""

from typing import Final

import msgspec

from controller.contract.public import (
    CardsMeant,
    Phase,
    PublicState,
    RulingView,
    StepWord,
    Street,
    Task,
    WaitsFor,
    laid,
)
from controller.contract.rules import PLAYED, UNSENSED

STREETS: Final = tuple(Street)
BOARD_CARDS: Final = (0, 3, 4, 5)


class Leaving(msgspec.Struct, frozen=True):
    """How many cards may leave the shoe, and for what purpose; with 0 cards, the gate is closed.

    `what` names the purpose: a particular deal, street or step of a ruling. As long as the purpose
    stays the same, cards that have already left the shoe count towards `cards`.
    """

    cards: int = 0
    what: str = ""


SHUT: Final = Leaving()


def due(state: PublicState, *, burns: bool = True) -> Leaving:
    """Return how many cards may leave the shoe now, and for what purpose.

    `burns` means that the house burns a card before each street.
    """
    hand = f"hand {state.hand}"
    ruling = _stopping(state)
    if ruling is not None:
        place = sum(one.done for one in ruling.steps)
        return _named(_step_cards(state, ruling), f"{hand} ruling {ruling.id}.{place}")
    match state.phase:
        case Phase.POSTING | Phase.DEALING:
            return _named(len(state.to_deal), f"{hand} deal")
        case Phase.BOARD:
            return _named(_street_cards(state, burns), f"{hand} {_next_street(state)}")
        case Phase.SHOWDOWN if state.street != Street.RIVER and not state.awards:
            # No further betting is possible, and the board is incomplete.
            return _named(_street_cards(state, burns), f"{hand} {_next_street(state)}")
        case _:
            return SHUT


def _named(cards: int, what: str) -> Leaving:
    return Leaving(cards, what) if cards > 0 else SHUT


def _stopping(state: PublicState) -> RulingView | None:
    """Return the first ruling that stops play, or None if none does.

    A ruling does not stop play if its next step is to finish the betting round or the deal.
    """
    for ruling in state.rulings:
        step = next((step for step in ruling.steps if not step.done), None)
        if step is not None and step.word not in PLAYED:
            return ruling
    return None


def _step_cards(state: PublicState, ruling: RulingView) -> int:
    """Return how many cards the next step of a ruling takes from the stub, or 0."""
    if ruling.waits_for != WaitsFor.STEPS:
        return 0
    todo = [one for one in ruling.steps if not one.done]
    while todo and todo[0].word in UNSENSED:
        todo.pop(0)
    if not todo:
        return 0
    step = todo[0]
    if step.word is StepWord.BURN:
        return step.count
    if step.word is StepWord.USE_AS_BURN:
        back = any(one.word is StepWord.TO_STUB and one.done for one in ruling.steps)
        return 1 if step.which is CardsMeant.LEFT or back else 0
    if step.word is not StepWord.DEAL:
        return 0
    if step.street is not None:
        return BOARD_CARDS[STREETS.index(step.street)] * state.boards - len(laid(state))
    # Named cards are already on the table.
    return 1 if step.seat else 0


def _next_street(state: PublicState) -> Street:
    at = STREETS.index(state.street) if state.street is not None else 0
    return STREETS[min(at + 1, 3)]


def _street_cards(state: PublicState, burns: bool) -> int:
    """Return how many cards complete the next street, including its burn if that is due."""
    street = STREETS.index(_next_street(state))
    lacks = BOARD_CARDS[street] * state.boards - len(laid(state))
    return lacks + (burns and _burn_due(state, street)) if lacks > 0 else 0


def _burn_due(state: PublicState, street: int) -> bool:
    task = state.next_step.task if state.next_step is not None else None
    if task is Task.BURN:
        return True
    # While the bets are still to be gathered, the state does not ask for the burn yet.
    return task in {Task.GATHER, Task.CHANGE} and state.burned < street
