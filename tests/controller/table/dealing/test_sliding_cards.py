"""A card that slides over another seat's place is dealt to the seat that it comes to."""

import pytest

from controller.contract.public import RulingClosed
from controller.contract.rules import Closing
from controller.houses.loader import shipped_houses
from controller.play.game import DealtGame
from controller.table.dealing.sliding_cards import SLIDE_MS
from tests.controller.table.scripted import go_on, played

OVER = "deck 2c 3c 4c 5c 6c 7c Ah Kd Qs Jh Th 9s\nhand\ndeal to 2\n"


def over_seat_2(house: str) -> DealtGame:
    """Return a deal whose second card, seat 3's, has come to rest before seat 2."""
    game = played(f"{OVER}deal to 2", house=house)
    assert game.look().rulings
    return game


@pytest.mark.parametrize("house", shipped_houses())
def test_it_goes_on_to_its_seat_and_the_hand_goes_on(house: str) -> None:
    game = over_seat_2(house)
    chips = sum(seat.stack or 0 for seat in game.look().seats)
    go_on(game, "move 3c hand.2 hand.3")
    assert not game.look().rulings
    assert [e.outcome for e in game.events if isinstance(e, RulingClosed)] == [Closing.MOOT]
    go_on(game, "deal to 1 ; deal to 2 ; deal to 3 ; deal to 1\nexpect turn 1")
    assert not game.look().rulings
    assert game.table.hand.holes[2] == ("2c", "5c")
    assert game.table.hand.holes[3] == ("3c", "6c")
    assert sum(seat.stack or 0 for seat in game.look().seats) <= chips


def test_one_that_comes_too_late_or_to_a_third_seat_stays_ruled_on() -> None:
    late = over_seat_2("fidpa")
    late.sink.wait(SLIDE_MS)
    go_on(late, "move 3c hand.2 hand.3")
    assert late.look().rulings
    elsewhere = over_seat_2("fidpa")
    go_on(elsewhere, "move 3c hand.2 hand.1")
    assert elsewhere.look().rulings


def test_the_last_card_of_a_deal_may_slide_too() -> None:
    script = f"{OVER}deal to 3 ; deal to 1 ; deal to 2 ; deal to 3\ndeal to 3"
    game = played(script, house="tda")
    go_on(game, "move 7c hand.3 hand.1\nexpect turn 1")
    assert not game.look().rulings
