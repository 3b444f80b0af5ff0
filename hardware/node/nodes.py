"""Drivers for the nodes under the felt; they turn the nodes' messages into reports and scans.

A node numbers its antennas from 0, in the order of its device's antennas in table.toml.
"""

import json
from collections.abc import Iterable, Mapping, Sequence

from controller.contract.errors import Sentence
from controller.contract.scans import AntennaPlan, Scan
from firmware.link.handshake import NO_KEYS, Keys
from firmware.link.messages import Command, Hello
from firmware.node import VERSION
from firmware.reading.antennas import ROUNDS
from hardware.firmware_files import our_files
from hardware.keys import Check, only
from hardware.node.link import BAUD, Happened, Hear, Joined, Link, Read, Said, Show, Tick, nothing
from hardware.node.node_clock import NodeClock
from hardware.ports import Clock, Report
from hardware.serial_ports import Whereabouts
from hardware.timing.dynamic_slots import Round, Rounds
from hardware.timing.standing_slots import Schedule, period_told

SAID_FIRST, SAID_EVERY = 2000, 20_000
"""The delay (ms) after a node has joined before its slots are sent to it again, and the interval
(ms) between later repeats."""


class Roll:
    """The register of nodes and their ports, in which no two nodes may share an id.

    `keys` holds the nodes' keys. `rounds` makes the time slots for antennas that must not all
    radiate at once, or is None if there are no slots.
    """

    def __init__(
        self,
        keys: Keys = NO_KEYS,
        nodes: Mapping[str, str] | None = None,
        rounds: Rounds | None = None,
        *,
        where: Whereabouts | None = None,
        gauge: bool = False,
    ) -> None:
        """Set up an empty register; `keys` holds the nodes' keys.

        `nodes` maps each device's name to the node that the config requires. `where` records the
        node that each port reports. If `gauge` is true, nodes are asked for the receiver gain and
        the gear (the transmitter's power level) of each antenna.
        """
        self.gauge = gauge
        self.keys = keys
        self.rounds = rounds
        self.where = where or Whereabouts({})
        self._nodes = nodes or {}
        self._links: dict[str, Link] = {}
        self._owners: dict[str, str] = {}

    def add(self, link: Link) -> None:
        """Register a link, so that its node's id is reserved while the node is connected."""
        self._links[link.name] = link

    def check(self, device: str, role: str) -> Check:
        """Return a check for the node on a device's port, as used by `Link`.

        It accepts a node with this role whose id is not that of another connected node. If the
        config names the device's node, only that node is accepted. Otherwise, if there is a key for
        a node with the device's name, only that node is accepted.
        """
        right = only(self._nodes.get(device, device if self.keys.key_of(device) else ""), role)

        def check(hello: Hello) -> str:
            if device in self._links:
                self.where.heard(self._links[device].port, hello.node)
            other = self._links.get(self._owners.get(hello.node, ""))
            if other is not None and other.name != device and other.up:
                return (
                    f'the node here says that it is "{hello.node}", and so does the one on'
                    f" {other.port}: give one of them a different id with tapis firmware install"
                )
            why = right(hello)
            if not why:
                self._owners[hello.node] = device
            return why

        return check


class AntennaNode:
    """Turns the snapshots from a node's antennas into scans."""

    def __init__(self, plans: Sequence[AntennaPlan], roll: Roll | None = None) -> None:
        """Set up the driver; `plans` are the node's antennas, in the order of its multiplexer.

        `roll` is the register of nodes, which provides the time slots; without it, there are none.
        """
        self._plans = plans
        self._rounds = roll.rounds if roll is not None else None
        self._link: Link | None = None
        self._told = 0
        self._gauge = roll is not None and roll.gauge
        self._say_again = 0
        self._last = [-1] * len(plans)
        self._gauges: dict[int, tuple[int, int]] = {}
        self._strange: set[int] = set()

    def hear(self, link: Link, said: Said) -> Iterable[Report]:
        """Return the scan made from a snapshot, or no report for any other message.

        Each scan of an antenna has a later time than the one before. A snapshot of an antenna that
        the config does not list produces no report; instead, the link shows a problem.

        When a node joins, it is sent the period and the time slots for each of its antennas. The
        slots are sent repeatedly, because the node's clock drifts.
        """
        if isinstance(said, Joined):
            self._strange.clear()
            self._configure(link, said.at)
            self._joined(link, said)
            # By then the node's clock is known more precisely than from its first message.
            self._say_again = said.at + SAID_FIRST
            return ()
        if self._rounds is not None and isinstance(said, Read) and said.at >= self._say_again:
            self._configure(link, said.at)
            self._say_again = said.at + SAID_EVERY
        if isinstance(said, Happened) and said.what == "gauge" and isinstance(said.value, int):
            self._gauges[said.place] = said.value & 0xFFFF, said.value >> 16
        if isinstance(said, Happened) and said.what == "longer" and self._rounds is not None:
            for plan in self._plans[said.place : said.place + 1]:
                self._rounds.longer(plan.name, said.at)
        if not isinstance(said, Read):
            return ()
        if said.antenna >= len(self._plans):
            if said.antenna not in self._strange:
                self._strange.add(said.antenna)
                which = ", ".join(str(number) for number in sorted(self._strange))
                what = Sentence(
                    "the node reads antennas {numbers} (counted from 0), but table.toml "
                    "lists only {count} for this device: add them there, or disconnect them",
                    numbers=which,
                    count=len(self._plans),
                )
                link.complain(what)
            return ()
        # The clock estimate keeps improving, so times may seem to go back by a millisecond.
        at = max(said.at, self._last[said.antenna] + 1)
        self._last[said.antenna] = at
        gauge = self._gauges.get(said.antenna)
        return (Scan(self._plans[said.antenna].name, said.uids, at, gauge),)

    def tick(self, now: int) -> None:
        """Send the node any rounds (temporary time slots) that it has not received yet."""
        link = self._link
        if self._rounds is None or link is None:
            return
        for one in self._rounds.made:
            if one.number > self._told and now < one.until:
                self._told = one.number
                told = {"round": round_told(self._plans, one, link.node_clock)}
                link.send(Command("config", 0, json.dumps(told)))

    def _joined(self, link: Link, said: Joined) -> None:
        """Begin sending rounds (temporary schedules of time slots) to a node that has joined.

        A table gets no rounds if any of its nodes does not support them.
        """
        if self._rounds is None:
            return
        can = ROUNDS in said.can
        self._link, self._told = (link if can else None), 0
        self._rounds.follows(link.name, can=can, wake=link.rouse)
        self.tick(said.at)

    def _configure(self, link: Link, at: int) -> None:
        schedule = self._rounds.standing if self._rounds is not None else None
        told = antennas_config(self._plans, schedule, link.node_clock, at)
        if self._gauge:
            told["gauge"] = True
        link.send(Command("config", 0, json.dumps(told)))


def antennas_config(
    plans: Sequence[AntennaPlan], schedule: Schedule | None, clock: NodeClock, at: int
) -> dict[str, object]:
    """Return a node's antenna configuration, with slots converted to the node's time.

    `at` is the table time. If there are no slots, the node is told so, because otherwise it would
    keep earlier slots for a minute.
    """
    if schedule is None:
        return {"periods": [plan.period for plan in plans], "slots": {}}
    # If there are slots, they decide when an antenna is read.
    periods = [period_told(plan) for plan in plans]
    slots = _slots_told(plans, schedule, clock.told(at - at % schedule.frame))
    return {"periods": periods, "slots": slots}


def round_told(plans: Sequence[AntennaPlan], one: Round, clock: NodeClock) -> dict[str, object]:
    """Return a round (temporary time slots) in the form in which it is sent to a node.

    `one` is the round, in table time; the result is in the node's time. `plans` are the node's
    antennas, which are the only ones in the result.
    """
    told = _slots_told(plans, one.schedule, clock.told(one.began))
    return {**told, "since": clock.told(one.since), "until": clock.told(one.until)}


def _slots_told(plans: Sequence[AntennaPlan], schedule: Schedule, began: int) -> dict[str, object]:
    at = [
        [ms for slot in schedule.of(plan.name) for ms in (slot.start, slot.length)]
        for plan in plans
    ]
    return {"frame": schedule.frame, "began": began, "at": at}


def hear_nothing(_link: Link, _said: Said) -> Iterable[Report]:
    """Return no reports: for a node with only antennas, or a ring that the config does not use."""
    return ()


def firmware_problem(joined: Joined) -> str:
    """Return how a node's firmware differs from the controller's, and what to do about it.

    Return "" if the firmware is the same.
    """
    theirs, ours = _numbers(joined.firmware), _numbers(VERSION)
    if theirs == ours and joined.files in our_files():
        return ""
    if theirs == ours:
        return Sentence(
            'node "{node}" reports firmware {ours}, the same as this controller, but its files '
            "differ: run tapis firmware install PORT; the node remains in use until then",
            node=joined.node,
            ours=VERSION,
        )
    if theirs > ours:
        return Sentence(
            'node "{node}" has firmware {theirs}, which is newer than this controller\'s {ours}: '
            "update the controller; the node remains in use until then",
            node=joined.node,
            theirs=joined.firmware,
            ours=VERSION,
        )
    return Sentence(
        'node "{node}" has firmware {theirs}, which is older than this controller\'s {ours}: '
        "run tapis firmware install PORT; the node remains in use until then",
        node=joined.node,
        theirs=joined.firmware or Sentence("without a version number"),
        ours=VERSION,
    )


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in version.split(".") if part.isdecimal())


def open_node(
    device: str, port: str, role: str, clock: Clock, roll: Roll, *,
    plans: Iterable[AntennaPlan] = (), baud: int = BAUD, speed: float = 1.0,
    hear: Hear = hear_nothing, show: Show = nothing, tick: Tick = nothing,
) -> Link:  # fmt: skip
    """Create the driver for the node named `device`, which must have the given role.

    The driver is not started. `roll` registers all nodes of the table. `plans` are the antennas of
    the whole table, of which the node reads its own. `hear` is called with each message from the
    node, `show` with each new public state, and `tick` with the table time. The `clock` may run up
    to `speed` times as fast as the wall clock.
    """
    mine = [plan for plan in plans if plan.device == device]
    reads = AntennaNode(mine, roll) if mine else None

    def hear_all(link: Link, said: Said) -> Iterable[Report]:
        if isinstance(said, Joined) and (why := firmware_problem(said)):
            link.complain(why)
        heard = hear(link, said)
        return (*heard, *reads.hear(link, said)) if reads is not None else heard

    def tick_all(now: int) -> None:
        tick(now)
        if reads is not None:
            reads.tick(now)

    check = roll.check(device, role)
    link = Link(
        device, port, clock, hear_all,
        check=check, baud=baud, speed=speed, show=show, tick=tick_all, keys=roll.keys,
    )  # fmt: skip
    roll.add(link)
    if mine:
        link.share.expect(sum(1000 / plan.period for plan in mine), clock())
    return link
