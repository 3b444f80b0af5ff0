"""Breaking: which table goes by each house's order, when, and where its players land."""

import msgspec
import pytest

from controller.contract.venue.seats import Seat
from controller.houses.model import Ruled
from controller.venue.rules.calculations.breaking import Break, breaks, landings
from controller.venue.rules.calculations.seat_draw import DrawError, Numbers
from controller.venue.rules.calculations.seats import TableView
from controller.venue.rules.tournament import BreakingRules
from controller.venue.tournament_files import load_tournament

PPC = load_tournament("ppc").breaking
REDCACTUS = load_tournament("redcactus").breaking
POSTED = BreakingRules(
    Ruled("free-seats", "FIDPA 22"), Ruled("posted", "FIDPA guide 1(d)"), posted=(2, 1, 3)
)


def table(number: int, players: int, seats: int = 8) -> TableView:
    """Return a table with players on its first seats."""
    return TableView(number, seats, {n: f"t{number}s{n}" for n in range(1, players + 1)})


def players(number: int, count: int) -> list[str]:
    """Return the players of such a table."""
    return list(table(number, count).players.values())


def due_of(
    rules: BreakingRules, tables: list[TableView], last_out: int = 0, final: int = 0
) -> Break | None:
    """Return the table of eight that breaks while nobody is on the way to another."""
    left = sum(len(one.players) for one in tables)
    return breaks(rules, tables, seats=8, last_out=last_out, final=final, players=left)


def test_the_highest_number_breaks_once_its_players_fit_elsewhere() -> None:
    """PPC: not one player too early, and not one too late."""
    assert due_of(PPC, [table(1, 6), table(2, 7), table(3, 4)]) is None
    due = due_of(PPC, [table(1, 6), table(2, 7), table(3, 3)])
    assert due is not None
    assert (due.table, due.articles) == (3, ("PPC 8.2",))


def test_the_posted_order_counts_and_not_the_numbers() -> None:
    """FIDPA: the order on the wall, without the tables that are gone."""
    due = due_of(POSTED, [table(1, 5), table(2, 3), table(3, 5)])
    assert due is not None
    assert due.table == 2
    due = due_of(POSTED, [table(1, 5), table(3, 3)])
    assert due is not None
    assert due.table == 1
    forgotten = BreakingRules(POSTED.trigger, POSTED.order, posted=(7,))
    due = due_of(forgotten, [table(1, 5), table(3, 3)])
    assert due is not None
    assert due.table == 3


def test_the_table_of_the_last_out_breaks_at_a_multiple_of_eight() -> None:
    """RedCactus: with 16 or 8 left, and whoever went out last names the table."""
    assert due_of(REDCACTUS, [table(1, 5), table(2, 4)], last_out=2) is None
    due = due_of(REDCACTUS, [table(1, 4), table(2, 4)], last_out=1)
    assert due is not None
    assert due.table == 1
    due = due_of(REDCACTUS, [table(1, 4), table(2, 4)])
    assert due is not None
    assert due.table == 2


def test_only_the_last_two_tables_break_for_the_final_table() -> None:
    """As soon as the players are no more than it has, whatever the usual trigger says."""
    two, three = [[table(n, 6) for n in range(1, many + 1)] for many in (2, 3)]
    assert [due_of(PPC, two, final=final) is not None for final in (0, 11, 12)] == [
        False, False, True,
    ]  # fmt: skip
    assert due_of(PPC, three, final=18) is None


def test_one_table_never_breaks_and_a_held_one_waits() -> None:
    """There is nowhere to go from the last table, and no order reaches a silent one."""
    assert due_of(PPC, [table(1, 2)]) is None
    silent = TableView(2, 8, {1: "a"}, held=True)
    assert due_of(PPC, [table(1, 2), silent]) is None


def test_a_broken_table_leaves_the_room_balanced() -> None:
    """The shortest tables are filled first; seats are drawn, and nobody sits on another's."""
    others = [table(1, 6), table(2, 4), table(3, 5)]
    seen = set()
    for seed in range(30):
        landed = landings(players(4, 5), others, Numbers(bytes([seed])))
        counts = {1: 6, 2: 4, 3: 5}
        for seat in landed.values():
            counts[seat.table] += 1
            assert seat.seat in next(one for one in others if one.table == seat.table).free
        assert set(counts.values()) <= {6, 7}
        assert len(set(landed.values())) == 5
        seen.add(landed["t4s1"])
    assert len(seen) > 5


def test_who_needs_an_ear_lands_where_one_is() -> None:
    """And a table doesn't break while the only seat that speaks is taken."""
    spoken = TableView(1, 8, {1: "a"}, ears={7})
    for seed in range(10):
        landed = landings(players(2, 4), [spoken], Numbers(bytes([seed])), {"t2s3"})
        assert landed["t2s3"] == (1, 7)
        assert len(set(landed.values())) == 4
    with pytest.raises(DrawError, match="no seat with an earpiece is free"):
        landings(players(2, 4), [table(1, 2)], Numbers(b""), {"t2s3"})
    with pytest.raises(DrawError, match="too few seats are free"):
        landings(players(2, 4), [table(1, 5)], Numbers(b""))


def test_a_seat_with_an_ear_that_is_taken_counts_at_its_table() -> None:
    """The tables are as full as each other after it, also where an earpiece drew one there."""
    with_ear = msgspec.structs.replace(table(1, 3), ears=frozenset({8}))
    for draw in range(8):
        there = landings(players(3, 4), [with_ear, table(2, 3)], Numbers(bytes([draw])), {"t3s1"})
        assert there["t3s1"] == Seat(1, 8)
        assert sorted(seat.table for seat in there.values()) == [1, 1, 2, 2]
