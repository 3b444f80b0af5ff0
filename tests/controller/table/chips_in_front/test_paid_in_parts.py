"""Announced chips that come in several motions are waited for before anybody is corrected."""

import pytest

from controller.contract import commands as c
from controller.contract.public import IrregularityFound
from controller.play.game import DealtGame
from controller.table.chips_in_front import parts_until
from controller.table.chips_in_front.paid_in_parts import PARTS_MS, pays_in_part
from controller.table.state import Due, play_on
from tests.controller.table.scripted import kinds, played, said


def raised(*parts: int) -> DealtGame:
    """Return a table at which seat 1 says 600 and has just put in these chips, one by one."""
    game = played("hand ; deal\n1 says raise to 600\n", house="fidpa")
    for chip in parts:
        game.sink.chips("stack.1", "bet.1", (chip,))
    return game


def test_a_part_is_judged_five_seconds_after_the_last_of_them() -> None:
    game = raised(500)
    assert parts_until(game.table, game.table.hand) == game.sink.now + PARTS_MS
    game.sink.wait(PARTS_MS - 1000)
    game.sink.chips("stack.1", "bet.1", (50,))
    game.sink.wait(PARTS_MS - 1)
    assert kinds(game) == []
    game.sink.wait(1)
    assert kinds(game) == ["bet.contradicts"]
    found = said(game, IrregularityFound)[-1]
    assert isinstance(found, IrregularityFound)
    assert (found.seat, found.outcome) == (1, "binds")
    assert parts_until(game.table, game.table.hand) is None


def test_the_whole_amount_ends_the_wait() -> None:
    game = raised(500, 100)
    assert game.table.hand.due is None
    game.sink.wait(60_000)
    assert kinds(game) == []


@pytest.mark.parametrize("kept", ["2 folds ; 3 folds", "2 raises to 2000 ; 3 folds ; 1 folds"])
def test_nobody_is_corrected_who_won_or_folded_meanwhile(kept: str) -> None:
    game = raised(500)
    for deed in kept.split(" ; "):
        seat, word = deed.split(" ", 1)
        if word == "folds":
            game.sink.press(int(seat), "fold")
        else:
            game.sink.press(int(seat), "raise", amount=2000)
    game.sink.wait(20_000)
    assert "bet.contradicts" not in kinds(game)


def test_the_time_does_not_count_while_a_ruling_stops_the_table() -> None:
    game = raised(500)
    game.dealer.command(c.Hold("floor", at_once=True))
    assert parts_until(game.table, game.table.hand) is None
    game.sink.wait(20_000)
    assert kinds(game) == []
    game.dealer.command(c.Release("floor"))
    game.sink.wait(PARTS_MS + 1000)
    assert kinds(game) == ["bet.contradicts"]


@pytest.mark.parametrize(
    ("words", "kind"), [("call", "bet.short-call"), ("raise to 600", "bet.contradicts")]
)
def test_what_a_seat_said_tells_what_is_wrong_with_a_part_of_it(words: str, kind: str) -> None:
    game = played(f"hand ; deal\n1 says {words}", house="fidpa")
    game.sink.chips("stack.1", "bet.1", (25,))
    game.sink.wait(PARTS_MS)
    assert kinds(game) == [kind]


def test_nobody_is_waited_for_but_who_has_put_in_a_part() -> None:
    game = played("hand ; deal", house="fidpa")
    play = play_on(game.table, game.house, 70_000)
    for seat, parts in ((1, (0, 70_000, 0, 0)), (3, (0, 70_000, 0, 70_000))):
        pays_in_part(play, seat)
        assert play.hand.due == Due(parts=parts)
