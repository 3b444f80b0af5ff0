"""One table's connection to an MQTT broker; the table never waits for it.

Messages that need not wait are sent in the caller's thread, right after the commit. Anything
that may have to wait (connecting, receiving, messages beyond `WINDOW`) is done in another thread.

Live messages are sent first: events, then state, health and replies, and only then old events that
were requested (`replays`). The journal is the outbox. Events are sent in order, starting after the
last one that the broker confirmed; at most `WINDOW` messages are unconfirmed at a time.
"""

import logging
import threading
import time
from collections import deque
from collections.abc import Callable
from typing import Any, Final

import msgspec
from paho.mqtt.client import Client, ConnectFlags, MQTTMessage
from paho.mqtt.enums import MQTTErrorCode
from paho.mqtt.properties import Properties
from paho.mqtt.reasoncodes import ReasonCode
from paho.mqtt.subscribeoptions import SubscribeOptions

from controller.config.model import BrokerConfig
from controller.contract.commands import Reply, Request
from controller.contract.limits import LONGEST_TEXT
from controller.contract.public import ClientHealth, Health, PublicState, Status, TableCard
from controller.journal.faults import JournalError
from controller.run.access.requests import Refusal, read_request, replay_asked
from controller.run.messages.askers import NOBODY, Asker, asker_of
from controller.run.messages.in_flight import InFlight
from controller.run.messages.journal_outbox import JournalOutbox
from controller.run.messages.message_topics import Telling
from controller.run.messages.mqtt import (
    SHARED,
    BrokerRefused,
    SocketLoop,
    Waker,
    by_port,
    connect,
    why,
)
from controller.run.messages.replays import Replays
from controller.run.messages.request_rates import ODD, WATCHED, Callers, Offence
from hardware.ports import wall_ticks

log = logging.getLogger(__name__)

WINDOW: Final = 20
LARGEST_REQUEST: Final = 65_536
MOST_REPLIES: Final = 100
"""The maximum number of replies waiting to be sent; beyond that, refused requests get no reply."""

TURN: Final = 0.5
_encode = msgspec.json.Encoder().encode


class Broker:
    """Publishes a table's events, state and health, and receives its commands."""

    def __init__(
        self,
        address: BrokerConfig,
        telling: Telling,
        birth: Status,
        outbox: JournalOutbox,
        on_request: Callable[[str, Request, Asker], None],
    ) -> None:
        """Prepare a connection, which `start` opens.

        `birth` is the status published first. Events are read from `outbox`. The broker's thread
        passes each command's name, unchecked request and sender to `on_request`. The attribute
        `card`, the table's fixed properties, is published if set. If `on_retained` is set before
        `start`, it receives the retained state of an earlier run; live messages wait until `go_on`
        is called.
        """
        self._address = address
        self._telling = telling
        self._topics = telling.topics
        self.card: TableCard | None = None
        self._birth = birth
        self._outbox = outbox
        self._on_request = on_request
        self.on_retained: Callable[[bytes], None] | None = None
        self._held = False
        self._retained: bytes | None = None
        self._birth_mid = 0
        self._birth_due = False
        self.connected = False
        self.beat = time.monotonic()
        self._committed = outbox.committed
        self._state: PublicState | None = None
        self._health: Health | None = None
        self._replies: deque[tuple[str, bytes, Properties | None]] = deque()
        self._replays = Replays(outbox)
        self._callers = Callers(wall_ticks)
        self._stopping = threading.Event()
        self._deadline = 0.0
        self._thread = threading.Thread(target=self._run, name="broker", daemon=True)
        self._busy = threading.Lock()
        self._client: Client | None = None
        self._fault: Exception | None = None
        self._waker = Waker()
        self._complaint = self._detour = ""
        self._begin(outbox.confirmed)

    # -- called by the table's loop ------------------------------------------------------

    def start(self) -> None:
        """Start connecting in the background; return immediately, even if there is no broker."""
        self._held = self.on_retained is not None
        self._thread.start()

    def go_on(self, epoch: str = "") -> None:
        """Send the messages held back since the start; begin a new epoch if `epoch` is given."""
        with self._busy:
            if epoch:
                self._birth = msgspec.structs.replace(self._birth, epoch=epoch)
                self._events.clear()
                self._birth_due = True
            self._held = False
        self._waker.wake()

    def stop(self, seconds: float = 3.0) -> None:
        """Send remaining messages for up to `seconds`, publish `offline`, and disconnect."""
        self._deadline = time.monotonic() + seconds
        self._stopping.set()
        self._waker.wake()
        if self._thread.ident is not None:
            self._thread.join(seconds + 7.0)
        if not self._thread.is_alive():
            self._waker.close()

    def committed(self, seq: int) -> None:
        """Record that the events up to `seq` are on disk, and send them."""
        self._committed = seq
        self._go()

    def show_state(self, state: PublicState) -> None:
        """Publish the state as a retained message, after the events that it includes."""
        self._state = state
        self._go()

    def show_health(self, health: Health) -> None:
        """Publish the health report as a retained message, replacing the last one."""
        self._health = health
        self._go()

    def answer(self, name: str, reply: Reply, asker: Asker = NOBODY) -> None:
        """Publish the reply to a request, unless its sender makes too many invalid requests."""
        if reply.reason in ODD and not self._callers.within(asker.user, "odd"):
            return
        self._reply(name, reply, asker)
        self._go()

    def offenders(self) -> tuple[ClientHealth, ...]:
        """Return the clients that make too many requests, for the health report."""
        return self._callers.health()

    def _reply(self, name: str, reply: Reply, asker: Asker) -> None:
        topic, properties = asker.way(self._topics.reply(name))
        if reply.ok or len(self._replies) < MOST_REPLIES:
            self._replies.append((topic, _encode(reply), properties))

    def _go(self) -> None:
        """Publish waiting messages in the caller's thread, or wake the broker's; never waits.

        Waking a thread takes milliseconds on a busy machine; a socket accepts a message immediately
        or not at all.
        """
        if not self._busy.acquire(blocking=False):
            self._waker.wake()
            return
        try:
            if self._client is not None and self.connected and self._fault is None:
                self._pump(self._client)
                if self._client.want_write():
                    self._waker.wake()
        except Exception as error:  # noqa: BLE001
            self._fault = error
            self._waker.wake()
        finally:
            self._busy.release()

    @property
    def confirmed(self) -> int:
        """The seq up to which the broker has confirmed every event."""
        return self._window.confirmed

    @property
    def backlog(self) -> int:
        """The number of events on disk that the broker has not yet confirmed."""
        return max(self._committed - self.confirmed, 0)

    # -- the thread ----------------------------------------------------------------------

    def _begin(self, confirmed: int) -> None:
        """Reset this object for a new connection; events after seq `confirmed` are sent again."""
        self.connected = False
        self._window = InFlight(confirmed, WINDOW)
        self._sent = confirmed
        self._events: deque[tuple[str, bytes, int]] = deque()
        self._state_sent: PublicState | None = None
        self._health_sent: Health | None = None
        self._trouble = ""
        self._fault = None
        self._farewell = False
        # Replayed events in flight may be lost; their requesters ask again.
        self._replays.forget()

    def _run(self) -> None:
        delay = 0.25
        while not self._stopping.is_set():
            self._begin(self.confirmed)
            self.beat = time.monotonic()
            try:
                self._connect()
            except (OSError, ValueError, JournalError, BrokerRefused) as error:
                self._complain(error)
            except Exception:
                # Nothing that happens here may stop the table; the next connection starts afresh.
                log.exception("broker: unexpected fault")
            delay = 0.25 if self.connected and not self._trouble else min(delay * 2, 5.0)
            self.connected = False
            self._stopping.wait(delay)

    def _connect(self) -> None:
        will, self._detour = _encode(self._offline()), ""
        client, self._detour = connect(self._address, self._topics, will)
        client.on_connect = self._connected
        client.on_publish = self._published
        client.on_message = self._received
        try:
            line = SocketLoop(client, self._waker)
            try:
                self._client = client
                self._serve(client, line)
            finally:
                line.close()
        finally:
            with self._busy:
                self._client = None
                # If the socket closes without a DISCONNECT, the broker publishes the will.
                if (left := client.socket()) is not None:
                    left.close()

    def _serve(self, client: Client, line: SocketLoop) -> None:
        """Publish and receive messages until the table stops; raise an error if the line fails."""
        ends_by = time.monotonic() + 10
        while True:
            self.beat = time.monotonic()
            if not self.connected and (self.beat > ends_by or self._stopping.is_set()):
                raise OSError("it is not responding")
            with self._busy:
                if self.connected and self._publish_all(client):
                    client.disconnect()
                    return
            mask = line.wait(self._until_next())
            with self._busy:
                kept = line.do(mask)
            if self._trouble:
                raise BrokerRefused(self._trouble)
            if self._fault is not None:
                raise self._fault
            if not kept:
                raise OSError("the connection was lost")

    def _publish_all(self, client: Client) -> bool:
        """Publish waiting messages, `offline` last; return True if the client may disconnect."""
        self._pump(client)
        self._give_again(client)
        if self._farewell:
            return not len(self._window) or self._late()
        if self._stopping.is_set() and self._may_go():
            self._publish(client, self._topics.status, _encode(self._offline()), True)
            self._farewell = True
        return False

    def _until_next(self) -> float:
        due = self._replays.wait(wall_ticks())
        # With a full window, nothing can be sent before a receipt arrives, which wakes the thread.
        return TURN if due is None or not self._room() else min(due, TURN)

    def _room(self) -> int:
        """Return how many replayed events may be sent now, which is at most half of the window."""
        if self._sent < self._committed or self._stopping.is_set():
            return 0
        return max(self._window.size // 2 - len(self._window), 0)

    def _give_again(self, client: Client) -> None:
        now, room = wall_ticks(), self._room()
        if not self.connected or self._held or not room or self._replays.wait(now) != 0:
            return
        ident, events, reply, asker = self._replays.given(room, now)
        for event in events:
            for topic, payload in self._telling.again(ident, event):
                self._publish(client, topic, payload)
        if reply is not None:
            self._reply("replay", reply, asker)
            self._pump(client)

    def _late(self) -> bool:
        return time.monotonic() > self._deadline

    def _may_go(self) -> bool:
        waits = len(self._window) or self._replies or self.backlog
        return self._late() or not waits

    def _pump(self, client: Client) -> None:
        """Publish as much as the window allows: events, state, health and replies."""
        if self._birth_due:
            self._tell_birth(client)
        while self._window.is_open and not self._held:
            if (message := self._next_message()) is not None:
                topic, payload, seq = message
                self._sent = seq or self._sent
                self._publish(client, topic, payload, seq=seq)
            elif self._state_is_due():
                state = self._state_sent = self._state
                self._publish(client, self._topics.state, _encode(state), retain=True)
            elif self._health is not self._health_sent and self._health is not None:
                self._health_sent = self._health
                self._publish(client, self._topics.health, _encode(self._health), retain=True)
            elif self._replies:
                topic, payload, properties = self._replies.popleft()
                self._publish(client, topic, payload, properties=properties)
            else:
                return

    def _next_message(self) -> tuple[str, bytes, int] | None:
        """Return the next event message to send as (topic, payload, seq), or None.

        An event may be sent as several messages. `seq` is the event's seq in the last of them, and
        0 in the others.
        """
        if not self._events and self._sent < self._committed:
            for event in self._outbox.events(self._sent, 100):
                self._events.extend(self._telling.event(event))
        return self._events.popleft() if self._events else None

    def _state_is_due(self) -> bool:
        state = self._state
        # A subscriber drops the events that the state includes, so they must go out before it.
        return state is not None and state is not self._state_sent and state.seq <= self._sent

    def _publish(
        self, client: Client, topic: str, payload: bytes, retain: bool = False, seq: int = 0,
        properties: Properties | None = None,
    ) -> None:  # fmt: skip
        info = client.publish(topic, payload, qos=1, retain=retain, properties=properties)
        if info.rc != MQTTErrorCode.MQTT_ERR_SUCCESS:
            raise OSError("the connection was lost")
        self._window.sent(info.mid, seq)

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
        self._window.size = min(WINDOW, most) if most else WINDOW
        self._subscribe(client)
        if self._held:
            client.subscribe(self._topics.state, qos=1)
        self.connected = True
        self._complaint = ""
        log.info("broker %s: connected", self._where())
        if self._detour:
            log.warning("broker %s: %s; %s", self._address.where, self._detour, SHARED)
        self._tell_birth(client)

    def _tell_birth(self, client: Client) -> None:
        self._birth_due = False
        self._birth_mid = client.publish(
            self._topics.status, _encode(self._birth), qos=1, retain=True
        ).mid
        self._window.sent(self._birth_mid, 0)
        if self.card is not None:
            self._publish(client, self._topics.card, _encode(self.card), retain=True)

    def _published(
        self,
        client: Client,
        _userdata: Any,
        mid: int,
        reason: ReasonCode,
        _properties: Properties | None,
    ) -> None:
        if reason.is_failure:
            self._trouble = (
                f"it accepts nothing on {self._topics.root} ({reason}): its access list must let "
                f"{self._address.user or 'this table'!r} write there"
            )
            return
        if self._window.arrived(mid):
            self._outbox.confirm(self.confirmed)
        if self._held and mid == self._birth_mid and self._retained is None:
            self._held = False  # a retained state would have arrived before this
            client.unsubscribe(self._topics.state)

    def _subscribe(self, client: Client) -> None:
        """Subscribe to commands, and to the broker's log if the broker is on this machine."""
        topics = self._telling.heard()
        if self._address.near:
            # A foreign broker might disconnect a client that asks for the broker's own topics.
            topics.append(WATCHED)
        if self._address.protocol == "5":
            options = SubscribeOptions(qos=1, retainHandling=2)
            client.subscribe([(topic, options) for topic in topics])
        else:
            client.subscribe([(topic, 1) for topic in topics])

    def _received(self, client: Client, _userdata: Any, message: MQTTMessage) -> None:
        if message.topic == WATCHED:
            self._callers.connected(message.payload.decode("utf-8", "replace"))
            return
        if message.topic == self._topics.state and message.retain and self._held:
            if self._retained is None and self.on_retained is not None and message.payload:
                self._retained = bytes(message.payload)
                client.unsubscribe(self._topics.state)
                self.on_retained(self._retained)
            return
        if (asked := self._telling.asked(message.topic)) is None:
            return  # amqtt sends a new client messages that others have subscribed to
        name, user = asked
        if message.retain:
            # A retained command would be carried out again at every connection.
            log.warning("broker: a retained message on %s is ignored: clear it", message.topic)
            return
        request: Request | Reply | None = None
        if len(message.payload) <= LARGEST_REQUEST and len(name) <= LONGEST_TEXT:
            request = read_request(bytes(message.payload))
        asker = asker_of(user, message, self._topics.reply(""))
        if isinstance(request, Request):
            self._take(name, request, asker)
        elif self._callers.within(user, "odd"):
            error = request.error if request else "it is too large"
            log.warning("broker: a request %r is refused: %s", name[:40], error)
            if request and request.id:
                self._reply(name, request, asker)

    def _take(self, name: str, request: Request, asker: Asker) -> None:
        if name == "replay":
            self._replay(request, asker)
        elif self._callers.within(asker.user, "commands", _of(request)):
            self._on_request(name, request, asker)
        else:
            self._reply(name, Refusal("too-many").reply(request.id), asker)

    def _replay(self, request: Request, asker: Asker) -> None:
        reason = "bad-data"
        try:
            wish = replay_asked(request)
            after = max(wish.after_seq, 0)
            why = self._replays.ask(asker, request.id, after, wish.limit, wall_ticks())
            if not why:
                return
            reason = "too-many"
        except ValueError as error:
            why = str(error)
        offence: Offence = "replays" if reason == "too-many" else "odd"
        within = self._callers.within(asker.user, offence, _of(request))
        if within or len(self._replies) < MOST_REPLIES // 4:
            no = Reply(request.id, ok=False, error=why, reason=reason)
            self._reply("replay", no, asker)

    def _offline(self) -> Status:
        return msgspec.structs.replace(self._birth, status="offline")

    def _where(self) -> str:
        return (by_port(self._address) if self._detour else self._address).where

    def _complain(self, error: Exception) -> None:
        """Log a connection problem, unless it is the one that was logged last."""
        sentence = (
            f"broker {self._where()}: {why(error)}; the table continues and keeps its events; it "
            "tries again every few seconds"
        )
        if sentence != self._complaint and not self._stopping.is_set():
            self._complaint = sentence
            log.warning("%s", sentence)


def _of(request: Request) -> str:
    """Return text for the log: a request's id, and the sender's name as the request states it."""
    return f"request {request.id[:64]}" + (f" by {request.by[:64]}" if request.by else "")
