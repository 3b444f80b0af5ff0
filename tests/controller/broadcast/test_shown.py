"""What an overlay says of a hand as it leaves."""

import pytest
from msgspec.structs import replace

from controller.broadcast.equity import equities, of_spot
from controller.broadcast.shown import overlay_of, spot_of
from controller.contract.private import SeatCards, StreamFrame
from controller.contract.public import Award, HandStatus, Phase, PotView, PublicState, SeatView
from controller.contract.rules import Variant
from display.words.names import words

ANNE = SeatView(1, HandStatus.ALL_IN, "Anne", 0, 500, cards=2, last_action="raise", last_amount=500)
BRUNO = SeatView(2, HandStatus.IN, "Bruno", 4500, 500, cards=2, last_action="call", last_amount=500)
CHLOE = SeatView(3, HandStatus.FOLDED, "Chloe", 900, 0, last_action="fold")
STATE = PublicState(
    9, "t", "ppc", hand=4, phase=Phase.BOARD, button=3, seats=(ANNE, BRUNO, CHLOE),
    board=("Ah", "7d", "2c"), pots=(PotView(300, (1, 2)),), turn=2,
)  # fmt: skip
CARDS = (SeatCards(1, ("As", "Ac")), SeatCards(2, ("Kd", "Kc")), SeatCards(3, ("Kh", "3s")))
FRAME = StreamFrame(4, STATE, CARDS)


def test_a_seat_has_its_cards_its_equity_and_what_it_did() -> None:
    spot = spot_of(FRAME)
    assert spot is not None
    assert spot.gone == ("Kh", "3s"), "what a folded hand held can't come"
    found = equities(spot.game, dict(spot.hands), spot.board, spot.gone)
    assert found[2] < 0.02
    anne, bruno, chloe = overlay_of(FRAME, found, words("en")).seats
    assert [card.rank + card.suit for card in anne.cards] == ["A♠", "A♣"]
    assert (anne.equity[-1], anne.action, bruno.turn) == ("%", "Raise to 500", True)
    assert (anne.stack, bruno.stack) == ("All-in", "4,500")
    assert (chloe.out, chloe.button, chloe.equity, chloe.action) == (True, True, "", "Fold")


def test_board_pot_and_blinds() -> None:
    now = overlay_of(FRAME, {}, words("en"))
    assert [[card.rank for card in board] for board in now.boards] == [["A", "7", "2"]]
    assert now.pot == "1,300"
    assert now.player == "Bruno"
    assert overlay_of(FRAME, {}, words("fr")).seats[2].action == "Se couche"


def test_an_empty_seat_hides_no_pot() -> None:
    seats = (*STATE.seats, SeatView(4))
    now = overlay_of(replace(FRAME, state=replace(STATE, seats=seats)), {}, words("en"))
    assert now.pot == "1,300"


def test_what_a_house_hides_is_not_shown() -> None:
    hidden = replace(STATE, pots=(PotView(None, (1, 2)),), seats=(ANNE, replace(BRUNO, stack=None)))
    now = overlay_of(replace(FRAME, state=hidden), {}, words("en"))
    assert (now.pot, now.seats[1].stack) == ("", "")


def test_each_of_two_boards_counts_for_half() -> None:
    one, two = ("Ah", "7d", "2c"), ("5c", "4d", "9s")
    spot = spot_of(replace(FRAME, state=replace(STATE, boards=2, first_board=one, board=two)))
    assert spot is not None
    assert (spot.first, spot.board) == (one, two)
    hands = dict(spot.hands)
    apart = [
        equities(spot.game, hands, board, (*spot.gone, *other))
        for board, other in ((one, two), (two, one))
    ]
    found = of_spot(spot)
    assert found[1] == pytest.approx((apart[0][1] + apart[1][1]) / 2)
    assert sum(found.values()) == pytest.approx(1)


def test_a_house_whose_trips_beat_straights_says_so_to_the_stream() -> None:
    spot = spot_of(replace(FRAME, trips_beat_straight=True))
    assert spot is not None
    assert spot.trips_beat_straight


def test_no_equity_where_it_means_nothing() -> None:
    alone = replace(STATE, seats=(ANNE, CHLOE))
    over = replace(STATE, phase=Phase.OVER)
    for state in (alone, over):
        assert spot_of(replace(FRAME, state=state)) is None
    assert spot_of(replace(FRAME, state=replace(STATE, game=Variant.OMAHA_HI_LO))) is not None
    unread = spot_of(replace(FRAME, cards=CARDS[:1]))
    assert unread is not None
    assert equities(unread.game, dict(unread.hands), unread.board, unread.gone) == {}


def test_who_won_is_told_even_where_a_house_hides_its_stacks() -> None:
    won = replace(STATE, phase=Phase.OVER, awards=(Award(0, 1, 800), Award(1, 1, 500)))
    now = overlay_of(replace(FRAME, state=won), {}, words("en"))
    assert (now.line, now.seats[0].won, now.seats[1].won) == ("Anne +1,300", "1,300", "")
