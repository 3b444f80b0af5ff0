"""The door between pages and the room's core: a Unix socket, a line of JSON each way.

A request says `do` (an action of staff) or `ask` (what is not for everybody), each tagged by
`type`; the answer has its id. `sign-in` gives a session and needs none, as does `me`, which has a
secret of its own. What a role may do is in `rights.py`. Players are opaque ids (`p_...`); names go
only over this door.
"""

from typing import Any, Literal

import msgspec

from controller.contract.rules import Entry
from controller.contract.venue.cash_game.waiting import ListDo
from controller.contract.venue.floor.clock import ClockDo
from controller.contract.venue.floor.members import AnyAskOfMembers, Coming, Declare, MemberDo
from controller.contract.venue.floor.sheets import Sheet
from controller.contract.venue.forms.days import AskBags, BringBags
from controller.contract.venue.forms.satellites import AskTickets
from controller.contract.venue.kinds import Ask, Do
from controller.contract.venue.league import AnyAskOfLeague, TakeEvening
from controller.contract.venue.notices import Notices, OwnNotices
from controller.contract.venue.prizes.bounties import AskBounties, AskEnvelope, BountyDo
from controller.contract.venue.prizes.deals import OwnDeal
from controller.contract.venue.prizes.money import AnyAskOfMoney, KeepBank
from controller.contract.venue.said import DirectorWord, FloorWord
from controller.contract.venue.seats import Seat


class SignIn(Do, frozen=True, tag="sign-in"):
    """Open a session of 12 hours. Answered with `SignedIn`."""

    name: str
    password: str

    def __repr__(self) -> str:
        """Return its text without the password: it may end up in a log."""
        return f"SignIn({self.name!r})"


class SignOut(Do, frozen=True, tag="sign-out"):
    """End this session."""


class OpenTournament(Do, frozen=True, tag="open-tournament"):
    """Begin another evening by a tournament file's name. Answered with `Opened`.

    `options` are what the room chose for the wall where the house leaves it open. `bar` is whose
    ranking it counts for. The levels, chips and rebuy of a `sheet` replace those of the file.
    """

    file: str
    title: str = ""
    options: dict[str, str] = msgspec.field(default_factory=dict)
    bar: str = ""
    sheet: Sheet | None = None


class OpenTable(Do, frozen=True, tag="open-table"):
    """A table is there to be played at. `ears` are its seats that speak."""

    table: int
    seats: int
    ears: tuple[int, ...] = ()


class Enter(Do, frozen=True, tag="enter"):
    """A player signs in: a new person by `name`, or one who is known by `person`.

    `shown_as` is what they agreed to be shown by, else a number. Before the start for the draw,
    after it as a late entry. The desk has seen who they are (`identified`) and that they are
    `of_age`, and they have read their `receipt`. In a cash game `level` is theirs in the house,
    which is their own as its `owner`. Who sits and enters again `gives_up` their chips. Their
    `ticket` pays, where they have one for this. With `if_unknown` a new person is refused where
    another has this very name (`name-is-known`). `Entered`.
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
    """Close the list for the draw. Answered with `ListClosed`: put both hashes on the wall."""


class DrawSeats(Do, frozen=True, tag="draw-seats"):
    """Draw seats for the closed list, with what somebody of the room gave after that."""

    witness: str = ""


class SeatPlayer(Do, frozen=True, tag="seat-player"):
    """Give a player a seat by hand, before the start."""

    player: str
    seat: Seat


class Start(Do, frozen=True, tag="start"):
    """The tournament begins."""


class Hold(Do, frozen=True, tag="hold"):
    """The whole room waits, by a name; the clock stands unless it `runs`."""

    name: str
    clock_runs: bool = False


class Release(Do, frozen=True, tag="release"):
    """One reason to wait is gone."""

    name: str


class SetHandForHand(Do, frozen=True, tag="hand-for-hand"):
    """Hand for hand begins or ends by the floor's word; with `by_street` street by street."""

    on: bool = True
    by_street: bool = False


class MovePlayer(Do, frozen=True, tag="move"):
    """Move a player to a free seat, when their table is at rest."""

    player: str
    seat: Seat


class Remove(Do, frozen=True, tag="remove"):
    """A player is disqualified, or leaves for good; their chips leave play."""

    player: str
    why: Literal["disqualified", "left"] = "disqualified"


class Rebuy(Do, frozen=True, tag="rebuy"):
    """A player who sits gets more chips from the bank; `addon`: those that anybody may add."""

    player: str
    chips: int
    addon: bool = False


class BuyIn(Do, frozen=True, tag="buy-in"):
    """Sell a player of a cash game a seat with a stack, and how they come into the game."""

    player: str
    seat: Seat
    chips: int
    entry: Entry = Entry.DEALT_IN


class CashOut(Do, frozen=True, tag="cash-out"):
    """Turn a player's chips back; who sits stands up when the hand is over."""

    player: str


class JumpLevel(Do, frozen=True, tag="jump-level"):
    """The clock goes to the beginning of a place in the structure, from 0."""

    index: int


class TellTable(Do, frozen=True, tag="tell-table"):
    """The floor's word at one table, as `docs/EVENTS.md` has its commands; done once."""

    table: int
    command: Literal[
        "confirm", "waive", "misdeal", "kill-hand", "penalty", "call-clock", "absent", "back",
        "set-stack", "undo",
    ]  # fmt: skip
    data: dict[str, Any] = msgspec.field(default_factory=dict)


class Note(Do, frozen=True, tag="note"):
    """The floor notes what has happened (conduct, chips, a deck), or answers a proposed move."""

    said: FloorWord


class Decide(Do, frozen=True, tag="decide"):
    """The director decides: conduct and appeals, prizes, seats drawn anew, the end of it all."""

    said: DirectorWord


class Forget(Do, frozen=True, tag="forget"):
    """Delete all that names a person; seats, places and the log keep the opaque id alone."""

    person: str


class AskMe(Ask, frozen=True, tag="me"):
    """A player's own page, by the secret of their link. Answered with `PlayerPage`."""

    link: str

    def __repr__(self) -> str:
        """Return its text without the secret."""
        return "AskMe()"


class AskSession(Ask, frozen=True, tag="session"):
    """Who I am. Answered with `SignedIn`."""


class AskEntrants(Ask, frozen=True, tag="entrants"):
    """Everybody on the list, with names. Answered with `Entrants`."""


class AskPersons(Ask, frozen=True, tag="persons"):
    """Persons whose name or number begins so, for the desk. Answered with `Persons`."""

    begins: str = ""
    limit: int = 20


class AskLog(Ask, frozen=True, tag="log"):
    """Rows of the log behind `after`, or, with `after` None, the last ones. `LogPage`."""

    after: int | None = None
    limit: int = 50


class AskIncidents(Ask, frozen=True, tag="incidents"):
    """What went wrong at tables, the newest first. Answered with `Incidents`."""

    table: int = 0
    limit: int = 50


class AskIncident(Ask, frozen=True, tag="incident"):
    """One incident with the table's public state at that instant. Answered with `IncidentPage`."""

    incident: int


class AskResults(Ask, frozen=True, tag="results"):
    """Places and points of a tournament with names as their owners agreed, and the season."""

    tournament: str = ""


class AskTournaments(Ask, frozen=True, tag="tournaments"):
    """The tournaments that can be opened. Answered with `Tournaments` (`book.py`)."""


class AskBook(Ask, frozen=True, tag="book"):
    """What the house knows of and what is noted this evening. Answered with `Book` (`book.py`)."""


class AskDraw(Ask, frozen=True, tag="draw"):
    """All that repeats the draw (`tapis venue check-draw`), once it is drawn."""


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
    """A line on the desk's socket; `id` is the asker's, and one of `do` and `ask` is there.

    A `do` that is repeated with the id of one that was done gets its answer again, within a
    session. `source` is where it came from (an address), for the log.
    """

    id: str
    session: str = ""
    do: AnyDo | None = None
    ask: AnyAsk | None = None
    source: str = ""


class DeskAnswer(msgspec.Struct, frozen=True, omit_defaults=True):
    """The answer. `reason` is an id (`seat-is-taken`), `error` a sentence in English.

    `data` is the struct that the request names, as an object; an action is in the log up to `seq`.
    """

    id: str
    ok: bool
    error: str = ""
    reason: str = ""
    data: Any = None
    seq: int = 0


class SignedIn(msgspec.Struct, frozen=True):
    """A session: its token, whose it is, their role, and until when (wall ms).

    `keeps_clock`: the director has them keep the clock of this evening.
    """

    session: str
    name: str
    role: str
    until: int
    keeps_clock: bool = False


class Opened(msgspec.Struct, frozen=True):
    """A tournament that is open."""

    tournament: str


class Entered(msgspec.Struct, frozen=True):
    """A player on the list: their id, the secret of their link, and a seat for a late entry."""

    player: str
    link: str
    seat: Seat | None = None


class ListClosed(msgspec.Struct, frozen=True):
    """A closed list: SHA-256 of the list and of the secret (hex), and how many are on it."""

    list_hash: str
    secret_hash: str
    players: int


class Entrant(msgspec.Struct, frozen=True):
    """A player with their name; `first` is 0 while they are in, `to` where they move to."""

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
    """The list of a tournament."""

    tournament: str
    entrants: tuple[Entrant, ...]


class Person(msgspec.Struct, frozen=True):
    """A person whom the house knows."""

    person: str
    name: str
    shown_as: str
    member_no: str


class Persons(msgspec.Struct, frozen=True):
    """Persons who were looked for."""

    persons: tuple[Person, ...]


class PlayerPage(msgspec.Struct, frozen=True):
    """A player's own page, with no name of another: `to` where they go, `called` the seat kept.

    `waits` is their place on the waiting list (0: none); who is called has until `until` (wall ms,
    0: until they sit), and `comes` where they have said so. Who must move on to a table (`feeds`,
    0: to none) does so as number `moves`. `head` is worth so much, `won` what they have of others'.
    `deal` is their share of a deal that is proposed, besides what is `played_for`. A `bag` under a
    `seal` has so many chips of theirs; they have `tickets` for tournaments by their names.
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
    """A row of the log: what was said by whom, and what came of it. `wall` in ms.

    `actor` is a member of staff, `table 3`, or `clock`; `refused` says why nothing came of it.
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
    """Rows in the order of the log, and how many there are in all."""

    rows: tuple[LogRow, ...]
    total: int


class Incident(msgspec.Struct, frozen=True):
    """Something irregular at a table: the event that told it, and its place among the table's."""

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
    """Incidents, the newest first."""

    incidents: tuple[Incident, ...]


class IncidentPage(msgspec.Struct, frozen=True):
    """An incident, its event, and the public state (`PublicState`) that first included it."""

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
    """Places of a tournament, the best first, and the season's standings (`first` is the rank).

    `bar` is whose season it is, where each bar has its own.
    """

    tournament: str
    title: str
    ended: bool
    results: tuple[Result, ...]
    season: tuple[Result, ...] = ()
    bar: str = ""
