"""Players who are not at the table when their hand has been dealt."""

import pytest
from msgspec.structs import replace

from controller.contract.public import PotAwarded
from controller.table.dealing.absent_players import end_deal
from controller.table.state import FOLDED, play_on, put
from tests.controller.table.scripted import played


@pytest.mark.parametrize(("folded", "left"), [(0, 3), (3, 1), (2, 3), (1, 3)])
def test_with_nobody_at_the_table_the_big_blind_or_the_last_player_keeps_a_hand(
    folded: int, left: int
) -> None:
    game = played("hand ; deal")
    hand = game.table.hand
    if folded:
        hand = replace(hand, status=put(hand.status, folded, FOLDED))
    seats = tuple(replace(seat, absent=True) for seat in game.table.seats)
    play = play_on(replace(game.table, hand=hand, seats=seats), game.house, game.table.at)
    end_deal(play)
    won = [event.seat for event in play.public if isinstance(event, PotAwarded)]
    assert won == [left]
