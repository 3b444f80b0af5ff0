"""What seats owe, by what lies in front of them."""

from controller.table.state.chips_owed import lying, not_gathered, unpaid
from tests.controller.table.scripted import go_on, played


def test_what_was_said_and_does_not_lie_there_is_owed() -> None:
    game = played("hand ; deal\n1 says raise to 600\n1 puts 1x500", house="fidpa")
    assert unpaid(game.table, game.table.hand)[1:4] == [100, 0, 0]
    assert lying(game.table)[1:4] == [500, 50, 100]


def test_what_is_gathered_while_another_pays_is_not_owed_again() -> None:
    game = played("hand ; deal\n1 says call ; 2 calls ; 3 checks", house="fidpa")
    game.sink.chips("bet.2", "pot", (100,))
    assert unpaid(game.table, game.table.hand)[1:4] == [100, 0, 0]
    go_on(game, "1 puts 100\nexpect next gather")


def test_bets_of_a_round_that_is_over_are_not_gathered_while_they_lie_in_front() -> None:
    game = played("hand ; deal\n1 calls ; 2 calls ; 3 checks\nburn ; board 3", house="fidpa")
    assert not_gathered(game.table)[1:4] == [100, 100, 100]
    go_on(game, "gather")
    assert not any(not_gathered(game.table))
