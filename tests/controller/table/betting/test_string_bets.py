"""String bets: more chips after an action, and whether the house lets them stand."""

import pytest

from controller.contract.public import ActionMade, RulingClosed
from tests.controller.table.scripted import FOUR, kinds, played, said

HOUSES = ("fidpa", "ppc", "tda")


@pytest.mark.parametrize("house", HOUSES)
def test_the_first_motion_counts_and_the_rest_goes_back(house: str) -> None:
    # TDA 42, PPC 21, FIDPA 63
    game = played("hand ; deal\n1 puts 1x100\nwait 3s\n1 puts 2x100", house=house)
    assert kinds(game) == ["bet.string"]
    assert [(e.action, e.to) for e in said(game, ActionMade)] == [("call", 100)]  # type: ignore[attr-defined]


def test_the_ruling_closes_with_the_chips_that_go_back() -> None:
    game = played("hand ; deal\n1 puts 1x100\nwait 3s\n1 puts 2x100\n1 takes 200")
    assert [e.outcome for e in said(game, RulingClosed)] == ["done"]  # type: ignore[attr-defined]


def test_chips_behind_a_fold_are_found_once() -> None:
    # TDA 50-A
    game = played("hand ; deal\n1 says fold\n1 puts 1x100\nwait 3s\n1 puts 1x100", house="tda")
    assert kinds(game) == ["bet.string"]


def test_a_second_motion_out_of_turn_waits_for_the_turn() -> None:
    # TDA 53-A
    script = "hand ; deal\n2 puts 2x25\nwait 3s\n2 puts 2x100\nexpect turn 1\n1 calls"
    game = played(script, house="tda")
    assert kinds(game) == ["bet.out-of-turn", "bet.string"]
    assert [(e.seat, e.action) for e in said(game, ActionMade)] == [(1, "call"), (2, "call")]  # type: ignore[attr-defined]
    assert game.look().rulings


def test_what_a_raise_asks_for_after_an_action_out_of_turn_is_no_second_motion() -> None:
    script = "hand ; deal\n2 puts 2x25\nwait 3s\n4 raises to 300\n2 puts 2x100\nexpect turn 1"
    assert kinds(played(script, house="tda", table=FOUR)) == ["bet.out-of-turn"]
