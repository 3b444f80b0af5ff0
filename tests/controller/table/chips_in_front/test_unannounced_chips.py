"""Chips with nothing said: a call when each is needed, and chips of an earlier bet with them."""

import pytest

from tests.controller.table.scripted import played

TABLE = (
    "blinds 25 50\nseat 1 Anne 5000 ; seat 2 Bruno 5000 ; seat 3 Chloe 5000\n"
    "button 3\nhand ; deal\n3 raises to 600 ; 1 folds\n"
)


@pytest.mark.parametrize(
    ("house", "script", "front"),
    [
        ("tda", "2 puts 2x500", 600),
        ("fidpa", "2 puts 2x500", 1150),
        ("tda", "2 puts 1x1000 2x100", 1250),
        ("tda", "2 takes 1x25\n2 puts 1x1000", 1150),
        ("tda", "2 takes 2x25\n2 puts 1x1000", 600),
        ("tda", "2 takes 2x25", 50),
    ],
)
def test_what_chips_come_to(house: str, script: str, front: int) -> None:
    assert played(script, house=house, table=TABLE).table.hand.bets[2] == front


def test_chips_taken_up_bind_to_a_call_or_a_raise() -> None:
    assert played("2 takes 2x25", house="tda", table=TABLE).table.hand.betting.pulled == 50
    assert played("2 takes 2x25", house="ppc", table=TABLE).table.hand.betting.pulled == 0
