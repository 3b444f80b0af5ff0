"""Deletes hole cards when they are too old, in small batches during play."""

import logging
import time

from controller.journal import Journal, JournalStalled
from controller.journal.delete_expired import before_days
from controller.run.loop.runtime import Runtime
from controller.run.upkeep.wall_clock import ClockFault, WallClock, wall_ms

log = logging.getLogger(__name__)

EVERY = 86_400.0
AGAIN = 60.0
"""The interval (s) between deletions if hole cards are kept for 0 days.

Deletion is also retried after this time if the journal accepted no writes, or if deleted data is
still in SQLite's log.
"""
CLOCK_AGAIN = 600.0
"""The interval (s) at which an untrusted wall clock is checked again."""

WHY: dict[ClockFault, str] = {
    "unsynchronised": "the wall clock is not synchronised with a time server",
    "jumped": "the wall clock is more than a day ahead of the journal and the elapsed time",
}


class Forgetting:
    """Deletes hole cards that are older than `days` days from a table's journal.

    `clock` is "ok" if the wall clock is trusted, otherwise the reason why nothing is deleted now.
    """

    def __init__(self, journal: Journal, days: int) -> None:
        self.clock: ClockFault = "ok"
        self._journal = journal
        self._days = days
        self._wall = WallClock(journal.last_wall or wall_ms())
        self._due = 0.0
        self._amidst = False

    def at_start(self, runtime: Runtime) -> None:
        """Delete all hole cards that are too old, including those of the table's own last hand."""
        if not self._clock_is_right():
            self._due = time.monotonic() + CLOCK_AGAIN
            return
        if self._journal.last_wall < self._before():
            runtime.forget_cards()
        while self._journal.forget(self._before()):
            pass
        self._due = time.monotonic() + self._pause()

    def look(self, now: float) -> None:
        """Delete a batch of old rows if one is due; `now` is in seconds of the monotonic clock."""
        if now < self._due:
            return
        if not self._amidst and not self._clock_is_right():
            self._due = now + CLOCK_AGAIN
            return
        try:
            self._amidst = self._journal.forget(self._before())
            if not self._amidst:
                self._due = now + self._pause()
        except JournalStalled as stall:
            log.warning("old hole cards are not deleted now: %s", stall)
            self._due = now + AGAIN

    def _clock_is_right(self) -> bool:
        """Return whether the wall clock can be trusted for determining the age of rows.

        If it can't, log that once. The clock does not matter if cards are kept for 0 days.
        """
        if not self._days:
            return True  # every card is deleted after its hand, whatever the date
        before, self.clock = self.clock, self._wall.fault()
        if self.clock == "ok":
            return True
        if before != self.clock:
            log.warning("no hole cards are deleted, however old: %s", WHY[self.clock])
        return False

    def _before(self) -> int:
        return before_days(self._days, wall_ms())

    def _pause(self) -> float:
        return AGAIN if self._journal.lingers or not self._days else EVERY
