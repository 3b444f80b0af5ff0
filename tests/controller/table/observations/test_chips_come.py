"""Chips of the seat in turn settle what is asked about its hand beyond the line (tda 40-A)."""

from controller.contract.public import ActionMade
from controller.play.game import DealtGame
from tests.controller.table.scripted import kinds, played

FORWARD = "hand ; deal ; 1 pushes"


def acts(game: DealtGame) -> list[tuple[int, str]]:
    """Return what has been done, by seat."""
    return [(one.seat, one.action) for one in game.events if isinstance(one, ActionMade)]


def test_chips_settle_the_question_about_the_hand() -> None:
    game = played(FORWARD, house="tda")
    assert kinds(game) == ["hand.line"]
    game.sink.chips("stack.1", "bet.1", (100,))
    assert acts(game) == [(1, "call")]
    assert not game.look().rulings


def test_chips_of_another_seat_settle_nothing() -> None:
    game = played(FORWARD, house="tda")
    game.sink.chips("stack.2", "bet.2", (100,))
    assert not acts(game)
    assert [ruling.kind for ruling in game.look().rulings] == ["hand.line"]


def test_chips_that_are_taken_away_settle_nothing() -> None:
    game = played("hand ; deal ; 1 calls ; 2 calls ; 3 pushes", house="tda")
    game.sink.chips("bet.3", "stack.3", (100,))
    assert [ruling.kind for ruling in game.look().rulings] == ["hand.line"]
