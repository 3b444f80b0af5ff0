"""Cards count in the order in which they come to the board and the burns, unless set aside."""

import pytest

from tests.controller.table.scripted import go_on, played

FLOP = "deck 2c 3c 4c 5c 6c 7c Ah Kd Qs Jh Th 9s 8d 7d\nhand ; deal\n1 calls ; 2 calls ; 3 checks\n"
ASIDE = f"{FLOP}flop ; 2 checks\nburn ; board\nfollow\n3 checks ; 1 checks"


@pytest.mark.parametrize("house", ["ppc", "fidpa"])
def test_a_card_set_aside_counts_in_no_pile(house: str) -> None:
    game = played(ASIDE, house=house)
    burns = game.table.hand.cards.burns
    go_on(game, "move 9s pocket burn")
    assert game.table.hand.cards.burns == burns
    go_on(game, "move 9s burn board")
    assert game.table.hand.board == ("Kd", "Qs", "Jh")
    go_on(game, "follow all\nexpect board.dealt street=turn cards=7d")


def test_a_card_that_comes_out_of_the_stub_again_is_the_due_burn() -> None:
    game = played(f"{FLOP}flop ; 2 bets 100 ; 3 folds ; move Th stub hand.3", house="ppc")
    go_on(game, "move Th hand.3 stub\n1 calls\ngather\nmove Th stub burn")
    assert game.table.hand.cards.burns == ("Ah", "Th")
    go_on(game, "board\nexpect board.dealt street=turn cards=9s")


def test_a_burn_that_is_put_back_on_the_burns_is_no_new_burn() -> None:
    game = played(f"{FLOP}flop ; 2 checks ; 3 checks ; 1 checks\ngather", house="ppc")
    go_on(game, "move Ah burn pocket\nmove Ah pocket burn\nexpect no card.burned")
    go_on(game, "board\nexpect irregularity.found kind=board.no-burn")
