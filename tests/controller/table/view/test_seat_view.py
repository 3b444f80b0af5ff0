"""What one seat may know: its own cards and chips while its hand lives, and never another's."""

import pytest

from controller.table.view.seat_view import secret
from tests.controller.table.scripted import played

HOLDS = {1: ("4c", "7c"), 2: ("2c", "5c"), 3: ("3c", "6c")}


@pytest.mark.parametrize("seat", [1, 2, 3])
def test_a_seat_knows_its_own_cards_and_no_others(seat: int) -> None:
    known = secret(played("hand ; deal").table, seat)
    assert known.cards == HOLDS[seat]
    assert known.stack == {1: 5000, 2: 4950, 3: 4900}[seat]
    assert known.call == {1: 100, 2: 50, 3: 0}[seat]


def test_what_it_makes_is_said_once_there_is_a_board() -> None:
    game = played("hand ; deal\n1 calls ; 2 calls ; 3 checks")
    assert secret(game.table, 1).hand_name == ""
    game = played("hand ; deal\n1 calls ; 2 calls ; 3 checks\nflop")
    assert secret(game.table, 1).hand_name == "high-card"
    assert set(secret(game.table, 1).best) == {"4c", "7c", "Kd", "Qs", "Jh"}


@pytest.mark.parametrize("end", ["1 folds", "floor kills 1", "floor misdeal", "2 folds ; 3 folds"])
def test_a_hand_that_is_over_or_dead_is_nobodys_secret_any_more(end: str) -> None:
    begin = "1 raises to 300\n" if end == "2 folds ; 3 folds" else ""
    assert secret(played(f"hand ; deal\n{begin}{end}").table, 1).cards == ()


def test_an_empty_seat_has_no_stack() -> None:
    game = played("hand ; deal", table="seat 1 Anne 500 ; seat 3 Chloe 500\nbutton 1")
    assert secret(game.table, 2).stack is None
