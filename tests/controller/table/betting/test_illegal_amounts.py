"""Amounts that are no legal bet, call or raise: each house reads them in its own way."""

import pytest
from msgspec.structs import replace

from controller.contract.public import ActionMade, IrregularityFound
from controller.contract.rules import Kind
from controller.houses.loader import shipped_houses
from controller.houses.model import Remedy
from controller.table.betting.illegal_amounts import put_in, read_wrong
from controller.table.state import play_on
from controller.table.state.bet_limits import Legal, legal
from tests.controller.table.scripted import go_on, kinds, played, said


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


@pytest.mark.parametrize(("puts", "to"), [(299, 200), (300, 400), (301, 400), (399, 400)])
def test_half_of_a_raise_is_made_full_to_the_chip(puts: int, to: int) -> None:
    # TDA 43
    game = played("hand ; deal\n1 calls ; 2 calls ; 3 checks\nflop\n2 bets 200", house="tda")
    play = play_on(game.table, game.house, 0)
    read_wrong(play, legal(game.table, game.table.hand, game.house, 3), puts)
    assert [event.to for event in play.public if isinstance(event, ActionMade)] == [to]


@pytest.mark.parametrize(
    ("script", "case"),
    [("3 puts 75", "several"), ("3 folds ; 1 puts 75", "heads-up")],
)
def test_a_short_call_of_the_last_two_hands_is_a_case_of_its_own(script: str, case: str) -> None:
    game = played("hand ; deal\n1 calls ; 2 calls ; 3 checks\nflop\n2 bets 200", house="tda")
    rules = tuple(Remedy(Kind.BET_SHORT_CALL, word, (word,)) for word in ("several", "heads-up"))
    game.runtime.house = replace(game.house, remedies=rules)
    go_on(game, script)
    (found,) = said(game, IrregularityFound)
    assert found.article == case  # type: ignore[attr-defined]
