"""Send a command to a table over MQTT and wait for the answer until a deadline.

A command that is not answered in time is never sent again, because it could take effect when nobody
expects it.
"""

import stat
import threading
import time
import uuid
from pathlib import Path
from typing import Any, Self

import msgspec
from paho.mqtt import client as mqtt

from controller.contract.commands import Reply, Request
from controller.contract.errors import N_, UnusableFile
from controller.contract.public import Topics
from display.feed import FeedSource, View, client_for, untrusted, with_status
from display.newer_state import UNREADABLE

DEADLINE_S = 5.0
# Reasons set by this module. None of them means that the table has refused the command.
UNANSWERED = frozenset(
    {"no-broker", "broker-refuses", "broker-untrusted", "table-off", "no-table", "no-answer"}
)


class Token(msgspec.Struct, frozen=True):
    """A secret that authorises commands to a table, and its owner's name ("" for none)."""

    secret: str
    by: str = ""

    def __repr__(self) -> str:
        """Return the token as text without the secret, because the text may end up in a log."""
        return f"Token(by={self.by!r})"


def read_token(path: Path) -> Token:
    """Read a token from its file: one line, `token` or `name token`; `#` starts a comment.

    Raises `OSError`, or `UnusableFile` with a message that says what is wrong and never contains
    the token.
    """
    mode = stat.S_IMODE(path.stat().st_mode)
    if mode & 0o007:
        raise UnusableFile(N_("{path} is readable by everybody; run chmod 600 {path}"), path=path)
    try:
        text = path.read_text("utf-8")
    except UnicodeDecodeError:
        raise UnusableFile(
            N_("{path} is not text; expected one line: name token"), path=path
        ) from None
    lines = [words for line in text.splitlines() if (words := line.partition("#")[0].split())]
    if len(lines) != 1:
        several = N_("{path} contains the tokens of several people; expected one line: name token")
        none = N_("{path} contains no token; expected one line: name token")
        raise UnusableFile(several if lines else none, path=path)
    if len(lines[0]) > 2:
        raise UnusableFile(
            N_("{path} does not contain a name and a token; expected one line: name token"),
            path=path,
        )
    return Token(lines[0][-1], lines[0][0] if len(lines[0]) == 2 else "")


class _Open(msgspec.Struct):
    """A request that the table has not answered yet."""

    name: str
    payload: bytes
    ends: float
    sent: bool = False


class Asker:
    """A connection that sends commands and receives their answers until it is closed."""

    def __init__(self, source: FeedSource, token: Token, *, seconds: float = DEADLINE_S) -> None:
        self._source = source
        self._topics = Topics(source.root)
        self._token = token
        self._seconds = seconds
        self._changed = threading.Condition()
        self._open: dict[str, _Open] = {}
        self._answers: dict[str, Reply] = {}
        self._ready = False
        self._refused = False
        self._table = View()
        client = self._client = client_for(source)
        client.on_connect = self._connected
        client.on_connect_fail = self._failed
        client.on_subscribe = self._subscribed
        client.on_disconnect = self._disconnected
        client.on_message = self._message

    def __enter__(self) -> Self:
        """Start connecting. A broker that is down raises no error, because it may come up later."""
        self._client.connect_async(self._source.host, self._source.port, keepalive=15)
        self._client.loop_start()
        return self

    def __exit__(self, *_: object) -> None:
        """Disconnect from the broker; open requests stay unanswered."""
        self._client.disconnect()
        self._client.loop_stop()

    def ask(self, name: str, data: dict[str, Any], one: str = "") -> str:
        """Send a command as soon as the broker is reachable; return the request's id.

        The command is not sent after its deadline. If `one` is the id of an earlier request, the
        table treats the command as a repeat of that request, and carries it out only once.
        """
        one = one or uuid.uuid4().hex
        request = Request(one, self._token.by, self._token.secret, data=data)
        opened = _Open(name, msgspec.json.encode(request), time.monotonic() + self._seconds)
        with self._changed:
            self._open[one] = opened
        self._send()
        return one

    def answers(self) -> dict[str, Reply]:
        """Return the answers received since the last call, by request id.

        Requests whose deadline has passed are included, with a `reason` from `UNANSWERED`.
        """
        with self._changed:
            self._give_up(time.monotonic())
            answers, self._answers = self._answers, {}
        return answers

    def wait(self, one: str) -> Reply:
        """Wait until a request is answered or its deadline has passed, and return the answer."""
        with self._changed:
            while one in self._open:
                self._changed.wait(max(0.0, self._open[one].ends - time.monotonic()))
                self._give_up(time.monotonic())
            return self._answers.pop(one)

    @property
    def waiting(self) -> bool:
        """Whether any request is still unanswered."""
        with self._changed:
            return bool(self._open)

    def _give_up(self, now: float) -> None:
        for one, opened in list(self._open.items()):
            if now >= opened.ends:
                self._settle(Reply(one, ok=False, reason=self._why_none(opened)))

    def _why_none(self, opened: _Open) -> str:
        if not opened.sent:
            return "no-broker"
        return "no-answer" if self._table.session else "no-table"

    def _settle(self, reply: Reply) -> None:
        if self._open.pop(reply.id, None) is not None:
            self._answers[reply.id] = reply
            self._changed.notify_all()

    def _settle_all(self, reason: str) -> None:
        with self._changed:
            for one in list(self._open):
                self._settle(Reply(one, ok=False, reason=reason))

    def _send(self) -> None:
        if self._refused:
            self._settle_all("broker-refuses")
        if not self._ready:
            return
        if not self._table.online:
            self._settle_all("table-off")
        now = time.monotonic()
        with self._changed:
            due = [
                opened for opened in self._open.values() if not opened.sent and now < opened.ends
            ]
            for opened in due:
                opened.sent = True
        for opened in due:
            # With QoS 0 the client keeps nothing for a later connection.
            sent = self._client.publish(self._topics.command(opened.name), opened.payload, qos=0)
            opened.sent = sent.rc == mqtt.MQTT_ERR_SUCCESS

    # -- paho's callbacks, run in its thread ---------------------------------------------

    def _connected(
        self, client: mqtt.Client, _data: Any, _flags: Any, reason: Any, _properties: Any
    ) -> None:
        self._refused = reason.is_failure
        if reason.is_failure:
            self._settle_all("broker-refuses")
            return
        client.subscribe([(self._topics.status, 1), (self._topics.reply("+"), 1)])

    def _failed(self, *_: Any) -> None:
        if untrusted():
            self._settle_all("broker-untrusted")

    def _subscribed(self, *_: Any) -> None:
        self._ready = True
        self._send()

    def _disconnected(self, *_: Any) -> None:
        self._ready = False

    def _message(self, _client: mqtt.Client, _data: Any, message: mqtt.MQTTMessage) -> None:
        if message.topic == self._topics.status:
            self._table = with_status(self._table, bytes(message.payload))
            if not self._table.online:
                self._settle_all("table-off")
            return
        try:
            reply = msgspec.json.decode(message.payload, type=Reply)
        except UNREADABLE:
            return
        with self._changed:
            self._settle(reply)


def ask(
    source: FeedSource, token: Token, name: str, data: dict[str, Any],
    seconds: float = DEADLINE_S, one: str = "",
) -> Reply:  # fmt: skip
    """Send one request to a table and return the answer, after at most `seconds`.

    If there is no answer, the reply's `reason` is one of `UNANSWERED`. `one` is the request's id;
    if it is empty, a new id is generated.
    """
    with Asker(source, token, seconds=seconds) as asker:
        return asker.wait(asker.ask(name, data, one))
