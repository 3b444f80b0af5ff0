"""Monitors the antennas, and finds the zones that are blind due to lost nodes or silent antennas.

A zone is blind while any of its antennas is not being read.
"""

from collections.abc import Iterable, Sequence

from controller.contract.errors import Sentence
from controller.contract.observations import DeviceBack, DeviceLost
from controller.contract.scans import AntennaPlan
from controller.sensing.sensing import Sensing

SILENT = 3_000
"""The time (ms) without a read after which an antenna counts as lost.

For a slowly scanned antenna, it is ten scan periods if that is longer.
"""

SILENT_FRAMES = 60
"""The minimum number of time-slot cycles without a read after which an antenna counts as lost.

Reading a large pile takes that long.
"""

RATED_OVER = 1_000

Told = DeviceLost | DeviceBack


class AntennaWatch:
    """Tracks whether each antenna is being read; its reports go to the hand engine.

    `devices` maps each device that has been lost to whether it now responds. `problems` describes
    faults of antennas whose device responds.
    """

    def __init__(
        self, plans: Sequence[AntennaPlan], sensing: Sensing, now: int, frame: int
    ) -> None:
        """Begin monitoring the antennas in `plans` at time `now` (ms).

        `frame` is the length of a cycle of time slots (ms), or 0 if the antennas do not take turns.
        """
        self.devices: dict[str, bool] = {}
        self.problems: dict[str, Sentence] = {}
        self._plans = {plan.name: plan for plan in plans}
        self._patience = {
            plan.name: max(SILENT, 10 * plan.period, SILENT_FRAMES * frame) for plan in plans
        }
        self._sensing = sensing
        self._lost: set[str] = set()
        self._silent: set[str] = set()
        self._unread = set(self._plans)
        self._at = dict.fromkeys(self._plans, now)
        self._scans = dict.fromkeys(self._plans, 0)
        self._rates = dict.fromkeys(self._plans, 0.0)
        self._rated_at = now

    def has(self, antenna: str) -> bool:
        """Return whether the table has an antenna with this name."""
        return antenna in self._plans

    def scanned(self, antenna: str, at: int) -> tuple[Told, ...]:
        """Record that an antenna was read at `at` (ms).

        Returns a report that the antenna is back if it had been silent, or else an empty tuple.
        Raises `ValueError` for an antenna that this table does not have.
        """
        if antenna not in self._scans:
            raise ValueError(f'a scan of antenna "{antenna}", which this table does not have')
        self._scans[antenna] += 1
        self._at[antenna] = at
        self._unread.discard(antenna)
        if antenna not in self._silent:
            return ()
        self._forgive(antenna)
        return self._told(antenna, DeviceBack(at, antenna))

    def device(self, report: Told) -> tuple[Told, ...]:
        """Record that a device has been lost or is back; return the reports to pass on.

        The first is about the device itself. One more follows for each zone that becomes blind or
        readable.
        """
        self.devices[report.device] = isinstance(report, DeviceBack)
        if report.device in self._plans:
            return self._told(report.device, report)
        told: list[Told] = [type(report)(report.at, report.device)]
        for plan in self._plans.values():
            if plan.device == report.device:
                self._at[plan.name] = report.at
                self._forgive(plan.name)
                told += [t for t in self._told(plan.name, report) if t.zone]
        return tuple(told)

    def silent(self, now: int) -> tuple[Told, ...]:
        """Return a report for each antenna that is newly silent although its device responds.

        Each report marks the antenna as lost. Returns an empty tuple if there is none.
        """
        told: list[Told] = []
        for name, plan in self._plans.items():
            if name in self._lost or now - self._at[name] <= self._patience[name]:
                continue
            self._silent.add(name)
            what = Sentence(
                'antenna "{antenna}" is not being read, so {zone} is blind: check the antenna\'s '
                "cable, and that the node has as many antennas as table.toml lists",
                antenna=name,
                zone=plan.zone,
            )
            device = plan.device or Sentence("the table")
            self.problems[name] = Sentence("{name}: {what}", name=device, what=what)
            told += self._told(name, DeviceLost(now, name))
        return tuple(told)

    def recovered(self, blind: Iterable[str], at: int) -> tuple[Told, ...]:
        """Return a report for each zone in `blind` that can now be read.

        `blind` lists the zones that were blind when the controller stopped. Returns an empty tuple
        if none can be read.
        """
        seen = self.zones_read()
        first = {plan.zone: name for name, plan in reversed(self._plans.items())}
        return tuple(DeviceBack(at, first[zone], zone) for zone in blind if zone in seen)

    def zones_read(self) -> frozenset[str]:
        """Return the zones whose antennas have all been read and are not lost."""
        gone = self._lost | self._unread
        dark = {self._plans[name].zone for name in gone}
        return frozenset(plan.zone for plan in self._plans.values() if plan.zone not in dark)

    def rates(self, now: int) -> dict[str, float]:
        """Return each antenna's read rate in scans per second, averaged over one second or more."""
        passed = now - self._rated_at
        if passed >= RATED_OVER:
            self._rates = {name: 1000 * count / passed for name, count in self._scans.items()}
            self._scans = dict.fromkeys(self._plans, 0)
            self._rated_at = now
        return self._rates

    def lost(self) -> frozenset[str]:
        """Return the antennas that are currently lost."""
        return frozenset(self._lost)

    def _forgive(self, name: str) -> None:
        self._silent.discard(name)
        self.problems.pop(name, None)

    def _told(self, name: str, report: Told) -> tuple[Told, ...]:
        """Record that an antenna is lost or back, and return the report to pass on.

        The report names the antenna's zone only if the zone has just become blind or readable.
        """
        plan, lost = self._plans[name], isinstance(report, DeviceLost)
        changes = lost != (name in self._lost)
        others = any(self._plans[one].zone == plan.zone for one in self._lost - {name})
        if lost:
            self._lost.add(name)
            self._sensing.lost(name)
        else:
            self._lost.discard(name)
            self._sensing.back(name)
        self.devices[name] = not lost
        zone = plan.zone if changes and not others else ""
        return (type(report)(report.at, name, zone),)
