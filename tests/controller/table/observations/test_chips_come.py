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


def test_only_chips_added_in_a_hand_have_been_put_in() -> None:
    assert played("hand ; deal\n3 takes 100").table.hand.round.put_in == (0, 0)
    assert played("hand ; deal\nmove 1x100 stack.1 pot").table.hand.round.put_in == (0, 0)
    assert played("3 puts 100").table.hand.round.put_in == (0, 0)
    game = played("hand ; deal\n1 puts 100")
    assert game.table.hand.round.put_in == (1, game.sink.now)
