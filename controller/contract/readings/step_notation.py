"""Ruling steps as text: the notation used in scenarios, house files and the floor's `rule`.

Published steps have fields, so clients never have to parse this text.
"""

from controller.contract.rules import CardsMeant, StepWord, Street
from controller.contract.scans import zone_seat
from controller.contract.state import NextStep, StepView

_MEANT = frozenset(CardsMeant)
_STREETS = frozenset(Street)
_FACES = frozenset(rank + suit for rank in "23456789TJQKA" for suit in "cdhs")


def step_read(text: str, *, done: bool = False) -> StepView:
    """Parse a step of a ruling; `done` is true if the step has already been done.

    Raises `ValueError` if its first word names no step.
    """
    name, _, said = text.strip().partition(" ")
    word = StepWord(name)
    if word is StepWord.BURN and (said.isdecimal() or not said):
        return StepView(word, count=int(said or 1), done=done)
    if zone_seat(said) or (said == "burn" and word is StepWord.TAKE_BACK):
        return StepView(word, seat=zone_seat(said), zone=said, done=done)
    if said in _MEANT:
        return StepView(word, which=CardsMeant(said), done=done)
    if said in _STREETS:
        return StepView(word, street=Street(said), done=done)
    if said.isdecimal():
        return StepView(word, seat=int(said), done=done)
    return StepView(word, cards=tuple(c for c in said.split() if c in _FACES), done=done)


def about(step: StepView) -> str:
    """Return the object of a step as text (`3`, `Kh Td`, `flop`), or "" if it has none."""
    if step.word is StepWord.BURN:
        return str(step.count) if step.count > 1 else ""
    if step.which is not None:
        return step.which.value
    if step.street is not None:
        return step.street.value
    named = step.zone or " ".join(step.cards)
    return named or (str(step.seat) if step.seat else "")


def step_written(step: StepView) -> str:
    """Return a ruling's step as text: `burn 2`, `deal flop`, `take_back 3`."""
    return f"{step.word} {about(step)}".rstrip()


def next_written(step: NextStep | None) -> str:
    """Return the dealer's next step as text: `post 2 50`, `deal 3`, `gather`; "" for None."""
    if step is None:
        return ""
    numbers = [str(number) for number in (step.seat, step.amount) if number]
    return " ".join((step.task, *numbers, *([step.street] if step.street else [])))
