"""What a seat may cost in a cash game, and how much may be added to a stack."""

import random
from pathlib import Path

import pytest

from controller.contract import commands as c
from controller.houses.loader import load_house
from controller.table.between_hands.buy_in_limits import not_sold, not_topped_up
from controller.table.state import play_on
from controller.table.state.table import new_table
from tests.controller.table.random_table import PlayedTable
from tests.controller.table.scripted import played

HOUSE = str(Path(__file__).parents[3] / "scenarios/ramponneau/owner.toml")
OWNER = load_house(HOUSE)


def test_without_a_level_nobody_knows_what_a_seat_costs() -> None:
    """Bounds are big blinds; where there are none nothing is sold."""
    play = PlayedTable(OWNER, random.Random(2), new_table(3, keyed=True))
    assert play.command(c.SitDown(3, "Nora", 500, bought=True)) == "no-level"
    assert not play.command(c.SetLevel(5, 10))
    assert not play.command(c.SitDown(3, "Nora", 500, bought=True))


@pytest.mark.parametrize(
    ("chips", "why"),
    [(999, "buy-in-too-small"), (1000, ""), (10_000, ""), (10_001, "buy-in-too-large")],
)
def test_a_seat_costs_from_ten_to_a_hundred_big_blinds(chips: int, why: str) -> None:
    table = played("blinds 50 100", house=HOUSE).table
    assert not_sold(OWNER, table, chips) == why
    assert not not_sold(load_house("fidpa"), table, chips)


@pytest.mark.parametrize(("more", "why"), [(1, ""), (5000, ""), (5001, "top-up-too-large")])
def test_a_stack_is_topped_up_to_a_hundred_big_blinds(more: int, why: str) -> None:
    game = played("blinds 50 100", house=HOUSE)
    play = play_on(game.table, OWNER, 5000)
    assert not_topped_up(play, game.table.seats[1], more) == why
