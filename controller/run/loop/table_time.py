"""The time of one table: its clock, how long its loop may sleep, what a power cut takes of it."""

import contextlib

from controller.journal import Journal, JournalStalled
from controller.run.loop.runtime import Runtime
from hardware.ports import Clock

TURN = 1.0
"""The loop turns at least every so many seconds."""

NOTE_EVERY = 5_000
"""So much of a clock that runs (ms) is lost by a power cut at most."""


class TableTime:
    """Table time: the last journalled time plus what has passed since the start, in ms."""

    def __init__(self, runtime: Runtime, journal: Journal, ticks: Clock, speed: float) -> None:
        """Go on from the journal, as `ticks` pass, up to `speed` times as fast as the wall's."""
        self._runtime = runtime
        self._journal = journal
        self._ticks = ticks
        self._speed = speed
        self._began = ticks() - max(runtime.at, journal.at)

    def now(self) -> int:
        """Return table time in ms."""
        return self._ticks() - self._began

    def pause(self) -> float:
        """Return how long the loop may sleep, in seconds by the wall."""
        due = self._runtime.wake_at
        if due is None:
            return TURN
        # At least a moment: the table's clock may stand still just before it is due.
        left = due - self.now()
        return min(TURN, max(0.001, left / 1000 / self._speed)) if left > 0 else 0.0

    def note(self) -> None:
        """While somebody's time runs, have the journal know how late it is."""
        now = self.now()
        if self._runtime.wake_at is not None and now - self._journal.at >= NOTE_EVERY:
            with contextlib.suppress(JournalStalled):  # the next observation will tell
                self._journal.note_time(now)
