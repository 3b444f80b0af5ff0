"""What becomes of a bet, and of its calls, when a player need not put in the rest of it."""

import pytest

from controller.contract.public import BetReturned
from controller.table.betting.waived_debts import waive_debt
from controller.table.state import play_on
from tests.controller.table.scripted import played, said

RAISED = "hand ; deal\n1 says raise to 600"


@pytest.mark.parametrize(
    ("script", "killed", "bets", "level", "back"),
    [
        (RAISED, False, (0, 0, 50, 100), 100, []),
        (RAISED, True, (0, 0, 50, 100), 100, []),
        (f"{RAISED}\n1 puts 1x500", False, (0, 500, 50, 100), 500, []),
        (f"{RAISED}\n2 calls", False, (0, 0, 100, 100), 100, [(2, 500)]),
        (f"{RAISED}\n2 calls", True, (0, 0, 600, 100), 600, []),
        (f"{RAISED}\n1 puts 1x500\n2 calls", False, (0, 500, 500, 100), 500, [(2, 100)]),
        (f"{RAISED}\n2 raises to 2000", False, (0, 0, 2000, 100), 2000, []),
        ("hand ; deal\n1 says call", False, (0, 0, 50, 100), 100, []),
    ],
)
def test_a_bet_is_limited_to_what_is_in(
    script: str,
    killed: bool,
    bets: tuple[int, ...],
    level: int,
    back: list[tuple[int, int]],
) -> None:
    game = played(script, house="tda")
    play = play_on(game.table, game.house, game.table.at)
    whole = sum(seat.stack for seat in play.table.seats) + sum(play.hand.bets)
    assert waive_debt(play, 1, killed=killed)
    assert play.hand.bets == bets
    assert play.hand.round.level_bet == level
    assert [
        (event.seat, event.amount) for event in play.public if isinstance(event, BetReturned)
    ] == back
    assert sum(seat.stack for seat in play.table.seats) + sum(play.hand.bets) == whole


def test_of_a_raise_that_is_gone_the_raise_before_it_counts() -> None:
    game = played("hand ; deal\n1 raises to 300\n2 says raise to 1000", house="tda")
    play = play_on(game.table, game.house, game.table.at)
    assert waive_debt(play, 2)
    current = play.hand.round
    assert (current.level_bet, current.last_raise, current.aggressor) == (300, 200, 1)


def test_a_player_who_owes_nothing_keeps_their_bet() -> None:
    game = played("hand ; deal\n1 raises to 300", house="tda")
    play = play_on(game.table, game.house, game.table.at)
    assert not waive_debt(play, 1)
    assert play.hand.bets == game.table.hand.bets
    assert not said(game, BetReturned)
