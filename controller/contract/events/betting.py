"""Public events: turns, actions and pots."""

from typing import ClassVar

from controller.contract.events.event import PublicEvent
from controller.contract.rules import Action, Half
from controller.contract.state import PotView


class TurnStarted(PublicEvent, frozen=True):
    """It is a seat's turn to act; `call` is the cost of a call, or 0 when the seat may check."""

    type: ClassVar[str] = "turn.started"
    seat: int
    call: int


class ActionMade(PublicEvent, frozen=True):
    """A seat has acted: it has put in `amount` chips, and now has a total of `to` in front of it.

    `amended` means that this action replaces the seat's previous action.
    """

    type: ClassVar[str] = "action.made"
    seat: int
    action: Action
    amount: int = 0
    to: int = 0
    all_in: bool = False
    amended: bool = False


class ActionRefused(PublicEvent, frozen=True):
    """A declaration has been refused because it is not possible now; `reason` says why."""

    type: ClassVar[str] = "action.refused"
    seat: int
    what: str
    reason: str


class BetReturned(PublicEvent, frozen=True):
    """An uncalled bet has been returned to its seat."""

    type: ClassVar[str] = "bet.returned"
    seat: int
    amount: int


class PotChanged(PublicEvent, frozen=True):
    """The gathered pots have changed.

    They are listed with the main pot first, each with the seats that can win it.
    """

    type: ClassVar[str] = "pot.changed"
    pots: tuple[PotView, ...]


class PotAwarded(PublicEvent, frozen=True):
    """A seat wins a pot or a share of it; pot 0 is the main pot. `amount` includes any `odd` chips.

    If a high and a low hand split the pot, `half` is the half that the share comes from. If two
    boards were dealt, `run` is the number (from 1) of the board on which the share was won.
    `amount` is None where the house hides stacks.
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
    """The pot has been pushed, and a winner is asked whether they have received their share.

    The table asks because no antenna reads the winner's stack. `amount` is their share of all pots,
    or None where the house hides stacks.
    """

    type: ClassVar[str] = "pot.pushed"
    seat: int
    amount: int | None


class PotReceived(PublicEvent, frozen=True):
    """A winner has confirmed their share of the pots."""

    type: ClassVar[str] = "pot.received"
    seat: int
    amount: int | None


class RakeTaken(PublicEvent, frozen=True):
    """The house takes its rake from a pot before it is awarded; pot 0 is the main pot."""

    type: ClassVar[str] = "rake.taken"
    pot: int
    amount: int
    article: str = ""


class ChipsCarried(PublicEvent, frozen=True):
    """Odd chips are carried over to the next pot; `amount` is None where the house hides stacks."""

    type: ClassVar[str] = "chips.carried"
    amount: int | None
    article: str = ""


class TimeTaken(PublicEvent, frozen=True):
    """The house collects a time charge of `amount` from each of `seats`.

    If `seats` is empty, the charge comes from a pot.
    """

    type: ClassVar[str] = "time.taken"
    amount: int
    seats: tuple[int, ...] = ()
    article: str = ""


class StackChanged(PublicEvent, frozen=True):
    """A seat's stack has changed outside of the betting.

    `reason` is `award`, `rebuy`, `correction`, `undo`, `taken` (out of play) or `time` (a time
    charge). `stack` is None where the house hides it. `by` is the floor person behind a
    `correction` or `undo`. `taken` is the amount taken out of play by the room's `order`, or 0 if
    the stack was too small.
    """

    type: ClassVar[str] = "stack.changed"
    seat: int
    stack: int | None
    reason: str
    by: str = ""
    taken: int = 0
    order: str = ""
