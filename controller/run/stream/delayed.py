"""Decides when a hand may be streamed: after a delay, and never while it is being played.

The controller measures the delay on a monotonic clock, from the time at which it saw an event. For
events that precede the controller's latest start, the delay counts from that start. A restart, a
changed clock or a restored journal therefore never causes a hand to be sent sooner.
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
"""The maximum time between two events of a hand on the stream (ms); longer gaps are cut."""
MOST_HANDS: Final = 2_000


class DelayedHand(msgspec.Struct):
    """A hand waiting to be streamed: its number, and the seqs of its first and last events.

    The last seq is 0 while the hand is not over. `begun` and `ended` are when the controller saw
    the start and the end; `seen` is when it saw each seq (ms on its own clock; a seq that it did
    not see counts as seen at the end). `delay` is in ms.
    """

    number: int
    first: int
    delay: int
    begun: int
    last: int = 0
    ended: int = 0
    seen: dict[int, int] = {}

    def leaves(self, behind: int) -> int:
        """Return when the hand's first frame may be sent, which is not before `behind`."""
        return max(self.begun + self.delay, self.ended, behind)

    def due(self, seq: int, offset: int, starts: int) -> int:
        """Return when the frame `offset` ms after the first, sent at `starts`, may be sent."""
        paced = starts + min(max(offset, 0), LONGEST)
        return max(paced, self.seen.get(seq, self.ended) + self.delay)


class Delayed:
    """The waiting hands, oldest first; a hand still being played is last."""

    def __init__(self) -> None:
        """Begin with no hands."""
        self.hands: deque[DelayedHand] = deque(maxlen=MOST_HANDS)

    def take(self, now: int, seq: int, told: Sequence[PublicEvent]) -> None:
        """Process the events of an observation, seen at `now`; `seq` is the last event's number."""
        before = seq - len(told)
        for number, event in enumerate(told, before + 1):
            self.note(now, number, event)
        if told and self.hands and (not self.hands[-1].last or self.hands[-1].last > before):
            self.hands[-1].seen[seq] = now

    def note(self, now: int, seq: int, event: PublicEvent) -> None:
        """Process one event, seen at `now`; most events have no effect here."""
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
        """Drop a hand that never came to its end."""
        if self.hands and not self.hands[-1].last:
            self.hands.pop()
