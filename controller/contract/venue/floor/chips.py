"""Chips that differ from the books: missing, found, removed, or played by the wrong player."""

from typing import Literal

from controller.contract.venue.kinds import RoomEvent, RoomInput, RoomOrder
from controller.contract.venue.seats import Seat

Taken = Literal["bag", "penalty", "missing", "found-late", "undone"]
"""The reason why chips leave a stack and go out of play."""


class StackShort(RoomInput, frozen=True, tag="stack-short"):
    """A seated player's stack has been counted, and this number of chips is missing."""

    player: str = ""
    chips: int = 0


class ChipsFound(RoomInput, frozen=True, tag="chips-found"):
    """Chips have been found away from the tables; `whose` is their owner, or "" if unknown."""

    chips: int = 0
    whose: str = ""


class SatWrongly(RoomInput, frozen=True, tag="sat-wrongly"):
    """A player has been playing in the wrong seat, and moves to their own."""

    player: str = ""
    seat: Seat = Seat(0, 0)


class ChipsTaken(RoomInput, frozen=True, tag="chips-taken"):
    """A table has taken chips from a stack, as ordered; none (0) if the stack was too small."""

    order: str = ""
    chips: int = 0


class ChipsTurnedUp(RoomEvent, frozen=True, tag="chips.found"):
    """Chips have been found, and `back` of them are returned to `player`, who was missing them.

    If the owner is unknown, `player` is "" and `back` is 0. The rest go into stock. `unaccounted`
    is the total of the chips found so far that the books still count as part of somebody's stack.
    Only a count of the stacks can show whose stack this is.
    """

    chips: int
    player: str
    back: int
    unaccounted: int
    article: str


class ChipsDiffer(RoomEvent, frozen=True, tag="chips.differ"):
    """The chips that a table has reported differ from the books.

    The report covers all players at the table, or one player who is leaving. A report on all
    players is discarded, and the books stay as they are.
    """

    table: int
    expected: int
    reported: int


class ChipsNotTaken(RoomEvent, frozen=True, tag="chips.not-taken"):
    """Chips that should have left play are still in the player's stack; `why` is the reason."""

    player: str
    chips: int
    why: str


class StacksExchanged(RoomEvent, frozen=True, tag="stacks.exchanged"):
    """Two players have played each other's stacks.

    Each of them now plays on in their own seat with the stack that they have been playing. If
    nobody owns the seat in which `player` sat, `other` is "", and no stack is exchanged.
    """

    player: str
    other: str
    article: str


class TakeChips(RoomOrder, frozen=True, tag="take-chips"):
    """Remove chips from a seat's stack and from play once no hand is running at the table."""

    seat: int
    player: str
    chips: int
