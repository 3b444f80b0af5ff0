"""Public events: irregularities, rulings, and actions of the floor."""

from typing import ClassVar

from controller.contract.events.event import PublicEvent
from controller.contract.rules import Closing, Kind, Outcome, Street
from controller.contract.state import StepView


class IrregularityFound(PublicEvent, frozen=True):
    """An irregularity was found; `article` is that of the house in play.

    `outcome` is set where no ruling is opened; it is empty if nothing follows or the next events
    tell it. `zones` are the two zones that read one tag at once (`deck.double`). `amount` is the
    difference between a stack and the books (`stack.short`, `stack.over`), or the chips owed
    (`bet.unpaid`), lying in front (`bet.not-gathered`) or taken back (`bet.taken-back`). For
    `pot.wrong` it is the pot's surplus, or its shortage as a negative number, and `seat` is the
    owner of those chips or the seat where they lie. 0 means unknown.
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
    """Play is stopped for a ruling: its steps are done in this order.

    `by` is the member of the floor who replaced the house's steps by these.
    """

    type: ClassVar[str] = "ruling.opened"
    id: int
    kind: Kind
    article: str
    steps: tuple[StepView, ...]
    by: str = ""


class RulingConfirmed(PublicEvent, frozen=True):
    """The floor has confirmed a ruling: its steps stay as they are."""

    type: ClassVar[str] = "ruling.confirmed"
    id: int
    by: str


class RulingStep(PublicEvent, frozen=True):
    """The step at place `index` (from 0) of a ruling has been done or undone."""

    type: ClassVar[str] = "ruling.step"
    id: int
    index: int
    step: StepView
    done: bool


class RulingWrong(PublicEvent, frozen=True):
    """A card has come to a place where the open ruling asks for none; `step` is the next step."""

    type: ClassVar[str] = "ruling.wrong"
    id: int
    index: int
    step: StepView
    zone: str


class RulingClosed(PublicEvent, frozen=True):
    """A ruling is closed."""

    type: ClassVar[str] = "ruling.closed"
    id: int
    outcome: Closing
    by: str = ""


class ClockStarted(PublicEvent, frozen=True):
    """The clock runs for a seat: `seconds` are left.

    It was `called` by a seat or by the floor (0), or it times every decision. `cards` is the number
    of time-bank cards that the seat has left.
    """

    type: ClassVar[str] = "clock.started"
    seat: int
    seconds: int
    by: int = 0
    called: bool = True
    cards: int = 0


class ClockExtended(PublicEvent, frozen=True):
    """A seat has played a time-bank card: `seconds` and `cards` are what it has left now."""

    type: ClassVar[str] = "clock.extended"
    seat: int
    seconds: int
    cards: int


class ClockExpired(PublicEvent, frozen=True):
    """A seat's time has run out."""

    type: ClassVar[str] = "clock.expired"
    seat: int


class PenaltyGiven(PublicEvent, frozen=True):
    """A seat has been given a penalty (`warning`, `10m`, `1r`, `out`); `0m` lifts the current one.

    `hands` is the number of hands that it misses, where the table counts them.
    """

    type: ClassVar[str] = "penalty.given"
    seat: int
    penalty: str
    article: str = ""
    hands: int = 0
    by: str = ""


class PenaltyServed(PublicEvent, frozen=True):
    """A seat's penalty is over: it plays again."""

    type: ClassVar[str] = "penalty.served"
    seat: int


class FloorCalled(PublicEvent, frozen=True):
    """The floor is called: by a seat, or by the table about one (`about="absence"`).

    `about` is empty when no reason was given, and `show` when a player at the showdown gives no
    answer about the hand pushed forward.
    """

    type: ClassVar[str] = "floor.called"
    seat: int
    about: str = ""
    article: str = ""
