"""Tracks who sent each unanswered request, and where to reply (MQTT 5's response topic, if any)."""

from collections import OrderedDict
from typing import Final

import msgspec
from paho.mqtt.client import MQTTMessage
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties

MOST_ASKED: Final = 1000
"""The maximum number of unanswered requests to remember."""

MOST_BYTES: Final = 256
"""The maximum length of a response topic or of correlation data; longer ones are dropped."""


class Asked(msgspec.Struct, frozen=True):
    """A request's sender, as identified by the broker, with the reply topic and correlation data.

    Each is empty if not given.
    """

    user: str = ""
    topic: str = ""
    correlation: bytes = b""


NOBODY: Final = Asked()


class Askers:
    """Stores who sent each request, by request id, until it is answered."""

    def __init__(self, replies: str) -> None:
        """Answer only below `replies` (`tapis/home/1/reply/`).

        Elsewhere, a reply could overwrite topics that only the table may write.
        """
        self._replies = replies
        self._asked: OrderedDict[str, Asked] = OrderedDict()

    def note(self, ident: str, user: str, message: MQTTMessage) -> None:
        """Store a request's sender; if there are too many, the oldest is deleted."""
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
        """Return the sender of a request, or "" if unknown."""
        return self._asked.get(ident, NOBODY).user

    def way(self, usual: str, ident: str) -> tuple[str, Properties | None]:
        """Return the topic and properties for a reply, and mark the request as answered."""
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
