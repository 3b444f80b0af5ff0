"""The room's connection to the broker, for messages from its tables and for its own messages.

The connection has its own thread, whose only effect on the room's loop is to wake it.
"""

import logging
import threading
import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from typing import Any, NamedTuple

import msgspec
from paho.mqtt.client import Client, MQTTMessage

from controller.config.model import BrokerConfig
from controller.contract.venue.views import VENUE, venue_topics
from controller.run.messages.mqtt import KEEPALIVE, LocalClient, new_client
from controller.run.messages.read_ahead import AheadClient

log = logging.getLogger(__name__)

MOST_WAITING = 50_000
"""The maximum number of received messages waiting for the room's loop. If one more arrives, all
waiting ones are dropped, and the room subscribes to its tables again."""


ENDS_WITHIN = 2.0
"""The time limit for a clean disconnect, in seconds. If it is exceeded, the broker sends the last
will."""


HEARD = {
    "status": 1, "state": 0, "health": 0, "event/+": 0, "floor/event/+": 0, "reply/+": 0,
    "replay/+": 0, "floor/replay/+": 0,
}  # fmt: skip
"""The subscriptions for each table, with their QoS. QoS 0 suffices for most: a missing event is
requested by its number, an order is repeated until it is answered, and each state is followed by
another. With QoS 0, a cluster of several servers delivers without waiting for its disks."""


MISSED = 4
"""A table is silent after this many missed health messages in a row."""


class _Pulse(msgspec.Struct, frozen=True):
    every: int = 0


class Heard(NamedTuple):
    """A message from a table: the table's name, the rest of the topic, and the payload."""

    table: str
    topic: str
    payload: bytes


CONNECTED = Heard("", "connected", b"")


class _RoomClient(AheadClient, LocalClient):
    """An MQTT client for the messages of many tables at once."""


class Line:
    """One connection to the broker, which reconnects automatically.

    Its thread calls `wake` for the first waiting message, and not again until all have been taken.
    """

    def __init__(
        self, broker: BrokerConfig, root: str, will: bytes, wake: Callable[[], None]
    ) -> None:
        """Prepare a connection to the broker for topics under `root`. Raises `BrokerRefused`.

        The broker publishes the message `will` if the connection is lost.
        """
        self._root = root
        self._wake = wake
        self._broker = broker
        self._waiting: deque[Heard] = deque()
        self._client = new_client(broker, venue_topics(root), will, _RoomClient)
        self._client.on_connect = self._connected
        self._client.on_disconnect = self._disconnected
        self._client.on_message = self._message
        self._client.on_subscribe = self._subscribed
        self._client.reconnect_delay_set(min_delay=1, max_delay=5)
        # No limit: each table has at most one order in flight, until its reply. With a limit paho
        # would search all of them at every receipt.
        self._client.max_inflight_messages_set(0)
        self._thread = threading.Thread(
            target=self._client.loop_forever, kwargs={"retry_first_connection": True},
            name="broker", daemon=True,
        )  # fmt: skip
        self._pulses: dict[str, tuple[float, int]] = {}
        self.up = self._left = self.deaf = False
        self.trouble = "not connected yet"

    def start(self) -> None:
        """Start connecting. If the broker is down, this raises nothing and keeps trying."""
        at = self._broker.socket or self._broker.host
        self._client.connect_async(at, self._broker.port, keepalive=KEEPALIVE)
        self._thread.start()

    def stop(self) -> None:
        """Disconnect from the broker, even if it has not answered yet."""
        self.up, self._left = False, True
        self._client.disconnect()
        if self._thread.is_alive():
            self._thread.join(ENDS_WITHIN)

    @property
    def waiting(self) -> int:
        """Return the number of received messages that `take` has not returned yet."""
        return len(self._waiting)

    def take(self, most: int) -> list[Heard]:
        """Remove and return up to `most` waiting messages, in order of arrival."""
        taken: list[Heard] = []
        while self._waiting and len(taken) < most:
            taken.append(self._waiting.popleft())
        return taken

    def publish(self, topic: str, payload: bytes, *, retain: bool = False) -> None:
        """Publish a message if connected, else drop it; callers repeat messages that matter."""
        if self.up:
            self._client.publish(topic, payload, qos=1, retain=retain)

    def all_again(self) -> None:
        """Subscribe to all topics again, because the broker refused some of them."""
        self.deaf = False
        if self.up:
            self._subscribe()

    def states_again(self) -> None:
        """Have the broker resend every table's retained status and state."""
        if self.up:
            again = [(f"{self._root}/+/{topic}", HEARD[topic]) for topic in ("status", "state")]
            self._client.subscribe(again)

    def _subscribe(self) -> None:
        self._client.subscribe([(f"{self._root}/+/{topic}", qos) for topic, qos in HEARD.items()])

    def _connected(
        self, client: Client, _data: Any, _flags: Any, reason: Any, _properties: Any
    ) -> None:
        if self._left:
            client.disconnect()
            return
        if reason.is_failure:
            self.trouble = f"the broker refuses this room ({reason})"
            log.error("%s", self.trouble)
            return
        # The broker resends retained messages, which include the intervals of health messages.
        self._pulses.clear()
        self._subscribe()
        self.up, self.trouble = True, ""
        self._put(CONNECTED)

    def _subscribed(
        self, _client: Client, _data: Any, _id: int, reasons: Any, _properties: Any
    ) -> None:
        # A cluster that is electing a leader refuses subscriptions, but accepts them soon after.
        self.deaf = self.deaf or any(reason.is_failure for reason in reasons)

    def _disconnected(
        self, _client: Client, _data: Any, _flags: Any, reason: Any, _properties: Any
    ) -> None:
        if self.up:
            log.warning("the connection to the broker is lost: %s", reason)
        self.up = False
        self.trouble = self.trouble or "the broker is unreachable; tables keep playing"
        self._wake()

    def _message(self, _client: Client, _data: Any, message: MQTTMessage) -> None:
        table, _, topic = message.topic[len(self._root) + 1 :].partition("/")
        if topic == "health" and table != VENUE:
            self._pulse(table, bytes(message.payload))
        elif table not in (VENUE, "all"):
            self._put(Heard(table, topic, bytes(message.payload)))

    def _pulse(self, table: str, payload: bytes) -> None:
        """Record that a table is alive.

        The loop is not woken, because health messages are frequent.
        """
        with suppress(msgspec.MsgspecError, UnicodeDecodeError):
            every = msgspec.json.decode(payload, type=_Pulse).every
            self._pulses[table] = time.monotonic(), every

    def late(self) -> frozenset[str]:
        """Return the names of tables whose health messages are overdue.

        Each message states the interval at which its table sends them.
        """
        now = time.monotonic()
        pulses = list(self._pulses.items())
        return frozenset(
            name
            for name, (at, every) in pulses
            if self.up and every and (now - at) * 1000 > MISSED * every
        )

    def _put(self, heard: Heard) -> None:
        if len(self._waiting) >= MOST_WAITING:
            log.error("the room can't keep up with its tables: it subscribes to them again")
            self._waiting.clear()
            self.deaf = True
        asleep = not self._waiting
        self._waiting.append(heard)
        if asleep:
            self._wake()
