"""What seats owe, by what lies in front of them."""

import pytest
from msgspec.structs import replace

from controller.table.state import play_on
from controller.table.state.chips_owed import (
    as_it_lies,
    front_and_pot,
    lying,
    not_gathered,
    unpaid,
    whose,
)
from tests.controller.table.scripted import go_on, played


def test_what_was_said_and_does_not_lie_there_is_owed() -> None:
    game = played("hand ; deal\n1 says raise to 600\n1 puts 1x500", house="fidpa")
    assert unpaid(game.table, game.table.hand)[1:4] == [100, 0, 0]
    assert lying(game.table)[1:4] == [500, 50, 100]


def test_what_is_gathered_while_another_pays_is_not_owed_again() -> None:
    game = played("hand ; deal\n1 says call ; 2 calls ; 3 checks", house="fidpa")
    game.sink.chips("bet.2", "pot", (100,))
    assert unpaid(game.table, game.table.hand)[1:4] == [100, 0, 0]
    go_on(game, "1 puts 100\nexpect next gather")


def test_bets_of_a_round_that_is_over_are_not_gathered_while_they_lie_in_front() -> None:
    game = played("hand ; deal\n1 calls ; 2 calls ; 3 checks\nburn ; board 3", house="fidpa")
    assert not_gathered(game.table)[1:4] == [100, 100, 100]
    go_on(game, "gather")
    assert not any(not_gathered(game.table))


@pytest.mark.parametrize("pot", [0, 75, 100, 200])
def test_accepted_as_it_lies_a_debt_is_covered_by_what_the_pot_holds_and_no_more(pot: int) -> None:
    game = played("hand ; deal\n1 says raise to 600\n1 puts 1x500", house="fidpa")
    play = play_on(game.table, game.house, 0)
    lies = {**play.table.chips, "pot": (25,) * (pot // 25)}
    play.table = replace(play.table, chips=lies)
    as_it_lies(play)
    assert play.hand.splashed == min(pot, 100)
    assert play.table.base[1:4] == (-100, 0, 0)
    assert not any(unpaid(play.table, play.hand))


@pytest.mark.parametrize(
    ("debts", "added", "paid"),
    [
        ((0, 0, 0), 0, {}),
        ((0, 50, 100), 150, {1: 50, 2: 100}),
        ((0, 50, 100), 50, {1: 50}),
        ((0, 50, 100), 100, {2: 100}),
        ((0, 50, 100), 75, {2: 75}),
        ((0, 50, 100), 25, {}),
        ((0, 100, 100), 100, {}),
        ((0, 50, 100), 200, {}),
        ((0, 100, 100, 150), 100, {}),
    ],
)
def test_whose_debt_chips_pay(debts: tuple[int, ...], added: int, paid: dict[int, int]) -> None:
    assert whose(debts, added) == paid


def test_chips_in_front_and_in_the_pot_are_counted_and_no_stack() -> None:
    lies = {"pot": (100,), "bet.1": (50, 25), "stack.1": (500,), "bet.10": (5,)}
    assert front_and_pot(lies) == 180


@pytest.mark.parametrize(
    ("lost", "base", "front"),
    [("bet.4", 100, 100), ("bet.1", 100, 0), ("bet.4", 50, 50), ("bet.4", 0, 0), ("bet.4", -50, 0)],
)
def test_of_a_finished_round_lies_what_is_read_up_to_its_bet(
    lost: str, base: int, front: int
) -> None:
    table = played("hand ; deal\n1 calls").table
    devices = replace(table.devices, blind_zones=frozenset({lost}))
    assert not_gathered(replace(table, base=(0, base, 0, 0), devices=devices))[1:] == [front, 0, 0]
