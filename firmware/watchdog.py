"""A watchdog that is fed only if every task of the node has made progress since the last feed."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

GRACE = 10000
"""The delay (ms) before the watchdog starts. An RP2040's watchdog can't be stopped once it is
running, so the delay leaves time to stop the node first."""

TIMEOUT = 5000


class Watchdog:
    """A board's watchdog, which resets the board if it is not fed in time.

    `start` starts it, and returns the object whose `feed` method feeds it. `start` is called at
    most once, and never if the watchdog is already running.
    """

    def __init__(self, start: "Callable[[], Any]", now: int, running: "Any" = None) -> None:
        """Start the watchdog after `GRACE` ms, or use one that is already `running`."""
        self._start = start
        self._start_at = now + GRACE
        self._running = running
        self._fed = now

    def turn(self, now: int, done: "Mapping[str, int]") -> bool:
        """Feed the watchdog if every task has made progress since the last feed.

        `done` maps each task to the time of its last progress, in milliseconds. Return whether the
        watchdog was started or fed.
        """
        if self._running is None:
            if now < self._start_at:
                return False
            self._running = self._start()
            self._fed = now
            return True
        if min(done.values()) <= self._fed:
            return False
        self._running.feed()
        self._fed = now
        return True
