"""The room's connection to the broker: what tables say comes in, what is said goes out.

The connection has a thread of its own, which wakes the loop and does no more.
"""

import logging
import threading
import time
from collections import deque
from collections.abc import Callable
from typing import Any, NamedTuple

import msgspec
from paho.mqtt.client import Client, MQTTMessage

from controller.config.model import BrokerConfig
from controller.contract.venue.views import VENUE, venue_topics
from controller.run.messages.mqtt import KEEPALIVE, LocalClient, new_client
from controller.run.messages.read_ahead import AheadClient

log = logging.getLogger(__name__)

MOST_WAITING = 50_000
"""So many messages wait for the loop at most: the connection is then left, and comes back."""


ENDS_WITHIN = 2.0
"""So many seconds a goodbye to the broker may take; who goes without one leaves the will."""


HEARD = {
    "status": 1, "state": 0, "health": 0, "event/+": 0, "floor/event/+": 0, "reply/+": 0,
    "replay/+": 0, "floor/replay/+": 0,
}  # fmt: skip
"""What is heard of each table, and how surely (QoS).

An event that does not arrive is asked for by its number, an order is sent until its answer is
there, and a state has the next one behind it: receipts would add nothing. A hub of several servers
tells without waiting for its disks what nobody wants a receipt for."""


MISSED = 4
"""A table that has not said so many times in a row how it is, is silent."""


class _Pulse(msgspec.Struct, frozen=True):
    every: int = 0


class Heard(NamedTuple):
    """A message of a table: the table's name, the rest of the topic, and what it holds."""

    table: str
    topic: str
    payload: bytes


CONNECTED = Heard("", "connected", b"")


class _RoomClient(AheadClient, LocalClient):
    """Many tables speak at once."""


class Line:
    """One connection, which comes back by itself. `wake` is called in its thread.

    It is called for the first message that waits, and not again until all have been taken.
    """

    def __init__(
        self, broker: BrokerConfig, root: str, will: bytes, wake: Callable[[], None]
    ) -> None:
        """Be ready to connect to the broker of a venue's `root`. Raises `BrokerRefused`."""
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
        # Orders are one for each table at most, and each waits for its answer: paho would look
        # through all of them with every receipt.
        self._client.max_inflight_messages_set(0)
        self._thread = threading.Thread(
            target=self._client.loop_forever, kwargs={"retry_first_connection": True},
            name="broker", daemon=True,
        )  # fmt: skip
        self._pulses: dict[str, tuple[float, int]] = {}
        self.up = self._left = self.deaf = False
        self.trouble = "not connected yet"

    def start(self) -> None:
        """Begin to connect; nothing is raised while the broker is away."""
        at = self._broker.socket or self._broker.host
        self._client.connect_async(at, self._broker.port, keepalive=KEEPALIVE)
        self._thread.start()

    def stop(self) -> None:
        """Leave the broker, also one that has not answered yet."""
        self.up, self._left = False, True
        self._client.disconnect()
        if self._thread.is_alive():
            self._thread.join(ENDS_WITHIN)

    @property
    def waiting(self) -> int:
        """Return how many messages wait."""
        return len(self._waiting)

    def take(self, most: int) -> list[Heard]:
        """Return up to so many messages, in the order in which they came."""
        taken: list[Heard] = []
        while self._waiting and len(taken) < most:
            taken.append(self._waiting.popleft())
        return taken

    def publish(self, topic: str, payload: bytes, *, retain: bool = False) -> None:
        """Say something, if the broker is there: what counts is said again."""
        if self.up:
            self._client.publish(topic, payload, qos=1, retain=retain)

    def all_again(self) -> None:
        """Ask the broker anew for all that is to be heard: it has refused some of it."""
        self.deaf = False
        if self.up:
            self._subscribe()

    def states_again(self) -> None:
        """Have the broker tell once more how all tables are: of one of them it has not come."""
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
        # What is retained comes again, and with it how old it may get.
        self._pulses.clear()
        self._subscribe()
        self.up, self.trouble = True, ""
        self._put(CONNECTED)

    def _subscribed(
        self, _client: Client, _data: Any, _id: int, reasons: Any, _properties: Any
    ) -> None:
        # A hub that is just choosing who leads says no, and takes it a moment later.
        self.deaf = self.deaf or any(reason.is_failure for reason in reasons)

    def _disconnected(
        self, _client: Client, _data: Any, _flags: Any, reason: Any, _properties: Any
    ) -> None:
        if self.up:
            log.warning("the connection to the broker is lost: %s", reason)
        self.up = False
        self.trouble = self.trouble or "the broker is away; tables play on"
        self._wake()

    def _message(self, _client: Client, _data: Any, message: MQTTMessage) -> None:
        table, _, topic = message.topic[len(self._root) + 1 :].partition("/")
        if topic == "health" and table != VENUE:
            self._pulse(table, bytes(message.payload))
        elif table not in (VENUE, "all"):
            self._put(Heard(table, topic, bytes(message.payload)))

    def _pulse(self, table: str, payload: bytes) -> None:
        """Note that a table lives. It wakes nobody: many tables say so all the time."""
        try:
            every = msgspec.json.decode(payload, type=_Pulse).every
        except (msgspec.MsgspecError, UnicodeDecodeError):
            return
        self._pulses[table] = time.monotonic(), every

    def late(self) -> frozenset[str]:
        """Return the tables that have not said for long how they are, as often as they say it."""
        now = time.monotonic()
        pulses = list(self._pulses.items())
        return frozenset(
            name
            for name, (at, every) in pulses
            if self.up and every and (now - at) * 1000 > MISSED * every
        )

    def _put(self, heard: Heard) -> None:
        if len(self._waiting) >= MOST_WAITING:
            log.error("the room can't keep up with its tables: it hears them anew")
            self._waiting.clear()
        asleep = not self._waiting
        self._waiting.append(heard)
        if asleep:
            self._wake()
