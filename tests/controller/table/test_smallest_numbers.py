"""The smallest number that counts, the first and the last seat: 0 is refused where 1 is taken."""

import random

import pytest

from controller.contract import commands as c
from controller.contract.observations import Declared
from controller.contract.public import (
    FloorCalled,
    Leaver,
    LeaveWhen,
    NoticeText,
    PenaltyGiven,
    StackChanged,
)
from controller.houses.loader import load_house
from controller.table.state.table import new_table
from tests.controller.table.floor_table import order, over, said, table_of
from tests.controller.table.random_table import PlayedTable
from tests.controller.table.scripted import THREE, played

MOVE = NoticeText.MOVE
BREAK = c.StructureLevel(0, seconds=1)
LEVEL = c.StructureLevel(1, 0, 1, seconds=60)
SEATED = Leaver.SEAT
HUNDREDS = THREE.replace("blinds 50 100", "blinds 100 200\ndenominations 100 500 1000")


def at_rest(house: str = "ppc") -> PlayedTable:
    """Return a table of three of four seats, after a hand."""
    play = PlayedTable(load_house(house), random.Random(1), new_table(4, keyed=True))
    assert not play.command(c.SetLevel(50, 100))
    for seat in (1, 2, 3):
        assert not play.command(c.SitDown(seat, f"P{seat}", 1000))
    assert not play.command(c.SetButton(1))
    return play


@pytest.mark.parametrize(
    ("command", "why"),
    [
        (c.Rebuy(2, 0), "bad-amount"),
        (c.Rebuy(2, 1), ""),
        (c.SetLevel(0, 0), "bad-level"),
        (c.SetLevel(0, 1), ""),
        (c.SitDown(4, "P4", -1), "bad-player"),
        (c.SitDown(4, "P4", 0), ""),
        (c.SetStack(2, -1), "bad-amount"),
        (c.SetStack(2, 0), ""),
        (c.TakeChips(2, 0), "bad-amount"),
        (c.TakeChips(2, 1), ""),
        (c.Notice("n", MOVE, 2, 1, 1), ""),
        (c.Notice("n", MOVE, 2, 0, 1), "bad-notice"),
        (c.Notice("n", MOVE, 2, 1, 0), "bad-notice"),
        (c.StandUp(2, SEATED, order="m", to_table=1, to_seat=1), ""),
        (c.StandUp(2, SEATED, order="m", to_table=0, to_seat=1), "bad-notice"),
        (c.StandUp(2, SEATED, order="m", to_table=1, to_seat=0), "bad-notice"),
        (c.Structure((LEVEL, BREAK, LEVEL)), ""),
        (c.Structure((LEVEL, c.StructureLevel(0), LEVEL)), "bad-structure"),
        (c.Structure((c.StructureLevel(1, 0, 0, seconds=60),)), "bad-structure"),
        (c.LimitTime(2, -1), "bad-amount"),
        (c.LimitTime(2, 0), ""),
    ],
)
def test_nothing_is_refused_and_one_is_taken(command: c.Command, why: str) -> None:
    assert order(at_rest(), command) == why


@pytest.mark.parametrize(
    ("house", "button", "small", "why"),
    [
        ("ppc", 1, 4, ""),
        ("ppc", 4, 4, "no-dead-blind"),
        ("ppc", 1, 2, "seat-taken"),
        ("ppc", 1, 5, "no-such-seat"),
        ("ramponneau", 1, 4, "no-dead-blind"),
    ],
)
def test_a_small_blind_is_dead_at_an_empty_seat_beside_a_dead_button_alone(
    house: str, button: int, small: int, why: str
) -> None:
    assert order(at_rest(house), c.SetButton(button, small)) == why


def test_a_round_of_a_penalty_has_no_hand_of_who_has_no_chips() -> None:
    play = at_rest("fidpa")
    assert not order(play, c.SetStack(3, 0))
    assert not order(play, c.Penalty(2, "1r"))
    assert said(play, PenaltyGiven)[-1].hands == 2  # type: ignore[attr-defined]


@pytest.mark.parametrize(("penalty", "left"), [("warning", ""), ("10m", "10m"), ("2h", "2h")])
def test_what_is_left_of_a_penalty_comes_along(penalty: str, left: str) -> None:
    play = at_rest()
    assert not order(play, c.SitDown(4, "Dora", 1000, penalty=penalty))
    assert play.look().seats[3].penalty == left


def test_who_is_not_leaving_does_not_stay_for_another() -> None:
    play = table_of(4)
    assert not order(play, c.StandUp(3, SEATED, LeaveWhen.AT_REST))
    assert order(play, c.Stay(2)) == "not-leaving"
    assert not order(play, c.Stay(3))


def test_a_hold_of_another_name_lets_no_hand_be_played() -> None:
    play = table_of(3)
    over(play)
    assert not order(play, c.Hold("one"))
    assert order(play, c.DealOne("other")) == "no-hold"
    assert not order(play, c.DealOne("one"))


def test_a_kill_is_not_ordered_in_a_hand() -> None:
    play = table_of(3)
    assert order(play, c.KillPot(called_off=True)) == "hand-running"
    assert order(play, c.KillPot(by=1)) not in {"", "hand-running"}


def test_the_key_of_the_table_itself_calls_the_floor_and_does_nothing_else() -> None:
    play = table_of(3)
    for seat, what in ((0, "fold"), (0, "done"), (4, "floor"), (-1, "floor")):
        before = len(play.events)
        play.tell(Declared(play.table.at, seat, what))  # type: ignore[arg-type]
        assert len(play.events) == before
    play.tell(Declared(play.table.at, 0, "floor", "pot"))
    assert play.events[-1] == FloorCalled(0, "pot")


@pytest.mark.parametrize(
    ("says", "to"),
    [
        (5, 500),
        (6, 600),
        (7, 700),
        (2, 200),
        (1, 1000),
        (20, 200),
        (100, 200),
        (300, 300),
    ],
)
def test_a_bare_figure_is_the_highest_bet_within_the_pot(says: int, to: int) -> None:
    """TDA 57: a figure below the smallest chip; what is neither is the lowest legal bet."""
    script = f"hand ; deal\n1 calls ; 2 calls ; 3 checks\nflop\n2 says bet {says}"
    game = played(script, house="tda", table=HUNDREDS)
    assert game.look().seats[1].bet == to


def test_a_bare_figure_may_mean_exactly_the_pot() -> None:
    script = "hand ; deal\n1 raises to 900 ; 2 calls ; 3 folds\nflop\n2 says bet 2"
    game = played(script, house="tda", table=HUNDREDS)
    assert game.look().seats[1].bet == 2000


def test_a_bare_figure_may_mean_all_that_a_player_has() -> None:
    script = "hand ; deal\n1 raises to 400 ; 2 calls ; 3 folds\nflop\n2 says bet 6"
    game = played(script, house="tda", table=HUNDREDS.replace("Bruno 5000", "Bruno 1000"))
    assert game.look().seats[1].bet == 600


def test_chips_that_are_taken_leave_a_stack() -> None:
    play = at_rest()
    for chips, left in ((999, 1), (1, 1), (5, 1)):
        assert not order(play, c.TakeChips(2, chips))
        assert said(play, StackChanged)[-1].stack == left  # type: ignore[attr-defined]


def test_a_notice_ends_once() -> None:
    play = at_rest()
    assert not order(play, c.Notice("n", NoticeText.SEE_DESK))
    seen = len(play.events)
    order(play, c.NoticeOff("other"))
    assert len(play.events) == seen
    order(play, c.NoticeOff("n"))
    assert len(play.events) == seen + 1
    order(play, c.NoticeOff("n"))
    assert len(play.events) == seen + 1
