"""What a game is: a record whose parts fit each other."""

import pytest

from controller.contract.rules import Street
from controller.houses.loader import load_house, shipped_houses
from controller.table.state.games import HOLDEM, PLACE, STREETS, Game
from tests.controller.table.scripted import played


def test_streets_stand_in_the_order_of_play() -> None:
    assert STREETS == (Street.PREFLOP, Street.FLOP, Street.TURN, Street.RIVER)
    assert [PLACE[street] for street in STREETS] == [0, 1, 2, 3]


@pytest.mark.parametrize("game", HOLDEM.values(), ids=HOLDEM.keys())
def test_holdem_has_two_hole_cards_and_a_board_of_five(game: Game) -> None:
    assert (game.hole_cards, game.board, game.last_street) == (2, (0, 3, 4, 5), 3)
    assert len(game.board) == len(game.limit_bets)
    # With everybody dealt in there are cards enough for the board and its burns.
    assert game.most_players * game.hole_cards + game.board[-1] + game.last_street <= 52


@pytest.mark.parametrize("house", shipped_houses())
def test_a_hand_is_played_in_the_structure_of_its_house(house: str) -> None:
    hand = played("hand", house=house).table.hand
    assert hand.game == HOLDEM[load_house(house).betting.structure.value]
