"""When the watchdog is fed: only when every task of the node has got on since the last time."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

GRACE = 10000
"""The watchdog of an RP2040 can't be stopped any more: it is started late enough for somebody to
stop the node first."""

TIMEOUT = 5000


class Watchdog:
    """The watchdog of a board; `start` gives a thing with `feed`, once."""

    def __init__(self, start: "Callable[[], Any]", now: int, running: "Any" = None) -> None:
        """Start it after a while; `running` is one that runs already."""
        self._start = start
        self._start_at = now + GRACE
        self._running = running
        self._fed = now

    def turn(self, now: int, done: "Mapping[str, int]") -> bool:
        """Feed it if each task has got on since; `done` says when each last did."""
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
