"""Determines who sent a request, and where the reply must be sent.

With MQTT 5, the request may name the topic for the reply.
"""

from typing import Final

import msgspec
from paho.mqtt.client import MQTTMessage
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties

MOST_BYTES: Final = 256
"""The maximum length of a response topic or of correlation data; longer ones are dropped."""


class Asker(msgspec.Struct, frozen=True):
    """Who sent a request, and how to reply; a field is empty if it is unknown.

    `user` is the sender, as vouched for by the broker. `topic` is the topic for the reply.
    `correlation` is MQTT 5's correlation data.
    """

    user: str = ""
    topic: str = ""
    correlation: bytes = b""

    def way(self, usual: str) -> tuple[str, Properties | None]:
        """Return the topic and the MQTT properties for the reply.

        The topic is `usual` unless the request names another one. The properties are None unless
        the request has correlation data.
        """
        if not self.correlation:
            return self.topic or usual, None
        properties = Properties(PacketTypes.PUBLISH)  # type: ignore[no-untyped-call]
        properties.CorrelationData = self.correlation
        return self.topic or usual, properties


NOBODY: Final = Asker()


def asker_of(user: str, message: MQTTMessage, replies: str) -> Asker:
    """Return the sender of a message, which is `user`, and where the reply must be sent.

    Replies are allowed only to topics that begin with `replies`, such as `tapis/home/1/reply/`. A
    reply to any other topic could overwrite a message that only the table may write.
    """
    properties = getattr(message, "properties", None)
    topic = getattr(properties, "ResponseTopic", "")
    correlation = getattr(properties, "CorrelationData", b"")
    return Asker(
        user,
        topic if _may_be(topic, replies) else "",
        correlation if len(correlation) <= MOST_BYTES else b"",
    )


def _may_be(topic: str, replies: str) -> bool:
    rest = topic.removeprefix(replies)
    plain = not {"#", "+", "\0"} & set(topic) and len(topic.encode()) <= MOST_BYTES
    return rest != topic and bool(rest) and plain
