"""Reports the health of a controller and its devices, to the broker and to maintainers."""

import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from controller.contract.public import ClientHealth, DeviceHealth, Health, ZoneHealth
from controller.contract.scans import AntennaPlan
from controller.run.access.refusals import Refusals
from controller.run.loop.pending import Pending
from controller.run.loop.runtime import Runtime
from controller.run.upkeep.devices import DevicesView, view_antennas
from controller.run.upkeep.wall_clock import ClockFault
from controller.sensing.intake import Intake
from hardware.ports import Clock, DeviceStatus

EVERY = 5_000
"""The interval in ms at which a table publishes its health."""

HEAT: Final = Path("/sys/class/thermal/thermal_zone0/temp")
"""The file from which a Raspberry Pi's temperature is read, in thousandths of a degree Celsius."""


@dataclass(frozen=True)
class HealthView:
    """Reports the health of a running controller, by reading its parts without changing them."""

    plans: tuple[AntennaPlan, ...]
    intake: Intake
    pending: Pending
    runtime: Runtime
    clock: Clock
    statuses: Callable[[], tuple[DeviceStatus, ...]]
    refusals: Refusals

    def health(self, backlog: int, wall: ClockFault, clients: tuple[ClientHealth, ...]) -> Health:
        """Return a health report on the controller and its devices.

        `backlog` is the number of events that the broker has not confirmed. `wall` says whether the
        wall clock is trusted. `clients` are the clients that make too many requests.
        """
        watch, journal = self.intake.watch, self.runtime.journal
        assert journal is not None
        rates = watch.rates(self.clock())
        zones = dict.fromkeys((plan.zone for plan in self.plans), 0.0)
        for plan in self.plans:
            zones[plan.zone] += rates[plan.name]
        known = {status.name: status for status in self.statuses()}
        problems = {name: status.problem for name, status in known.items()}
        problems |= {name: str(problem) for name, problem in watch.problems.items()}
        left_out = {name: status.left_out for name, status in known.items()}
        answers = {name: status.up for name, status in known.items()} | watch.devices
        blind = self.runtime.table.devices.blind_zones
        stall = self.pending.stall
        return Health(
            session=journal.session,
            journal=stall.reason if stall is not None else "ok",
            aside=self.runtime.aside,
            lost=journal.was_cut,
            waiting=len(self.pending),
            backlog=backlog,
            clock=wall,
            refused=self.refusals.seen(),
            devices=tuple(
                DeviceHealth(name, ok, problems.get(name, ""), left_out.get(name, 0))
                for name, ok in sorted(answers.items())
            ),
            zones=tuple(
                ZoneHealth(zone, round(rate, 1), zone in blind)
                for zone, rate in sorted(zones.items())
            ),
            clients=clients,
            every=EVERY,
            celsius=celsius(),
            disk_free=disk_free(journal.path.parent),
        )

    def problems(self) -> frozenset[str]:
        """Return a message for each problem with a device or an antenna."""
        known = (status.problem for status in self.statuses() if status.problem)
        return frozenset(known) | frozenset(self.intake.watch.problems.values())

    def devices(self) -> DevicesView:
        """Return the current status of all devices and antennas, for maintainers."""
        watch = self.intake.watch
        rates, shares = watch.rates(self.clock()), self.intake.sensing.read_rates()
        antennas = view_antennas(self.plans, rates, shares, watch.lost())
        problems = tuple(watch.problems.values())
        return DevicesView(self.runtime.name, True, self.statuses(), antennas, problems)


def celsius(heat: Path = HEAT) -> float | None:
    """Return the processor's temperature as given in the file `heat`, or None if unknown."""
    try:
        return round(int(heat.read_text("ascii")) / 1000, 1)
    except (OSError, ValueError):
        return None


def disk_free(folder: Path) -> int | None:
    """Return how many bytes an ordinary user can still write to a folder, or None if unknown."""
    try:
        room = os.statvfs(folder)
    except OSError:
        return None
    return room.f_bavail * room.f_frsize
