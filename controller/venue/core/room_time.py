"""The room's time, which never goes backwards.

It keeps running while the room's process is stopped, unless that lasts for 12 hours or longer.
"""

from collections.abc import Callable

from controller.run.upkeep.wall_clock import wall_ms
from hardware.ports import Clock, wall_ticks

LONGEST_AWAY = 12 * 3_600_000
"""The limit (ms) on an advance of the wall clock since the last log row. An advance of this length
or more is ignored."""


class RoomTime:
    """A clock that gives room time, which resumes where the log ended, and wall time (both ms)."""

    def __init__(
        self, at: int, wall: int, *, ticks: Clock = wall_ticks, now: Callable[[], int] = wall_ms
    ) -> None:
        """Continue from the last row of a log, written at room time `at` and wall time `wall` (ms).

        `ticks` returns the ms on a monotonic clock, and `now` the wall time.
        """
        away = now() - wall if wall else 0
        self._at = at + (away if 0 < away < LONGEST_AWAY else 0)
        self._began = ticks()
        self._ticks = ticks
        self.wall = now

    def now(self) -> int:
        """Return the room time in ms."""
        return self._at + self._ticks() - self._began
