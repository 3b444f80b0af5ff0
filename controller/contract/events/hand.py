"""Public events for a hand as a whole: its start and end, button, blinds and antes."""

from typing import ClassVar, Literal

from controller.contract.events.event import PublicEvent
from controller.contract.rules import Kind, Structure, Variant
from controller.contract.state import LevelView, Refund, SeatStack, TimePaid


class HandStarted(PublicEvent, frozen=True):
    """A hand has started with these stacks, this button and these seats for the blinds (0: nobody).

    `game` and `structure` are those of the hand; in old journals, `structure` is None. `bomb` marks
    a bomb pot; `kill` is the big blind that sets the limits of a kill pot. `boards` is the number
    of boards side by side.
    """

    type: ClassVar[str] = "hand.started"
    button: int
    small_blind: int
    big_blind: int
    stacks: tuple[SeatStack, ...]
    level: LevelView
    house: str
    game: Variant = Variant.HOLDEM
    structure: Structure | None = None
    bomb: bool = False
    kill: int = 0
    boards: int = 1


class BombPotAsked(PublicEvent, frozen=True):
    """The next hand will be a bomb pot with this ante for everybody; an ante of 0 cancels it.

    `boards` is the number of boards side by side.
    """

    type: ClassVar[str] = "bomb-pot.asked"
    ante: int
    boards: int = 1


class KillPotAsked(PublicEvent, frozen=True):
    """The next hand will be a kill pot, with the kill posted by this seat; seat 0 cancels it."""

    type: ClassVar[str] = "kill-pot.asked"
    seat: int


class HandEnded(PublicEvent, frozen=True):
    """A hand is over, and all its chips have been moved; the event lists its players' stacks.

    `raked` is the rake from the hand's pots; `timed` lists the time charges.
    """

    type: ClassVar[str] = "hand.ended"
    stacks: tuple[SeatStack, ...]
    raked: int = 0
    timed: tuple[TimePaid, ...] = ()


class HandVoided(PublicEvent, frozen=True):
    """A hand has been voided, and its chips have been returned to the seats.

    `by` is the floor person who voided it, or empty if a house rule did.
    """

    type: ClassVar[str] = "hand.voided"
    reason: Kind
    article: str = ""
    refunds: tuple[Refund, ...] = ()
    by: str = ""


class ButtonMoved(PublicEvent, frozen=True):
    """The button must now be in front of `seat`, which may be empty (dead button).

    `by` is the floor person who moved the button for the next hand, if any.
    """

    type: ClassVar[str] = "button.moved"
    seat: int
    dead: bool = False
    by: str = ""


class BlindPosted(PublicEvent, frozen=True):
    """A seat has posted a blind, straddle or kill; `short` means less than the full amount."""

    type: ClassVar[str] = "blind.posted"
    seat: int
    amount: int
    blind: Literal["small", "big", "straddle", "kill"]
    short: bool = False


class AntePosted(PublicEvent, frozen=True):
    """A seat has posted its own ante or, as the big blind or the button, the ante for everybody."""

    type: ClassVar[str] = "ante.posted"
    seat: int
    amount: int
    short: bool = False
