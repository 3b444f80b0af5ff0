"""Blinds that were missed: one of each at the most, and nobody's when the player has left."""

from controller.table.state import Missed
from tests.controller.table.scripted import FOUR, go_on, played

HOUSE = '"tests/scenarios/games/posts/house.toml"'
ONE = "hand ; deal ; {0} folds ; {1} folds\n"
LEFT = "hand ; deal ; 4 folds ; 1 folds ; 2 folds\n4 leaves\n"


def test_no_more_than_one_small_and_one_big_blind_is_missed() -> None:
    game = played(LEFT, house=HOUSE, table=FOUR)
    for one, other in ((2, 3), (3, 1), (1, 2), (2, 3), (3, 1)):
        go_on(game, ONE.format(one, other))
    assert game.table.at_rest.missed == (Missed(4, small=True, big=True),)
    go_on(game, "4 returns")
    assert not game.table.at_rest.missed
    assert game.table.seats[4].owes == 50


def test_what_was_missed_goes_with_the_player() -> None:
    game = played(LEFT + ONE.format(2, 3), house=HOUSE, table=FOUR)
    assert game.table.at_rest.missed == (Missed(4, big=True),)
    go_on(game, "stand-up 4")
    assert not game.table.at_rest.missed
