"""Messages sent to the broker but not yet confirmed, and how far all events are confirmed."""

from collections import deque


class InFlight:
    """One connection's unconfirmed messages; every event up to `confirmed` has been confirmed."""

    def __init__(self, confirmed: int, size: int) -> None:
        """Begin after the event of seq `confirmed`, with at most `size` messages in flight."""
        self.confirmed = confirmed
        self.size = size
        self._flying: dict[int, int] = {}
        self._order: deque[int] = deque()
        self._arrived: set[int] = set()

    def __len__(self) -> int:
        """Return the number of messages in flight."""
        return len(self._flying)

    @property
    def is_open(self) -> bool:
        """Return whether the window has room for another message."""
        return len(self._flying) < self.size

    def sent(self, mid: int, seq: int = 0) -> None:
        """Record a sent message by its number; `seq` is the number of the event in it, if any."""
        self._flying[mid] = seq
        if seq:
            self._order.append(seq)

    def arrived(self, mid: int) -> bool:
        """Record a confirmed message; return whether `confirmed` has advanced."""
        self._arrived.add(self._flying.pop(mid, 0))
        before = self.confirmed
        while self._order and self._order[0] in self._arrived:
            self.confirmed = self._order.popleft()
            self._arrived.discard(self.confirmed)
        return self.confirmed > before
