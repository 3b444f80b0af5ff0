"""Bomb pots and kill pots: what is refused, what is kept, and that no chip is lost."""

from pathlib import Path

import pytest

from controller.contract.commands import BombPot
from controller.houses.loader import load_house
from controller.table.between_hands.special_pots import ask, next_bomb
from controller.table.state.play import play_on
from controller.table.state.table import new_table
from tests.controller.table.scripted import FOUR, THREE, chips, go_on, played

GAMES = Path("tests/scenarios/games")
BOMB, KILL = GAMES / "bomb-pot" / "house.toml", GAMES / "kill-pot" / "house.toml"


@pytest.mark.parametrize(
    ("house", "command", "why"),
    [
        ("ppc", BombPot(100), "no-bomb-pots"),
        (str(BOMB), BombPot(130), "bad-amount"),
        (str(BOMB), BombPot(-25), "bad-amount"),
        (str(BOMB), BombPot(), "bad-amount"),
        (str(BOMB), BombPot(150), ""),
        (str(BOMB), BombPot(called_off=True), ""),
    ],
)
def test_what_can_not_be_asked_for_is_refused(house: str, command: BombPot, why: str) -> None:
    # No level has been given yet: the house's ante comes to nothing.
    play = play_on(new_table(3, unit=25), load_house(house), 0)
    assert ask(play, command) == why
    assert next_bomb(play.table, play.house) == (command.ante if not why else 0, 1)


def test_the_state_says_what_the_next_hand_is() -> None:
    game = played("hand ; deal ; 1 folds ; 2 folds\nbomb-pot 300", house=f'"{BOMB}"')
    assert (game.look().bomb_pot, game.look().button) == (300, 1)
    go_on(game, "hand")
    state = game.look()
    assert (state.bomb_pot, state.small_blind, state.big_blind) == (300, 0, 0)
    go_on(game, "deal ; flop ; 3 bets 100 ; 1 folds ; 2 folds\npush")
    assert game.look().bomb_pot == 200  # each third hand is one
    assert chips(game) == 15_000


def test_who_leaves_kills_no_pot() -> None:
    won = "hand ; deal ; 4 raises to 200 ; 1 folds ; 2 folds ; 3 folds\n"
    won += "hand ; deal ; 1 folds ; 2 folds ; 3 folds\npush\nstand-up 4\n"
    game = played(won + "sit-down 4 Emil 3000\nhand", house=f'"{KILL}"', table=FOUR)
    assert not game.look().kill


def test_a_streak_is_kept_where_pots_are_killed_alone() -> None:
    game = played("hand ; deal ; 1 folds ; 2 folds", table=THREE)
    assert game.table.at_rest.streak is None
