"""What doctor checks of the broker: a real connection, the login, and leave to publish."""

import ssl
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
from paho.mqtt.client import Client, ConnectFlags
from paho.mqtt.enums import CallbackAPIVersion, MQTTProtocolVersion
from paho.mqtt.properties import Properties
from paho.mqtt.reasoncodes import ReasonCode

from controller.config.model import BrokerConfig
from controller.contract.commands import Reply
from controller.contract.public import Topics
from controller.setup.system import Finding
from controller.setup.table_checks import Installation

PATIENCE = 5.0
LOGIN = frozenset({"Bad user name or password", "Not authorized"})


def check_broker(it: Installation) -> Iterator[Finding]:
    """Connect to the broker as the controller does, and publish a reply that nobody asked for."""
    if it.config is None:
        return
    broker = it.config.broker
    topics = Topics(f"{broker.root}/{it.config.venue}/{it.config.name}")
    where = f"{broker.host}:{broker.port}"
    trial = _Trial(broker, topics.reply("doctor"))
    problem = trial.run()
    if problem == "":
        as_whom = f" as {broker.user}" if broker.user else ", without a login"
        yield Finding("broker", "ok", f"{where} takes what is published{as_whom}")
    elif problem in LOGIN:
        found = f"{where} refuses the login {broker.user or '(none)'}: {problem.lower()}"
        todo = "user and password_file in [broker], as the broker's own file has them"
        yield Finding("broker", "fail", found, todo)
    elif problem == "may not publish":
        found = f"{where} lets {broker.user or 'nobody'} not publish under {topics.root}"
        todo = f"in the broker's ACL: topic readwrite {topics.root}/#"
        yield Finding("broker", "fail", found, todo)
    else:
        todo = "sudo systemctl enable --now mosquitto, or the right host and port in [broker]"
        if broker.tls:
            todo += ", or the right ca_file"
        yield Finding("broker", "fail", f"{where} can't be reached: {problem}", todo)


class _Trial:
    """One connection: what stands in the way of publishing."""

    def __init__(self, broker: BrokerConfig, topic: str) -> None:
        self._broker = broker
        self._topic = topic
        self._done = threading.Event()
        self._problem = "it does not answer"

    def run(self) -> str:
        """Return what is wrong, "" when nothing is."""
        broker = self._broker
        five = broker.protocol == "5"
        client = Client(
            CallbackAPIVersion.VERSION2,
            protocol=MQTTProtocolVersion.MQTTv5 if five else MQTTProtocolVersion.MQTTv311,
        )
        client.on_connect = self._connected
        client.on_publish = self._published
        try:
            if broker.user:
                password = Path(broker.password_file).read_text(encoding="utf-8").strip()
                client.username_pw_set(broker.user, password)
            if broker.tls:
                client.tls_set_context(ssl.create_default_context(cafile=broker.ca_file or None))
            client.connect(broker.host, broker.port, keepalive=10)
        except (OSError, ValueError) as error:
            return str(getattr(error, "strerror", "") or error)
        client.loop_start()
        try:
            self._done.wait(PATIENCE)
        finally:
            client.disconnect()
            client.loop_stop()
        return self._problem

    def _connected(
        self,
        client: Client,
        _data: Any,
        _flags: ConnectFlags,
        code: ReasonCode,
        _: Properties | None,
    ) -> None:
        if code.is_failure:
            self._end(str(code))
            return
        self._problem = "it does not confirm what is published"
        body = msgspec.json.encode(Reply("doctor", ok=True))
        client.publish(self._topic, body, qos=1)

    def _published(
        self, _client: Client, _data: Any, _mid: int, code: ReasonCode, _: Properties | None
    ) -> None:
        self._end("may not publish" if code.is_failure else "")

    def _end(self, problem: str) -> None:
        if not self._done.is_set():
            self._problem = problem
            self._done.set()
