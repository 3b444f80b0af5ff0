"""One table's connection to an MQTT broker, in a thread of its own: the table never waits for it.

The journal is the outbox. Events go out in order behind the last one that the broker confirmed,
at most `WINDOW` messages unconfirmed at a time. Every connection begins with a new paho client:
paho keeps unconfirmed messages in memory only, and bursts all of them when it reconnects.
"""

import contextlib
import logging
import os
import re
import selectors
import ssl
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final, Protocol

import msgspec
from paho.mqtt.client import Client, ConnectFlags, MQTTMessage
from paho.mqtt.enums import CallbackAPIVersion, MQTTErrorCode, MQTTProtocolVersion
from paho.mqtt.properties import Properties
from paho.mqtt.reasoncodes import ReasonCode
from paho.mqtt.subscribeoptions import SubscribeOptions

from controller.config.model import BrokerConfig
from controller.contract.commands import Replay, Reply, Request
from controller.contract.errors import TapisError
from controller.contract.public import Envelope, Health, PublicState, Status, Topics
from controller.journal.faults import JournalError

log = logging.getLogger(__name__)

WINDOW: Final = 20
KEEPALIVE: Final = 15
LARGEST_REQUEST: Final = 65_536
MOST_REPLIES: Final = 5_000

_IDENTITY = re.compile(r"[A-Za-z0-9_.-]{1,64}")
_encode = msgspec.json.Encoder().encode


class Outbox(Protocol):
    """Where events that have been committed are read again (a `JournalReader`)."""

    def events(self, after: int = 0, limit: int = 100) -> Iterator[Envelope]:
        """Return up to `limit` events behind seq `after`, in order."""
        ...


class _Refused(TapisError, ConnectionError):
    """The broker said no; the sentence says to what."""


class Broker:
    """Publishes a table's events, state and health, and takes its commands."""

    def __init__(
        self,
        address: BrokerConfig,
        topics: Topics,
        birth: Status,
        outbox: Outbox,
        *,
        confirmed: int,
        committed: int,
        on_confirmed: Callable[[int], None],
        on_request: Callable[[str, Request], None],
    ) -> None:
        """Prepare a connection; `start` makes it.

        `confirmed` and `committed` are the last seq that the broker has and the last one on
        disk. `on_confirmed` and `on_request` (the command's name, the request, not yet
        authenticated) are called in the broker's thread.
        """
        self._address = address
        self._topics = topics
        self._birth = birth
        self._outbox = outbox
        self._on_confirmed = on_confirmed
        self._on_request = on_request
        self.confirmed = confirmed
        self.connected = False
        self.beat = time.monotonic()
        self._committed = committed
        self._state: PublicState | None = None
        self._health: Health | None = None
        self._replies: deque[tuple[str, bytes]] = deque()
        self._stopping = threading.Event()
        self._deadline = 0.0
        self._thread = threading.Thread(target=self._run, name="broker", daemon=True)
        self._woken, self._waker = os.pipe()
        os.set_blocking(self._woken, False)
        os.set_blocking(self._waker, False)
        self._complaint = ""
        self._begin()

    # -- called by the table's loop ------------------------------------------------------

    def start(self) -> None:
        """Begin to connect; gives at once, whether there is a broker or not."""
        self._thread.start()

    def stop(self, seconds: float = 3.0) -> None:
        """Send what is left for at most `seconds`, say `offline`, and go."""
        self._deadline = time.monotonic() + seconds
        self._stopping.set()
        self._wake()
        if self._thread.ident is not None:
            self._thread.join(seconds + 7.0)
        if not self._thread.is_alive():
            os.close(self._woken)
            os.close(self._waker)
            self._waker = -1

    def committed(self, seq: int) -> None:
        """Record that the events up to `seq` are on disk and may go out."""
        self._committed = seq
        self._wake()

    def show_state(self, state: PublicState) -> None:
        """Retain this view, after the events that it includes; a newer one takes its place."""
        self._state = state
        self._wake()

    def show_health(self, health: Health) -> None:
        """Retain this health; a newer one takes its place."""
        self._health = health
        self._wake()

    def answer(self, name: str, reply: Reply) -> None:
        """Publish the reply to a request."""
        self._replies.append((self._topics.reply(name), _encode(reply)))
        self._wake()

    @property
    def backlog(self) -> int:
        """How many committed events the broker has not confirmed."""
        return max(self._committed - self.confirmed, 0)

    def _wake(self) -> None:
        if self._waker >= 0:
            # A pipe that is full holds reasons enough to wake up.
            with contextlib.suppress(BlockingIOError):
                os.write(self._waker, b"w")

    # -- the thread ----------------------------------------------------------------------

    def _begin(self) -> None:
        """Forget the last connection: what it left unconfirmed is sent again."""
        self.connected = False
        self._sent = self.confirmed
        self._events: deque[Envelope] = deque()
        self._order: deque[int] = deque()
        self._arrived: set[int] = set()
        self._flying: dict[int, int] = {}
        self._state_sent: PublicState | None = None
        self._health_sent: Health | None = None
        self._window = WINDOW
        self._trouble = ""

    def _run(self) -> None:
        delay = 0.25
        while not self._stopping.is_set():
            self._begin()
            self.beat = time.monotonic()
            try:
                client = self._client()
                try:
                    self._serve(client)
                finally:
                    # Without a farewell the broker publishes the will.
                    if (left := client.socket()) is not None:
                        left.close()
            except (OSError, ValueError, JournalError, _Refused) as error:
                self._complain(error)
            except Exception:
                # The table plays on whatever happens here; the next connection starts afresh.
                log.exception("broker: unexpected fault")
            delay = 0.25 if self.connected and not self._trouble else min(delay * 2, 5.0)
            self.connected = False
            self._stopping.wait(delay)

    def _client(self) -> Client:
        address = self._address
        five = address.protocol == "5"
        client = Client(
            CallbackAPIVersion.VERSION2,
            client_id=self._topics.root.replace("/", "-"),
            protocol=MQTTProtocolVersion.MQTTv5 if five else MQTTProtocolVersion.MQTTv311,
            clean_session=None if five else True,
        )
        client.connect_timeout = 5.0
        client.suppress_exceptions = True
        client.will_set(self._topics.status, _encode(self._offline()), qos=1, retain=True)
        if address.user:
            client.username_pw_set(address.user, self._password())
        if address.tls:
            client.tls_set_context(ssl.create_default_context(cafile=address.ca_file or None))
        client.on_connect = self._connected
        client.on_publish = self._published
        client.on_message = self._received
        return client

    def _password(self) -> str | None:
        file = self._address.password_file
        if not file:
            return None
        try:
            return Path(file).read_text("utf-8").rstrip("\r\n")
        except (OSError, UnicodeDecodeError) as error:
            raise _Refused(f"the password file {file} can't be read ({_why(error)})") from None

    def _serve(self, client: Client) -> None:
        client.connect(self._address.host, self._address.port, KEEPALIVE)
        ends_by = time.monotonic() + 10
        selector = selectors.DefaultSelector()
        selector.register(self._woken, selectors.EVENT_READ)
        registered = client.socket()
        if registered is None:
            raise OSError("the connection was closed")
        selector.register(registered, selectors.EVENT_READ)
        farewell = False
        with selector:
            while True:
                self.beat = time.monotonic()
                if self._trouble:
                    raise _Refused(self._trouble)
                if self.connected:
                    self._pump(client)
                    if self._stopping.is_set() and not farewell and self._may_go():
                        self._publish(client, self._topics.status, _encode(self._offline()), True)
                        farewell = True
                    elif farewell and (not self._flying or self._late()):
                        client.disconnect()
                        return
                elif self.beat > ends_by or self._stopping.is_set():
                    raise OSError("it does not answer")
                events = selectors.EVENT_READ
                if client.want_write():
                    events |= selectors.EVENT_WRITE
                selector.modify(registered, events)
                # TLS may hold bytes that the socket no longer shows as readable.
                pending = getattr(registered, "pending", None)
                waiting = bool(pending and pending())
                ready = selector.select(0 if waiting else 0.5)
                happened = {key.fileobj: mask for key, mask in ready}
                if self._woken in happened:
                    os.read(self._woken, 4096)
                mask = happened.get(registered, 0)
                code = MQTTErrorCode.MQTT_ERR_SUCCESS
                if waiting or mask & selectors.EVENT_READ:
                    code = client.loop_read()
                if code == MQTTErrorCode.MQTT_ERR_SUCCESS and mask & selectors.EVENT_WRITE:
                    code = client.loop_write()
                if code == MQTTErrorCode.MQTT_ERR_SUCCESS:
                    code = client.loop_misc()
                if code != MQTTErrorCode.MQTT_ERR_SUCCESS:
                    raise (
                        _Refused(self._trouble)
                        if self._trouble
                        else OSError("the connection was lost")
                    )

    def _late(self) -> bool:
        return time.monotonic() > self._deadline

    def _may_go(self) -> bool:
        return self._late() or (not self._flying and not self._replies and not self.backlog)

    def _pump(self, client: Client) -> None:
        """Publish as much as the window lets through: replies, events, state, health."""
        while len(self._flying) < self._window:
            if self._replies:
                topic, payload = self._replies.popleft()
                self._publish(client, topic, payload)
            elif (event := self._next_event()) is not None:
                mid = self._publish(client, self._topics.event(event.type), _encode(event))
                self._flying[mid] = event.seq
                self._order.append(event.seq)
                self._sent = event.seq
            elif self._state_is_due():
                state = self._state_sent = self._state
                self._publish(client, self._topics.state, _encode(state), retain=True)
            elif self._health is not self._health_sent and self._health is not None:
                self._health_sent = self._health
                self._publish(client, self._topics.health, _encode(self._health), retain=True)
            else:
                return

    def _next_event(self) -> Envelope | None:
        if not self._events and self._sent < self._committed:
            self._events.extend(self._outbox.events(self._sent, 100))
        return self._events.popleft() if self._events else None

    def _state_is_due(self) -> bool:
        state = self._state
        # A subscriber drops the events that the state includes: they have to be out before.
        return state is not None and state is not self._state_sent and state.seq <= self._sent

    def _publish(self, client: Client, topic: str, payload: bytes, retain: bool = False) -> int:
        info = client.publish(topic, payload, qos=1, retain=retain)
        if info.rc != MQTTErrorCode.MQTT_ERR_SUCCESS:
            raise OSError("the connection was lost")
        self._flying[info.mid] = 0
        return info.mid

    # -- paho's callbacks, in the same thread --------------------------------------------

    def _connected(
        self,
        client: Client,
        _userdata: Any,
        _flags: ConnectFlags,
        reason: ReasonCode,
        properties: Properties | None,
    ) -> None:
        if reason.is_failure:
            who = f"user {self._address.user!r}" if self._address.user else "a nameless user"
            self._trouble = f"it refuses {who} ({reason}): check user and password_file"
            return
        most = getattr(properties, "ReceiveMaximum", None)
        self._window = min(WINDOW, most) if most else WINDOW
        commands = self._topics.command("+")
        if self._address.protocol == "5":
            client.subscribe(commands, options=SubscribeOptions(qos=1, retainHandling=2))
        else:
            client.subscribe(commands, qos=1)
        self.connected = True
        self._complaint = ""
        log.info("broker %s:%d: connected", self._address.host, self._address.port)
        self._publish(client, self._topics.status, _encode(self._birth), retain=True)

    def _published(
        self,
        _client: Client,
        _userdata: Any,
        mid: int,
        reason: ReasonCode,
        _properties: Properties | None,
    ) -> None:
        if reason.is_failure:
            self._trouble = (
                f"it takes nothing on {self._topics.root} ({reason}): its access list has to "
                f"let {self._address.user or 'this table'!r} write there"
            )
            return
        self._arrived.add(self._flying.pop(mid, 0))
        before = self.confirmed
        while self._order and self._order[0] in self._arrived:
            self.confirmed = self._order.popleft()
            self._arrived.discard(self.confirmed)
        if self.confirmed > before:
            self._on_confirmed(self.confirmed)

    def _received(self, _client: Client, _userdata: Any, message: MQTTMessage) -> None:
        if not message.topic.startswith(self._topics.command("")):
            return  # amqtt sends a new client what others have subscribed to
        name = message.topic.rpartition("/")[2]
        if message.retain:
            # A retained command would be carried out again at every connection.
            log.warning("broker: a retained message on %s is ignored: clear it", message.topic)
            return
        if len(message.payload) > LARGEST_REQUEST:
            log.warning("broker: a request %r of %d bytes is dropped", name, len(message.payload))
            return
        try:
            request = msgspec.json.decode(message.payload, type=Request)
        except msgspec.MsgspecError as error:
            log.warning("broker: a request %r can't be read (%s)", name, error)
            return
        if name == "replay":
            self._replay(request)
        else:
            self._on_request(name, request)

    def _replay(self, request: Request) -> None:
        try:
            if not _IDENTITY.fullmatch(request.id):
                raise ValueError("the id may hold letters, digits, '-', '_' and '.' only")
            wish = msgspec.convert(request.data, Replay)
            if not 1 <= wish.limit <= 1000:
                raise ValueError(f"limit is {wish.limit}; right would be 1 to 1000")
            if len(self._replies) > MOST_REPLIES:
                raise ValueError("too much is asked for at once; ask again in a moment")
            again = list(self._outbox.events(max(wish.after_seq, 0), wish.limit))
        except (ValueError, JournalError) as error:
            self.answer("replay", Reply(request.id, ok=False, error=str(error)))
            return
        topic = self._topics.replay(request.id)
        self._replies.extend((topic, _encode(event)) for event in again)
        last = again[-1].seq if again else max(wish.after_seq, 0)
        self.answer("replay", Reply(request.id, ok=True, seq=last))

    def _offline(self) -> Status:
        return msgspec.structs.replace(self._birth, status="offline")

    def _complain(self, error: Exception) -> None:
        """Say once, not at every attempt, what is wrong and that nothing is lost."""
        sentence = (
            f"broker {self._address.host}:{self._address.port}: {_why(error)}; the table plays on "
            "and keeps its events, it tries again every few seconds"
        )
        if sentence != self._complaint and not self._stopping.is_set():
            self._complaint = sentence
            log.warning("%s", sentence)


def _why(error: Exception) -> str:
    if isinstance(error, OSError) and error.strerror:
        return error.strerror
    return str(error) or type(error).__name__
