"""Doctor's check of the broker: logs in and publishes a message, as the controller does."""

import errno
import os
import threading
from collections.abc import Iterator
from typing import Any

import msgspec
from paho.mqtt.client import Client, ConnectFlags
from paho.mqtt.properties import Properties
from paho.mqtt.reasoncodes import ReasonCode

from controller.config.model import BrokerConfig
from controller.contract.commands import Reply
from controller.contract.public import Topics
from controller.run.messages.mqtt import by_port, plain_client, why
from controller.setup.checks.examined_machine import Finding
from controller.setup.checks.table_checks import Installation
from display.words.locale import N_

PATIENCE = 5.0
LOGIN = frozenset({"Bad user name or password", "Not authorized"})
MAY_NOT = "may not publish"
KNOWS_US = LOGIN | {MAY_NOT, ""}
"""The results of `_Trial.run` that count as a reply from Tapis's own broker.

They are success (""), a refused login, and a refusal to let the table publish.
"""

SILENT = (N_("it is not responding"), N_("it does not acknowledge published messages"))
"""The results of `_Trial.run` if the broker does not respond."""


def check_broker(it: Installation) -> Iterator[Finding]:
    """Connect to the broker as the controller does, and publish a test message."""
    say = it.words.say
    broker = it.config.broker
    topics = Topics(f"{broker.root}/{it.config.venue}/{it.config.name}")
    problem = _Trial(broker, topics.reply("doctor")).run()
    if broker.socket and problem not in KNOWS_US:
        yield _shared(broker, problem, it)
        broker = by_port(broker)
        problem = _Trial(broker, topics.reply("doctor")).run()
    where = broker.where
    if problem == "":
        found = (
            say("{broker} accepts messages published as {user}", broker=where, user=broker.user)
            if broker.user
            else say("{broker} accepts messages without a login", broker=where)
        )
        yield Finding("broker", "ok", found)
    elif problem in LOGIN:
        found = (
            say(
                "{broker} rejects the user name or password of {user}",
                broker=where,
                user=broker.user,
            )
            if broker.user
            else say("{broker} rejects clients without a login", broker=where)
        )
        todo = say("set user and password_file in [broker] to match the broker's password file")
        yield Finding("broker", "fail", found, todo)
    elif problem == MAY_NOT:
        found = (
            say("{broker} does not let {user} publish under {topic}", broker=where,
                user=broker.user, topic=topics.root)
            if broker.user
            else say("{broker} does not let clients without a login publish under {topic}",
                     broker=where, topic=topics.root)
        )  # fmt: skip
        todo = say("in the broker's ACL: topic readwrite {topic}/#", topic=topics.root)
        yield Finding("broker", "fail", found, todo)
    else:
        why = it.words.say(problem) if problem in SILENT else problem
        found = say("{broker} can't be reached: {why}", broker=where, why=why)
        todo = say(
            "sudo systemctl enable --now mosquitto, or set the right host and port in [broker]"
        )
        if broker.tls:
            todo = say(
                "sudo systemctl enable --now mosquitto, or set the right host, port and ca_file "
                "in [broker]"
            )
        yield Finding("broker", "fail", found, todo)


def _shared(broker: BrokerConfig, problem: str, it: Installation) -> Finding:
    """Return the finding that the controller can't reach the broker through its own socket.

    `problem` is the reason. The finding warns that the table uses the broker's port instead, which
    other clients also use.
    """
    say = it.words.say
    found = say(
        "{broker}: {why}; the table uses port {port} instead, where other clients can use "
        "up all the connections",
        broker=broker.socket,
        why=say(problem) if problem in SILENT else problem,
        port=broker.port,
    )
    todo = "sudo tapis install"
    if problem == os.strerror(errno.EACCES):
        todo = say("only the table's own user may see this: run sudo -u tapis tapis doctor")
    return Finding("broker", "warn", found, todo)


class _Trial:
    """A trial connection to the broker, which finds out what prevents publishing."""

    def __init__(self, broker: BrokerConfig, topic: str) -> None:
        self._broker = broker
        self._topic = topic
        self._done = threading.Event()
        self._problem = SILENT[0]

    def run(self) -> str:
        """Connect and publish; return the problem, or "" if there is none."""
        broker = self._broker
        try:
            client = plain_client(broker)
            client.on_connect = self._connected
            client.on_publish = self._published
            client.connect(broker.socket or broker.host, broker.port, keepalive=10)
        except (OSError, ValueError) as error:
            return why(error)
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
        self._problem = SILENT[1]
        body = msgspec.json.encode(Reply("doctor", ok=True))
        client.publish(self._topic, body, qos=1)

    def _published(
        self, _client: Client, _data: Any, _mid: int, code: ReasonCode, _: Properties | None
    ) -> None:
        self._end(MAY_NOT if code.is_failure else "")

    def _end(self, problem: str) -> None:
        if not self._done.is_set():
            self._problem = problem
            self._done.set()
