"""Decides when a hand may be streamed: after a delay, and never while it is being played.

The delay of an event counts from the time at which the controller saw it, on a monotonic clock. For
an event from before the controller's latest start, the delay counts from that start. A restart, a
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
"""The time (ms) after a hand's first frame for which the stream keeps to the pace of play.

Frames that were played later than this are all due at the end of this time. A frame is never due
before its own delay is over.
"""
MOST_HANDS: Final = 2_000


class DelayedHand(msgspec.Struct):
    """A hand that is waiting to be streamed.

    `number` is the number of the hand. `first` and `last` are the seqs of its first and last
    events; `last` is 0 while the hand is being played. `delay` is in ms. `begun` and `ended` are
    the times at which the controller saw its start and its end, in ms of a monotonic clock. `seen`
    maps the seqs of events to the times at which the controller saw them. An event that is not in
    `seen` counts as seen when the hand ended.
    """

    number: int
    first: int
    delay: int
    begun: int
    last: int = 0
    ended: int = 0
    seen: dict[int, int] = {}

    def leaves(self, behind: int) -> int:
        """Return the earliest time at which the hand's first frame may be sent.

        It is at least `delay` ms after the start of the hand. It is never before the end of the
        hand, nor before `behind`, the time at which the last frame of the previous hand was due.
        Times are in ms of the controller's monotonic clock.
        """
        return max(self.begun + self.delay, self.ended, behind)

    def due(self, seq: int, offset: int, starts: int) -> int:
        """Return the earliest time at which a frame may be sent.

        It is at least `delay` ms after the controller saw the frame's last event, number `seq`.
        `offset` is the time in ms from the hand's first frame to this frame in actual play.
        `starts` is the time at which the first frame was due. Times are in ms of the controller's
        monotonic clock.
        """
        paced = starts + min(max(offset, 0), LONGEST)
        return max(paced, self.seen.get(seq, self.ended) + self.delay)


class Delayed:
    """The hands waiting to be streamed, oldest first; the last one may still be in play."""

    def __init__(self) -> None:
        """Start with no hands."""
        self.hands: deque[DelayedHand] = deque(maxlen=MOST_HANDS)

    def take(self, now: int, seq: int, told: Sequence[PublicEvent]) -> None:
        """Process the events of one observation.

        `now` is the time at which the controller saw them (ms). `seq` is the number of the last of
        these events.
        """
        before = seq - len(told)
        for number, event in enumerate(told, before + 1):
            self.note(now, number, event)
        if told and self.hands and (not self.hands[-1].last or self.hands[-1].last > before):
            self.hands[-1].seen[seq] = now

    def note(self, now: int, seq: int, event: PublicEvent) -> None:
        """Process the event with the number `seq`, which was seen at `now` (ms).

        It may begin or end a hand. A void hand is removed. The end of the stream or a new epoch of
        the journal removes all hands.
        """
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
        if self.hands and not self.hands[-1].last:
            self.hands.pop()
