"""Public events: what anybody may know, in the order in which it happened.

Every event is a frozen struct with a `type`; `Envelope` is how it travels. Events carry ids
and parameters, never sentences. Cards are `Kh`; amounts are chips; seats are numbered from 1.
"""

from typing import Any, ClassVar, Literal

import msgspec

from controller.contract.state import (
    EAR,
    DeckView,
    FoundView,
    LegalView,
    LevelView,
    OddView,
    Phase,
    PotView,
    PublicState,
    RulingView,
    SeatView,
    StepView,
    ear_seat,
)
from controller.contract.topics import DeviceHealth, Health, Status, Topics, ZoneHealth

__all__ = [
    "EAR",
    "DeckView",
    "DeviceHealth",
    "FoundView",
    "Health",
    "LegalView",
    "LevelView",
    "OddView",
    "Phase",
    "PotView",
    "PublicState",
    "RulingView",
    "SeatView",
    "Status",
    "StepView",
    "Topics",
    "ZoneHealth",
    "ear_seat",
]
"""What public code finds here too, from the modules beside this one."""

Street = Literal["preflop", "flop", "turn", "river"]
ActionName = Literal["fold", "check", "call", "bet", "raise"]


class PublicEvent(msgspec.Struct, frozen=True, omit_defaults=True):
    """The common type of all that may be published; `type` is its name on the wire."""

    type: ClassVar[str] = ""


# -- the hand ---------------------------------------------------------------------------


class HandStarted(PublicEvent, frozen=True):
    """A hand has begun: who is in it, the button and the blinds (0: nobody)."""

    type: ClassVar[str] = "hand.started"
    button: int
    small_blind: int
    big_blind: int
    seats: tuple[int, ...]
    stacks: tuple[int, ...]
    level: tuple[int, int, int, int]
    house: str


class HandEnded(PublicEvent, frozen=True):
    """A hand is over and every chip is where it belongs; `stacks` go with `seats`."""

    type: ClassVar[str] = "hand.ended"
    seats: tuple[int, ...]
    stacks: tuple[int, ...]


class HandVoided(PublicEvent, frozen=True):
    """A hand has been voided: the `seats` get back the `amounts` that they had put in.

    `by` is who of the floor said so, empty when the house's rule did.
    """

    type: ClassVar[str] = "hand.voided"
    reason: str
    article: str = ""
    seats: tuple[int, ...] = ()
    amounts: tuple[int, ...] = ()
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
    """A seat has posted a blind; `short` when its stack did not reach."""

    type: ClassVar[str] = "blind.posted"
    seat: int
    amount: int
    blind: Literal["small", "big"]
    short: bool = False


class AntePosted(PublicEvent, frozen=True):
    """A seat has posted an ante: its own, or the big blind's for all."""

    type: ClassVar[str] = "ante.posted"
    seat: int
    amount: int
    short: bool = False


# -- cards ------------------------------------------------------------------------------


class CardDealt(PublicEvent, frozen=True):
    """A seat has got its `nth` hole card (from 1). No identity."""

    type: ClassVar[str] = "card.dealt"
    seat: int
    nth: int


class CardBurned(PublicEvent, frozen=True):
    """A card has been burned before `street`. No identity."""

    type: ClassVar[str] = "card.burned"
    street: Street
    count: int = 1


class BoardDealt(PublicEvent, frozen=True):
    """A street lies on the board: its new cards, in order."""

    type: ClassVar[str] = "board.dealt"
    street: Street
    cards: tuple[str, ...]
    board: tuple[str, ...]


class BoardChanged(PublicEvent, frozen=True):
    """The board has been mended: all its cards, in order."""

    type: ClassVar[str] = "board.changed"
    cards: tuple[str, ...]


class StreetOpened(PublicEvent, frozen=True):
    """A betting round begins."""

    type: ClassVar[str] = "street.opened"
    street: Street


class CardsTabled(PublicEvent, frozen=True):
    """A seat's hand lies face up; with five or more cards known, what it is worth.

    `name` is the id of the hand ("two-pair"), `ranks` its parameters ("K", "7"), `best` the
    five cards that make it.
    """

    type: ClassVar[str] = "cards.tabled"
    seat: int
    cards: tuple[str, ...]
    name: str = ""
    ranks: tuple[str, ...] = ()
    best: tuple[str, ...] = ()


class CardsMucked(PublicEvent, frozen=True):
    """A seat's cards are in the muck."""

    type: ClassVar[str] = "cards.mucked"
    seat: int


class HandKilled(PublicEvent, frozen=True):
    """A seat's hand is dead; `by` is who of the floor killed it, empty when the rules did."""

    type: ClassVar[str] = "hand.killed"
    seat: int
    reason: str
    article: str = ""
    by: str = ""


# -- betting ----------------------------------------------------------------------------


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
    action: ActionName
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
    pots: tuple[int, ...]
    seats: tuple[tuple[int, ...], ...]


class PotAwarded(PublicEvent, frozen=True):
    """A seat wins (its share of) a pot; pot 0 is the main pot. `odd` chips are included."""

    type: ClassVar[str] = "pot.awarded"
    pot: int
    seat: int
    amount: int
    odd: int = 0
    article: str = ""


class ChipsCarried(PublicEvent, frozen=True):
    """Chips that can't be divided stay for the next pot."""

    type: ClassVar[str] = "chips.carried"
    amount: int
    article: str = ""


class StackChanged(PublicEvent, frozen=True):
    """A seat's stack has changed outside of the betting (award, rebuy, correction, undo).

    `by` is who of the floor corrected it.
    """

    type: ClassVar[str] = "stack.changed"
    seat: int
    stack: int
    reason: str
    by: str = ""


# -- irregularities and rulings ---------------------------------------------------------


class IrregularityFound(PublicEvent, frozen=True):
    """Something went wrong; `article` is the one of the house that is being played.

    `outcome` is what comes of it where no ruling is opened, empty where that is nothing or is told
    by what follows: `call`, `check`, `made-full`, `choose` (the player makes it full or folds),
    `first-motion`, `binds`, `free` (it binds nobody), `waits` (for the seat's turn), `stands`,
    `dead`, `live`, `penalty`.
    """

    type: ClassVar[str] = "irregularity.found"
    kind: str
    article: str = ""
    street: str = ""
    seat: int = 0
    outcome: str = ""


class RulingOpened(PublicEvent, frozen=True):
    """Play is stopped for a ruling: its steps are done in this order.

    `by` is who of the floor put these steps in the place of the house's.
    """

    type: ClassVar[str] = "ruling.opened"
    id: int
    kind: str
    article: str
    steps: tuple[str, ...]
    by: str = ""


class RulingConfirmed(PublicEvent, frozen=True):
    """The floor has confirmed a ruling: its steps stay as they are."""

    type: ClassVar[str] = "ruling.confirmed"
    id: int
    by: str


class RulingStep(PublicEvent, frozen=True):
    """A step of a ruling has been done or undone."""

    type: ClassVar[str] = "ruling.step"
    id: int
    index: int
    step: str
    done: bool


class RulingWrong(PublicEvent, frozen=True):
    """A card has come where the open ruling asks for none; `step` is the one to be done."""

    type: ClassVar[str] = "ruling.wrong"
    id: int
    index: int
    step: str
    zone: str


class RulingClosed(PublicEvent, frozen=True):
    """A ruling has come to its end."""

    type: ClassVar[str] = "ruling.closed"
    id: int
    outcome: str
    by: str = ""


class ClockStarted(PublicEvent, frozen=True):
    """The clock runs for a seat: `seconds` are left."""

    type: ClassVar[str] = "clock.started"
    seat: int
    seconds: int
    by: int = 0


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

    `about` is empty when nobody has said what for.
    """

    type: ClassVar[str] = "floor.called"
    seat: int
    about: str = ""
    article: str = ""


# -- the table --------------------------------------------------------------------------


class SeatTaken(PublicEvent, frozen=True):
    """Somebody sits down."""

    type: ClassVar[str] = "seat.taken"
    seat: int
    name: str
    stack: int


class SeatLeft(PublicEvent, frozen=True):
    """A seat is empty now; what its stack was."""

    type: ClassVar[str] = "seat.left"
    seat: int
    stack: int


class SeatAbsent(PublicEvent, frozen=True):
    """A seated player is away."""

    type: ClassVar[str] = "seat.absent"
    seat: int


class SeatBack(PublicEvent, frozen=True):
    """A player who was away is back."""

    type: ClassVar[str] = "seat.back"
    seat: int


class LevelChanged(PublicEvent, frozen=True):
    """Blinds and antes from the next hand on."""

    type: ClassVar[str] = "level.changed"
    small_blind: int
    big_blind: int
    ante: int = 0
    big_blind_ante: int = 0


class LevelTimed(PublicEvent, frozen=True):
    """The level, or with `on_break` the break, lasts so many seconds from now on.

    With 0 its time is over, or it has none.
    """

    type: ClassVar[str] = "level.timed"
    seconds: int
    on_break: bool = False


class TablePaused(PublicEvent, frozen=True):
    """No hand starts until play goes on."""

    type: ClassVar[str] = "table.paused"
    reason: str = ""


class TableResumed(PublicEvent, frozen=True):
    """Hands may start again."""

    type: ClassVar[str] = "table.resumed"


class ActionUndone(PublicEvent, frozen=True):
    """The floor has taken back the last action; the state is exactly what it was before."""

    type: ClassVar[str] = "action.undone"
    seat: int
    by: str


class DeviceLostSeen(PublicEvent, frozen=True):
    """A device does not answer."""

    type: ClassVar[str] = "device.lost"
    device: str


class DeviceBackSeen(PublicEvent, frozen=True):
    """A device answers again."""

    type: ClassVar[str] = "device.back"
    device: str


class ZoneBlind(PublicEvent, frozen=True):
    """A zone can't be read (or can again): what happens there must be declared."""

    type: ClassVar[str] = "zone.blind"
    zone: str
    blind: bool = True


class DeckChecked(PublicEvent, frozen=True):
    """The deck has been counted: complete, no double, no stranger."""

    type: ClassVar[str] = "deck.checked"
    cards: int


class DeckFouled(PublicEvent, frozen=True):
    """The deck is not the deck it should be.

    Before a hand, where the shoe counts it, `missing_cards` and `extra_cards` are named; a card
    that was never enrolled has no name. No hand starts with it.
    """

    type: ClassVar[str] = "deck.fouled"
    missing: int = 0
    extra: int = 0
    missing_cards: tuple[str, ...] = ()
    extra_cards: tuple[str, ...] = ()


class ShoeReported(PublicEvent, frozen=True):
    """The shoe has been `loaded`, is `empty`, is in a `jam`, or has let out a wrong `count`."""

    type: ClassVar[str] = "shoe.reported"
    what: Literal["loaded", "empty", "jam", "count"]


class MovedWhileOff(PublicEvent, frozen=True):
    """Where things lie otherwise than when the controller went off; nobody is accused.

    It is to be confirmed (`confirm`, `agree`) or put back. Without zones, that has been done.
    """

    type: ClassVar[str] = "moved.while-off"
    zones: tuple[str, ...]


EVENTS: dict[str, type[PublicEvent]] = {
    event.type: event for event in PublicEvent.__subclasses__() if event.type
}


class Envelope(msgspec.Struct, frozen=True):
    """How a public event travels. `seq` has no gap over a table's whole life."""

    v: int
    seq: int
    session: str
    at: str
    table: str
    hand: int
    type: str
    data: dict[str, Any]


def event_data(event: PublicEvent) -> dict[str, Any]:
    """Return the fields of an event as plain JSON types, defaults left out."""
    data: dict[str, Any] = msgspec.to_builtins(event)
    return data


def event_from(name: str, data: dict[str, Any]) -> PublicEvent:
    """Make the event again from its name and `event_data`.

    Raises `KeyError` for a name that this version does not know and
    `msgspec.ValidationError` for fields that don't fit.
    """
    return msgspec.convert(data, EVENTS[name])
