"""Public events: a hand from the button to its last chip."""

from typing import ClassVar, Literal

from controller.contract.events.event import PublicEvent
from controller.contract.rules import Kind, Structure, Variant
from controller.contract.state import LevelView, Refund, SeatStack, TimePaid


class HandStarted(PublicEvent, frozen=True):
    """A hand has begun: who is in it with what stack, the button and the blinds (0: nobody).

    `game` and `structure` are what is played; old journals have no structure. `bomb` says that it
    is a bomb pot, `kill` is the big blind that the limits of a kill pot are counted by. So many
    `boards` lie side by side.
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
    """The next hand is to be a bomb pot with this ante for everybody; with 0 it is to be none.

    So many `boards` are to lie side by side.
    """

    type: ClassVar[str] = "bomb-pot.asked"
    ante: int
    boards: int = 1


class KillPotAsked(PublicEvent, frozen=True):
    """The next hand is to be killed by this seat; with 0 it is to be none after all."""

    type: ClassVar[str] = "kill-pot.asked"
    seat: int


class HandEnded(PublicEvent, frozen=True):
    """A hand is over and every chip is where it belongs: the stacks of those who were in it.

    The house has `raked` so many chips of its pots; `timed` is what was paid for the time.
    """

    type: ClassVar[str] = "hand.ended"
    stacks: tuple[SeatStack, ...]
    raked: int = 0
    timed: tuple[TimePaid, ...] = ()


class HandVoided(PublicEvent, frozen=True):
    """A hand has been voided: the seats get back what they had put in.

    `by` is who of the floor said so, empty when the house's rule did.
    """

    type: ClassVar[str] = "hand.voided"
    reason: Kind
    article: str = ""
    refunds: tuple[Refund, ...] = ()
    by: str = ""


class ButtonMoved(PublicEvent, frozen=True):
    """The button belongs in front of `seat`, which may be an empty one (dead button).

    `by` is who of the floor put it there for the next hand.
    """

    type: ClassVar[str] = "button.moved"
    seat: int
    dead: bool = False
    by: str = ""


class BlindPosted(PublicEvent, frozen=True):
    """A seat has posted a blind, a straddle or a kill; `short` when its stack did not reach."""

    type: ClassVar[str] = "blind.posted"
    seat: int
    amount: int
    blind: Literal["small", "big", "straddle", "kill"]
    short: bool = False


class AntePosted(PublicEvent, frozen=True):
    """A seat has posted an ante: its own, or the big blind's or the button's for all."""

    type: ClassVar[str] = "ante.posted"
    seat: int
    amount: int
    short: bool = False
