"""The observations on their way to the engine and the disk.

If the disk accepts no writes, the table stalls: all observations wait here in order, and nothing is
published until it is on disk.
"""

import itertools
import logging
import math
import time
from collections import deque
from collections.abc import Callable, Iterable, Mapping

from controller.contract.observations import Observation
from controller.contract.once_only import AnyMark, Asked, Mark
from controller.journal import Journal, JournalError, JournalStalled
from controller.run.loop.runtime import Runtime, StepResult, log_bug
from hardware.ports import Keeping

log = logging.getLogger(__name__)

AGAIN = 1.0
"""The time in seconds to wait before a failing disk is tried again."""

MOST_WAITING = 1_000

TOGETHER = 16
"""The maximum number of waiting observations that are written in one transaction.

It is small, so that the first of them is not delayed for long by the others.
"""


class Pending:
    """The observations that are waiting for the engine, in order.

    `stall` is the disk failure that blocks them, or None.
    """

    def __init__(
        self,
        runtime: Runtime,
        journal: Journal,
        keepers: Mapping[str, Keeping],
        on_stall: Callable[[], None],
        told: Callable[[], int] = lambda: 0,
    ) -> None:
        """Pass observations on to `runtime`, which writes them to `journal`.

        `keepers` are the drivers, by name, that keep each event until it is confirmed to be on
        disk. `on_stall` is called when the journal begins to block the table, and when it no longer
        does. `told` returns the table time (ms) up to which all cards read at seats have been added
        to this queue.
        """
        self.stall: JournalStalled | None = None
        self._runtime = runtime
        self._journal = journal
        self._keepers = keepers
        self._on_stall = on_stall
        self._told = told
        self._waiting: deque[tuple[Observation | None, Mark | None]] = deque()
        self._again_at = 0.0
        self._singly = 0

    def __len__(self) -> int:
        """Return the number of waiting observations."""
        return len(self._waiting)

    @property
    def behind(self) -> bool:
        """Return whether observations are waiting even though the disk accepts writes."""
        return bool(self._waiting) and self.stall is None

    @property
    def full(self) -> bool:
        """Return whether a failed disk has held up so many observations that scans are ignored."""
        return self.stall is not None and len(self._waiting) >= MOST_WAITING

    def add(self, observations: Iterable[Observation], mark: Mark | None = None) -> None:
        """Add observations to the end of the queue.

        `mark` identifies the device event that caused them. It is written to disk with the last of
        them or, if there are none, on its own.
        """
        entries: list[tuple[Observation | None, Mark | None]] = [
            (one, None) for one in observations
        ]
        if mark is not None:
            last = entries.pop()[0] if entries else None
            entries.append((last, mark))
        self._waiting.extend(entries)

    def add_first(self, observations: Iterable[Observation]) -> None:
        """Add observations to the front of the queue, keeping their order."""
        self._waiting.extendleft((one, None) for one in reversed(tuple(observations)))

    def get_on(self, now: int, until: float = math.inf) -> None:
        """Pass the waiting observations to the engine, then wake it for table time `now` (ms).

        Once the time `until` is reached (seconds, monotonic), leave the remaining observations for
        the next call. If the disk accepts no writes, do nothing until it is time to try it again.
        """
        if self.held is not None:
            return
        try:
            while self._waiting:
                if time.monotonic() > until:
                    return
                if len(self._waiting) == 1 or self._singly:
                    self._put_down(*self._waiting[0])
                    self._waiting.popleft()
                    if self._singly:
                        self._singly -= 1
                else:
                    self._put_down_together(list(itertools.islice(self._waiting, TOGETHER)))
            self._runtime.wake(now, self._told())
            if self.stall is not None:
                self._journal.write_acknowledged()  # nothing waits: test the disk
                self._go_on()
        except JournalStalled as stall:
            self._stand_still(stall)

    @property
    def held(self) -> JournalStalled | None:
        """Return the disk failure that is currently blocking the table.

        Return None if there is none, or if it is time to try the disk again.
        """
        return self.stall if time.monotonic() < self._again_at else None

    def at_once(self, observation: Observation, asked: Asked) -> StepResult | None:
        """Pass an observation to the engine ahead of all waiting ones, and return its result.

        `asked` identifies the request that caused it. Return None if the engine failed. Raises
        `JournalStalled` if the disk accepts no writes.
        """
        try:
            return self._observe(observation, asked)
        except JournalStalled as stall:
            self._stand_still(stall)
            raise

    def _put_down_together(self, batch: list[tuple[Observation | None, Mark | None]]) -> None:
        """Process several waiting observations in one transaction.

        If the engine or the disk fails, the transaction has no effect. The observations then keep
        waiting, and are processed one by one.
        """
        try:
            with self._runtime.together() as ahead:
                for observation, mark in batch:
                    if observation is not None:
                        ahead.observe(observation, mark)
                    elif mark is not None:
                        self._journal.mark(mark)
        except JournalError:
            self._singly = len(batch)
            raise
        except Exception:  # noqa: BLE001
            # Going one by one finds and reports the observation at which the engine fails.
            self._singly = len(batch)
            return
        for _, mark in batch:
            self._waiting.popleft()
            self._confirm(mark)
        self._go_on()

    def _confirm(self, mark: Mark | None) -> None:
        """Confirm to a device that its event is on disk; the device then stops keeping the event.

        Do nothing without a mark, or if the device keeps no events.
        """
        if mark is not None and mark.device in self._keepers:
            self._keepers[mark.device].confirm(mark)

    def _put_down(self, observation: Observation | None, mark: Mark | None) -> None:
        """Process one observation, and write it to disk with the mark of its device event.

        Then confirm the event to its device. If there is no observation, write only the mark.
        """
        result = self._observe(observation, mark) if observation is not None else None
        if mark is not None:
            if result is None:
                self._journal.mark(mark)
            self._confirm(mark)

    def _observe(self, observation: Observation, mark: AnyMark | None = None) -> StepResult | None:
        try:
            result = self._runtime.observe(observation, mark)
        except JournalError:
            raise
        except Exception as error:  # noqa: BLE001
            log_bug(f"at a {type(observation).__name__}", error)
            return None
        self._go_on()
        return result

    def _go_on(self) -> None:
        if self.stall is not None:
            self.stall, self._again_at = None, 0.0
            log.warning("%s: can be written to again; the table continues", self._journal.path)
            self._on_stall()

    def _stand_still(self, stall: JournalStalled) -> None:
        self._again_at = time.monotonic() + AGAIN
        if self.stall is None or self.stall.reason != stall.reason:
            self.stall = stall
            log.error("the table stands still: %s", stall)
            self._on_stall()
