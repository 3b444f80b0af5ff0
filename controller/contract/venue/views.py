"""A room's public views, retained on MQTT for screens and web pages.

Topics are under `tapis/<venue>/venue`, named like a table's (`venue_topics`). Players are opaque
ids with the name that each agreed to display; the views contain no other personal data. Chips are
whole numbers; times are wall milliseconds (UTC, since 1970) or durations in milliseconds.
"""

from enum import StrEnum
from typing import Literal

import msgspec

from controller.contract.rules import Structure, Variant
from controller.contract.topics import Topics
from controller.contract.venue.cash_game.waiting import ListView
from controller.contract.venue.floor.clock import ClockChange
from controller.contract.venue.prizes.money import Money
from controller.contract.venue.tournament_formats.games import GameLine

Told = int | None
"""A number of chips, or None if the house hides it from the public."""

VENUE = "venue"
"""The room's name in topics; it takes the place of a table's name."""


class RoomPhase(StrEnum):
    """The phases of an evening."""

    IDLE = "idle"
    """No tournament is open."""
    ENTERING = "entering"
    """Players are entering; play has not started."""
    PLAYING = "playing"
    BREAK = "break"
    HELD = "held"
    """Somebody has stopped the clock."""
    BAGGING = "bagging"
    """The day is ending: chips go into bags."""
    BAGGED = "bagged"
    """All chips are in bags, and play continues on another day."""
    ENDED = "ended"


class NoticeKind(StrEnum):
    """The kinds of notices; each display has its own sentences for them."""

    MOVE = "move"
    """A player must move from `table`-`seat` to `to_table`-`to_seat`; `why` is the reason.

    `reason` is `left` once the player has left, the id of the reason if the new table refuses the
    player, or "".
    """
    MOVED = "moved"
    """A player has moved to another seat in the last ten minutes; `why` is the reason."""
    MOVE_PROPOSED = "move-proposed"
    """A player will move to another seat if the floor agrees."""
    TABLE_BREAKS = "table-breaks"
    FINAL_TABLE = "final-table"
    HAND_FOR_HAND = "hand-for-hand"
    BREAK = "break"
    """A scheduled break is in progress."""
    HELD = "held"
    """The whole room is on hold; `reason` is the hold's name."""
    TABLES_HALTED = "tables-halted"
    """`table` deals no more hands until players have been moved to balance the tables."""
    BREAK_WAITS = "break-waits"
    """`table` should break but can't yet; `reason` is the value of `NoBreak` that says why."""
    HAND_FOR_HAND_PROPOSED = "hand-for-hand-proposed"
    TABLE_SILENT = "table-silent"
    """`table` has stopped reporting."""
    CHIPS_DIFFER = "chips-differ"
    """The chips at `table` differ from the room's books, so the floor must count them."""
    TABLE_TWICE = "table-twice"
    """Two controllers claim to be `table`; only the first one's reports count."""
    REPORTED = "reported"
    """A player at `table`, `seat` has been reported, and the floor must check."""
    REBUY_DUE = "rebuy-due"
    """A player at `table`, `seat` has bet chips from an unpaid rebuy."""
    ALTERNATES_LEFT = "alternates-left"
    """Entries are closed, and some alternates will get no seat; `reason` says how many."""
    HEAD_OPEN = "head-open"
    """It is unclear who knocked a player out, so the floor must decide."""
    ENVELOPE_DUE = "envelope-due"
    """An envelope must be drawn for a knocked-out player's bounty."""
    DAY_ENDS = "day-ends"
    """No more hands are dealt today: chips go into bags."""
    GAME_DUE = "game-due"
    """The dealer at `table` must choose the next game."""
    SEAT_WON = "seat-won"
    """A player has won a seat in a satellite."""
    SEATS_TIED = "seats-tied"
    """A player is tied for the last seats in a satellite; `reason` is the number of these seats."""
    WINNER = "winner"


class LevelLine(msgspec.Struct, frozen=True, omit_defaults=True):
    """A level or a break in the structure; a break has number 0 and no blinds.

    If `seconds` is 0, the level has no end. `game` is the poker game and `structure` its betting
    structure; if None, they are the house's.
    """

    number: int
    small_blind: int = 0
    big_blind: int = 0
    ante: int = 0
    seconds: int = 0
    game: Variant | None = None
    structure: Structure | None = None


class ClockView(msgspec.Struct, frozen=True, omit_defaults=True):
    """The room's clock, and the numbers of players and chips, at wall time `at`.

    `index` is the position of the current level or break in the structure, from 0. `left` is the
    time (ms) until it ends, and `to_break` the time until the next break; None means never. Both
    count down while the clock is `running`. `holds` lists the names of the holds that stop the
    clock. `undo` is the staff's last change to the clock, or "" if it can't be undone.

    `players` is the number of players who have entered, and `left_players` the number who are still
    in. `average` is the chips in play divided by `left_players`, rounded down, or None if stacks
    are hidden. Entries close once the clock has run for another `entries` milliseconds, breaks
    included. If `entries` is None, either entries have already closed, or it is not known when they
    will close.

    If `choice` is true, each table's dealer chooses the game. `seats` is the number of seats to be
    won in a satellite. `field` is the total number of players in all flights of an event, or 0
    until the bags of chips from the flights have arrived.
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
    """All levels and breaks, in order."""

    tournament: str
    title: str
    house: str
    levels: tuple[LevelLine, ...]


class PostedLine(msgspec.Struct, frozen=True):
    """A text that the room must post, by language; `word` is its subject (`muck_retrievable`)."""

    word: str
    texts: dict[str, str]


class StakeLine(msgspec.Struct, frozen=True, omit_defaults=True):
    """A figure posted for a cash game: its key (such as `rake`), its value, and its article."""

    word: str
    value: int = 0
    article: str = ""


SignInAsks = Literal[
    "identified", "of_age", "receipt", "member", "granted", "gives_up", "level", "owner", "ticket"
]
"""What the desk may have to check, or may be allowed to grant, when it registers a player.

All except `member` (a member number) are names of fields of `Enter`.
"""


class BonusLine(msgspec.Struct, frozen=True):
    """Extra chips that a player may receive once, and the id of the reason."""

    word: str
    chips: int


class PostingView(msgspec.Struct, frozen=True, omit_defaults=True):
    """The information that the room must post on the wall, in all its official `languages`.

    In every room: `options` are the choices that the room has made where the rules leave them open,
    and `changes` are its changes to the rules. `asks` are the desk's checks and questions at
    sign-in. `money` is the unit that the room plays for. If there are several `games`, `change`
    says when the game changes. A cash game also has `stakes`, and none of the fields described
    below.

    Prizes: `shares` are the prizes by place, paid from the `pool`. `bounties` says how bounties are
    won. `head` is the amount that an entry puts on its player's head.

    In a satellite: `seats` is the number of seats that can be won in the tournament `target` (0: as
    many as the pool pays for), and each is worth `seat_worth`. `rest` says who receives the rest of
    the pool: the player in the next place (`next`), all seat winners (`shared`) or the house
    (`house`).

    Play: tables break in the `break_order`; if it is empty, the table that most recently lost a
    player breaks first. `days` is true if the event has several days. `early_bird` is the number of
    extra chips for players seated when play begins. `bonuses` are extra chips for other reasons.
    `addons` is true if there is an add-on.
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
    rest: str = ""
    days: bool = False
    games: tuple[GameLine, ...] = ()
    change: str = ""
    early_bird: int = 0
    bonuses: tuple[BonusLine, ...] = ()
    addons: bool = False


class SeatLine(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A player's seat, and the player's status (`standing`), such as `seated` or `moving`.

    `stack` is None where it is hidden. If `to_table` is set, the player will move to that table or
    is on the way there. `head` is the bounty on the player's head.
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
    """All players still in the tournament, by table and seat; those without a seat come last."""

    tournament: str
    players: tuple[SeatLine, ...]


class PlaceLine(msgspec.Struct, frozen=True, omit_defaults=True):
    """The place in which a player has finished.

    `first` and `last` are equal unless the place is shared; three players who share places 5 to 7
    have 5 and 7. `points` is None until the tournament has ended. `won` is the total of the
    bounties that this player has won. `seat` is true if the player has won a seat in a satellite.
    """

    player: str
    shown_as: str
    first: int
    last: int
    points: int | None = None
    won: int = 0
    seat: bool = False


class PlacesView(msgspec.Struct, frozen=True):
    """The places known so far, best place first."""

    tournament: str
    places: tuple[PlaceLine, ...]
    ended: bool = False


class NoticeLine(msgspec.Struct, frozen=True, omit_defaults=True):
    """A notice that has been in force since wall time `at`.

    `why` is the reason for a move: `break`, `balance`, `floor`, `redraw` or `seat`. The meaning of
    `reason` depends on the kind of notice: see `NoticeKind`.
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
    """The current notices, newest first."""

    tournament: str
    notices: tuple[NoticeLine, ...]


class TableLine(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A table in the room.

    `name` is the table's name in topics. `heard` is false if the table is not reporting. `holds`
    lists the names of the room's holds on the table. `orders` is the number of the room's orders
    that the table has not answered yet.
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
    """The state of the whole room, retained on `state`.

    `seq` is the number of the last row of the room's log that this state includes. The room's other
    views are longer and are published less often: `shown` is the number of the last row that all of
    them include. `head` is the last hash in the log's chain: a stored copy of it can later show
    whether the log has been rewritten. `round` counts the hands played hand for hand, or is None
    when play is not hand for hand.
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
    """The state of the log. Unless it is `ok` or `books`, nothing can be stored or decided."""

    OK = "ok"
    DISK_FULL = "disk-full"
    READ_ONLY = "read-only"
    FAILING = "failing"
    BOOKS = "books"
    """An input was refused, because the room's chip totals would no longer have added up."""


class VenueHealth(msgspec.Struct, frozen=True, omit_defaults=True):
    """The health of the room's core, retained on `health`.

    `orders` is the number of orders that the tables have not answered yet; `silent` lists the
    tables that are not reporting. `problems` are texts in English, each with advice on how to fix
    the problem.
    """

    session: str
    log: LogHealth = LogHealth.OK
    orders: int = 0
    silent: tuple[int, ...] = ()
    problems: tuple[str, ...] = ()


def venue_topics(root: str) -> Topics:
    """Return the topics of a room whose tables are under `root` (`tapis/<venue>`).

    >>> venue_topics("tapis/club").state
    'tapis/club/venue/state'
    """
    return Topics(f"{root}/{VENUE}")


def view_topic(root: str, tournament: str, view: str = "+") -> str:
    """Return the topic of a tournament's view, named as in `VIEWS` (`+` for all its views).

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
"""The class of each view of a tournament, by the last word of the view's topic."""
