"""A hall of simulated tables on a real MQTT broker, all sharing one connection."""

import random
import threading
from collections.abc import Iterable
from typing import Any

import msgspec
from paho.mqtt.client import Client, MQTTMessage
from paho.mqtt.enums import CallbackAPIVersion, MQTTProtocolVersion

from controller.contract.commands import Request
from controller.contract.public import Status, Topics
from controller.contract.state import RulingView
from hardware.twin.halls.sim_table import SimTable


class SimHall:
    """Simulated tables, by name, under the topic `root` (`tapis/<venue>`); thread-safe."""

    def __init__(self, root: str, tables: Iterable[SimTable], port: int, seed: int = 0) -> None:
        """Set up the hall with these tables; `port` is the broker's port on this machine."""
        self.tables = {one.name: one for one in tables}
        self.lock = threading.RLock()
        self._root = root
        self._rng = random.Random(seed)
        self._port = port
        self._client = Client(CallbackAPIVersion.VERSION2, protocol=MQTTProtocolVersion.MQTTv311)
        self._client.on_connect = self._connected
        self._client.on_message = self._message
        self._client.reconnect_delay_set(1, 1)
        self._client.max_queued_messages_set(0)
        self._client.max_inflight_messages_set(10_000)
        self.up = threading.Event()

    def start(self) -> None:
        """Connect to the broker; `up` is set once all tables are online."""
        self._client.connect_async("127.0.0.1", self._port)
        self._client.loop_start()

    def stop(self) -> None:
        """Disconnect from the broker."""
        self._client.disconnect()
        self._client.loop_stop()

    def begin(self, name: str) -> None:
        """Start a hand at a table if the table may deal."""
        with self.lock:
            table = self.tables[name]
            if table.may_deal:
                table.begin()
                self._tell(table)

    def end(self, name: str, boldness: float = 0.3, most: int = 2) -> None:
        """End the current hand at a table, if one is running.

        Each loser loses the whole stack with probability `boldness`, otherwise up to `most` big
        blinds, but never more than the winner had.
        """
        with self.lock:
            table = self.tables[name]
            if table.running:
                table.end(self._rng, boldness, most)
                self._tell(table)

    def find(self, name: str, ruling: RulingView) -> None:
        """Report an irregularity and its ruling at a table, if a hand is running there."""
        with self.lock:
            table = self.tables[name]
            if table.running:
                table.find(ruling)
                self._tell(table)

    @property
    def may_deal(self) -> list[str]:
        """Return the names of the tables at which a hand may start."""
        with self.lock:
            return [name for name, table in self.tables.items() if table.may_deal]

    def _connected(self, client: Client, *_: Any) -> None:
        client.subscribe(f"{self._root}/+/command/+", 1)
        with self.lock:
            for table in self.tables.values():
                topics = Topics(f"{self._root}/{table.name}")
                status = Status("online", f"sim-{table.name}", table.name, "sim", epoch=table.epoch)
                self._say(topics.status, status, retain=True)
                self._tell(table)
        self.up.set()

    def _tell(self, table: SimTable) -> None:
        topics = Topics(f"{self._root}/{table.name}")
        for event in table.said:
            self._say(topics.event(event.type), event)
        table.said.clear()
        self._say(topics.state, table.state, retain=True)

    def _message(self, _client: Client, _data: Any, message: MQTTMessage) -> None:
        name, _, command = message.topic[len(self._root) + 1 :].partition("/command/")
        with self.lock:
            table = self.tables.get(name)
            if table is None:
                return
            request = msgspec.json.decode(message.payload, type=Request)
            topics = Topics(f"{self._root}/{name}")
            if command == "replay":
                again = table.after(request.data["after_seq"], request.data.get("limit", 500))
                for event in again:
                    self._say(topics.replay(request.id), event)
                seq = again[-1].seq if again else request.data["after_seq"]
                self._say(topics.reply("replay"), {"id": request.id, "ok": True, "seq": seq})
                return
            reply = table.asked(command, request)
            self._tell(table)
            self._say(topics.reply(command), reply)

    def _say(self, topic: str, what: Any, *, retain: bool = False) -> None:
        self._client.publish(topic, msgspec.json.encode(what), qos=1, retain=retain)
