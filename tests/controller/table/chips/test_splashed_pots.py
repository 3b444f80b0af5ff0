"""Chips straight into the pot: whose they are, and what they count as."""

from controller.contract.public import ActionMade
from controller.table.state.chips_owed import unpaid
from tests.controller.table.scripted import kinds, played, said


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
