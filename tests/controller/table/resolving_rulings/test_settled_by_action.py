"""What a clear act of the seat in turn settles: nobody is asked to decide it any more."""

import pytest

from controller.contract.public import Action, ActionMade, RulingClosed
from controller.contract.rules import Closing
from tests.controller.table.scripted import kinds, played, said

PASSED_OVER = "seat 4 Dora 5000 ; hand ; deal ; 1 calls ; 2 calls"


def test_a_fold_of_who_was_passed_over_settles_what_the_floor_is_asked() -> None:
    game = played(PASSED_OVER, house="tda")
    assert game.look().rulings
    game.sink.press(4, "fold")
    assert said(game, RulingClosed) == [RulingClosed(1, Closing.MOOT, "4")]
    assert ActionMade(4, Action.FOLD) in game.events
    assert not game.look().rulings


@pytest.mark.parametrize("word", ["call", "check"])
def test_another_word_of_theirs_settles_nothing(word: str) -> None:
    game = played(PASSED_OVER, house="tda")
    game.sink.press(4, word)  # type: ignore[arg-type]
    assert game.look().rulings
    assert not said(game, ActionMade)


def test_a_fold_of_somebody_else_settles_nothing() -> None:
    game = played(PASSED_OVER, house="tda")
    game.sink.press(3, "fold")
    assert game.look().rulings
    assert kinds(game)
