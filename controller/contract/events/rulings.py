"""Public events: what goes wrong, what is ruled, and what the floor does."""

from typing import ClassVar

from controller.contract.events.event import PublicEvent
from controller.contract.rules import Closing, Kind, Outcome, Street
from controller.contract.state import StepView


class IrregularityFound(PublicEvent, frozen=True):
    """Something went wrong; `article` is the one of the house that is being played.

    `outcome` is what comes of it where no ruling is opened, empty where that is nothing or is told
    by what follows. `zones` are the two in which one tag is read at once (`deck.double`); `amount`
    is by how many chips a stack differs from the books (`stack.short`, `stack.over`), what is owed
    (`bet.unpaid`), lies there (`bet.not-gathered`) or was taken back (`bet.taken-back`); of
    `pot.wrong` what the pot has too much, less than 0 what it lacks, and the seat is whose that
    is, or where it lies. 0 is not known.
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

    `by` is who of the floor put these steps in the place of the house's.
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
    """A card has come where the open ruling asks for none; `step` is the one to be done."""

    type: ClassVar[str] = "ruling.wrong"
    id: int
    index: int
    step: StepView
    zone: str


class RulingClosed(PublicEvent, frozen=True):
    """A ruling has come to its end."""

    type: ClassVar[str] = "ruling.closed"
    id: int
    outcome: Closing
    by: str = ""


class ClockStarted(PublicEvent, frozen=True):
    """The clock runs for a seat: `seconds` are left.

    It was `called` by a seat, or by the floor (0), or it is the time that everybody has for each
    decision. `cards` are the time-bank cards that the seat has left.
    """

    type: ClassVar[str] = "clock.started"
    seat: int
    seconds: int
    by: int = 0
    called: bool = True
    cards: int = 0


class ClockExtended(PublicEvent, frozen=True):
    """A seat has played a time-bank card: `seconds` are left now, and so many `cards`."""

    type: ClassVar[str] = "clock.extended"
    seat: int
    seconds: int
    cards: int


class ClockExpired(PublicEvent, frozen=True):
    """A seat's time has run out."""

    type: ClassVar[str] = "clock.expired"
    seat: int


class PenaltyGiven(PublicEvent, frozen=True):
    """A seat has been given a penalty (`warning`, `10m`, `1r`, `out`); `0m` lifts the running one.

    `hands` is how many hands it misses, where the table counts them.
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
    """The floor is called: by a seat, or by the table because of one (`about="absence"`).

    `about` is empty when nobody has said what for, `show` when a player at the showdown says
    nothing of the hand that lies forward.
    """

    type: ClassVar[str] = "floor.called"
    seat: int
    about: str = ""
    article: str = ""
