"""Straddles where chips are keyed, where a stack does not reach, and where a seat owes more."""

from controller.contract.public import ActionRefused, BlindPosted
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
