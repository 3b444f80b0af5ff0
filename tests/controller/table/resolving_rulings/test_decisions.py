"""The floor confirms, waives and replaces rulings, kills and voids hands; who did it is said."""

import pytest

from controller.contract import commands as c
from controller.contract.public import (
    Closing,
    HandKilled,
    HandVoided,
    RulingClosed,
    RulingConfirmed,
    RulingOpened,
)
from tests.controller.table.floor_table import looks, no_burn, order, said, table_of
from tests.controller.table.random_table import chips_on


def test_a_confirmed_ruling_stays_open_and_says_who() -> None:
    play = no_burn()
    assert not order(play, c.Confirm())
    assert said(play, RulingConfirmed) == [RulingConfirmed(1, "Nina")]
    assert len(play.look().rulings) == 1


def test_a_waived_ruling_lets_the_board_stand() -> None:
    play = no_burn()
    assert not order(play, c.Waive())
    assert said(play, RulingClosed) == [RulingClosed(1, Closing.WAIVED, "Nina")]
    assert (play.look().street, play.look().turn) == ("flop", 2)


def test_the_floors_own_steps_take_the_place_of_the_houses() -> None:
    play = no_burn()
    assert not order(play, c.Rule(("keep",)))
    opened = said(play, RulingOpened)[-1]
    assert isinstance(opened, RulingOpened)
    assert [step.word for step in opened.steps] == ["keep"]
    assert opened.by == "Nina"
    assert (play.look().street, play.look().turn) == ("flop", 2)


@pytest.mark.parametrize("steps", [(), ("dance",), ("kill_hand 11",), ("burn many",), ("deal 11",)])
def test_steps_that_make_no_sense_are_refused(steps: tuple[str, ...]) -> None:
    play = no_burn()
    before = play.table
    assert order(play, c.Rule(steps)) == "unknown-step"
    assert play.table == before


def test_the_floors_steps_may_kill_one_hand() -> None:
    play = no_burn()
    assert not order(play, c.Rule(("kill_hand 2", "keep")))
    assert said(play, HandKilled) == [HandKilled(2, "floor", "PPC 18", "Nina")]
    assert play.look().turn == 3


def test_a_void_by_the_floor_names_him_and_can_be_waived() -> None:
    play = table_of(3)
    play.key(1, "raise", 300)
    before = looks(play)
    assert not order(play, c.Misdeal())
    voided = said(play, HandVoided)[-1]
    assert isinstance(voided, HandVoided)
    assert (voided.by, [back.amount for back in voided.refunds]) == ("Nina", [300, 50, 100])
    assert not order(play, c.Waive())
    assert looks(play) == before
    play.finish()
    assert chips_on(play.table) == 3000


def test_the_last_hand_is_never_killed() -> None:
    play = table_of(2)
    play.key(1, "fold")
    assert order(play, c.KillHand(2)) == "no-live-hand"
    play = table_of(3)
    assert not order(play, c.KillHand(1))
    assert not order(play, c.KillHand(2))
    assert play.look().phase == "over"


@pytest.mark.parametrize("after", [("burn",), ("burn", "keep")])
def test_a_confirmed_decision_leaves_every_step_behind_it_to_be_done(
    after: tuple[str, ...],
) -> None:
    play = no_burn()
    assert not order(play, c.Rule(("floor_decides", *after)))
    assert not order(play, c.Confirm())
    assert [step.done for step in play.look().rulings[0].steps] == [True, *[False for _ in after]]
    assert not said(play, RulingClosed)


def test_a_confirmed_decision_without_steps_behind_it_ends_the_ruling() -> None:
    play = no_burn()
    assert not order(play, c.Rule(("floor_decides",)))
    assert not order(play, c.Confirm())
    assert said(play, RulingClosed) == [RulingClosed(1, Closing.CONFIRMED, "Nina")]
