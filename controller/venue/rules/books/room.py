"""A room at one instant: its players, tables, moves and chips. `step` changes it."""

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
from controller.venue.rules.calculations.hand_for_hand import Round
from controller.venue.rules.calculations.levels import Clock, Level
from controller.venue.rules.calculations.seats import TableView
from controller.venue.rules.standings.places import Out

Standing = Literal["entered", "alternate", "seated", "moving", "waiting", "out", "removed"]
"""Where a player is. A `waiting` player is out of chips before a rebuy that everybody gets; an
`alternate` has entered and gets the next free seat."""


class Player(msgspec.Struct, frozen=True):
    """A player: an opaque id, their status, and their chips.

    `place` is (first, last) for a player who is out. `entries` counts the entries that they bought.
    An `excluded` player has to report to the floor. An `unsold` player is a placeholder for a stack
    that nobody bought. `behind` are chips from a rebuy that has not been paid for yet. `seconds` is
    the player's time limit when somebody calls the clock on them, or 0 for the house's default.
    `reentries` counts their re-entries, and `bonuses` lists the bonuses that they have received.
    `ticket` is the value of the ticket that paid for their entry. `added` is the index in the sheet
    of levels of their last add-on, or -1.
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
    added: int = -1
    ticket: str = ""
    ticket_worth: int = 0


class Table(msgspec.Struct, frozen=True):
    """A table as recorded in the room; `hand` is the last reported hand.

    `differs` means that the chips in the last report differ from the books. A `closed` table was in
    play but no longer is. In a cash game, the house took `raked` chips as rake and `timed` chips as
    a time charge in the table's last hand. `game` is the game that its dealer chose `game_hands`
    hands ago, or None for the level's game.
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
    """A player being moved; `left` is true once their chips have left the old seat.

    `by_table` means that the table chooses the player; `reason` is the purpose of the move. `given`
    are chips that are in the books, but have not yet been reported to the old or the new table;
    `refused` is the reason why no table will seat them. If `for_stack` names a player, the seat
    stays the same: the mover stands up, then sits down with that player's chips. In a `redraw`,
    players wait until all have left, and their state (`absent`, `penalty`, `owes`) is stored here.
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
    """A completed move, and the room time (ms) at which it ended."""

    order: str
    player: str
    source: Seat
    target: Seat
    reason: str
    at: int


class Proposal(msgspec.Struct, frozen=True):
    """A move proposed to the floor; `no` is true once it has been declined or cancelled."""

    player: str
    source: Seat
    target: Seat
    articles: tuple[str, ...]
    no: bool = False


class Incident(msgspec.Struct, frozen=True):
    """A recorded incident; `appeals` counts its appeals, and `stands` is false once reversed.

    `taken` are the chips that left play because of it.
    """

    number: int
    player: str
    offence: Offence
    sanction: str
    appeals: int = 0
    stands: bool = True
    taken: int = 0


class Colouring(msgspec.Struct, frozen=True):
    """A colour-up in progress: the chip, the larger chip, and the tables still to be done."""

    chip: int
    into: int
    tables: tuple[int, ...]


class Coloured(msgspec.Struct, frozen=True):
    """The last colour-up order sent to a table: each player's gain or loss of chips."""

    order: str
    table: int
    chip: int
    into: int
    change: Mapping[str, int]


class Taking(msgspec.Struct, frozen=True):
    """Chips that a table was ordered to take from a stack, with the reason and the incident.

    `booked` means that the books already include the loss, as with chips found after a colour-up.
    """

    order: str
    player: str
    chips: int
    why: Taken
    incident: int = 0
    booked: bool = False


class Offer(msgspec.Struct, frozen=True):
    """A proposed deal: the shares, the amounts left to play for, and who has agreed so far."""

    shares: Mapping[str, int]
    left: tuple[int, ...] = ()
    agreed: tuple[str, ...] = ()


class Passing(msgspec.Struct, frozen=True):
    """A temporary notice at a table: its order id, and the number of hands since it was shown."""

    order: str
    table: int
    hands: int = 0


class Deed(msgspec.Struct, frozen=True):
    """A staff action on a player's seat or chips that can be undone; `n` is its log row.

    `head` is the bounty that was on a removed player.
    """

    n: int
    kind: DeedKind
    player: str
    at: int
    seat: Seat | None = None
    target: Seat | None = None
    chips: int = 0
    head: int = 0


class ClockDeed(msgspec.Struct, frozen=True):
    """The last change that staff made to the clock: the clock before it, and the holds after it.

    `levels` are the levels before the change, or () if it changed none.
    """

    deed: ClockChange
    before: Clock
    holds: tuple[str, ...]
    levels: tuple[Level, ...] = ()


class Room(msgspec.Struct, frozen=True):
    """The whole room: `removed` are chips that left play; `n` numbers inputs, for order ids.

    `last_out` is the table of the last player to go out, `stuck` a table that should break and
    can't (`why_stuck`). `synchronised` is the current round of hand for hand, None when tables
    don't wait for one another; `why_together` is its reason, `gone` are players who went out in it
    but have no place yet. `rebought` means that the rebuy given to everybody has taken place.
    `chips_gone` are denominations no longer in play. `shares` are the places' shares of the `pool`.
    `deal` is the players' agreement, which replaces these shares except for the prizes still
    `played_for`; `offer` is a proposed deal. `replan` means that a move was refused, and is planned
    again with the next input. `proposals` are moves proposed to the floor, `decks` the tables that
    wait for a deck. `keepers` are staff to whom the director delegated the clock, `reports` the
    players whom the floor is to see (the `urgent` ones first), `refunded` the players whose entry
    was refunded, `unpaid` those who bet chips from an unpaid rebuy. `taking` are chips that tables
    have been ordered to take, `missing` those that a count found missing from players' stacks.
    `may_rebuy` are players who went out and may rebuy until the next deal at their table. `adrift`
    is the amount of found chips without an owner, less the missing ones: above 0, the books still
    include them in some stack; below 0, they are lost. `heads` are bounties. `busted` are the
    players who went out in the last hand of each table, with their seats; the end of that hand may
    still be reversed. `going` has the seats of the players whose chips were taken out of play since
    their table's last hand, with these chips: a hand may be running there, and the chips that they
    have put into its pot stay in play. `undo` is the last change of the clock by staff, `rebuys`
    counts all players' rebuys. `moved` are the moves of the last ten minutes, `deeds` the last
    staff actions that can be undone. `seats_won` is the result of a satellite, `day` the state of
    one of several days. `holds` are the names of holds that leave the clock running.
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
    going: Mapping[int, Mapping[int, int]] = {}
    holds: tuple[str, ...] = ()
    undo: ClockDeed | None = None
    moved: tuple[Moved, ...] = ()
    deeds: tuple[Deed, ...] = ()
    rebuys: int = 0
    seats_won: SeatsWon = SeatsWon()
    day: Day = Day()

    @property
    def left(self) -> Collection[Player]:
        """Return the remaining players: seated, on the way, or waiting for a rebuy."""
        return _seating.of(self.players).left.values()

    @property
    def occupied(self) -> list[int]:
        """Return the numbers of the tables with seated players."""
        taken = _seating.of(self.players).tables
        return [number for number in self.tables if number in taken]

    @property
    def chips(self) -> int:
        """Return all players' chips, at tables or not: the chips issued less the chips removed."""
        return _seating.of(self.players).chips

    @property
    def open_tables(self) -> list[int]:
        """Return the numbers of the tables available for play, with players or without."""
        return [number for number, one in self.tables.items() if not one.closed]

    @property
    def alternates(self) -> tuple[Player, ...]:
        """Return the alternates, in order of entry."""
        return _seating.of(self.players).alternates

    def seated(self, table: int) -> dict[int, Player]:
        """Return a table's players by seat, in seat order."""
        return dict(sorted(_seating.of(self.players).tables.get(table, {}).items()))

    def crowd(self, table: int) -> int:
        """Return the number of players seated at a table."""
        return len(_seating.of(self.players).tables.get(table, ()))

    def view(self, number: int) -> TableView:
        """Return a table for the move rules, as if all pending moves were complete.

        A player already being moved can't be moved again, and a silent table takes no part.
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
    """The players at each table and seat, the players still in, the alternates, and all chips."""

    tables: Mapping[int, Mapping[int, Player]] = {}
    left: Mapping[str, Player] = {}
    alternates: tuple[Player, ...] = ()
    chips: int = 0


class _Seating:
    """A cache of the seating for the players asked about last."""

    def __init__(self) -> None:
        self._players: Mapping[str, Player] = {}
        self._seated = _Seated()

    def of(self, players: Mapping[str, Player]) -> _Seated:
        """Return the players' seating. The mapping passed in must never be modified."""
        if players is not self._players:
            self._seated = self._after(players) or _seated(players)
            self._players = players
        return self._seated

    def _after(self, players: Mapping[str, Player]) -> _Seated | None:
        """Return the last seating if nobody has come, gone or moved since; else None.

        A hand changes only some players' chips, and a room has thousands of players.
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
"""The number of changed players beyond which the whole seating is recomputed."""


def _stays(was: Player, one: Player) -> bool:
    """Return whether a player is where they were and is not an alternate."""
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
