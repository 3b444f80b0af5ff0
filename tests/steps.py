"""Reads a ruling's step from the notation in which the product writes it."""

from controller.contract.rules import CardsMeant, StepWord, Street
from controller.contract.scans import zone_seat
from controller.contract.state import StepView

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
