"""The room's clock: through its levels, held by several names at once, read at any time."""

from controller.contract.rules import Variant
from controller.houses.loader import load_house
from controller.venue.core.orders import structure_level
from controller.venue.rules.calculations.levels import (
    Clock,
    hold,
    jump,
    move,
    read,
    release,
    run_to,
    sheet,
    spend,
    start,
    until,
)

MINUTE = 60_000
SHEET = sheet(((50, 100, 20), (100, 200, 20), (0, 0, 10), (200, 400, 0)))


def test_levels_are_numbered_and_a_break_has_no_number() -> None:
    """The house's own sheet: what it calls a break is one, and the levels count through."""
    assert [level.number for level in SHEET] == [1, 2, 0, 3]
    house = load_house("redcactus")
    assert house.tournament is not None
    levels = sheet(house.tournament.levels.value)
    assert [level.number for level in levels if not level.is_break] == list(range(1, 14))
    assert sum(level.ms for level in levels) == (60 + 15 + 45 + 60) * MINUTE


def test_the_clock_goes_through_level_break_and_to_the_end() -> None:
    """A jump of an hour lands where an hour of ticking does, and the last level has no end."""
    clock = start(Clock(), SHEET, 1000)
    there = read(clock, SHEET, 1000 + 5 * MINUTE)
    assert (there.at, there.left, there.to_break) == (0, 15 * MINUTE, 35 * MINUTE)
    assert read(clock, SHEET, 1000 + 45 * MINUTE) == (type(there)(2, 5 * MINUTE, 0))
    assert read(clock, SHEET, 1000 + 500 * MINUTE) == type(there)(3, None, None)
    stepped = clock
    for minute in range(61):
        stepped = run_to(stepped, SHEET, 1000 + minute * MINUTE)
    at_once = run_to(clock, SHEET, 1000 + 60 * MINUTE)
    assert stepped == at_once


def test_several_may_hold_it_and_each_lets_go_by_its_own_name() -> None:
    """The clock runs on with the last hold that goes, from where it stood."""
    clock = start(Clock(), SHEET, 0)
    clock = hold(clock, SHEET, 2 * MINUTE, "dispute")
    clock = hold(clock, SHEET, 3 * MINUTE, "balance")
    clock = release(clock, SHEET, 4 * MINUTE, "dispute")
    assert read(clock, SHEET, 9 * MINUTE).left == 18 * MINUTE
    assert start(clock, SHEET, 9 * MINUTE).since is None
    clock = release(clock, SHEET, 10 * MINUTE, "balance")
    assert read(clock, SHEET, 11 * MINUTE).left == 17 * MINUTE
    assert release(clock, SHEET, 12 * MINUTE, "nobody") == clock


def test_a_clock_that_goes_backwards_takes_nothing_back() -> None:
    """Time that was played stays played."""
    clock = run_to(start(Clock(), SHEET, 10 * MINUTE), SHEET, 15 * MINUTE)
    assert run_to(clock, SHEET, 1 * MINUTE).spent == 5 * MINUTE


def test_the_floor_may_jump() -> None:
    """To a place in the sheet, from its beginning; a clock that stands stays where it is put."""
    clock = jump(start(Clock(), SHEET, 0), 5 * MINUTE, 1)
    assert read(clock, SHEET, 6 * MINUTE).left == 19 * MINUTE
    assert jump(Clock(), 0, 1).since is None


def test_a_level_may_name_its_game() -> None:
    rows = sheet([(50, 100, 20), (0, 0, 10), (100, 200, 0)], [(2, Variant.OMAHA, "pot-limit")])
    assert [(row.game, row.structure) for row in rows] == [
        (None, None), (None, None), (Variant.OMAHA, "pot-limit"),
    ]  # fmt: skip
    told = [structure_level(row) for row in rows]
    assert [(row.number, row.game) for row in told] == [(1, None), (0, None), (2, Variant.OMAHA)]


def test_entries_close_with_their_last_level_before_the_break_behind_it() -> None:
    """The clock says when: with what has been played, and over a break among them."""
    clock = start(Clock(), SHEET, 0)
    assert until(clock, SHEET, 5 * MINUTE, 1) == 15 * MINUTE
    assert until(clock, SHEET, 5 * MINUTE, 2) == 35 * MINUTE
    assert until(clock, SHEET, 41 * MINUTE, 2) is None
    assert until(clock, SHEET, 5 * MINUTE, 0) is None
    # The last level has no end, and nobody knows of a level that there is not.
    assert until(clock, SHEET, 5 * MINUTE, 3) is None
    assert until(clock, SHEET, 5 * MINUTE, 9) is None
    rows = sheet([(50, 100, 20), (0, 0, 10), (100, 200, 20), (200, 400, 0)])
    assert until(start(Clock(), rows, 0), rows, 25 * MINUTE, 2) == 25 * MINUTE
    assert until(Clock(), rows, 0, 2) == 50 * MINUTE


def test_the_end_of_a_level_that_is_over_or_of_no_level_is_nowhere() -> None:
    in_break = start(jump(Clock(), 0, 2), SHEET, 0)
    assert until(in_break, SHEET, 0, 0) is None
    assert until(in_break, SHEET, 0, 2) is None
    assert until(in_break, SHEET, 0, 1) is None
    assert until(start(Clock(), SHEET, 0), SHEET, 5 * MINUTE, 2) == 35 * MINUTE


def test_the_last_level_goes_on_behind_its_end() -> None:
    short = sheet(((50, 100, 20), (100, 200, 20)))
    clock = start(Clock(), short, 0)
    there = read(clock, short, 100 * MINUTE)
    assert (there.at, there.left) == (1, 0)


def test_a_clock_that_stands_is_moved_into_the_next_level_and_stands_there() -> None:
    clock = hold(start(Clock(), SHEET, 0), SHEET, 5 * MINUTE, "lunch")
    moved = move(clock, SHEET, 50 * MINUTE, -16 * MINUTE)
    assert (moved.at, moved.spent, moved.since) == (1, MINUTE, None)
    moved = move(clock, SHEET, 50 * MINUTE, MINUTE)
    assert (moved.at, moved.spent, moved.since) == (0, 4 * MINUTE, None)
    moved = spend(clock, SHEET, 15 * MINUTE)
    assert (moved.at, moved.spent, moved.since) == (1, 0, None)
