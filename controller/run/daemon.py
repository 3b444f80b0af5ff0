"""The daemon: one table from its drivers to its outputs, until it is told to stop.

Drivers' threads end in one queue. One asyncio loop takes from it: sensing, engine, journal,
outputs. The broker has a thread of its own; nothing that it does can hold the table up.
"""

import asyncio
import contextlib
import gc
import logging
import signal
import threading
import time
import traceback
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Annotated

import msgspec
import typer

from controller.config.model import ASIDE, TableConfig, load_config
from controller.contract.commands import Reply, Request, SitDown
from controller.contract.marks import Mark
from controller.contract.observations import (
    DeviceBack,
    DeviceLost,
    FloorSaid,
    FoundMoved,
    Observation,
    ShoeSaid,
)
from controller.contract.public import (
    DeviceHealth,
    Health,
    PublicEvent,
    PublicState,
    Status,
    Topics,
    ZoneHealth,
)
from controller.contract.scans import Scan
from controller.houses.loader import house_hash, load_house
from controller.journal import Journal, JournalError, JournalReader, JournalStalled
from controller.journal.session import SOFTWARE
from controller.run.broker import Broker
from controller.run.control_socket import ControlSocket, Question, socket_of
from controller.run.devices import DevicesView, frames_of, statuses_of, view_antennas
from controller.run.drivers import open_drivers, open_registry, open_ring, ring_status
from controller.run.floor_pin import FloorLock, load_pins
from controller.run.forgetting import Forgetting
from controller.run.levels import first_level, level_clock
from controller.run.requests import Answered, Refusal, Tokens, command_of, load_tokens
from controller.run.rights import Rights
from controller.run.runtime import ResultOutput, Runtime, StepResult
from controller.run.sdnotify import notify, watchdog_seconds
from controller.run.seat_sockets import SeatSockets
from controller.sensing.deck_check import DeckCheck
from controller.sensing.registry import Registry
from controller.sensing.sensing import Sensing
from controller.sensing.settings import SETTINGS
from controller.sensing.start import LONGEST, SCANNED_FOR, moved_while_off, zones_of
from controller.sensing.watch import AntennaWatch
from controller.table.state import new_table
from hardware.ports import (
    Alive,
    Clock,
    Driver,
    Keeping,
    Marked,
    Report,
    Showing,
    wall_ticks,
)
from hardware.ports import Status as DeviceStatus

log = logging.getLogger(__name__)

TURN = 1.0
TELL_TIME_EVERY = 20.0
"""While the time of a level runs the state is told again every so many seconds."""

HEALTH_EVERY = 5.0
STUCK_AFTER = 30.0
MOST_WAITING = 1_000
NOTE_EVERY = 5_000
"""So much of a clock that runs (ms) is lost by a power cut at most."""

Drivers = Callable[[TableConfig, Registry, Clock], Sequence[Driver]]


class Ask(msgspec.Struct, frozen=True):
    """A command that came over MQTT, on its way to the table."""

    name: str
    request: Request


class Daemon:
    """One table alive. `on_state` are outputs that are shown every new public state.

    `on_result` are told each observation that is on disk and what it has brought, in the
    table's thread.
    """

    def __init__(
        self, config: TableConfig, drivers: Drivers = open_drivers, *,
        broker: bool = True, ticks: Clock = wall_ticks, speed: float = 1.0,
    ) -> None:  # fmt: skip
        """Open the journal and take the table up where it was.

        Time passes as `ticks` says (ms that never go back): up to `speed` times as fast as the
        wall's, and it may stand still.
        Raises `JournalError` and `FileProblems` with what stands in the way.
        """
        self.config = config
        house = load_house(config.house)
        self.registry = open_registry(config)
        self._on_pins: tuple[DeviceStatus, ...] = ()
        self.rights = Rights(
            load_tokens(Path(config.tokens)) if config.tokens else Tokens({}),
            FloorLock(load_pins(Path(config.floor_pin)) if config.floor_pin else ()),
            lambda: self.sensing.badges_in("floor-badge"),
            keyed=config.chips == "keyed",
        )
        self.journal = Journal(
            config.journal, house=house.name, house_hash=house_hash(house), table=config.name
        )
        self._loop: asyncio.AbstractEventLoop | None = None
        self._bell: asyncio.Event | None = None
        self._rung = False
        self._stopping = False
        self._asleep = False
        self._incoming: deque[Report | Ask] = deque()
        try:
            table = new_table(
                config.seats,
                keyed=config.chips == "keyed",
                unit=min(config.denominations),
                floor=config.floor,
                checks=config.shoe.counts,
                decks=config.cards.decks,
            )
            self.runtime = Runtime(house, table, name=config.name, journal=self.journal)
            self.reader = JournalReader(config.journal)
            self._forgetting = Forgetting(self.journal, config.privacy.keep_hole_cards_days)
            self._forgetting.at_start(self.runtime)
            self._ticks = ticks
            self._speed = speed
            self._began = ticks() - max(self.runtime.at, self.journal.at)
            self.drivers = tuple(drivers(config, self.registry, self.clock))
            marks = self.journal.marks()
            self._keepers = {d.name: d for d in self.drivers if isinstance(d, Keeping)}
            for name, keeper in self._keepers.items():
                keeper.keep_until_confirmed(marks.get(name))
        except BaseException:
            self.journal.close()
            raise
        self.plans = config.plans()
        self.sensing = Sensing(self.plans, self.registry, SETTINGS[config.noise])
        exits = frozenset(plan.name for plan in self.plans if plan.zone == "shoe")
        self._deck = DeckCheck(exits, self.registry) if config.shoe.counts else None
        self._aside = frozenset(plan.name for plan in self.plans if plan.zone in ASIDE)
        self.topics = Topics(f"{config.broker.root}/{config.venue}/{config.name}")
        self.broker = self._broker() if broker else None
        if self.broker is not None:
            self.runtime.public.append(self._announce)
        self.on_state: list[Callable[[PublicState], None]] = []
        self.on_state += [driver.show for driver in self.drivers if isinstance(driver, Showing)]
        self.on_result: list[ResultOutput] = self.runtime.results
        self.ready = threading.Event()
        self.watch = AntennaWatch(self.plans, self.sensing, self.clock())
        self._compared: set[str] = set()
        self._seen_since: dict[str, int] = {}
        self._look_at = 0.0
        self._answered = Answered()
        self.seats = SeatSockets(
            socket_of(config).parent, config.name, config.seats, self.put, self.clock
        )
        self._waiting: deque[tuple[Observation | None, Mark | None]] = deque()
        self._start_up: list[Observation] | None = []
        self._stall: JournalStalled | None = None
        self._again_at = 0.0
        self._shown, self._shown_at = -1, 0.0
        self._beat = time.monotonic()

    # -- what drivers, the broker and the owner of the daemon call, from any thread -------

    def clock(self) -> int:
        """Give table time in ms: the last journalled time plus what has passed since the start."""
        return self._ticks() - self._began

    def put(self, item: Report | Ask) -> None:
        """Take in a scan, an observation or a command; never blocks."""
        self._incoming.append(item)
        self._ring()

    @property
    def idle(self) -> bool:
        """Return whether all that was put has been taken in, and nothing is being worked out."""
        return self._asleep and not self._incoming

    def stop(self) -> None:
        """Ask the table to stop cleanly; `run` returns when it has."""
        self._stopping = True
        self._ring()

    def _ring(self) -> None:
        # One call into the loop for a whole batch: a table has hundreds of scans a second.
        if not self._rung and self._loop is not None and self._bell is not None:
            self._rung = True
            with contextlib.suppress(RuntimeError):  # the loop has been closed meanwhile
                self._loop.call_soon_threadsafe(self._bell.set)

    # -- the loop ------------------------------------------------------------------------

    async def run(self, *, signals: bool = False) -> None:
        """Play until `stop`, or with `signals` until SIGTERM or SIGINT."""
        self._loop = asyncio.get_running_loop()
        self._bell = asyncio.Event()
        if signals:
            for number in (signal.SIGTERM, signal.SIGINT):
                self._loop.add_signal_handler(number, self.stop)
        watchdog = asyncio.create_task(self._feed_watchdog())
        control = ControlSocket(socket_of(self.config), self._answer_control)
        await control.open()
        await self.seats.open()
        ring = open_ring(self.config, self.clock)
        self._on_pins = ring_status(self.config, ring)
        if ring is not None:
            self.on_state.append(ring.show)
        try:
            if self.broker is not None:
                self.broker.start()
            for driver in self.drivers:
                driver.start(self.put)
            self._set_the_table()
            await self._play()
            for driver in self.drivers:
                driver.stop()
            self._take_in()
            self._get_on()
            self._show()
        finally:
            notify("STOPPING=1")
            watchdog.cancel()
            await control.close()
            await self.seats.close()
            for driver in self.drivers:
                driver.stop()
            if self.broker is not None:
                await asyncio.to_thread(self.broker.stop)
            if ring is not None:
                ring.close()
            self.reader.close()
            self.journal.close()

    async def _play(self) -> None:
        assert self._bell is not None
        scanned_since = self.clock()
        health_due = 0.0
        while not self._stopping:
            self._beat = time.monotonic()
            self._take_in()
            self._get_on()
            if self._start_up is not None and self._has_settled(self.clock() - scanned_since):
                self._end_start_up(self._start_up)
            if self._beat >= health_due and self.broker is not None:
                self.broker.show_health(self.health())
                health_due = self._beat + HEALTH_EVERY
            if self._beat >= self._look_at:
                self._look_at = self._beat + TURN / self._speed
                self._look_around()
                self._keep_levels()
                self._get_on()
            self._show()
            self._note_time()
            if self._stall is None:
                self._forgetting.look(self._beat)
            if not self._incoming:
                self._asleep = True
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(self._bell.wait(), self._pause())
                self._asleep = False
            self._bell.clear()
            self._rung = False

    def _pause(self) -> float:
        """Return how long the loop may sleep, in seconds by the wall."""
        if self._start_up is not None:
            return 0.1 / self._speed
        due = self.runtime.wake_at
        if due is None:
            return TURN
        # At least a moment: the table's clock may stand still just before it is due.
        left = due - self.clock()
        return min(TURN, max(0.001, left / 1000 / self._speed)) if left > 0 else 0.0

    def _take_in(self) -> None:
        """Take everything from the queue: scans through sensing, commands to their answers."""
        while self._incoming:
            item = self._incoming.popleft()
            match item:
                case Scan():
                    self._scan(item)
                case Ask():
                    self._get_on()
                    self._answer(item)
                case _:
                    self._report(item)

    def _report(self, report: Report) -> None:
        match report:
            case Marked():
                waited = len(self._waiting)
                for one in report.reports:
                    self._report(one)
                # With the last of what came of the event; on its own when nothing did.
                last = self._waiting.pop()[0] if len(self._waiting) > waited else None
                self._waiting.append((last, report.mark))
            case Scan():
                self._scan(report)
            case DeviceLost() | DeviceBack():
                self._wait(*self.watch.device(report))
            case ShoeSaid() if self._deck is not None:
                counted = self._deck.said(report)
                self._wait(*([counted] if counted is not None else []), report)
            case _:
                self._wait(report)

    def _wait(self, *observations: Observation) -> None:
        """Have observations wait for their turn."""
        self._waiting.extend((observation, None) for observation in observations)

    def _scan(self, scan: Scan) -> None:
        if not self.watch.has(scan.antenna):
            log.error("a scan of antenna %r, which this table has not, is dropped", scan.antenna)
            return
        self._wait(*self.watch.scanned(scan.antenna, scan.at))
        if self._deck is not None and self._deck.scan(scan):
            return
        if self._stall is not None and len(self._waiting) >= MOST_WAITING:
            return  # a scan is a snapshot: while the table stands still, it is no loss
        if scan.antenna in self._aside:
            return
        observations = self.sensing.scan(scan)
        if self._start_up is None:
            self._wait(*observations)
        else:
            self._start_up.extend(observations)

    def _look_around(self) -> None:
        """Find what is not read any more, and what is read again that was dark at the start."""
        now, seen = self.clock(), self.watch.zones_read()
        if self.config.hardware == "devices":
            self._wait(*self.watch.silent(now))
        if self._start_up is not None:
            return
        for zone in seen - self._compared:
            since = self._seen_since.setdefault(zone, now)
            if now - since >= SCANNED_FOR:
                self._compared.add(zone)
                for news in self._moved({zone}, ()):
                    # One by one: what other zones hold back stays held back.
                    self._wait(*(news.news if isinstance(news, FoundMoved) else (news,)))
        for zone in self._seen_since.keys() - seen:
            del self._seen_since[zone]

    def _get_on(self) -> None:
        """Return the engine what waits, until the disk takes nothing more."""
        if self._stall is not None and time.monotonic() < self._again_at:
            return
        try:
            while self._waiting:
                self._put_down(*self._waiting[0])
                self._waiting.popleft()
            self.runtime.wake(self.clock())
            if self._stall is not None:
                self.journal.write_acknowledged()  # nothing waits: see whether the disk takes it
                self._go_on()
        except JournalStalled as stall:
            self._stand_still(stall)

    def _note_time(self) -> None:
        """While somebody's time runs, have the journal know how late it is."""
        now = self.clock()
        if self._stall is not None or self.runtime.wake_at is None:
            return
        if now - self.journal.at < NOTE_EVERY:
            return
        with contextlib.suppress(JournalStalled):  # the next observation will tell
            self.journal.note_time(now)

    def _put_down(self, observation: Observation | None, mark: Mark | None) -> None:
        """Return the engine an observation; when it is on disk, its device may forget it."""
        result = self._observe(observation, mark) if observation is not None else None
        if mark is not None:
            if result is None:
                self.journal.mark(mark)
            keeper = self._keepers.get(mark.device)
            if keeper is not None:
                keeper.confirm(mark)

    def _observe(self, observation: Observation, mark: Mark | None = None) -> StepResult | None:
        try:
            result = self.runtime.observe(observation, mark)
        except JournalError:
            raise
        except Exception as error:  # noqa: BLE001
            # A bug must not end the evening. The trace without the text: it might name a card.
            kind = type(observation).__name__
            trace = "".join(traceback.format_tb(error.__traceback__))
            log.error("the engine failed at a %s: %s\n%s", kind, type(error).__name__, trace)  # noqa: TRY400
            return None
        self._go_on()
        return result

    def _go_on(self) -> None:
        if self._stall is not None:
            self._stall = None
            log.warning("%s: takes what is written again; the table goes on", self.journal.path)
            self._tell_health()

    def _stand_still(self, stall: JournalStalled) -> None:
        self._again_at = time.monotonic() + TURN
        if self._stall is None or self._stall.reason != stall.reason:
            self._stall = stall
            log.error("the table stands still: %s", stall)
            self._tell_health()

    def _announce(self, seq: int, _: tuple[PublicEvent, ...]) -> None:
        if self.broker is not None:
            self.broker.committed(seq)

    def _show(self) -> None:
        self.seats.show(self.runtime.table)
        if self.runtime.seq == self._shown and not self._shown_stale():
            return
        self._shown, self._shown_at = self.runtime.seq, time.monotonic()
        state = self.runtime.state(self.clock())
        if self.broker is not None:
            self.broker.show_state(state)
        for show in self.on_state:
            try:
                show(state)
            except Exception:
                log.exception("an output of the public state failed")

    def _shown_stale(self) -> bool:
        """Return whether who comes now would be told a time of the level that has long passed."""
        clock = self.runtime.table.level_clock
        runs = clock is not None and clock.until > 0
        return runs and time.monotonic() >= self._shown_at + TELL_TIME_EVERY / self._speed

    # -- the start -----------------------------------------------------------------------

    def _set_the_table(self) -> None:
        """Before the first hand: the level and the players of the config."""
        table = self.runtime.table
        if table.hands or table.hand.number:
            return
        if not table.level.big_blind:
            self._say(first_level(self.config.level, self.config.levels))
        for player in self.config.players:
            if not table.seats[player.seat].taken:
                self._say(SitDown(player.seat, player.name, player.stack))

    def _say(self, command: msgspec.Struct) -> None:
        text = msgspec.json.encode(command).decode()
        self._wait(FloorSaid(self.clock(), "config", text))

    def _keep_levels(self) -> None:
        """Let the time of a level that has begun run."""
        if self._start_up is None and not self._waiting:
            command = level_clock(self.config.levels, self.runtime.table)
            if command is not None:
                self._say(command)

    def _has_settled(self, passed: int) -> bool:
        if passed < SCANNED_FOR:
            return not self.watch.devices and not self.drivers
        return passed >= LONGEST or not self.sensing.settling(slow=True)

    def _end_start_up(self, seen: list[Observation]) -> None:
        news: tuple[Observation, ...] = ()
        if self.drivers:
            read = self.watch.zones_read()
            self._compared = set(read)
            blind = self.runtime.table.blind_zones
            news = *self.watch.recovered(blind, self.clock()), *self._moved(read, seen)
        self._start_up = None
        self._waiting.extendleft((observation, None) for observation in reversed(news))
        self._get_on()
        self._show()
        self.ready.set()
        notify(f"READY=1\nSTATUS=table {self.config.name}, {self.runtime.house.name}")
        log.info("table %s plays %s", self.config.name, self.runtime.house.name)

    def _moved(self, zones: Iterable[str], seen: Iterable[Observation]) -> tuple[Observation, ...]:
        """Return what lies otherwise than the journal says in zones that have come to be read."""
        runtime, now = self.runtime, self.clock()
        news = moved_while_off(runtime.table, self.sensing, zones, seen, now, runtime.moving)
        moved = zones_of(news)
        if moved and runtime.table.hands:
            log.warning("moved while the controller was off: %s", ", ".join(moved))
        return news

    # -- commands ------------------------------------------------------------------------

    def _answer(self, ask: Ask) -> None:
        reply = self._answered.reply(ask.name, ask.request)
        if reply is None:
            try:
                seq = self._carry_out(ask)
                reply = Reply(ask.request.id, ok=True, seq=seq)
                self._answered.keep(ask.name, reply)
            except Refusal as no:
                reply = Reply(
                    ask.request.id, ok=False, error=str(no), reason=no.reason, seq=self.runtime.seq
                )
        if self.broker is not None:
            self._show()
            self.broker.answer(ask.name, reply)

    def _carry_out(self, ask: Ask) -> int:
        request = ask.request
        try:
            by = self.rights.by(ask.name, request)
        except Refusal as no:
            if no.reason == "token":
                log.warning("a %s without a known token was refused", ask.name[:40])
            raise
        if not by:
            return self.runtime.seq
        command = command_of(ask.name, request)
        if request.if_seq is not None and request.if_seq != self.runtime.seq:
            raise Refusal("moved-on", f"the table has moved on to event {self.runtime.seq}")
        if self._start_up is not None:
            raise Refusal("standing-still", "the table is still looking at its zones")
        text = msgspec.json.encode(command).decode()
        if self._stall is not None and time.monotonic() < self._again_at:
            raise Refusal("standing-still", str(self._stall))
        try:
            result = self._observe(FloorSaid(self.clock(), by, text))
        except JournalStalled as stall:
            self._stand_still(stall)
            raise Refusal("standing-still", str(stall)) from None
        if result is None:
            raise Refusal("bug", "the table stumbled over this command; its log says where")
        if result.refused:
            raise Refusal(result.refused)
        return result.seq

    # -- health --------------------------------------------------------------------------

    def _broker(self) -> Broker:
        birth = Status("online", self.journal.session, self.config.name, SOFTWARE)
        return Broker(
            self.config.broker,
            self.topics,
            birth,
            self.reader,
            confirmed=self.journal.acknowledged,
            committed=self.journal.seq,
            on_confirmed=self.journal.acknowledge,
            on_request=lambda name, request: self.put(Ask(name, request)),
        )

    def _tell_health(self) -> None:
        if self.broker is not None:
            self.broker.show_health(self.health())

    def health(self) -> Health:
        """Return how the controller and its devices are."""
        rates = self.watch.rates(self.clock())
        zones = dict.fromkeys((plan.zone for plan in self.plans), 0.0)
        for plan in self.plans:
            zones[plan.zone] += rates[plan.name]
        known = {status.name: status for status in self._statuses()}
        problems = {name: status.problem for name, status in known.items()} | self.watch.problems
        answers = {name: status.up for name, status in known.items()} | self.watch.devices
        blind = self.runtime.table.blind_zones
        return Health(
            session=self.journal.session,
            journal=self._stall.reason if self._stall else "ok",
            waiting=len(self._waiting),
            backlog=self.broker.backlog if self.broker else 0,
            devices=tuple(
                DeviceHealth(name, ok, problems.get(name, ""))
                for name, ok in sorted(answers.items())
            ),
            zones=tuple(
                ZoneHealth(zone, round(rate, 1), zone in blind)
                for zone, rate in sorted(zones.items())
            ),
        )

    def _answer_control(self, question: Question) -> bytes:
        """Answer whoever looks after the table; nothing private is told."""
        if question.ask == "frames":
            return msgspec.json.encode(frames_of(self.drivers, question.device, self.clock))
        rates, shares = self.watch.rates(self.clock()), self.sensing.read_rates()
        antennas = view_antennas(self.plans, rates, shares, self.watch.lost())
        problems = tuple(self.watch.problems.values())
        view = DevicesView(self.config.name, True, self._statuses(), antennas, problems)
        return msgspec.json.encode(view)

    def _statuses(self) -> tuple[DeviceStatus, ...]:
        return (*statuses_of(self.drivers), *self._on_pins)

    async def _feed_watchdog(self) -> None:
        every = watchdog_seconds() / 3
        while every:
            await asyncio.sleep(every)
            now = time.monotonic()
            idle = [
                type(d).__name__ for d in self.drivers if isinstance(d, Alive) and not d.alive()
            ]
            if self.broker is not None and now - self.broker.beat > STUCK_AFTER:
                idle.append("broker")
            if now - self._beat > max(3 * TURN, every):
                idle.append("table")
            if idle:
                log.error("no progress: %s; systemd is not told that all is well", ", ".join(idle))
            else:
                notify("WATCHDOG=1")


def run(
    config: Annotated[
        Path, typer.Option(help="The table's config, a TOML file.", show_default=False)
    ] = Path("table.toml"),
) -> None:
    """Play a table until SIGTERM: its drivers, its journal, its broker."""
    daemon = Daemon(load_config(config))
    # What is there by now stays: no collection has to walk through it while a hand is played.
    gc.collect()
    gc.freeze()
    asyncio.run(daemon.run(signals=True))
