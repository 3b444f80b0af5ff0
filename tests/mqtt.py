"""A real mosquitto for a test, and a subscriber that keeps what it hears."""

import json
import os
import threading
import time
from collections.abc import Callable
from typing import Any, Self

from paho.mqtt.client import Client, MQTTMessage
from paho.mqtt.enums import CallbackAPIVersion, MQTTProtocolVersion

PROTOCOL = "5" if os.environ.get("TAPIS_ENGINES", "file") == "file" else "3.1.1"
"""NATS speaks no MQTT 5: `TAPIS_ENGINES=servers` has every room there."""


def until(condition: Callable[[], object], seconds: float = 30.0, what: str = "") -> None:
    """Wait until the condition holds; fails after `seconds`."""
    ends = time.monotonic() + seconds
    pause, wait = threading.Event(), 0.01
    while not condition():
        assert time.monotonic() < ends, f"not within {seconds} s: {what or condition}"
        pause.wait(wait)
        # What takes long is looked at less often: looking is work too.
        wait = min(1.2 * wait, 0.05)


class Subscriber:
    """Hears everything under a root, from the moment it is made."""

    def __init__(self, port: int, root: str = "tapis/#", protocol: str = PROTOCOL) -> None:
        self.heard: list[tuple[str, Any, bool]] = []
        self._ready = threading.Event()
        self._root = root
        five = protocol == "5"
        self._client = Client(
            CallbackAPIVersion.VERSION2,
            protocol=MQTTProtocolVersion.MQTTv5 if five else MQTTProtocolVersion.MQTTv311,
        )
        self._client.on_connect = lambda client, *_: client.subscribe(self._root, qos=1)
        self._client.on_subscribe = lambda *_: self._ready.set()
        self._client.on_message = self._hear
        self._client.reconnect_delay_set(1, 1)
        self._client.connect("127.0.0.1", port)
        self._client.loop_start()
        assert self._ready.wait(30)

    def events(self) -> list[dict[str, Any]]:
        """Return the event envelopes heard, doubles included."""
        return [body for topic, body, _ in list(self.heard) if "/event/" in topic]

    def distinct(self) -> list[int]:
        """Return the seqs heard, doubles dropped, in the order of their first coming."""
        return list(dict.fromkeys(int(body["seq"]) for body in self.events()))

    def last(self, ending: str) -> Any:
        """Return the last message heard on a topic with this ending, None if there is none."""
        for topic, body, _ in reversed(list(self.heard)):
            if topic.endswith(ending):
                return body
        return None

    def heard_reply(self, name: str, since: int) -> bool:
        """Return whether a reply of this name came behind the first `since` messages."""
        return any(topic.endswith(f"/reply/{name}") for topic, _, _ in self.heard[since:])

    def say(self, topic: str, body: object, *, retain: bool = False) -> None:
        """Publish a message."""
        payload = body if isinstance(body, bytes) else json.dumps(body).encode()
        self._client.publish(topic, payload, qos=1, retain=retain)

    def close(self) -> None:
        """Go."""
        self._client.disconnect()
        self._client.loop_stop()

    def _hear(self, client: Client, userdata: Any, message: MQTTMessage) -> None:
        try:
            body = json.loads(message.payload)
        except ValueError:
            body = message.payload
        self.heard.append((message.topic, body, message.retain))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
