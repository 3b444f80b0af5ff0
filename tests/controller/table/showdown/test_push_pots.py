"""A pot on its way: followed by antennas, and asked about where none reads the winner's stack."""

import pytest

from controller.contract.observations import ChipsAt
from controller.contract.public import IrregularityFound, Kind, PotPushed, PotReceived, PotShare
from controller.play.game import DealtGame
from tests.controller.table.scripted import FOUR, go_on, played

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


def test_a_part_of_a_pot_before_another_seat_is_not_yet_a_pot() -> None:
    game = won()
    go_on(game, "move 2x100 from pot to bet.3")
    assert not found(game)


def test_chips_that_lie_there_already_are_no_pot_that_came() -> None:
    game = won()
    at = game.sink.now
    game.observe(ChipsAt(at, "bet.3", (100, 100, 100), at))
    assert not found(game)  # the pot is whole: these came from elsewhere
    game.observe(ChipsAt(at, "pot", (100,), at))
    game.observe(ChipsAt(at, "bet.3", (100, 100, 100), at))
    assert not found(game)


def test_a_blind_as_large_as_the_pot_is_no_pot() -> None:
    game = played("hand ; deal\n1 folds ; 2 folds\ngather", house="fidpa")
    go_on(game, 'expect next "push 3 100"')
    at = game.sink.now
    game.observe(ChipsAt(at, "pot", (), at))
    game.observe(ChipsAt(at, "bet.1", (100,), at))
    assert not found(game)


def test_nobody_is_asked_while_a_ruling_is_open() -> None:
    game = won()
    go_on(game, "1 says floor\npush")
    assert game.table.rulings
    assert not any(isinstance(event, PotPushed) for event in game.events)


SHARED = """hand ; deal
1 raises to 300 ; 2 calls ; 3 calls
flop
2 checks ; 3 bets 300 ; 1 calls ; 2 folds
turn
3 checks ; 1 checks
river
3 checks ; 1 checks
3 tables ; 1 tables"""
BOTH = """
blinds 50 100
seat 1 Anne 5000 ; seat 2 Bruno 5000 ; seat 3 Chloe 5000
button 1
deck 2c 3c 4d 7d 6c 5h  Ah Kd Ks Kc Th As 8d Ac 6d
"""
"""Seats 1 and 3 share what lies on the board."""


def shared() -> DealtGame:
    """Return a table whose pot of 1500 is shared by seats 3 and 1."""
    return played(SHARED, house="fidpa", table=BOTH)


def test_the_second_share_is_next_once_the_first_has_gone() -> None:
    game = shared()
    go_on(game, 'expect next "push 3 750"')
    at = game.sink.now
    game.observe(ChipsAt(at, "pot", (750,), at))
    go_on(game, 'expect next "push 1 750"')


@pytest.mark.parametrize(("chips", "wrong"), [(750, True), (1500, True), (1000, False)])
def test_one_share_or_all_of_them_before_another_seat_is_wrong(chips: int, wrong: bool) -> None:
    game = shared()
    at = game.sink.now
    game.observe(ChipsAt(at, "pot", (1500 - chips,), at))
    game.observe(ChipsAt(at, "bet.2", (chips,), at))
    assert found(game) == ([(Kind.POT_WRONG, 2)] if wrong else [])


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


def test_a_pot_that_a_stack_shows_before_the_pot_itself_is_wrong() -> None:
    game = won()
    at = game.sink.now
    game.observe(ChipsAt(at, "stack.1", (4900,), at))
    game.observe(ChipsAt(at, "stack.3", (4900, 300), at))
    assert not found(game)  # the pot lies there whole
    game.observe(ChipsAt(at, "pot", (), at))
    assert found(game) == [(Kind.POT_WRONG, 3)]


@pytest.mark.parametrize("seat", [1, 3])
@pytest.mark.parametrize("zone", ["stack", "bet"])
def test_a_pot_is_wrong_at_the_first_seat_as_at_the_last(seat: int, zone: str) -> None:
    script = WON[: WON.index("2 checks")] + "2 bets 200 ; 3 folds ; 1 folds\ngather"
    game = played(script, house="fidpa")
    at = game.sink.now
    game.observe(ChipsAt(at, "stack.2", (4900,), at))
    lies = (4900, 300) if zone == "stack" else (300,)
    game.observe(ChipsAt(at, f"{zone}.{seat}", lies, at))
    assert not found(game)
    game.observe(ChipsAt(at, "pot", (), at))
    assert found(game) == [(Kind.POT_WRONG, seat)]


@pytest.mark.parametrize(("more", "wrong"), [(0, False), (1, True), (500, True), (501, False)])
def test_what_a_stack_has_of_a_pot_is_at_most_the_pot_and_an_uncalled_bet(
    more: int, wrong: bool
) -> None:
    game = won()
    at = game.sink.now
    game.observe(ChipsAt(at, "pot", (), at))
    game.observe(ChipsAt(at, "stack.3", (4900, *([more] if more else [])), at))
    assert found(game) == ([(Kind.POT_WRONG, 3)] if wrong else [])


@pytest.mark.parametrize(("left", "wrong"), [((), False), ((100,), True)])
def test_chips_on_another_stack_are_none_of_a_pot_that_its_winner_has(
    left: tuple[int, ...], wrong: bool
) -> None:
    game = won()
    at = game.sink.now
    game.observe(ChipsAt(at, "stack.1", (5200,), at))
    game.observe(ChipsAt(at, "pot", left, at))
    game.observe(ChipsAt(at, "stack.3", (4900, 100), at))
    assert found(game) == ([(Kind.POT_WRONG, 3)] if wrong else [])


def test_who_came_after_the_hand_has_brought_the_chips_of_the_stack() -> None:
    game = played(WON.replace("1 calls", "4 folds ; 1 calls"), house="fidpa", table=FOUR)
    go_on(game, "stand-up 4 ; sit-down 4 Eve 5000")
    at = game.sink.now
    game.observe(ChipsAt(at, "pot", (), at))
    game.observe(ChipsAt(at, "stack.4", (5000, 300), at))
    assert not found(game)
