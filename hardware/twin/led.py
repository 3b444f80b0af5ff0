"""The simulated table as a driver whose time whoever moves things on it lets pass."""

import msgspec

from hardware.ports import Clock, Put
from hardware.twin.table import Twin


class LedTwin:
    """A driver between `start` and `stop`, without a thread: scans come while time is let pass."""

    def __init__(self, twin: Twin, clock: Clock) -> None:
        """Drive `twin`; its time of `start` becomes the clock's time then."""
        self.twin = twin
        self._clock = clock
        self._put: Put | None = None
        self._ahead = 0

    def start(self, put: Put) -> None:
        """Report from now on."""
        self._ahead = self._clock() - self.twin.now
        self._put = put

    def stop(self) -> None:
        """Report no more."""
        self._put = None

    def pass_time(self, until: int) -> None:
        """Let the twin's time pass up to `until` (ms), and report what it reads."""
        put = self._put
        for report in self.twin.run_until(until):
            if put is not None:
                put(msgspec.structs.replace(report, at=report.at + self._ahead))
