"""Change that comes out of the bets of others: what is due, what is one's own, what is too much."""

import pytest
from msgspec.structs import replace

from controller.contract.observations import ChipsAt
from controller.contract.public import Kind
from controller.table.betting.making_change import (
    change_due,
    change_of_posts,
    is_change,
    is_change_of_posts,
    next_change,
)
from controller.table.chips_in_front import Motion
from controller.table.state import Posting, Table, play_on
from controller.table.state.chips_owed import unpaid
from tests.controller.table.scripted import FOUR, THREE, go_on, kinds, played

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


@pytest.mark.parametrize(
    ("taken", "found"),
    [("2x25", []), ("1x25", [Kind.BLIND_SHORT]), ("3x25", [Kind.BLIND_SHORT])],
)
def test_a_blind_posted_with_a_larger_chip_gets_its_exact_change_out_of_the_other(
    taken: str, found: list[Kind]
) -> None:
    posts = "hand\n2 takes 50 ; 3 takes 100\n2 puts 1x100\n3 puts 4x25"
    game = played(
        f"{posts}\nmove {taken} from bet.3 to stack.2\ndeal",
        house="tda", table=f"denominations 25 50 100 500\n{THREE}",
    )  # fmt: skip
    assert kinds(game) == found
    # What lies before seat 2 beyond its blind is a part of the big blind.
    assert game.table.base[1:4] == ((0, 0, 0) if found else (0, 50, -50))


def test_a_post_with_a_larger_chip_is_due_its_change_until_it_is_posted() -> None:
    game = played("hand\n2 takes 50\n2 puts 1x100", house="tda")
    table, hand = game.table, game.table.hand
    none = (0, 0, 0, 0)

    def change(table: Table, antes: tuple[int, ...], blinds: tuple[int, ...]) -> tuple[int, int]:
        stage = Posting(antes=antes, blinds=blinds)
        return change_of_posts(table, replace(hand, stage=stage, bets=none), stage)

    due = none, (0, 0, 50, 100)
    assert change(table, *due) == (2, 50)
    assert change(table, (0, 0, 25, 0), (0, 0, 50, 100)) == (2, 25)
    assert change(table, none, (0, 0, 1, 100)) == (2, 99)
    assert change(table, (0, 0, 50, 0), (0, 0, 50, 100)) == (0, 0)
    assert change(table, none, none) == (0, 0)
    keyed = replace(table, fittings=replace(table.fittings, keyed=True))
    blind = replace(table, devices=replace(table.devices, blind_zones=frozenset({"bet.2"})))
    assert change(keyed, *due) == change(blind, *due) == (0, 0)


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
    ("before", "after", "others", "taker"),
    [
        ((25, 25, 25, 25), (25, 25), ((), (100,)), 2),
        ((100,), (99,), ((), (51,)), 2),
        ((100,), (100,), ((), (50,)), 0),
        ((100,), (100,), ((), (100,)), 0),
        ((100,), (100,), ((25,), (75,)), 0),
        ((50,), (100,), ((), ()), 0),
        ((100,), (75,), ((), (100,)), 0),
        # More lay there than the blind, or less.
        ((100, 25), (75,), ((), (100,)), 0),
        ((75,), (25,), ((), (100,)), 0),
        # Two are due the same amount, or one that has nothing to post.
        ((100,), (50,), ((50,), (100,)), 0),
        ((100,), (50,), ((50,), (50,)), 0),
    ],
)
def test_what_is_taken_from_a_blind_is_change_of_the_only_one_that_is_due_it(
    before: tuple[int, ...],
    after: tuple[int, ...],
    others: tuple[tuple[int, ...], tuple[int, ...]],
    taker: int,
) -> None:
    game = played("hand", house="tda")
    lies = {"bet.1": others[0], "bet.2": others[1], "bet.3": after}
    play = play_on(replace(game.table, chips=lies), game.house, 0)
    motion = Motion(ChipsAt(0, "bet.3", after, 0), 3, sum(after), before)
    assert is_change_of_posts(play, motion) is bool(taker)
    gone = sum(before) - sum(after)
    assert play.table.base == ((0, 0, gone, -gone) if taker else (0, 0, 0, 0))


@pytest.mark.parametrize(
    ("taken", "change", "found"),
    [
        (0, False, False),
        (-1, False, False),
        (1, True, False),
        (200, True, False),
        (201, True, True),
    ],
)
def test_what_is_taken_from_a_bet_is_change_of_the_only_one_that_is_due_some(
    taken: int, change: bool, found: bool
) -> None:
    game = played(OVERSIZED, house="fidpa", table=FOUR)
    for due in (True, False):
        lies = {**game.table.chips, "bet.1": (500 if due else 300,)}
        play = play_on(replace(game.table, chips=lies), game.house, 0)
        motion = Motion(ChipsAt(0, "bet.4", (300 - taken,), 0), 4, 300 - taken, (300,))
        assert is_change(play, motion) is (change and due)
        moved = taken if change and due else 0
        assert play.table.base == (0, moved, 0, 0, -moved)
        assert play.hand.round.faulty == ((1,) if found and due else ())


@pytest.mark.parametrize(("lacks", "change"), [(0, 200), (1, 199), (199, 1), (200, 0), (250, 0)])
def test_what_has_left_the_bets_already_may_be_change_that_was_given(
    lacks: int, change: int
) -> None:
    table = played(OVERSIZED, house="fidpa", table=FOUR).table
    lies = {**table.chips, "bet.4": (300 - lacks,)}
    left = next_change(replace(table, chips=lies), table.hand)
    assert left == ((1, change) if change else (0, 0))


def test_who_is_given_change_out_of_the_other_blind_has_posted() -> None:
    game = played("hand", house="tda")
    lies = {"bet.2": (100,), "bet.3": (50,)}
    hand = replace(game.table.hand, stage=Posting((0,) * 4, (0, 0, 50, 100)), bets=(0,) * 4)
    play = play_on(replace(game.table, chips=lies, hand=hand), game.house, 0)
    taken = Motion(ChipsAt(0, "bet.3", (50,), 0), 3, 50, (100,))
    assert is_change_of_posts(play, taken)
    assert play.hand.bets == (0, 0, 50, 0)
    assert play.hand.stage == Posting((0,) * 4, (0, 0, 0, 100))
