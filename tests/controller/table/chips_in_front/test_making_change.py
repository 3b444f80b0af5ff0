"""Change that comes out of the bets of others: what is due, what is one's own, what is too much."""

import pytest
from msgspec.structs import replace

from controller.contract.observations import ChipsAt
from controller.contract.public import Kind
from controller.table.chips_in_front import Motion
from controller.table.chips_in_front.making_change import (
    change_due,
    is_change,
    next_change,
    took_change,
)
from controller.table.state import play_on
from controller.table.state.chips_owed import unpaid
from tests.controller.table.scripted import FOUR, go_on, kinds, played

OVERSIZED = "hand ; deal\n4 raises to 300\n1 puts 1x500"


def test_what_lies_beyond_a_bet_is_due_to_its_seat() -> None:
    game = played(OVERSIZED, house="fidpa", table=FOUR)
    assert change_due(game.table, game.table.hand)[1:] == [200, 0, 0, 0]
    assert [view.change for view in game.look().seats] == [200, 0, 0, 0]


def test_change_out_of_a_bet_ends_it_and_leaves_nobody_owing() -> None:
    game = played(OVERSIZED, house="fidpa", table=FOUR)
    game.sink.chips("bet.4", "stack.1", (100,))
    assert change_due(game.table, game.table.hand)[1:] == [100, 0, 0, 0]
    game.sink.chips("bet.4", "stack.1", (100,))
    assert not any(change_due(game.table, game.table.hand))
    assert not any(unpaid(game.table, game.table.hand))
    assert kinds(game) == [Kind.BET_OVERSIZED]


def test_too_much_is_owed_by_who_has_taken_it() -> None:
    game = played(OVERSIZED, house="fidpa", table=FOUR)
    game.sink.chips("bet.4", "stack.1", (100, 100, 100))
    assert kinds(game) == [Kind.BET_OVERSIZED]
    game.sink.settle()
    assert kinds(game) == [Kind.BET_OVERSIZED, Kind.BET_TAKEN_BACK]
    assert unpaid(game.table, game.table.hand)[1:] == [100, 0, 0, 0]


def test_a_bet_that_is_taken_back_while_nobody_gets_change_is_found() -> None:
    game = played("hand ; deal\n4 raises to 300\n1 calls", house="fidpa", table=FOUR)
    game.sink.chips("bet.4", "stack.4", (100,))
    game.sink.settle()
    assert kinds(game) == [Kind.BET_TAKEN_BACK]


def test_change_is_the_step_before_bets_are_gathered() -> None:
    game = played("hand ; deal\n1 says call ; 1 puts 1x500 ; 2 calls ; 3 checks", house="fidpa")
    go_on(game, 'expect next "change 1 400"\nmove 1x100 from bet.3 to stack.1')
    go_on(game, 'expect next "change 1 300"')


def test_who_can_take_the_rest_of_their_own_chips_back_needs_no_change() -> None:
    game = played("hand ; deal\n1 says call ; 1 puts 5x100 ; 2 calls ; 3 checks", house="fidpa")
    assert game.look().seats[0].change == 400
    go_on(game, "expect next gather")


def test_no_change_is_due_of_bets_that_are_keyed_gathered_or_not_read() -> None:
    table = played(OVERSIZED, house="fidpa", table=FOUR).table
    hand = table.hand
    keyed = replace(table, fittings=replace(table.fittings, keyed=True))
    blind = replace(table, devices=replace(table.devices, blind_zones=frozenset({"bet.1"})))
    assert change_due(table, hand) == [0, 200, 0, 0, 0]
    assert change_due(keyed, hand) == change_due(blind, hand) == [0] * 5
    assert change_due(table, replace(hand, gathered=True)) == [0] * 5
    assert next_change(table, hand) == (1, 200)
    assert next_change(keyed, hand) == (0, 0)


@pytest.mark.parametrize(
    ("taken", "change"),
    [(0, False), (-1, False), (1, True), (200, True), (201, False)],
)
def test_what_is_taken_from_a_bet_is_change_of_the_only_one_that_is_due_some(
    taken: int, change: bool
) -> None:
    game = played(OVERSIZED, house="fidpa", table=FOUR)
    for due in (True, False):
        lies = {**game.table.chips, "bet.1": (500 if due else 300,)}
        play = play_on(replace(game.table, chips=lies), game.house, 0)
        motion = Motion(ChipsAt(0, "bet.4", (300 - taken,), 0), 4, 300 - taken, (300,))
        assert is_change(play, motion) is (change and due)
        moved = taken if change and due else 0
        assert play.table.base == (0, moved, 0, 0, -moved)


def test_a_whole_bet_is_no_change_until_it_has_had_time_to_reach_the_pot() -> None:
    game = played("hand ; deal\n4 raises to 200\n1 puts 1x500", house="fidpa", table=FOUR)
    game.sink.chips("bet.4", "stack.1", (100, 100))
    assert not any(game.table.base)
    game.sink.settle()
    assert game.table.base == (0, 200, 0, 0, -200)


@pytest.mark.parametrize(
    ("lacks", "change", "found"),
    [(0, False, False), (1, True, False), (200, True, False), (201, True, True)],
)
def test_what_is_missing_from_a_bet_is_change_too(lacks: int, change: bool, found: bool) -> None:
    game = played(OVERSIZED, house="fidpa", table=FOUR)
    lies = {**game.table.chips, "bet.4": (300 - lacks,)}
    play = play_on(replace(game.table, chips=lies), game.house, 0)
    assert took_change(play, 4) is change
    assert play.table.base == (0, lacks, 0, 0, -lacks)
    assert play.hand.round.faulty == ((1,) if found else ())


@pytest.mark.parametrize(("lacks", "change"), [(0, 200), (1, 199), (199, 1), (200, 0), (250, 0)])
def test_what_has_left_the_bets_already_may_be_change_that_was_given(
    lacks: int, change: int
) -> None:
    table = played(OVERSIZED, house="fidpa", table=FOUR).table
    lies = {**table.chips, "bet.4": (300 - lacks,)}
    left = next_change(replace(table, chips=lies), table.hand)
    assert left == ((1, change) if change else (0, 0))
