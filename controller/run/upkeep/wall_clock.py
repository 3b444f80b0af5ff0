"""Checks the wall clock before anything is deleted on account of its age.

A Pi has no battery-backed clock, and a clock that is wrong by weeks makes a whole journal look old.
"""

import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final, Literal

ClockFault = Literal["ok", "unsynchronised", "jumped"]

JUMP: Final = 86_400_000
"""How far (ms) a clock must be ahead of its expected time to count as having jumped."""
SYNCHRONISED: Final = Path("/run/systemd/timesync/synchronized")
ASKED: Final = ("timedatectl", "show", "-p", "NTPSynchronized", "--value")
SLOWEST: Final = 2.0


def wall_ms() -> int:
    """Return wall time in ms since 1970."""
    return time.time_ns() // 1_000_000


def passed_ms() -> int:
    """Return the time in ms since the machine started, including time spent asleep."""
    return time.clock_gettime_ns(time.CLOCK_BOOTTIME) // 1_000_000


def system_says() -> bool | None:
    """Return whether the system considers its clock synchronised, or None if unknown."""
    try:
        ended = subprocess.run(
            ASKED, capture_output=True, text=True, errors="replace", timeout=SLOWEST,
            check=False, stdin=subprocess.DEVNULL,
        )  # fmt: skip
    except (OSError, subprocess.TimeoutExpired):
        return None
    return {"yes": True, "no": False}.get(ended.stdout.strip()) if not ended.returncode else None


class WallClock:
    """The wall clock, checked against the journal's newest row and the time elapsed since then."""

    def __init__(
        self,
        newest: int,
        wall: Callable[[], int] = wall_ms,
        passed: Callable[[], int] = passed_ms,
    ) -> None:
        """Begin with the wall time `newest` of the journal's newest row (ms since 1970)."""
        self._wall, self._passed = wall, passed
        self._since = passed()
        self._then = newest

    def fault(self) -> ClockFault:
        """Return why the clock can't be trusted now, or "ok" if it can.

        A clock that is a day ahead counts as having jumped unless the system itself vouches for it,
        because the clock of a table that was off for a month looks the same. If the clock has not
        jumped, the saved mark of its last synchronisation is enough; the mark remains valid when
        the clock is set manually.
        """
        wall, passed = self._wall(), self._passed()
        if wall - (self._then + passed - self._since) > JUMP:
            said = system_says()
            if not said:
                return "jumped" if said is None else "unsynchronised"
            self._then, self._since = wall, passed
            return "ok"
        if SYNCHRONISED.exists() or system_says() is not False:
            return "ok"
        return "unsynchronised"
