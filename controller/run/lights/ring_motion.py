"""Animates the ring for a new turn, for a new blind level, and between frames. Pure.

The functions receive the state and the time, and return when they must be called again.
"""

from typing import NamedTuple

from controller.contract.public import PublicState, Street
from controller.run.lights.ring import FILL_MS, SWEEP_MS, Rgb, RingFrame, ring_frame, swept

FADE_MS = 160
"""The time in ms that a node of role `ring` takes to fade from one frame to the next."""

FADE_STEP_MS = 40


class RingMemory(NamedTuple):
    """What the animations must remember from one call to the next.

    `level` is the small and the big blind of the last blind level shown. `swept_from` is when the
    animation for a new level began, or None if none is running. `turn` is the last turn shown, as
    (hand, seat, street). `turned_at` is the time at which that turn began. Both times are in ms of
    table time.
    """

    level: tuple[int, int] = (0, 0)
    swept_from: int | None = None
    turn: tuple[int, int, Street | None] | None = None
    turned_at: int = -FILL_MS


class Fade(NamedTuple):
    """A fade from the frame `before` to the frame `after`.

    `began` is the time at which it started, in ms of table time. `shown` is the frame that is shown
    now.
    """

    before: tuple[Rgb, ...] = ()
    after: tuple[Rgb, ...] = ()
    began: int = 0
    shown: tuple[Rgb, ...] = ()


def moved_on(
    motion: RingMemory, state: PublicState, leds: int, first: int, now: int, since: int
) -> tuple[RingMemory, RingFrame]:
    """Return the memory for the next call, and the ring at time `now`, including animations.

    `motion` is the memory that the last call returned. `since` is the time of the state. Both times
    are in ms of table time. `first` is the index of seat 1's first LED. The very first frame is not
    animated, because there is no earlier turn or level to compare it with.
    """
    blinds = state.level.small_blind, state.level.big_blind
    if any(motion.level) and blinds > motion.level:
        motion = motion._replace(swept_from=now)
    turn = (state.hand, state.turn, state.street)
    if motion.turn is not None and turn != motion.turn and state.turn:
        motion = motion._replace(turned_at=now)
    motion = motion._replace(level=blinds, turn=turn)
    frame = ring_frame(state, leds, first, now, since, now - motion.turned_at)
    if motion.swept_from is None or now - motion.swept_from >= SWEEP_MS:
        return motion._replace(swept_from=None), frame
    sweep = swept(frame.leds, now - motion.swept_from)
    return motion, RingFrame(sweep.leds, now + (sweep.wake_at or 0))


def faded(fade: Fade, frame: RingFrame, now: int, fade_ms: int = FADE_MS) -> tuple[Fade, RingFrame]:
    """Return the updated fade, and the frame to show at time `now` on the way to `frame`.

    `fade` is the fade returned by the last call. `fade_ms` is how long a fade takes; with 0, the
    frame to show is `frame` itself. The first step of a fade is shown immediately, so that the ring
    responds without delay.
    """
    if frame.leds != fade.after:
        before = fade.shown or ((0, 0, 0),) * len(frame.leds)
        fade = Fade(before, frame.leds, now, before)
    passed = now - fade.began + FADE_STEP_MS
    if passed >= fade_ms:
        return fade._replace(shown=frame.leds), frame
    shown = tuple(
        (
            _between(a[0], b[0], passed, fade_ms),
            _between(a[1], b[1], passed, fade_ms),
            _between(a[2], b[2], passed, fade_ms),
        )
        for a, b in zip(fade.before, fade.after, strict=True)
    )
    soon = now + FADE_STEP_MS
    wake_at = soon if frame.wake_at is None else min(soon, frame.wake_at)
    return fade._replace(shown=shown), RingFrame(shown, wake_at)


def _between(before: int, after: int, passed: int, whole: int) -> int:
    return before + (after - before) * passed // whole
