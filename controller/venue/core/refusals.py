"""Reasons why the room refuses a request: each has an id for programs and a sentence for people."""

from typing import TypeVar

from controller.contract.errors import TapisError
from controller.venue.core.take_input import NO_TOURNAMENT, Core, Evening, Turn
from display.words.venue.evening import REFUSALS

T = TypeVar("T")

OWN = {
    "books": "nothing was done, because the chips would not add up: check the log",
    "nothing-to-undo": "there is no clock change left to undo",
    "list-is-open": "before the draw, close the list and post both hashes on the wall",
    "name-is-known": "this name is already known: enter that person, or say that this is a "
    "different one",
    "no-name": "a hold needs a name",
    "no-such-day": "no evening has been announced for that day",
    "no-such-level": "the structure has no such level",
    "no-such-table": "there is no such table, or its number of seats is not between 2 and 10",
}
"""The sentences that differ from those on the room's pages, by the id of the reason."""

SENTENCES = {
    reason: text[:1].lower() + text[1:].removesuffix(".") for reason, text in REFUSALS.items()
} | OWN
"""The sentence for each refusal in English, by the id of its reason."""


class No(TapisError):
    """A request that the room refuses: `reason` is an id, and the message is a sentence."""

    def __init__(self, reason: str, sentence: str = "") -> None:
        """Store the reason's id and its sentence; without a `sentence`, use the default one."""
        super().__init__(sentence or SENTENCES.get(reason, f"the room refuses: {reason}"))
        self.reason = reason


def refuse_if(wrong: object, reason: str) -> None:
    """Raise `No` with the reason if `wrong` is true."""
    if wrong:
        raise No(reason)


def needed(found: T | None, reason: str, sentence: str = "") -> T:
    """Return a value that a request needs. Raises `No` if it is None."""
    if found is None:
        raise No(reason, sentence)
    return found


def evening_of(room: Core | Turn) -> Evening:
    """Return the open tournament or cash game. Raises `No` if there is none."""
    return needed(room.evening, NO_TOURNAMENT)
