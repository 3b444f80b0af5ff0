"""Who has asked for something, and where the answer goes: MQTT 5's response topic, if any."""

from collections import OrderedDict
from typing import Final

import msgspec
from paho.mqtt.client import MQTTMessage
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties

MOST_ASKED: Final = 1000
"""So many requests that are not answered yet are remembered."""

MOST_BYTES: Final = 256
"""A response topic or correlation data that is longer is left out."""


class Asked(msgspec.Struct, frozen=True):
    """A user as the broker knows them, and where they want the answer; "" and b"" for nothing."""

    user: str = ""
    topic: str = ""
    correlation: bytes = b""


NOBODY: Final = Asked()


class Askers:
    """Remembers who has asked, by the ids of their requests, until they are answered."""

    def __init__(self, replies: str) -> None:
        """Answer below `replies` (`tapis/home/1/reply/`) alone.

        Elsewhere an answer could be written over what only the table says.
        """
        self._replies = replies
        self._asked: OrderedDict[str, Asked] = OrderedDict()

    def note(self, ident: str, user: str, message: MQTTMessage) -> None:
        """Remember whose a request is; the oldest of too many is forgotten."""
        properties = getattr(message, "properties", None)
        topic = getattr(properties, "ResponseTopic", "")
        correlation = getattr(properties, "CorrelationData", b"")
        self._asked[ident] = Asked(
            user,
            topic if self._may_be(topic) else "",
            correlation if len(correlation) <= MOST_BYTES else b"",
        )
        if len(self._asked) > MOST_ASKED:
            self._asked.popitem(last=False)

    def user(self, ident: str) -> str:
        """Return whose request this is, "" where nobody knows."""
        return self._asked.get(ident, NOBODY).user

    def way(self, usual: str, ident: str) -> tuple[str, Properties | None]:
        """Return the topic of an answer and what goes with it; the request is answered then."""
        asked = self._asked.pop(ident, NOBODY)
        if not asked.correlation:
            return asked.topic or usual, None
        properties = Properties(PacketTypes.PUBLISH)  # type: ignore[no-untyped-call]
        properties.CorrelationData = asked.correlation
        return asked.topic or usual, properties

    def _may_be(self, topic: str) -> bool:
        rest = topic.removeprefix(self._replies)
        plain = not {"#", "+", "\0"} & set(topic) and len(topic.encode()) <= MOST_BYTES
        return rest != topic and bool(rest) and plain
