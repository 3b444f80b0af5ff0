"""What the controller asks of a device, real or simulated: the Protocols of the drivers.

A driver has a thread of its own. All drivers' threads end in one queue: the `put` that they are
given. They stamp what they report with table time, from the clock that they are given too.
"""

import time
from collections.abc import Callable
from typing import Literal, Protocol, runtime_checkable

import msgspec

from controller.contract.marks import Mark
from controller.contract.observations import Observation
from controller.contract.public import PublicState
from controller.contract.scans import Scan


class Marked(msgspec.Struct, frozen=True):
    """What has come of one event of a device, which keeps the event until this is on disk.

    Nothing may have come of it (the first key of a menu): it is taken down all the same.
    """

    reports: "tuple[Report, ...]"
    mark: Mark


Report = Scan | Observation | Marked
Put = Callable[[Report], None]
Clock = Callable[[], int]
"""Returns table time: integer milliseconds that never go back."""


def wall_ticks() -> int:
    """Return the milliseconds since some moment in the past."""
    return time.monotonic_ns() // 1_000_000


PINS = "pins"
"""The kind of a device on the Pi's own pins."""


Proof = Literal["", "proven", "unproven", "refuted"]
"""Whether a node is who it says it is: it has shown its key; it is believed without one; it has not
that node's key, and is not believed. Empty while nobody knows."""


class DeviceStatus(msgspec.Struct, frozen=True, omit_defaults=True):
    """How a device is: who is there, what is wrong, and what it has carried since the start.

    `problem` says what to do, and may be there although the device is `up`. Of a node, `frames`
    and `damaged` count what came in, `missed` the snapshots that never came, `again` the commands
    that had to be repeated, `left_out` what was more than a node may say; `damaged` of a reader are
    answers of no use. `forged` are whole frames that the node has not said.
    """

    name: str
    port: str
    up: bool
    problem: str
    node: str = ""
    role: str = ""
    firmware: str = ""
    frames: int = 0
    damaged: int = 0
    missed: int = 0
    again: int = 0
    left_out: int = 0
    kind: str = "node"
    proof: Proof = ""
    forged: int = 0
    by_name: bool = False


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
        """Return whether the driver's loop has turned in the last few seconds."""
        ...


@runtime_checkable
class Keeping(Protocol):
    """A driver whose device keeps what happened once until it is told that it is on disk."""

    name: str

    def keep_until_confirmed(self, mark: Mark | None) -> None:
        """Report what happened once as `Marked` from the start on, beginning after `mark`.

        To be called before `start`. Without a mark the device's oldest event is the first.
        """
        ...

    def confirm(self, mark: Mark) -> None:
        """Announce that this is on disk, and all that the device reported before it."""
        ...


@runtime_checkable
class Showing(Protocol):
    """A driver whose device shows something of the table: a pad, a ring, a gate."""

    def show(self, state: PublicState) -> None:
        """Take a new public state of the table; gives at once."""
        ...


@runtime_checkable
class Reporting(Protocol):
    """A driver that says how its devices are."""

    def statuses(self) -> tuple[DeviceStatus, ...]:
        """Return how each device is, in the order of the config."""
        ...
