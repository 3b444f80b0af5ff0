"""The sink for depth `sensed`: tagged cards and chips move across simulated, noisy antennas."""

from collections.abc import Callable, Collection, Iterable

from controller.contract.observations import (
    DeviceBack,
    DeviceLost,
    Observation,
    ShoeSaid,
    TimePassed,
)
from controller.contract.scans import Scan
from controller.play.sinks.antenna_sink import LOOK, SaidSink
from controller.play.sinks.sink import Doubt, Remembered, ShoeWord
from controller.sensing.intake import Intake
from controller.sensing.registry import Registry
from controller.sensing.sensing import Sensing
from controller.sensing.settings import Settings
from hardware.twin.table import Twin

DENOMINATIONS = (1, 5, 25, 100, 500, 1000, 5000)
NEVER = 1 << 60
LOOK_AROUND = 1_000


class SensedSink(SaidSink):
    """A `Sink` with a simulated table, whose scans are interpreted by the controller's own sensing.

    The attribute `awaited` is a function that returns the seats whose chips are expected next. The
    caller may replace it.
    """

    def __init__(
        self,
        twin: Twin,
        registry: Registry,
        settings: Settings,
        deliver: Callable[[Observation], None],
        *,
        wake_at: Callable[[], int | None] = lambda: None,
        doubt_until: Doubt | None = None,
        denominations: Iterable[int] = DENOMINATIONS,
    ) -> None:
        """Sense the cards and chips on the simulated table `twin`.

        `registry` has the enrolled tags. `settings` are the sensing settings. `deliver` receives
        every observation in order of `at`. `wake_at` is called after each observation; it returns
        the table time (ms) at which the next `TimePassed` is due, or None. `doubt_until` is
        `wake_at` by default. `denominations` are the values of the chips in play.
        """
        super().__init__(twin, registry, settings, denominations)
        self.intake = Intake(twin.plans, registry, settings, frame=twin.frame)
        self.intake.skip_start_up()
        self._deliver_on = deliver
        self._wake_at = wake_at
        self._doubt_until = doubt_until or wake_at
        self.awaited: Callable[[], frozenset[int]] = frozenset
        self._wake = NEVER
        self._last = 0
        self._remembered: Remembered | None = None
        self._look_at = NEVER

    def shoe(self, what: ShoeWord) -> None:
        """Have the shoe report the status `what`, such as `shuffling` or `empty`."""
        self._take_in(ShoeSaid(self.now, what))

    def _sensing(self) -> Sensing:
        return self.intake.sensing

    def _lost_antennas(self) -> Collection[str]:
        return self.intake.watch.lost()

    def back(self, device: str) -> None:
        """Reconnect a device, so that its zone is read again."""
        plan = self._plan(device)
        if plan is None:
            self._say(DeviceBack(self.now, device))
            return
        self.twin.mend(plan.name)
        self._twin_until(self.now)

    def restart(self, remembered: Remembered) -> None:
        """Restart sensing, and compare the zones with the saved state, as a real restart does.

        `remembered` returns the saved state. Each difference is delivered as an observation.
        """
        away = self.intake.watch.lost()
        self.intake = Intake(
            self.twin.plans, self.registry, self._settings, now=self.now, frame=self.twin.frame
        )
        for plan in self.twin.plans:
            if plan.name in away:
                # The antenna's driver reports the loss again when it restarts.
                self._take_in(DeviceLost(self.now, plan.name, plan.zone))
        while not self.intake.settled(self.now):
            self._twin_until(self.now + LOOK)
        for news in self.intake.end_start_up(*remembered(), self.now):
            self._say(news)
        self._remembered, self._look_at = remembered, self.now

    def _say(self, observation: Observation) -> None:
        self._last = observation.at
        self._deliver_on(observation)
        wake = self._wake_at()
        self._wake = NEVER if wake is None else wake

    def _pass_time(self, until: int) -> None:
        """Deliver every `TimePassed` that is due by the table time `until` (ms)."""
        while self._wake <= until:
            at = max(self._wake, self._last)
            self._say(TimePassed(at, self.intake.told()))
            if self._wake <= at:
                self._wake = NEVER

    def _take_in(self, report: Scan | Observation) -> None:
        for observation in self.intake.take(report):
            self._say(observation)

    def _look_around(self, now: int) -> None:
        """After a restart, report antennas that are lost, and zones that can be read again.

        A zone that can be read again is compared with the saved state, and each difference is
        delivered. Before the first restart, this does nothing. `now` is the table time (ms).
        """
        self._look_at = now + LOOK_AROUND
        if self._remembered is not None:
            for news in self.intake.look_around(*self._remembered(), now):
                self._say(news)

    def _twin_until(self, until: int) -> None:
        take, rounds = self.intake.take, self.twin.rounds
        wake = self._wake_at()
        if wake is not None and wake > self._last:
            self._wake = wake
        for report in self.twin.run_until(until):
            if report.at > self._wake and isinstance(report, Scan):
                self._pass_time(report.at - 1)
            for observation in take(report):
                self._say(observation)
            if rounds is not None and isinstance(report, Scan):
                rounds.sensed(report, self.intake.sensing, self.awaited())
            if report.at >= self._look_at:
                self._look_around(report.at)
        self._pass_time(until)
