"""Chips that leave a stack by the room's word: all of them, or none, and never in a hand."""

import pytest

from controller.contract import commands as c
from controller.contract.events.betting import StackChanged
from controller.contract.rules import LeaveWhen
from controller.play.game import DealtGame
from controller.play.people.carry_out import CannotDo, command
from tests.controller.table.scripted import chips, go_on, played, said

HAND = "hand ; deal\n1 folds ; 2 folds\npush"


def taken(game: DealtGame) -> list[tuple[int, int | None, int, str]]:
    """Return what was taken: of which seat, what it has then, how much, by which order."""
    found = [one for one in said(game, StackChanged) if isinstance(one, StackChanged)]
    return [(one.seat, one.stack, one.taken, one.order) for one in found if one.reason == "taken"]


def test_between_hands_they_go_at_once() -> None:
    game = played("")
    before = chips(game)
    command(game, c.TakeChips(1, 500, order="x-1"))
    stack = game.table.seats[1].stack
    assert taken(game) == [(1, stack, 500, "x-1")]
    assert chips(game) == before - 500


def test_in_a_hand_they_wait_for_its_end_and_go_before_anybody_leaves() -> None:
    game = played("hand ; deal")
    before = chips(game)
    command(game, c.TakeChips(2, 500, order="x-1"))
    command(game, c.StandUp(2, when=LeaveWhen.AT_REST, order="x-2"))
    assert taken(game) == []
    assert chips(game) == before
    go_on(game, "1 folds ; 2 folds\npush")
    ((_, stack, amount, _),) = taken(game)
    assert amount == 500
    left = [one for one in game.events if one.type == "seat.left"]
    assert [one.stack for one in left] == [stack]  # type: ignore[attr-defined]
    assert not game.table.at_rest.taking


def test_chips_bought_in_the_hand_are_there_to_be_taken_at_its_end() -> None:
    """A rebuy that staff sold by mistake is undone in the same hand; most of the stack is in it."""
    game = played("hand ; deal")
    command(game, c.Rebuy(1, 9000))
    command(game, c.TakeChips(1, 9000, order="x-1"))
    go_on(game, "1 folds ; 2 folds\npush")
    assert taken(game) == [(1, game.table.seats[1].stack, 9000, "x-1")]
    assert game.table.seats[1].rebuy == 0
    assert chips(game) == chips(played(""))


def test_of_a_stack_that_is_not_larger_nothing_is_taken_and_it_says_so() -> None:
    game = played("hand ; deal")
    stack = game.table.seats[1].stack
    command(game, c.TakeChips(1, stack, order="x-1"))
    go_on(game, "1 folds ; 2 folds\npush")
    assert taken(game) == [(1, stack, 0, "x-1")]


def test_of_another_player_nothing_is_taken() -> None:
    game = played("")
    for asked, why in (
        (c.TakeChips(1, 500, player="p_9"), "seat-empty"),
        (c.TakeChips(1, 0), "bad-amount"),
    ):
        with pytest.raises(CannotDo, match=why):
            command(game, asked)
    assert taken(game) == []
