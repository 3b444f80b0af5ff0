"""The messages that have been sent to the broker but not yet confirmed."""


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
        self._last = confirmed
        # For each message: the seq of the last event before the one in it, or None if it has none.
        self._flying: dict[int, int | None] = {}

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
        self._flying[mid] = self._last if seq else None
        self._last = seq or self._last

    def arrived(self, mid: int) -> bool:
        """Record that the message `mid` is confirmed; return whether `confirmed` has advanced."""
        self._flying.pop(mid, None)
        before = self.confirmed
        waiting = (seq for seq in self._flying.values() if seq is not None)
        self.confirmed = next(waiting, self._last)
        return self.confirmed > before
