"""The simulated table: objects in zones, antennas that scan them in virtual time, and faults.

Nothing here waits, so an hour passes as fast as its scans can be computed.
"""

import heapq
import itertools
import random
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Literal

from controller.contract.observations import DeviceBack, DeviceLost
from controller.contract.scans import AntennaPlan, Scan
from hardware.timing.dynamic_slots import Rounds
from hardware.twin.aerials.air import Air
from hardware.twin.aerials.antenna import TwinAntenna
from hardware.twin.aerials.noise import NOISES
from hardware.twin.aerials.turn_air import TurnAir
from hardware.twin.layout import neighbours

Fault = Literal["dead", "silent", "drop", "corrupt", "ghost"]
Report = Scan | DeviceLost | DeviceBack

ROUND = 2000
UNANSWERED = 1000
CORRUPT_RATE = 0.1


class Twin:
    """A simulated table. The same seed and the same movements result in the same scans.

    `noise` is `clean`, `typical` or `harsh`. If `scanned` is false, the simulated table makes no
    scans: it only moves objects, and other code reads the fields. In a shared `Air`, fields that
    are on at the same time spoil one another's reads; in a `TurnAir`, fields take turns. Raises
    `ValueError` for an unknown noise level, and for a table without antennas.
    """

    def __init__(
        self, plans: Sequence[AntennaPlan], noise: str, seed: int, *, scanned: bool = True,
        air: Air | TurnAir | None = None,
    ) -> None:  # fmt: skip
        if not plans:
            raise ValueError("a table without antennas senses nothing: give it at least one")
        if noise not in NOISES:
            raise ValueError(f'"{noise}" is not a noise level: use one of {", ".join(NOISES)}')
        self.plans = tuple(plans)
        self._scanned = scanned
        self.noise = NOISES[noise]
        self.rng = random.Random(seed)
        self.now = 0
        self._antennas = {
            plan.name: TwinAntenna(plan, self.noise, random.Random(self.rng.random()))
            for plan in plans
        }
        near = neighbours(list(plans))
        for name, antenna in self._antennas.items():
            antenna.neighbours = [self._antennas[other] for other in near[name]]
        self._zones: dict[str, list[TwinAntenna]] = {}
        for antenna in self._antennas.values():
            self._zones.setdefault(antenna.plan.zone, []).append(antenna)
        self._where: dict[str, str] = {}
        self._under: dict[str, TwinAntenna] = {}
        self._copies: dict[str, TwinAntenna] = {}
        self._agenda: list[tuple[int, int, Callable[[], Report | None]]] = []
        self._serial = itertools.count()
        self._reported: set[str] = set()
        self._dropped: set[str] = set()
        self._air = air if isinstance(air, Air) else None
        self._turns = air if isinstance(air, TurnAir) else None
        self._due = [(1 + 37 * i % plan.period) for i, plan in enumerate(plans)]
        self._round: list[tuple[int, TwinAntenna]] = []
        self._next = 0
        self._planned = 0

    @property
    def antennas(self) -> tuple[TwinAntenna, ...]:
        """Return the antennas, in the order of the plans."""
        return tuple(self._antennas.values())

    @property
    def rounds(self) -> Rounds | None:
        """Return the rounds that decide when antennas radiate, or None if they don't take turns."""
        return self._turns.rounds if self._turns is not None else None

    @property
    def frame(self) -> int:
        """Return the frame length (ms) of the standing time slots, or 0 if there are none."""
        return self._turns.frame if self._turns is not None else 0

    # Things.

    def reads(self, zone: str) -> bool:
        """Return whether a zone is read by any antenna on this table."""
        return zone in self._zones

    def period(self, zone: str) -> int:
        """Return a zone's scan period in ms, or 0 if no antenna reads it."""
        return max((antenna.period for antenna in self._zones.get(zone, ())), default=0)

    def takes(self, zone: str) -> int:
        """Return the longest scan interval (ms) to expect for a zone with its current contents."""
        period = self.period(zone)
        if self._turns is None:
            return period
        return max(period, *map(self._turns.takes, self._zones.get(zone, ())), 0)

    def where(self, uid: str) -> str:
        """Return the zone that an object is in, or `""` while somebody is holding it."""
        return self._where.get(uid, "")

    def lying_in(self, zone: str) -> tuple[str, ...]:
        """Return the uids of the objects in the fields of a zone's antennas, bottom first."""
        return tuple(
            itertools.chain.from_iterable(antenna.field for antenna in self._zones.get(zone, ()))
        )

    def put(self, uid: str, zone: str) -> None:
        """Place an object in a zone now, wherever it was before; the zone needs no antenna."""
        self.take(uid)
        self._where[uid] = zone
        antennas = self._zones.get(zone)
        if antennas:
            antenna = min(antennas, key=lambda antenna: len(antenna.field))
            antenna.enter(uid)
            self._under[uid] = antenna

    def take(self, uid: str) -> None:
        """Remove an object from every field now."""
        self._where.pop(uid, None)
        antenna = self._under.pop(uid, None)
        if antenna is not None:
            antenna.leave(uid)

    def copy(self, uid: str, zone: str) -> None:
        """Place a second object with the same uid in a zone; remove it if `zone` is `""`."""
        antenna = self._copies.pop(uid, None)
        if antenna is not None:
            antenna.leave(uid)
        antennas = [one for one in self._zones.get(zone, ()) if one is not self._under.get(uid)]
        if antennas:
            antennas[0].enter(uid)
            self._copies[uid] = antennas[0]

    # Time.

    def at(self, time: int, action: Callable[[], Report | None]) -> None:
        """Schedule an action for virtual time `time`; `run_until` yields any report it returns."""
        heapq.heappush(self._agenda, (max(time, self.now), next(self._serial), action))

    def run_for(self, ms: int) -> Iterator[Report]:
        """Advance time by `ms`; yield scans, disconnects and reconnects in chronological order."""
        return self.run_until(self.now + ms)

    def run_until(self, until: int) -> Iterator[Report]:
        """Advance time up to and including `until` ms, and yield reports as in `run_for`.

        Time advances only as far as the reports are consumed.
        """
        while True:
            stop = until
            if self._agenda and self._agenda[0][0] < stop:
                stop = self._agenda[0][0]
            while self._scanned:
                if self._next == len(self._round):
                    self._plan_round()
                at, antenna = self._round[self._next]
                if at > stop:
                    break
                self._next += 1
                if not antenna.silent:
                    self.now = at
                    tags = antenna.read()
                    if self._air is not None:
                        tags = self._air.hear(antenna, at, tags)
                    yield Scan(antenna.name, tags, at)
            self.now = max(self.now, stop)
            while self._agenda and self._agenda[0][0] <= self.now:
                report = heapq.heappop(self._agenda)[2]()
                if report is not None:
                    yield report
            if self.now >= until and not (self._agenda and self._agenda[0][0] <= until):
                return

    def _plan_round(self) -> None:
        """Plan the scans of the next two seconds or, with time slots, of the next planning step."""
        if self._turns is not None:
            self._round = []
            while not self._round:
                self._round, self._planned = self._turns.lay(self.antennas, self._planned)
            self._next = 0
            return
        end = self._planned + ROUND
        plan = []
        for index, antenna in enumerate(self._antennas.values()):
            times = range(self._due[index], end, antenna.period)
            plan += [(at, index, antenna) for at in times]
            if times:
                self._due[index] = times[-1] + antenna.period
        plan.sort(key=lambda entry: entry[:2])
        self._round = [(at, antenna) for at, _, antenna in plan]
        if self._air is not None:
            self._round = self._air.lay(self._round, end)
        self._next = 0
        self._planned = end
        if not self._round:
            self._plan_round()

    # Faults.

    def fault(self, kind: Fault, name: str, ms: int = 0) -> None:
        """Cause a fault on an antenna; if `ms` is given, it ends automatically after that time.

        `dead`: it stops scanning, and is reported as lost after a second, or after two periods if
        that is longer. `silent`: the same for `ms` (default 2 s), after which it recovers. `drop`:
        its node disconnects immediately, with all its antennas; `name` may also be the node's name.
        `corrupt`: a tenth of the uids are wrong. `ghost`: a nonexistent tag, whose uid belongs to
        no object, appears in a tenth of the scans.

        Raises `ValueError` for an unknown fault or antenna.
        """
        antennas = self._named(name)
        if kind in {"dead", "silent"}:
            for antenna in antennas:
                self._silence(antenna, max(UNANSWERED, 2 * antenna.period))
            ms = ms or (2000 if kind == "silent" else 0)
        elif kind == "drop":
            self._drop({_node(antenna) for antenna in antennas})
        elif kind == "corrupt":
            for antenna in antennas:
                antenna.garble(CORRUPT_RATE)
        elif kind == "ghost":
            for antenna in antennas:
                antenna.haunt(f"{self.rng.getrandbits(64):016X}")
        else:
            raise ValueError(f'"{kind}" is not a fault: use dead, silent, drop, corrupt or ghost')
        if ms:
            self.at(self.now + ms, partial(self.mend, name))

    def _silence(self, antenna: TwinAntenna, patience: int) -> None:
        antenna.silent = True
        self.at(self.now + patience, partial(self._miss, antenna))

    def _drop(self, nodes: set[str]) -> None:
        self._dropped |= nodes
        for antenna in self._antennas.values():
            if _node(antenna) in nodes:
                self._silence(antenna, 0)

    def mend(self, name: str) -> None:
        """End all faults on an antenna, or on all antennas of a node if `name` is the node's."""
        nodes = {_node(antenna) for antenna in self._named(name)} & self._dropped
        self._dropped -= nodes
        for antenna in self._antennas.values():
            if name in {antenna.name, antenna.plan.device} or _node(antenna) in nodes:
                antenna.silent = False
                antenna.haunt("")
                antenna.garble(None)
                if antenna.name in self._reported:
                    self._reported.discard(antenna.name)
                    back = partial(DeviceBack, self.now, antenna.name, antenna.plan.zone)
                    self.at(self.now, back)

    def _miss(self, antenna: TwinAntenna) -> DeviceLost | None:
        if not antenna.silent or antenna.name in self._reported:
            return None
        self._reported.add(antenna.name)
        return DeviceLost(self.now, antenna.name, antenna.plan.zone)

    def _named(self, name: str) -> list[TwinAntenna]:
        if name in self._antennas:
            return [self._antennas[name]]
        of_node = [a for a in self._antennas.values() if a.plan.device == name]
        if not of_node:
            raise ValueError(f'this table has no antenna or node "{name}"')
        return of_node


def _node(antenna: TwinAntenna) -> str:
    return antenna.plan.device or antenna.name
