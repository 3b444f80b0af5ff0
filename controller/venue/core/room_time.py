"""The room's time: it goes on while nobody runs the room, and never back."""

from collections.abc import Callable

from controller.run.upkeep.wall_clock import wall_ms
from hardware.ports import Clock, wall_ticks

LONGEST_AWAY = 12 * 3_600_000
"""A wall clock that is this much (ms) ahead of the log is not believed: the evening's clock waits
for the floor."""


class RoomTime:
    """Milliseconds of the room's clock, from its log on, and of the wall's."""

    def __init__(
        self, at: int, wall: int, *, ticks: Clock = wall_ticks, now: Callable[[], int] = wall_ms,
        speed: float = 1.0,
    ) -> None:  # fmt: skip
        """Go on from the last row of a log, which was written at `at` and at wall time `wall`.

        `ticks` pass up to `speed` times as fast as the wall's.
        """
        self.speed = speed
        away = now() - wall if wall else 0
        self._at = at + (away if 0 < away < LONGEST_AWAY else 0)
        self._began = ticks()
        self._ticks = ticks
        self.wall = now

    def now(self) -> int:
        """Return room time."""
        return self._at + self._ticks() - self._began
