"""The state of a table: frozen facts, from which the next observation makes new ones.

Per-seat tuples have one place for each seat and an unused place 0, so that a seat's number
is its index.
Facts hold no cycles, so the garbage collector need not look at those that every step makes.
"""

from functools import cache
from operator import add
from typing import Literal, TypeVar

import msgspec
from msgspec.structs import replace

from controller.contract.observations import CardAt, CardLeft, ChipsAt
from controller.contract.private import PrivateEvent
from controller.contract.public import FoundView, Phase, PublicEvent, Street

STREETS = tuple(Street)
BOARD_CARDS = (0, 3, 4, 5)
BET_ZONES = tuple(f"bet.{seat}" for seat in range(11))

# What a seat is in a hand.
Status = Literal[0, 1, 2, 3]
OUT: Status = 0
LIVE: Status = 1
FOLDED: Status = 2
ALL_IN: Status = 3
CAN_WIN = (LIVE, ALL_IN)

# Who closes what the rules leave open: the floor, the players together, or either of them.
Floor = Literal["present", "absent", "either"]

T = TypeVar("T")


def put(items: tuple[T, ...], index: int, value: T) -> tuple[T, ...]:
    """Return the tuple with one place changed."""
    changed = list(items)
    changed[index] = value
    return tuple(changed)


class Level(msgspec.Struct, frozen=True):
    """Blinds and antes."""

    small_blind: int = 0
    big_blind: int = 0
    ante: int = 0
    big_blind_ante: int = 0
    number: int = 0


class LevelClock(msgspec.Struct, frozen=True):
    """How long the level lasts: to `until` (ms of table time), or `left` ms while it stands still.

    Then comes a break of `break_ms`, and then the level `coming`; `on_break` says that it is the
    break that it counts.
    """

    until: int = 0
    left: int = 0
    coming: Level | None = None
    break_ms: int = 0
    on_break: bool = False


class Seat(msgspec.Struct, frozen=True, gc=False):
    """Who sits where; `name` is empty for an empty seat.

    `waits` is set for a newcomer between the button and the small blind until the button has
    passed; `joined` is the number of the last hand that was over when he sat down. `excluded`
    is set while he serves a penalty, `away_since` is when he went away (ms).
    """

    name: str = ""
    stack: int = 0
    absent: bool = False
    waits: bool = False
    joined: int = 0
    rebuy: int = 0
    excluded: bool = False
    away_since: int = 0

    @property
    def taken(self) -> bool:
        """Return whether somebody has this seat."""
        return bool(self.name)


class Award(msgspec.Struct, frozen=True):
    """A seat's share of a pot; pot 0 is the main pot."""

    pot: int
    seat: int
    amount: int
    odd: int = 0


class Tentative(msgspec.Struct, frozen=True):
    """An action read from chips that have not come to rest: a late tag of the motion amends it."""

    seat: int
    since: int


class Step(msgspec.Struct, frozen=True):
    """One step of a ruling: a goal over what lies where.

    `detail` is what may be said of it in public. `cards` are the cards that it is about;
    `count` is how many cards must lie in its zone, or how many betting rounds must be over.
    `zone` is where a card lies that nobody has asked for: it must go from there.
    """

    word: str
    detail: str = ""
    cards: tuple[str, ...] = ()
    seat: int = 0
    count: int = 0
    zone: str = ""


class Held(msgspec.Struct, frozen=True):
    """A card of the deal that came before the one that was due: perhaps it was only read first.

    `since` is its first read, `at` when it was observed.
    """

    card: str
    seat: int
    since: int
    at: int


class Ruling(msgspec.Struct, frozen=True):
    """An irregularity that stops the table until its steps are done.

    `done` counts the steps that are done. `before` is what a waived misdeal goes back to.
    `owner` is the seat whose agreement alone lets everything stand (ppc 14).
    """

    id: int
    kind: str
    article: str
    street: str
    seat: int
    steps: tuple[Step, ...]
    tags: tuple[str, ...] = ()
    cards: tuple[str, ...] = ()
    done: int = 0
    agreed: tuple[int, ...] = ()
    before: "Past | None" = None
    owner: int = 0

    @property
    def step(self) -> Step | None:
        """Return the step that is to be done now."""
        return self.steps[self.done] if self.done < len(self.steps) else None


class Hand(msgspec.Struct, frozen=True, gc=False):
    """One hand of poker, from the shuffle to the last chip pushed.

    `entitled` are the seats that get cards, in dealing order (empty seats that are dealt to
    because the button is dead included). `holes` and `shown` hold cards by seat. `bets` is
    what each seat has in front in this round, `paid` what it had put in before this round.
    `level_bet` is what a call goes to; `last_raise` the last full bet or raise, by how much.
    `acts` counts the actions of this round, `rounds` the betting rounds that are over.
    `early` are actions out of turn that wait for their turn; `faulty` the seats whose chips are
    known not to be what they should be;
    `choice` is `complete` when the seat in turn must complete what it put in, or fold.
    `fresh` are seats that may still raise; `to_act` those whose action is required.
    `touched` are hole cards that their owner has taken up, `strangers` cards that are not of
    this deck, `held` cards of the deal whose order is not known yet; `astray` says that the deal
    goes on after an error in it.
    `waiting` are board cards that lie there from before an undo, `gone` live seats whose cards
    have come to the muck while a ruling stopped the table.
    """

    number: int
    level: Level
    button: int
    small_blind: int
    big_blind: int
    entitled: tuple[int, ...]
    stacks: tuple[int, ...]
    status: tuple[Status, ...]
    bets: tuple[int, ...]
    paid: tuple[int, ...]
    antes_due: tuple[int, ...]
    blinds_due: tuple[int, ...]
    holes: tuple[tuple[str, ...], ...]
    shown: tuple[tuple[str, ...], ...]
    last: tuple[tuple[str, int], ...]
    phase: Phase = Phase.POSTING
    street: int = 0
    dealt: int = 0
    seen: tuple[str, ...] = ()
    board: tuple[str, ...] = ()
    burns: tuple[str, ...] = ()
    burned_for: int = 0
    dead_money: int = 0
    level_bet: int = 0
    last_raise: int = 0
    raises: int = 0
    turn: int = 0
    to_act: tuple[int, ...] = ()
    fresh: tuple[int, ...] = ()
    aggressor: int = 0
    last_caller: int = 0
    announced: str = ""
    tentative: Tentative | None = None
    gathered: bool = True
    awards: tuple[Award, ...] = ()
    mucked: tuple[int, ...] = ()
    dead: tuple[tuple[int, str], ...] = ()
    face_up: bool = False
    acts: int = 0
    early: "tuple[Early, ...]" = ()
    faulty: tuple[int, ...] = ()
    choice: str = ""
    splashed: int = 0
    rounds: int = 0
    voided: bool = False
    mended: bool = False
    exposed: tuple[str, ...] = ()
    left_shoe: tuple[str, ...] = ()
    touched: tuple[str, ...] = ()
    strangers: tuple[str, ...] = ()
    held: tuple[Held, ...] = ()
    astray: bool = False
    places_before: tuple[int, int, int] = (0, 0, 0)
    waiting: tuple[str, ...] = ()
    gone: tuple[int, ...] = ()
    boxed: int = 0

    def live(self) -> tuple[int, ...]:
        """Return the seats whose hands can still win, in dealing order."""
        status = self.status
        return tuple([s for s in self.entitled if status[s] in CAN_WIN])

    def put_in(self) -> tuple[int, ...]:
        """Return what each seat has put into the hand, the running betting round included."""
        return tuple(map(add, self.paid, self.bets))

    def alone(self) -> bool:
        """Return whether a single hand can still win."""
        return self.status.count(LIVE) + self.status.count(ALL_IN) == 1


class Early(msgspec.Struct, frozen=True):
    """An action out of turn: `level` is what a call went to then, `skipped` whose turn it was."""

    seat: int
    what: str
    to: int
    level: int
    skipped: int


class Clock(msgspec.Struct, frozen=True):
    """The clock that was called on a seat; it runs out at `until` (ms of table time)."""

    seat: int
    until: int
    by: int


class Serving(msgspec.Struct, frozen=True):
    """A penalty that a seat serves (`10m`, `1r`), or is put out of the game by (`out`).

    `hands` are still to be missed, from the hand of number `first` on. A penalty of `ms`
    milliseconds runs `until` a table time, 0 while the hand in which it was given is on.
    """

    seat: int
    penalty: str
    hands: int = 0
    first: int = 0
    ms: int = 0
    until: int = 0


class Past(msgspec.Struct, frozen=True, gc=False):
    """What an undo goes back to: the hand and the stacks before an action.

    `base`, `carried` and `serving` are those of the table then.
    """

    hand: Hand
    seats: tuple[Seat, ...]
    seat: int
    base: tuple[int, ...] = ()
    carried: int = 0
    serving: tuple[Serving, ...] = ()


class Shoe(msgspec.Struct, frozen=True, gc=False):
    """What is known of the shoe between hands.

    With `checks` it counts the deck while it shuffles: a hand starts when the count is right.
    `counted` is how many cards there were, None before; `missing` and `extra` what was wrong, with
    `strangers` that were never enrolled. `wrong` is what it has said last that is wrong with it.
    """

    checks: bool = False
    counted: int | None = None
    missing: tuple[str, ...] = ()
    extra: tuple[str, ...] = ()
    strangers: int = 0
    wrong: Literal["", "empty", "jam", "count"] = ""

    @property
    def fouled(self) -> bool:
        """Return whether the deck was counted and is not what it should be."""
        return bool(self.missing or self.extra or self.strangers)


class Noted(msgspec.Struct, frozen=True):
    """What went wrong last and stopped nobody, in which hand and in which of its rounds."""

    found: FoundView
    hand: int
    round: int


class Table(msgspec.Struct, frozen=True, gc=False):
    """A whole table.

    `places` says in which zone each card lies ("" for none), `chips` what lies in each chip
    zone (denominations, highest first), `base` how much of what lies in front of a seat
    belongs to what is already counted (antes, bets of earlier rounds that nobody gathered).
    `button`, `small_blind` and `big_blind` are the places of the last hand, also where nobody
    sits there any more. `unit` is the smallest chip in play. `button_at` is where a tagged button
    lies, 0 when it has not been read. `moved` is what was moved while the controller was off and
    nobody has confirmed yet, `moved_agreed` the seats that have. `floor` says whether there is
    one: where it is present the players can't close by themselves what the rules leave open.
    Of `decks` that are used by turns `deck` is in play; `others` says where cards of the others
    lie ("Kh/2"), as far as they have been read. `noted` is
    the last that was found and stops nobody.
    """

    seats: tuple[Seat, ...]
    base: tuple[int, ...]
    level: Level = Level()
    next_level: Level | None = None
    level_clock: LevelClock | None = None
    keyed: bool = False
    unit: int = 1
    at: int = 0
    button: int = 0
    small_blind: int = 0
    big_blind: int = 0
    small_blind_posted: bool = False
    hands: int = 0
    hand: Hand | None = None
    past: tuple[Past, ...] = ()
    places: dict[str, str] = {}
    since: dict[str, int] = {}
    rulings: tuple[Ruling, ...] = ()
    ruled: int = 0
    clock: Clock | None = None
    penalties: tuple[tuple[int, str], ...] = ()
    serving: tuple[Serving, ...] = ()
    chips: dict[str, tuple[int, ...]] = {}
    moving: dict[str, tuple[int, ...]] = {}
    foreign: dict[str, int] = {}
    carried: int = 0
    paused: bool = False
    blind_zones: tuple[str, ...] = ()
    deaf: tuple[int, ...] = ()
    button_at: int = 0
    floor: Floor = "either"
    moved: tuple[CardAt | CardLeft | ChipsAt, ...] = ()
    moved_agreed: tuple[int, ...] = ()
    shoe: Shoe = Shoe()
    decks: int = 1
    deck: int = 1
    others: dict[str, str] = {}
    noted: Noted | None = None


class Out(msgspec.Struct, gc=False):
    """What a step gives out: events in their order; `at` is the table time (ms).

    `refused` says why a command is not carried out (an id), empty when it is.
    """

    at: int
    public: list[PublicEvent] = []
    private: list[PrivateEvent] = []
    refused: str = ""

    def say(self, event: PublicEvent) -> None:
        """Add a public event."""
        self.public.append(event)

    def whisper(self, event: PrivateEvent) -> None:
        """Add a private event."""
        self.private.append(event)


def new_table(
    seats: int,
    *,
    keyed: bool = False,
    unit: int = 1,
    floor: Floor = "either",
    checks: bool = False,
    decks: int = 1,
) -> Table:
    """Return an empty table of 2 to 10 seats; `unit` is the smallest chip in play.

    `checks` says that its shoe counts the deck before each hand; `decks` are used by turns.
    """
    return Table(
        seats=(Seat(),) * (seats + 1),
        base=(0,) * (seats + 1),
        keyed=keyed,
        unit=max(unit, 1),
        floor=floor,
        shoe=Shoe(checks=checks),
        decks=decks,
    )


def with_seat(table: Table, number: int, **changes: object) -> Table:
    """Return the table with one seat changed."""
    return replace(table, seats=put(table.seats, number, replace(table.seats[number], **changes)))


def in_front(table: Table) -> tuple[int, ...]:
    """Return what lies in each bet zone, whatever it is counted as."""
    chips = table.chips
    if not chips:
        return (0,) * len(table.seats)
    return tuple([sum(chips.get(zone, ())) for zone in BET_ZONES[: len(table.seats)]])


def restore(table: Table, past: Past) -> Table:
    """Return the table with its hand as it was; of the seats, only the stacks of who plays it."""
    seats = tuple(
        replace(seat, stack=before.stack) if past.hand.stacks[n] else seat
        for n, (seat, before) in enumerate(zip(table.seats, past.seats, strict=True))
    )
    return replace(table, seats=seats, hand=past.hand)


@cache
def clockwise(seats: int, after: int) -> tuple[int, ...]:
    """Return all seats clockwise, beginning after one and ending with it."""
    return (*range(after + 1, seats + 1), *range(1, after + 1))
