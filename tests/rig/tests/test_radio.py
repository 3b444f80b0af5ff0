"""An evening in air that all nodes share: with time slots there are no false findings."""

from hardware.timing.standing_slots import make_schedule
from hardware.twin.layout import reference_layout
from tests.rig.radio import run


def test_with_slots_no_card_leaves_by_itself() -> None:
    found = run("slots", "typical", 0, 60_000)
    assert (found.hands, found.stuck) == (1, 0)
    assert (found.false_departures, found.false_alarms) == (0, 0)


def test_the_slots_of_ten_seats_fit_into_a_fifth_of_a_second() -> None:
    assert make_schedule(reference_layout(10)).frame == 184, "as docs and hardware/build say"
