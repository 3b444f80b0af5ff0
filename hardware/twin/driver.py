"""The simulated table as a driver, in real time or in time that its caller advances."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager

import msgspec

from hardware.ports import Clock, Put
from hardware.twin.table import Twin

TURN = 0.02


class TwinDriver:
    """Keeps the simulated table's time in step with the table clock, and reports its scans."""

    def __init__(self, twin: Twin, clock: Clock) -> None:
        """Drive `twin`; its time is matched to the clock's time when `start` is called."""
        self.twin = twin
        self._clock = clock
        self._lock = threading.Lock()
        self._stopping = threading.Event()
        self._turned = threading.Event()
        self._thread = threading.Thread(target=self._run, name="twin", daemon=True)
        self._put: Put | None = None

    def start(self, put: Put) -> None:
        """Start reporting scans."""
        self._put = put
        self._thread.start()

    def stop(self) -> None:
        """Stop the simulated table's time."""
        self._stopping.set()
        if self._thread.ident is not None:
            self._thread.join(5)

    def alive(self) -> bool:
        """Return whether the simulated table's time has advanced since the last call."""
        turned = self._turned.is_set()
        self._turned.clear()
        return turned and self._thread.is_alive()

    @contextmanager
    def hands_on(self) -> Iterator[Twin]:
        """Yield the simulated table with its time stopped, so that objects on it can be moved."""
        with self._lock:
            yield self.twin

    def _run(self) -> None:
        put = self._put
        assert put is not None
        began = self._clock() - self.twin.now
        while not self._stopping.wait(TURN):
            with self._lock:
                for report in self.twin.run_until(self._clock() - began):
                    put(msgspec.structs.replace(report, at=report.at + began))
            self._turned.set()


class LedTwin:
    """A simulated table's driver without a thread: it reports scans when its time is advanced."""

    def __init__(self, twin: Twin, clock: Clock) -> None:
        """Drive `twin`; its time is matched to the clock's time when `start` is called."""
        self.twin = twin
        self._clock = clock
        self._put: Put | None = None
        self._ahead = 0

    def start(self, put: Put) -> None:
        """Start reporting to `put`."""
        self._ahead = self._clock() - self.twin.now
        self._put = put

    def stop(self) -> None:
        """Stop reporting."""
        self._put = None

    def pass_time(self, until: int) -> None:
        """Advance the simulated table's time to `until` (ms), and report its scans."""
        put = self._put
        for report in self.twin.run_until(until):
            if put is not None:
                put(msgspec.structs.replace(report, at=report.at + self._ahead))
