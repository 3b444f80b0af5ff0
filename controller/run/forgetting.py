"""Hole cards that are kept so many days are deleted, a few at a time while the table plays."""

import logging
import time

from controller.journal import Journal, JournalStalled
from controller.journal.forget import before_days
from controller.run.runtime import Runtime

log = logging.getLogger(__name__)

EVERY = 86_400.0
AGAIN = 60.0
"""So soon (s) it is looked again while old pages linger, or where no card is kept at all."""


class Forgetting:
    """What a table forgets of its journal: hole cards older than `days`, in days."""

    def __init__(self, journal: Journal, days: int) -> None:
        self._journal = journal
        self._days = days
        self._due = 0.0

    def at_start(self, runtime: Runtime) -> None:
        """Delete all whose time is over, those of the table's last hand too."""
        if self._journal.last_wall < self._before():
            runtime.forget_cards()
        while self._journal.forget(self._before()):
            pass
        self._due = time.monotonic() + self._pause()

    def look(self, now: float) -> None:
        """Delete a few when it is time to; `now` is in seconds of the monotonic clock."""
        if now < self._due:
            return
        try:
            if not self._journal.forget(self._before()):
                self._due = now + self._pause()
        except JournalStalled as stall:
            log.warning("old hole cards are not deleted now: %s", stall)
            self._due = now + AGAIN

    def _before(self) -> int:
        return before_days(self._days, time.time_ns() // 1_000_000)

    def _pause(self) -> float:
        return AGAIN if self._journal.lingers or not self._days else EVERY
