"""The facts of a hand and its phases: what can't be in a phase is not there to be asked for."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.contract.observations import Observation
from controller.contract.rules import Phase
from controller.houses.loader import load_house, shipped_houses
from controller.table.engine import Transition
from controller.table.state.hand import no_hand
from tests.controller.table.random_table import any_level, seated
from tests.controller.table.scripted import played

NEXT = {
    Phase.POSTING: {Phase.POSTING, Phase.DEALING},
    Phase.DEALING: {Phase.DEALING, Phase.BETTING, Phase.SHOWDOWN, Phase.BOARD},
    Phase.BETTING: {Phase.BETTING, Phase.BOARD, Phase.SHOWDOWN, Phase.OVER},
    Phase.BOARD: {Phase.BOARD, Phase.BETTING, Phase.SHOWDOWN, Phase.OVER},
    Phase.SHOWDOWN: {Phase.SHOWDOWN, Phase.BOARD, Phase.OVER},
    Phase.OVER: {Phase.OVER},
}


@pytest.mark.parametrize("house", shipped_houses())
@settings(max_examples=20)
@given(rng=st.integers(0, 2**32).map(random.Random))
def test_phases_follow_each_other_and_a_turn_is_there_in_betting_alone(
    house: str, rng: random.Random
) -> None:
    play = seated(load_house(house), rng, level=any_level(rng))
    phases: list[Phase] = []

    def watch(_: Observation, done: Transition) -> None:
        hand = done.table.hand
        assert (hand.turn != 0) == (hand.phase is Phase.BETTING)
        assert hand.running == (hand.phase not in {Phase.IDLE, Phase.OVER})
        if phases:
            assert hand.phase in NEXT[phases[-1]]
        phases.append(hand.phase)

    assert not play.start()
    play.watch = watch
    play.deal()
    play.finish()
    assert phases[-1] is Phase.OVER


def test_who_holds_a_card_and_who_can_win() -> None:
    hand = played("hand ; deal\n1 folds").table.hand
    assert [hand.holder(card) for card in ("4c", "2c", "6c", "Ah")] == [1, 2, 3, 0]
    assert hand.live() == (2, 3)
    assert not hand.alone()
    assert sum(hand.put_in()) == 150


@pytest.mark.parametrize("seats", [2, 10])
def test_before_the_first_hand_nobody_is_in_one(seats: int) -> None:
    hand = no_hand(seats)
    assert (hand.phase, hand.running, hand.live(), hand.turn) == (Phase.IDLE, False, (), 0)
    assert len(hand.bets) == len(hand.holes) == seats + 1
