"""Asking to see a hand at the showdown: what each house makes of it."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from controller.contract.public import ActionRefused, CardsSeen, FloorCalled, HandAsked
from controller.table.showdown.request_hand import tell
from controller.table.state.hand import LOST_CARD
from controller.table.state.play import play_on
from controller.table.state.table import put
from tests.controller.table.scripted import played, said

HEAD = 'name = "club"\ntitle = "Club"\ninherits = "tda"\n[showdown]\n'
PLAYED = """
hand ; deal
1 calls ; 2 calls ; 3 checks
flop ; 2 checks ; 3 checks ; 1 checks
turn ; 2 checks ; 3 checks ; 1 checks
river ; 2 bets 100 ; 3 calls ; 1 folds
"""


def house(folder: Path, value: str) -> str:
    """Return a house in which this is said of asking to see a hand, as scenarios name it."""
    path = folder / "club.toml"
    path.write_text(f'{HEAD}ask_to_see = {{ value = "{value}", article = "Club 1" }}\n')
    return f'"{path}"'


def test_where_nobody_may_ask_it_is_refused(tmp_path: Path) -> None:
    game = played(PLAYED + "3 says see 2", house=house(tmp_path, "nobody"))
    assert said(game, ActionRefused)[-1] == ActionRefused(3, "see", "may-not-see")


def test_where_the_floor_decides_it_is_called(tmp_path: Path) -> None:
    game = played(PLAYED + "3 says see 2", house=house(tmp_path, "floor"))
    assert said(game, HandAsked) == [HandAsked(2, 3, granted=False, article="Club 1")]
    assert said(game, FloorCalled) == [FloorCalled(3, "see", "Club 1")]


def test_who_was_dealt_in_may_see_every_hand_of_the_showdown(tmp_path: Path) -> None:
    """Also who has folded, also the winner's, and no hand that was folded before."""
    script = PLAYED + "1 says see 3\n3 mucks\n1 says see 2\n1 says see 3\n2 says see 1"
    game = played(script, house=house(tmp_path, "dealt-in"))
    assert [event.seat for event in said(game, CardsSeen)] == [3, 2]  # type: ignore[attr-defined]
    assert [event.reason for event in said(game, ActionRefused)] == [  # type: ignore[attr-defined]
        "hand-shown", "no-such-hand",
    ]  # fmt: skip
    assert game.look().phase == "over"


@pytest.mark.parametrize("target", ["2", "9"])
def test_a_hand_that_is_not_there_can_not_be_seen(tmp_path: Path, target: str) -> None:
    game = played(PLAYED + f"2 says see {target}", house=house(tmp_path, "floor"))
    assert said(game, ActionRefused)[-1] == ActionRefused(2, "see", "no-such-hand")


def test_a_card_that_nothing_has_read_is_for_the_floor_to_look_up() -> None:
    game = played(PLAYED, house="tda")
    hand = game.table.hand
    play = play_on(game.table, game.house, game.sink.now)
    play.hand = replace(hand, holes=put(hand.holes, 2, (LOST_CARD, "5c")))
    tell(play, 2)
    assert play.public == (FloorCalled(2, "see", "TDA 18"),)
