"""A hand begins: button, blinds, and two cards to everybody from the left of the button."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from controller.contract import commands as c
from controller.contract.public import BlindPosted, CardDealt, HandStarted, PotAwarded, StreetOpened
from controller.houses.loader import load_house, shipped_houses
from controller.table.dealing.hand_start import _due, end_deal
from controller.table.state import FOLDED, Level, Positions, Posting, play_on, put
from controller.table.state.button_and_blinds import clockwise
from controller.table.state.table import new_table
from tests.controller.table.random_table import PlayedTable, any_level, seated
from tests.controller.table.scripted import played, said


@pytest.mark.parametrize("house", shipped_houses())
@settings(max_examples=25)
@given(rng=st.integers(0, 2**32).map(random.Random))
def test_everybody_gets_two_cards_in_two_rounds_from_the_left_of_the_button(
    house: str, rng: random.Random
) -> None:
    play = seated(load_house(house), rng, level=any_level(rng))
    assert not play.start()
    play.deal()
    started = next(event for event in play.events if isinstance(event, HandStarted))
    dealt = [event.seat for event in play.events if isinstance(event, CardDealt)]
    seats = {held.seat for held in started.stacks}
    order = [s for s in clockwise(len(play.table.seats) - 1, started.button) if s in seats]
    assert dealt == order * 2
    rounds = [event.nth for event in play.events if isinstance(event, CardDealt)]
    assert rounds == sorted(rounds)
    assert any(isinstance(event, StreetOpened) for event in play.events)


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


@pytest.mark.parametrize(("folded", "left"), [(0, 3), (3, 1), (2, 3), (1, 3)])
def test_with_nobody_at_the_table_the_big_blind_or_the_last_player_keeps_a_hand(
    folded: int, left: int
) -> None:
    game = played("hand ; deal")
    hand = game.table.hand
    if folded:
        hand = replace(hand, status=put(hand.status, folded, FOLDED))
    seats = tuple(replace(seat, absent=True) for seat in game.table.seats)
    play = play_on(replace(game.table, hand=hand, seats=seats), game.house, game.table.at)
    end_deal(play)
    won = [event.seat for event in play.public if isinstance(event, PotAwarded)]
    assert won == [left]


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
