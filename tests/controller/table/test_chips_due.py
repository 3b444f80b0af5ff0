"""Who owes chips and what the pot lacks: waited for, told, and in the end the floor's."""

import pytest

from controller.contract.public import IrregularityFound, PotChanged
from controller.houses.loader import load_house, shipped_houses
from controller.table.chips_due import ARRIVE_MS
from tests.controller.table.scripted import go_on, kinds, played, said


@pytest.mark.parametrize("house", shipped_houses())
def test_a_call_that_was_said_is_owed_until_its_chips_lie_there(house: str) -> None:
    game = played("hand ; deal\n1 says call ; 2 calls ; 3 checks", house=house)
    assert [seat.owes for seat in game.look().seats[:3]] == [100, 0, 0]
    assert not said(game, PotChanged)
    go_on(game, "1 puts 100\nexpect next gather")
    assert [seat.owes for seat in game.look().seats[:3]] == [0, 0, 0]


@pytest.mark.parametrize("house", shipped_houses())
def test_the_floor_is_called_when_the_patience_of_the_house_is_over(house: str) -> None:
    patience = load_house(house).betting.payment_seconds.value
    game = played(f"hand ; deal\n1 says call\nwait {patience - 2}s", house=house)
    assert not kinds(game)
    go_on(game, "wait 4s")
    assert kinds(game) == ["bet.unpaid"]


def test_while_a_ruling_stops_the_table_no_patience_runs_out() -> None:
    game = played("hand ; deal\n1 says call\nboard ; wait 60s", house="tda")
    assert kinds(game) == ["board.premature"]
    assert [seat.owes for seat in game.look().seats[:1]] == [100]


def test_a_pot_that_lacks_a_chip_is_found_once_and_not_before_it_can_have_been_read() -> None:
    game = played("hand ; deal\n1 calls ; 2 calls ; 3 checks", house="fidpa")
    sink = game.sink
    for seat in (1, 2, 3):
        sink.chips(f"bet.{seat}", "hands" if seat == 3 else "pot", (100,))
    sink.wait(ARRIVE_MS - 100)
    assert not kinds(game)
    sink.wait(200)
    assert kinds(game) == ["bet.taken-back"]
    sink.wait(10 * ARRIVE_MS)
    assert len(said(game, IrregularityFound)) == 1


def test_keyed_chips_are_owed_by_nobody() -> None:
    game = played("chips keyed\nhand ; deal\n1 says call ; 2 says call ; 3 says check\nflop")
    assert not any(seat.owes for seat in game.look().seats)
    assert game.look().street == "flop"
