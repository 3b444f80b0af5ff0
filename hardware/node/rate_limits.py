"""Rate limits for one node: messages beyond its allowance are delayed or dropped.

A pad, shoe or antenna normally sends a limited number of messages. A node that sends more is faulty
or hostile, and must not take capacity away from the other nodes or from the disk.
"""

import logging
from collections import deque
from typing import Final

from controller.contract.errors import Sentence
from hardware.ports import Marked, problem_of

log = logging.getLogger(__name__)

MOST_EVENTS: Final = 100
"""Maximum events (key presses, knocks) per second from a node: more than a person can make."""

AT_ONCE: Final = 64
"""Maximum number of events in a burst, such as those stored by a node while its cable was
unplugged."""

MOST_HELD: Final = 64
"""Maximum queued events from a node; one that respects the link's window has at most eight."""

SCANS: Final = 2000.0
"""Maximum scans per second from a node whose number of antennas is unknown."""

STAYS: Final = 2000
"""The time (ms) for which a node must keep within its limits before its problem is cleared."""


class Bucket:
    """A token bucket that gains `rate` tokens per second, up to `most`. Every `now` is in ms."""

    def __init__(self, rate: float, most: float, now: int) -> None:
        """Start with a full bucket."""
        self._rate = rate
        self._most = most
        self._left = most
        self._at = now

    def take(self, now: int, count: int = 1) -> bool:
        """Take `count` tokens if the bucket has enough; return whether it did."""
        self._left = min(self._most, self._left + (now - self._at) * self._rate / 1000)
        self._at = now
        if self._left < count:
            return False
        self._left -= count
        return True


class Share:
    """The limits on the messages from one node, and the number of messages that exceeded them.

    `left_out` is the number of messages dropped since the start. `problem` names what the node
    sends too much of, or is "" if it keeps within its limits.
    """

    def __init__(self, name: str, port: str, now: int) -> None:
        """Start counting the messages from the device `name` on `port`, at `now` (ms)."""
        self.left_out = 0
        self.problem: str = ""
        self._name = name
        self.port = port
        self._scans = Bucket(SCANS, SCANS, now)
        self._events = Bucket(MOST_EVENTS, AT_ONCE, now)
        self._held: deque[Marked] = deque()
        self._over_at: int | None = None
        self._beyond = 0

    def expect(self, scans: float, now: int) -> None:
        """Limit scans to about twice the configured rate, which is `scans` per second."""
        self._scans = Bucket(2 * scans + 20, 4 * scans + 40, now)

    def scan(self, now: int) -> bool:
        """Return whether a scan is within the allowance.

        A dropped scan needs no resending, because the next one replaces it.
        """
        within = self._scans.take(now)
        if not within:
            self.left_out += 1
            self._over(now)
        return within

    def event(self, report: Marked, now: int) -> tuple[Marked, ...]:
        """Queue an event that the node has reported; return the events to report now, in order.

        If the queue is full, the event is dropped; a node that follows the protocol resends it.
        """
        if len(self._held) < MOST_HELD:
            self._held.append(report)
        else:
            # It is not confirmed, so a node that follows the protocol sends it again.
            self.left_out += 1
        return self.due(now)

    def due(self, now: int, beyond: int = 0) -> tuple[Marked, ...]:
        """Return the queued events that may be reported now, in order.

        `beyond` is the number of events that the link has dropped since the start, because the node
        did not wait for earlier events to be confirmed. They are added to `left_out`.
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
        what = Sentence(
            "the node on {port} sends messages too often, and the excess is ignored: reset the "
            "node; if it happens again, reinstall its firmware (tapis firmware install PORT)",
            port=self.port,
        )
        self.problem = problem_of(self._name, what)
        log.error("%s", self.problem)
