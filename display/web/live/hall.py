"""Live data about the tables and their room, from one subscription shared by all browsers.

Messages are processed in the event loop that serves browsers. The streams behind the pages are only
told which table has changed.
"""

import asyncio
import contextlib
import logging
import sys
import time
from collections.abc import Callable, Collection
from enum import Enum, auto
from typing import Any, Final, Self

import msgspec
from msgspec.structs import replace
from paho.mqtt.client import MQTTMessage

from controller.contract.public import Envelope, Health
from controller.contract.venue.views import VENUE
from controller.run.messages.read_ahead import AheadClient
from display import feed
from display.newer_state import UNREADABLE
from display.web.live.reading import keep_reading
from display.web.live.seen_hands import SeenHand, with_picture

MOST_TABLES: Final = 2_000
"""The maximum number of tables that are tracked; messages from any others are ignored."""

ASKED_AGAIN_S: Final = (2.0, 10.0)
"""The times, in seconds after connecting, at which retained messages are requested again.

A broker that has just rejoined its cluster may first deliver outdated values.
"""

CALL_MS: Final = 10 * 60_000
"""Milliseconds after which an unanswered call for the floor is no longer shown."""

log = logging.getLogger(__name__)


class TableSeen(msgspec.Struct, frozen=True, gc=False):
    """Everything known about one table.

    `name` is its name in topics, and `view` its last known state. `began` is when its current hand
    began. `called` is when a player called the floor, and is reset once the floor has acted at the
    table. Both are in ms since 1970 by this machine's clock, or 0 for none. `caller` is the seat
    that called, or 0. `hands` are the last few hands.
    """

    name: str
    view: feed.View = feed.View()
    began: int = 0
    called: int = 0
    caller: int = 0
    hands: tuple[SeenHand, ...] = ()

    @property
    def order(self) -> tuple[int, str]:
        """The sort key for tables; it sorts table 2 before table 10."""
        return (int(self.name) if self.name.isdecimal() else sys.maxsize, self.name)


class Change(Enum):
    """The kind of change that a message made to a table or to the room."""

    STATE = auto()
    EVENT = auto()
    """An event was published; usually, the state that results from it follows."""
    URGENT = auto()
    """Staff may have to go to the table: a call, a ruling, or a lost or restored connection."""


def now_ms() -> int:
    """Return the milliseconds since 1970 by this machine's clock."""
    return time.time_ns() // 1_000_000


def table_heard(seen: TableSeen, rest: str, payload: bytes, now: int) -> TableSeen:
    """Return a table's known state, updated by a message.

    `rest` is the part of the message's topic after the table's name. `now` is the current time in
    ms since 1970.
    """
    if rest == "state":
        view = feed.with_state(seen.view, payload)
        return replace(seen, view=view, hands=with_picture(seen.hands, seen.view.state, view.state))
    if rest == "status":
        return replace(seen, view=feed.with_status(seen.view, payload))
    if not rest.startswith("event/"):
        return seen
    view = feed.with_event(seen.view, payload)
    if view is seen.view:
        return seen
    return _after_event(replace(seen, view=view), view.recent[-1], now)


def _after_event(seen: TableSeen, event: Envelope, now: int) -> TableSeen:
    if event.type == "hand.started":
        seen = replace(seen, began=now)
    elif event.type == "floor.called":
        caller = event.data.get("seat", 0)
        seen = replace(seen, called=now, caller=caller if isinstance(caller, int) else 0)
    elif seen.called and event.data.get("by"):
        # The floor has acted at this table, so the call has been answered.
        seen = replace(seen, called=0, caller=0)
    return seen


def change_of(before: TableSeen, after: TableSeen, rest: str) -> Change:
    """Return the kind of change that a message made to a table.

    `rest` is the part of the message's topic after the table's name.
    """
    if _wants_somebody(before) != _wants_somebody(after):
        return Change.URGENT
    return Change.EVENT if rest.startswith("event/") else Change.STATE


def _wants_somebody(seen: TableSeen) -> tuple[object, ...]:
    state = seen.view.state
    return (seen.called, seen.view.online, state.rulings if state is not None else ())


class Hall:
    """A subscription to all tables in a venue, which reconnects when the broker comes back.

    The function `on_change` is called with the kind of change and the name of the table; the name
    is `VENUE` for the room, and "" for the connection. It may be called in another thread, so it
    must do nothing except wake an event loop. The function `on_room` is called for each message
    about the room, with the part of the topic after `venue/` and the payload. It returns whether
    the message changed anything.
    """

    def __init__(
        self,
        source: feed.FeedSource,
        on_change: Callable[[str, Change], None],
        on_room: Callable[[str, bytes], bool],
    ) -> None:
        self.source = source
        self._on_change = on_change
        self._on_room = on_room
        self._tables: dict[str, TableSeen] = {}
        self._left_out: set[str] = set()
        self._health: dict[str, tuple[int, bytes]] = {}
        self.link: feed.Link = "never"
        self.link_since = now_ms()
        """When the connection came into this state (ms since 1970)."""
        self.client = feed.client_for(source, AheadClient)
        self.client.on_connect = self._connected
        self.client.on_connect_fail = self._failed
        self.client.on_disconnect = self._disconnected
        self.client.on_message = self._message

    async def __aenter__(self) -> Self:
        """Start connecting in the background, even if the broker is down."""
        reading = keep_reading(self.client, self.source.host, self.source.port)
        self._reading = asyncio.create_task(reading)
        return self

    async def __aexit__(self, *_: object) -> None:
        """Disconnect from the broker."""
        self.client.disconnect()
        self._reading.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await self._reading

    def tables(self) -> list[TableSeen]:
        """Return all tables, sorted by number."""
        return sorted(self._tables.values(), key=lambda seen: seen.order)

    def seen(self) -> Collection[TableSeen]:
        """Return all tables in no particular order; the collection changes as messages arrive."""
        return self._tables.values()

    def table(self, name: str) -> TableSeen | None:
        """Return a table's known state, or None if no state, status or event has arrived."""
        return self._tables.get(name)

    def health(self, name: str) -> tuple[int, Health] | None:
        """Return when a table's last health message arrived (ms since 1970), and its content.

        Return None if there is none, or if it can't be read. The message is decoded only here,
        because a room with a thousand tables receives 200 of them a second.
        """
        at, payload = self._health.get(name, (None, b""))
        if at is None or not payload:
            return None
        try:
            return at, msgspec.json.decode(payload, type=Health)
        except UNREADABLE as error:
            log.warning("the health of table %s can't be read: %s", name, error)
            return None

    @property
    def current(self) -> bool:
        """Whether the data is up to date, which it is while the broker is connected."""
        return self.link == "up"

    def _linked(self, link: feed.Link) -> None:
        if self.link != link:
            self.link, self.link_since = link, now_ms()
            self._on_change("", Change.STATE)

    def _connected(
        self, client: Any, _data: Any, _flags: Any, reason: Any, _properties: Any
    ) -> None:
        if reason.is_failure:
            log.info("the broker %s refuses: %s", self.source.host, reason)
            self._linked("refused")
            return
        root = self.source.root
        # States and events use QoS 0. Acknowledging each would cost more than reading it, and an
        # event delayed by acknowledgements would arrive after its state, so a call would be missed.
        wanted = {"+/state": 0, "+/status": 1, f"{VENUE}/#": 1}
        retained = [(f"{root}/{topic}", qos) for topic, qos in wanted.items()]
        client.subscribe([*retained, (f"{root}/+/event/#", 0), (f"{root}/+/health", 0)])
        for after in ASKED_AGAIN_S:
            asyncio.get_running_loop().call_later(after, client.subscribe, retained)
        self._linked("up")

    def _failed(self, *_: Any) -> None:
        if feed.untrusted():
            self._linked("untrusted")

    def _disconnected(self, *_: Any) -> None:
        if self.link == "up":
            log.info("the connection to %s is lost", self.source.host)
            self._linked("down")

    def _message(self, _client: Any, _data: Any, message: MQTTMessage) -> None:
        name, _, rest = message.topic.removeprefix(f"{self.source.root}/").partition("/")
        payload = bytes(message.payload)
        if name != VENUE:
            change = self._table(name, rest, payload)
        else:
            change = Change.STATE if self._room(rest, payload) else None
        if change is not None:
            self._on_change(name, change)

    def _room(self, rest: str, payload: bytes) -> bool:
        try:
            return self._on_room(rest, payload)
        except UNREADABLE as error:
            log.warning("%s/%s can't be read: %s", VENUE, rest, error)
            return False

    def _table(self, name: str, rest: str, payload: bytes) -> Change | None:
        before = self._tables.get(name)
        if before is None and len(self._tables) >= MOST_TABLES:
            if not self._left_out:
                log.warning("more than %d tables: %s and others are left out", MOST_TABLES, name)
                self._left_out.add(name)
            return None
        if rest == "health":
            # Health does not change the picture of a table, so nobody is woken.
            if name in self._health or len(self._health) < MOST_TABLES:
                self._health[name] = (now_ms(), payload)
            return None
        known = before or TableSeen(name)
        after = table_heard(known, rest, payload, now_ms())
        if after == before:
            return None
        self._tables[name] = after
        return change_of(known, after, rest)
