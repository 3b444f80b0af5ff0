"""One direction of the link: a sender and a receiver that prevent loss and duplicates.

The sender stores each payload until it is acknowledged, has at most WINDOW payloads in flight, and
resends all of these if the oldest is not acknowledged in time. It derives that timeout from
round-trip times (Jacobson and Karels, 1988, and Karn's rule). The receiver accepts only the next
payload in order. This module does no I/O and has no clock: `now` is in milliseconds and never
decreases.
"""

from collections import namedtuple

WINDOW = 8
HELD = 64
TRIES = 6
"""The number of times that a payload is sent before the sender gives up on the session."""

_SHORTEST, _FIRST, _LONGEST = 30, 150, 300

Sending = namedtuple("Sending", ("seq", "kind", "payload"))


class _Held:
    """A payload that has not been acknowledged.

    `sent` is the time at which it was last sent, or None if it must be sent or resent.
    """

    def __init__(self, kind: int, payload: bytes) -> None:
        self.kind = kind
        self.payload = payload
        self.sent: "int | None" = None
        self.tries = 0


class SendWindow:
    """Payloads to deliver in order, each exactly once.

    `oldest` is the sequence number of the first one that has not been acknowledged.
    """

    def __init__(self, held: int = HELD) -> None:
        self.oldest = 0
        self.again = 0
        self._room = held
        self._held: "list[_Held]" = []
        # These are in eighths of the mean round trip and in quarters of its mean deviation, as in
        # the article.
        self._mean = 0
        self._deviation = 0
        self._timeout = _FIRST

    def push(self, kind: int, payload: bytes) -> bool:
        """Add a payload to the window; return False if the window is full."""
        if len(self._held) >= self._room:
            return False
        self._held.append(_Held(kind, payload))
        return True

    def next(self) -> "Sending | None":
        """Return the next payload to send, or None if there is none.

        The same payload is returned again until `sent` is called for it.
        """
        for place, one in enumerate(self._held[:WINDOW]):
            if one.sent is None:
                return Sending((self.oldest + place) & 255, one.kind, one.payload)
        return None

    def sent(self, seq: int, now: int) -> None:
        """Record that the payload with sequence number `seq` was sent at `now`."""
        one = self._held[(seq - self.oldest) & 255]
        self.again += one.tries > 0
        one.sent = now
        one.tries += 1

    def acknowledged(self, following: int, now: int) -> None:
        """Drop the acknowledged payloads, which are all those before sequence number `following`.

        `following` is the number that the far end expects next. It is ignored if it acknowledges a
        payload that was never sent.
        """
        count = (following - self.oldest) & 255
        under_way = 0
        while under_way < len(self._held) and self._held[under_way].tries:
            under_way += 1
        if not 0 < count <= under_way:
            return
        last = self._held[count - 1]
        # Karn's rule: it is unknown which of the transmissions this acknowledges.
        if last.tries == 1 and last.sent is not None:
            self._learn(now - last.sent)
        self._held = self._held[count:]
        self.oldest = following

    def arrived(self, following: int, now: int) -> None:
        """Restart the timeout of payloads that the far end has received but not yet acknowledged.

        These are all the payloads in flight before sequence number `following`.
        """
        count = (following - self.oldest) & 255
        for one in self._held[: count if count <= WINDOW else 0]:
            if one.tries:
                one.sent = now
                # Two, so that a delayed confirmation is not measured as a round trip.
                one.tries = 2

    def overdue(self, now: int) -> bool:
        """Mark all unacknowledged payloads to be sent again if the oldest one is overdue.

        Return True if the oldest has also used up its `TRIES`, in which case the sender should give
        up; otherwise return False.
        """
        due = self.due()
        if due is None or now < due:
            return False
        hopeless = self._held[0].tries >= TRIES
        self._timeout = min(2 * self._timeout, _LONGEST)
        self.rewind()
        return hopeless

    def due(self) -> "int | None":
        """Return the time when the oldest payload becomes overdue, or None if none is in flight."""
        if not self._held or self._held[0].sent is None:
            return None
        return self._held[0].sent + self._timeout

    def rewind(self) -> None:
        """Mark all unacknowledged payloads to be sent again."""
        for one in self._held:
            one.sent = None

    def begin(self) -> None:
        """Begin a session: send all pending payloads again, and reset their retry counts."""
        self.rewind()
        for one in self._held:
            one.tries = min(one.tries, 1)

    def give_up(self) -> "list[tuple[int, bytes]]":
        """Drop all payloads, sent or not, and return them as (kind, payload).

        Call this only when the far end has restarted. `oldest` stays the same, because the
        restarted far end has been told to expect that number.
        """
        held = [(one.kind, one.payload) for one in self._held]
        self._held = []
        return held

    def _learn(self, trip: int) -> None:
        if self._mean:
            error = trip - (self._mean >> 3)
            self._mean += error
            self._deviation += abs(error) - (self._deviation >> 2)
        else:
            self._mean = trip << 3
            self._deviation = trip << 1
        wait = (self._mean >> 3) + max(self._deviation, 10)
        self._timeout = min(max(wait, _SHORTEST), _LONGEST)


class ReceiveWindow:
    """Keeps track of which payloads have been received and confirmed, by sequence number.

    `expected` is the number of the next payload. `confirmed` is the number of the first payload
    that the owner has not confirmed. Between the two are at most WINDOW payloads, which have been
    passed to the owner but not confirmed yet. `over` counts payloads beyond that limit, which come
    from a sender that ignores the window.
    """

    def __init__(self, boot: "int | None" = None, expected: int = 0) -> None:
        self.boot = boot
        self.expected = expected
        self.confirmed = expected
        self.over = 0

    def begin(self, boot: int, oldest: int) -> None:
        """Begin a session, continuing where the last one stopped unless the sender has restarted.

        `boot` is the sender's boot number. `oldest` is the first sequence number that the
        sender will send.
        """
        if boot != self.boot or (self.expected - oldest) & 255 > WINDOW:
            self.expected = self.confirmed = oldest
        elif (self.expected - self.confirmed) & 255 > (self.expected - oldest) & 255:
            self.confirmed = oldest
        self.boot = boot

    def take(self, seq: int) -> bool:
        """Accept a payload if it is the next one and the window is not full.

        Return whether it was accepted.
        """
        if seq != self.expected:
            return False
        if (self.expected - self.confirmed) & 255 >= WINDOW:
            self.over += 1
            return False
        self.expected = (seq + 1) & 255
        return True

    def confirm(self, seq: int) -> bool:
        """Confirm all received payloads up to sequence number `seq`.

        Return False if that payload has already been confirmed or has not been received.
        """
        under_way = (self.expected - self.confirmed) & 255
        if (seq - self.confirmed) & 255 >= under_way:
            return False
        self.confirmed = (seq + 1) & 255
        return True
