"""A table that answers commands as it is told to, on a real broker."""

from collections.abc import Callable
from typing import Any, Literal, Self

import msgspec
from paho.mqtt.client import Client, MQTTMessage

from controller.contract.commands import Reply, Request
from controller.contract.public import Status, Topics
from tests.mqtt import Subscriber, until

ROOT = "tapis/demo/1"
TOPICS = Topics(ROOT)


class Answering(Subscriber):
    """Keeps every request that it hears; `answer` gives the reply to one, None for silence."""

    def __init__(
        self,
        port: int,
        answer: Callable[[str, Request], Reply | bytes | None],
        status: Literal["online", "offline"] = "online",
    ) -> None:
        self._answer = answer
        self.asked: list[tuple[str, Request]] = []
        super().__init__(port, f"{ROOT}/#")
        if status:
            self.say(
                TOPICS.status, msgspec.to_builtins(Status(status, "S1", "1", "x")), retain=True
            )
            until(lambda: self.last("/status"))

    def _hear(self, client: Client, userdata: Any, message: MQTTMessage) -> None:
        super()._hear(client, userdata, message)
        if message.topic.startswith(TOPICS.command("")):
            name = message.topic.rpartition("/")[2]
            request = msgspec.json.decode(message.payload, type=Request)
            self.asked.append((name, request))
            reply = self._answer(name, request)
            if reply is not None:
                payload = reply if isinstance(reply, bytes) else msgspec.json.encode(reply)
                client.publish(TOPICS.reply(name), payload, qos=1)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
