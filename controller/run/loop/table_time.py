"""The clock of a table.

It also determines how long the loop may sleep, and records the time in the journal in case of a
power cut.
"""

import contextlib

from controller.journal import Journal, JournalStalled
from controller.run.loop.runtime import Runtime
from hardware.ports import Clock

TURN = 1.0
"""The maximum time in seconds between two passes of the loop."""

NOTE_EVERY = 5_000
"""The interval (ms) at which the time is recorded, so that a power cut loses no more than this."""


class TableTime:
    """The clock of a table, in ms.

    Table time is the last time in the journal, plus the time that has passed since the start.
    """

    def __init__(self, runtime: Runtime, journal: Journal, ticks: Clock, speed: float) -> None:
        """Continue from the last time in the journal, at the pace of `ticks` (ms).

        That pace is at most `speed` times the pace of the wall clock.
        """
        self._runtime = runtime
        self._journal = journal
        self._ticks = ticks
        self._speed = speed
        self._began = ticks() - max(runtime.at, journal.at)

    def now(self) -> int:
        """Return the table time in ms."""
        return self._ticks() - self._began

    def pause(self) -> float:
        """Return how long the loop may sleep before the next wake-up, in seconds of wall time.

        It is at most one second.
        """
        due = self._runtime.wake_at
        if due is None:
            return TURN
        # Sleep at least briefly: the table's clock may stand still just before the wake-up is due.
        left = due - self.now()
        return min(TURN, max(0.001, left / 1000 / self._speed)) if left > 0 else 0.0

    def note(self) -> None:
        """Write the table time to the journal every five seconds while an engine timer is running.

        A power cut then sets a running clock back by no more than five seconds.
        """
        now = self.now()
        if self._runtime.wake_at is not None and now - self._journal.at >= NOTE_EVERY:
            with contextlib.suppress(JournalStalled):  # the next observation will raise the error
                self._journal.note_time(now)
