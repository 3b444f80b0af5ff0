"""`tapis bench demo`: the demo shows everything in time, without long pauses."""

from controller.demo.tour import tour
from tests.rig.demo import LIMITS, measure


def test_the_tour_shows_a_ruling_a_misdeal_and_an_open_all_in_in_time() -> None:
    times = measure(len(tour()))
    assert all(0 < getattr(times, name) <= limit for name, limit in LIMITS.items()), times
    assert times.first_ruling_s < times.seen_through_s < times.misdeal_s < times.all_in_s
    assert times.level_timed == 1
