"""The sink for depth `wire`: a real controller and real firmware, connected by real transports.

Cards and chips move on the simulated table. The nodes' firmware reads them, and sends the reads to
the daemon over the nodes' links. Commands reach the daemon over its broker. All processes share one
clock, the governed clock, so that none runs ahead.
"""

import json
import shutil
from collections.abc import Callable, Collection
from functools import partial

import msgspec

from controller.config.model import load_config
from controller.contract.commands import Act
from controller.contract.observations import (
    BadgeAt,
    BadgeLeft,
    Declaration,
    Declared,
    DeviceBack,
    DeviceLost,
    Knocked,
    Observation,
    ShoeSaid,
)
from controller.contract.scans import AntennaPlan, BadgeTag
from controller.play.setup import Setup
from controller.play.sinks.antenna_sink import LOOK, PATIENCE, AntennaSink
from controller.play.sinks.broker_client import BrokerClient
from controller.play.sinks.hosted import Hosted
from controller.play.sinks.readers import Readers
from controller.play.sinks.sink import Doubt, Remembered, ShoeWord
from controller.play.sinks.wiring import (
    SHOE,
    WireFailed,
    Wiring,
    boards_of,
    pad_of,
    plans_of,
    roles_of,
    write_config,
)
from controller.run.loop.daemon import Daemon
from controller.run.loop.drivers import open_drivers
from controller.run.loop.runtime import ResultOutput, Runtime, StepResult
from controller.sensing.registry import save_registry
from controller.sensing.settings import SETTINGS
from hardware.node.link import Link
from hardware.pads import keypad
from hardware.readers.pcsc import PcscDriver
from hardware.timing.standing_slots import make_schedule, slotted
from hardware.twin.bank import new_registry
from hardware.twin.boards.governor import SerialLine
from hardware.twin.table import Twin

UP_WITHIN = 60_000
HELD_UP = 1_000
ANSWERS_WITHIN = 32_000
"""How long (ms) to wait for the daemon to observe an announcement made on a pad.

By the end of this time, a pad that missed some of the keys has closed its menu, so the keys can be
pressed again.
"""
SLACK = 150
"""The maximum time (ms) after `quiet_from` that the daemon needs to read every movement.

Scanning, transmission and processing take time.
"""

TURN_LOST = 1_000
"""The time (ms) that replaces `SLACK` if the nodes transmit in time slots.

It is longer, because a node whose frame is damaged has to wait for another slot.
"""

THUMB = 60
"""How long (ms) a key is held down, and how long it then stays released."""

BETWEEN_KNOCKS = 220
KNOCK = 800
"""The loudness of a knock at its start, out of 1023."""


class WireSink(AntennaSink):
    """A `Sink` with a daemon that reads real firmware.

    `heard` is called with each of the daemon's observations and its result. The calls are made in
    the daemon's thread, and only while a call to this sink is in progress.
    """

    def __init__(
        self,
        wiring: Wiring,
        setup: Setup,
        heard: ResultOutput,
        *,
        doubt_until: Doubt,
    ) -> None:
        """Set up a table on `wiring`, and wait until it is ready.

        Raises `WireFailed` if the table does not become ready.
        """
        self.wiring = wiring
        self.folder = wiring.next_folder(setup.name)
        name, readers = self.folder.name, wiring.readers
        self.setup = setup = msgspec.structs.replace(setup, name=name, readers=readers)
        self._heard = heard
        self._doubt_until = doubt_until
        self.plans = plans_of(setup)
        reads = (
            slotted(self.plans, make_schedule(self.plans)) if setup.air == "slots" else self.plans
        )
        twin = Twin(reads, setup.noise, setup.seed, scanned=False)
        registry = new_registry(setup.seed, decks=2)
        super().__init__(twin, registry, SETTINGS[setup.noise], setup.denominations)

        self._on_readers = Readers(wiring, setup, self.twin)
        self._config = write_config(self.folder, setup, wiring)
        boards = boards_of(self.plans)
        wiring.wire.want(roles_of(setup))
        wiring.wire.lay(self.twin, boards)
        self._twin_began = wiring.governor.now
        self._said: list[Observation] = []

        self.client = BrokerClient(wiring.broker.port, setup.name)
        self._host: Hosted
        self._listening = False
        self._damage: tuple[int, ...] = ()
        wiring.wire.moved = self._on_readers.follow
        self._switch_on()
        self._listening = True

    # The controller.

    def _switch_on(self) -> None:
        save_registry(self.registry, self.folder / "tags.toml")
        governor = self.wiring.governor
        speed = self.wiring.speed
        self._host = Hosted(
            load_config(self._config),
            partial(open_drivers, speed=speed),
            lambda: governor.now,
            speed,
            self._on_result,
        )
        self._on_readers.driver = self._pcsc
        ports = governor.ports
        self._lines = [SerialLine(link, ports[link.name]) for link in self.links]
        self._clock_began = governor.now - self.daemon.clock()
        self._host.start()
        governor.host = self
        end = governor.now + UP_WITHIN
        while not self.daemon.ready.is_set():
            self._host.check()
            if governor.now > end:
                down = [link.status().problem for link in self.links if not link.up]
                problems = "; ".join(down) or "its zones do not settle"
                raise WireFailed(f"the controller is not ready: {problems}")
            governor.run_for(LOOK)
        self._troubled()

    @property
    def daemon(self) -> Daemon:
        """Return the controller; a restart replaces it."""
        return self._host.daemon

    @property
    def runtime(self) -> Runtime:
        """Return the controller's live table; a restart replaces it."""
        return self.daemon.runtime

    def badges_in(self, zone: str) -> Collection[BadgeTag]:
        """Return the tags of the badges that the controller has read in a zone."""
        return self.daemon.sensing.badges_in(zone)

    @property
    def links(self) -> tuple[Link, ...]:
        """Return the daemon's links to the nodes."""
        return tuple(driver for driver in self.daemon.drivers if isinstance(driver, Link))

    @property
    def _pcsc(self) -> PcscDriver | None:
        """Return the daemon's driver for PC/SC readers, or None if it has none."""
        return next((d for d in self.daemon.drivers if isinstance(d, PcscDriver)), None)

    def _on_result(self, observation: Observation, result: StepResult) -> None:
        if isinstance(observation, Declared | Knocked | ShoeSaid | BadgeAt | BadgeLeft):
            self._said.append(msgspec.structs.replace(observation, at=0))
        if self._listening:
            self._heard(observation, result)

    def rouse(self, now: int) -> None:
        """Do nothing: the governed clock already paces every process of this table."""

    def idle(self) -> bool:
        """Return whether the controller has processed all its input, and no wake-up is due now.

        A controller that is not running is idle.
        """
        host = self._host
        if not host.running:
            return True
        return host.idle() and all(line.empty() for line in self._lines) and self.daemon.idle

    def all_heard(self) -> bool:
        """Wait until the broker has delivered every event.

        Return False if that takes too long, or if the events arrive out of order.
        """
        return self.client.heard_all(self.daemon.runtime.seq)

    def close(self) -> None:
        """Stop the controller; the wiring can then be used for another table.

        Raises `WireFailed` unless the broker has delivered every event, in order.
        """
        try:
            self._host.stop()
            seq = self.daemon.runtime.seq
            if not self.all_heard():
                heard = len(self.client.events)
                raise WireFailed(
                    f"of {seq} events, the broker delivered {heard}, or delivered them out of order"
                )
        finally:
            self.client.close()
            shutil.rmtree(self.folder, ignore_errors=True)

    def restart(self, remembered: Remembered) -> None:
        """Stop the controller, and start a new one that resumes from its journal.

        `remembered` is not used.
        """
        del remembered  # The new controller reads its state from the journal.
        self._host.stop()
        self._switch_on()

    # Time.

    @property
    def now(self) -> int:
        """The table time in ms."""
        return self.wiring.governor.now - self._clock_began

    def _run_until(self, until: int) -> None:
        governor = self.wiring.governor
        governor.run_until(self._clock_began + until)
        governor.settle()
        self._host.check()

    def _twin_until(self, until: int) -> None:
        self._host.share(self.registry)
        self._run_until(self._twin_began - self._clock_began + until)

    def wait(self, ms: int) -> None:
        """Advance table time by `ms` without moving anything."""
        self._run_until(self.now + ms)

    def settle(self, slow: bool = False) -> None:
        """Advance time, for at most two minutes, until everything that was moved has been read.

        With `slow`, this includes zones that are scanned rarely; see `Sink.settle`.
        """
        end = self.now + PATIENCE
        quiet = self.quiet_from
        until = max(quiet[False], quiet[True] if slow else 0)
        until += TURN_LOST if self.setup.air == "slots" else SLACK
        if until > self.twin.now:
            self._twin_until(until)
        troubled = self._troubled()
        while self.now < end and (
            troubled or self.daemon.sensing.settling(slow) or self._in_doubt(slow)
        ):
            # While the table can't read its zones, the people at it wait.
            self._run_until(self.now + (HELD_UP if troubled else LOOK))
            troubled = self._troubled()

    def _troubled(self) -> bool:
        """Return whether a link has a problem that the table has not yet noticed.

        Either a link is down and its zones are not reported as blind, or a link has received
        damaged frames since the last call.
        """
        blind = self.daemon.runtime.table.devices.blind_zones
        before, self._damage = self._damage, tuple(one.status().damaged for one in self.links)
        unseen = {plan.zone for plan in self.plans if plan.device in self.down()}
        return self._damage != before or not unseen <= set(blind)

    def down(self) -> set[str]:
        """Return the nodes and PC/SC readers whose links are down."""
        down = {link.name for link in self.links if not link.up}
        if self._pcsc is not None:
            down |= {one.name for one in self._pcsc.statuses() if not one.up}
        return down

    # People.

    def _put(self, observation: Observation) -> None:
        self.daemon.put(observation)
        self.wiring.governor.settle()

    def press(self, seat: int, what: Declaration, target: str = "", amount: int = 0) -> None:
        """Press the keys on a seat's pad that announce `what`; return once the daemon has heard it.

        If `amount` is not a multiple of the smallest chip, the floor enters the action instead.
        Raises `ValueError` if the pad has no keys for the announcement, and `WireFailed` if the
        daemon does not hear it.
        """
        setup = self.setup
        if amount % min(setup.denominations):
            self.floor("floor", msgspec.json.encode(Act(seat, what, target, amount)).decode())
            return
        pad = keypad.new_pad(seat, setup.denominations, keyed=setup.keyed)
        pad = keypad.see(pad, self.daemon.runtime.state()).pad
        keys = keypad.keys_for(pad, keypad.KeyedDeclaration(what, target, amount))
        wanted, said = Declared(0, seat, what, target, amount), len(self._said)
        for again in (True, False):
            for key in keys:
                self._input(pad_of(seat), "keys", 1 << keypad.KEYS.index(key), THUMB)
                self._input(pad_of(seat), "keys", 0, THUMB)
            try:
                self._wait_for(
                    lambda: wanted in self._said[said:], f"seat {seat} is not heard", ANSWERS_WITHIN
                )
            except WireFailed:
                # A node that has been reset has forgotten the first keys. The pad is idle again by
                # now, so the player presses the keys once more.
                if not again:
                    raise
            else:
                return

    def knock(self, seat: int, count: int = 2) -> None:
        """Have the seat's piezo receive `count` knocks as sound; return once they are detected."""
        said = len(self._said)
        self._input(pad_of(seat), "knock", sound_of(count), count * BETWEEN_KNOCKS)
        wanted = Knocked(0, seat, count)
        self._wait_for(
            lambda: wanted in self._said[said:], f"seat {seat}'s knocks are not detected"
        )

    def _input(self, node: str, name: str, value: object, ms: int) -> None:
        """Set the input `name` of a simulated node to `value`, then let `ms` of table time pass.

        `name` is, for example, `keys` or `knock`.
        """
        self.wiring.wire.press(node, name, value)
        self.wait(ms)

    def shoe(self, what: ShoeWord) -> None:
        """Have the shoe report the status `what`, such as `ready`; return once it is observed."""
        if what in {"open", "closed"} or not self.setup.shoe:
            self._put(ShoeSaid(self.now, what))
            return
        said = len(self._said)
        self._input(SHOE, "shuffler", what, THUMB)
        wanted = ShoeSaid(0, what)
        self._wait_for(lambda: wanted in self._said[said:], f"the shoe does not report {what}")

    def floor(self, by: str, command: str) -> None:
        """Give a command, as JSON, over the broker with the floor's token.

        `by` is the name of the person who gives it. Raises `ValueError` if the command never
        reaches the engine, for example because of a wrong token.
        """
        reply = self.client.ask(json.loads(command), by)
        if not reply.ok and reply.reason in {"token", "standing-still", "moved-on", "bug"}:
            raise ValueError(f"the command is refused: {reply.error}")
        self.wiring.governor.settle()

    # Faults.

    def lose(self, device: str) -> None:
        """Unplug the cable of a device's node; return once the loss has been observed."""
        plan = self._plan(device)
        if plan is None:
            self._put(DeviceLost(self.now, device))
            return
        self.wiring.wire.unplug(plan.device)
        self._wait_for(lambda: self._lost(plan), f"{device} is not missed")

    def back(self, device: str) -> None:
        """Plug the cable of a device's node in again; return once that has been observed."""
        plan = self._plan(device)
        if plan is None:
            self._put(DeviceBack(self.now, device))
            return
        self.wiring.wire.plug(plan.device)
        self._wait_for(lambda: not self._lost(plan), f"{device} does not come back")

    def _lost(self, plan: AntennaPlan) -> bool:
        return plan.zone in self.daemon.runtime.table.devices.blind_zones

    def _wait_for(
        self, condition: Callable[[], bool], problem: str, within: int = UP_WITHIN
    ) -> None:
        end = self.now + within
        while not condition():
            if self.now > end:
                raise WireFailed(problem)
            self._run_until(self.now + LOOK)


def sound_of(knocks: int) -> list[list[int]]:
    """Return the simulated sound of a number of knocks: (time in ms, loudness) pairs.

    The time counts from the first knock. The loudness is from 0 to 1023.
    """
    return [
        [nth * BETWEEN_KNOCKS + ms, KNOCK - ms * KNOCK // 40]
        for nth in range(knocks)
        for ms in range(30)
    ]
