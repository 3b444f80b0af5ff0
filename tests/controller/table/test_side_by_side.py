"""Two boards side by side: what the state, the seats' hands and a private ear are told of them."""

import pytest

from controller.contract.public import BoardChanged, CardsTabled, laid
from controller.contract.rules import Variant
from controller.table.board.burns_and_streets import tell_board
from controller.table.state import play_on
from controller.table.state.games import GAMES, on_two_boards, one_board, side_by_side
from controller.table.view.public_view import public_state
from controller.table.view.seat_view import secret
from tests.controller.table.scripted import chips, go_on, played, said

HOUSE = '"tests/scenarios/games/two-boards/house.toml"'
TABLE = """
seat 1 Anne 5000 ; seat 2 Bruno 5000 ; seat 3 Chloe 5000
button 1
deck Ac Kc 2c  Ad Kd 2d  3s 4h 5h 9s Kh 7c 8d  3d 6c Jh  3h 7h Jd
"""
FLOP = "bomb-pot\nhand ; deal ; flop\n"
ROUND = "2 checks ; 3 checks ; 1 checks\n"


def test_both_boards_grow_together_and_each_hand_is_worth_something_on_both() -> None:
    game = played(FLOP + ROUND + "turn", house=HOUSE, table=TABLE)
    state = game.look()
    assert (state.boards, state.bomb_pot, state.may_run_twice) == (2, 200, ())
    assert state.first_board == ("4h", "5h", "9s", "6c")
    assert state.board == ("Kh", "7c", "8d", "Jh")
    assert laid(state) == ("4h", "5h", "9s", "Kh", "7c", "8d", "6c", "Jh")
    own = secret(game.table, 3)
    assert own.first is not None
    assert (own.first.hand_name, own.hand_name) == ("pair", "three-of-a-kind")
    go_on(game, ROUND + "river\n" + ROUND + "2 tables ; 3 tables ; 1 tables")
    tabled = [event for event in said(game, CardsTabled) if isinstance(event, CardsTabled)]
    names = [(event.first.hand_name if event.first else "", event.name) for event in tabled]
    assert names == [("pair", "two-pair"), ("pair", "full-house"), ("pair", "two-pair")]
    over = public_state(game.table, game.house, 0, "1")
    assert [award.run for award in over.awards] == [1, 2]
    assert over.seats[2].first is not None
    go_on(game, "push")
    assert chips(game) == 15_000


def test_one_board_has_no_first_one() -> None:
    game = played("hand ; deal ; 1 calls ; 2 calls ; 3 checks ; flop", house=HOUSE, table=TABLE)
    state = game.look()
    assert (state.boards, state.first_board, laid(state)) == (1, (), state.board)
    assert secret(game.table, 3).first is None


@pytest.mark.parametrize(
    ("variant", "players", "boards"),
    [
        (Variant.HOLDEM, 10, 2),
        (Variant.OMAHA, 9, 2),
        (Variant.OMAHA, 10, 1),
        (Variant.OMAHA_5, 7, 2),
        (Variant.OMAHA_5, 8, 1),
        (Variant.SHORT_DECK, 10, 2),
    ],
)
def test_there_are_two_where_the_deck_has_cards_for_them(
    variant: Variant, players: int, boards: int
) -> None:
    game = GAMES[variant, "no-limit"]
    both = on_two_boards(game, players)
    assert both.boards == boards
    assert one_board(both) == game


def test_cards_of_a_street_that_is_not_whole_are_the_first_boards() -> None:
    game = on_two_boards(GAMES[Variant.HOLDEM, "no-limit"], 6)
    assert side_by_side(game, ("2c", "3c", "4c", "5c")) == (("2c", "3c", "4c"), ("5c",))
    assert side_by_side(game, ("2c",)) == (("2c",), ())


def test_two_boards_are_told_of_one_by_one_and_one_board_as_it_is() -> None:
    two = played(FLOP, house=HOUSE, table=TABLE)
    one = played("hand ; deal\n1 calls ; 2 calls ; 3 checks\nflop")
    told = []
    for game in (two, one):
        play = play_on(game.table, game.house, 0)
        tell_board(play)
        told.append(play.public)
    assert told[0] == (
        BoardChanged(("4h", "5h", "9s"), 1),
        BoardChanged(("Kh", "7c", "8d"), 2),
    )
    assert told[1] == (BoardChanged(one.look().board),)
