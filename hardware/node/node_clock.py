"""Conversion of a node's clock to table time: when an event happened, not when it arrived."""

DRIFT_EVERY = 1000
"""The time (ms) in which two clocks drift apart by up to 1 ms. In each such interval, the estimated
offset may grow by 1 ms."""


class NodeClock:
    """Converts a node's time (ms) to table time. A node sends only the lower bits of its time.

    A message can only be late, never early, so the smallest difference ever seen between the two
    clocks is the best estimate of their offset. The estimate may grow only as fast as clocks drift.
    """

    def __init__(self) -> None:
        self._node = 0
        self._offset: int | None = None
        self._grown = 0

    def begin(self, node: int, now: int) -> None:
        """Begin with a node: its time was `node` in a message received at table time `now`."""
        self._node = node
        self._offset = now - node
        self._grown = now

    def resume(self, node: int) -> None:
        """Continue with the same node after a silence; `node` is its 32-bit time."""
        self._node = self._whole(node, 32)

    def hear(self, low: int, bits: int, now: int) -> int:
        """Return the table time for a node time that has just arrived, and improve the estimate.

        `low` is the lowest `bits` bits of the node's time. `now` is the table time.
        """
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
        """Return the table time for a node time in a message that may have been delayed.

        Unlike `hear`, this does not change the estimate of the offset.

        `low` is the lowest `bits` bits of the node's time. `now` is the table time.
        """
        return self.read(self._whole(low, bits), now)

    def read(self, node: int, now: int) -> int:
        """Return the table time for a full node time, but never a time later than `now`."""
        return min(now, node + (self._offset if self._offset is not None else now - node))

    def told(self, at: int) -> int:
        """Return the node's time for a table time, using the latest estimate of the offset."""
        return at - (self._offset or 0)

    def _whole(self, low: int, bits: int) -> int:
        """Return the full node time whose lowest `bits` bits are `low`.

        Of all such times, it is the one nearest to the last node time received.
        """
        span = 1 << bits
        ahead = (low - self._node) % span
        return self._node + (ahead if ahead < span // 2 else ahead - span)
