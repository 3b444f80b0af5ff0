"""Sends hole cards to a stream as soon as they are due, in the table's loop.

The decision to send a hand is written to disk before the hand's first card is sent. Hands that are
not due yet exist only in the journal, and are read from it when they are due.
"""

import logging
from collections.abc import Callable, Generator
from typing import Protocol

from controller.contract.observations import FloorSaid, Observation, StreamDue
from controller.contract.private import StreamFrame, StreamOff
from controller.contract.public import EpochBegun, StreamEnded
from controller.journal import JournalError
from controller.run.loop.runtime import Runtime, StepResult
from controller.run.stream.delayed import Delayed, DelayedHand
from controller.run.stream.playback import Picture, pictures, waiting
from controller.table.state import Stream
from hardware.ports import Clock

log = logging.getLogger(__name__)

SETTLES = 60_000
"""The extra delay (ms) for streaming hands from before the controller's start.

During this time, the controller learns whether the broker has events that the journal lacks. If so,
these hands are not streamed.
"""

OFF = '{"type":"stream","called_off":true}'


class Line(Protocol):
    """The connection to the program that receives the stream."""

    def tell(self, said: StreamFrame | StreamOff) -> None:
        """Send a message."""


class StreamPump:
    """Streams hands when they are due; keeps track of the waiting hands and the one being sent."""

    def __init__(
        self, runtime: Runtime, line: Line, put_down: Callable[[Observation], None], clock: Clock,
        *, allowed: bool,
    ) -> None:  # fmt: skip
        """Send the hands of `runtime` to `line` when they are due.

        `clock` returns the time in monotonic ms. `put_down` queues an observation for the journal.
        `allowed` is true if the config allows a stream. If it is false but a stream is switched on
        according to the journal, the stream is switched off.
        """
        assert runtime.journal is not None
        self._runtime = runtime
        self._path = runtime.journal.path
        self._line = line
        self._put_down = put_down
        self._clock = clock
        self._allowed = allowed
        self._delayed = (
            waiting(self._path, self._stream.sent, clock() + SETTLES)
            if self._stream.on
            else Delayed()
        )
        self._leaving: DelayedHand | None = None
        self._pictures: Generator[Picture, None, None] | None = None
        self._next: Picture | None = None
        self._behind = 0
        self._starts = 0
        self._asked = 0
        self._off_said = False
        runtime.results.append(self._hear)

    @property
    def busy(self) -> bool:
        """Return whether a hand is being sent; the next frame may then be due soon."""
        return self._leaving is not None

    @property
    def waits(self) -> bool:
        """Return whether a hand that has ended is waiting or being sent."""
        return self.busy or any(hand.last for hand in self._delayed.hands)

    @property
    def _stream(self) -> Stream:
        return self._runtime.table.at_rest.stream

    def look(self) -> None:
        """Send every frame that is due; if the stream is switched off, drop all hands instead."""
        stream = self._stream
        if stream.on and not self._allowed and not self._off_said:
            self._off_said = True
            self._put_down(FloorSaid(self._clock(), "config", OFF))
        if not stream.on or not self._allowed:
            self._stop()
            return
        try:
            self._send(self._clock())
        except JournalError as error:
            log.warning("a hand can't be streamed: %s", error)
            self._done()

    def close(self) -> None:
        """Stop reading the hand that is being sent."""
        self._done()

    def _hear(self, _: Observation, result: StepResult) -> None:
        if any(isinstance(event, StreamEnded | EpochBegun) for event in result.public):
            self._stop()
        self._delayed.take(self._clock(), result.seq, result.public)

    def _stop(self) -> None:
        """Drop all hands; send a `StreamOff` if the stream has shown anything."""
        told = self._leaving is not None or self._behind
        self._delayed.hands.clear()
        self._done()
        self._behind = 0
        if told:
            self._line.tell(StreamOff())

    def _done(self) -> None:
        if self._pictures is not None:
            self._pictures.close()
        self._leaving, self._pictures, self._next = None, None, None

    def _send(self, now: int) -> None:
        if self._leaving is None and not self._begin(now):
            return
        assert self._leaving is not None
        assert self._pictures is not None
        while self._next is not None:
            due = self._leaving.due(self._next.seq, self._next.offset, self._starts)
            if due > now:
                return
            self._behind = max(self._behind, due)
            self._line.tell(self._next.frame)
            self._next = next(self._pictures, None)
        self._done()

    def _begin(self, now: int) -> bool:
        """Begin to send the oldest hand if it is due; return whether sending has begun."""
        hands = self._delayed.hands
        if not hands or not hands[0].last or hands[0].leaves(self._behind) > now:
            return False
        if not self._is_noted(hands[0], now):
            return False
        self._starts = hands[0].leaves(self._behind)
        self._leaving = hands.popleft()
        runtime = self._runtime
        self._pictures = pictures(self._path, self._leaving, runtime.house, runtime.name)
        self._next = next(self._pictures, None)
        return True

    def _is_noted(self, hand: DelayedHand, now: int) -> bool:
        """Return whether the decision to send a hand is on disk; if not, queue it for writing."""
        if self._stream.sent >= hand.number:
            return True
        if self._asked != hand.number:
            self._asked = hand.number
            self._put_down(StreamDue(now, hand.number))
        return False
