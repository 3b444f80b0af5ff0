"""Wordless signals: beeps, which a vibration motor on the earphone line can play as a rhythm.

A motor can't play pitch, so the signals also differ in the length or number of their beeps.
"""

import array
import math
from typing import Literal

import msgspec

from display.voice.speaking.speech import RATE

Signal = Literal["turn", "card", "ruling", "won", "error", "time"]


class Beeps(msgspec.Struct, frozen=True):
    """A signal to play `times` times, such as once per card."""

    signal: Signal
    times: int = 1


HIGH, MIDDLE, LOW = 880, 587, 294

SIGNALS: dict[Signal, tuple[tuple[int, int], ...]] = {
    "turn": ((HIGH, 120), (0, 60), (HIGH, 120)),
    "card": ((MIDDLE, 60),),
    "ruling": ((LOW, 400),),
    "won": ((MIDDLE, 90), (0, 40), (HIGH, 90), (0, 40), (HIGH, 90)),
    "time": ((MIDDLE, 200),),
    "error": ((LOW, 80), (0, 60), (LOW, 80), (0, 60), (LOW, 80)),
}
"""The parts of each signal: (hertz, milliseconds); 0 hertz is a pause."""

_LOUD = 9_000
_EDGE_MS = 5


def tone(signal: Signal, times: int = 1) -> bytes:
    """Return the sound of a signal played `times` times, with pauses in between.

    It is returned as 16-bit mono samples, `RATE` per second.
    """
    out = array.array("h")
    for number in range(times):
        if number:
            out.extend([0] * (RATE * 150 // 1000))
        for hertz, length in SIGNALS[signal]:
            out.extend(_beat(hertz, length))
    return out.tobytes()


def _beat(hertz: int, length: int) -> list[int]:
    count = RATE * length // 1000
    edge = RATE * _EDGE_MS // 1000
    return [
        # A tone that starts or ends abruptly clicks.
        round(
            _LOUD
            * min(1.0, at / edge, (count - at) / edge)
            * math.sin(2 * math.pi * hertz * at / RATE)
        )
        for at in range(count)
    ]
