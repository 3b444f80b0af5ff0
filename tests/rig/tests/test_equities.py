"""The random spots of `tapis bench equities`; `make equities` counts them with poker-equity."""

import sys

import pytest

from controller.contract.errors import TapisError
from tests.rig.equities import BOARDS, NAMES, compare_spots, random_spot


def test_spots_differ_in_players_and_boards() -> None:
    for game in NAMES:
        spots = [random_spot(game, number, 7) for number in range(40)]
        assert {len(spot.board) for spot in spots} == set(BOARDS)
        assert {len(spot.hands) for spot in spots} == {2, 3, 4, 6}


def test_without_the_other_library_it_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "poker_equity", None)
    with pytest.raises(TapisError, match="poker-equity is not installed: make equities"):
        compare_spots(1, seed=3)
