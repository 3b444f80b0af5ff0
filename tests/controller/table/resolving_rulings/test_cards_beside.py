"""Cards that come while a ruling is open and have nothing to do with it."""

import pytest

from tests.controller.table.scripted import kinds, played

FLOP = "hand ; deal ; 1 calls ; 2 calls ; 3 checks ; flop ; 2 bets 100 ; "
UNDERCALL = FLOP + "3 raises to 500 ; 1 puts 1x100 ; "


@pytest.mark.parametrize(
    ("script", "first"),
    [
        (UNDERCALL, "bet.short-call"),
        (FLOP + "1 pushes ; ", "hand.line"),
        (FLOP + "1 sees card of stub ; ", "deal.exposed"),
        (FLOP + "3 folds ; deal to 3 ; ", "deal.not-entitled"),
        (FLOP + "move 2c from hand.2 to board ; ", "board.misplaced"),
    ],
)
def test_a_street_beside_a_ruling_is_dealt_too_early(script: str, first: str) -> None:
    deck = "deck 2c 3c 4c 5c 6c 7c Ah Kd Qs Jh Th 9s 8d\n"
    game = played(f"{deck}{script}burn ; board", house="tda")
    assert kinds(game) == [first, "board.premature"]


def test_a_street_that_the_ruling_asks_for_belongs_to_it() -> None:
    game = played("hand ; deal ; 1 calls ; 2 calls ; 3 checks ; board 3 ; follow all", house="ppc")
    assert kinds(game) == ["board.no-burn"]
    assert game.look().street == "flop"


@pytest.mark.parametrize("place", ["muck", "bet.2", "pot"])
def test_a_board_card_that_goes_astray_is_found_while_the_floor_is_asked(place: str) -> None:
    deck = "deck 2c 3c 4c 5c 6c 7c Ah Kd Qs Jh Th 9s 8d\n"
    game = played(f"{deck}{UNDERCALL}move Kd board {place}", house="tda")
    assert kinds(game) == ["bet.short-call", "board.misplaced"]


def test_a_hand_on_the_board_is_found_while_the_floor_is_asked() -> None:
    deck = "deck 2c 3c 4c 5c 6c 7c Ah Kd Qs Jh Th 9s 8d\n"
    game = played(f"{deck}{UNDERCALL}move 2c from hand.2 to board", house="tda")
    assert kinds(game) == ["bet.short-call", "board.misplaced"]
    game.sink.card("2c", "hand.2")
    assert [ruling.kind for ruling in game.look().rulings] == ["bet.short-call"]
