"""Chips that are not where the books have them: lost, found, taken, or played by another."""

from typing import Literal

from controller.contract.venue.kinds import RoomEvent, RoomInput, RoomOrder
from controller.contract.venue.seats import Seat

Taken = Literal["bag", "penalty", "missing", "found-late", "undone"]
"""Why chips leave a stack, and play."""


class StackShort(RoomInput, frozen=True, tag="stack-short"):
    """The stack of a player who sits was counted: so many chips of it are nowhere."""

    player: str = ""
    chips: int = 0


class ChipsFound(RoomInput, frozen=True, tag="chips-found"):
    """Chips have turned up beside the tables; `whose` they are is "" where nobody knows."""

    chips: int = 0
    whose: str = ""


class SatWrongly(RoomInput, frozen=True, tag="sat-wrongly"):
    """A player has played at a seat that isn't the one they were given, and goes to their own."""

    player: str = ""
    seat: Seat = Seat(0, 0)


class ChipsTaken(RoomInput, frozen=True, tag="chips-taken"):
    """A table has taken so many chips of a stack by an order; 0 where there were not so many."""

    order: str = ""
    chips: int = 0


class ChipsTurnedUp(RoomEvent, frozen=True, tag="chips.found"):
    """Chips have turned up: `back` go to their owner, the others back to stock.

    `unaccounted` are those that the books still have in stacks: whose, a count will show.
    """

    chips: int
    player: str
    back: int
    unaccounted: int
    article: str


class ChipsDiffer(RoomEvent, frozen=True, tag="chips.differ"):
    """A table reports other chips than the room gave it: nothing of the report counts."""

    table: int
    expected: int
    reported: int


class ChipsNotTaken(RoomEvent, frozen=True, tag="chips.not-taken"):
    """Chips that were to leave play are in their stack still, and why."""

    player: str
    chips: int
    why: str


class StacksExchanged(RoomEvent, frozen=True, tag="stacks.exchanged"):
    """Two players have played each other's stacks: each has at their own seat what they played.

    `other` is "" where nobody was given the seat: then the stack is theirs all along.
    """

    player: str
    other: str
    article: str


class TakeChips(RoomOrder, frozen=True, tag="take-chips"):
    """Take chips of a seat's stack out of play, when the table is at rest."""

    seat: int
    player: str
    chips: int
