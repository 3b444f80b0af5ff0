"""The soak and the latency bench: a short run of each, and their reports."""

from pathlib import Path

import msgspec
import pytest

from controller.play.records.phh import read_hands
from tests.rig import latency as bench_latency
from tests.rig.latency import Latency, figures, written
from tests.rig.soak import Soak, soak_table
from tests.rig.stopwatch import Event, Timed

HAND = Path(__file__).with_name("heads-up.phh")


def test_two_hands_with_a_fault_lose_nothing() -> None:
    said: list[str] = []
    found = soak_table(list(read_hands(HAND)), 0.7, "typical", 1, said.append)
    assert found.held, found
    assert found.hands >= 2
    assert sum(found.faults.values()) >= 1
    assert len(said) == found.hands


@pytest.mark.parametrize(
    "change",
    [
        {"wrong": ("hand 1: short",)},
        {"lost": 1},
        {"doubled": 1},
        {"chips_lost": 1},
        {"threads": (20, 21)},
        {"descriptors": (100, 104)},
    ],
)
def test_whatever_is_lost_or_left_behind_is_told(change: dict[str, object]) -> None:
    good = Soak(60.0, 600.0, 80, 80, (), {"cable": 36}, 4000, 0, 0, 1, 0, (20, 20), (100, 100))
    assert good.held
    assert not msgspec.structs.replace(good, **change).held


MS = 1_000_000


def timed(count: int) -> tuple[Timed, list[int], list[int]]:
    """Return the timings of `count` events a second apart, with the writes and the flips."""
    found, wrote, flips = Timed(), [], []
    for number in range(count):
        at = number * 1000 * MS
        done = at + 3 * MS
        found.events.append(
            Event(number + 1, "west", at + MS, at + 2 * MS, MS // 4, done, at + 4 * MS, at + 5 * MS)
        )
        found.commits.append(done)
        wrote += [at - 20 * MS, at]
        flips.append(at + (10 + number) * MS)
        found.drawn.append(at + 6 * MS)
        found.rings.append(at + 6 * MS)
    return found, wrote, flips


def measured(found: Timed, wrote: list[int], flips: list[int]) -> Latency:
    """Return the figures of it."""
    return figures(written(found, {"west": wrote, "east": [7]}), flips)


def test_the_latency_is_that_of_what_an_event_brought() -> None:
    found = measured(*timed(100))
    assert (found.ring_p50_ms, found.ring_p99_ms) == (6.0, 6.0)
    assert (found.puback_p50_ms, found.puback_p99_ms) == (5.0, 5.0)
    assert (found.flip_p50_ms, found.flip_p99_ms) == (59.0, 108.0)
    assert (found.ours_p50_ms, found.ours_p99_ms) == (2.0, 2.0)
    assert (found.idle_p50_ms, found.idle_p99_ms) == (0.75, 0.75)
    assert found.samples == 100


def test_a_ring_that_looks_as_before_is_no_sample() -> None:
    found, wrote, flips = timed(20)
    found.rings[3] = 0
    found.drawn[3] = 3000 * MS + 4 * MS
    # Its light pulses a moment later, which is not caused by the event.
    found.drawn.insert(4, 3900 * MS)
    found.rings.insert(4, 3900 * MS)
    assert measured(found, wrote, flips).ring_p99_ms == 6.0


def test_too_little_is_no_figure() -> None:
    with pytest.raises(ValueError, match="too little was measured: 3 events"):
        measured(*timed(3))
    assert bench_latency.HANDS.exists()
