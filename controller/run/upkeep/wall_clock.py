"""Checks the wall clock before anything is deleted because of its age.

A Pi has no battery-backed clock. If its clock is wrong by weeks, the whole journal seems old.
"""

import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final, Literal

ClockFault = Literal["ok", "unsynchronised", "jumped"]

JUMP: Final = 86_400_000
"""How far ahead of its expected time (ms) a clock must be to count as having jumped."""
SYNCHRONISED: Final = Path("/run/systemd/timesync/synchronized")
ASKED: Final = ("timedatectl", "show", "-p", "NTPSynchronized", "--value")
SLOWEST: Final = 2.0


def wall_ms() -> int:
    """Return the wall-clock time, in ms since 1970."""
    return time.time_ns() // 1_000_000


def passed_ms() -> int:
    """Return the time since the machine was started, in ms, including time asleep."""
    return time.clock_gettime_ns(time.CLOCK_BOOTTIME) // 1_000_000


def system_says() -> bool | None:
    """Return whether systemd considers the clock synchronised, or None if it can't be asked."""
    try:
        ended = subprocess.run(
            ASKED, capture_output=True, text=True, errors="replace", timeout=SLOWEST,
            check=False, stdin=subprocess.DEVNULL,
        )  # fmt: skip
    except (OSError, subprocess.TimeoutExpired):
        return None
    return {"yes": True, "no": False}.get(ended.stdout.strip()) if not ended.returncode else None


class WallClock:
    """The wall clock, checked against the time at which the journal's newest row was written.

    The clock is expected to show that time, plus the time that has passed since this object was
    created.
    """

    def __init__(
        self,
        newest: int,
        wall: Callable[[], int] = wall_ms,
        passed: Callable[[], int] = passed_ms,
    ) -> None:
        """Begin with `newest`, the wall time of the journal's newest row, in ms since 1970.

        `wall` returns the wall time. `passed` returns the time since the machine was started. Both
        are in ms.
        """
        self._wall, self._passed = wall, passed
        self._since = passed()
        self._then = newest

    def fault(self) -> ClockFault:
        """Return why the wall clock can't be trusted now, or "ok" if it can.

        A clock that is more than a day ahead of the expected time is trusted only if the system
        says that it is synchronised. It may have jumped, or the table may have been off for a
        month: both look the same here. Any other clock is trusted if it has been synchronised since
        the machine was started. Otherwise, it is trusted unless the system says that it is not
        synchronised.
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
