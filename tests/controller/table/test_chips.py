"""Chips are neither made nor lost, whatever is played under whatever house."""

import random
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.contract.observations import Observation
from controller.contract.public import (
    ActionMade,
    AntePosted,
    BetReturned,
    BlindPosted,
    ChipsCarried,
    HandEnded,
    HandStarted,
    PotAwarded,
    PublicEvent,
)
from controller.houses.loader import load_house, shipped_houses
from controller.table.engine import Transition
from tests.controller.table.random_table import any_level, chips_on, seated

RANDOMS = st.integers(0, 2**32).map(random.Random)


@pytest.mark.parametrize("house", shipped_houses())
@settings(max_examples=15)
@given(rng=RANDOMS)
def test_chips_stay_on_the_table_at_every_observation(house: str, rng: random.Random) -> None:
    play = seated(load_house(house), rng, level=any_level(rng))
    whole = chips_on(play.table)

    def count(observation: Observation, done: Transition) -> None:
        assert chips_on(done.table) == whole, observation
        assert all(seat.stack >= 0 for seat in done.table.seats)

    play.watch = count
    for _ in range(4):
        if play.start():
            break
        play.deal()
        play.finish()


def stacks_by_the_events(events: list[PublicEvent]) -> list[tuple[dict[int, int], dict[int, int]]]:
    """Return for each hand the stacks that its events add up to, and those that it ended with."""
    hands: list[tuple[dict[int, int], dict[int, int]]] = []
    stacks: dict[int, int] = {}
    for event in events:
        match event:
            case HandStarted():
                stacks = {held.seat: held.stack or 0 for held in event.stacks}
            case BlindPosted() | AntePosted() | ActionMade():
                stacks[event.seat] -= event.amount
            case BetReturned() | PotAwarded():
                stacks[event.seat] += event.amount or 0
            case HandEnded():
                hands.append((stacks, {held.seat: held.stack or 0 for held in event.stacks}))
    return hands


@pytest.mark.parametrize("house", shipped_houses())
@settings(max_examples=10)
@given(rng=RANDOMS)
def test_events_alone_tell_every_stack(house: str, rng: random.Random) -> None:
    play = seated(load_house(house), rng, level=any_level(rng))
    for _ in range(3):
        if play.start():
            break
        play.deal()
        play.finish()
    hands = stacks_by_the_events(play.events)
    assert hands
    for told, ended in hands:
        assert told == ended
    for (_, before), (_, after) in pairwise(hands):
        assert sum(before.values()) - sum(after.values()) <= 3000 * 10


@settings(max_examples=60)
@given(rng=RANDOMS)
def test_what_is_carried_is_won_in_the_next_hand(rng: random.Random) -> None:
    play = seated(load_house("redcactus"), rng, seats=3, level=any_level(rng))
    carried = 0
    for _ in range(3):
        if play.start():
            break
        assert sum(pot.amount or 0 for pot in play.look().pots) >= carried
        play.deal()
        play.finish()
        left = [event.amount for event in play.events if isinstance(event, ChipsCarried)]
        carried = play.table.carried
        assert carried in {0, *left}
