"""Balancing: which player moves to which table to keep table sizes close."""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet

import msgspec

from controller.contract.venue.seats import Seat
from controller.houses.model import Ruled
from controller.venue.rules.calculations.seats import TableView
from controller.venue.rules.tournament import BalancingRules


class Move(msgspec.Struct, frozen=True):
    """One player's move from `source` to `target`, with the articles that require it.

    `players` are the numbers of players at the old and the new table before the move.
    """

    player: str
    source: Seat
    target: Seat
    players: tuple[int, int]
    articles: tuple[str, ...]


class Unseated(msgspec.Struct, frozen=True):
    """Two tables that need balancing, although nobody can be moved between them yet."""

    source: int
    target: int


class Plan(msgspec.Struct, frozen=True):
    """A balancing plan: the moves in order, and the pairs of tables that can't be balanced yet."""

    moves: tuple[Move, ...]
    waits: tuple[Unseated, ...] = ()


def gap_now(rules: BalancingRules, players: int) -> int:
    """Return the difference in players between two tables at which they must be balanced.

    `players` is the number of players left in the tournament.
    """
    late = players <= rules.late_players.value
    return rules.late_gap.value if late else rules.gap.value


def halt_rule(rules: BalancingRules, players: int) -> Ruled[int]:
    """Return the shortage of players at which a table must stop, with the article of that rule.

    The shortage is how many players fewer a table has than the fullest one; 0 means that no table
    stops. `players` is the number of players left in the tournament.
    """
    late = bool(rules.halt_gap.value) and players <= rules.late_players.value
    return rules.late_gap if late else rules.halt_gap


def halted(rules: BalancingRules, tables: Sequence[TableView]) -> tuple[int, ...]:
    """Return the tables with too few players, which must stop until they have been balanced.

    In some houses, such a table plays on until an empty seat affects its blinds (`blinds_touched`).
    """
    gap = halt_rule(rules, sum(len(table.players) for table in tables)).value
    longest = max((len(table.players) for table in tables), default=0)
    return tuple(
        table.table for table in tables
        if gap and longest - len(table.players) >= gap
        and (rules.halt_when.value == "short" or blinds_touched(table))
    )  # fmt: skip


def blinds_touched(table: TableView) -> bool:
    """Return whether the next hand's blinds are affected by an empty seat.

    They are affected if a seat between the blinds is empty, because the big blind then passes over
    it to the next player. They are also affected if nobody is in the small blind, because the
    player who last posted the big blind has left. Unknown blinds are ignored.

    >>> blinds_touched(TableView(1, 9, {1: "a", 4: "b"}, small_blind=1, big_blind=4))
    True
    >>> blinds_touched(TableView(1, 9, {1: "a", 2: "b"}, small_blind=1, big_blind=2))
    False
    """
    if not table.big_blind:
        return False
    if not table.small_blind or table.small_blind not in table.players:
        return True
    return table.big_blind != table.small_blind % table.seats + 1


def balance(
    rules: BalancingRules,
    tables: Sequence[TableView],
    needs_ear: AbstractSet[str] = frozenset(),
) -> Plan:
    """Return the fewest moves that balance the tables, and the pairs that can't be balanced yet.

    Tables are balanced if no two of them differ by `gap_now` players or more.

    Each move goes from the fullest table that can give up a player to the table with the fewest
    players that can take one. The house's rule decides which of several equally full tables gives
    up a player. Among equally short tables, the one with the lowest number takes the player. Held
    tables are ignored. Players in `needs_ear` need a seat with an earpiece.
    """
    now = {table.table: table for table in tables if not table.held}
    gap = gap_now(rules, sum(len(table.players) for table in tables))
    moves: list[Move] = []
    waits: list[Unseated] = []
    drawn = rules.giving.value == "largest-then-drawn"
    while (pair := _pair(now, gap, waits, drawn=drawn)) is not None:
        source, target = pair
        move = mover(rules, source, target, needs_ear)
        if move is None:
            waits.append(Unseated(source.table, target.table))
            continue
        moves.append(move)
        now[source.table] = _without(source, move.source.seat)
        # A newcomer can't be moved again in the same plan.
        players = {**target.players, move.target.seat: move.player}
        fixed = {*target.fixed, move.player}
        now[target.table] = msgspec.structs.replace(target, players=players, fixed=fixed)
    return Plan(tuple(moves), tuple(waits))


def _pair(
    now: Mapping[int, TableView], gap: int, tried: Sequence[Unseated], *, drawn: bool
) -> tuple[TableView, TableView] | None:
    """Return the tables between which a player moves next, or None if no more moves are possible.

    The first gives a player to the second. `gap` is the result of `gap_now`. `tried` lists pairs of
    tables between which nobody can be moved. If `drawn` is true, the table that gives is drawn from
    the fullest tables; otherwise it is the fullest table with the highest number.
    """
    giving = sorted(
        (table for table in now.values() if table.players),
        key=lambda table: (-len(table.players), _drawn(table) if drawn else b"", -table.table),
    )
    taking = sorted(
        (table for table in now.values() if table.free),
        key=lambda table: (len(table.players), table.table),
    )
    for source in giving:
        for target in taking:
            if len(source.players) - len(target.players) < gap:
                break
            if Unseated(source.table, target.table) not in tried:
                return source, target
    return None


def _drawn(table: TableView) -> bytes:
    """Return a table's sort key in a draw among tables; it depends only on the table's players."""
    return hashlib.sha256(" ".join(sorted(table.players.values())).encode()).digest()


def mover(
    rules: BalancingRules, source: TableView, target: TableView, needs_ear: AbstractSet[str]
) -> Move | None:
    """Return the move of one player from `source` to `target`, or None if nobody can be moved.

    The next big blind moves. If that player can't be moved, or if they need an earpiece and no seat
    with one is free, the next player clockwise moves instead.
    """
    for seat, player in leaving_order(source):
        if player in source.fixed:
            continue
        there = landing_seat(rules, target, ear=player in needs_ear)
        if there is not None:
            return Move(
                player,
                Seat(source.table, seat),
                Seat(target.table, there),
                (len(source.players), len(target.players)),
                tuple(dict.fromkeys((rules.gap.article, rules.small_blind.article))),
            )
    return None


def leaving_order(table: TableView) -> Iterator[tuple[int, str]]:
    """Yield a table's players with their seats, clockwise from the next big blind."""
    for seat in table.around(table.big_blind or 1):
        if seat in table.players:
            yield seat, table.players[seat]


def landing_seat(rules: BalancingRules, table: TableView, ear: bool = False) -> int | None:
    """Return a newcomer's seat: the first free seat to the left of the table's next small blind.

    In a free seat between the blinds, the newcomer becomes the big blind. The small blind's own
    seat is the last choice, and only where the house allows it. If `ear` is true, only seats with
    an earpiece qualify. Return None if no seat does.
    """
    first = table.small_blind % table.seats + 1 if table.small_blind else table.big_blind or 1
    free = frozenset(table.free)
    for seat in table.around(first):
        if seat not in free or (ear and seat not in table.ears):
            continue
        if seat == table.small_blind and not rules.small_blind.value:
            continue
        return seat
    return None


def _without(table: TableView, seat: int) -> TableView:
    players = {at: who for at, who in table.players.items() if at != seat}
    left = msgspec.structs.replace(table, players=players)
    after = next((at for at, _ in leaving_order(left)), 0)
    return msgspec.structs.replace(left, big_blind=after)
