"""What everything on a picture shares: names that are cut short."""

from display.felt.drawing.sheet import brief
from tests.rig.pictures import example_tables as e


def test_only_a_name_of_more_than_fourteen_letters_is_cut_short() -> None:
    state = e.with_seat(e.with_seat(e.flop(), 1, name="Maximilian III"), 2, name="Maximilian VIII")
    assert [seat.name for seat in brief(state).seats[:2]] == ["Maximilian III", "Maximilian VI…"]
    fitting = e.with_seat(e.flop(), 1, name="Maximilian III")
    assert brief(fitting) is fitting
