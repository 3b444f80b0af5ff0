"""Reports the health of a controller and its devices, to the broker and to maintainers."""

from collections.abc import Callable

from controller.contract.public import ClientHealth, DeviceHealth, Health, ZoneHealth
from controller.contract.scans import AntennaPlan
from controller.run.access.refusals import Refusals
from controller.run.loop.pending import Pending
from controller.run.loop.runtime import Runtime
from controller.run.upkeep.devices import DevicesView, view_antennas
from controller.run.upkeep.machine import celsius, disk_free
from controller.run.upkeep.wall_clock import ClockFault
from controller.sensing.intake import Intake
from hardware.ports import Clock, DeviceStatus

EVERY = 5_000
"""The interval in ms at which a table publishes its health."""


class HealthView:
    """Reports the health of a running controller, by reading its parts without changing them."""

    def __init__(
        self,
        plans: tuple[AntennaPlan, ...],
        intake: Intake,
        pending: Pending,
        runtime: Runtime,
        clock: Clock,
        *,
        statuses: Callable[[], tuple[DeviceStatus, ...]],
        refusals: Refusals,
    ) -> None:
        """Prepare to report on these parts; `statuses` returns the statuses of all devices."""
        assert runtime.journal is not None
        self._journal = runtime.journal
        self._plans = plans
        self._intake = intake
        self._pending = pending
        self._runtime = runtime
        self._clock = clock
        self._statuses = statuses
        self._refusals = refusals

    def health(self, backlog: int, wall: ClockFault, clients: tuple[ClientHealth, ...]) -> Health:
        """Return a health report on the controller and its devices.

        `backlog` is the number of events that the broker has not confirmed. `wall` says whether the
        wall clock is trusted. `clients` are the clients that make too many requests.
        """
        watch = self._intake.watch
        rates = watch.rates(self._clock())
        zones = dict.fromkeys((plan.zone for plan in self._plans), 0.0)
        for plan in self._plans:
            zones[plan.zone] += rates[plan.name]
        known = {status.name: status for status in self._statuses()}
        problems = {name: status.problem for name, status in known.items()}
        problems |= {name: str(problem) for name, problem in watch.problems.items()}
        left_out = {name: status.left_out for name, status in known.items()}
        answers = {name: status.up for name, status in known.items()} | watch.devices
        blind = self._runtime.table.devices.blind_zones
        stall = self._pending.stall
        return Health(
            session=self._journal.session,
            journal=stall.reason if stall is not None else "ok",
            aside=self._runtime.aside,
            lost=self._journal.was_cut,
            waiting=len(self._pending),
            backlog=backlog,
            clock=wall,
            refused=self._refusals.seen(),
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
            disk_free=disk_free(self._journal.path.parent),
        )

    def problems(self) -> frozenset[str]:
        """Return a message for each problem with a device or an antenna."""
        known = (status.problem for status in self._statuses() if status.problem)
        return frozenset(known) | frozenset(self._intake.watch.problems.values())

    def devices(self) -> DevicesView:
        """Return the current status of all devices and antennas, for maintainers."""
        watch = self._intake.watch
        rates, shares = watch.rates(self._clock()), self._intake.sensing.read_rates()
        antennas = view_antennas(self._plans, rates, shares, watch.lost())
        problems = tuple(watch.problems.values())
        return DevicesView(self._runtime.name, True, self._statuses(), antennas, problems)
