"""When a hand may leave for a stream: after its delay, and never while it is played.

The delay is counted by the controller itself, from the instant at which it saw a thing happen, on a
clock that only goes forward. What happened before this start counts from the start: no restart, no
clock that is set, and no journal that is put back brings anything forward.
"""

from collections import deque
from collections.abc import Sequence
from typing import Final

import msgspec

from controller.contract.public import (
    EpochBegun,
    HandEnded,
    HandVoided,
    PublicEvent,
    StreamEnded,
    StreamHand,
)

LONGEST: Final = 3_600_000
"""No two things of a hand are further apart on the stream than this (ms)."""
MOST_HANDS: Final = 2_000


class DelayedHand(msgspec.Struct):
    """A hand that is to leave: its number, the seq of its start and of its end (0: it is played).

    `begun` and `ended` say when the controller saw that, `seen` when it saw each seq (ms of its own
    clock; what it did not see itself it saw at the end). `delay` is in ms.
    """

    number: int
    first: int
    delay: int
    begun: int
    last: int = 0
    ended: int = 0
    seen: dict[int, int] = {}

    def leaves(self, behind: int) -> int:
        """Return when its first picture may leave: not before `behind`, when the last hand has."""
        return max(self.begun + self.delay, self.ended, behind)

    def due(self, seq: int, offset: int, starts: int) -> int:
        """Return when a picture may leave, `offset` ms after the first, which left at `starts`."""
        paced = starts + min(max(offset, 0), LONGEST)
        return max(paced, self.seen.get(seq, self.ended) + self.delay)


class Delayed:
    """The hands that wait, oldest first; the one that is played is the last of them."""

    def __init__(self) -> None:
        """Begin with none."""
        self.hands: deque[DelayedHand] = deque(maxlen=MOST_HANDS)

    def take(self, now: int, seq: int, told: Sequence[PublicEvent]) -> None:
        """Take in what an observation has brought, seen at `now`; its last event is `seq`."""
        before = seq - len(told)
        for number, event in enumerate(told, before + 1):
            self.note(now, number, event)
        if told and self.hands and (not self.hands[-1].last or self.hands[-1].last > before):
            self.hands[-1].seen[seq] = now

    def note(self, now: int, seq: int, event: PublicEvent) -> None:
        """Take in one event, seen at `now`; of all but a few nothing follows."""
        match event:
            case StreamEnded() | EpochBegun():
                self.hands.clear()
            case StreamHand(number=number, delay=delay):
                self._drop_open()
                self.hands.append(DelayedHand(number, seq, delay * 1000, now, seen={}))
            case HandVoided():
                self._drop_open()
            case HandEnded() if self.hands and not self.hands[-1].last:
                self.hands[-1].last, self.hands[-1].ended = seq, now

    def _drop_open(self) -> None:
        """Leave out a hand that never came to its end."""
        if self.hands and not self.hands[-1].last:
            self.hands.pop()
