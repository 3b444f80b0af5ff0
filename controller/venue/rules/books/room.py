"""A room at an instant: its players, tables, moves and chips. What happens to it is in `step`."""

from collections.abc import Collection, Mapping
from typing import Literal

import msgspec

from controller.contract.rules import Structure, Variant
from controller.contract.venue.floor.chips import Taken
from controller.contract.venue.floor.clock import ClockChange
from controller.contract.venue.floor.conduct import Offence
from controller.contract.venue.floor.undoing import DeedKind
from controller.contract.venue.outputs import NoBreak
from controller.contract.venue.seats import Seat
from controller.venue.rules.books.bounty_books import Heads
from controller.venue.rules.books.cash_books import CashBooks
from controller.venue.rules.books.event_books import Day, SeatsWon
from controller.venue.rules.books.money_books import MoneyBooks
from controller.venue.rules.figures.hand_for_hand import Round
from controller.venue.rules.figures.levels import Clock, Level
from controller.venue.rules.figures.seats import TableView
from controller.venue.rules.standings.places import Out

Standing = Literal["entered", "alternate", "seated", "moving", "waiting", "out", "removed"]
"""Where a player is: `waiting` is out of chips before a rebuy that everybody gets, an
`alternate` has entered and gets the next free seat."""


class Player(msgspec.Struct, frozen=True):
    """A player: an opaque id, where they are, and what they have.

    `place` is (first, last) of those who are out; `entries` are those they have bought; who is
    `excluded` has to report to the floor. One that is `unsold` is a stack that nobody bought.
    `behind` are chips of a rebuy that is not paid yet, `seconds` how long they have
    when the clock is called, 0 as the house says. `reentries` counts how often they entered again,
    `bonuses` what they have got. A `ticket` that was worth so much has paid their entry.
    """

    id: str
    standing: Standing = "entered"
    seat: Seat | None = None
    stack: int = 0
    needs_ear: bool = False
    granted: Seat | None = None
    place: tuple[int, int] | None = None
    entries: int = 1
    excluded: bool = False
    unsold: bool = False
    behind: int = 0
    seconds: int = 0
    reentries: int = 0
    bonuses: tuple[str, ...] = ()
    ticket: str = ""
    ticket_worth: int = 0


class Table(msgspec.Struct, frozen=True):
    """A table as the room knows it; `hand` is the last that was reported.

    `differs` says that the last report was of other chips than the books have. One that is `closed`
    was played at, and is no more. Of its last hand the house of a cash game `raked` so many chips,
    and so many were paid for the time (`timed`).
    Its dealer has chosen a `game`, `game_hands` hands ago; None: what the level says.
    """

    number: int
    seats: int
    ears: frozenset[int] = frozenset()
    hand: int = 0
    small_blind: int = 0
    big_blind: int = 0
    silent: bool = False
    shoe: bool = False
    holds: frozenset[str] = frozenset()
    differs: bool = False
    closed: bool = False
    raked: int = 0
    timed: int = 0
    game: tuple[Variant, Structure] | None = None
    game_hands: int = 0


class Moving(msgspec.Struct, frozen=True):
    """A player on the way: `left` once the chips have left the first seat.

    `by_table`: the table says who it is; `reason` is what the move is for. `given` are chips that
    the books have more than what was said of them at the seat they come from or go to; `refused`
    is why nobody seats them. Who moves `for_stack` goes nowhere: they get up to sit down with the
    chips of the player it names. In a `redraw` they wait with what they bring (`absent`, `penalty`,
    `owes`) until all have left.
    """

    order: str
    player: str
    source: Seat
    target: Seat
    left: bool = False
    by_table: bool = False
    given: int = 0
    refused: str = ""
    redraw: bool = False
    absent: bool = False
    penalty: str = ""
    owes: int = 0
    reason: str = ""
    for_stack: str = ""


class Moved(msgspec.Struct, frozen=True):
    """A move that was made, with the ms at which it ended."""

    order: str
    player: str
    source: Seat
    target: Seat
    reason: str
    at: int


class Proposal(msgspec.Struct, frozen=True):
    """A move that the floor is asked about; with `no` it was not agreed to, or called off."""

    player: str
    source: Seat
    target: Seat
    articles: tuple[str, ...]
    no: bool = False


class Incident(msgspec.Struct, frozen=True):
    """What stands in the book; `appeals` counts, and one that was taken back stands no more.

    `taken` are the chips that left play for it.
    """

    number: int
    player: str
    offence: Offence
    sanction: str
    appeals: int = 0
    stands: bool = True
    taken: int = 0


class Colouring(msgspec.Struct, frozen=True):
    """A colour-up that is going on: which chip becomes which, and the tables it is still to do."""

    chip: int
    into: int
    tables: tuple[int, ...]


class Coloured(msgspec.Struct, frozen=True):
    """What a table was told last of small chips, by an order: what each player won or lost."""

    order: str
    table: int
    chip: int
    into: int
    change: Mapping[str, int]


class Taking(msgspec.Struct, frozen=True):
    """Chips that a table is to take of a stack, by an order, and why; for which incident.

    `booked`: the books have it already, as those have it that are found when chips are gone.
    """

    order: str
    player: str
    chips: int
    why: Taken
    incident: int = 0
    booked: bool = False


class Offer(msgspec.Struct, frozen=True):
    """A deal that is proposed: what each gets, what places get besides, and who has agreed."""

    shares: Mapping[str, int]
    left: tuple[int, ...] = ()
    agreed: tuple[str, ...] = ()


class Passing(msgspec.Struct, frozen=True):
    """What a table was told for a while, by an order, and how many hands ago."""

    order: str
    table: int
    hands: int = 0


class Deed(msgspec.Struct, frozen=True):
    """What staff did with a player in row `n` of the log, and can undo: seats, chips."""

    n: int
    kind: DeedKind
    player: str
    at: int
    seat: Seat | None = None
    target: Seat | None = None
    chips: int = 0


class ClockDeed(msgspec.Struct, frozen=True):
    """The last change of the clock by staff, the clock before it, and who held it after it.

    `levels` are those before it, () where it changed none.
    """

    deed: ClockChange
    before: Clock
    holds: tuple[str, ...]
    levels: tuple[Level, ...] = ()


class Room(msgspec.Struct, frozen=True):
    """All of it. `removed` are chips that left play; `n` numbers what happened, for ids of orders.

    `last_out` is the table of the player who went out last, `stuck` one that should break and
    can't (`why_stuck`). `synchronised` is the round of hand for hand that runs, None when tables
    don't wait for each other; `why_together` is what began it, `gone` are those who went out in it,
    without a place yet. `rebought`: the rebuy that everybody gets has been. `chips_gone` are in
    play no more. `shares` are what places get of the `pool`, `deal` what players have agreed on
    instead, besides what is `played_for` by places; `offer` is a deal that is proposed.
    `replan`: a move was refused, and is looked at again with the next thing that happens.
    `proposals` are moves that the floor is asked about, `decks` the tables that wait for a deck.
    `keepers` are staff whom the director has keep the clock too, `reports` the players whom the
    floor is to look at (the `urgent` ones before the others), `refunded` those whose entry was
    given back, `unpaid` those who have bet chips of a rebuy that is not paid. `taking` are chips
    that tables are told to take, `missing` those that players' stacks were short of by a count;
    `may_rebuy` are those who went out and may buy chips until the next deal at their table.
    `adrift` are those that turned up and are nobody's, less those: more than 0 are in some stack of
    the books still, less than 0 are lost somewhere. `heads` are bounties; `busted` who went out in
    the last hand of each table, with their seats: its end may still be taken back.
    the books still, less than 0 are lost somewhere. `undo` is the last change of the clock by
    staff, `rebuys` counts the rebuys of all players. `moved` are the moves of
    the last ten minutes, `deeds` what staff did last and can undo. `seats_won` is how a satellite
    has ended, `day` where one of several days is.
    """

    n: int = 0
    at: int = 0
    players: Mapping[str, Player] = {}
    tables: Mapping[int, Table] = {}
    moves: tuple[Moving, ...] = ()
    levels: tuple[Level, ...] = ()
    clock: Clock = Clock()
    said_level: int = -1
    started: bool = False
    issued: int = 0
    removed: int = 0
    last_out: int = 0
    synchronised: Round | None = None
    proposed: str = ""
    stuck: int = 0
    why_stuck: NoBreak | None = None
    why_together: str = ""
    gone: tuple[Out, ...] = ()
    halted: tuple[int, ...] = ()
    rebought: bool = False
    ended: bool = False
    final: int = 0
    incidents: tuple[Incident, ...] = ()
    colouring: Colouring | None = None
    chips_gone: tuple[int, ...] = ()
    coloured: tuple[Coloured, ...] = ()
    pool: int = 0
    shares: tuple[int, ...] = ()
    deal: Mapping[str, int] = {}
    played_for: tuple[int, ...] = ()
    offer: Offer | None = None
    replan: bool = False
    cash: CashBooks = CashBooks()
    money: MoneyBooks = MoneyBooks()
    proposals: tuple[Proposal, ...] = ()
    decks: frozenset[int] = frozenset()
    keepers: tuple[str, ...] = ()
    reports: tuple[str, ...] = ()
    urgent: tuple[str, ...] = ()
    refunded: tuple[str, ...] = ()
    unpaid: tuple[str, ...] = ()
    taking: tuple[Taking, ...] = ()
    passing: tuple[Passing, ...] = ()
    missing: Mapping[str, int] = {}
    adrift: int = 0
    may_rebuy: tuple[Out, ...] = ()
    heads: Heads = Heads()
    busted: Mapping[int, tuple[tuple[int, str], ...]] = {}
    undo: ClockDeed | None = None
    moved: tuple[Moved, ...] = ()
    deeds: tuple[Deed, ...] = ()
    rebuys: int = 0
    seats_won: SeatsWon = SeatsWon()
    day: Day = Day()

    @property
    def left(self) -> Collection[Player]:
        """Return who is still in, seated, on the way, or waiting for a rebuy."""
        return _seating.of(self.players).left.values()

    @property
    def occupied(self) -> list[int]:
        """Return the tables at which somebody sits, in the order of their numbers."""
        taken = _seating.of(self.players).tables
        return [number for number in self.tables if number in taken]

    @property
    def chips(self) -> int:
        """Return the chips of everybody, wherever these are: those issued less those removed."""
        return _seating.of(self.players).chips

    @property
    def alternates(self) -> tuple[Player, ...]:
        """Return who waits for a seat, the first who came first."""
        return _seating.of(self.players).alternates

    def seated(self, table: int) -> dict[int, Player]:
        """Return who sits at a table, by seat, in the order of seats."""
        return dict(sorted(_seating.of(self.players).tables.get(table, {}).items()))

    def crowd(self, table: int) -> int:
        """Return how many sit at a table."""
        return len(_seating.of(self.players).tables.get(table, ()))

    def view(self, number: int) -> TableView:
        """Return a table as the rules of moving see it: who is to leave has left, who comes sits.

        Nobody is moved who is on the way already; a table that is silent stays out of it.
        """
        table = self.tables[number]
        players = {
            seat: one.id for seat, one in self.seated(number).items()
            if one.stack and not one.unsold
        }  # fmt: skip
        coming = {
            move.target.seat: move.player for move in self.moves if move.target.table == number
        }
        for move in self.moves:
            if move.source.table == number:
                players.pop(move.source.seat, None)
        return TableView(
            number, table.seats, players | coming, table.small_blind, table.big_blind,
            held=table.silent, fixed=frozenset(coming.values()), ears=table.ears,
            kept=frozenset(self.seated(number)) - players.keys(),
        )  # fmt: skip


class _Seated(msgspec.Struct, frozen=True):
    """Who sits at which table and seat, who is still in, who waits, and the chips of all."""

    tables: Mapping[int, Mapping[int, Player]] = {}
    left: Mapping[str, Player] = {}
    alternates: tuple[Player, ...] = ()
    chips: int = 0


class _Seating:
    """Who sits where, worked out once for the players that were asked about last."""

    def __init__(self) -> None:
        self._players: Mapping[str, Player] = {}
        self._seated = _Seated()

    def of(self, players: Mapping[str, Player]) -> _Seated:
        """Return who sits where. A mapping of players is never changed."""
        if players is not self._players:
            self._seated = self._after(players) or _seated(players)
            self._players = players
        return self._seated

    def _after(self, players: Mapping[str, Player]) -> _Seated | None:
        """Return who sits where if nobody has come, gone or moved since; else None.

        With a hand only what some players have changes, and a room has thousands.
        """
        before = self._players
        if len(players) != len(before):
            return None
        pairs = zip(before.values(), players.values(), strict=True)
        changed = [pair for pair in pairs if pair[0] is not pair[1]]
        if len(changed) > MOST_CHANGED or not all(_stays(was, one) for was, one in changed):
            return None
        found, left, chips = dict(self._seated.tables), dict(self._seated.left), self._seated.chips
        for was, one in changed:
            chips += one.stack - was.stack
            if one.id in left:
                left[one.id] = one
            if (seat := _sits_at(one)) and found[seat.table][seat.seat] is was:
                found[seat.table] = {**found[seat.table], seat.seat: one}
        return _Seated(found, left, self._seated.alternates, chips)


MOST_CHANGED = 100
"""Where more players are others than before, all are looked at anew."""


def _stays(was: Player, one: Player) -> bool:
    """Return whether a player is where they were, and no alternate."""
    return (
        was.id == one.id and was.standing == one.standing != "alternate" and was.seat == one.seat
        and was.unsold == one.unsold
    )  # fmt: skip


def _sits_at(player: Player) -> Seat | None:
    return player.seat if player.standing in ("seated", "waiting") else None


def _seated(players: Mapping[str, Player]) -> _Seated:
    found: dict[int, dict[int, Player]] = {}
    left: dict[str, Player] = {}
    alternates, chips = [], 0
    for one in players.values():
        chips += one.stack
        if one.standing == "alternate":
            alternates.append(one)
        if one.standing in ("seated", "moving", "waiting") and not one.unsold:
            left[one.id] = one
        if (seat := _sits_at(one)) is not None:
            found.setdefault(seat.table, {})[seat.seat] = one
    return _Seated(found, left, tuple(alternates), chips)


_seating = _Seating()
