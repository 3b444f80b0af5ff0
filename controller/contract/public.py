"""Public events: what anybody may know, in the order in which it happened.

Every event is a frozen struct with a `type`; `Envelope` is how it travels. Events carry ids
and parameters, never sentences. Cards are `Kh`; amounts are chips; seats are numbered from 1.
"""

from typing import Any, ClassVar, Literal

import msgspec

Street = Literal["preflop", "flop", "turn", "river"]
Phase = Literal["idle", "posting", "dealing", "betting", "board", "showdown", "award", "over"]
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
    """Something went wrong; `article` is the one of the house that is being played."""

    type: ClassVar[str] = "irregularity.found"
    kind: str
    article: str = ""
    street: str = ""
    seat: int = 0


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


# -- the whole public view --------------------------------------------------------------


class SeatView(msgspec.Struct, frozen=True, omit_defaults=True):
    """One seat as anybody may see it. `stack` and `bet` are None where the house hides them.

    `status`: `empty`; `waiting` (seated, not in this hand); `in`; `all-in`; `folded`; `dead`.
    `cards` counts hole cards; `shown` names those that lie face up. `committed` is what the
    seat has put into the pots in this hand, its bet in front included.
    """

    seat: int
    status: Literal["empty", "waiting", "in", "all-in", "folded", "dead"] = "empty"
    name: str = ""
    stack: int | None = None
    bet: int | None = None
    committed: int | None = None
    absent: bool = False
    cards: int = 0
    shown: tuple[str, ...] = ()
    hand_name: str = ""
    hand_ranks: tuple[str, ...] = ()
    best: tuple[str, ...] = ()
    last_action: str = ""
    last_amount: int = 0
    dead_reason: str = ""
    penalty: str = ""
    won: int = 0


class PotView(msgspec.Struct, frozen=True):
    """A gathered pot and who can win it. `amount` is None where the house hides it."""

    amount: int | None
    seats: tuple[int, ...]


class LegalView(msgspec.Struct, frozen=True, omit_defaults=True):
    """What the seat in turn may do. Amounts are totals in front; None: not allowed.

    `all_in` is set only when the stack can't make a full bet or raise but may be put in.
    `most` bounds a bet or raise (the stack, or the cap of pot-limit and limit).
    """

    seat: int
    fold: bool = False
    check: bool = False
    call: int | None = None
    bet: int | None = None
    raise_to: int | None = None
    all_in: int | None = None
    most: int | None = None


class StepView(msgspec.Struct, frozen=True, omit_defaults=True):
    """One step of a ruling: a step word and what it is about."""

    step: str
    detail: str = ""
    done: bool = False


class RulingView(msgspec.Struct, frozen=True, omit_defaults=True):
    """The open ruling. `waits_for`: `steps`, `floor`, `seats` (their agreement)."""

    id: int
    kind: str
    article: str
    street: str = ""
    seat: int = 0
    steps: tuple[StepView, ...] = ()
    waits_for: str = "steps"


class LevelView(msgspec.Struct, frozen=True, omit_defaults=True):
    """Blinds and antes. `next_in` is milliseconds to the next level, None without a clock.

    `next_...` are those of the next level where it is known (a big blind of 0: it is not); without
    a clock they count from the next hand on.
    """

    small_blind: int = 0
    big_blind: int = 0
    ante: int = 0
    big_blind_ante: int = 0
    number: int = 0
    next_in: int | None = None
    next_small_blind: int = 0
    next_big_blind: int = 0
    next_ante: int = 0
    next_big_blind_ante: int = 0


class OddView(msgspec.Struct, frozen=True):
    """The odd chips of a pot that could not be divided: who got them, and the article."""

    pot: int
    seat: int
    chips: int
    article: str


class DeckView(msgspec.Struct, frozen=True, omit_defaults=True):
    """The deck as it was counted between two hands, never while one runs.

    `missing` are the cards that are not there, `extra` counts those that do not belong there;
    those of them that have a name are `extra_cards`.
    """

    cards: int
    missing: tuple[str, ...] = ()
    extra: int = 0
    extra_cards: tuple[str, ...] = ()


class PublicState(msgspec.Struct, frozen=True, omit_defaults=True):
    """The whole public view: enough to draw a display from nothing.

    `to_post` lists what is still to be posted, as (seat, ante, blind); `to_deal` the seats that
    the rest of the initial deal goes to, in order; `next_dealer` is the seat whose `done` starts
    the next hand, 0 while one runs. `seq` is the last event that the state includes.
    `next_step` is what the dealer does next, in step words (`deal 3`, `burn`, `deal flop`,
    `push`, `gather`, `shuffle`, `post 2 50`, `table 4`); empty while players act. `clock_left` is
    in milliseconds. `voided` says that the last hand came to no result. `odd` are the odd chips
    among the `awards`. Between hands `next_places` are button, small blind and big blind of the
    next one, and `deck` is how the deck was counted, None where nobody has. `shoe` is what is
    wrong with the shoe. `earphones` is the article by which a seat needs the floor's agreement for
    one, empty where it needs none. `keyed_unit` is the smallest chip where amounts are keyed at the
    seats, 0 where chips are read. `deaf` are the accessible seats whose ear is gone.
    """

    seq: int
    table: str
    house: str
    hand: int = 0
    phase: Phase = "idle"
    street: str = ""
    button: int = 0
    small_blind: int = 0
    big_blind: int = 0
    level: LevelView = LevelView()
    seats: tuple[SeatView, ...] = ()
    board: tuple[str, ...] = ()
    burned: int = 0
    pots: tuple[PotView, ...] = ()
    carried: int = 0
    turn: int = 0
    legal: LegalView | None = None
    next_step: str = ""
    next_dealer: int = 0
    to_post: tuple[tuple[int, int, int], ...] = ()
    to_deal: tuple[int, ...] = ()
    awards: tuple[tuple[int, int, int], ...] = ()
    clock_seat: int = 0
    clock_left: int = 0
    voided: bool = False
    paused: bool = False
    rulings: tuple[RulingView, ...] = ()
    blind_zones: tuple[str, ...] = ()
    moved_while_off: tuple[str, ...] = ()
    odd: tuple[OddView, ...] = ()
    next_places: tuple[int, int, int] | None = None
    deck: DeckView | None = None
    shoe: Literal["", "empty", "jam", "count"] = ""
    earphones: str = ""
    keyed_unit: int = 0
    deaf: tuple[int, ...] = ()


EAR = "voice-"
"""What the ear of an accessible seat is called, with the seat's number behind it."""


def ear_seat(device: str) -> int:
    """Give the seat whose ear a device is, 0 for any other device."""
    number = device.removeprefix(EAR) if device.startswith(EAR) else ""
    return int(number) if number.isdecimal() else 0


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
    """Give the fields of an event as plain JSON types, defaults left out."""
    data: dict[str, Any] = msgspec.to_builtins(event)
    return data


def event_from(name: str, data: dict[str, Any]) -> PublicEvent:
    """Make the event again from its name and `event_data`.

    Raises `KeyError` for a name that this version does not know and
    `msgspec.ValidationError` for fields that don't fit.
    """
    return msgspec.convert(data, EVENTS[name])


# -- what lies beside the events on MQTT ------------------------------------------------


class Status(msgspec.Struct, frozen=True):
    """The controller's birth and last will, retained on `status`.

    `session` is the ULID of this start: the will of an earlier start names another one.
    """

    status: Literal["online", "offline"]
    session: str
    table: str
    software: str
    v: int = 1


class DeviceHealth(msgspec.Struct, frozen=True, omit_defaults=True):
    """Whether a device answers, and what is wrong with it, in English, with what to do."""

    device: str
    ok: bool
    problem: str = ""


class ZoneHealth(msgspec.Struct, frozen=True):
    """How often the antennas of a zone were read in the last period, in scans a second."""

    zone: str
    scans: float
    blind: bool = False


class Health(msgspec.Struct, frozen=True, omit_defaults=True):
    """How the controller is, retained on `health`.

    `journal` other than `ok` stops the table: nothing is shown that is not on disk. `waiting`
    counts observations that are not on disk yet, `backlog` events that the broker has not
    confirmed.
    """

    session: str
    journal: Literal["ok", "disk-full", "read-only", "held", "failing"] = "ok"
    waiting: int = 0
    backlog: int = 0
    devices: tuple[DeviceHealth, ...] = ()
    zones: tuple[ZoneHealth, ...] = ()


class Topics(msgspec.Struct, frozen=True):
    """The names of a table's topics, under `root` (`tapis/<venue>/<table>`)."""

    root: str

    @property
    def status(self) -> str:
        """Where birth and last will are retained."""
        return f"{self.root}/status"

    @property
    def state(self) -> str:
        """Where the whole public view is retained."""
        return f"{self.root}/state"

    @property
    def health(self) -> str:
        """Where the controller's health is retained."""
        return f"{self.root}/health"

    def event(self, name: str) -> str:
        """Where events of one type go (`#` for all of them)."""
        return f"{self.root}/event/{name}"

    def command(self, name: str) -> str:
        """Where a command is asked for (`+` for all of them)."""
        return f"{self.root}/command/{name}"

    def reply(self, name: str) -> str:
        """Where a command is answered (`+` for all of them)."""
        return f"{self.root}/reply/{name}"

    def replay(self, request: str) -> str:
        """Where the events go that the request of this id asked for again."""
        return f"{self.root}/replay/{request}"
