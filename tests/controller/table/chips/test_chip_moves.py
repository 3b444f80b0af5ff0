"""Chips that come to rest: each counts once, wherever it was put."""

import pytest

from controller.contract.observations import ChipsAt
from controller.contract.public import ActionMade
from controller.houses.loader import shipped_houses
from tests.controller.table.scripted import kinds, played, said


@pytest.mark.parametrize("house", shipped_houses())
@pytest.mark.parametrize("chips", ["100", "1x100", "4x25", "2x25 1x50"])
def test_a_call_is_a_call_whatever_chips_it_is_made_of(house: str, chips: str) -> None:
    game = played(f"denominations 25 50 100 500\nhand ; deal\n1 puts {chips}", house=house)
    assert [(event.action, event.to) for event in said(game, ActionMade)] == [("call", 100)]  # type: ignore[attr-defined]
    assert not kinds(game)


def test_bets_that_are_gathered_are_nobodys_action() -> None:
    before = played("hand ; deal\n1 calls ; 2 calls ; 3 checks")
    game = played("hand ; deal\n1 calls ; 2 calls ; 3 checks\ngather")
    assert said(game, ActionMade) == said(before, ActionMade)
    assert not kinds(game)
    assert [seat.stack for seat in game.look().seats] == [s.stack for s in before.look().seats]


def test_a_pot_that_is_pushed_to_its_winner_is_no_bet_of_the_next_hand() -> None:
    game = played("hand ; deal\n1 folds ; 2 folds\npush\nhand ; deal\nexpect turn 2")
    assert not kinds(game)
    assert [seat.stack for seat in game.look().seats[:3]] == [4900, 4950, 5000]


@pytest.mark.parametrize("first", [200, 300])
def test_chips_that_come_in_a_second_motion_are_a_string_and_the_first_counts(first: int) -> None:
    # PPC 21
    game = played(f"hand ; deal\n1 puts {first}\n1 puts 400")
    assert kinds(game) == ["bet.string"]
    assert [event.to for event in said(game, ActionMade)] == [first]  # type: ignore[attr-defined]


def test_foreign_chips_are_found_once_they_rest_and_once_for_each_that_comes() -> None:
    game = played("hand ; deal\n1 raises to 600")
    for foreign, provisional, times in (
        (1, True, 0),
        (1, False, 1),
        (1, False, 1),
        (0, False, 1),
        (2, False, 2),
        (1, False, 2),
    ):
        at = game.sink.now
        lies = (500, 100, *(0,) * foreign)
        game.observe(ChipsAt(at, "bet.1", lies, at, foreign=foreign, provisional=provisional))
        assert kinds(game) == ["bet.foreign"] * times
