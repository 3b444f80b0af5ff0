"""A sink for a simulated table in real time, with the controller that real tables use.

The simulated table and the controller share one clock. It runs at a chosen speed, and waits if the
table or the controller falls behind.
"""

import threading
import time
from collections import deque
from collections.abc import Collection, Sequence
from pathlib import Path

from controller.config.model import TableConfig
from controller.contract.observations import DeviceBack, DeviceLost, Observation, ShoeSaid
from controller.contract.scans import BadgeTag
from controller.play.sinks.antenna_sink import LOOK, SaidSink
from controller.play.sinks.hosted import Hosted
from controller.play.sinks.sink import ControllerFailed, Doubt, Remembered, ShoeWord
from controller.run.loop.runtime import ResultOutput, Runtime, StepResult
from controller.sensing.registry import Registry, save_registry
from controller.sensing.sensing import Sensing
from controller.sensing.settings import SETTINGS
from hardware.ports import Clock, Driver
from hardware.twin.driver import LedTwin
from hardware.twin.hands import REACH
from hardware.twin.table import Twin

TURN = 0.02
"""The wall time in seconds between two steps of the simulation."""

READY_WITHIN = 60_000
NAP = 0.0005
MOST_LATE = 0.5


class Ended(Exception):
    """Raised when play is stopped, even in the middle of a hand."""


class Pace:
    """A clock for table time, which runs at `speed` times the pace of the wall clock."""

    def __init__(self, speed: float, stop: threading.Event, *, waits: bool = True) -> None:
        """Prepare a clock that starts when first called; setting the event `stop` stops play.

        If `waits` is false (for example, when measuring), table time advances as fast as possible.
        """
        self.speed = speed
        self._waits = waits
        self._stop = stop
        self._zero: float | None = None

    def check(self) -> None:
        """Raise `Ended` if play has been stopped."""
        if self._stop.is_set():
            raise Ended

    def __call__(self, at: int) -> None:
        """Wait until table time reaches `at` (ms). Raises `Ended` if play is stopped."""
        if not self._waits:
            self.check()
            return
        now = time.monotonic()
        due = at / 1000 / self.speed
        if self._zero is None:
            self._zero = now - due
        left = self._zero + due - now
        if left < -MOST_LATE:
            # A machine that has slept or can't keep up goes on from here, without racing to catch
            # up.
            self._zero = now - due
        if self._stop.is_set() or self._stop.wait(max(0.0, left)):
            raise Ended


class LiveSink(SaidSink):
    """A `Sink` with a complete controller, whose driver reads a simulated table.

    `heard` is called with the controller's observations and results. The calls are made in the
    thread that calls the sink, while it waits for the controller.
    """

    def __init__(
        self,
        config: TableConfig,
        seed: int,
        pace: Pace,
        heard: ResultOutput,
        doubt_until: Doubt,
        *,
        reach: int = REACH,
        broker: bool = True,
    ) -> None:
        """Set up the table that `config` describes, and wait until it is ready.

        `seed` determines the noise of the antennas. `pace` is the clock that sets the speed.
        `heard` receives the observations and results. `reach` is the time (ms) that a person takes
        between putting down one object and picking up the next. `broker` means that the controller
        connects to a broker.

        Raises `Ended` if play is stopped before the table is ready, and `ControllerFailed` if the
        controller does not become ready.
        """
        twin, settings = Twin(config.plans(), config.noise, seed), SETTINGS[config.noise]
        super().__init__(twin, Registry(), settings, config.denominations, reach)
        self._config = config
        self._broker = broker
        self._pace = pace
        self._heard: ResultOutput | None = None
        self._doubt_until = doubt_until
        self._step = max(1, int(1000 * TURN * pace.speed))
        self._results: deque[tuple[Observation, StepResult]] = deque()
        self._lost: set[str] = set()
        """The devices whose loss the controller has observed."""
        self._host: Hosted
        self._led: LedTwin
        self._clock = 0
        self._switch_on()
        # Nobody is listening yet to the observations that the config causes.
        self._results.clear()
        self._heard = heard

    # The controller.

    @property
    def runtime(self) -> Runtime:
        """The controller's live table; a restart replaces it."""
        return self._host.daemon.runtime

    def put(self, observation: Observation) -> None:
        """Pass an observation to the controller, without waiting for its results."""
        self._host.daemon.put(observation)

    def badges_in(self, zone: str) -> Collection[BadgeTag]:
        """Return the tags of the badges that the controller has read in a zone."""
        return self._host.daemon.sensing.badges_in(zone)

    def restart(self, remembered: Remembered) -> None:
        """Stop the controller, and start a new one that resumes from its journal.

        `remembered` is not used.
        """
        del remembered  # The new controller reads its state from the journal.
        self._host.stop()
        self._tell()
        self._switch_on()

    def all_heard(self) -> bool:
        """Return whether the broker has received every event; never waits."""
        broker = self._host.daemon.broker
        return broker is None or not broker.backlog

    def close(self) -> None:
        """Stop the controller."""
        self._host.stop()

    def _switch_on(self) -> None:
        save_registry(self.registry, Path(self._config.cards.registry))
        self._host = Hosted(
            self._config, self._drivers, lambda: self._clock, self._pace.speed, self._note,
            broker=self._broker,
        )  # fmt: skip
        self._host.start()
        try:
            end = self.twin.now + READY_WITHIN
            while not self._host.daemon.ready.is_set():
                if self.twin.now > end:
                    raise ControllerFailed(
                        "the controller is not ready: its zones have not settled"
                    )
                self._twin_until(self.twin.now + LOOK)
        except BaseException:
            self._host.stop()
            raise

    def _drivers(self, _config: TableConfig, _tags: Registry, clock: Clock) -> Sequence[Driver]:
        self._led = LedTwin(self.twin, clock)
        return (self._led,)

    def _note(self, observation: Observation, result: StepResult) -> None:
        if isinstance(observation, DeviceLost):
            self._lost.add(observation.device)
        elif isinstance(observation, DeviceBack):
            self._lost.discard(observation.device)
        self._results.append((observation, result))

    def _tell(self) -> None:
        while self._results and self._heard is not None:
            self._heard(*self._results.popleft())

    # Time.

    @property
    def now(self) -> int:
        """The table time in ms."""
        return self._host.daemon.clock()

    def _twin_until(self, until: int) -> None:
        """Advance the time of the simulated table and of the controller to `until` (ms)."""
        self._host.share(self.registry)
        while self.twin.now < until:
            step = min(until, self.twin.now + self._step)
            self._pace(step)
            self._led.pass_time(step)
            self._settle()
            self._clock = step
            self._settle()

    def _settle(self) -> None:
        """Wait until the controller has processed its input; then pass on the results."""
        while not self._host.idle():
            self._host.check()
            self._pace.check()
            time.sleep(NAP)
        self._tell()

    def _say(self, observation: Observation) -> None:
        self.put(observation)
        self._settle()

    def _sensing(self) -> Sensing:
        return self._host.daemon.sensing

    def shoe(self, what: ShoeWord) -> None:
        """Have the shoe report the status `what`, such as `shuffling` or `empty`."""
        self._say(ShoeSaid(self.now, what))

    # Faults.

    def _lost_antennas(self) -> Collection[str]:
        return self._lost

    def back(self, device: str) -> None:
        """Reconnect a device, and return once that has been observed."""
        if self._plan(device) is None:
            self._say(DeviceBack(self.now, device))
            return
        self.twin.mend(device)
        self._wait_until(lambda: device not in self._lost)
