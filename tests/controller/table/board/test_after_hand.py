"""Somebody looks at the cards that would have come, once a hand is over."""

import pytest

from controller.contract.rules import Kind
from controller.houses.loader import load_house, shipped_houses
from tests.controller.table.scripted import kinds, played

OVER = "hand ; deal\n1 folds ; 2 folds\nexpect hand over\n"
HOUSES = {name: load_house(name) for name in shipped_houses()}
SPEAKS = [
    name
    for name, house in HOUSES.items()
    if "over" in house.remedy(Kind.BOARD_EXTRA_CARD, frozenset({"over"})).when
]


def test_some_houses_speak_of_it_and_some_do_not() -> None:
    # FIDPA 33, RedCactus M.d; PPC says nothing.
    assert {"fidpa", "redcactus"} <= set(SPEAKS)
    assert "ppc" not in SPEAKS


@pytest.mark.parametrize("house", shipped_houses())
def test_it_is_told_once_and_only_where_the_house_speaks_of_it(house: str) -> None:
    game = played(OVER + "board ; board ; board", house=house)
    assert kinds(game) == ["board.extra-card"] * (house in SPEAKS)
    assert not game.look().rulings


@pytest.mark.parametrize("house", SPEAKS)
def test_the_next_hand_is_not_kept_waiting(house: str) -> None:
    played(OVER + "board 3\nhand\nexpect hand.started", house=house)
