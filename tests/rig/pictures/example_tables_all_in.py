"""Example tables with an all-in: no more betting is possible, and the hands are turned up."""

from msgspec.structs import replace

from controller.contract.public import (
    HandStatus,
    NextStep,
    Phase,
    PotView,
    PublicState,
    Street,
    Task,
)
from controller.contract.rules import Variant
from tests.rig.pictures.example_tables import flop, with_seat


def open_all_in() -> PublicState:
    """Return a three-player all-in on the flop, with hands turned up and the turn still to come."""
    state = replace(
        flop(), phase=Phase.BOARD, turn=0, legal=(), next_step=NextStep(Task.BURN),
        pots=(PotView(5_400, (1, 4, 6)), PotView(2_500, (1, 6))),
    )  # fmt: skip
    for seat, shown in ((1, ("As", "Kc")), (4, ("7h", "7d")), (6, ("Qh", "Jh"))):
        state = with_seat(
            state, seat, status=HandStatus.ALL_IN, stack=0, bet=0, cards=2, shown=shown
        )
    return with_seat(state, 2, status=HandStatus.FOLDED, cards=0, bet=0)


def two_boards() -> PublicState:
    """Return an all-in with five-card hands face up, and the turn of the second board dealt."""
    state = replace(
        open_all_in(),
        game=Variant.OMAHA_5,
        structure="pot-limit",
        street=Street.TURN,
        board=("Ah", "Kd", "7c", "Qc"),
        first_board=("Ah", "Kd", "7c", "Ts", "2d"),
        next_step=NextStep(Task.BURN),
    )
    hands = {1: ("Qs", "Jc", "Tc", "9c", "8d"), 4: ("As", "Kc", "Kh", "7d", "5s"),
             6: ("Ac", "Ad", "9h", "6h", "4h")}  # fmt: skip
    for seat in state.seats:
        if seat.shown:
            state = with_seat(state, seat.seat, shown=hands[seat.seat], cards=5)
    return state


def bomb_pot() -> PublicState:
    """Return a bomb pot with two boards, both dealt up to the turn, and a player to act."""
    state = flop()
    return replace(
        state, bomb_pot=200, boards=2, street=Street.TURN, burned=2,
        first_board=("Ah", "Kd", "7c", "2s"), board=("Ts", "9s", "4d", "Qh"),
    )  # fmt: skip


def turned_up() -> PublicState:
    """Return the all-in of `open_all_in` at the moment when its hands are to be turned up."""
    state = replace(open_all_in(), phase=Phase.SHOWDOWN, next_step=NextStep(Task.TABLE, 1))
    for seat in (1, 4, 6):
        state = with_seat(state, seat, shown=())
    return state
