"""The whole state of a room at one instant. Only `step` computes a new one."""

from collections.abc import Collection, Mapping
from typing import Literal

import msgspec

from controller.contract.rules import Structure, Variant
from controller.contract.venue.floor.conduct import Offence
from controller.contract.venue.outputs import NoBreak
from controller.contract.venue.seats import Seat
from controller.venue.rules.books.bounty_books import Heads
from controller.venue.rules.books.cash_books import CashBooks
from controller.venue.rules.books.deeds import ClockDeed, Deed, Gift, Taking
from controller.venue.rules.books.event_books import Day, SeatsWon
from controller.venue.rules.books.money_books import MoneyBooks
from controller.venue.rules.calculations.hand_for_hand import Round
from controller.venue.rules.calculations.levels import Clock, Level
from controller.venue.rules.calculations.seats import TableView
from controller.venue.rules.standings.places import Out

Standing = Literal["entered", "alternate", "seated", "moving", "waiting", "out", "removed"]
"""A player's status. A `waiting` player has no chips, and may still buy or be given a rebuy. An
`alternate` has entered and is waiting for a free seat."""


class Player(msgspec.Struct, frozen=True):
    """A player in a room, identified by the opaque `id`.

    `standing` is their status. `place` is (first, last) for a player who is out (and may wait to
    enter again) or has won; the two differ if it is shared. `excluded` means that they must report
    to the floor. `seconds` is their time limit on a called clock, or 0 for the house's default.
    The seat: `seat` is where they sit. `granted` is a seat reserved for them before the draw.
    `needs_ear` is true if they need a seat with an earpiece.
    Chips: `stack` is what they have. `behind` is the number of chips from a rebuy that has not been
    paid for yet. `unsold` marks a stack that nobody bought, which is stored like a player.
    `bonuses` lists the bonuses received. `add_ons` are the levels of the add-ons had, as indices in
    the list of levels. `gifts` lists the chips given to them without a sale.
    Entries: `entries` counts the entries bought, and `reentries` the re-entries. `ticket` is
    the ticket that paid for their entry, and `ticket_worth` its value.
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
    add_ons: tuple[int, ...] = ()
    gifts: tuple[Gift, ...] = ()
    ticket: str = ""
    ticket_worth: int = 0


class Table(msgspec.Struct, frozen=True):
    """A table as the room knows it, identified by its `number`.

    Equipment: `seats` is its number of seats. `ears` are the seats with an earpiece. `shoe` is true
    if cards are dealt from a shoe.
    State: `closed` means that it is no longer in play. `silent` means that it does not answer, and
    `silent_since` is the room time (ms) when that began. `holds` lists the reasons why it may not
    deal.
    The last hand: `hand` is the number of the last reported hand. `differs` means that the chips in
    that report differ from the books. `raked` and `timed` are its rake and time charge in a cash
    game.
    The next hand: `small_blind` and `big_blind` are the seats that post. `game` is the game that
    the dealer chose `game_hands` hands ago, or None for the level's game.
    """

    number: int
    seats: int
    ears: frozenset[int] = frozenset()
    hand: int = 0
    small_blind: int = 0
    big_blind: int = 0
    silent: bool = False
    silent_since: int = 0
    shoe: bool = False
    holds: frozenset[str] = frozenset()
    differs: bool = False
    closed: bool = False
    raked: int = 0
    timed: int = 0
    game: tuple[Variant, Structure] | None = None
    game_hands: int = 0


class Moving(msgspec.Struct, frozen=True):
    """A player who is being moved from `source` to `target` under the order with the id `order`.

    `reason` is why they move. `by_table` means that the table chooses which player moves. `left` is
    true once their chips have left the old seat. `given` is the number of chips that are in the
    books, but not yet at either table. `refused` is the reason why no table will seat them.
    In a `redraw`, players wait until everybody has left their seat. `absent`, `penalty` and `owes`
    (missed blinds) are what a player takes along to the new seat; `sanctions`, imposed or lifted on
    the way, take effect there. If `for_stack` names a player, the seat stays the same: the player
    being moved stands up, then sits down again with the other player's chips.
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
    sanctions: tuple[str, ...] = ()


class Moved(msgspec.Struct, frozen=True):
    """A completed move: its order, player, seats, reason, and the room time (ms) when it ended."""

    order: str
    player: str
    source: Seat
    target: Seat
    reason: str
    at: int


class Proposal(msgspec.Struct, frozen=True):
    """A proposal to the floor to move a player, with the articles that call for the move.

    `no` is true once the floor has declined it or the move has been cancelled.
    """

    player: str
    source: Seat
    target: Seat
    articles: tuple[str, ...]
    no: bool = False


class Incident(msgspec.Struct, frozen=True):
    """An offence on record.

    `player`, `offence` and `sanction` say who did what, and the penalty. `appeals` counts the
    appeals against it. `stands` is false once the decision has been reversed. `taken` is the number
    of chips that left play because of it.
    """

    number: int
    player: str
    offence: Offence
    sanction: str
    appeals: int = 0
    stands: bool = True
    taken: int = 0


class Colouring(msgspec.Struct, frozen=True):
    """A colour-up in progress: small chips are exchanged for larger ones.

    `chip` is the value of the small chips, and `into` that of the larger ones. `tables` are the
    tables that have not exchanged theirs yet. `waits` are those that have, and wait for the next
    colour-up.
    """

    chip: int
    into: int
    tables: tuple[int, ...]
    waits: tuple[int, ...] = ()


class Coloured(msgspec.Struct, frozen=True):
    """The last order for a colour-up sent to a table.

    `change` maps each player to the chips that they gained (or lost, if negative).
    """

    order: str
    table: int
    chip: int
    into: int
    change: Mapping[str, int]


class Offer(msgspec.Struct, frozen=True):
    """A proposed deal.

    `shares` maps each player to their amount. `left` lists the amounts left to play for, by place.
    `agreed` lists the players who have accepted.
    """

    shares: Mapping[str, int]
    left: tuple[int, ...] = ()
    agreed: tuple[str, ...] = ()


class Passing(msgspec.Struct, frozen=True):
    """A temporary notice at a table, with the number of hands for which it has been shown."""

    order: str
    table: int
    hands: int = 0


class Room(msgspec.Struct, frozen=True):
    """The whole state of a room: a tournament or a cash game.

    `n` counts inputs and is part of order ids; `at` is the room time (ms). `moves` are the players
    being moved. `levels` are all levels and breaks, and `said_level` is the index of the last one
    announced. `issued` and `removed` are the chips that came into play and left it. `last_out` is
    the table of the last player to go out.

    When tables play hand for hand, `synchronised` is the current round (otherwise None), and
    `why_together` the reason for it. `gone` lists the players who went out in the round and have no
    place yet. `proposed` is the reason last given to the floor for proposing hand for hand.
    `stuck` is a table that should break but can't, and `why_stuck` is the reason. `halted` lists
    tables with too few players to play on. `final` is the final table.

    `rebought` means that the rebuy for everybody has taken place. `may_rebuy` lists players who
    went out, and may rebuy until the next deal at their table. `rebuys` counts all rebuys.
    `chips_gone` lists denominations no longer in play. `coloured` lists the last exchanges of small
    chips at each table.

    `shares` are the prizes by place, paid from the `pool`. `deal` is the players' agreement, which
    replaces these prizes except for those still `played_for`; `offer` is a proposed deal. `heads`
    are the bounties. `seats_won` is the result of a satellite. `day` is the current day's state.

    `replan` means that a move was refused, and must be planned again. `proposals` are moves for the
    floor to approve, and `moved` those of the last ten minutes. `decks` are tables that are waiting
    for a deck. `keepers` are staff who may control the clock. `reports` are the players who have
    been reported to the floor, the `urgent` ones first. `refunded` lists refunded players, once for
    each entry, and `unpaid` those who bet chips of an unpaid rebuy. `passing` lists temporary
    notices.

    `taking` lists the chips that tables have been ordered to take. `missing` maps players to chips
    that a count found missing. `adrift` is the number of found chips without an owner, minus the
    missing chips. `busted` maps each table to the seats and players who went out in its last hand,
    which may still be reversed. `cleared` maps players to the last order that cleared their seat.
    `going` maps each table to the stacks, by seat, of players taken out of play since its last
    hand: a hand may be running, and chips already in its pot stay in play. `holds` lists holds that
    leave the clock running. `undo` is the last change to the clock, and `deeds` are the last staff
    actions that can be undone.
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
    cleared: Mapping[str, str] = {}
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
        """Return the remaining players: seated, being moved, or waiting for a rebuy."""
        return _seating.of(self.players).left.values()

    @property
    def occupied(self) -> list[int]:
        """Return the numbers of the tables with seated players."""
        taken = _seating.of(self.players).tables
        return [number for number in self.tables if number in taken]

    @property
    def chips(self) -> int:
        """Return the sum of all players' chips, whether or not they are at a table.

        It always equals the chips issued minus the chips removed.
        """
        return _seating.of(self.players).chips

    @property
    def open_tables(self) -> list[int]:
        """Return the numbers of the tables available for play, including empty ones."""
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
        """Return the facts about a table that move rules need, as if pending moves had been made.

        A player who is already being moved can't be moved again. A silent table neither gives nor
        takes players.
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
    """The seating of all players, derived from `Room.players`.

    `tables` maps each table and seat to its player. `left` holds the remaining players,
    `alternates` the players waiting for a free seat, and `chips` the sum of all stacks.
    """

    tables: Mapping[int, Mapping[int, Player]]
    left: Mapping[str, Player]
    alternates: tuple[Player, ...]
    chips: int


class _Seating:
    """A cache with the seating for the set of players that was last asked about."""

    def __init__(self) -> None:
        self._players: Mapping[str, Player] = {}
        self._seated = _seated({})

    def of(self, players: Mapping[str, Player]) -> _Seated:
        """Return the seating for these players; the mapping must never be modified afterwards."""
        if players is not self._players:
            self._seated = self._after(players) or _seated(players)
            self._players = players
        return self._seated

    def _after(self, players: Mapping[str, Player]) -> _Seated | None:
        """Return the cached seating with the changed players, or None if it must be recomputed.

        It must be recomputed if anybody has arrived, left or moved, or if more than `MOST_CHANGED`
        players have changed. A hand changes only some players' chips, and a room has thousands of
        players.
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
    """Return whether a player's seat and status are unchanged and they are not an alternate."""
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
