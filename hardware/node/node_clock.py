"""A node's clock, read in table time: when something happened, not when the line let it through."""

DRIFT_EVERY = 1000
"""Quartzes differ by up to 1 ms in so many, so a found offset may be too small by that (ms)."""


class NodeClock:
    """Translates a node's milliseconds, of which the line carries the lower bits alone.

    What comes late can only have been late: the smallest difference ever seen between the two
    clocks is the best, and it is let grow as slowly as clocks drift.
    """

    def __init__(self) -> None:
        self._node = 0
        self._offset: int | None = None
        self._grown = 0

    def begin(self, node: int, now: int) -> None:
        """Begin with a node whose 32-bit time was `node` when it was heard at `now`."""
        self._node = node
        self._offset = now - node
        self._grown = now

    def resume(self, node: int) -> None:
        """Go on with the same node after a time in which nothing was heard of it."""
        self._node = self._whole(node, 32)

    def hear(self, low: int, bits: int, now: int) -> int:
        """Return the table time of the lower bits of a node's time that came just now, at `now`."""
        at = self._whole(low, bits)
        self._node = at
        if self._offset is None or now - at <= self._offset:
            self._offset = now - at
            self._grown = now
        elif now - self._grown >= DRIFT_EVERY:
            self._offset += 1
            self._grown = now
        return self.read(at, now)

    def happened(self, low: int, bits: int, now: int) -> int:
        """Return the table time of the lower bits of a node's time that may have waited long."""
        return self.read(self._whole(low, bits), now)

    def read(self, node: int, now: int) -> int:
        """Return the table time, never after `now`, of a whole node time."""
        return min(now, node + (self._offset if self._offset is not None else now - node))

    def told(self, at: int) -> int:
        """Return the whole node time that a table time is, as well as is known."""
        return at - (self._offset or 0)

    def _whole(self, low: int, bits: int) -> int:
        """Return the whole time that is nearest to the last one heard."""
        span = 1 << bits
        ahead = (low - self._node) % span
        return self._node + (ahead if ahead < span // 2 else ahead - span)
