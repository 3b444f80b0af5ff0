"""What the table says is legal is what it carries out, and an undo takes it back exactly."""

import random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from controller.contract import commands as c
from controller.contract.observations import Declared, FloorSaid
from controller.contract.public import ActionMade
from controller.contract.rules import Structure
from controller.houses.loader import load_house, shipped_houses
from controller.houses.model import House
from controller.table.engine import step
from tests.controller.table.random_table import PlayedTable, any_level, seated
from tests.rig.turns import turn_of

RANDOMS = st.integers(0, 2**32).map(random.Random)


def structured(name: str, structure: Structure) -> House:
    """Return a shipped house with another betting structure."""
    house = load_house(name)
    ruled = replace(house.betting.structure, value=structure)
    return replace(house, betting=replace(house.betting, structure=ruled))


HOUSES = [
    *(load_house(name) for name in shipped_houses()),
    structured("fidpa", "limit"),
    structured("fidpa", "pot-limit"),
]
NAMES = [*shipped_houses(), "limit", "pot-limit"]


UNDO = msgspec.json.encode(c.Undo()).decode()


def check_every_choice(play: PlayedTable) -> None:
    """Try all that is legal for the seat in turn, each from the same table."""
    legal, table = turn_of(play.look()), play.table
    assert legal is not None
    for what, amount in play.choices(legal):
        done = step(table, Declared(table.at, legal.seat, what, "", amount), play.house)
        made = [event for event in done.public if isinstance(event, ActionMade)]
        assert len(made) == 1, (what, amount, legal, done.public)
        assert made[0].seat == legal.seat
        if what in {"bet", "raise"}:
            assert (made[0].action, made[0].to) == (what, amount)
        elif what == "all-in":
            assert made[0].all_in
        else:
            assert made[0].action == what
        assert what != "call" or made[0].to == legal.call
        undone = step(done.table, FloorSaid(table.at, "floor", UNDO), play.house)
        assert not undone.refused
        assert undone.table == table, (what, amount)


@pytest.mark.parametrize("house", HOUSES, ids=NAMES)
@settings(max_examples=10)
@given(rng=RANDOMS)
def test_all_that_is_legal_is_done_and_undone(house: House, rng: random.Random) -> None:
    play = seated(house, rng, seats=rng.randint(2, 6), level=any_level(rng))
    assert not play.start()
    play.deal()

    def act() -> None:
        check_every_choice(play)
        play.act_by_chance()

    play.finish(act)


@pytest.mark.parametrize("house", HOUSES, ids=NAMES)
@settings(max_examples=10)
@given(rng=RANDOMS)
def test_undoing_a_whole_round_gives_back_its_first_turn(house: House, rng: random.Random) -> None:
    play = seated(house, rng, seats=rng.randint(3, 6), level=any_level(rng))
    assert not play.start()
    play.deal()
    first = play.table
    acted = 0
    while play.look().turn and acted < 30:
        before = play.table
        play.act_by_chance()
        acted += 1
        if play.look().phase == "over":
            play.table = before
            acted -= 1
            break
    for _ in range(acted):
        assert not play.command(c.Undo())
    assert play.table == first
    assert play.command(c.Undo()) == "nothing-to-undo"
