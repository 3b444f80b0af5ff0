"""Stream consent is a player's: the next player in the seat has not agreed."""

from msgspec.structs import replace

from controller.table.between_hands import stream_waits
from controller.table.state import Stream
from tests.controller.table.floor_table import table_of


def test_a_yes_is_of_a_seat_and_its_player() -> None:
    table = table_of(3).table
    names = tuple((seat, table.seats[seat].name) for seat in (1, 2, 3))
    agreed = replace(table, at_rest=replace(table.at_rest, stream=Stream(on=True, agreed=names)))
    assert stream_waits(agreed) == ()
    seats = list(agreed.seats)
    seats[2] = replace(seats[2], name="Nora")
    assert stream_waits(replace(agreed, seats=tuple(seats))) == (2,)
