"""A table's live state for a display, received over MQTT: the last state and the events since."""

import logging
import secrets
import socket
import ssl
import sys
import threading
import typing
from collections.abc import Callable
from typing import Any, Literal, Self

import msgspec
from paho.mqtt import client as mqtt
from paho.mqtt.enums import CallbackAPIVersion, MQTTProtocolVersion

from controller.contract.public import Envelope, PublicState, Status, Topics
from display.newer_state import UNREADABLE, state_understood
from display.words.names import words

Link = Literal["up", "down", "never", "refused", "untrusted"]
Protocol = Literal["5", "3.1.1"]

log = logging.getLogger(__name__)


class FeedSource(msgspec.Struct, frozen=True):
    """The address of a table's MQTT broker, the table's topics, and how to log in.

    `root` is the part of the table's topics before `/state`. `ca` is a file with the certificate of
    the broker's certificate authority; if it is "", the system's authorities are trusted.
    """

    host: str = "localhost"
    port: int = 1883
    root: str = "tapis/demo/1"
    protocol: Protocol = "5"
    user: str = ""
    password: str = ""
    tls: bool = False
    ca: str = ""

    def __repr__(self) -> str:
        """Return the source as text without the password, because the text may end up in a log."""
        return f"FeedSource({self.host}:{self.port} {self.root})"


class View(msgspec.Struct, frozen=True, gc=False):
    """What this display knows about a table and about the connection to it.

    The table: `state` is None until one arrives. `recent` holds the table's last events, newest
    last. `seq` is the number of the last event that the view includes. `epoch` identifies the
    numbering of events that this number belongs to. `unread` means that parts of the state could
    not be read, because the controller is newer than this display.

    The connection: `link` is `up` while it works, `down` once it is lost, and `never` before the
    first connection. It is `refused` if the broker rejects it, usually because of a wrong user
    or password. It is `untrusted` if the broker's certificate is for another name or from an
    unknown authority.

    The controller: `online` is false after it has shut down. `session` is a new id each time it
    starts. `software` is its version.
    """

    state: PublicState | None = None
    recent: tuple[Envelope, ...] = ()
    link: Link = "never"
    seq: int = 0
    unread: bool = False
    online: bool = True
    session: str = ""
    epoch: str = ""
    software: str = ""

    @property
    def current(self) -> bool:
        """Whether the view shows the table's current state, and not an outdated one."""
        return self.link == "up" and self.online and not self.unread


class Stop(typing.Protocol):
    """A stop signal for a display, set from outside (such as a `threading.Event`)."""

    def is_set(self) -> bool:
        """Return whether the display should stop."""


MOST_RECENT = 30


def with_state(view: View, payload: bytes) -> View:
    """Return the view with a new state in place of the last one.

    If a newer controller wrote the state, the readable parts are used and `unread` is set. If none
    is readable, only `unread` is set. An empty payload leaves the view unchanged.
    """
    if not payload:
        return view
    unread, state = False, None
    try:
        state = msgspec.json.decode(payload, type=PublicState)
    except UNREADABLE as error:
        log.warning("the table's state can't be read in full: %s", error)
        unread, state = True, state_understood(payload)
    if state is None:
        return msgspec.structs.replace(view, unread=unread)
    epoch = view.epoch or state.epoch
    # The number of a state from an earlier epoch can't be compared with the present numbers.
    seq = state.seq if state.epoch in ("", epoch) else view.seq
    return msgspec.structs.replace(view, state=state, seq=seq, epoch=epoch, unread=unread)


def with_event(view: View, payload: bytes) -> View:
    """Return the view with one more event, unless the view already includes it."""
    try:
        event = msgspec.json.decode(payload, type=Envelope)
    except UNREADABLE as error:
        log.warning("a table event can't be read: %s", error)
        return view
    if event.seq <= view.seq or event.epoch not in ("", view.epoch or event.epoch):
        return view
    recent = (*view.recent, event)[-MOST_RECENT:]
    return msgspec.structs.replace(view, recent=recent, seq=event.seq)


def with_status(view: View, payload: bytes) -> View:
    """Return the view updated by the controller's birth message or last will.

    A last will that arrives late, after the controller has been restarted, changes nothing.
    """
    try:
        status = msgspec.json.decode(payload, type=Status)
    except UNREADABLE as error:
        log.warning("the controller's status can't be read: %s", error)
        return view
    online = status.status == "online"
    if not online and view.session not in ("", status.session):
        return view
    view = msgspec.structs.replace(
        view, online=online, session=status.session, software=status.software
    )
    if not online or status.epoch == view.epoch:
        return view
    if not view.epoch:
        # Messages that arrive before an epoch's first state may well belong to that epoch.
        return msgspec.structs.replace(view, epoch=status.epoch)
    state = view.state
    seq = state.seq if state is not None and state.epoch == status.epoch else 0
    return msgspec.structs.replace(view, epoch=status.epoch, seq=seq, recent=())


def same_picture(first: PublicState | None, second: PublicState | None) -> bool:
    """Return whether two states look the same, even if their journal positions differ."""
    if first is None or second is None:
        return first is second
    plain = msgspec.structs.replace
    return plain(first, seq=0, epoch="", head="") == plain(second, seq=0, epoch="", head="")


def link_trouble(view: View, source: FeedSource, language: str) -> str:
    """Return a message that says why a table's current state is unknown, or "" if it is known."""
    said = words(language)
    where = f"{source.host}:{source.port}"
    if view.unread:
        return said.say("Please update this display: it is older than its table")
    if view.link == "refused":
        return said.say("{where} rejects this username or password", where=where)
    if view.link == "untrusted":
        return said.say("{where} has a certificate that is not trusted here: see --ca", where=where)
    if view.link != "up":
        return said.say("No answer from {where} yet", where=where)
    return "" if view.online else said.say("The table is switched off")


def client_for(source: FeedSource, kind: type[mqtt.Client] = mqtt.Client) -> mqtt.Client:
    """Return a client for a table's broker, not yet connected, which reconnects automatically.

    The client keeps its id when it reconnects. When a broker in a cluster is killed, the cluster
    stores a client's messages until a client with the same id reconnects. If each connection had a
    new id, those messages would be stored forever.
    """
    version = MQTTProtocolVersion.MQTTv5 if source.protocol == "5" else MQTTProtocolVersion.MQTTv311
    client = kind(
        CallbackAPIVersion.VERSION2, client_id=f"tapis-{secrets.token_hex(8)}", protocol=version
    )
    client.reconnect_delay_set(min_delay=1, max_delay=5)
    if source.user:
        client.username_pw_set(source.user, source.password or None)
    if source.tls:
        client.tls_set_context(ssl.create_default_context(cafile=source.ca or None))
    client.on_socket_open = _at_once
    return client


def untrusted() -> bool:
    """Return whether the exception being handled means that a broker's certificate is untrusted."""
    # paho calls back while it handles the exception, but does not pass the exception on.
    return isinstance(sys.exc_info()[1], ssl.SSLCertVerificationError)


def _at_once(_client: mqtt.Client, _data: Any, opened: Any) -> None:
    """Turn off Nagle's algorithm on a newly opened socket.

    A request is then sent without waiting for the broker to acknowledge earlier ones.
    """
    opened.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)


class Feed:
    """A subscription to a table that reconnects automatically until it is closed."""

    def __init__(self, source: FeedSource) -> None:
        self.source = source
        self._changed = threading.Condition()
        self._view = View()
        self._version = 0
        client = self._client = client_for(source)
        client.on_connect = self._connected
        client.on_connect_fail = self._failed
        client.on_disconnect = self._disconnected
        client.on_message = self._message

    def __enter__(self) -> Self:
        """Start connecting. A broker that is down raises no error, because it may come up later."""
        self._client.connect_async(self.source.host, self.source.port, keepalive=15)
        self._client.loop_start()
        return self

    def __exit__(self, *_: object) -> None:
        """Disconnect from the broker."""
        self._client.disconnect()
        self._client.loop_stop()

    @property
    def view(self) -> View:
        """The latest view of the table."""
        with self._changed:
            return self._view

    def wait(self, seen: int, timeout: float) -> tuple[int, View]:
        """Wait up to `timeout` s for a view newer than view number `seen`.

        Return the number and the view. Every change to the view gives it a new number. After a
        timeout, the number is still `seen`.
        """
        with self._changed:
            self._changed.wait_for(lambda: self._version != seen, timeout)
            return self._version, self._view

    def _change(self, change: Callable[[View], View]) -> None:
        with self._changed:
            view = change(self._view)
            if view != self._view:
                self._view = view
                self._version += 1
                self._changed.notify_all()

    def _linked(self, link: Link) -> None:
        self._change(lambda view: msgspec.structs.replace(view, link=link))

    def _connected(
        self, client: mqtt.Client, _data: Any, _flags: Any, reason: Any, _properties: Any
    ) -> None:
        if reason.is_failure:
            log.info("the broker %s refuses: %s", self.source.host, reason)
            self._linked("refused")
            return
        topics = Topics(self.source.root)
        wanted = (topics.status, topics.state, topics.event("#"))
        client.subscribe([(topic, 1) for topic in wanted])
        self._linked("up")

    def _failed(self, *_: Any) -> None:
        if untrusted():
            log.info("the certificate of %s is not trusted", self.source.host)
            self._linked("untrusted")

    def _disconnected(
        self, _client: mqtt.Client, _data: Any, _flags: Any, reason: Any, _properties: Any
    ) -> None:
        if self.view.link == "up":
            log.info("the connection to %s is lost: %s", self.source.host, reason)
            self._linked("down")

    def _message(self, _client: mqtt.Client, _data: Any, message: mqtt.MQTTMessage) -> None:
        topics, payload = Topics(self.source.root), bytes(message.payload)
        if message.topic == topics.state:
            self._change(lambda view: with_state(view, payload))
        elif message.topic == topics.status:
            self._change(lambda view: with_status(view, payload))
        elif message.topic.startswith(topics.event("")):
            self._change(lambda view: with_event(view, payload))
