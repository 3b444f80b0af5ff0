"""Balancing: the fewest moves, the right player, the right seat, and who can't be moved."""

from itertools import product

import msgspec
import pytest
from msgspec.structs import replace

from controller.contract.venue.seats import Seat
from controller.houses.model import Ruled
from controller.venue.rules.calculations.balancing import (
    balance,
    blinds_touched,
    gap_now,
    halt_rule,
    halted,
    landing_seat,
    leaving_order,
)
from controller.venue.rules.calculations.seats import TableView
from controller.venue.rules.tournament import BalancingRules
from controller.venue.tournament_files import load_tournament

PPC = load_tournament("ppc").balancing
FIDPA = load_tournament("fidpa").balancing


def table(number: int, players: int, seats: int = 9, **more: object) -> TableView:
    """Return a table with players on its first seats; blinds at 2 and 3."""
    view = TableView(
        number, seats, {n: f"t{number}s{n}" for n in range(1, players + 1)}, 2, 3 % seats
    )
    return msgspec.structs.replace(view, **more)


def fewest(counts: tuple[int, ...], seats: int, gap: int) -> int:
    """Return the fewest moves by trying all counts that the tables may end with."""
    total, best = sum(counts), sum(counts)
    for after in product(range(seats + 1), repeat=len(counts)):
        if sum(after) == total and max(after) - min(after) < gap:
            moved = sum(max(0, was - now) for was, now in zip(counts, after, strict=True))
            best = min(best, moved)
    return best


@pytest.mark.parametrize("rules", [PPC, FIDPA], ids=["gap 2", "gap 3"])
def test_the_moves_are_the_fewest_possible(rules: BalancingRules) -> None:
    """For all rooms of three tables of six: as few as a search over all outcomes finds."""
    rules = msgspec.structs.replace(rules, late_players=msgspec.structs.replace(rules.gap, value=0))
    for counts in product(range(1, 7), repeat=3):
        tables = [table(n, players, 6) for n, players in enumerate(counts, 1)]
        plan = balance(rules, tables)
        assert len(plan.moves) == fewest(counts, 6, rules.gap.value), counts
        assert not plan.waits
        assert len({move.player for move in plan.moves}) == len(plan.moves)


def test_tables_that_differ_by_less_stay() -> None:
    """PPC and RedCactus balance at two, FIDPA at three, and at two late in the event."""
    two_apart = [table(1, 8), table(2, 6)]
    assert len(balance(PPC, two_apart).moves) == 1
    late = FIDPA.late_players.value
    many = [table(1, 8), table(2, 6), table(3, 7), table(4, 7)]
    assert gap_now(FIDPA, late) == 2
    assert gap_now(FIDPA, late + 1) == 3
    assert sum(len(one.players) for one in many) == late + 1
    assert not balance(FIDPA, many).moves


def test_the_next_big_blind_moves_into_the_big_blind_or_left_of_it() -> None:
    """Who would post next leaves; the big blind's own seat when it is free, else left of it."""
    source = table(1, 9, big_blind=5)
    free_blind = TableView(2, 9, {1: "a", 2: "b", 4: "c", 6: "d"}, small_blind=2, big_blind=3)
    (move,) = balance(PPC, [source, table(3, 7), free_blind]).moves[:1]
    assert (move.player, move.source, move.target) == ("t1s5", Seat(1, 5), Seat(2, 3))
    taken = msgspec.structs.replace(free_blind, players={1: "a", 2: "b", 3: "c", 4: "e"})
    (move,) = balance(PPC, [source, table(3, 7), taken]).moves[:1]
    assert move.target == Seat(2, 5)
    assert move.articles == ("PPC 7.1", "PPC 7.3")


def test_who_sits_down_before_the_big_blind_takes_it() -> None:
    """A free seat between the blinds posts the big blind, so it is the one that is given."""
    target = TableView(2, 9, {2: "a", 5: "b", 7: "c"}, small_blind=2, big_blind=5)
    assert landing_seat(PPC, target) == 3


def test_the_small_blind_is_given_last_or_never() -> None:
    """With no other seat free, PPC gives the small blind's and FIDPA waits for another hand."""
    only = TableView(2, 4, {1: "a", 3: "b", 4: "c"}, small_blind=2, big_blind=3)
    assert landing_seat(PPC, only) == 2
    assert landing_seat(FIDPA, only) is None
    source = table(1, 6, 6)
    plan = balance(FIDPA, [source, only])
    assert not plan.moves
    assert [(wait.source, wait.target) for wait in plan.waits] == [(1, 2)]


def test_the_largest_table_with_the_highest_number_gives() -> None:
    """The order is fixed in advance."""
    tables = [table(1, 8), table(2, 8), table(3, 6)]
    assert balance(PPC, tables).moves[0].source.table == 2


def test_of_equally_full_tables_one_is_drawn_where_the_house_says_so() -> None:
    drawn = replace(PPC, giving=Ruled("largest-then-drawn", ""))
    givers = []
    for evening in range(40):
        tables = [
            replace(one, players={seat: f"{evening} {who}" for seat, who in one.players.items()})
            for one in (table(1, 8), table(2, 8), table(3, 6), table(4, 7))
        ]
        (move,) = balance(drawn, tables).moves
        assert balance(drawn, tables[::-1]).moves == (move,)
        givers.append(move.source.table)
    assert {*givers} == {1, 2}
    assert 8 < givers.count(1) < 32


def test_fixed_players_stay_and_ears_go_with_who_needs_them() -> None:
    """The next in turn goes instead of who keeps a seat, or would sit where nothing speaks."""
    source = table(1, 9, fixed={"t1s3"})
    target = table(2, 6, ears={9})
    (move,) = balance(PPC, [source, target], needs_ear={"t1s4"}).moves[:1]
    assert (move.player, move.target) == ("t1s4", Seat(2, 9))
    deaf = msgspec.structs.replace(target, ears=frozenset())
    (move,) = balance(PPC, [source, deaf], needs_ear={"t1s4"}).moves[:1]
    assert (move.player, move.target) == ("t1s5", Seat(2, 7))


def test_a_table_that_is_held_neither_gives_nor_takes() -> None:
    """A table whose controller is silent stays as it is, and the others are balanced."""
    tables = [table(1, 9), table(2, 3, held=True), table(3, 7)]
    (move,) = balance(PPC, tables).moves
    assert (move.source.table, move.target.table) == (1, 3)


def test_short_tables_stop_where_the_house_says_so() -> None:
    """FIDPA stops tables that are three short, late ones two; PPC and RedCactus stop none."""
    tables = [table(1, 9), table(2, 6), table(3, 7)]
    assert halted(FIDPA, tables) == (2, 3)
    assert halted(FIDPA, [*tables, table(4, 9)]) == (2,)
    assert halted(PPC, tables) == ()


def test_a_table_without_blinds_yet_gives_from_seat_one() -> None:
    """Before the first hand nobody has a position to lose."""
    view = TableView(1, 6, {1: "a", 2: "b", 5: "c"})
    assert [seat for seat, _ in leaving_order(view)] == [1, 2, 5]
    assert landing_seat(PPC, TableView(1, 6, {2: "b", 5: "c"})) == 1


@pytest.mark.parametrize(
    ("small", "big", "touched"),
    [(2, 3, False), (9, 1, False), (2, 4, True), (8, 1, True), (0, 3, True), (0, 0, False)],
)
def test_an_empty_seat_between_the_blinds_touches_them(small: int, big: int, touched: bool) -> None:
    view = msgspec.structs.replace(table(1, 9), small_blind=small, big_blind=big)
    assert blinds_touched(view) == touched


def test_a_table_stops_sooner_from_the_first_player_on_that_is_late() -> None:
    late = FIDPA.late_players.value
    assert halt_rule(FIDPA, late) == FIDPA.late_gap
    assert halt_rule(FIDPA, late + 1) == FIDPA.halt_gap
