"""A play changes facts to the next ones, and the table that it began with stays as it was."""

from controller.houses.loader import load_house
from controller.table.state.play import play_on
from controller.table.state.table import new_table
from tests.controller.table.scripted import played


def test_nothing_done_is_the_same_table() -> None:
    table = played("hand ; deal").table
    assert play_on(table, load_house("ppc"), 0).result() is table


def test_chips_go_to_a_stack_and_from_it() -> None:
    table = played("hand ; deal").table
    play = play_on(table, load_house("ppc"), 0)
    assert play.pay(1, 250) == 5250
    assert play.pay(1, -250) == 5000
    assert play.pay(2, -4950) == 0
    assert [seat.stack for seat in play.result().seats[1:4]] == [5000, 0, 4900]
    assert [seat.stack for seat in table.seats[1:4]] == [5000, 4950, 4900]


def test_what_is_remembered_is_what_comes_back() -> None:
    table = played("hand ; deal\n1 calls").table
    play = play_on(table, load_house("ppc"), 0)
    play.remember(2)
    play.pay(2, -1000)
    play.restore(play.result().past[-1])
    assert play.result().seats == table.seats
    assert play.result().hand == table.hand


def test_a_seat_is_changed_alone() -> None:
    play = play_on(new_table(3), load_house("ppc"), 0)
    play.seat(2, name="Bruno", stack=500)
    assert [seat.name for seat in play.result().seats] == ["", "", "Bruno", ""]
