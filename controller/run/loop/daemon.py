"""The daemon, which runs one table from its drivers to its outputs until it is stopped.

The drivers' threads all put their reports into one queue. A single asyncio loop takes them out, and
passes them through sensing, the engine and the journal to the outputs. The broker has its own
thread and can never delay the table.

This module connects the parts and runs the loop; each part has its own module.
"""

import asyncio
import logging
import signal
import threading
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import msgspec

from controller.config.default_config import HERE, ConfigOption, config_file
from controller.config.model import TableConfig, load_config
from controller.contract.public import Health, PublicEvent, Status, Topics
from controller.contract.scans import BadgeTag
from controller.houses.loader import house_hash, load_house
from controller.journal import Journal, JournalReader
from controller.journal.repair.mending import mend
from controller.journal.session import SOFTWARE
from controller.run.access.floor_pin import FloorLock, load_pins
from controller.run.access.refusals import Refusals
from controller.run.access.rights import Rights
from controller.run.access.tokens import Tokens, load_tokens
from controller.run.lights.ring_output import RingOutput
from controller.run.loop.config_commands import ConfigWord
from controller.run.loop.drivers import (
    ByTurns,
    Drivers,
    open_drivers,
    open_registry,
    open_ring,
    plans_read,
    ring_status,
)
from controller.run.loop.inbox import Ask, Inbox
from controller.run.loop.pending import Pending
from controller.run.loop.reception import Reception
from controller.run.loop.runtime import ResultOutput, Runtime
from controller.run.loop.table_time import TURN, TableTime
from controller.run.messages.broker import Broker
from controller.run.messages.compare_retained import Retained
from controller.run.messages.desk import Desk
from controller.run.messages.journal_outbox import JournalOutbox
from controller.run.messages.message_topics import Telling
from controller.run.messages.outputs import Outputs
from controller.run.sockets.control_socket import ControlSocket, Question, socket_of
from controller.run.sockets.seat_sockets import SeatSockets, user_named
from controller.run.stream.pump import StreamPump
from controller.run.stream.stream_socket import StreamSocket, stream_socket_of
from controller.run.upkeep.devices import frames_of, statuses_of
from controller.run.upkeep.garbage import settle
from controller.run.upkeep.health import EVERY, HealthView
from controller.run.upkeep.priority import come_first
from controller.run.upkeep.retention import Forgetting
from controller.run.upkeep.sdnotify import feed_watchdog, notify, watchdog_interval
from controller.run.upkeep.table_card import card_of
from controller.run.upkeep.wear_file import WearFile, wear_of
from controller.sensing.intake import Intake
from controller.sensing.sensing import Sensing
from controller.sensing.settings import SETTINGS
from controller.table.power_loss import reading
from controller.table.state import Table, new_table
from hardware.ports import Alive, Clock, DeviceStatus, Keeping, Report, Showing, wall_ticks

log = logging.getLogger(__name__)

NOTICED_WITHIN = 0.5
"""The maximum delay in seconds before the health report shows that a problem began or ended."""

AT_ONCE = 32
"""The maximum number of queue items to process before signals and outputs get their turn."""

LONGEST_TURN = 0.05
"""The maximum time in seconds to process observations before signals and outputs get their turn."""

LAST = 1.0
"""The maximum time in seconds for processing the items left in the queue when the table stops."""

STUCK_AFTER = 30.0
STARTING_TURN = 0.1
STREAMING_TURN = 0.2


class Daemon:
    """One running table.

    The functions in `outputs.on_state` are called with every new public state. Those in `on_result`
    are called with each observation and its result, in the table's thread, once both are on disk.
    """

    def __init__(
        self, config: TableConfig, drivers: Drivers = open_drivers, *,
        broker: bool = True, ticks: Clock = wall_ticks, speed: float = 1.0,
    ) -> None:  # fmt: skip
        """Open the journal and resume the table where it stopped.

        `drivers` opens the drivers. `broker` means that the table connects to a broker. `ticks`
        returns the time in monotonic ms; it may run at up to `speed` times the pace of the wall
        clock, or stand still. Raises `JournalError` or `FileProblems`, which says what is wrong.
        """
        self.config = config
        self.registry = open_registry(config)
        self.ready = threading.Event()
        self._speed = speed
        self._inbox = Inbox()
        self._stopping = False
        self._beat = time.monotonic()
        self._refusals = Refusals()
        rights = _rights_of(config, lambda: self.sensing.badges_in("floor-badge"), self._refusals)
        house = load_house(config.house)
        mend(Path(config.journal))
        self.journal = Journal(
            config.journal, house=house.name, house_hash=house_hash(house), table=config.name
        )
        try:
            self.runtime = Runtime(house, _table_of(config), name=config.name, journal=self.journal)
            self.reader = JournalReader(config.journal)
            self._forgetting = Forgetting(self.journal, config.privacy.keep_hole_cards_days)
            self._forgetting.at_start(self.runtime)
            self._time = TableTime(self.runtime, self.journal, ticks, speed)
            self.drivers = tuple(drivers(config, self.registry, self.clock))
            keepers = self._keepers()
        except BaseException:
            self.journal.close()
            raise
        self.on_result: list[ResultOutput] = self.runtime.results
        self._ring: RingOutput | None = None
        self._problems: frozenset[str] = frozenset()
        self._join(rights, keepers, broker=broker)

    def _join(self, rights: Rights, keepers: dict[str, Keeping], *, broker: bool) -> None:
        """Create the parts of the loop and connect them.

        `keepers` are the drivers, by name, that keep each event until it is on disk. `broker`
        means that the table connects to a broker.
        """
        config, runtime, clock = self.config, self.runtime, self.clock
        plans = plans_read(config)
        rounds = next((one.rounds for one in self.drivers if isinstance(one, ByTurns)), None)
        self._intake = Intake(
            plans, self.registry, SETTINGS[config.noise], now=clock(),
            counts=config.shoe.counts, watched=config.hardware == "devices",
            frame=rounds.standing.frame if rounds is not None else 0,
        )  # fmt: skip
        self._wear = WearFile(wear_of(Path(config.journal)))
        self._retained = Retained(self.journal, clock, self._inbox.ring)
        self.broker = self._broker() if broker else None
        self._pending = Pending(
            runtime, self.journal, keepers, self._tell_health, self._intake.told
        )
        self._reception = Reception(self._intake, self._pending, runtime, rounds)
        self._desk = Desk(rights, runtime, self._pending, clock, lambda: self._intake.starting)
        self._config_word = ConfigWord(config, runtime, clock)
        self._health = HealthView(
            plans, self._intake, self._pending, runtime, clock,
            statuses=self._statuses, refusals=self._refusals,
        )  # fmt: skip
        self._refusals.tell = self._tell_health
        self.seats = SeatSockets(
            socket_of(config).parent, config.name, config.seats, self.put, clock,
            refused=lambda seat, uid: self._refusals.note("line", f"seat {seat}, uid {uid}"),
        )  # fmt: skip
        self._stream_line = StreamSocket(
            stream_socket_of(socket_of(config).parent, config.name),
            user_named(config.stream.user),
            lambda uid: self._refusals.note("line", f"stream, uid {uid}"),
        )  # fmt: skip
        self._stream = StreamPump(
            runtime, self._stream_line, lambda one: self._pending.add((one,)), clock,
            allowed=config.stream.allowed,
        )  # fmt: skip
        self.outputs = Outputs(runtime, self.broker, self.seats, clock, self._speed)
        self.outputs.on_state += [one.show for one in self.drivers if isinstance(one, Showing)]

    # -- called by drivers, the broker and the owner of the daemon, from any thread -------

    def clock(self) -> int:
        """Return the table time in ms: the last journalled time plus the time passed since then."""
        return self._time.now()

    def put(self, item: Report | Ask) -> None:
        """Add a scan, an observation or a command to the queue; never blocks."""
        self._inbox.put(item)

    @property
    def idle(self) -> bool:
        """Return whether all input so far has been processed."""
        return self._inbox.idle

    @property
    def sensing(self) -> Sensing:
        """Return the `Sensing`, which interprets scans and knows what has been read so far."""
        return self._intake.sensing

    def health(self) -> Health:
        """Return the health of the controller and its devices."""
        broker, wall = self.broker, self._forgetting.clock
        backlog, clients = (broker.backlog, broker.offenders()) if broker else (0, ())
        return self._health.health(backlog, wall, clients)

    def stop(self) -> None:
        """Ask the table to stop cleanly; `run` then returns."""
        self._stopping = True
        self._inbox.ring()

    # -- the loop ------------------------------------------------------------------------

    async def run(self, *, signals: bool = False) -> None:
        """Run until `stop` is called or, if `signals` is true, until SIGTERM or SIGINT."""
        self._inbox.open()
        if signals:
            for number in (signal.SIGTERM, signal.SIGINT):
                asyncio.get_running_loop().add_signal_handler(number, self.stop)
        async with self._open():
            if self.broker is not None:
                self.broker.start()
            for driver in self.drivers:
                # A device that keeps its events until they are on disk may have a long backlog. It
                # gets only a limited share of the queue, so that it can't delay other devices.
                alone = isinstance(driver, Keeping)
                driver.start(self._inbox.door() if alone else self.put)
            self._pending.add(self._retained.untold())
            self._pending.add(self._config_word.at_first())
            await self._play()
            self._stop_drivers()
            self._take_the_rest()
            self._wear.add(self.sensing.take_tally())
            self.outputs.show()

    @asynccontextmanager
    async def _open(self) -> AsyncIterator[None]:
        """Open the sockets, the ring and the watchdog; when the block ends, close everything.

        That includes the drivers, the broker and the journal.
        """
        watchdog = asyncio.create_task(feed_watchdog(watchdog_interval(), self._stuck))
        control = ControlSocket(socket_of(self.config), self._answer_control)
        await control.open()
        await self.seats.open()
        if self.config.stream.allowed:
            await self._stream_line.open()
        ring = self._ring = open_ring(self.config, self.clock)
        if ring is not None:
            self.outputs.on_state.append(ring.show)
        try:
            yield
        finally:
            notify("STOPPING=1")
            watchdog.cancel()
            await control.close()
            await self.seats.close()
            self._stream.close()
            await self._stream_line.close()
            self._stop_drivers()
            if self.broker is not None:
                await asyncio.to_thread(self.broker.stop)
            if ring is not None:
                ring.stop()
            self.reader.close()
            self.journal.close()

    async def _play(self) -> None:
        self._intake.begin_start_up(self.clock())
        health_due = notice_at = look_at = 0.0
        while not self._stopping:
            now = self._beat = time.monotonic()
            if self.broker is not None:
                self._pending.add(self._retained.compare(self.broker))
            if not self._pending.behind:
                self._take_in()
            self._get_on()
            if self._intake.starting and self._has_settled():
                self._end_start_up()
            if now >= health_due:
                self._tell_health()
                health_due = now + EVERY / 1000
            if now >= notice_at:
                self._tell_problems()
                notice_at = now + NOTICED_WITHIN
            if now >= look_at:
                self._look_around()
                look_at = now + TURN / self._speed
            self._stream.look()
            self.outputs.show()
            if self._pending.stall is None:
                self._time.note()
                self._forgetting.look(now)
                hand = self.runtime.table.hand
                self._wear.look(now, self.sensing.take_tally, between_hands=not hand.running)
            await self._inbox.sleep(self._pause())

    def _get_on(self) -> None:
        """Process waiting observations, but for no longer than one pass of the loop may take."""
        self._pending.get_on(self.clock(), time.monotonic() + LONGEST_TURN)

    def _pause(self) -> float:
        """Return how long the loop may sleep if nothing arrives, in seconds of wall time."""
        if self._pending.behind:
            return 0.0
        pause = STARTING_TURN / self._speed if self._intake.starting else self._time.pause()
        return min(pause, STREAMING_TURN) if self._stream.busy else pause

    def _take_in(self) -> None:
        """Take up to `AT_ONCE` items from the queue; process reports, and answer commands."""
        for item in self._inbox.taken(AT_ONCE):
            if isinstance(item, Ask):
                self._pending.get_on(self.clock())
                self._answer(item)
            else:
                self._reception.take(item)

    def _take_the_rest(self) -> None:
        """Process the items left in the queue after the drivers have stopped, for up to one second.

        Items that are not processed are not lost: after a restart, nodes repeat them.
        """
        ends = time.monotonic() + LAST
        while not self._inbox.empty and time.monotonic() < ends:
            self._take_in()
            self._pending.get_on(self.clock(), ends)
        self._pending.get_on(self.clock(), ends)

    def _answer(self, ask: Ask) -> None:
        reply = self._desk.answer(ask)
        if self.broker is not None:
            self.outputs.show()
            self.broker.answer(ask.name, reply, ask.asker)

    def _look_around(self) -> None:
        """Carry out the checks that are made about once a second, even if nothing is reported."""
        self._reception.look_around(self.clock())
        if not self._intake.starting and not len(self._pending):
            self._pending.add(self._config_word.now())
        self._get_on()

    # -- the start -----------------------------------------------------------------------

    def _has_settled(self) -> bool:
        nothing_to_read = not self.drivers and not self._intake.watch.devices
        return nothing_to_read or self._intake.settled(self.clock())

    def _end_start_up(self) -> None:
        self._reception.end_start_up(self.clock(), compared=bool(self.drivers))
        self._pending.get_on(self.clock())
        self.outputs.show()
        self.ready.set()
        notify(f"READY=1\nSTATUS=table {self.config.name}, {self.runtime.house.name}")
        log.info("table %s plays %s", self.config.name, self.runtime.house.name)

    def _keepers(self) -> dict[str, Keeping]:
        """Return, by name, the drivers of devices that keep each event until it is on disk.

        Also tell each of these drivers which event of its device was the last to be written to
        disk: the event's `Mark`, or None if there was none.
        """
        marks = self.journal.marks()
        keepers: dict[str, Keeping] = {
            one.name: one for one in self.drivers if isinstance(one, Keeping)
        }
        for name, keeper in keepers.items():
            keeper.keep_until_confirmed(marks.get(name))
        return keepers

    def _broker(self) -> Broker:
        config = self.config
        broker = Broker(
            config.broker,
            Telling(
                Topics(f"{config.broker.root}/{config.venue}/{config.name}"),
                hides=not self.runtime.house.disclosure.tells_stacks,
            ),
            Status("online", self.journal.session, config.name, SOFTWARE, epoch=self.journal.epoch),
            JournalOutbox(self.journal, self.reader),
            lambda *asked: self.put(Ask(*asked)),
        )

        def announce(seq: int, _: tuple[PublicEvent, ...]) -> None:
            broker.committed(seq)

        self.runtime.public.append(announce)
        broker.on_retained = self._retained.take
        broker.card = card_of(config, self.runtime.house)
        return broker

    # -- upkeep --------------------------------------------------------------------------

    def _tell_health(self) -> None:
        if self.broker is not None:
            self.broker.show_health(self.health())

    def _tell_problems(self) -> None:
        problems = self._health.problems()
        if self.broker is not None:
            problems |= {one.user + one.problem for one in self.broker.offenders()}
        if problems != self._problems:
            self._problems = problems
            self._tell_health()

    def _answer_control(self, question: Question) -> bytes:
        """Return the reply to a maintainer's query, as JSON; it contains nothing private."""
        if question.ask == "frames":
            return msgspec.json.encode(frames_of(self.drivers, question.device, self.clock))
        return msgspec.json.encode(self._health.devices())

    def _statuses(self) -> tuple[DeviceStatus, ...]:
        return (*statuses_of(self.drivers), *ring_status(self.config, self._ring))

    def _stuck(self) -> Sequence[str]:
        """Return the names of the parts of the controller that no longer make progress."""
        now = time.monotonic()
        idle = [type(d).__name__ for d in self.drivers if isinstance(d, Alive) and not d.alive()]
        if self.broker is not None and now - self.broker.beat > STUCK_AFTER:
            idle.append("broker")
        if now - self._beat > max(3 * TURN, watchdog_interval()):
            idle.append("table")
        return idle

    def _stop_drivers(self) -> None:
        for driver in self.drivers:
            driver.stop()


def _rights_of(
    config: TableConfig, badges: Callable[[], frozenset[BadgeTag]], refusals: Refusals
) -> Rights:
    """Return the access rights that a config sets. Raises `FileProblems`."""
    return Rights(
        load_tokens(Path(config.tokens)) if config.tokens else Tokens({}),
        FloorLock(load_pins(Path(config.floor_pin)) if config.floor_pin else ()),
        badges,
        keyed=config.chips == "keyed",
        needs=config.floor_badge,
        streams=config.stream.allowed,
        refusals=refusals,
    )


def _table_of(config: TableConfig) -> Table:
    table = new_table(
        config.seats,
        keyed=config.chips == "keyed",
        unit=min(config.denominations),
        floor=config.floor,
        checks=config.shoe.counts,
        decks=config.cards.decks,
        cards_keyed=not config.cards.read,
    )
    return reading(table, plans_read(config))


def run(config: ConfigOption = HERE) -> None:
    """Run a table until SIGTERM, with its drivers, its journal and its broker."""
    daemon = Daemon(load_config(config_file(config)))
    come_first()  # before any thread starts, because threads inherit the priority
    settle()  # so that no garbage collection during a hand has to scan the objects loaded so far
    asyncio.run(daemon.run(signals=True))
