"""What a room retains on MQTT, for screens and pages that anybody may see.

Topics lie under `tapis/<venue>/venue`, the shape of a table's (`venue_topics`). Players are opaque
ids with the name that each agreed to be shown by; there is no other personal data. Chips are
whole numbers, times wall milliseconds (UTC, since 1970) or milliseconds of duration.
"""

from enum import StrEnum
from typing import Literal

import msgspec

from controller.contract.rules import Structure, Variant
from controller.contract.topics import Topics
from controller.contract.venue.cash_game.waiting import ListView
from controller.contract.venue.floor.clock import ClockChange
from controller.contract.venue.forms.games import GameLine
from controller.contract.venue.prizes.money import Money

Told = int | None
"""Chips that a house may hide: None where it tells them to nobody."""

VENUE = "venue"
"""What the room is called where a table has its name."""


class RoomPhase(StrEnum):
    """Where an evening is."""

    IDLE = "idle"
    """No tournament is open."""
    ENTERING = "entering"
    """Players come in; nothing is played yet."""
    PLAYING = "playing"
    BREAK = "break"
    HELD = "held"
    """The clock stands by somebody's word."""
    BAGGING = "bagging"
    """The day ends: chips go into bags."""
    BAGGED = "bagged"
    """All chips are in bags, and play goes on another day."""
    ENDED = "ended"


class NoticeKind(StrEnum):
    """What a notice tells; the sentences stay with whoever shows it."""

    MOVE = "move"
    """A player is to move from `table`-`seat` to `to_table`-`to_seat`; `reason` says why."""
    MOVED = "moved"
    """A player has moved so, within the last ten minutes; `why` says what for."""
    MOVE_PROPOSED = "move-proposed"
    """A player should move so, and does when the floor agrees."""
    TABLE_BREAKS = "table-breaks"
    FINAL_TABLE = "final-table"
    HAND_FOR_HAND = "hand-for-hand"
    BREAK = "break"
    """A break of the clock runs."""
    HELD = "held"
    """The room waits; `reason` is the hold's name."""
    TABLES_HALTED = "tables-halted"
    """`table` waits to be balanced."""
    BREAK_WAITS = "break-waits"
    """`table` should break and can't yet; `reason` is a `NoBreak`."""
    HAND_FOR_HAND_PROPOSED = "hand-for-hand-proposed"
    TABLE_SILENT = "table-silent"
    """Nothing is heard of `table`."""
    CHIPS_DIFFER = "chips-differ"
    """`table` counts other chips than the room: the floor counts."""
    TABLE_TWICE = "table-twice"
    """Two controllers say that they are `table`: the one that was there first is heard."""
    REPORTED = "reported"
    """What a player does at `table`, `seat` was reported: the floor looks."""
    REBUY_DUE = "rebuy-due"
    """A player at `table`, `seat` has bet a rebuy that is not paid."""
    ALTERNATES_LEFT = "alternates-left"
    """Entries are closed, and so many (`reason`) still wait for a seat: nobody gets one now."""
    HEAD_OPEN = "head-open"
    """A player is out, and no table knows by whom: the floor says it."""
    ENVELOPE_DUE = "envelope-due"
    """An envelope is to be drawn for the head of a player."""
    DAY_ENDS = "day-ends"
    """No hand is dealt any more today: chips go into bags."""
    GAME_DUE = "game-due"
    """The dealer at `table` chooses the game."""
    SEAT_WON = "seat-won"
    """A player has won a seat of a satellite."""
    SEATS_TIED = "seats-tied"
    """A player ties for the last seats, of which there are so many (`reason`)."""
    WINNER = "winner"


class LevelLine(msgspec.Struct, frozen=True, omit_defaults=True):
    """A level of the structure; a break has number 0 and no blinds. 0 `seconds` last to the end.

    The `game` and its `structure` are the house's where it names none.
    """

    number: int
    small_blind: int = 0
    big_blind: int = 0
    ante: int = 0
    seconds: int = 0
    game: Variant | None = None
    structure: Structure | None = None


class ClockView(msgspec.Struct, frozen=True, omit_defaults=True):
    """What the room's clock showed at the instant `at`; while it is `running`, `left` runs down.

    `index` is the place in the structure, from 0; `left` and `to_break` are None without an end.
    `average` is chips in play over `left_players`, rounded down; None where stacks are hidden.
    Entries close when the clock has run for `entries` more, breaks among it; None: no more, or
    nobody knows.
    `undo` is the last change of the clock by staff, "" where none can be undone. With `choice`
    each table's dealer chooses the game. So many `seats` are won; `field` players came to all
    flights of an event.
    """

    tournament: str
    at: int
    running: bool = False
    index: int = 0
    level: LevelLine = LevelLine(0)
    next_level: LevelLine | None = None
    left: int | None = None
    to_break: int | None = None
    holds: tuple[str, ...] = ()
    players: int = 0
    left_players: int = 0
    tables: int = 0
    chips: int = 0
    average: Told = None
    phase: RoomPhase = RoomPhase.IDLE
    entries: int | None = None
    rebuys: int = 0
    undo: ClockChange | Literal[""] = ""
    choice: bool = False
    seats: int = 0
    field: int = 0


class StructureView(msgspec.Struct, frozen=True):
    """All levels and breaks, in their order."""

    tournament: str
    title: str
    house: str
    levels: tuple[LevelLine, ...]


class PostedLine(msgspec.Struct, frozen=True):
    """What the room has posted about one thing (`muck_retrievable`), by language."""

    word: str
    texts: dict[str, str]


class StakeLine(msgspec.Struct, frozen=True, omit_defaults=True):
    """What chips of a cash game cost there: a word for what (`rake`), how much, and its article."""

    word: str
    value: int = 0
    article: str = ""


SignInAsks = Literal[
    "identified", "of_age", "receipt", "member", "granted", "gives_up", "level", "owner", "ticket"
]
"""What a house asks of who signs in, or grants; each but `member` is a field of `Enter`."""


class PostingView(msgspec.Struct, frozen=True, omit_defaults=True):
    """What has to be on the wall: options, changes to the rules, prizes, the breaking order.

    It is to be read in all `languages`, which are the official ones. Without a `break_order` the
    table of the player who is out last breaks. A cash game has `stakes` instead, and no prizes.
    `asks` is what the desk looks at, or asks for, when somebody signs in,
    `money` what is played for. `bounties` says how they are won, `head` what an entry puts there.
    `seats` of `seat_worth` in the tournament `target` are won (0: as many as the pool pays for);
    `days`: the event has several. `games` change with `change`, where there are several.
    """

    tournament: str
    title: str
    house: str
    languages: tuple[str, ...] = ()
    options: tuple[PostedLine, ...] = ()
    changes: tuple[PostedLine, ...] = ()
    pool: int = 0
    shares: tuple[int, ...] = ()
    break_order: tuple[int, ...] = ()
    stakes: tuple[StakeLine, ...] = ()
    asks: tuple[SignInAsks, ...] = ()
    money: Money = "none"
    bounties: str = "none"
    head: int = 0
    seats: int = 0
    seat_worth: int = 0
    target: str = ""
    days: bool = False
    games: tuple[GameLine, ...] = ()
    change: str = ""


class SeatLine(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """Where a player sits; `standing` as in the room's books. `stack` None where it is hidden.

    With `to_table` the player is to move there, or on the way. `head` is what is on their head.
    """

    player: str
    shown_as: str
    standing: str
    table: int = 0
    seat: int = 0
    stack: Told = None
    to_table: int = 0
    to_seat: int = 0
    head: int = 0


class SeatsView(msgspec.Struct, frozen=True):
    """Everybody who is in, by table and seat; those without a seat last."""

    tournament: str
    players: tuple[SeatLine, ...]


class PlaceLine(msgspec.Struct, frozen=True, omit_defaults=True):
    """A place, shared when `last` is another. `points` None until the tournament has ended.

    `won` are the bounties of this player, who has won a `seat` of a satellite.
    """

    player: str
    shown_as: str
    first: int
    last: int
    points: int | None = None
    won: int = 0
    seat: bool = False


class PlacesView(msgspec.Struct, frozen=True):
    """The places that are known, the best first."""

    tournament: str
    places: tuple[PlaceLine, ...]
    ended: bool = False


class NoticeLine(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something that people have to know now, since the wall time `at`.

    `why` is what a move is for: `break`, `balance`, `floor`, `redraw`, `seat`.
    """

    id: str
    kind: NoticeKind
    at: int = 0
    player: str = ""
    shown_as: str = ""
    table: int = 0
    seat: int = 0
    to_table: int = 0
    to_seat: int = 0
    reason: str = ""
    articles: tuple[str, ...] = ()
    why: str = ""


class NoticesView(msgspec.Struct, frozen=True):
    """What holds now, the newest first."""

    tournament: str
    notices: tuple[NoticeLine, ...]


class TableLine(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A table of the room: `name` is the one in its topics, `heard` whether it is not silent.

    `holds` are the names under which the room keeps it waiting, `orders` those that it has not
    answered yet.
    """

    table: int
    name: str
    seats: int = 0
    players: int = 0
    heard: bool = True
    hand: int = 0
    holds: tuple[str, ...] = ()
    orders: int = 0


class VenueState(msgspec.Struct, frozen=True, omit_defaults=True):
    """The room as a whole, retained on `state`. `seq` is the last row of the log that it includes.

    `head` is the hash at the end of the log's chain: who keeps it sees a log that was rewritten.
    `round` counts the hands played hand for hand, None while tables don't wait for each other.
    `shown` is the last row that all other views include: long ones go out less often.
    """

    seq: int
    venue: str
    at: int = 0
    tournament: str = ""
    title: str = ""
    house: str = ""
    phase: RoomPhase = RoomPhase.IDLE
    tables: tuple[TableLine, ...] = ()
    players: int = 0
    left_players: int = 0
    issued: int = 0
    removed: int = 0
    in_transit: int = 0
    round: int | None = None
    final_table: int = 0
    winner: str = ""
    head: str = ""
    shown: int = 0


class LogHealth(StrEnum):
    """How the log is; with anything but `ok` the room decides nothing new."""

    OK = "ok"
    DISK_FULL = "disk-full"
    READ_ONLY = "read-only"
    FAILING = "failing"
    BOOKS = "books"
    """A step would have made or lost chips, and was not done."""


class VenueHealth(msgspec.Struct, frozen=True, omit_defaults=True):
    """How the core is, retained on `health`.

    `orders` are those that no table has answered yet, `silent` the tables that nothing is heard of.
    `problems` say in English what is wrong, and what to do.
    """

    session: str
    log: LogHealth = LogHealth.OK
    orders: int = 0
    silent: tuple[int, ...] = ()
    problems: tuple[str, ...] = ()


def venue_topics(root: str) -> Topics:
    """Return the topics of a room whose tables lie under `root` (`tapis/<venue>`).

    >>> venue_topics("tapis/club").state
    'tapis/club/venue/state'
    """
    return Topics(f"{root}/{VENUE}")


def view_topic(root: str, tournament: str, view: str = "+") -> str:
    """Return where a view of a tournament is retained, by its name in `VIEWS`.

    >>> view_topic("tapis/club", "t1", "clock")
    'tapis/club/venue/tournament/t1/clock'
    """
    return f"{root}/{VENUE}/tournament/{tournament}/{view}"


VIEWS: dict[str, type[msgspec.Struct]] = {
    "clock": ClockView,
    "structure": StructureView,
    "seats": SeatsView,
    "places": PlacesView,
    "notices": NoticesView,
    "posting": PostingView,
    "waiting": ListView,
}
"""Each view of a tournament, by the last word of its topic."""
