"""The driver protocols: the interface between the controller and a device, real or simulated.

Each driver has its own thread. All drivers report to one queue, through the `put` function passed
to them. They timestamp their reports in table time, which they take from a clock that is also
passed to them.
"""

import time
from collections.abc import Callable
from typing import Literal, Protocol, runtime_checkable

import msgspec
from msgspec.structs import force_setattr

from controller.contract.errors import Say, Sentence, SentenceParts
from controller.contract.observations import Observation
from controller.contract.once_only import Mark
from controller.contract.public import PublicState
from controller.contract.scans import Scan


class Marked(msgspec.Struct, frozen=True):
    """The reports that result from one input at a device, such as a key press.

    The device keeps the input until the reports are on disk. `mark` identifies the input. There may
    be no reports, as after the first key in a menu; the mark is recorded even then.
    """

    reports: "tuple[Report, ...]"
    mark: Mark


Report = Scan | Observation | Marked
Put = Callable[[Report], None]
Clock = Callable[[], int]
"""A function that returns the table time: integer milliseconds that never decrease."""


def wall_ticks() -> int:
    """Return the milliseconds since a fixed point in the past; the value never decreases."""
    return time.monotonic_ns() // 1_000_000


PINS = "pins"
"""The `kind` of a device on the Pi's own pins."""


Proof = Literal["", "proven", "unproven", "refuted"]
"""Whether a node is the one it claims to be. `proven`: it has proved that it holds its key.
`unproven`: it is accepted without a key. `refuted`: it does not have the key of the node that it
claims to be, and is rejected. Empty while this is unknown."""


class DeviceStatus(msgspec.Struct, frozen=True, omit_defaults=True):
    """A device's status: its identity, its problem, and its traffic counters since the start.

    Identity: `name`, `port` and `kind` are those of the device. If `by_name` is true, the node is
    looked for on other ports as well. `node`, `role` and `firmware` are as the node reports them,
    and `proof` shows whether it has proved its identity.

    State: `up` is true if the device is connected. `problem` is the problem and its remedy in
    English, or "". A connected device may also have a problem. `parts` holds the data for
    translating `problem`, or is None if `problem` is plain text.

    Counters: `frames` counts frames received intact. `damaged` counts damaged frames or, for a
    reader, unusable replies. `missed` counts snapshots that never arrived. `again` counts commands
    that had to be repeated. `left_out` counts messages that were dropped because the device sent
    too many. `forged` counts intact frames that the node did not send.
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
    parts: SentenceParts | None = None

    def __post_init__(self) -> None:
        """If the problem is a `Sentence`, store it as a plain string, and its parts in `parts`."""
        if type(self.problem) is not str:
            force_setattr(self, "parts", SentenceParts.of(self.problem))
            force_setattr(self, "problem", str(self.problem))

    def in_words(self, say: Say) -> str:
        """Return the problem in the language of `say` if possible, or "" if there is none."""
        return self.problem if self.parts is None else self.parts.sentence().said(say)

    def sentence(self) -> Sentence | str:
        """Return the problem, as a translatable `Sentence` if possible, or "" if there is none."""
        return self.problem if self.parts is None else self.parts.sentence()


def problem_of(device: str, what: str) -> Sentence:
    """Return a problem as a sentence that begins with the device's name.

    `what` is the problem itself, a string or a `Sentence`.
    """
    return Sentence("{name}: {what}", name=device, what=what)


def without_device(problem: str) -> str:
    """Return a problem without the device's name that `problem_of` has put before it.

    A problem that was not made by `problem_of` is returned unchanged.
    """
    what = problem.values.get("what") if isinstance(problem, Sentence) else None
    return what if isinstance(what, str) else problem


@runtime_checkable
class Driver(Protocol):
    """A driver for one device, or for all devices of one kind."""

    def start(self, put: Put) -> None:
        """Start reporting; returns at once. `put` may be called from any thread and never blocks.

        A device that does not respond is reported as `DeviceLost`, and as `DeviceBack` when it
        responds again. No error is raised for a missing device.
        """

    def stop(self) -> None:
        """End the threads and release the device, so that another controller can open it.

        May be called twice, and even if `start` was never called.
        """


@runtime_checkable
class Alive(Protocol):
    """A driver that reports whether it is alive; all other drivers are assumed to be alive."""

    def alive(self) -> bool:
        """Return whether the driver's loop has run in the last few seconds."""


@runtime_checkable
class Keeping(Protocol):
    """A driver whose device stores each event, such as a key press, until it is saved to disk."""

    name: str

    def keep_until_confirmed(self, mark: Mark | None) -> None:
        """Report events (not scans) as `Marked`, starting with the event after `mark`.

        Call this before `start`. If `mark` is None, the device's oldest event comes first.
        """

    def confirm(self, mark: Mark) -> None:
        """Tell the device that this event and all earlier ones have been saved to disk."""


@runtime_checkable
class Showing(Protocol):
    """A driver whose device displays or follows the table's state: a pad, a ring or a gate."""

    def show(self, state: PublicState) -> None:
        """Process a new public state of the table; returns immediately."""


@runtime_checkable
class Reporting(Protocol):
    """A driver that reports the status of its devices."""

    def statuses(self) -> tuple[DeviceStatus, ...]:
        """Return each device's status, in the order of the config."""
