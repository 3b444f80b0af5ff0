"""The ring follows the table without holding it up."""

import itertools
import threading
from collections.abc import Callable

from controller.contract.public import HandStatus, Phase, PublicState, SeatView
from controller.run.lights.ring import OFF, Rgb, ring_frame
from controller.run.lights.ring_motion import RingMemory, moved_on
from controller.run.lights.ring_output import RingOutput
from tests.mqtt import until

SEATS = tuple(SeatView(seat, HandStatus.IN, f"P{seat}", 5000) for seat in range(1, 5))


class Strip:
    """LEDs that keep what was shown on them, and may be slow or broken."""

    def __init__(self) -> None:
        self.leds = 24
        self.frames: list[tuple[Rgb, ...]] = []
        self.broken = False
        self.go = threading.Event()
        self.go.set()

    def show(self, frame: tuple[Rgb, ...]) -> bool:
        """Keep a frame."""
        self.go.wait(30)
        if self.broken:
            self.broken = False
            raise OSError("a wire came off")
        self.frames.append(frame)
        return True

    def close(self) -> None:
        """Go dark."""
        self.frames.append((OFF,) * self.leds)


def state(turn: int, clock: int = 0) -> PublicState:
    return PublicState(
        seq=turn, table="3", house="ppc", phase=Phase.BETTING, seats=SEATS, turn=turn,
        clock_seat=turn if clock else 0, clock_left=clock,
    )  # fmt: skip


def going() -> Callable[[], int]:
    """Return a clock that goes on by half a second each time that somebody looks."""
    times = itertools.count(0, 500)
    return lambda: next(times)


def test_a_new_state_is_drawn_and_at_the_end_it_is_dark() -> None:
    strip = Strip()
    ring = RingOutput(strip, going(), first=3)
    for turn in (1, 2, 4):
        ring.show(state(turn))
        expected = ring_frame(state(turn), 24, 3).leds
        until(lambda: strip.frames and strip.frames[-1] == expected)  # noqa: B023
    ring.stop()
    assert set(strip.frames[-1]) == {OFF}


def test_slow_leds_hold_nobody_up_and_show_the_latest() -> None:
    strip = Strip()
    strip.go.clear()
    ring = RingOutput(strip, going())
    for turn in itertools.islice(itertools.cycle((1, 2, 3, 4)), 400):
        ring.show(state(turn))
    strip.go.set()
    until(lambda: strip.frames and strip.frames[-1] == ring_frame(state(4), 24).leds)
    assert len(strip.frames) < 10
    ring.stop()


def test_a_running_clock_is_redrawn_by_itself() -> None:
    strip = Strip()
    now = itertools.count(0, 3000)
    ring = RingOutput(strip, lambda: next(now))
    ring.show(state(2, clock=60_000))
    until(lambda: len(set(strip.frames)) >= 3)
    ring.stop()


def test_the_ring_is_redrawn_at_the_very_time_of_its_next_step() -> None:
    strip, shown = Strip(), state(2, clock=60_000)
    due = moved_on(RingMemory(), shown, 24, 0, 0, 0)[1].wake_at
    times = itertools.chain((0, 0), itertools.repeat(due))
    ring = RingOutput(strip, lambda: next(times) or 0)
    ring.show(shown)
    until(lambda: len(strip.frames) >= 2, 5)
    ring.stop()


def test_a_broken_ring_is_tried_again_with_the_next_state() -> None:
    strip = Strip()
    strip.broken = True
    ring = RingOutput(strip, going())
    ring.show(state(1))
    until(lambda: not strip.broken)
    ring.show(state(2))
    until(lambda: strip.frames and strip.frames[-1] == ring_frame(state(2), 24).leds)
    ring.stop()


def test_leds_that_cannot_fade_are_faded() -> None:
    strip = Strip()
    times = itertools.count(0, 15)
    ring = RingOutput(strip, lambda: next(times), fade_ms=160)
    ring.show(state(2))
    wanted = ring_frame(state(2), 24).leds
    until(lambda: strip.frames and strip.frames[-1] == wanted)
    ring.stop()
    assert len(strip.frames) > 2
    assert all(OFF < frame[8] <= wanted[8] for frame in strip.frames[:-1])
