"""The desk protocol: how web pages talk to the room's core over a Unix socket, in lines of JSON.

A request contains `do` (an action) or `ask` (a query for non-public data), each tagged by `type`.
The answer has the request's id. `sign-in` and requests with the secret of a player's link need no
session. `rights.py` lists what each role may do. Players are opaque ids; names are sent only here.
"""

from typing import Any, Literal

import msgspec

from controller.contract.rules import Entry
from controller.contract.venue.cash_game.waiting import ListDo
from controller.contract.venue.floor.clock import ClockDo
from controller.contract.venue.floor.members import AnyAskOfMembers, Coming, Declare, MemberDo
from controller.contract.venue.floor.sheets import Sheet
from controller.contract.venue.kinds import Ask, Do
from controller.contract.venue.league import AnyAskOfLeague, TakeEvening
from controller.contract.venue.notices import Notices, OwnNotices
from controller.contract.venue.prizes.bounties import AskBounties, AskEnvelope, BountyDo
from controller.contract.venue.prizes.deals import OwnDeal
from controller.contract.venue.prizes.money import AnyAskOfMoney, KeepBank
from controller.contract.venue.seats import Seat
from controller.contract.venue.staff_inputs import DirectorWord, FloorWord
from controller.contract.venue.tournament_formats.days import AskBags, BringBags
from controller.contract.venue.tournament_formats.satellites import AskTickets


class SignIn(Do, frozen=True, tag="sign-in"):
    """Open a 12-hour session. Answered with `SignedIn`."""

    name: str
    password: str


class SignOut(Do, frozen=True, tag="sign-out"):
    """End this session."""


class OpenTournament(Do, frozen=True, tag="open-tournament"):
    """Open a new evening from the named tournament file. Answered with `Opened`.

    `options` are the room's choices on matters that the house leaves open. If a pub (`bar`) is
    named, the evening counts towards its ranking. A `sheet` replaces levels, chips and rebuy.
    """

    file: str
    title: str = ""
    options: dict[str, str] = msgspec.field(default_factory=dict)
    bar: str = ""
    sheet: Sheet | None = None


class OpenTable(Do, frozen=True, tag="open-table"):
    """Make a table available for play. `ears` are its seats with a voice device."""

    table: int
    seats: int
    ears: tuple[int, ...] = ()


class Enter(Do, frozen=True, tag="enter"):
    """Register a player: a new person by `name`, or a known person by `person`.

    Answered with `Entered`. `shown_as` is the name that they agreed to display ("": a number).
    Before the start, they enter the draw; after it, they are late entries. `identified`, `of_age`
    and `receipt` say what the desk has checked. In a cash game, `level` (a rank from 0) determines
    how many hands they may play a day; `owner` marks the club's owner. With `gives_up`, a seated
    player gives up their chips to re-enter. With `ticket`, a ticket pays for the entry. With
    `if_unknown`, a new person with a known name is refused (`name-is-known`).
    """

    name: str = ""
    person: str = ""
    shown_as: str = ""
    member_no: str = ""
    mail: str = ""
    needs_ear: bool = False
    granted: Seat | None = None
    identified: bool = False
    level: int = 1
    owner: bool = False
    of_age: bool = False
    receipt: bool = False
    gives_up: bool = False
    ticket: bool = False
    if_unknown: bool = False


class CloseList(Do, frozen=True, tag="close-list"):
    """Close the list for the draw. Answered with `ListClosed`: post both hashes on the wall."""


class DrawSeats(Do, frozen=True, tag="draw-seats"):
    """Draw the seats, using text that a witness provided after the entry list was closed."""

    witness: str = ""


class SeatPlayer(Do, frozen=True, tag="seat-player"):
    """Assign a seat to a player manually, before the start."""

    player: str
    seat: Seat


class Start(Do, frozen=True, tag="start"):
    """Start the tournament."""


class Hold(Do, frozen=True, tag="hold"):
    """Put a named hold on the whole room; the clock stops unless `clock_runs` is true."""

    name: str
    clock_runs: bool = False


class Release(Do, frozen=True, tag="release"):
    """Release a hold."""

    name: str


class SetHandForHand(Do, frozen=True, tag="hand-for-hand"):
    """Start or end hand-for-hand play; with `by_street`, tables wait after every street."""

    on: bool = True
    by_street: bool = False


class MovePlayer(Do, frozen=True, tag="move"):
    """Move a player to a free seat as soon as no hand is running at their table."""

    player: str
    seat: Seat


class Remove(Do, frozen=True, tag="remove"):
    """Disqualify a player, or record that they have left for good; their chips leave play."""

    player: str
    why: Literal["disqualified", "left"] = "disqualified"


class Rebuy(Do, frozen=True, tag="rebuy"):
    """Give a seated player more chips from the bank; `addon` marks an add-on open to everybody."""

    player: str
    chips: int
    addon: bool = False


class BuyIn(Do, frozen=True, tag="buy-in"):
    """Sell a cash-game player a seat and a stack; `entry` is how they enter the game."""

    player: str
    seat: Seat
    chips: int
    entry: Entry = Entry.DEALT_IN


class CashOut(Do, frozen=True, tag="cash-out"):
    """Cash out a player's chips; a seated player stands up at the end of the hand."""

    player: str


class JumpLevel(Do, frozen=True, tag="jump-level"):
    """Move the clock to the start of a level or break, given its structure index (from 0)."""

    index: int


class TellTable(Do, frozen=True, tag="tell-table"):
    """Send a floor command to one table, which executes it once (see `docs/EVENTS.md`)."""

    table: int
    command: Literal[
        "confirm", "waive", "misdeal", "kill-hand", "penalty", "call-clock", "absent", "back",
        "set-stack", "undo",
    ]  # fmt: skip
    data: dict[str, Any] = msgspec.field(default_factory=dict)


class Note(Do, frozen=True, tag="note"):
    """Record what the floor reports about conduct, chips or decks, or answer a proposed move."""

    said: FloorWord


class Decide(Do, frozen=True, tag="decide"):
    """Record a decision by the director: conduct, appeals, prizes, a redraw or a cancellation."""

    said: DirectorWord


class Forget(Do, frozen=True, tag="forget"):
    """Delete all data that names a person; seats, results and the log keep only the opaque id."""

    person: str


class AskMe(Ask, frozen=True, tag="me"):
    """Request a player's own page, using the secret in their link. Answered with `PlayerPage`."""

    link: str


class AskSession(Ask, frozen=True, tag="session"):
    """Request the current session. Answered with `SignedIn`."""


class AskEntrants(Ask, frozen=True, tag="entrants"):
    """Request all players on the entry list, with names. Answered with `Entrants`."""


class AskPersons(Ask, frozen=True, tag="persons"):
    """Request the people whose name or number starts with `begins`. Answered with `Persons`."""

    begins: str = ""
    limit: int = 20


class AskLog(Ask, frozen=True, tag="log"):
    """Request the log rows after row `after` (default: the last rows). Answered with `LogPage`."""

    after: int | None = None
    limit: int = 50


class AskIncidents(Ask, frozen=True, tag="incidents"):
    """Request the incidents at the tables, newest first. Answered with `Incidents`."""

    table: int = 0
    limit: int = 50


class AskIncident(Ask, frozen=True, tag="incident"):
    """Request an incident and the public state at the time. Answered with `IncidentPage`."""

    incident: int


class AskResults(Ask, frozen=True, tag="results"):
    """Request a tournament's results and the season's. Answered with `Results`."""

    tournament: str = ""


class AskTournaments(Ask, frozen=True, tag="tournaments"):
    """Request the tournaments that can be opened. Answered with `Tournaments` (`book.py`)."""


class AskBook(Ask, frozen=True, tag="book"):
    """Request the house's conduct rules and this evening's entries. Answered with `Book`."""


class AskDraw(Ask, frozen=True, tag="draw"):
    """Request the data for reproducing a draw that has been made (`tapis venue check-draw`)."""


AnyDo = (
    SignIn | SignOut | OpenTournament | OpenTable | Enter | CloseList | DrawSeats | SeatPlayer
    | Start | Hold | Release | SetHandForHand | MovePlayer | Remove | Rebuy | JumpLevel | TellTable
    | Note | Decide | Forget | BuyIn | CashOut | Declare | MemberDo | ListDo | KeepBank | BountyDo
    | OwnDeal | OwnNotices | TakeEvening | ClockDo | BringBags
)  # fmt: skip
AnyAsk = (
    AskMe | AskSession | AskEntrants | AskPersons | AskLog | AskIncidents | AskIncident | AskResults
    | AskDraw | AskTournaments | AskBook | AnyAskOfMembers | AnyAskOfMoney | AskBounties
    | AskEnvelope | AskBags | AskTickets | AnyAskOfLeague
)  # fmt: skip


class DeskRequest(msgspec.Struct, frozen=True, omit_defaults=True):
    """A request on the desk's socket, with the client's `id` and either `do` or `ask`.

    A `do` with the same id as an earlier one in the same session is not carried out again: it gets
    the earlier answer. `source` is the client's address, for the log.
    """

    id: str
    session: str = ""
    do: AnyDo | None = None
    ask: AnyAsk | None = None
    source: str = ""


class DeskAnswer(msgspec.Struct, frozen=True, omit_defaults=True):
    """The answer to a request: `data` is JSON; after an action, `seq` is the log's last row number.

    After a refusal, `reason` is an id (`seat-is-taken`), and `error` is a sentence in English.
    """

    id: str
    ok: bool
    error: str = ""
    reason: str = ""
    data: Any = None
    seq: int = 0


class SignedIn(msgspec.Struct, frozen=True):
    """A session: its token, its user, their role, and when it expires (wall ms).

    `keeps_clock` is true if the director lets this user manage this evening's clock.
    """

    session: str
    name: str
    role: str
    until: int
    keeps_clock: bool = False


class Opened(msgspec.Struct, frozen=True):
    """The id of the tournament that has been opened."""

    tournament: str


class Entered(msgspec.Struct, frozen=True):
    """A registered player: their id, the secret in their link, and a late entrant's seat."""

    player: str
    link: str
    seat: Seat | None = None


class ListClosed(msgspec.Struct, frozen=True):
    """The SHA-256 hashes (hex) of a draw's final list and of its secret, and the list's length."""

    list_hash: str
    secret_hash: str
    players: int


class Entrant(msgspec.Struct, frozen=True):
    """An entrant. `first` to `last` is their place (0: in play); `to` is the seat they move to."""

    player: str
    name: str
    shown_as: str
    member_no: str
    link: str
    standing: str
    seat: Seat | None = None
    stack: int = 0
    first: int = 0
    last: int = 0
    to: Seat | None = None


class Entrants(msgspec.Struct, frozen=True):
    """The entry list of a tournament."""

    tournament: str
    entrants: tuple[Entrant, ...]


class Person(msgspec.Struct, frozen=True):
    """A person known to the house."""

    person: str
    name: str
    shown_as: str
    member_no: str


class Persons(msgspec.Struct, frozen=True):
    """The people who match a query."""

    persons: tuple[Person, ...]


class PlayerPage(msgspec.Struct, frozen=True):
    """A player's own page, without other players' names; `to` is the seat to which they are moving.

    `waits` is their position on the waiting list (0: none). Seat `called` is held for them until
    `until` (wall ms, 0: until they sit); `comes` means that they have said they are coming. For a
    must-move player, `feeds` is the table that they will move to and `moves` their place in line.

    `head` is the bounty on them, and `won` the total of the bounties that they have won. `deal` is
    their share in a prize deal, and `played_for` the prizes left. `bag` is the chips in their
    bag, and `seal` its seal. `tickets` are the tournaments for which they hold a ticket.
    """

    tournament: str
    title: str
    player: str
    shown_as: str
    standing: str
    seat: Seat | None = None
    to: Seat | None = None
    stack: int = 0
    first: int = 0
    last: int = 0
    points: int | None = None
    left_players: int = 0
    coming: tuple[Coming, ...] = ()
    waits: int = 0
    called: Seat | None = None
    until: int = 0
    comes: bool = False
    feeds: int = 0
    moves: int = 0
    head: int = 0
    won: int = 0
    deal: int | None = None
    played_for: tuple[int, ...] = ()
    agreed: bool = False
    bag: int = 0
    seal: str = ""
    tickets: tuple[str, ...] = ()
    notices: Notices = Notices()


class LogRow(msgspec.Struct, frozen=True):
    """A row of the log: an input, its sender and its consequences. `wall` is in ms.

    `actor` is a staff member, `table 3`, or `clock`. `refused` is the reason for a refusal, or "".
    """

    n: int
    wall: int
    actor: str
    said: dict[str, Any]
    events: tuple[dict[str, Any], ...] = ()
    orders: tuple[dict[str, Any], ...] = ()
    refused: str = ""
    hash: str = ""


class LogPage(msgspec.Struct, frozen=True):
    """Rows in log order, and the total number of rows."""

    rows: tuple[LogRow, ...]
    total: int


class Incident(msgspec.Struct, frozen=True):
    """An incident at a table, such as an irregularity or a penalty; `seq` is its event's number."""

    incident: int
    table: int
    epoch: str
    seq: int
    wall: int
    hand: int
    kind: str
    article: str = ""
    seat: int = 0
    player: str = ""
    shown_as: str = ""


class Incidents(msgspec.Struct, frozen=True):
    """Incidents at the tables, newest first."""

    incidents: tuple[Incident, ...]


class IncidentPage(msgspec.Struct, frozen=True):
    """An incident: its event, and the first public state (`PublicState`) that includes it."""

    incident: Incident
    event: dict[str, Any]
    state: dict[str, Any] | None = None


class Result(msgspec.Struct, frozen=True):
    """A player's place and points."""

    player: str
    shown_as: str
    first: int
    last: int
    points: int = 0


class Results(msgspec.Struct, frozen=True):
    """The finishing places in a tournament and the ranks in its `season`, best first.

    The ranks may be those at one pub, `bar`. A shared place or rank is a range, `first` to `last`.
    """

    tournament: str
    title: str
    ended: bool
    results: tuple[Result, ...]
    season: tuple[Result, ...] = ()
    bar: str = ""
