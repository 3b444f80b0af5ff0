"""A pot on its way: followed by antennas, and asked about where none reads the winner's stack."""

import pytest

from controller.contract.observations import ChipsAt
from controller.contract.public import IrregularityFound, Kind, PotPushed, PotReceived, PotShare
from controller.play.game import DealtGame
from tests.controller.table.scripted import go_on, played

WON = """hand ; deal
1 calls ; 2 calls ; 3 checks
flop
2 checks ; 3 checks ; 1 bets 200
2 folds ; 3 folds
gather"""


def won() -> DealtGame:
    """Return a table whose pot of 300, in the pot's place, is seat 1's."""
    return played(WON, house="fidpa")


def found(game: DealtGame) -> list[tuple[Kind, int]]:
    return [(e.kind, e.seat) for e in game.events if isinstance(e, IrregularityFound)]


def test_a_winner_is_asked_once_the_pot_has_left_its_place() -> None:
    game = won()
    go_on(game, 'expect next "push 1 300"\nmove 1x100 from pot to stack.1')
    assert not game.look().pot_asked
    go_on(game, 'expect next "push 1 200"\nmove 2x100 from pot to stack.1')
    assert game.look().pot_asked == (PotShare(1, 300),)
    assert PotPushed(1, 300) in game.events
    go_on(game, "3 agrees")
    assert game.look().pot_asked
    go_on(game, "1 agrees")
    assert not game.look().pot_asked
    assert PotReceived(1, 300) in game.events
    assert not found(game)


def test_the_next_hand_ends_the_question() -> None:
    game = won()
    go_on(game, "push\nhand")
    assert not game.look().pot_asked
    assert not found(game)


def test_the_floor_ends_the_question() -> None:
    game = won()
    go_on(game, "move 3x100 from pot to stack.3\n1 says floor")
    assert not game.look().pot_asked
    assert found(game) == [(Kind.POT_WRONG, 1)]


def test_nobody_is_asked_whose_stack_is_read() -> None:
    game = won()
    game.observe(ChipsAt(game.sink.now, "stack.1", (1000,) * 4 + (900,), game.sink.now))
    go_on(game, "push")
    assert not game.look().pot_asked
    assert not any(isinstance(event, PotPushed) for event in game.events)


@pytest.mark.parametrize("first", ["pot", "front"])
def test_a_pot_before_another_seat_is_wrong_in_whatever_order_it_is_read(first: str) -> None:
    game = won()
    at = game.sink.now
    reads = [ChipsAt(at, "pot", (), at), ChipsAt(at, "bet.3", (100, 100, 100), at)]
    for seen in reads if first == "pot" else reversed(reads):
        game.observe(seen)
    assert found(game) == [(Kind.POT_WRONG, 3)]


def test_blinds_that_are_put_in_early_are_no_pot() -> None:
    game = won()
    go_on(game, "move 1x100 from pot to stack.1\n3 puts 1x50\n2 puts 100\npush")
    assert not found(game)


def test_chips_on_a_stack_while_the_pot_lies_there_whole_are_none_of_it() -> None:
    game = won()
    at = game.sink.now
    game.observe(ChipsAt(at, "stack.3", (5000, 500), at))
    assert not found(game)
    game.observe(ChipsAt(at, "pot", (), at))
    game.observe(ChipsAt(at, "stack.3", (5000, 100), at))
    assert found(game) == [(Kind.POT_WRONG, 3)]


def test_a_stack_that_is_still_being_read_when_the_pot_leaves_is_judged_at_rest() -> None:
    for rests, kinds in ((4900, []), (5000, [(Kind.POT_WRONG, 3)])):
        game = won()
        at = game.sink.now
        game.observe(ChipsAt(at, "stack.3", (4900, 100), at, provisional=True))
        game.observe(ChipsAt(at, "pot", (), at))
        assert not found(game)
        game.observe(ChipsAt(at, "stack.3", (rests,), at))
        assert found(game) == kinds
