"""A tournament's numbers in words: each condition of a level, with what it says."""

import pytest
from msgspec.structs import replace

from controller.contract.public import LevelView, PublicState, TimePaid
from controller.contract.rules import Phase
from display.words.levels import (
    antes,
    average,
    blinds,
    next_blinds,
    next_level,
    played,
    rises,
    special,
)
from display.words.names import words
from tests.display import states

ENGLISH = words("en")
NEXT = LevelView(50, 100, next_small_blind=100, next_big_blind=200)


def test_blinds_are_said_in_whole_and_in_short() -> None:
    assert blinds(LevelView(1_500, 30_000), ENGLISH) == ("1,500 / 30,000", "1.5K / 30K")
    assert next_blinds(NEXT, ENGLISH) == "→ 100 / 200"
    assert next_blinds(replace(NEXT, next_big_blind=30_000), ENGLISH) == "→ 100 / 30K"


def test_only_the_usual_game_goes_without_saying() -> None:
    assert played("holdem", "no-limit", ENGLISH) == ""
    assert played("holdem", "limit", ENGLISH)
    assert played("omaha", "no-limit", ENGLISH)


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({}, ""),
        ({"kill": 200}, "Kill pot, 200"),
        ({"bomb_pot": 300}, "Bomb pot, 300"),
        ({"bomb_pot": 300, "boards": 2}, "Bomb pot, two boards, 300"),
        ({"bomb_pot": 300, "kill": 200}, "Bomb pot, 300"),
    ],
)
def test_a_special_hand_is_named(changed: dict[str, int], told: str) -> None:
    assert special(replace(states.table(6), **changed), ENGLISH) == told


def test_a_time_charge_comes_first_and_is_that_of_the_players() -> None:
    paid = (TimePaid(0, 900), TimePaid(1, 40), TimePaid(2, 50))
    state = replace(states.table(6), timed=paid, bomb_pot=300)
    assert special(state, ENGLISH) == "Time charge: 50 each"
    assert special(replace(state, timed=paid[:1]), ENGLISH) == "Bomb pot, 300"


@pytest.mark.parametrize(
    ("level", "by_button", "told"),
    [
        (LevelView(1, 2), False, ("",)),
        (LevelView(1, 2), True, ("",)),
        (LevelView(1, 2, ante=1_500), False, ("Ante 1,500", "Ante 1.5K")),
        (LevelView(1, 2, ante=5), True, ("Ante 5", "Ante 5")),
        (LevelView(1, 2, ante=5, big_blind_ante=9), False, ("Big blind ante 9",) * 2),
        (LevelView(1, 2, big_blind_ante=9), True, ("Button ante 9",) * 2),
    ],
)
def test_an_ante_is_said_with_who_posts_it(
    level: LevelView, by_button: bool, told: tuple[str, ...]
) -> None:
    assert antes(level, ENGLISH, by_button=by_button) == told


@pytest.mark.parametrize(
    ("level", "told"),
    [
        (LevelView(50, 100), ("",)),
        (LevelView(50, 100, next_in=60_000), ("Next level in 1:00",)),
        # The next level's blinds are those of now, and nothing says when: nothing is to come.
        (LevelView(50, 100, next_small_blind=50, next_big_blind=100), ("",)),
        (NEXT, ("From the next hand: 100 / 200",) * 2),
        (replace(NEXT, next_in=0), ("100 / 200 in 0:00",) * 2),
        (replace(NEXT, next_in=60_000, next_big_blind=30_000),
         ("100 / 30,000 in 1:00", "100 / 30K in 1:00")),
    ],
)  # fmt: skip
def test_the_next_level_is_said_as_far_as_it_is_known(
    level: LevelView, told: tuple[str, ...]
) -> None:
    assert next_level(level, ENGLISH) == told


@pytest.mark.parametrize(
    ("changed", "differs"),
    [
        ({}, False),
        ({"next_small_blind": 60}, True),
        ({"next_big_blind": 150}, True),
        ({"next_ante": 6}, True),
        ({"next_big_blind_ante": 8}, True),
        ({"next_game": "omaha"}, True),
        ({"next_structure": "limit"}, True),
        ({"next_big_blind": 0, "next_game": "omaha"}, False),
    ],
)
def test_a_level_rises_where_anything_of_it_changes(
    changed: dict[str, int | str], differs: bool
) -> None:
    level = LevelView(
        50, 100, ante=5, big_blind_ante=7, next_small_blind=50, next_big_blind=100, next_ante=5,
        next_big_blind_ante=7,
    )  # fmt: skip
    assert rises(replace(level, **changed)) is differs


def stacks(*chips: tuple[int, int]) -> PublicState:
    """Return a table of the first seats, each with a stack and what it has put into the pot."""
    state = states.table(4)
    for seat in state.seats:
        if seat.seat > len(chips):
            state = states.with_seat(
                state, seat.seat, status="empty", stack=None, bet=None, committed=None
            )
        else:
            stack, committed = chips[seat.seat - 1]
            state = states.with_seat(state, seat.seat, stack=stack, bet=0, committed=committed)
    return state


def test_the_average_counts_who_has_chips_on_the_table_or_in_the_pot() -> None:
    state = stacks((1_000, 500), (0, 1_500), (0, 0))
    whole = ("Average stack 1,500 · 2 players", "Average stack 1.5K · 2 players")
    assert average(state, ENGLISH) == (*whole, "Average stack 1.5K")
    over = replace(state, phase=Phase.OVER)
    assert average(over, ENGLISH)[0] == "Average stack 1,000 · 1 player"
    assert average(stacks((0, 0)), ENGLISH) == ("",)
    # Rounded down, and hidden where a house hides any of it.
    assert average(stacks((10, 0), (5, 0)), ENGLISH)[0] == "Average stack 7 · 2 players"
    for hidden in ("stack", "bet"):
        one = states.with_seat(stacks((10, 0), (5, 0)), 2, **{hidden: None})
        assert average(one, ENGLISH) == ("",)
