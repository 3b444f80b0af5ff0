"""The example tables: what is said of one holds for it."""

import pytest

from controller.contract.public import Phase, Street
from tests.rig.pictures.example_tables import board_due, flop, river


@pytest.mark.parametrize(
    ("street", "before", "cards"),
    [
        (Street.FLOP, Street.PREFLOP, 0),
        (Street.TURN, Street.FLOP, 3),
        (Street.RIVER, Street.TURN, 4),
    ],
)
def test_a_board_that_is_due_is_that_of_the_street_before(
    street: Street, before: Street, cards: int
) -> None:
    state = board_due(street)
    assert state.board == river().board[:cards]
    assert (state.phase, state.street, state.turn) == (Phase.BOARD, before, 0)
    assert state.burned == cards - 1 if cards else 1
    assert state.next_step is not None
    assert state.next_step.street == street
    # The bets are in the pot: it is larger once there was a round on the board.
    assert not any(seat.bet for seat in state.seats if seat.bet != flop().seats[3].bet)
    assert [pot.amount for pot in state.pots] == [3_700, 5_700 if cards else 1_200]
