"""Public events: irregularities, rulings, and the floor's actions."""

from typing import ClassVar

from controller.contract.events.event import PublicEvent
from controller.contract.rules import Closing, Kind, Outcome, Street
from controller.contract.state import StepView


class IrregularityFound(PublicEvent, frozen=True):
    """An irregularity has been found; `article` is from the house rules in play.

    If no ruling is opened, `outcome` is the result; it is empty if nothing follows, or if the next
    events show the result. `zones` are the two zones that read one tag at the same time
    (`deck.double`).

    The meaning of `amount`, in chips, depends on `kind`. For `stack.short` and `stack.over`, it is
    the difference between the stack and the ledger. For `bet.unpaid`, it is the chips owed. For
    `bet.not-gathered`, it is the chips still in front of the seat. For `bet.taken-back`, it is the
    chips taken back. For `bet.not-multiple`, it is the total announced, or 0 if the chips in
    front of the seat show the total. For `pot.wrong`, a positive `amount` is the pot's surplus,
    which belongs to `seat`; a negative one is its shortage, and the missing chips are at `seat`.
    Otherwise, a `seat` or an `amount` of 0 means unknown.
    """

    type: ClassVar[str] = "irregularity.found"
    kind: Kind
    article: str = ""
    street: Street | None = None
    seat: int = 0
    outcome: Outcome = Outcome.NONE
    zones: tuple[str, ...] = ()
    amount: int = 0


class RulingOpened(PublicEvent, frozen=True):
    """Play has been stopped for a ruling; its steps must be carried out in this order.

    `by` is the floor person who replaced the house's steps with these, or "" if they are the
    house's own.
    """

    type: ClassVar[str] = "ruling.opened"
    id: int
    kind: Kind
    article: str
    steps: tuple[StepView, ...]
    by: str = ""


class RulingConfirmed(PublicEvent, frozen=True):
    """The floor has confirmed a ruling as it is, without replacing its steps."""

    type: ClassVar[str] = "ruling.confirmed"
    id: int
    by: str


class RulingStep(PublicEvent, frozen=True):
    """The ruling's step with this index (from 0) has been done or undone."""

    type: ClassVar[str] = "ruling.step"
    id: int
    index: int
    step: StepView
    done: bool


class RulingWrong(PublicEvent, frozen=True):
    """A card has been put into a zone where the unresolved ruling requires no card.

    The card must be taken away first. After that, the ruling continues with `step`, at `index`
    (from 0) in its list of steps.
    """

    type: ClassVar[str] = "ruling.wrong"
    id: int
    index: int
    step: StepView
    zone: str


class RulingClosed(PublicEvent, frozen=True):
    """A ruling has been closed."""

    type: ClassVar[str] = "ruling.closed"
    id: int
    outcome: Closing
    by: str = ""


class ClockStarted(PublicEvent, frozen=True):
    """The clock has started for a seat, which has `seconds` left.

    If `called` is true, somebody called the clock: the seat `by` or, if that is 0, the floor. If
    `called` is false, the house times every decision. `cards` is the number of time-bank cards that
    the seat has left.
    """

    type: ClassVar[str] = "clock.started"
    seat: int
    seconds: int
    by: int = 0
    called: bool = True
    cards: int = 0


class ClockExtended(PublicEvent, frozen=True):
    """A seat has played a time-bank card.

    `seconds` and `cards` are the time and the number of time-bank cards that it has left.
    """

    type: ClassVar[str] = "clock.extended"
    seat: int
    seconds: int
    cards: int


class ClockExpired(PublicEvent, frozen=True):
    """A seat's time has run out."""

    type: ClassVar[str] = "clock.expired"
    seat: int


class PenaltyGiven(PublicEvent, frozen=True):
    """A seat has been given a penalty, such as `warning`, `10m` (minutes), `1r` (rounds) or `out`.

    `0m` lifts the current penalty. `hands` is the number of hands that the seat will miss, if the
    table counts them.
    """

    type: ClassVar[str] = "penalty.given"
    seat: int
    penalty: str
    article: str = ""
    hands: int = 0
    by: str = ""


class PenaltyServed(PublicEvent, frozen=True):
    """A seat has served its penalty and is dealt in again."""

    type: ClassVar[str] = "penalty.served"
    seat: int


class FloorCalled(PublicEvent, frozen=True):
    """The floor has been called by a seat, or by the table because of a seat (0: no seat).

    `about` is the reason, or empty if none was given. `absence`: the player has been away too long.
    `show`: the player has not said whether they are showing or mucking the hand they pushed
    forward. `see`: a request to see a hand needs the floor. `pot`: a player disputes the last pot.
    `stacks`: the stacks must be counted, because chips were moved while the table was off.
    """

    type: ClassVar[str] = "floor.called"
    seat: int
    about: str = ""
    article: str = ""
