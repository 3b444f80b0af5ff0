"""The state of a table: frozen facts, from which the next observation makes new ones.

Per-seat tuples have one place for each seat and an unused place 0, so that a seat's number
is its index.
"""

from functools import cache
from typing import Final, Literal, TypeVar

import msgspec
from msgspec.structs import replace

from controller.contract.commands import SitDown, TakeChips
from controller.contract.observations import CardAt, CardLeft, ChipsAt
from controller.contract.public import FoundView, HoldView, NoticeView, StepView
from controller.contract.rules import Entry, Kind, StepWord, Street
from controller.table.state.hand import Hand, Level, no_hand
from controller.table.state.streaming import Stream

BET_ZONES = tuple(f"bet.{seat}" for seat in range(11))
STACK_ZONES = tuple(f"stack.{seat}" for seat in range(11))
HAND_ZONES = tuple(f"hand.{seat}" for seat in range(11))
IN_A_HAND = {zone: seat for seat, zone in enumerate(HAND_ZONES)}
IN_FRONT = {zone: seat for seat, zone in enumerate(BET_ZONES)}
GIVEN_UP = frozenset({"muck", "burn"})
"""Where a hand is given up: burns and muck often lie together."""
LET_GO = frozenset((*BET_ZONES, "pot"))
"""Where cards lie that their player has let go of: beyond a line, or on the pot."""

SCAN_MS: Final = 100
"""How often an antenna for cards is read, unless the table says otherwise (ms)."""

Floor = Literal["present", "absent", "either"]
"""Who closes what the rules leave open: the floor, the players together, or either of them."""

T = TypeVar("T")


def put(items: tuple[T, ...], index: int, value: T) -> tuple[T, ...]:
    """Return the tuple with one place changed."""
    changed = [*items]
    changed[index] = value
    return tuple(changed)


def without(items: tuple[T, ...], item: T) -> tuple[T, ...]:
    """Return the items but one."""
    if item not in items:
        return items
    at = items.index(item)
    return items[:at] + items[at + 1 :]


class Period(msgspec.Struct, frozen=True):
    """A level, None for a break, and how long it lasts (ms; 0 for a level without an end)."""

    level: Level | None
    ms: int


class LevelClock(msgspec.Struct, frozen=True):
    """How long the level lasts: to `until` (ms of table time), or `left` ms while it stands still.

    Then comes a break of `break_ms`, and then the level `coming`; `on_break` says that it is the
    break that it counts. `rest` is what is known from `coming` on, with the time that each of it
    lasts. `waits` says that it stands until it is told to run, whatever else lets it.
    """

    until: int = 0
    left: int = 0
    coming: Level | None = None
    break_ms: int = 0
    on_break: bool = False
    rest: tuple[Period, ...] = ()
    waits: bool = False


class Seat(msgspec.Struct, frozen=True, gc=False):
    """Who sits where; `name` is empty for an empty seat.

    `waits` is set for a newcomer behind the button until it has passed; `joined` is the last hand
    that was over when they sat down. `excluded` is set while they serve a penalty, `away_since` is
    when they went away (ms). `player` is the room's id of them, `entry` how they come into play,
    `owes` what they post besides; `busted` is the hand that took their last chip, `seconds` their
    time when the clock is called (0: the house's), `head` what is on their head.
    """

    name: str = ""
    stack: int = 0
    absent: bool = False
    waits: bool = False
    joined: int = 0
    rebuy: int = 0
    excluded: bool = False
    away_since: int = 0
    player: str = ""
    entry: Entry = Entry.DEALT_IN
    owes: int = 0
    busted: int = 0
    seconds: int = 0
    head: int = 0

    @property
    def taken(self) -> bool:
        """Whether somebody has this seat."""
        return bool(self.name)


class Step(msgspec.Struct, frozen=True):
    """One step of a ruling: a goal over what lies where (`controller.table.rulings.goals`).

    `said` is what may be told of it in public. `cards` are the cards that it is about, `seat` the
    seat; `count` is how many cards must lie in its zone, or how many betting rounds must be over.
    `zone` is where a card lies that nobody has asked for: it must go from there.
    """

    word: StepWord
    said: StepView
    cards: tuple[str, ...] = ()
    seat: int = 0
    count: int = 0
    zone: str = ""


class Past(msgspec.Struct, frozen=True, gc=False):
    """What an undo goes back to: the hand and the stacks before an action.

    `base`, `carried` and `serving` are those of the table then.
    """

    hand: Hand
    seats: tuple[Seat, ...]
    seat: int
    base: tuple[int, ...] = ()
    carried: int = 0
    serving: "tuple[Serving, ...]" = ()


class Ruling(msgspec.Struct, frozen=True):
    """An irregularity that stops the table until its steps are done.

    `tags` describe the case in the words of `Remedy.when`. `done` counts the steps that are done.
    `before` is what a waived misdeal goes back to. `owner` is the seat whose agreement alone lets
    everything stand (ppc 14). `zones` are the two in which one tag is read at once. `since` is the
    time at which it was opened, in ms; 0 is not known. `amount` is how many chips it is about.
    """

    id: int
    kind: Kind
    article: str
    street: Street | None
    seat: int
    steps: tuple[Step, ...]
    tags: tuple[str, ...] = ()
    cards: tuple[str, ...] = ()
    done: int = 0
    agreed: tuple[int, ...] = ()
    before: Past | None = None
    owner: int = 0
    zones: tuple[str, ...] = ()
    since: int = 0
    amount: int = 0

    @property
    def step(self) -> Step | None:
        """The step that is to be done now."""
        return self.steps[self.done] if self.done < len(self.steps) else None


class Clock(msgspec.Struct, frozen=True):
    """The clock that runs for a seat; it runs out at `until` (ms of table time).

    It was called `by` a seat, 0 for the floor, or nobody called it. `whole` is how long it runs
    altogether (ms), 0 in a state that an older version kept.
    """

    seat: int
    until: int
    by: int
    whole: int = 0


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


class ShoeState(msgspec.Struct, frozen=True, gc=False):
    """What is known of the shoe between hands.

    With `checks` it counts the deck while it shuffles: a hand starts when the count is right.
    `counted` is how many cards there were, None before; `missing` and `extra` what was wrong, with
    `unknown` tags that were never enrolled. `wrong` is what it has said last that is wrong with it.
    """

    checks: bool = False
    counted: int | None = None
    missing: tuple[str, ...] = ()
    extra: tuple[str, ...] = ()
    unknown: int = 0
    wrong: Literal["", "empty", "jam", "count"] = ""

    @property
    def fouled(self) -> bool:
        """Whether the deck was counted and is not what it should be."""
        return bool(self.missing or self.extra or self.unknown)


class Leaving(msgspec.Struct, frozen=True):
    """Who stands up when the table is at rest: a seat and its player, or seat 0: the big blind.

    `to_table` and `to_seat` are where they go, 0 where nobody said.
    """

    seat: int
    name: str = ""
    player: str = ""
    order: str = ""
    to_table: int = 0
    to_seat: int = 0


class Fittings(msgspec.Struct, frozen=True, gc=False):
    """What a table is made of; `unit` is the smallest chip in play.

    `keyed`: amounts are keyed at the seats. `floor` says whether there is one: where it is present
    the players can't close by themselves what the rules leave open. `decks` are used by turns.
    `cards_keyed`: no card is read; what lies on the board and what is shown is keyed. The `unread`
    zones have no antenna and never had one: nobody waits for what lies there. Where cards are dealt
    and burned, and on the board, antennas are read each `scan_ms`.
    """

    keyed: bool = False
    unit: int = 1
    floor: Floor = "either"
    decks: int = 1
    cards_keyed: bool = False
    unread: tuple[str, ...] = ()
    scan_ms: int = SCAN_MS


class Missed(msgspec.Struct, frozen=True):
    """The blinds that have passed a seat whose player sits out."""

    seat: int
    small: bool = False
    big: bool = False


class Streak(msgspec.Struct, frozen=True):
    """Who has won all pots of a hand, how many such in a row, and whether that kills the next."""

    seat: int
    name: str
    pots: int = 1
    kills: bool = False


class AtRest(msgspec.Struct, frozen=True, gc=False):
    """What counts between two hands: why none starts, who leaves, what is to be told.

    `holds` are the reasons to start no hand; `coming` are who sits down behind who is `leaving`.
    `denominations` are the chips in play, where that was said, highest first; `tournament` is what
    a room has opened the table for, `closed` that it has closed it. `entering` says that a seat
    comes into play otherwise than dealt in, owes something, or has lost its last chip. `raked` are
    all chips that the house has ever taken here; the time is paid again with the first hand that
    ends at `time_due` (ms) or later. `languages` are the tournament's official ones, `taking` chips
    that leave play then, `missed` the blinds that have passed who sits out. `bomb` is the ante of
    the bomb pot that the next hand is, `boards` how many lie side by side in it, `streak` whose
    pots the last hand was, where pots are killed. `stream` says whose cards leave for a stream.
    """

    holds: tuple[HoldView, ...] = ()
    notices: tuple[NoticeView, ...] = ()
    leaving: tuple[Leaving, ...] = ()
    coming: tuple[SitDown, ...] = ()
    denominations: tuple[int, ...] = ()
    tournament: str = ""
    closed: bool = False
    entering: bool = False
    raked: int = 0
    time_due: int = 0
    languages: tuple[str, ...] = ()
    taking: tuple[TakeChips, ...] = ()
    missed: tuple[Missed, ...] = ()
    bomb: int = 0
    boards: int = 1
    streak: Streak | None = None
    stream: Stream = Stream()


class Redeal(msgspec.Struct, frozen=True, gc=False):
    """The hand that was void and is dealt again as it was: its players by seat, and who was away.

    `names` are empty for who was not in it.
    """

    names: tuple[str, ...]
    absent: tuple[int, ...] = ()


class Played(msgspec.Struct, frozen=True, gc=False):
    """What the next hand follows: how many `hands` there were, and the places of the last one.

    `button`, `small_blind` and `big_blind` stay where nobody sits any more. `redeal` is the void
    hand that is dealt again as it was.
    """

    hands: int = 0
    button: int = 0
    small_blind: int = 0
    big_blind: int = 0
    small_blind_posted: bool = False
    redeal: Redeal | None = None


class StackCount(msgspec.Struct, frozen=True, gc=False):
    """The count of stacks that antennas read: since when each is as it is (ms), and what was said.

    `told` is by how much more lay there when it was said last, by seat; `won` who won the last
    hand, and how much; `wrong` that its pot is known to have gone elsewhere.
    """

    since: tuple[int, ...]
    told: tuple[int, ...]
    won: tuple[tuple[int, int], ...] = ()
    wrong: bool = False


class Devices(msgspec.Struct, frozen=True, gc=False):
    """What the devices say besides where the cards and the chips of the table lie.

    `blind_zones` are not read, the seats that are `deaf` have lost their ear. `button_at` is where
    a tagged button lies, 0 when it has not been read; `foreign` counts chips of another set in
    each zone. `moved` is what was moved while the controller was off and nobody has confirmed yet,
    `moved_agreed` the seats that have. `stacks` is there where antennas read stacks.
    """

    blind_zones: tuple[str, ...] = ()
    deaf: tuple[int, ...] = ()
    button_at: int = 0
    foreign: dict[str, int] = {}
    shoe: ShoeState = ShoeState()
    moved: tuple[CardAt | CardLeft | ChipsAt, ...] = ()
    moved_agreed: tuple[int, ...] = ()
    stacks: StackCount | None = None


class Noted(msgspec.Struct, frozen=True):
    """What went wrong last and stopped nobody, in which hand and in which of its rounds."""

    found: FoundView
    hand: int
    round: int


class Record(msgspec.Struct, frozen=True, gc=False):
    """What has gone wrong so far: how many rulings there were, and the penalties given, by seat.

    `noted` is the last that was found and stops nobody.
    """

    ruled: int = 0
    penalties: tuple[tuple[int, str], ...] = ()
    noted: Noted | None = None


class Shots(msgspec.Struct, frozen=True, gc=False):
    """The time that each decision has: `used` are the time-bank cards played in a level, by player.

    Where no room has given a player an id, it is their name.
    """

    level: Level
    used: tuple[tuple[str, int], ...] = ()


class Timed(msgspec.Struct, frozen=True, gc=False):
    """What waits for its time: the clock on a seat, that of the level, penalties.

    `shots` is there where each decision has its time.
    """

    clock: Clock | None = None
    level_clock: LevelClock | None = None
    serving: tuple[Serving, ...] = ()
    shots: Shots | None = None


class Table(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """A whole table; its `hand` is the one that runs, the last one, or none yet (`Idle`).

    `places` says in which zone each card lies ("" for none), `chips` what lies in each chip
    zone (denominations, highest first), `base` how much of what lies in front of a seat
    belongs to what is already counted (antes, bets of earlier rounds that nobody gathered).
    Of the decks that are used by turns `deck` is in play; `others` says where cards of the others
    lie ("Kh/2"), as far as they have been read. `timed` is None where nothing waits for its time.
    `paused` says that a hold counts now. What seldom changes lies together: every step copies each
    field of a table.
    """

    # What changes most often comes first: the search for a field to change begins here.
    hand: Hand
    places: dict[str, str] = {}
    chips: dict[str, tuple[int, ...]] = {}
    seats: tuple[Seat, ...]
    past: tuple[Past, ...] = ()
    since: dict[str, int] = {}
    base: tuple[int, ...]
    moving: dict[str, tuple[int, ...]] = {}
    rulings: tuple[Ruling, ...] = ()
    carried: int = 0
    played: Played = Played()
    timed: Timed | None = None
    at: int = 0
    level: Level = Level()
    next_level: Level | None = None
    paused: bool = False
    devices: Devices = Devices()
    record: Record = Record()
    deck: int = 1
    others: dict[str, str] = {}
    at_rest: AtRest = AtRest()
    fittings: Fittings = Fittings()

    @property
    def clock(self) -> Clock | None:
        """The clock that was called on a seat."""
        return self.timed.clock if self.timed else None

    @property
    def level_clock(self) -> LevelClock | None:
        """How long the level lasts, where that is told here."""
        return self.timed.level_clock if self.timed else None

    @property
    def serving(self) -> tuple[Serving, ...]:
        """The penalties that are served."""
        return self.timed.serving if self.timed else ()


def new_table(
    seats: int,
    *,
    keyed: bool = False,
    unit: int = 1,
    floor: Floor = "either",
    checks: bool = False,
    decks: int = 1,
    cards_keyed: bool = False,
) -> Table:
    """Return an empty table of 2 to 10 seats; `unit` is the smallest chip in play.

    `checks` says that its shoe counts the deck before each hand; `decks` are used by turns. Where
    cards are keyed, no zone that they lie in is ever read.
    """
    fittings = Fittings(keyed, max(unit, 1), floor, decks, cards_keyed)
    unread = (*HAND_ZONES[1 : seats + 1], "burn", "muck") if cards_keyed else ()
    return Table(
        seats=(Seat(),) * (seats + 1),
        base=(0,) * (seats + 1),
        hand=no_hand(seats),
        fittings=fittings,
        devices=Devices(blind_zones=unread, shoe=ShoeState(checks=checks)),
    )


def forget_hand(table: Table) -> Table:
    """Return the table without its last hand, and without what lies where."""
    return replace(
        table,
        hand=no_hand(len(table.seats) - 1),
        past=(),
        places={},
        since={},
        devices=replace(table.devices, moved=(), moved_agreed=()),
    )


def in_front(table: Table) -> tuple[int, ...]:
    """Return what lies in each bet zone, whatever it is counted as."""
    chips, seats = table.chips, len(table.seats)
    if not chips:
        return (0,) * seats
    return tuple([sum(chips[zone]) if zone in chips else 0 for zone in BET_ZONES[:seats]])


@cache
def clockwise(seats: int, after: int) -> tuple[int, ...]:
    """Return all seats clockwise, beginning after one and ending with it."""
    return (*range(after + 1, seats + 1), *range(1, after + 1))
