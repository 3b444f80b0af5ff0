"""What clubs play besides goes out as a recorded hand, and comes back: pokerkit agrees on it."""

import tomllib
import warnings
from pathlib import Path

import pytest
from pokerkit import HandHistory

from controller.houses.loader import load_house
from controller.play.game import DealtGame, Setup
from controller.play.records.phh import read_hand
from controller.play.records.phh_export import Caused, records
from controller.play.records.phh_left_out import LeftOut
from controller.play.records.recorded import PhhError
from controller.play.records.replay import play_hand
from tests.controller.table.scripted import FOUR, played

GAMES = Path("tests/scenarios/games")
STRADDLE = (
    "hand ; 4 straddles ; deal ; 1 calls ; 2 folds ; 3 folds ; 4 raises to 600 ; 1 calls\n"
    "flop ; 4 bets 400 ; 1 folds ; push"
)
ON_BUTTON = (
    "hand ; 1 straddles ; deal ; 2 folds ; 3 calls ; 4 raises to 700 ; 1 folds ; 3 folds\npush"
)
BUTTON_ANTE = (
    "level 50 100 big-blind-ante 100\nhand ; deal ; 4 folds ; 1 raises to 300 ; 2 folds ; 3 calls\n"
    "flop ; 3 checks ; 1 checks ; turn ; 3 checks ; 1 bets 200 ; 3 folds ; push"
)
BOMB_POT = (
    "bomb-pot\nhand ; deal ; flop ; 2 checks ; 3 bets 300 ; 4 calls ; 1 folds ; 2 folds\n"
    "turn ; 3 bets 500 ; 4 folds ; push"
)
KILL_POT = "kill-pot 3\nhand ; deal ; 4 folds ; 1 folds ; 2 folds"
PLAYED = [
    ("bomb-pot/house.toml", BOMB_POT, {"antes": [200] * 4, "blinds_or_straddles": [0] * 4}),
    ("straddle/house.toml", STRADDLE, {"blinds_or_straddles": [50, 100, 200, 0]}),
    ("straddle/button.toml", ON_BUTTON, {"blinds_or_straddles": [50, 100, 0, 300]}),
    ("button-ante/house.toml", BUTTON_ANTE, {"antes": [0, 0, 0, 100]}),
]


@pytest.mark.parametrize(("house", "script", "fields"), PLAYED, ids=[one[0] for one in PLAYED])
def test_it_goes_out_and_comes_back(house: str, script: str, fields: dict[str, object]) -> None:
    game = played(script, house=f'"{GAMES / house}"', table=FOUR)
    (record,) = records([Caused(game.events)])
    said = tomllib.loads(record.text())
    assert fields.items() <= said.items()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        assert list(list(HandHistory.loads(record.text()))[-1].stacks) == said["finishing_stacks"]
    again = DealtGame(Setup(load_house(str(GAMES / house)), 4))
    assert play_hand(again, read_hand(said), seed=1).right


@pytest.mark.parametrize(("house", "script", "_"), PLAYED, ids=[one[0] for one in PLAYED])
def test_a_house_without_it_says_so(house: str, script: str, _: object) -> None:
    game = played(script, house=f'"{GAMES / house}"', table=FOUR)
    (record,) = records([Caused(game.events)])
    hand = read_hand(tomllib.loads(record.text()))
    with pytest.raises(PhhError, match="house ppc"):
        play_hand(DealtGame(Setup(load_house("ppc"), 4)), hand, seed=1)


@pytest.mark.parametrize(
    ("house", "script", "why"),
    [
        ("two-boards/house.toml", f"bomb-pot\n{BOMB_POT.splitlines()[1]} ; push", "two-boards"),
        ("kill-pot/house.toml", KILL_POT, "kill-pot"),
    ],
)
def test_what_has_no_words_is_told(house: str, script: str, why: str) -> None:
    game = played(script, house=f'"{GAMES / house}"', table=FOUR)
    left_out: list[LeftOut] = []
    assert not list(records([Caused(game.events, (), "1", 7)], left_out))
    assert left_out == [LeftOut("1", 7, why)]
