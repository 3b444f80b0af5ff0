"""Straddles where chips are keyed, where a stack does not reach, and where a seat owes more."""

import pytest
from msgspec.structs import replace

from controller.contract.public import ActionRefused, BlindPosted
from controller.houses.model import Ruled
from controller.table.betting.straddles import may_straddle, opening
from controller.table.state import Extras, Round
from tests.controller.table.scripted import FOUR, THREE, chips, go_on, kinds, played, said

HOUSE = '"tests/scenarios/games/straddle/house.toml"'


def test_keyed_chips_are_posted_by_the_word() -> None:
    game = played("hand ; 4 says straddle", house=HOUSE, table="chips keyed\n" + FOUR)
    assert said(game, BlindPosted)[-1] == BlindPosted(4, 200, "straddle")
    go_on(game, "deal ; expect turn 1 ; 1 folds ; 2 folds ; 3 folds")
    assert game.look().seats[3].stack == 5150
    assert chips(game) == 20_000


def test_a_stack_that_does_not_reach_can_not_straddle() -> None:
    game = played("floor stack 4 199 ; hand", house=HOUSE, table=FOUR)
    assert not game.look().may_straddle
    go_on(game, "4 says straddle")
    assert said(game, ActionRefused)[-1] == ActionRefused(4, "straddle", "no-straddle")
    go_on(game, "1 says straddle")
    assert len(said(game, ActionRefused)) == 2


def test_who_posts_to_enter_does_not_straddle_besides() -> None:
    game = played(
        "hand ; deal ; 4 folds ; 1 folds ; 2 folds\nsit-down 5 Emil 5000 post-now\nhand",
        house=HOUSE, table=FOUR,
    )  # fmt: skip
    assert game.look().big_blind == 4
    assert not game.look().may_straddle


def test_with_two_players_nobody_straddles() -> None:
    game = played("stand-up 3 ; stand-up 4 ; hand", house=HOUSE, table=FOUR)
    assert not game.look().may_straddle


def test_whom_a_straddle_is_open_to() -> None:
    button = '"tests/scenarios/games/straddle/button.toml"'
    away = FOUR.replace("Anne 5000", "Anne 5000 absent")
    cases = (
        ("three players are enough", HOUSE, THREE, "hand", 1),
        ("a stack that just reaches", HOUSE, FOUR, "floor stack 4 200 ; hand", 4),
        ("of the two who play, neither", HOUSE, away, "stand-up 4 ; hand", 0),
        ("the button", button, FOUR, "hand", 1),
        ("a button at a seat that nobody has", button, FOUR, DEAD_BUTTON, 0),
    )
    for why, house, table, script, seat in cases:
        assert played(script, house=house, table=table).look().may_straddle == seat, why


DEAD_BUTTON = """hand ; deal ; 4 folds ; 1 folds ; 2 folds ; push
stand-up 2 ; sit-down 5 Emil 5000 ; hand ; expect button 2"""


def test_chips_of_seats_that_owe_no_blind_are_ruled_on_once_for_each_seat() -> None:
    five = f"{FOUR}seat 5 Emil 5000"
    game = played("hand ; 1 puts 100 ; 1 puts 100", house=HOUSE, table=five)
    assert kinds(game) == ["blind.wrong-seat"]
    go_on(game, "5 puts 100")
    assert kinds(game) == ["blind.wrong-seat"] * 2
    go_on(game, "1 takes 200 ; 5 takes 100 ; follow all")
    assert not game.look().rulings
    go_on(game, "4 puts 100 ; 4 puts 100")
    assert said(game, BlindPosted)[-1] == BlindPosted(4, 200, "straddle")
    assert len(kinds(game)) == 2


@pytest.mark.parametrize(("option", "last"), [(True, (4,)), (False, ())])
def test_a_straddle_opens_the_round_behind_it_and_counts_as_a_raise(
    option: bool, last: tuple[int, ...]
) -> None:
    game = played("hand ; 4 says straddle ; 4 puts 200 ; deal", house=HOUSE, table=FOUR)
    hand, blinds = game.table.hand, game.house.blinds
    rules = replace(blinds, straddle_option=Ruled(option, ""))
    assert hand.extras is not None
    begun = Round(level_bet=100, last_raise=100, opened=100, raises=1)
    house = replace(game.house, blinds=rules)
    order, found = opening(hand, hand.extras, house, (4, 1, 2, 3), begun)
    assert order == (1, 2, 3, *last)
    assert found == Round(level_bet=200, last_raise=200, opened=200, raises=2)
    after, _ = opening(hand, Extras(straddle=2), house, (4, 1, 2, 3), begun)
    assert after == ((3, 4, 1, 2) if option else (3, 4, 1))
    assert opening(hand, Extras(), house, (4, 1, 2, 3), begun) == ((4, 1, 2, 3), begun)


@pytest.mark.parametrize(
    ("house", "script", "seat"),
    [
        (HOUSE, "hand", 4),
        (HOUSE, "", 0),
        (HOUSE, "hand ; deal", 0),
        (HOUSE, "hand ; deal to 2", 0),
        ("ppc", "hand", 0),
    ],
)
def test_nobody_straddles_before_a_hand_or_after_its_first_card_or_where_nobody_may(
    house: str, script: str, seat: int
) -> None:
    game = played(script, house=house, table=FOUR)
    assert may_straddle(game.table, game.table.hand, game.house) == seat
