"""What was done is taken back exactly, one action after another, to the start of the hand."""

import random

import pytest

from controller.contract import commands as c
from controller.contract.public import (
    ActionUndone,
    HandStatus,
    StackChanged,
)
from controller.houses.loader import load_house, shipped_houses
from tests.controller.table.floor_table import looks, order, said, table_of
from tests.controller.table.random_table import any_level, chips_on, seated


@pytest.mark.parametrize("house", shipped_houses())
@pytest.mark.parametrize("seed", range(12))
def test_every_action_of_a_hand_can_be_undone_exactly(house: str, seed: int) -> None:
    rng = random.Random(seed)
    play = seated(load_house(house), rng, level=any_level(rng))
    assert not play.start()
    play.deal()
    states: list[object] = []

    def act() -> None:
        states.append(looks(play))
        play.act_by_chance()

    play.finish(act)
    while states:
        assert not order(play, c.Undo())
        assert looks(play) == states.pop()
    assert order(play, c.Undo()) == "nothing-to-undo"
    total = chips_on(play.table)
    play.finish()
    assert chips_on(play.table) == total


def test_an_undo_says_who_and_gives_the_turn_back() -> None:
    play = table_of(3)
    play.key(1, "call")
    assert not order(play, c.Undo())
    assert said(play, ActionUndone) == [ActionUndone(1, "Nina")]
    assert play.look().turn == 1


def test_a_hand_that_is_over_goes_on_after_an_undo() -> None:
    play = table_of(3)
    play.key(1, "fold")
    play.key(2, "fold")
    assert play.look().phase == "over"
    assert not order(play, c.Undo())
    assert StackChanged(3, 900, "undo", "Nina") in play.events
    assert (play.look().phase, play.look().turn) == ("betting", 2)
    assert [seat.stack for seat in play.look().seats] == [1000, 950, 900]


def test_no_hand_before_the_next_one_is_undone() -> None:
    # PPC 23
    play = table_of(3)
    play.fold_out()
    assert not play.start()
    assert order(play, c.Undo()) == "nothing-to-undo"


def test_a_killed_hand_lives_again_after_an_undo() -> None:
    play = table_of(3)
    assert not order(play, c.KillHand(1))
    assert play.look().seats[0].status == "dead"
    assert not order(play, c.Undo())
    assert play.look().seats[0].status == "in"
    assert play.look().turn == 1


def test_the_board_that_was_dealt_since_counts_again() -> None:
    play = table_of(3)
    for seat, what in ((1, "call"), (2, "call"), (3, "check")):
        play.key(seat, what)  # type: ignore[arg-type]
    play.card("burn")
    for _ in range(3):
        play.card("board")
    flop = play.look().board
    assert not order(play, c.Undo())
    assert (play.look().street, play.look().board, play.look().turn) == ("preflop", (), 3)
    play.key(3, "raise", 300)
    play.key(1, "call")
    play.key(2, "call")
    assert (play.look().street, play.look().board) == ("flop", flop)
    assert play.look().turn == 2


def test_after_a_rebuy_between_hands_nothing_is_undone() -> None:
    play = table_of(3)
    play.fold_out()
    assert not order(play, c.Rebuy(1, 500))
    assert order(play, c.Undo()) == "nothing-to-undo"


def test_a_corrected_stack_stays_corrected_after_an_undo() -> None:
    play = table_of(3)
    play.key(1, "raise", 300)
    assert not order(play, c.SetStack(1, 900))
    assert not order(play, c.Undo())
    assert play.look().seats[0].stack == 1200


def test_an_undo_takes_no_penalty_back() -> None:
    play = table_of(3, "fidpa")
    play.key(1, "fold")
    assert not order(play, c.Penalty(2, "1r"))
    assert not order(play, c.Undo())
    assert play.look().seats[1].penalty == "3h"
    play.fold_out()
    assert not order(play, c.Penalty(3, "10m"))
    assert not order(play, c.Undo())
    assert [seat.penalty for seat in play.look().seats] == ["", "3h", "10m"]
    play.fold_out()
    assert not play.start()
    play.deal()
    assert [seat.status for seat in play.look().seats].count(HandStatus.DEAD) == 2
