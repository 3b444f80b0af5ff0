"""A hand begins: button, blinds and antes."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from controller.contract import commands as c
from controller.contract.public import BlindPosted, HandStarted
from controller.houses.loader import load_house, shipped_houses
from controller.table.dealing.hand_start import _due
from controller.table.state import Level, Positions, Posting
from controller.table.state.table import new_table
from tests.controller.table.random_table import PlayedTable, seated
from tests.controller.table.scripted import played, said


@pytest.mark.parametrize("house", shipped_houses())
@settings(max_examples=25)
@given(rng=st.integers(0, 2**32).map(random.Random))
def test_a_blind_is_what_the_level_says_or_all_that_is_left(house: str, rng: random.Random) -> None:
    play = seated(load_house(house), rng, level=c.SetLevel(50, 100))
    before = {seat.seat: seat.stack or 0 for seat in play.look().seats}
    assert not play.start()
    posted = [event for event in play.events if isinstance(event, BlindPosted)]
    assert [event.blind for event in posted] == ["small", "big"]
    for event, owed in zip(posted, (50, 100), strict=True):
        assert event.amount == min(owed, before[event.seat])
        assert event.short == (event.amount < owed)


def test_no_hand_starts_while_one_is_on() -> None:
    game = played("hand ; deal\n1 done")
    assert len(said(game, HandStarted)) == 1


@pytest.mark.parametrize(
    ("ante_for_all", "stacks", "antes", "blinds"),
    [
        # Seat 1 has the button, and seats 2 and 3 the blinds of 50 and 100; the ante is 100.
        ("button", (0, 100, 5000, 5000), (0, 100, 0, 0), (0, 0, 50, 100)),
        ("button", (0, 60, 40, 30), (0, 60, 0, 0), (0, 0, 40, 30)),
        ("button", (0, 0, 5000, 5000), (0, 0, 0, 0), (0, 0, 50, 100)),
        ("big-blind", (0, 5000, 5000, 200), (0, 0, 0, 100), (0, 0, 50, 100)),
        ("big-blind", (0, 5000, 5000, 130), (0, 0, 0, 30), (0, 0, 50, 100)),
        ("big-blind", (0, 5000, 5000, 100), (0, 0, 0, 0), (0, 0, 50, 100)),
        ("big-blind", (0, 5000, 5000, 70), (0, 0, 0, 0), (0, 0, 50, 70)),
        ("big-blind", (0, 5000, 0, 5000), (0, 0, 0, 100), (0, 0, 0, 100)),
    ],
)
def test_what_is_left_of_a_stack_for_an_ante_for_all_after_its_blind(
    ante_for_all: str, stacks: tuple[int, ...], antes: tuple[int, ...], blinds: tuple[int, ...]
) -> None:
    house = load_house("tda")
    words = {"ante_for_all": ante_for_all, "big_blind_ante": "blind-first"}
    settings = {key: replace(getattr(house.blinds, key), value=to) for key, to in words.items()}
    house = replace(house, blinds=replace(house.blinds, **settings))
    places = Positions(1, 2, 3, frozenset({1, 2, 3}))
    level = Level(50, 100, big_blind_ante=100)
    assert _due(level, places, stacks, house) == Posting(antes, blinds)


@pytest.mark.parametrize(("stack", "ante", "blind"), [(100, 100, 0), (101, 100, 1), (99, 99, 0)])
def test_where_the_ante_comes_first_it_may_take_the_whole_stack(
    stack: int, ante: int, blind: int
) -> None:
    house = load_house("ppc")
    words = {"ante_for_all": "big-blind", "big_blind_ante": "ante-first"}
    settings = {key: replace(getattr(house.blinds, key), value=to) for key, to in words.items()}
    house = replace(house, blinds=replace(house.blinds, **settings))
    places = Positions(1, 2, 3, frozenset({1, 2, 3}))
    due = _due(Level(50, 100, big_blind_ante=100), places, (0, 5000, 5000, stack), house)
    assert due == Posting((0, 0, 0, ante), (0, 0, 50, blind))


@pytest.mark.parametrize(("big_blind", "why"), [(None, "no-level"), (1, "")])
def test_no_hand_starts_without_a_level_of_at_least_one_chip(
    big_blind: int | None, why: str
) -> None:
    play = PlayedTable(load_house("ppc"), random.Random(1), new_table(2, keyed=True))
    for seat in (1, 2):
        assert not play.command(c.SitDown(seat, f"P{seat}", 1000))
    if big_blind:
        assert not play.command(c.SetLevel(1, big_blind))
        play.table = replace(play.table, level=play.table.next_level or play.table.level)
        play.table = replace(play.table, next_level=None)
    assert play.start() == why
