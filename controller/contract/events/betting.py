"""Public events: turns, actions and pots."""

from typing import ClassVar

from controller.contract.events.event import PublicEvent
from controller.contract.rules import Action, Half
from controller.contract.state import PotView


class TurnStarted(PublicEvent, frozen=True):
    """It is a seat's turn; `call` is what a call costs, 0 when it may check."""

    type: ClassVar[str] = "turn.started"
    seat: int
    call: int


class ActionMade(PublicEvent, frozen=True):
    """A seat has acted. `amount` is what it put in, `to` what it has in front now.

    `amended` says that this takes the place of the seat's previous action.
    """

    type: ClassVar[str] = "action.made"
    seat: int
    action: Action
    amount: int = 0
    to: int = 0
    all_in: bool = False
    amended: bool = False


class ActionRefused(PublicEvent, frozen=True):
    """A declaration that can't be carried out now, and why."""

    type: ClassVar[str] = "action.refused"
    seat: int
    what: str
    reason: str


class BetReturned(PublicEvent, frozen=True):
    """A bet that nobody called goes back."""

    type: ClassVar[str] = "bet.returned"
    seat: int
    amount: int


class PotChanged(PublicEvent, frozen=True):
    """The gathered pots, main pot first, each with the seats that can win it."""

    type: ClassVar[str] = "pot.changed"
    pots: tuple[PotView, ...]


class PotAwarded(PublicEvent, frozen=True):
    """A seat wins (its share of) a pot; pot 0 is the main pot. `odd` chips are included.

    `half` says of which half where it is shared with a low hand, `run` on which of two boards it
    was won, from 1. `amount` is None where the house hides stacks.
    """

    type: ClassVar[str] = "pot.awarded"
    pot: int
    seat: int
    amount: int | None
    odd: int = 0
    article: str = ""
    half: Half = ""
    run: int = 0


class PotPushed(PublicEvent, frozen=True):
    """The pot has left its place, and no antenna reads the stack of this winner, who is asked.

    `amount` is their share of all pots, None where the house hides stacks.
    """

    type: ClassVar[str] = "pot.pushed"
    seat: int
    amount: int | None


class PotReceived(PublicEvent, frozen=True):
    """A winner who was asked has their share of the pots."""

    type: ClassVar[str] = "pot.received"
    seat: int
    amount: int | None


class RakeTaken(PublicEvent, frozen=True):
    """The house takes its rake out of a pot before that is awarded; pot 0 is the main pot."""

    type: ClassVar[str] = "rake.taken"
    pot: int
    amount: int
    article: str = ""


class ChipsCarried(PublicEvent, frozen=True):
    """Chips that can't be divided stay for the next pot; None where the house hides stacks."""

    type: ClassVar[str] = "chips.carried"
    amount: int | None
    article: str = ""


class TimeTaken(PublicEvent, frozen=True):
    """The house takes its chips for the time that is played: of these seats each, or of a pot."""

    type: ClassVar[str] = "time.taken"
    amount: int
    seats: tuple[int, ...] = ()
    article: str = ""


class StackChanged(PublicEvent, frozen=True):
    """A seat's stack has changed outside of the betting.

    Why: award, rebuy, correction, undo, taken, time. `stack` is None where the house hides it; `by`
    is who of the floor corrected it. `taken` are chips that left play by the room's `order`, 0
    where there were not so many.
    """

    type: ClassVar[str] = "stack.changed"
    seat: int
    stack: int | None
    reason: str
    by: str = ""
    taken: int = 0
    order: str = ""
