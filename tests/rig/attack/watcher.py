"""An honest client of an attacked table: it sends commands, and reads live events and health."""

import itertools
import math
import socket
import threading
import time
from collections.abc import Callable, Sequence
from typing import Any, Final, Self

import msgspec
from paho.mqtt.client import Client, MQTTMessage
from paho.mqtt.enums import CallbackAPIVersion

from controller.contract.commands import Reply
from controller.contract.public import Envelope, Health, Topics

EVERY: Final = 0.2
"""Interval between commands (s); each causes one event."""

AFTERWARDS: Final = 5.0
CONNECTS_WITHIN: Final = 20.0


class Watcher:
    """Pauses and resumes a table, and times each event from its command."""

    def __init__(
        self, port: int, root: str, token: str, user: str = "", password: str = ""
    ) -> None:
        """Prepare to connect when the block begins. Raises `OSError` if there is no broker."""
        self.times: list[float] = []
        """The latency of each event, in ms."""
        self.asked = self.answered = 0
        self.births = 0
        """How often the table has come online; if more than once, it was down."""
        self.health = Health(session="")
        self.on_health: Callable[[Health], object] = lambda _: None
        self._topics = Topics(root)
        self._token = token
        self._sent: list[float] = []
        self._ids = itertools.count(1)
        self._ready = threading.Event()
        client = self._client = Client(CallbackAPIVersion.VERSION2)
        if user:
            client.username_pw_set(user, password)
        hears = (self._topics.event("#"), self._topics.reply("+"), self._topics.health,
                 self._topics.status)  # fmt: skip

        def connected(*_: object) -> None:
            client.subscribe([(topic, 1) for topic in hears])

        client.on_connect = connected
        client.on_socket_open = at_once
        client.on_subscribe = lambda *_: self._ready.set()
        client.on_message = self._hear
        client.connect("127.0.0.1", port)

    def __enter__(self) -> Self:
        """Begin to listen. Raises `OSError` if the broker refuses."""
        self._client.loop_start()
        if not self._ready.wait(CONNECTS_WITHIN):
            raise OSError("the broker does not let the honest client in")
        return self

    def watch(self, seconds: float) -> None:
        """Send commands for this long, and wait for the outstanding events."""
        ends = time.monotonic() + seconds
        for name in itertools.cycle(("pause", "resume")):
            if time.monotonic() >= ends:
                break
            self._ask(name)
            time.sleep(EVERY)
        patience = time.monotonic() + AFTERWARDS
        while len(self.times) < self.asked and time.monotonic() < patience:
            time.sleep(EVERY)

    def p99(self) -> float:
        """Return the 99th percentile of the latencies (ms); a missing event counts as infinite."""
        times = [*self.times, *[math.inf] * (self.asked - len(self.times))]
        return percentile(times, 0.99)

    def _ask(self, name: str) -> None:
        self.asked += 1
        request = {"id": f"w{next(self._ids)}", "by": "bench", "token": self._token}
        self._sent.append(time.monotonic())
        self._client.publish(self._topics.command(name), msgspec.json.encode(request), qos=1)

    def _hear(self, _client: Client, _userdata: Any, message: MQTTMessage) -> None:
        now = time.monotonic()
        if message.topic == self._topics.health:
            self.health = msgspec.json.decode(message.payload, type=Health)
            self.on_health(self.health)
        elif message.topic == self._topics.status:
            self.births += b'"online"' in message.payload
        elif "/reply/" in message.topic:
            reply = msgspec.json.decode(message.payload, type=Reply)
            self.answered += reply.ok and reply.id.startswith("w")
        elif self._sent:
            event = msgspec.json.decode(message.payload, type=Envelope)
            if event.type in ("table.paused", "table.resumed") and len(self.times) < self.asked:
                self.times.append(1000 * (now - self._sent[len(self.times)]))

    def __exit__(self, *_: object) -> None:
        """Disconnect."""
        self._client.disconnect()
        self._client.loop_stop()


def at_once(_client: Client, _userdata: Any, opened: Any) -> None:
    """Have a command go out without waiting for the receipt of the one before."""
    opened.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)


def percentile(times: Sequence[float], share: float) -> float:
    """Return the percentile of the times at `share`; 0 without times."""
    ranked = sorted(times)
    return ranked[max(math.ceil(share * len(ranked)) - 1, 0)] if ranked else 0.0
