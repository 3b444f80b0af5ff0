"""Blinds that were missed: one of each at the most, and nobody's when the player has left."""

import pytest

from controller.contract.commands import EnterGame
from controller.contract.rules import Entry
from controller.houses.loader import load_house
from controller.table.between_hands.missed_blinds import enter
from controller.table.state.hand import Missed
from controller.table.state.play import play_on
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
    assert game.table.seats[4].owes == 50
    go_on(game, ONE.format(2, 3) + "4 folds")
    assert not game.table.at_rest.missed
    assert not game.table.seats[4].owes


def test_who_waits_owes_nothing_and_who_posts_after_all_owes_it_again() -> None:
    game = played(LEFT + ONE.format(2, 3) + ONE.format(3, 1), house=HOUSE, table=FOUR)
    go_on(game, "4 returns")
    assert (game.look().may_post, game.look().may_wait) == ((), (4,))
    go_on(game, "4 says wait")
    assert (game.look().may_post, game.table.seats[4].owes) == ((4,), 0)
    go_on(game, "4 says post")
    assert game.table.seats[4].owes == 50


@pytest.mark.parametrize(
    ("command", "why"),
    [
        (EnterGame(4, Entry.POST_NOW), ""),
        (EnterGame(4, Entry.DEALT_IN), "not-now"),
        (EnterGame(1, Entry.POST_NOW), "not-now"),
    ],
)
def test_the_floor_says_how_somebody_comes_in(command: EnterGame, why: str) -> None:
    game = played(LEFT + ONE.format(2, 3) + "4 returns\n4 says wait", house=HOUSE, table=FOUR)
    play = play_on(game.table, load_house(HOUSE.strip('"')), 0)
    assert enter(play, command) == why
    assert play.table.seats[4].entry == (Entry.WAIT_BIG_BLIND if why else Entry.POST_NOW)


def test_what_was_missed_goes_with_the_player() -> None:
    game = played(LEFT + ONE.format(2, 3), house=HOUSE, table=FOUR)
    assert game.table.at_rest.missed == (Missed(4, big=True),)
    go_on(game, "stand-up 4")
    assert not game.table.at_rest.missed
