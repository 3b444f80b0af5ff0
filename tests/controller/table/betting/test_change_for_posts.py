"""Change for a post that is too large: what is due, and out of whose post it comes."""

import pytest
from msgspec.structs import replace

from controller.contract.observations import ChipsAt
from controller.contract.public import Kind
from controller.table.betting.change_for_posts import change_of_posts, is_change_of_posts
from controller.table.chips_in_front import Motion
from controller.table.state import Posting, Table, play_on
from tests.controller.table.scripted import THREE, kinds, played


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


def test_who_is_given_change_out_of_the_other_blind_has_posted() -> None:
    game = played("hand", house="tda")
    lies = {"bet.2": (100,), "bet.3": (50,)}
    hand = replace(game.table.hand, stage=Posting((0,) * 4, (0, 0, 50, 100)), bets=(0,) * 4)
    play = play_on(replace(game.table, chips=lies, hand=hand), game.house, 0)
    taken = Motion(ChipsAt(0, "bet.3", (50,), 0), 3, 50, (100,))
    assert is_change_of_posts(play, taken)
    assert play.hand.bets == (0, 0, 50, 0)
    assert play.hand.stage == Posting((0,) * 4, (0, 0, 0, 100))
