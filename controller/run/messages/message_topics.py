"""The MQTT topics for a table's messages, and the fields that are hidden from the public.

If a house hides stacks, events with stacks are published without them; the full events are
published on the floor's own topics, which the broker's access list reserves for the room's staff.
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
"""The events that reveal stacks or changes of stacks, and the fields that reveal them."""

_AMOUNTS: Final = ("stack", "before", "after", "amount")
_encode = msgspec.json.Encoder().encode


class Telling:
    """A table's topics; `hides` is true if the house hides stacks from the public."""

    def __init__(self, topics: Topics, *, hides: bool = False) -> None:
        self.topics = topics
        self._hides = hides

    def event(self, event: Envelope) -> Iterator[tuple[str, bytes, int]]:
        """Yield an event's messages as (topic, payload, seq); only the last has the event's seq.

        The full event is sent first, because a subscriber to both topics keeps the first message
        with a given seq.
        """
        topics = self.topics
        if self._hides and event.type in STACKS:
            yield topics.floor_event(event.type), _encode(event), 0
            event = without_stacks(event)
        yield topics.event(event.type), _encode(event), event.seq

    def again(self, request: str, event: Envelope) -> Iterator[tuple[str, bytes]]:
        """Yield the messages for an event replayed in response to the request with this id."""
        topics = self.topics
        if self._hides and event.type in STACKS:
            yield topics.floor_replay(request), _encode(event)
            event = without_stacks(event)
        yield topics.replay(request), _encode(event)

    def heard(self) -> list[str]:
        """Return the command topics to subscribe to: this table's, and those for all tables."""
        own, everybody = self.topics.command, self.topics.everybody
        return [own("+"), own("+", "+"), everybody("+"), everybody("+", "+")]

    def asked(self, topic: str) -> tuple[str, str] | None:
        """Return the command and the sender named by a topic, or None for any other topic."""
        for prefix in (self.topics.command(""), self.topics.everybody("")):
            if topic.startswith(prefix):
                name, _, user = topic.removeprefix(prefix).partition("/")
                return name, user
        return None


def without_stacks(event: Envelope) -> Envelope:
    """Return an event of a type in `STACKS` with nulls in place of the stacks."""
    data = {
        name: _hidden(value) if name in STACKS[event.type] else value
        for name, value in event.data.items()
    }
    return msgspec.structs.replace(event, data=data)


def _hidden(value: Any) -> Any:
    if not isinstance(value, list | tuple):
        return None
    return [{**one, **{name: None for name in _AMOUNTS if name in one}} for one in value]
