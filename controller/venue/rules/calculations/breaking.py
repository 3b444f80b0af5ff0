"""Breaking tables: which table closes, when, and where its players are seated."""

from collections.abc import Collection, Iterable, Sequence
from collections.abc import Set as AbstractSet

import msgspec

from controller.contract.venue.seats import Seat
from controller.venue.rules.calculations.seat_draw import DrawError, NoEar, Numbers, evenly
from controller.venue.rules.calculations.seats import TableView
from controller.venue.rules.tournament import BreakingRules


class Break(msgspec.Struct, frozen=True):
    """A table that must break, with the articles that decide which table breaks and when."""

    table: int
    articles: tuple[str, ...]


def breaks(
    rules: BreakingRules,
    tables: Sequence[TableView],
    seats: int,
    last_out: int,
    final: int,
    players: int,
) -> Break | None:
    """Return the table that must break now, or None.

    `seats` is the number of seats that the tournament uses at each table. `last_out` is the table
    of the last player to go out, or 0 if nobody is out. If `final` is not 0, one of the last two
    tables breaks when `final` players are left. If it is 0, the usual trigger applies, and the
    final table has at most `seats` players. A held table breaks only after it is released.
    `players` counts all remaining players, including those not at a table now.
    """
    if len(tables) < 2:
        return None
    table = _next(rules, tables, last_out)
    if table.held:
        return None
    if final and len(tables) == 2:
        due = players <= final
    elif rules.trigger.value == "multiple-of-seats":
        due = players <= seats * (len(tables) - 1)
    else:
        elsewhere = sum(len(one.free) for one in tables if one.table != table.table)
        due = elsewhere >= len(table.players) and (len(tables) > 2 or players <= seats)
    articles = tuple(dict.fromkeys((rules.trigger.article, rules.order.article)))
    return Break(table.table, articles) if due else None


def _next(rules: BreakingRules, tables: Sequence[TableView], last_out: int) -> TableView:
    """Return the next table to break under the house's order.

    If the order can't be known in advance, return the table `last_out` or, if that is no longer in
    play, the table with the highest number.
    """
    by_number = {table.table: table for table in tables}
    order = break_order(rules, by_number)
    return by_number[order[0]] if order else by_number.get(last_out, by_number[max(by_number)])


def break_order(rules: BreakingRules, tables: Iterable[int]) -> tuple[int, ...]:
    """Return the order in which tables will break, or () if it can't be known in advance.

    >>> from controller.houses.model import Ruled
    >>> rules = BreakingRules(Ruled("free-seats", ""), Ruled("posted", ""), posted=(2, 7))
    >>> break_order(rules, [1, 2, 3])
    (2, 3, 1)
    """
    if rules.order.value == "last-out":
        return ()
    there = set(tables)
    posted = rules.posted if rules.order.value == "posted" else ()
    named = tuple(one for one in posted if one in there)
    return (*named, *sorted(there.difference(named), reverse=True))


def landings(
    players: Collection[str],
    others: Sequence[TableView],
    numbers: Numbers,
    needs_ear: AbstractSet[str] = frozenset(),
    order: Sequence[str] = (),
) -> dict[str, Seat]:
    """Return a randomly drawn new seat for each of the `players` at a breaking table.

    `others` lists the other tables, and `numbers` supplies the random numbers. Players in
    `needs_ear` receive seats with an earpiece first. Other players fill the emptiest tables first;
    both the seats and the players who receive them are drawn. If cards decide, `order` lists the
    players in the order in which they receive seats. Raises `DrawError` if there are not enough
    seats, or not enough with an earpiece.
    """
    tables = {table.table: table for table in others if not table.held}
    players = sorted(players)
    if sum(len(table.free) for table in tables.values()) < len(players):
        raise DrawError("too few seats are free")
    listeners = numbers.shuffled([who for who in players if who in needs_ear])
    ears = numbers.shuffled(
        [Seat(t, seat) for t in sorted(tables) for seat in tables[t].free if seat in tables[t].ears]
    )
    if len(ears) < len(listeners):
        raise NoEar("no seat with an earpiece is free")
    landed = dict(zip(listeners, ears, strict=False))
    taken = set(landed.values())
    rest = numbers.shuffled([who for who in players if who not in landed])
    rest = [who for who in order if who in rest] if order else rest
    by_lot = numbers.shuffled(sorted(tables))
    counts = {
        table: len(tables[table].players) + sum(seat.table == table for seat in taken)
        for table in by_lot
    }
    capacity = {table: len(tables[table].players) + len(tables[table].free) for table in by_lot}
    free = {
        table: numbers.shuffled(
            [Seat(table, seat) for seat in tables[table].free if Seat(table, seat) not in taken]
        )
        for table in by_lot
    }
    slots = [free[table].pop() for table in evenly(by_lot, counts, capacity, len(rest))]
    return landed | dict(zip(rest, numbers.shuffled(slots), strict=True))
