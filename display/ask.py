"""Asks a table for something over MQTT and waits for the answer, for so long and no longer.

A command that has no answer in time is never sent again: late, it could surprise the table.
"""

import stat
import threading
import time
import uuid
from collections.abc import Callable
from pathlib import Path
from typing import Any, Self

import msgspec
from paho.mqtt import client as mqtt

from controller.contract.commands import Reply, Request
from controller.contract.errors import N_, UnusableFile
from controller.contract.public import Topics
from display.feed import UNREADABLE, FeedSource, View, client_for, untrusted, with_status

DEADLINE_S = 5.0
# Answers of our own: nobody can say that the table has refused.
UNANSWERED = frozenset(
    {"no-broker", "broker-refuses", "broker-untrusted", "table-off", "no-table", "no-answer"}
)


class Token(msgspec.Struct, frozen=True):
    """A secret that a table knows, and whose it says it is."""

    secret: str
    by: str = ""

    def __repr__(self) -> str:
        """Return its text, without the secret: it may end up in a log."""
        return f"Token(by={self.by!r})"


def read_token(path: Path) -> Token:
    """Read a token from its file: one line, `token` or `name token`; `#` begins a comment.

    Raises `OSError`, or `UnusableFile` with what is wrong; never names the token.
    """
    mode = stat.S_IMODE(path.stat().st_mode)
    if mode & 0o007:
        raise UnusableFile(
            N_("{path}: may be read by everybody; right would be: chmod 600 {path}"), path=path
        )
    try:
        text = path.read_text("utf-8")
    except UnicodeDecodeError:
        raise UnusableFile(
            N_("{path}: is no text; right would be one line: name token"), path=path
        ) from None
    lines = [words for line in text.splitlines() if (words := line.partition("#")[0].split())]
    if len(lines) != 1:
        several = N_(
            "{path}: holds the tokens of several people; right would be one line: name token"
        )
        none = N_("{path}: holds no token; right would be one line: name token")
        raise UnusableFile(several if lines else none, path=path)
    if len(lines[0]) > 2:
        raise UnusableFile(
            N_("{path}: is no name and token; right would be one line: name token"), path=path
        )
    return Token(lines[0][-1], lines[0][0] if len(lines[0]) == 2 else "")


class _Open(msgspec.Struct):
    """A question that is not answered yet."""

    name: str
    payload: bytes
    ends: float
    sent: bool = False


class Asker:
    """A connection that commands go out on and their answers come back on, until it is closed.

    `on_answer`, if given, is called in the connection's thread after each answer: it may wake a
    loop and no more.
    """

    def __init__(
        self,
        source: FeedSource,
        token: Token,
        *,
        seconds: float = DEADLINE_S,
        on_answer: Callable[[], None] | None = None,
    ) -> None:
        self._source = source
        self._topics = Topics(source.root)
        self._token = token
        self._seconds = seconds
        self._on_answer = on_answer
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
        """Start to connect; nothing is raised when the broker is not there: it may come."""
        self._client.connect_async(self._source.host, self._source.port, keepalive=15)
        self._client.loop_start()
        return self

    def __exit__(self, *_: object) -> None:
        """Leave the broker; what is not answered stays so."""
        self._client.disconnect()
        self._client.loop_stop()

    def ask(self, name: str, data: dict[str, Any], one: str = "") -> str:
        """Send a command now, or when the broker is there in time; give the request's id.

        With the id of an earlier request it is that one: the table does it once.
        """
        one = one or uuid.uuid4().hex
        request = Request(one, self._token.by, self._token.secret, data=data)
        opened = _Open(name, msgspec.json.encode(request), time.monotonic() + self._seconds)
        with self._changed:
            self._open[one] = opened
        self._send()
        return one

    def answers(self) -> dict[str, Reply]:
        """Return the answers that have come since the last call, by the ids of their requests.

        A request whose time is over is among them: its `reason` is one of `UNANSWERED`.
        """
        with self._changed:
            self._give_up(time.monotonic())
            answers, self._answers = self._answers, {}
        return answers

    def wait(self, one: str) -> Reply:
        """Return the answer to a request once it has come or its time is over."""
        with self._changed:
            while one in self._open:
                self._changed.wait(max(0.0, self._open[one].ends - time.monotonic()))
                self._give_up(time.monotonic())
            return self._answers.pop(one)

    @property
    def waiting(self) -> bool:
        """Whether there are questions without an answer."""
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

    def _settle(self, reply: Reply) -> bool:
        if self._open.pop(reply.id, None) is None:
            return False
        self._answers[reply.id] = reply
        self._changed.notify_all()
        return True

    def _settle_all(self, reason: str) -> None:
        with self._changed:
            ids = list(self._open)
            for one in ids:
                self._settle(Reply(one, ok=False, reason=reason))
        if ids and self._on_answer is not None:
            self._on_answer()

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
            # With QoS 0 nothing is kept for a later connection.
            sent = self._client.publish(self._topics.command(opened.name), opened.payload, qos=0)
            opened.sent = sent.rc == mqtt.MQTT_ERR_SUCCESS

    # -- paho's callbacks, in its thread -------------------------------------------------

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
            ours = self._settle(reply)
        if ours and self._on_answer is not None:
            self._on_answer()


def ask(
    source: FeedSource, token: Token, name: str, data: dict[str, Any],
    seconds: float = DEADLINE_S, one: str = "",
) -> Reply:  # fmt: skip
    """Ask a table for one thing and give its answer, after at most `seconds`.

    Without one, the reply's `reason` is one of `UNANSWERED`. `one` is the request's id, else a new
    one.
    """
    with Asker(source, token, seconds=seconds) as asker:
        return asker.wait(asker.ask(name, data, one))
