"""Remembers who sent each unanswered request, and where the reply must go.

With MQTT 5, the request may name the topic for the reply.
"""

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
    """Who sent a request, and how to reply; a field is empty if it is unknown.

    `user` is the sender, as vouched for by the broker. `topic` is the topic for the reply.
    `correlation` is MQTT 5's correlation data.
    """

    user: str = ""
    topic: str = ""
    correlation: bytes = b""


NOBODY: Final = Asked()


class Askers:
    """Remembers the sender of each request, by request id, until the request is answered."""

    def __init__(self, replies: str) -> None:
        """Allow replies only to topics that begin with `replies`, such as `tapis/home/1/reply/`.

        A reply to any other topic could overwrite a message that only the table may write.
        """
        self._replies = replies
        self._asked: OrderedDict[str, Asked] = OrderedDict()

    def note(self, ident: str, user: str, message: MQTTMessage) -> None:
        """Remember that `user` sent the request with the id `ident`, and where the reply must go.

        If there are too many requests, forget the oldest.
        """
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
        """Return the sender of a request, or "" if it is unknown."""
        return self._asked.get(ident, NOBODY).user

    def way(self, usual: str, ident: str) -> tuple[str, Properties | None]:
        """Return the topic and the MQTT properties for the reply to a request; forget the request.

        The topic is `usual` unless the request names another one. The properties are None unless
        the request has correlation data.
        """
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
