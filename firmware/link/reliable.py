"""One direction of the link in which nothing is lost or doubled: who sends, and who receives.

The sender keeps each payload until it is acknowledged, has at most WINDOW of them under way, and
sends all of these again when the oldest takes too long; how long that is, it learns from round
trips (Jacobson and Karels, 1988, and Karn's rule). The receiver takes what is next in the order
and nothing else. No I/O and no clock: `now` is milliseconds that never go back.
"""

from collections import namedtuple

WINDOW = 8
HELD = 64
TRIES = 6
"""So often one payload is sent before the link is taken to be out of step."""

_SHORTEST, _FIRST, _LONGEST = 30, 150, 300

Sending = namedtuple("Sending", ("seq", "kind", "payload"))


class _Held:
    """A payload that is not acknowledged: `sent` is when it was sent last, None when it is due."""

    def __init__(self, kind: int, payload: bytes) -> None:
        self.kind = kind
        self.payload = payload
        self.sent: "int | None" = None
        self.tries = 0


class SendWindow:
    """Payloads to deliver in order, each once. `oldest` is the seq of the first of it."""

    def __init__(self, held: int = HELD) -> None:
        self.oldest = 0
        self.again = 0
        self._room = held
        self._held: "list[_Held]" = []
        # Eighths of the mean round trip and quarters of its mean deviation, as in the article.
        self._mean = 0
        self._deviation = 0
        self._timeout = _FIRST

    def push(self, kind: int, payload: bytes) -> bool:
        """Take a payload; return False when the window is full."""
        if len(self._held) >= self._room:
            return False
        self._held.append(_Held(kind, payload))
        return True

    def next(self) -> "Sending | None":
        """Return the next payload to send, without counting it as sent; see `sent`."""
        for place, one in enumerate(self._held[:WINDOW]):
            if one.sent is None:
                return Sending((self.oldest + place) & 255, one.kind, one.payload)
        return None

    def sent(self, seq: int, now: int) -> None:
        """Take down that a payload went out."""
        one = self._held[(seq - self.oldest) & 255]
        self.again += one.tries > 0
        one.sent = now
        one.tries += 1

    def acknowledged(self, following: int, now: int) -> None:
        """Forget all before the seq that the far end waits for; a seq never sent says nothing."""
        count = (following - self.oldest) & 255
        under_way = 0
        while under_way < len(self._held) and self._held[under_way].tries:
            under_way += 1
        if not 0 < count <= under_way:
            return
        last = self._held[count - 1]
        # Karn's rule: nobody knows which sending of it this acknowledges.
        if last.tries == 1 and last.sent is not None:
            self._learn(now - last.sent)
        self._held = self._held[count:]
        self.oldest = following

    def arrived(self, following: int, now: int) -> None:
        """Be patient with all before that seq: the far end has it, and will confirm it."""
        count = (following - self.oldest) & 255
        for one in self._held[: count if count <= WINDOW else 0]:
            if one.tries:
                one.sent = now
                # Two, so that no round trip is learnt from a confirmation that has to wait.
                one.tries = 2

    def overdue(self, now: int) -> bool:
        """Resend unconfirmed payloads if the oldest is overdue; True when that is hopeless."""
        due = self.due()
        if due is None or now < due:
            return False
        hopeless = self._held[0].tries >= TRIES
        self._timeout = min(2 * self._timeout, _LONGEST)
        self.rewind()
        return hopeless

    def due(self) -> "int | None":
        """Return when the oldest will be overdue; None when it is not under way."""
        if not self._held or self._held[0].sent is None:
            return None
        return self._held[0].sent + self._timeout

    def rewind(self) -> None:
        """Send all again that is not acknowledged."""
        for one in self._held:
            one.sent = None

    def begin(self) -> None:
        """Begin a session with what is held: all of it is to be sent, and tried anew."""
        self.rewind()
        for one in self._held:
            one.tries = min(one.tries, 1)

    def give_up(self) -> "list[tuple[int, bytes]]":
        """Let go of everything, and give it: kinds and payloads, sent or not.

        Only for a far end that has begun anew: it was told to expect `oldest`, which stays.
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
    """What has arrived: `expected` is the seq of the next, `confirmed` of the first unconfirmed.

    What lies between the two is with its owner, who has not confirmed it yet: WINDOW at most.
    `over` counts what came beyond that, from a sender that keeps to no window.
    """

    def __init__(self, boot: "int | None" = None, expected: int = 0) -> None:
        self.boot = boot
        self.expected = expected
        self.confirmed = expected
        self.over = 0

    def begin(self, boot: int, oldest: int) -> None:
        """Begin a session with a sender; it goes on where it was if the sender is the same."""
        if boot != self.boot or (self.expected - oldest) & 255 > WINDOW:
            self.expected = self.confirmed = oldest
        elif (self.expected - self.confirmed) & 255 > (self.expected - oldest) & 255:
            self.confirmed = oldest
        self.boot = boot

    def take(self, seq: int) -> bool:
        """Return whether this is the next, and not one that came before or one too early."""
        if seq != self.expected:
            return False
        if (self.expected - self.confirmed) & 255 >= WINDOW:
            self.over += 1
            return False
        self.expected = (seq + 1) & 255
        return True

    def confirm(self, seq: int) -> bool:
        """Confirm what has arrived up to that seq; False when it is none of that."""
        under_way = (self.expected - self.confirmed) & 255
        if (seq - self.confirmed) & 255 >= under_way:
            return False
        self.confirmed = (seq + 1) & 255
        return True
