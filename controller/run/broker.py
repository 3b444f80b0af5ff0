"""One table's connection to an MQTT broker; the table never waits for it.

What can go out at once goes in the thread that has it, right behind the commit; all that may have
to wait (connecting, answers, what the window holds back) is the work of a thread of its own.

The journal is the outbox. Events go out in order behind the last one that the broker confirmed,
at most `WINDOW` messages unconfirmed at a time. Every connection begins with a new paho client:
paho keeps unconfirmed messages in memory only, and bursts all of them when it reconnects.
"""

import logging
import re
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
from controller.contract.commands import Replay, Reply, Request
from controller.contract.public import Envelope, Health, PublicState, Status, Topics
from controller.journal.faults import JournalError
from controller.run.mqtt import KEEPALIVE, BrokerRefused, SocketLoop, Waker, new_client, why
from controller.run.outbox import Outbox
from controller.run.requests import read_request
from controller.run.window import InFlight

log = logging.getLogger(__name__)

WINDOW: Final = 20
LARGEST_REQUEST: Final = 65_536
MOST_REPLIES: Final = 5_000
TURN: Final = 0.5

_IDENTITY = re.compile(r"[A-Za-z0-9_.-]{1,64}")
_encode = msgspec.json.Encoder().encode


class Broker:
    """Publishes a table's events, state and health, and takes its commands."""

    def __init__(
        self,
        address: BrokerConfig,
        topics: Topics,
        birth: Status,
        outbox: Outbox,
        on_request: Callable[[str, Request], None],
    ) -> None:
        """Prepare a connection; `start` makes it.

        `on_request` (the command's name, the request, not yet authenticated) is called in the
        broker's thread, and `outbox` is read there. With `on_retained` the state that the broker
        retains from before is given to it first, and nothing goes out until `go_on`.
        """
        self._address = address
        self._topics = topics
        self._birth = birth
        self._outbox = outbox
        self._on_request = on_request
        self.on_retained: Callable[[bytes], None] | None = None
        self._held = False
        self._retained: bytes | None = None
        self._birth_mid = 0
        self.connected = False
        self.beat = time.monotonic()
        self._committed = outbox.committed
        self._state: PublicState | None = None
        self._health: Health | None = None
        self._replies: deque[tuple[str, bytes]] = deque()
        self._stopping = threading.Event()
        self._deadline = 0.0
        self._thread = threading.Thread(target=self._run, name="broker", daemon=True)
        self._busy = threading.Lock()
        self._client: Client | None = None
        self._fault: Exception | None = None
        self._waker = Waker()
        self._complaint = ""
        self._begin(outbox.confirmed)

    # -- called by the table's loop ------------------------------------------------------

    def start(self) -> None:
        """Begin to connect; gives at once, whether there is a broker or not."""
        self._held = self.on_retained is not None
        self._thread.start()

    def go_on(self, epoch: str = "") -> None:
        """Let go out what was held back, in a new epoch if one is named."""
        with self._busy:
            if epoch:
                self._birth = msgspec.structs.replace(self._birth, epoch=epoch)
                self._events.clear()
                if self._client is not None and self.connected:
                    self._tell_birth(self._client)
            self._held = False
        self._waker.wake()

    def stop(self, seconds: float = 3.0) -> None:
        """Send what is left for at most `seconds`, say `offline`, and go."""
        self._deadline = time.monotonic() + seconds
        self._stopping.set()
        self._waker.wake()
        if self._thread.ident is not None:
            self._thread.join(seconds + 7.0)
        if not self._thread.is_alive():
            self._waker.close()

    def committed(self, seq: int) -> None:
        """Record that the events up to `seq` are on disk and may go out."""
        self._committed = seq
        self._go()

    def show_state(self, state: PublicState) -> None:
        """Retain this view, after the events that it includes; a newer one takes its place."""
        self._state = state
        self._go()

    def show_health(self, health: Health) -> None:
        """Retain this health; a newer one takes its place."""
        self._health = health
        self._go()

    def answer(self, name: str, reply: Reply) -> None:
        """Publish the reply to a request."""
        self._replies.append((self._topics.reply(name), _encode(reply)))
        self._go()

    def _go(self) -> None:
        """Publish what is due in the caller's own thread, or wake the broker's; never waits.

        To wake a thread takes milliseconds where many want to run; a socket takes a message at
        once, or not at all.
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
        """The seq of the last event that the broker has confirmed, and all before it."""
        return self._window.confirmed

    @property
    def backlog(self) -> int:
        """How many committed events the broker has not confirmed."""
        return max(self._committed - self.confirmed, 0)

    # -- the thread ----------------------------------------------------------------------

    def _begin(self, confirmed: int) -> None:
        """Forget the last connection: what it left unconfirmed is sent again."""
        self.connected = False
        self._window = InFlight(confirmed, WINDOW)
        self._sent = confirmed
        self._events: deque[Envelope] = deque()
        self._state_sent: PublicState | None = None
        self._health_sent: Health | None = None
        self._trouble = ""
        self._fault = None
        self._farewell = False

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
                # The table plays on whatever happens here; the next connection starts afresh.
                log.exception("broker: unexpected fault")
            delay = 0.25 if self.connected and not self._trouble else min(delay * 2, 5.0)
            self.connected = False
            self._stopping.wait(delay)

    def _connect(self) -> None:
        client = new_client(self._address, self._topics, _encode(self._offline()))
        client.on_connect = self._connected
        client.on_publish = self._published
        client.on_message = self._received
        try:
            client.connect(self._address.host, self._address.port, KEEPALIVE)
            line = SocketLoop(client, self._waker)
            try:
                self._client = client
                self._serve(client, line)
            finally:
                line.close()
        finally:
            with self._busy:
                self._client = None
                # Without a farewell the broker publishes the will.
                if (left := client.socket()) is not None:
                    left.close()

    def _serve(self, client: Client, line: SocketLoop) -> None:
        """Publish and listen until the table stops. Raises when the connection is no good."""
        ends_by = time.monotonic() + 10
        while True:
            self.beat = time.monotonic()
            if not self.connected and (self.beat > ends_by or self._stopping.is_set()):
                raise OSError("it does not answer")
            with self._busy:
                if self.connected and self._publish_all(client):
                    client.disconnect()
                    return
            mask = line.wait(TURN)
            with self._busy:
                kept = line.do(mask)
            if self._trouble:
                raise BrokerRefused(self._trouble)
            if self._fault is not None:
                raise self._fault
            if not kept:
                raise OSError("the connection was lost")

    def _publish_all(self, client: Client) -> bool:
        """Publish what is due; at the end say `offline`. True when all of it has arrived."""
        self._pump(client)
        if self._farewell:
            return not len(self._window) or self._late()
        if self._stopping.is_set() and self._may_go():
            self._publish(client, self._topics.status, _encode(self._offline()), True)
            self._farewell = True
        return False

    def _late(self) -> bool:
        return time.monotonic() > self._deadline

    def _may_go(self) -> bool:
        waits = len(self._window) or self._replies or self.backlog
        return self._late() or not waits

    def _pump(self, client: Client) -> None:
        """Publish as much as the window lets through: replies, events, state, health."""
        while self._window.is_open and not self._held:
            if self._replies:
                topic, payload = self._replies.popleft()
                self._publish(client, topic, payload)
            elif (event := self._next_event()) is not None:
                self._sent = event.seq
                topic = self._topics.event(event.type)
                self._publish(client, topic, _encode(event), seq=event.seq)
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

    def _publish(
        self, client: Client, topic: str, payload: bytes, retain: bool = False, seq: int = 0
    ) -> None:
        info = client.publish(topic, payload, qos=1, retain=retain)
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
        commands = self._topics.command("+")
        if self._address.protocol == "5":
            client.subscribe(commands, options=SubscribeOptions(qos=1, retainHandling=2))
        else:
            client.subscribe(commands, qos=1)
        if self._held:
            client.subscribe(self._topics.state, qos=1)
        self.connected = True
        self._complaint = ""
        log.info("broker %s:%d: connected", self._address.host, self._address.port)
        self._tell_birth(client)

    def _tell_birth(self, client: Client) -> None:
        self._birth_mid = client.publish(
            self._topics.status, _encode(self._birth), qos=1, retain=True
        ).mid
        self._window.sent(self._birth_mid, 0)

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
                f"it takes nothing on {self._topics.root} ({reason}): its access list has to "
                f"let {self._address.user or 'this table'!r} write there"
            )
            return
        if self._window.arrived(mid):
            self._outbox.confirm(self.confirmed)
        if self._held and mid == self._birth_mid and self._retained is None:
            self._held = False  # what it retains would have come before this
            client.unsubscribe(self._topics.state)

    def _received(self, client: Client, _userdata: Any, message: MQTTMessage) -> None:
        if message.topic == self._topics.state and message.retain and self._held:
            if self._retained is None and self.on_retained is not None and message.payload:
                self._retained = bytes(message.payload)
                client.unsubscribe(self._topics.state)
                self.on_retained(self._retained)
            return
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
        request = read_request(bytes(message.payload))
        if isinstance(request, Reply):
            log.warning("broker: a request %r is refused: %s", name[:40], request.error)
            if request.id:
                self.answer(name, request)
        elif name == "replay":
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
            f"broker {self._address.host}:{self._address.port}: {why(error)}; the table plays on "
            "and keeps its events, it tries again every few seconds"
        )
        if sentence != self._complaint and not self._stopping.is_set():
            self._complaint = sentence
            log.warning("%s", sentence)
