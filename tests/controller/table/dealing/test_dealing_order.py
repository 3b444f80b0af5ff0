"""Two cards to everybody, from the left of the button."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.contract.public import CardDealt, HandStarted, StreetOpened
from controller.houses.loader import load_house, shipped_houses
from controller.table.state.button_and_blinds import clockwise
from tests.controller.table.random_table import any_level, seated


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
