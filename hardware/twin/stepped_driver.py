"""The simulated table as a driver whose time is advanced by its caller."""

import msgspec

from hardware.ports import Clock, Put
from hardware.twin.table import Twin


class LedTwin:
    """A driver without a thread; it reports scans when its caller advances the time."""

    def __init__(self, twin: Twin, clock: Clock) -> None:
        """Drive `twin`; its time is matched to the clock's time when `start` is called."""
        self.twin = twin
        self._clock = clock
        self._put: Put | None = None
        self._ahead = 0

    def start(self, put: Put) -> None:
        """Start reporting."""
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
