"""The steps of a ruling, with a lookup of the class for each kind of step.

A step itself is plain data (`controller.table.state.table.Step`). Its class, a subclass of `Goal`,
determines how the step is applied to a case, when the cards and chips on the table satisfy it,
what becomes known once it is done, and what may be published about it. Start with `goal.py`. A new
kind of step needs a class in one of the modules of this package.
"""

from collections.abc import Iterable

from msgspec.structs import replace

from controller.contract.rules import CardsMeant, Kind, StepWord, Street
from controller.houses.model import Remedy
from controller.table.rulings.steps import cards_dealt, cards_returned, chips, hands, reported_done
from controller.table.rulings.steps.burns_read import burns_unread
from controller.table.rulings.steps.cards_dealt import kept_cards
from controller.table.rulings.steps.goal import (
    GOALS,
    Goal,
    RulingPlan,
    asks_for_burn,
    goal_of,
    goals_of,
    next_goal,
)
from controller.table.state import PLACE, STREETS, Play, Ruling, Step


def read(text: str) -> tuple[StepWord, str]:
    """Split a step in a house file or floor command into its word and object.

    The word of `deal flop` is `deal`, and its object is `flop`. The object may be empty. Raises
    `ValueError` for an unknown word.
    """
    word, _, about = text.strip().partition(" ")
    return StepWord(word), about.strip()


def goal_named(text: str) -> type[Goal]:
    """Return the class of a step in a house file or floor command.

    Raises `ValueError` for an unknown word.
    """
    return GOALS[read(text)[0]]


def is_valid(play: Play, text: str, seat: int) -> bool:
    """Return whether a step that the floor orders is valid and possible at this table."""
    try:
        word, about = read(text)
    except ValueError:
        return False
    return GOALS[word].takes(play, about, seat)


def make_sense(play: Play, ruling: Ruling, texts: tuple[str, ...]) -> bool:
    """Return whether all the steps that the floor orders make sense in a ruling."""
    remedy = Remedy(ruling.kind, ruling.article, steps=texts)
    steps = resolve(play, remedy, ruling.seat, ruling.street, ruling.cards)
    ordered = replace(ruling, steps=steps, done=0)
    return all(goal.makes_sense(play) for goal in goals_of(ordered))


def resolve(
    play: Play, remedy: Remedy, seat: int, street: Street | None, cards_of_it: tuple[str, ...]
) -> tuple[Step, ...]:
    """Return a remedy's steps, applied to the cards and seats of this case.

    `seat` and `street` are those of the irregularity, and `cards_of_it` lists its cards.
    """
    plan = RulingPlan(play, remedy.kind, seat, street, cards_of_it)
    steps = [read(text) for text in remedy.steps]
    if remedy.kind is Kind.BOARD_EXTRA_CARD and not _deals_again(steps, street):
        # The street itself stays, so a step that moves cards means those in excess of it.
        extra = str(CardsMeant.EXTRA)
        steps = [
            (word, about or (extra if GOALS[word].moves_cards else "")) for word, about in steps
        ]
    return tuple(GOALS[word].resolve(plan, about) for word, about in steps)


def _deals_again(steps: Iterable[tuple[StepWord, str]], street: Street | None) -> bool:
    """Return whether one of these steps deals cards of `street`, and not only a later street."""
    later = STREETS[PLACE[street] + 1 :] if street else ()
    return any(word is StepWord.DEAL and about not in later for word, about in steps)
