"""Chips straight into the pot: whose they are, and what they count as."""

import pytest

from controller.contract.public import ActionMade
from controller.play.game import DealtGame
from controller.table.state.chips_owed import unpaid
from tests.controller.table.scripted import go_on, kinds, played, said


def test_chips_in_the_pot_count_as_if_they_lay_in_front() -> None:
    # PPC 3
    game = played("hand ; deal\n1 splashes 100")
    assert kinds(game) == ["bet.splashed"]
    assert [(event.action, event.to) for event in said(game, ActionMade)] == [("call", 100)]  # type: ignore[attr-defined]


def test_chips_of_a_seat_that_owes_them_pay_its_bet_and_are_nobody_elses_action() -> None:
    # FIDPA 50-4
    game = played("hand ; deal\n1 says call\n1 splashes 100", house="fidpa")
    assert kinds(game) == ["bet.splashed"]
    assert [(event.seat, event.to) for event in said(game, ActionMade)] == [(1, 100)]  # type: ignore[attr-defined]
    assert not any(unpaid(game.table, game.table.hand))


def test_too_few_chips_are_a_short_bet_wherever_they_lie() -> None:
    game = played("hand ; deal\n1 calls ; 2 calls ; 3 checks\nflop\n2 splashes 25")
    assert kinds(game) == ["bet.splashed", "bet.short"]


_FLOP = "hand ; deal\n1 calls ; 2 calls ; 3 checks\nflop\n2 bets 200"


@pytest.mark.parametrize("house", ["fidpa", "ppc", "tda"])
def test_one_chip_beyond_the_call_is_a_call_in_the_pot_too_and_its_change_comes_out_of_it(
    house: str,
) -> None:
    game = played(f"{_FLOP}\nmove 1x500 stack.3 pot", house=house)
    assert kinds(game) == ["bet.splashed", "bet.oversized"]
    assert _acts(game)[-1] == (3, "call", 200)
    go_on(game, "move 3x100 pot stack.3\n1 folds\ngather")
    assert kinds(game) == ["bet.splashed", "bet.oversized"]
    assert not game.look().rulings
    assert game.look().pots[0].amount == 700


def test_a_raise_that_was_said_is_made_full_when_only_the_call_comes_into_the_pot() -> None:
    # TDA 43
    game = played(f"{_FLOP}\n3 says raise\n3 splashes 200", house="tda")
    assert _acts(game)[-1] == (3, "raise", 400)


def _acts(game: DealtGame) -> list[tuple[int, str, int]]:
    return [(made.seat, made.action, made.to) for made in said(game, ActionMade)]  # type: ignore[attr-defined]


def test_chips_of_a_call_out_of_turn_that_are_drawn_in_are_no_other_seat_s_call() -> None:
    # TDA RP-2
    for laid in ("1 puts 2x100", "1 says call\n1 puts 2x100"):
        game = played(f"{_FLOP}\n{laid}\nmove 2x100 bet.2 pot\nmove 2x100 bet.1 pot", house="tda")
        assert kinds(game) == ["bet.out-of-turn"]
        assert game.look().turn == 3
        go_on(game, "3 folds")
        assert _acts(game)[-1] == (1, "call", 200)
        assert not any(unpaid(game.table, game.table.hand))


def test_a_call_out_of_turn_that_still_lies_in_front_has_no_share_of_what_is_thrown_in() -> None:
    game = played(f"{_FLOP}\n1 puts 2x100\n3 splashes 200", house="tda")
    assert [(seat, act) for seat, act, _ in _acts(game)[-2:]] == [(3, "call"), (1, "call")]
