"""Amounts that are no legal bet, call or raise: each house reads them in its own way."""

import pytest

from controller.contract.public import ActionMade
from controller.houses.loader import shipped_houses
from controller.table.betting.illegal_amounts import put_in
from controller.table.state.bet_limits import Legal, legal
from tests.controller.table.scripted import kinds, played, said


def in_turn() -> Legal:
    """Return what seat 1 may do facing the big blind."""
    game = played("hand ; deal")
    return legal(game.table, game.table.hand, game.house, 1)


@pytest.mark.parametrize(
    ("amount", "counts"),
    [
        (50, False),
        (100, True),
        (150, False),
        (199, False),
        (200, True),
        (5000, True),
        (5001, False),
    ],
)
def test_a_call_a_full_raise_and_the_whole_stack_need_no_reading(
    amount: int, *, counts: bool
) -> None:
    assert put_in(in_turn(), amount) == (amount if counts else None)


@pytest.mark.parametrize("house", shipped_houses())
def test_what_is_short_is_found_and_comes_to_something_that_is_legal(house: str) -> None:
    after_the_flop = "hand ; deal\n1 calls ; 2 calls ; 3 checks\nflop\n"
    for script, kind in (
        ("hand ; deal\n1 puts 75", "bet.short-call"),
        (after_the_flop + "2 puts 50", "bet.short"),
        (after_the_flop + "2 bets 200 ; 3 puts 300", "bet.short-raise"),
    ):
        game = played(script, house=house)
        if kinds(game):
            assert kinds(game) == [kind]
            for made in said(game, ActionMade):
                assert made.to in {0, 100, 200, 400}, made  # type: ignore[attr-defined]
        else:
            # A house without a least bet: what lies there is the bet.
            assert house in {"salle", "redcactus", "deauville"}
