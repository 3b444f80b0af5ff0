"""Follow a table from a third-party program: receive each event once and in order.

This module does no I/O: it takes the broker's messages, and returns the events that can be passed
on. If events are missing, it returns the request to send to the table. `docs/DASHBOARDS.md` shows
how to use it with a broker.
"""

from typing import Final

import msgspec

from controller.contract.commands import Reply, Request
from controller.contract.public import (
    Envelope,
    PublicEvent,
    PublicState,
    Status,
    Topics,
    event_from,
)
from display.newer_state import UNREADABLE

_MOST_WAITING: Final = 10_000
_REPLAY: Final = "replay"


class Heard(msgspec.Struct, frozen=True):
    """An event as received.

    `envelope` is the message. `event` is its typed content, or None if this version does not know
    its type.
    """

    envelope: Envelope
    event: PublicEvent | None


class Follower:
    """Follows one table.

    `state` is the last state received. `seq` is the number of the last event known or
    returned, or None if there is none yet. `epoch` is that event's epoch. When a
    program restarts, it passes both to its new `Follower`.
    """

    def __init__(
        self, root: str, name: str = "follower", after: int | None = None, epoch: str = ""
    ) -> None:
        """Follow the table whose topics begin with `root`.

        The ids of requests for missing events begin with `name`. `after` is the number of the last
        event already known, and `epoch` its epoch. If `after` is None, or if a new epoch has begun,
        only events after the first state received are returned.
        """
        self.topics: Final = Topics(root)
        self.state: PublicState | None = None
        self.seq: int | None = after
        self.epoch = epoch
        self._name = name
        self._asked = 0
        self._waits_for = ""
        self._waiting: dict[int, Envelope] = {}

    @property
    def subscriptions(self) -> tuple[str, ...]:
        """Return the topics to subscribe to."""
        topics = self.topics
        return (
            topics.status, topics.state, topics.event("#"), topics.replay("#"),
            topics.reply(_REPLAY),
        )  # fmt: skip

    def take(self, topic: str, payload: bytes) -> tuple[Heard, ...]:
        """Process a message; return the events that can now be passed on, in order.

        Unreadable messages are skipped. An event that follows a gap is held back until the gap is
        filled.
        """
        topics = self.topics
        try:
            if topic == topics.status:
                self._begun(msgspec.json.decode(payload, type=Status).epoch)
            elif topic == topics.state:
                self._drawn(msgspec.json.decode(payload, type=PublicState))
            elif topic == topics.reply(_REPLAY):
                self._answered(msgspec.json.decode(payload, type=Reply))
            elif topic.startswith((topics.event(""), topics.replay(""))):
                self._came(msgspec.json.decode(payload, type=Envelope))
        except UNREADABLE:
            return ()
        return tuple(self._due())

    def ask(self) -> tuple[str, bytes] | None:
        """Return the topic and payload of a request for missing events, or None if none is needed.

        A request is returned once. Another is returned only if events are still missing after the
        answer to the first.
        """
        behind = self.state.seq if self.state is not None else 0
        last = max(behind, *self._waiting) if self._waiting else behind
        if self.seq is None or last <= self.seq or self._waits_for:
            return None
        self._asked += 1
        self._waits_for = f"{self._name}-{self._asked}"
        request = Request(self._waits_for, data={"after_seq": self.seq})
        return self.topics.command(_REPLAY), msgspec.json.encode(request)

    def reconnected(self) -> None:
        """Forget the pending request, because its answer may have been lost with the connection."""
        self._waits_for = ""

    def _begun(self, epoch: str) -> None:
        if not epoch or epoch == self.epoch:
            return
        if self.epoch:
            # Numbering restarts in a new epoch, and the epoch's first state says where.
            self.seq, self._waiting, self.state = None, {}, None
        self.epoch = epoch

    def _drawn(self, state: PublicState) -> None:
        if self.epoch and state.epoch not in ("", self.epoch):
            return
        self.state = state
        if self.seq is None:
            self.seq = state.seq
            self._waiting = {seq: one for seq, one in self._waiting.items() if seq > state.seq}

    def _came(self, envelope: Envelope) -> None:
        if self.epoch and envelope.epoch not in ("", self.epoch):
            return
        known = self.seq is not None and envelope.seq <= self.seq
        # The event that fills the gap is taken even when no more may wait behind the gap.
        fills = self.seq is not None and envelope.seq == self.seq + 1
        if not known and (fills or len(self._waiting) < _MOST_WAITING):
            self._waiting[envelope.seq] = envelope

    def _answered(self, reply: Reply) -> None:
        if reply.id == self._waits_for:
            self._waits_for = ""

    def _due(self) -> list[Heard]:
        due: list[Heard] = []
        if self.seq is None:
            return due
        while (envelope := self._waiting.pop(self.seq + 1, None)) is not None:
            self.seq = envelope.seq
            due.append(Heard(envelope, _typed(envelope)))
        return due


def _typed(envelope: Envelope) -> PublicEvent | None:
    try:
        return event_from(envelope.type, envelope.data)
    except (*UNREADABLE, KeyError, ValueError):
        return None
