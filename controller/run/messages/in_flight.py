"""The messages that were sent to the broker but are not yet confirmed."""

from collections import deque


class InFlight:
    """The unconfirmed messages of one connection.

    `size` is the maximum number of unconfirmed messages. `confirmed` is the seq up to which every
    event is confirmed.
    """

    def __init__(self, confirmed: int, size: int) -> None:
        """Start with no unconfirmed messages; every event up to seq `confirmed` is confirmed.

        `size` is the maximum number of unconfirmed messages.
        """
        self.confirmed = confirmed
        self.size = size
        self._flying: dict[int, int] = {}
        self._order: deque[int] = deque()
        self._arrived: set[int] = set()

    def __len__(self) -> int:
        """Return the number of unconfirmed messages."""
        return len(self._flying)

    @property
    def is_open(self) -> bool:
        """Return whether another message may be sent."""
        return len(self._flying) < self.size

    def sent(self, mid: int, seq: int = 0) -> None:
        """Record that a message was sent.

        `mid` is its MQTT message id. `seq` is the number of the event in it, or 0 if it has none.
        """
        self._flying[mid] = seq
        if seq:
            self._order.append(seq)

    def arrived(self, mid: int) -> bool:
        """Record that the message `mid` is confirmed; return whether `confirmed` has advanced."""
        self._arrived.add(self._flying.pop(mid, 0))
        before = self.confirmed
        while self._order and self._order[0] in self._arrived:
            self.confirmed = self._order.popleft()
            self._arrived.discard(self.confirmed)
        return self.confirmed > before
