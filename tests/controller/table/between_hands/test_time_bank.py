"""Time-bank cards: so many a player and level, whoever sits where."""

from controller.contract.public import ClockExtended, ClockStarted
from controller.table.between_hands.time_bank import cards_left
from tests.controller.table.scripted import go_on, played, said

SHOT_CLOCK = '"tests/scenarios/tda-2026/shot-clock.toml"'
DEAL = "hand ; deal\n"


def test_a_card_is_its_players_until_the_next_level() -> None:
    game = played(DEAL + "1 says time-bank\n1 folds\n2 folds", house=SHOT_CLOCK)
    assert [event.cards for event in said(game, ClockExtended)] == [1]  # type: ignore[attr-defined]
    left = [cards_left(game.table, game.house, seat) for seat in (1, 2, 3)]
    assert left == [1, 2, 2]
    go_on(game, "level 100 200\nhand")
    assert cards_left(game.table, game.house, 1) == 2


def test_where_decisions_have_no_time_there_is_no_clock_and_no_card() -> None:
    game = played(DEAL + "1 calls ; 2 folds", house="tda-2026")
    assert not said(game, ClockStarted)
    assert game.table.timed is None
    assert cards_left(game.table, game.house, 1) == 0


def test_an_act_that_is_taken_back_gives_its_time_anew() -> None:
    game = played(DEAL + "1 calls\nfloor undoes", house=SHOT_CLOCK)
    clock = game.table.clock
    assert clock is not None
    assert clock.seat == game.look().turn == 1
    assert game.look().clock_cards == 2
