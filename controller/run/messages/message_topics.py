"""The MQTT topics of a table's messages, and which fields are hidden from the public.

If a house hides stacks, events are published without them. The full events are published on the
floor's own topics, which the broker's access list reserves for staff.
"""

from collections.abc import Iterator
from typing import Any, Final

import msgspec

from controller.contract.public import Envelope, Topics

STACKS: Final[dict[str, tuple[str, ...]]] = {
    "hand.started": ("stacks",),
    "hand.ended": ("stacks",),
    "stack.changed": ("stack",),
    "seat.taken": ("stack",),
    "seat.left": ("stack",),
    "seat.busted": ("had",),
    "chips.coloured": ("stacks",),
    "chips.carried": ("amount",),
    "pot.changed": ("pots",),
    "pot.awarded": ("amount",),
    "pot.pushed": ("amount",),
    "pot.received": ("amount",),
}
"""The events that reveal stacks or changes to stacks, each with the fields that reveal them."""

_AMOUNTS: Final = ("stack", "before", "after", "amount")
_encode = msgspec.json.Encoder().encode


class Telling:
    """Assigns a table's messages to topics; `hides` means that the public must not see stacks."""

    def __init__(self, topics: Topics, *, hides: bool = False) -> None:
        self.topics = topics
        self._hides = hides

    def event(self, event: Envelope) -> Iterator[tuple[str, bytes, int]]:
        """Yield the messages for an event as (topic, payload, seq).

        If the event reveals stacks that the public must not see, there are two: the full event for
        the floor, with 0 instead of the seq, then the event without stacks. The full one comes
        first, because a subscriber to both topics keeps the first message that it receives for an
        event. Any other event has one message.
        """
        topics = self.topics
        if self._hides and event.type in STACKS:
            yield topics.floor_event(event.type), _encode(event), 0
            event = without_stacks(event)
        yield topics.event(event.type), _encode(event), event.seq

    def again(self, request: str, event: Envelope) -> Iterator[tuple[str, bytes]]:
        """Yield the messages for an old event that was requested, as (topic, payload).

        `request` is the id of the request. The messages are those of `event`, on other topics.
        """
        for _, payload, seq in self.event(event):
            replay = self.topics.replay if seq else self.topics.floor_replay
            yield replay(request), payload

    def heard(self) -> list[str]:
        """Return the topics on which this table receives commands.

        Some are for this table only, the others for all tables.
        """
        own, everybody = self.topics.command, self.topics.everybody
        return [own("+"), own("+", "+"), everybody("+"), everybody("+", "+")]

    def asked(self, topic: str) -> tuple[str, str] | None:
        """Return the command name and the sender's name that a topic contains.

        The sender is "" if the topic names none. Return None if it is not a command topic.
        """
        for prefix in (self.topics.command(""), self.topics.everybody("")):
            if topic.startswith(prefix):
                name, _, user = topic.removeprefix(prefix).partition("/")
                return name, user
        return None


def without_stacks(event: Envelope) -> Envelope:
    """Return a copy of an event in which every stack is null; its type must be in `STACKS`."""
    data = {
        name: _hidden(value) if name in STACKS[event.type] else value
        for name, value in event.data.items()
    }
    return msgspec.structs.replace(event, data=data)


def _hidden(value: Any) -> Any:
    if not isinstance(value, list | tuple):
        return None
    return [{**one, **{name: None for name in _AMOUNTS if name in one}} for one in value]
