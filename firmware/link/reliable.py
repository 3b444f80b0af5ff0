"""One direction of the link, without loss or duplicates: the sender and the receiver.

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
"""How often a payload is sent before the sender gives up the session."""

_SHORTEST, _FIRST, _LONGEST = 30, 150, 300

Sending = namedtuple("Sending", ("seq", "kind", "payload"))


class _Held:
    """An unacknowledged payload: `sent` is when it was last sent, or None when it is due."""

    def __init__(self, kind: int, payload: bytes) -> None:
        self.kind = kind
        self.payload = payload
        self.sent: "int | None" = None
        self.tries = 0


class SendWindow:
    """Payloads to deliver in order, each exactly once; `oldest` is the seq of the first."""

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
        """Return the next payload to send; it does not count as sent until `sent` is called."""
        for place, one in enumerate(self._held[:WINDOW]):
            if one.sent is None:
                return Sending((self.oldest + place) & 255, one.kind, one.payload)
        return None

    def sent(self, seq: int, now: int) -> None:
        """Record that a payload has been sent."""
        one = self._held[(seq - self.oldest) & 255]
        self.again += one.tries > 0
        one.sent = now
        one.tries += 1

    def acknowledged(self, following: int, now: int) -> None:
        """Drop the acknowledged payloads, which are all those before `following`.

        `following` is the seq that the far end expects next. It is ignored if it acknowledges a
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
        """Restart the timeout of payloads that have been received but not yet confirmed.

        These are all the payloads in flight before `following`.
        """
        count = (following - self.oldest) & 255
        for one in self._held[: count if count <= WINDOW else 0]:
            if one.tries:
                one.sent = now
                # Two, so that a delayed confirmation is not measured as a round trip.
                one.tries = 2

    def overdue(self, now: int) -> bool:
        """Resend unacknowledged payloads if the oldest is overdue.

        Return True if it has been resent so often that the sender should give up.
        """
        due = self.due()
        if due is None or now < due:
            return False
        hopeless = self._held[0].tries >= TRIES
        self._timeout = min(2 * self._timeout, _LONGEST)
        self.rewind()
        return hopeless

    def due(self) -> "int | None":
        """Return when the oldest payload will be overdue, or None if none is in flight."""
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
        """Drop and return all payloads, sent or not, as (kind, payload).

        This is only for a far end that has restarted. The far end has been told to expect `oldest`,
        so that does not change.
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
    """The payloads received: `expected` is the next seq, `confirmed` the first unconfirmed one.

    The payloads between the two, at most WINDOW, have been passed to the owner, who has not
    confirmed them yet. `over` counts payloads beyond that, from a sender that ignores the window.
    """

    def __init__(self, boot: "int | None" = None, expected: int = 0) -> None:
        self.boot = boot
        self.expected = expected
        self.confirmed = expected
        self.over = 0

    def begin(self, boot: int, oldest: int) -> None:
        """Begin a session, continuing where it left off if the sender is the same."""
        if boot != self.boot or (self.expected - oldest) & 255 > WINDOW:
            self.expected = self.confirmed = oldest
        elif (self.expected - self.confirmed) & 255 > (self.expected - oldest) & 255:
            self.confirmed = oldest
        self.boot = boot

    def take(self, seq: int) -> bool:
        """Accept a payload if it is the next one; return False if it is repeated or too early."""
        if seq != self.expected:
            return False
        if (self.expected - self.confirmed) & 255 >= WINDOW:
            self.over += 1
            return False
        self.expected = (seq + 1) & 255
        return True

    def confirm(self, seq: int) -> bool:
        """Confirm received payloads up to `seq`; return False if none were unconfirmed."""
        under_way = (self.expected - self.confirmed) & 255
        if (seq - self.confirmed) & 255 >= under_way:
            return False
        self.confirmed = (seq + 1) & 255
        return True
