"""The state of a table as frozen values, which are replaced with each observation.

Per-seat tuples have an unused item at index 0, so that a seat's number is its index.
"""

from typing import Final, Literal, TypeVar

import msgspec
from msgspec.structs import replace

from controller.contract.commands import SitDown, TakeChips
from controller.contract.observations import CardAt, CardLeft, ChipsAt
from controller.contract.public import FoundView, HoldView, NoticeView, StepView
from controller.contract.rules import Entry, Kind, StepWord, Street
from controller.table.state.hand import Hand, Level, Missed, Streak, no_hand
from controller.table.state.streaming import Stream

BET_ZONES = tuple(f"bet.{seat}" for seat in range(11))
STACK_ZONES = tuple(f"stack.{seat}" for seat in range(11))
HAND_ZONES = tuple(f"hand.{seat}" for seat in range(11))
IN_A_HAND = {zone: seat for seat, zone in enumerate(HAND_ZONES)}
IN_FRONT = {zone: seat for seat, zone in enumerate(BET_ZONES)}
GIVEN_UP = frozenset({"muck", "burn"})
"""The zones where folded hands go; burns and muck are often kept together."""
LET_GO = frozenset((*BET_ZONES, "pot"))
"""The zones where a card has left a player's hands: beyond a seat's line, or on the pot."""

SCAN_MS: Final = 100
"""The scan interval of a card antenna (ms), unless the table sets another one."""

Floor = Literal["present", "absent", "either"]
"""The authority over open questions: the floor, the players together, or either."""

T = TypeVar("T")


def put(items: tuple[T, ...], index: int, value: T) -> tuple[T, ...]:
    """Return the tuple with the item at `index` replaced by `value`."""
    changed = [*items]
    changed[index] = value
    return tuple(changed)


def without(items: tuple[T, ...], item: T) -> tuple[T, ...]:
    """Return the tuple without the first item equal to `item`."""
    if item not in items:
        return items
    at = items.index(item)
    return items[:at] + items[at + 1 :]


class Period(msgspec.Struct, frozen=True):
    """A period of play: its `level`, or None for a break, and its duration `ms` (0: no end)."""

    level: Level | None
    ms: int


class LevelClock(msgspec.Struct, frozen=True):
    """The level clock, which times the current level, and then the break after it.

    `until` is the table time (ms) at which that level or break ends, or 0 while the clock is
    stopped. `left` is the time left (ms) on a stopped clock. `on_break`: it is timing the break.
    `coming` is the next level, after a break of `break_ms`. `rest` lists the known periods from
    `coming` onwards. `waits` means that only a command starts the clock again.
    """

    until: int = 0
    left: int = 0
    coming: Level | None = None
    break_ms: int = 0
    on_break: bool = False
    rest: tuple[Period, ...] = ()
    waits: bool = False


class Seat(msgspec.Struct, frozen=True, gc=False):
    """A seat and its player; `name` is empty for an empty seat.

    `player` is the player's id in the tournament or cash game. `excluded` means that they are
    serving a penalty. `away_since` is when they left the table (ms). `seconds` is their time once
    the clock is called (0: the house's default). `head` is the bounty on them. `busted` is the
    number of the hand in which they lost their last chip. `rebuy` is the amount bought during a
    hand; it is added to the stack for the next hand. Coming in: `joined` is the number of the last
    hand begun before the player sat down. `entry` is how they come into play, and `owes` the missed
    blinds, in chips, that they must post. `waits` means that they are a newcomer who is waiting
    until the button has passed their seat.
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
        """Whether somebody has taken this seat."""
        return bool(self.name)


class Step(msgspec.Struct, frozen=True):
    """One step in a ruling: where cards or chips must go (`controller.table.rulings.steps`).

    `said` is the part of the step that may be published. `cards` and `seat` are the cards and the
    seat concerned. `count` is the number of burns, board cards or finished betting rounds that
    completes the step. `zone` is the zone that a stray card must leave.
    """

    word: StepWord
    said: StepView
    cards: tuple[str, ...] = ()
    seat: int = 0
    count: int = 0
    zone: str = ""


class Past(msgspec.Struct, frozen=True, gc=False):
    """The state that an undo restores: the hand and the stacks before an action by `seat`.

    `base`, `carried`, `serving` and `holds` are the table's values at that time. `rulings` are
    those that this action closed; they are open again after the undo. If the action killed a
    hand or ended the round, `owed` is what each seat still owed of its bet before the action.
    """

    hand: Hand
    seats: tuple[Seat, ...]
    seat: int
    base: tuple[int, ...] = ()
    carried: int = 0
    serving: "tuple[Serving, ...]" = ()
    holds: tuple[HoldView, ...] = ()
    rulings: "tuple[Ruling, ...]" = ()
    owed: tuple[int, ...] = ()


class Ruling(msgspec.Struct, frozen=True):
    """An irregularity that stops the table until its steps have been completed.

    `tags` describes the circumstances in words such as "flop" or "acted", as in a house file's
    remedies (they are not RFID tags). `done` counts the finished steps. `before` is the state to
    return to when a misdeal is waived. `agreed` lists the seats that agree to let everything stand.
    `owner` is the only seat whose agreement is needed to let everything stand, or 0 (ppc 14).
    `zones` are two zones that read the same tag at once. `since` is when the ruling was opened (ms,
    0: unknown). `amount` is the value of the chips concerned; for a wrong pot, a shortage is
    negative, and for `bet.not-multiple`, it is the announced total, or 0.
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
        """The next step to be done, or None if all are done."""
        return self.steps[self.done] if self.done < len(self.steps) else None


class Clock(msgspec.Struct, frozen=True):
    """A clock called on a seat; it runs out at `until` (ms of table time).

    `by` is the seat that called it, or 0 if no player did. `whole` is its full duration (ms), or 0
    in a state saved by an older version. `cards` is the number of time-bank cards played on it.
    """

    seat: int
    until: int
    by: int
    whole: int = 0
    cards: int = 0


class Serving(msgspec.Struct, frozen=True):
    """A penalty that a seat is serving: `penalty` is its text, such as "10m" (minutes) or "out".

    `hands` is the number of hands still to be missed, from hand `first` onwards. A timed penalty
    lasts `ms` milliseconds. It starts after the hand in which it was given; before that, `until` is
    0, and afterwards it is the table time at which the penalty ends.
    """

    seat: int
    penalty: str
    hands: int = 0
    first: int = 0
    ms: int = 0
    until: int = 0


class ShoeState(msgspec.Struct, frozen=True, gc=False):
    """The state of the shoe between hands.

    If `checks` is true, the shoe counts the deck while shuffling it, and a hand starts only after a
    correct count. `counted` is the number of cards, or None before a count. `missing` and `extra`
    are the errors found; `unknown` counts the unenrolled tags. `wrong` is the last reported fault.
    """

    checks: bool = False
    counted: int | None = None
    missing: tuple[str, ...] = ()
    extra: tuple[str, ...] = ()
    unknown: int = 0
    wrong: Literal["", "empty", "jam", "count"] = ""

    @property
    def fouled(self) -> bool:
        """Whether the last count found an error in the deck."""
        return bool(self.missing or self.extra or self.unknown)


class Leaving(msgspec.Struct, frozen=True):
    """A player who will leave at the end of the hand.

    `seat` 0 means the next big blind. `to_table` and `to_seat` are the destination, or 0 for none.
    """

    seat: int
    name: str = ""
    player: str = ""
    order: str = ""
    to_table: int = 0
    to_seat: int = 0


class Fittings(msgspec.Struct, frozen=True, gc=False):
    """A table's equipment; `unit` is the smallest chip in play.

    `keyed` means that amounts are entered by hand at the seats. If `floor` is "present", the
    players can't settle the questions that the rules leave open. `decks` is the number of decks,
    used in turn. `cards_keyed` means that no antenna reads cards, so the board and shown cards are
    entered by hand. `unread` lists the zones without an antenna, where the table expects no reads.
    `scan_ms` is the scan interval of the antennas for the deal, the burns and the board.
    """

    keyed: bool = False
    unit: int = 1
    floor: Floor = "either"
    decks: int = 1
    cards_keyed: bool = False
    unread: tuple[str, ...] = ()
    scan_ms: int = SCAN_MS

    def within(self, ms: int, scans: int) -> int:
        """Return the longer of two times (ms): `ms`, and that of a number of scans."""
        return max(ms, scans * self.scan_ms)


class AtRest(msgspec.Struct, frozen=True, gc=False):
    """State that matters between hands, such as holds, departures and notices.

    `holds` lists the reasons not to start a hand.
    `coming` lists the players who will take the seats of those in `leaving`.
    `denominations` lists the chips in play, if known, highest first.
    `tournament` is the tournament for which the table was opened, or "" if there is none.
    `closed` means that the venue's software has closed the table. `entering` means that a seat owes
    missed blinds, or must post to enter. `missed` lists the blinds missed while sitting out.
    `raked` is the total of the rake and time charges ever taken here.
    Time is next charged after the first hand that ends at `time_due` (ms) or later.
    `taking` lists orders to take chips out of play once the current hand is over.
    `bomb` is the ante of a bomb pot in the next hand, or -1 for the house's ante; 0 means none.
    `boards` is the number of boards in that bomb pot, 1 or 2.
    `streak` is the current winning streak, which may cause a kill pot. `stream` holds the players'
    consents to the stream. `languages` are the official languages of the tournament.
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
    """A voided hand to be redealt as it was: its players by seat, and who was away.

    `names` is empty for a seat that was not in the hand. `bomb` means that it was a bomb pot.
    """

    names: tuple[str, ...]
    absent: tuple[int, ...] = ()
    bomb: bool = False


class Played(msgspec.Struct, frozen=True, gc=False):
    """The number of `hands` played so far, and the positions in the last one.

    `button`, `small_blind` and `big_blind` stay at their seats even if nobody sits there any more.
    `redeal` is a voided hand that is still to be redealt as it was; `void` is the number of voided
    hands among `hands`.
    """

    hands: int = 0
    button: int = 0
    small_blind: int = 0
    big_blind: int = 0
    small_blind_posted: bool = False
    redeal: Redeal | None = None
    void: int = 0


class StackCount(msgspec.Struct, frozen=True, gc=False):
    """The state of the antennas' stack count; `since` is when each stack last changed (ms).

    `told` is each seat's surplus when it was last reported. `won` lists the last hand's winners and
    amounts. `wrong` means that a pot of that hand is known to have gone to the wrong seat.
    """

    since: tuple[int, ...]
    told: tuple[int, ...]
    won: tuple[tuple[int, int], ...] = ()
    wrong: bool = False


class Devices(msgspec.Struct, frozen=True, gc=False):
    """The state of the devices, apart from the positions of the table's cards and chips.

    `blind_zones` lists the zones that are not read. `back` maps each zone that is read again to the
    time at which that began (ms). `deaf` lists the seats whose earpiece is offline. `button_at` is
    the seat where a tagged button was read, or 0. `foreign` counts chips from another set, by zone.
    `moved` lists unconfirmed card and chip moves made while the controller was off, and
    `moved_agreed` the seats that have confirmed them. `stacks` is set if antennas read stacks.
    """

    blind_zones: tuple[str, ...] = ()
    back: dict[str, int] = {}
    deaf: tuple[int, ...] = ()
    button_at: int = 0
    foreign: dict[str, int] = {}
    shoe: ShoeState = ShoeState()
    moved: tuple[CardAt | CardLeft | ChipsAt, ...] = ()
    moved_agreed: tuple[int, ...] = ()
    stacks: StackCount | None = None


class Noted(msgspec.Struct, frozen=True):
    """The last irregularity that did not stop play, with its hand and betting round numbers."""

    found: FoundView
    hand: int
    round: int


class Record(msgspec.Struct, frozen=True, gc=False):
    """The record of irregularities: the number of rulings, and the penalties given, by seat.

    `noted` is the last irregularity that was only noted, without stopping play.
    """

    ruled: int = 0
    penalties: tuple[tuple[int, str], ...] = ()
    noted: Noted | None = None


class Shots(msgspec.Struct, frozen=True, gc=False):
    """The shot clock's state; `used` counts the time-bank cards used in a level, by player.

    A player is identified by id, or by name if they have none.
    """

    level: Level
    used: tuple[tuple[str, int], ...] = ()


class Timed(msgspec.Struct, frozen=True, gc=False):
    """The running timers; `shots` is set if every decision is timed."""

    clock: Clock | None = None
    level_clock: LevelClock | None = None
    serving: tuple[Serving, ...] = ()
    shots: Shots | None = None


class Table(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """The state of a whole table; `hand` is the current or the last hand.

    Cards: `places` maps each card to its zone ("" for none), and `since` to its first read there
    (ms). If decks alternate, `deck` is the one in play, and `others` maps cards from the other
    decks ("Kh/2") to their zones, if read.
    Chips: `chips` maps each chip zone to its denominations, highest first. `moving` maps each zone
    with chips in motion to its chips before the motion. `base` is the part of each seat's chips in
    front that is not a bet in this round (antes, ungathered earlier bets). `carried` is the amount
    in the pot from earlier hands.
    Time: `at` is when the last observation was made (ms). `timed` is None if no timer is running.
    `paused` means that a hold applies now. `past` lists the states that an undo can restore.
    Fields that seldom change are grouped in structs, because every step copies a table's fields.
    """

    # The fields that change most often come first: the search for one starts here.
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
        """The clock called on a seat, or None if there is none."""
        return self.timed.clock if self.timed else None

    @property
    def level_clock(self) -> LevelClock | None:
        """The level clock, or None if this table has none."""
        return self.timed.level_clock if self.timed else None

    @property
    def serving(self) -> tuple[Serving, ...]:
        """The penalties being served."""
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
    """Return an empty table with 2 to 10 seats; the parameters are as in `Fittings`.

    `checks` means that the shoe counts the deck before each hand. If cards are entered by hand, the
    hand, burn and muck zones are never read.
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
    """Return the table without its last hand, and with no card in any zone."""
    devices = replace(table.devices, moved=(), moved_agreed=())
    hand = no_hand(len(table.seats) - 1)
    return replace(table, hand=hand, past=(), places={}, since={}, devices=devices)


def in_front(table: Table) -> tuple[int, ...]:
    """Return the value of all chips in each seat's bet zone, whether or not they count as a bet."""
    chips, seats = table.chips, len(table.seats)
    if not chips:
        return (0,) * seats
    return tuple([sum(chips[zone]) if zone in chips else 0 for zone in BET_ZONES[:seats]])
