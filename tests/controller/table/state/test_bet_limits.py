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
from controller.table.state import only_raise
from controller.table.state.bet_limits import (
    Legal,
    another_can_act,
    least_raise,
    legal,
    to_call,
    to_match,
)
from tests.controller.table.random_table import PlayedTable, any_level, seated
from tests.controller.table.scripted import played
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


@pytest.mark.parametrize(("front", "call"), [(0, 100), (99, 1), (100, 0), (101, 0)])
def test_what_a_call_costs_to_the_chip(front: int, call: int) -> None:
    table = played("hand ; deal").table
    hand = replace(table.hand, bets=(0, front, 50, 100))
    assert to_match(hand, 1) == to_call(table, hand, 1) == call


@pytest.mark.parametrize(
    ("stack", "least", "most"), [(0, None, None), (1, 200, 5000), (2, 200, 5000)]
)
def test_a_raise_is_legal_if_one_other_player_has_a_chip_left(
    stack: int, least: int | None, most: int | None
) -> None:
    game = played("hand ; deal", house="fidpa")
    seats = tuple(
        replace(seat, stack=(0, 5000, 0, stack)[n]) for n, seat in enumerate(game.table.seats)
    )
    table = replace(game.table, seats=seats)
    found = legal(table, table.hand, game.house, 1)
    assert found == Legal(1, False, 100, least, most, None, False, 5000, 0)
    assert another_can_act(table, table.hand, 1) == (stack > 0)


def test_in_a_limit_game_who_may_not_raise_has_no_raise() -> None:
    hand = played("hand ; deal").table.hand
    limit = replace(hand, game=replace(hand.game, structure="limit"))
    may_not = Legal(1, False, 100, None, None, None, False, 5000, 0)
    for may, to in (
        (may_not, 0),
        (replace(may_not, least=200, most=200), 200),
        (replace(may_not, all_in=150), 150),
    ):
        assert only_raise(limit, may) == to
        assert only_raise(hand, may) == 0


@pytest.mark.parametrize(
    ("kind", "opening", "highest", "last", "least"),
    [
        ("double-last", "any", 300, 200, 600),
        ("multiple-of-big-blind", "any", 300, 200, 400),
        ("multiple-of-big-blind", "any", 399, 200, 400),
        ("any", "any", 300, 200, 301),
        ("last-raise", "any", 300, 200, 500),
        ("last-raise", "any", 300, 50, 400),
        ("last-raise", "two-big-blinds", 99, 99, 200),
        ("last-raise", "two-big-blinds", 100, 100, 200),
        ("any", "two-big-blinds", 1, 1, 200),
        ("any", "two-big-blinds", 100, 100, 101),
    ],
)
def test_the_least_raise_to_the_chip(
    kind: str, opening: str, highest: int, last: int, least: int
) -> None:
    game = played("hand ; deal")
    house, hand = game.house, game.table.hand
    words = {"least_raise": kind, "short_opening": opening}
    ruled = {key: replace(getattr(house.betting, key), value=to) for key, to in words.items()}
    house = replace(house, betting=replace(house.betting, **ruled))
    hand = replace(hand, round=replace(hand.round, level_bet=highest, last_raise=last))
    assert least_raise(hand, house) == least


@pytest.mark.parametrize(
    ("highest", "reopens", "least"),
    [(100, True, 200), (150, True, 250), (149, True, 200), (150, False, 200), (199, False, 200)],
)
def test_the_least_raise_of_a_limit_game_to_the_chip(
    highest: int, reopens: bool, least: int
) -> None:
    """Half a bet or more, all-in, counts as a bet where the house says so."""
    game = played("hand ; deal")
    hand, betting = game.table.hand, game.house.betting
    half = replace(betting.half_bet_all_in_reopens, value=reopens)
    house = replace(game.house, betting=replace(betting, half_bet_all_in_reopens=half))
    limits = replace(hand.game, structure="limit", limit_bets=(1, 1, 2, 2))
    hand = replace(hand, game=limits, round=replace(hand.round, level_bet=highest))
    assert least_raise(hand, house) == least


@pytest.mark.parametrize(("stack", "least", "all_in"), [(200, 200, None), (199, None, 199)])
def test_a_stack_that_does_not_reach_for_a_raise_may_go_all_in(
    stack: int, least: int | None, all_in: int | None
) -> None:
    game = played("hand ; deal")
    seats = tuple(
        replace(seat, stack=stack if n == 1 else 5000) for n, seat in enumerate(game.table.seats)
    )
    found = legal(replace(game.table, seats=seats), game.table.hand, game.house, 1)
    assert found == Legal(1, False, 100, least, least, all_in, False, stack, 0)
