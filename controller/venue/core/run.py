"""`tapis venue run`: runs one room until it is stopped, from table messages to published views.

One loop processes table messages and staff actions one at a time, then publishes. Messages that the
broker's thread has received wait in `broker_connection.py`; the loop writes several of them to disk
together.
"""

import asyncio
import logging
import secrets
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import msgspec

from controller.contract.commands import Replay, Reply, Request
from controller.contract.public import Topics
from controller.contract.venue.cash_game.cash import DayBegan
from controller.contract.venue.inputs import ClockTicked, OrderRefused
from controller.contract.venue.views import VenueHealth
from controller.journal.session import new_session
from controller.toml.private_files import text_of
from controller.venue.core.at_tables.hearing import Hearing
from controller.venue.core.broker_connection import CONNECTED, Heard, Line
from controller.venue.core.config import VenueConfig
from controller.venue.core.room_time import RoomTime
from controller.venue.core.screens.retained import Retained
from controller.venue.core.sending import LATER, Sending
from controller.venue.core.staff.desk_socket import Door
from controller.venue.core.staff.webhook import Webhook
from controller.venue.core.take_input import Core, Turn
from controller.venue.notices.notifier import Notifier
from controller.venue.rules.calculations import levels
from controller.venue.rules.cash_game.waiting_list import due
from controller.venue.rules.evening.tables_hand_for_hand import wait_ends
from controller.venue.rules.seating.refused_orders import plans_again
from controller.venue.store import outbox, tables
from controller.venue.store.database import Database
from controller.venue.store.faults import StoreFailed, StoreLost
from controller.venue.store.outbox import Answer, Order

log = logging.getLogger(__name__)

AT_ONCE = 200
"""The maximum number of messages whose effects are written to disk together."""

TOGETHER = 0.01
"""The maximum time, in seconds, over which messages are collected for one write."""

REST = 10
"""The ratio of rest to work: after a pass, the loop rests this many times as long as the pass took,
up to `TOGETHER`."""

TURN = 0.5
"""The maximum time, in seconds, from one pass of the loop to the next."""

LOOK_EVERY = 1_000
"""The interval, in ms, of the check for silent tables and missing states."""

TELL_EVERY = 5_000
"""The minimum interval, in ms, between attempts to repeat a refused subscription. It also applies
to attempts to receive the state of a table that has orders but has never been heard from."""

SETTLES = 3_000
"""The time, in ms, after which a cluster of brokers has told all its servers of a subscription."""

ASK_EVERY = 1_000
"""The minimum interval, in ms, between requests to the same table for its missing events."""

ANSWERED_WITHIN = 3_000
"""The time, in ms, after which an unanswered request for missing events is repeated."""

AGAIN_AFTER = 1.0
"""The delay, in seconds, before a failed write is tried again."""


UNREADABLE = (
    msgspec.MsgspecError, RecursionError, ArithmeticError, AttributeError, LookupError, TypeError,
    ValueError,
)  # fmt: skip
"""The errors that a malformed message from a table may raise; they must not stop other tables."""


class VenueDaemon:
    """One running room: its log, its connection to the broker, and its loop."""

    def __init__(
        self, config: VenueConfig, time_of: RoomTime | None = None,
        random_bytes: Callable[[int], bytes] = secrets.token_bytes,
    ) -> None:  # fmt: skip
        """Resume the room from its log; without `time_of`, its time follows the wall clock.

        Raises `StoreBusy` if another process runs this room. Also raises `StoreFailed`,
        `LogDamaged` and `BrokerRefused`.
        """
        self.config = config
        self.session = new_session()
        self.database = Database(config.database)
        try:
            self.core = Core(self.database, time_of, random_bytes)
            with self.database.transaction() as connection:
                heard, waiting = tables.cursors(connection), outbox.unanswered(connection)
            self.hearing = Hearing(heard, self.database.names.order, self._ask_again)
            token = text_of(Path(config.token_file)).strip() if config.token_file else ""
            self.sending = Sending(
                config, token, self.database.names.name, self.core.shown_as,
            )  # fmt: skip
            self.sending.add(waiting)
            self.retained = Retained(self.core, config, self.session, self.hearing.twice)
            will = self.retained.status("offline")[1]
            self.line = Line(config.broker, config.root, will, self.wake)
        except BaseException:
            self.database.close()
            raise
        hook = config.results
        secret = Path(hook.secret_file).read_bytes().strip() if hook.secret_file else b""
        self.webhook = Webhook(self.core, hook.webhook, secret)
        self.notifier = Notifier(self.core, config.notices)
        self.door = Door(self.core, Path(config.desk), self.done, config.desk_group)
        self._asked: dict[int, int] = {}
        self._numbers: dict[str, int] = {}
        self._asked_n = 0
        self._looked = 0
        self._behind: set[int] = set()
        self._told_again = -TELL_EVERY
        self._settles: int | None = None
        self._missed = False  # whether a table's messages could not be stored
        self._stopping = False
        self._woken: asyncio.Event | None = None
        self.loop: asyncio.AbstractEventLoop | None = None

    async def run(self) -> None:
        """Run until `stop`. Raises `StoreLost` if another process may have taken over the room."""
        self.loop, self._woken = asyncio.get_running_loop(), asyncio.Event()
        try:
            await self.door.open()
            self.line.start()
            while not self._stopping:
                began = time.perf_counter()
                pause = self._turn()
                rest = min(TOGETHER, REST * (time.perf_counter() - began))
                try:
                    await asyncio.wait_for(self._woken.wait(), pause)
                except TimeoutError:
                    continue
                self._woken.clear()
                await asyncio.sleep(rest)
        finally:
            self.line.publish(*self.retained.status("offline"), retain=True)
            self.line.stop()
            self.notifier.stop()
            await self.door.close()
            self.database.close()

    def stop(self) -> None:
        """Stop the room, from any thread."""
        self._stopping = True
        self.wake()

    def wake(self) -> None:
        """Wake the loop, from any thread."""
        loop, woken = self.loop, self._woken
        if loop is not None and woken is not None and not loop.is_closed():
            loop.call_soon_threadsafe(woken.set)

    @contextmanager
    def _turned(self) -> Iterator[Turn]:
        """Return a context manager for one transaction; at its end, its orders are queued."""
        with self.core.turn() as turn:
            yield turn
        self.sending.add(turn.orders)

    def done(self, orders: Iterable[Order]) -> None:
        """Queue the orders that a staff action produced, and have the views published soon."""
        self.sending.add(orders)
        self.retained.hurry()
        self._look_at_all()
        if self._woken is not None:
            self._woken.set()

    def _look_at_all(self) -> None:
        """Process the waiting events of all tables, and request any that are missing."""
        with self._turned() as turn:
            for number in turn.room.tables:
                self.hearing.look(turn, number)

    def _recover(self) -> None:
        """Go back to each table's last stored event, because later events could not be stored."""
        with self.database.transaction() as connection:
            self.hearing.reset(tables.cursors(connection))
        self._look_at_all()
        self._missed = False

    @property
    def settled(self) -> bool:
        """Return whether the room has nothing left to do at present.

        In that case, the broker is connected, all messages are processed, all orders are answered,
        and no level, break or seat offer has just ended.
        """
        return (
            self.line.up and not self.line.waiting and not self.sending.all_waiting
            and self._left() != 0
        )  # fmt: skip

    # One turn of the loop.

    def _turn(self) -> float:
        """Process waiting messages and publish; return the longest time (s) until the next pass."""
        now, heard = _ms(), list[Heard]()
        try:
            if self._missed:
                self._recover()
            if heard := self.line.take(AT_ONCE):
                self._take(heard)
            self._tick()
        except StoreLost:
            raise
        except StoreFailed:
            self._missed = True
            self._publish(now)
            return AGAIN_AFTER
        self.sending.send(now, self.hearing.ready, self.line.publish)
        self._publish(now)
        return 0.0 if len(heard) == AT_ONCE else self._pause(now)

    def _take(self, heard: list[Heard]) -> None:
        with self._turned() as turn:
            answered = [self._one(turn, one) for one in heard]
        for one in answered:
            if one is not None:
                self.sending.answered(one.id, one.table)

    def _one(self, turn: Turn, heard: Heard) -> Order | None:
        """Process one message; return the order that it answers, or None."""
        if heard is CONNECTED:
            self._connected()
            return None
        number = self._number(heard.table)
        if not number:
            return None
        try:
            match heard.topic.split("/"):
                case ["status"]:
                    self.hearing.status(turn, number, heard.payload)
                case ["state"]:
                    self.hearing.state(turn, number, heard.payload)
                case ["event" | "replay", _] | ["floor", "event" | "replay", _]:
                    self.hearing.event(turn, number, heard.payload)
                case ["reply", name]:
                    return self._reply(turn, number, name, heard.payload)
        except UNREADABLE as error:
            log.warning("table %s sent something unreadable (%s): %r", number, heard.topic, error)
        return None

    def _number(self, name: str) -> int:
        """Return the number of the table with this name, or 0 if the room has no such table."""
        number = self._numbers.get(name) or self.config.number(name)
        if number:
            self._numbers[name] = number
        return number

    def _connected(self) -> None:
        self.line.publish(*self.retained.status("online"), retain=True)
        self.retained.again()
        self.sending.again()
        self._asked.clear()
        self._settles = _ms() + SETTLES

    def _reply(self, turn: Turn, number: int, name: str, payload: bytes) -> Order | None:
        reply = msgspec.json.decode(payload, type=Reply)
        tables.countable(reply.seq)
        if name == "replay":
            self._asked.pop(number, None)
            self.hearing.look(turn, number)
            return None
        order = self.database.names.order(reply.id)
        if not order:
            return None
        if reply.reason in LATER:
            self.sending.later(number, _ms())
            return None
        asked = self.sending.find(order, number)
        if asked is not None and not turn.answer(Answer(asked, reply.ok, reply.reason, reply.seq)):
            asked = None
        if asked is not None and not reply.ok:
            self._refused(turn, asked, reply)
        self.hearing.look(turn, number)
        return asked

    def _refused(self, turn: Turn, order: Order, reply: Reply) -> None:
        log.warning("table %s refuses %s (%s): %s", order.table, order.command, order.id,
                    reply.reason)  # fmt: skip
        data = order.data
        turn.happen(
            OrderRefused(
                order=order.id, kind=order.kind, table=order.table,
                player=data.get("player") or _who(turn, order),
                chips=data.get("amount") or data.get("stack", 0),
                why=reply.reason,
            ),
            f"table {order.table}",
        )  # fmt: skip

    def _tick(self) -> None:
        if self._left() == 0:
            with self._turned() as turn:
                turn.passes(ClockTicked(), "clock")
        self._look_for_the_silent()
        self.webhook.turn(time.monotonic())
        day = self.core.new_day()
        if day:
            with self._turned() as turn:
                turn.happen(DayBegan(day=day), "clock")

    def _left(self) -> int | None:
        """Return the ms left until the next change caused by time alone, or None if there is none.

        That change is the end of the current level or break, the expiry of the next seat offer to a
        waiting player, the end of the wait for a silent table in a round of hand for hand, or a new
        attempt after a refused order. Return 0 if the change is already due.
        """
        room, time_now = self.core.room, self.core.time.now()
        if not room.started or room.ended:
            return None
        ends = (due(room.cash.waiting), wait_ends(room), plans_again(room))
        left = [max(0, at - time_now) for at in ends if at is not None]
        if room.clock.since is not None:
            now = levels.read(room.clock, room.levels, time_now)
            if now.at > room.said_level:
                return 0
            left += [max(now.left, 1)] if now.left is not None else []
        return min(left, default=None)

    def _look_for_the_silent(self) -> None:
        """Once a second, renew the claim to the room, and request messages that seem to be missing.

        Record each table whose health messages have become overdue or have resumed, or that went
        online or offline while nothing could be stored.
        """
        now = _ms()
        if now - self._looked < LOOK_EVERY:
            return
        self._looked = now
        self.database.hold()
        self._look_for_what_was_missed(now)
        self._look_for_answers(now)
        late = {self.config.number(name) for name in self.line.late()}
        other = [
            number for number, table in self.core.room.tables.items()
            if self.hearing.is_late(number) != (number in late)
            or self.hearing.is_silent(number) not in (table.silent, None)
        ]  # fmt: skip
        if other:
            with self._turned() as turn:
                for number in other:
                    self.hearing.aged(turn, number, late=number in late)

    def _look_for_answers(self, now: int) -> None:
        """Request missing events again if an online table has not sent them in time."""
        again = [
            number for number, at in self._asked.items()
            if now - at >= ANSWERED_WITHIN and self.hearing.ready(number)
        ]  # fmt: skip
        if again:
            with self._turned() as turn:
                for number in again:
                    del self._asked[number]
                    self.hearing.look(turn, number)

    def _look_for_what_was_missed(self, now: int) -> None:
        """Have the broker resend retained messages that this process seems to have missed.

        In a cluster of brokers, a message may still be on its way when this process subscribes, and
        the server of a table may not know of the subscription yet. If the broker has refused a
        subscription, subscribe again instead.
        """
        behind = set(self.hearing.behind())
        unheard = {
            number for number in self.core.room.tables
            if self.sending.waiting(number) and not self.hearing.known(number)
        }  # fmt: skip
        again = behind & self._behind
        may = now - self._told_again >= TELL_EVERY
        if self.line.deaf and may:
            self._told_again, again = now, set()
            self.line.all_again()
        elif unheard & self._behind and may:
            self._told_again, again = now, unheard
        settled = self._settles is not None and now >= self._settles
        if settled:
            self._settles = None
        if again or settled:
            self.line.states_again()
        self._behind = (behind | unheard) - again

    def _pause(self, now: int) -> float:
        left = self._left()
        waits = [TURN, self.retained.wait(now) / 1000 or TURN]
        if left is not None:
            waits.append(left / 1000)
        return min(waits)

    # Output.

    def _publish(self, now: int) -> None:
        if self.line.up:
            retain = partial(self.line.publish, retain=True)
            self.retained.publish(now, retain, self.health, self.sending.waiting)

    def health(self) -> VenueHealth:
        """Return the health of the room's process."""
        core = self.core
        silent = tuple(number for number, table in core.room.tables.items() if table.silent)
        told = (core.problem, self.line.trouble, *self.notifier.problems)
        problems = tuple(one for one in told if one)
        return VenueHealth(self.session, core.health, self.sending.all_waiting, silent, problems)

    def _ask_again(self, number: int, after: int) -> None:
        """Request a table's events after number `after`, unless that was done a moment ago."""
        now = _ms()
        if not self.line.up or now - self._asked.get(number, -ASK_EVERY) < ASK_EVERY:
            return
        self._asked[number] = now
        self._asked_n += 1
        request = Request(
            f"{self.session}-{self._asked_n}", by="venue", token=self.sending.token,
            data=msgspec.to_builtins(Replay(after)),
        )  # fmt: skip
        topics = Topics(f"{self.config.root}/{self.config.table_name(number)}")
        self.line.publish(topics.command("replay"), msgspec.json.encode(request))


def _who(turn: Turn, order: Order) -> str:
    """Return the id of the player whom an order concerns, or "" if it concerns nobody.

    The player is found by the move that the order belongs to, or else by the order's seat.
    """
    move = next((one for one in turn.room.moves if one.order == order.id), None)
    if move is not None:
        return move.player
    seat = order.data.get("seat", 0)
    sits = turn.room.seated(order.table).get(seat) if order.table in turn.room.tables else None
    coming = [one.player for one in turn.room.moves if one.target == (order.table, seat)]
    return sits.id if sits is not None else coming[0] if coming else ""


def _ms() -> int:
    return time.monotonic_ns() // 1_000_000
