"""Runs a complete controller for a simulated table in a thread of this process."""

import asyncio
import threading

from controller.config.model import TableConfig
from controller.play.sinks.sink import ControllerFailed
from controller.run.loop.daemon import Daemon
from controller.run.loop.drivers import Drivers
from controller.run.loop.runtime import ResultOutput
from controller.sensing.registry import Registry
from hardware.ports import Clock

ENDS_WITHIN = 30.0


class Hosted:
    """A daemon, i.e. a complete controller, that runs in its own thread.

    `heard` is called in that thread with each observation and its result.
    """

    def __init__(
        self, config: TableConfig, drivers: Drivers, ticks: Clock, speed: float,
        heard: ResultOutput, *, broker: bool = True,
    ) -> None:  # fmt: skip
        """Prepare a daemon for the table that `config` describes.

        `drivers` opens the table's drivers. `ticks` returns the daemon's time in ms. That time may
        run at up to `speed` times the pace of the wall clock. `heard` is called with each
        observation and its result. `broker` means that the daemon connects to a broker.
        """
        self.daemon = Daemon(config, drivers, broker=broker, ticks=ticks, speed=speed)
        self.daemon.on_result.append(heard)
        self._failed: list[BaseException] = []
        self._thread = threading.Thread(target=self._run, name="table", daemon=True)

    def start(self) -> None:
        """Start the daemon, and return immediately; `daemon.ready` is set when it is ready."""
        self._thread.start()

    def stop(self) -> None:
        """Stop the daemon as SIGTERM would.

        Raises `ControllerFailed` if the daemon does not stop, or has ended with an error.
        """
        self.daemon.stop()
        self._thread.join(ENDS_WITHIN)
        if self._thread.is_alive():
            raise ControllerFailed("the controller does not stop")
        self.check()

    def check(self) -> None:
        """Raise `ControllerFailed` if the daemon has ended with an error."""
        if self._failed:
            raise ControllerFailed("the controller has failed") from self._failed[0]

    @property
    def running(self) -> bool:
        """Return whether the daemon's thread is running."""
        return self._thread.is_alive()

    def idle(self) -> bool:
        """Return whether the daemon has processed all its input, and no wake-up is due now.

        Return True if the daemon is not running.
        """
        daemon = self.daemon
        if not daemon.idle:
            return not self.running
        wake = daemon.runtime.wake_at
        due = wake is not None and wake <= daemon.clock() and daemon.ready.is_set()
        return not due and daemon.idle

    def share(self, known: Registry) -> None:
        """Enrol the tags that are new in `known`, as if that had been done before the game."""
        registry = self.daemon.registry
        if len(registry) != len(known):
            for uid, tag in known.items():
                if uid not in registry:
                    registry.enrol(uid, tag)

    def _run(self) -> None:
        try:
            asyncio.run(self.daemon.run())
        except BaseException as error:  # noqa: BLE001
            self._failed.append(error)
