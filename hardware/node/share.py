"""What one node may have of the table's time: what it sends beyond that waits, or is left out.

A pad, a shoe or an antenna has only so much to say. A node that says more is faulty or hostile, and
must cost neither the others nor the disk what is theirs.
"""

import logging
from collections import deque
from typing import Final

from hardware.ports import Marked

log = logging.getLogger(__name__)

MOST_EVENTS: Final = 100
"""So many keys, knocks and words a second a node may report: more than any hand can make."""

AT_ONCE: Final = 64
"""So many at once: what a node has kept while its cable was out."""

MOST_HELD: Final = 64
"""So many events of a node wait here; one that keeps to the link's window has eight at most."""

SCANS: Final = 2000.0
"""So many scans a second are taken from a node whose antennas nobody has counted."""

STAYS: Final = 2000
"""A node is well again when nothing of it was too much for so many ms."""


class Bucket:
    """An allowance that fills at `rate` a second up to `most`; time is in ms."""

    def __init__(self, rate: float, most: float, now: int) -> None:
        """Begin with a full one."""
        self._rate = rate
        self._most = most
        self._left = most
        self._at = now

    def take(self, now: int, count: int = 1) -> bool:
        """Take so much out, if there is so much."""
        self._left = min(self._most, self._left + (now - self._at) * self._rate / 1000)
        self._at = now
        if self._left < count:
            return False
        self._left -= count
        return True


class Share:
    """One node's share. `left_out` counts what was dropped, `problem` says that it is too much."""

    def __init__(self, name: str, port: str, now: int) -> None:
        """Begin to count for the device `name` on `port`, at `now` (ms)."""
        self.left_out = 0
        self.problem = ""
        self._name = name
        self.port = port
        self._scans = Bucket(SCANS, SCANS, now)
        self._events = Bucket(MOST_EVENTS, AT_ONCE, now)
        self._held: deque[Marked] = deque()
        self._over_at: int | None = None
        self._beyond = 0

    def expect(self, scans: float, now: int) -> None:
        """Take no more than twice so many scans a second, which is what the table asks for."""
        self._scans = Bucket(2 * scans + 20, 4 * scans + 40, now)

    def scan(self, now: int) -> bool:
        """Return whether a scan is within the share; the next one says all that this one did."""
        within = self._scans.take(now)
        if not within:
            self.left_out += 1
            self._over(now)
        return within

    def event(self, report: Marked, now: int) -> tuple[Marked, ...]:
        """Take in something that happened once; give what may be reported now, in order."""
        if len(self._held) < MOST_HELD:
            self._held.append(report)
        else:
            # It is not confirmed, so a node that keeps to the protocol says it again.
            self.left_out += 1
        return self.due(now)

    def due(self, now: int, beyond: int = 0) -> tuple[Marked, ...]:
        """Return what had to wait and may be reported now.

        `beyond` is how many events have come, ever, outside of the link's window.
        """
        out = []
        while self._held and self._events.take(now):
            out.append(self._held.popleft())
        if beyond > self._beyond:
            self.left_out += beyond - self._beyond
            self._beyond = beyond
            self._over(now)
        elif self._held:
            self._over(now)
        elif self._over_at is not None and now - self._over_at > STAYS:
            self._over_at, self.problem = None, ""
        return tuple(out)

    def _over(self, now: int) -> None:
        self._over_at = now
        if self.problem:
            return
        self.problem = (
            f"{self._name}: the node on {self.port} says more than a node has to say, and what is"
            " too much is left out: reset it; if it does so again, reinstall its firmware:"
            " tapis firmware install PORT"
        )
        log.error("%s", self.problem)
