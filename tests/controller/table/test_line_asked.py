"""A hand before the line with a bet to call: a word within five seconds, or a fold."""

from controller.contract.public import ActionMade
from controller.table.line_asked import ASK_MS
from tests.controller.table.scripted import kinds, played, said


def acts(game: object) -> list[tuple[int, str]]:
    """Return what has been done, by seat."""
    return [(one.seat, one.action) for one in said(game, ActionMade)]  # type: ignore[arg-type, attr-defined]


def test_a_hand_that_lies_there_without_a_word_is_folded_and_not_at_once() -> None:
    game = played("hand ; deal", house="fidpa")
    for card in ("4c", "7c"):
        game.sink.card(card, "bet.1")
    game.sink.wait(ASK_MS - 500)
    assert not acts(game)
    game.sink.wait(1_000)
    assert acts(game) == [(1, "fold")]


def test_a_hand_that_is_taken_up_again_is_not_folded() -> None:
    game = played("hand ; deal", house="fidpa")
    for zone in ("bet.1", "hand.1"):
        for card in ("4c", "7c"):
            game.sink.card(card, zone)
    game.sink.wait(3 * ASK_MS)
    assert not acts(game)
    assert not kinds(game)


def test_a_clear_word_binds_while_the_hand_lies_there() -> None:
    game = played("hand ; deal", house="fidpa")
    for card in ("4c", "7c"):
        game.sink.card(card, "bet.1")
    game.sink.press(1, "call")
    game.sink.wait(3 * ASK_MS)
    assert acts(game) == [(1, "call")]
