"""A broker client for a simulated table: receives its events and sends it floor commands."""

import itertools
import json
import threading

import msgspec
from paho.mqtt.client import Client, MQTTMessage
from paho.mqtt.enums import CallbackAPIVersion, MQTTProtocolVersion
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties
from paho.mqtt.subscribeoptions import SubscribeOptions

from controller.contract.commands import Reply
from controller.contract.public import Envelope
from controller.play.sinks.wiring import FLOOR, ROOT, TOKEN, VENUE, WireFailed

SAID_WITHIN = 20.0


class BrokerClient:
    """Receives all events of a table from the broker, and sends it floor commands.

    `events` are those received so far. A brief loss of the connection loses no event.
    """

    def __init__(self, port: int, table: str) -> None:
        """Connect to the broker at `port` of this machine, and subscribe to the table's topics.

        Raises `WireFailed` if the broker does not answer.
        """
        self.events: list[Envelope] = []
        self._root = f"{ROOT}/{VENUE}/{table}"
        self._replies: dict[str, Reply] = {}
        self._came = threading.Condition()
        self._ids = itertools.count(1)
        self._ready = threading.Event()
        self._client = Client(
            CallbackAPIVersion.VERSION2, client_id=f"ear-{table}",
            protocol=MQTTProtocolVersion.MQTTv5,
        )  # fmt: skip
        topics = [
            (f"{self._root}/{what}/#", SubscribeOptions(qos=1)) for what in ("event", "reply")
        ]
        self._client.on_connect = lambda client, *_: client.subscribe(topics)
        self._client.on_subscribe = lambda *_: self._ready.set()
        self._client.on_message = self._hear
        self._client.reconnect_delay_set(1, 1)
        # Messages published while the broker is away are kept for this session.
        session = Properties(PacketTypes.CONNECT)  # type: ignore[no-untyped-call]
        session.SessionExpiryInterval = 3600
        self._client.connect("127.0.0.1", port, clean_start=False, properties=session)
        self._client.loop_start()
        if not self._ready.wait(SAID_WITHIN):
            raise WireFailed("the broker does not answer")

    def ask(self, command: dict[str, object], by: str) -> Reply:
        """Publish a command, and return the reply.

        `by` is the name of the person who gives the command. Raises `WireFailed` if no reply
        arrives.
        """
        name = str(command.pop("type"))
        number = f"play-{next(self._ids)}"
        token = TOKEN if by == FLOOR else by
        request = {"id": number, "by": by, "token": token, "data": command}
        self._client.publish(f"{self._root}/command/{name}", json.dumps(request).encode(), qos=1)
        with self._came:
            if not self._came.wait_for(lambda: number in self._replies, SAID_WITHIN):
                raise WireFailed(f'nothing answers the command "{name}"')
            return self._replies.pop(number)

    def heard_all(self, seq: int) -> bool:
        """Wait up to `SAID_WITHIN` s for all events up to `seq`; return whether they were in order.

        An event that arrives twice counts once.
        """
        with self._came:
            self._came.wait_for(
                lambda: len({event.seq for event in self.events}) >= seq, SAID_WITHIN
            )
            # An event arrives twice, with the same seq, if the connection was lost before its
            # acknowledgement arrived.
            first = dict.fromkeys(event.seq for event in self.events)
            return list(first) == list(range(1, seq + 1))

    def close(self) -> None:
        """Disconnect from the broker."""
        self._client.disconnect()
        self._client.loop_stop()

    def _hear(self, _client: Client, _userdata: object, message: MQTTMessage) -> None:
        with self._came:
            if "/reply/" in message.topic:
                reply = msgspec.json.decode(message.payload, type=Reply)
                self._replies[reply.id] = reply
            else:
                self.events.append(msgspec.json.decode(message.payload, type=Envelope))
            self._came.notify_all()
