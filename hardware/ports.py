"""What the controller asks of a device, real or simulated: the Protocols of the drivers.

A driver has a thread of its own. All drivers' threads end in one queue: the `put` that they are
given. They stamp what they report with table time, from the clock that they are given too.
"""

from collections.abc import Callable
from typing import Protocol, runtime_checkable

from controller.contract.observations import Observation
from controller.contract.scans import Scan

Report = Scan | Observation
Put = Callable[[Report], None]
Clock = Callable[[], int]
"""Gives table time: integer milliseconds that never go back."""


@runtime_checkable
class Driver(Protocol):
    """One device, or all devices of one kind, between `start` and `stop`."""

    def start(self, put: Put) -> None:
        """Begin to report; gives at once. `put` may be called from any thread and never blocks.

        A device that does not answer is reported as `DeviceLost`, and as `DeviceBack` when it
        does again: it is no reason to raise.
        """
        ...

    def stop(self) -> None:
        """End the threads and let the device go; it is ready for another controller then.

        May be called twice, and without a `start`.
        """
        ...


@runtime_checkable
class Alive(Protocol):
    """A driver that says whether it gets on; one that can't is taken to be well."""

    def alive(self) -> bool:
        """Say whether the driver's loop has turned in the last few seconds."""
        ...
