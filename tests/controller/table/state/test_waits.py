"""What a hand waits for besides acts and cards: nothing at all is no record of it."""

from controller.contract.cards_become_public import Asks
from controller.table.state.waits import NOTHING_DUE, Asked
from tests.controller.table.scripted import played


def test_a_hand_that_waits_for_nothing_has_no_record_of_it() -> None:
    assert NOTHING_DUE.asked is None
    assert played("hand ; deal").table.hand.due is None


def test_a_hand_remembers_who_is_asked_and_whether_in_turn() -> None:
    game = played("hand ; deal", house="fidpa")
    for card in ("4c", "7c"):
        game.sink.card(card, "bet.1")
    due = game.table.hand.due
    assert due is not None
    assert due.asked == Asked(1, Asks.FOLD, game.sink.now, in_turn=True)
