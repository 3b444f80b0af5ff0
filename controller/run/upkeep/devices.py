"""The status of a table's devices for maintainers: which of them respond, and how well they read.

None of it is private: it contains no uids and no cards.
"""

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, datetime

import msgspec
from msgspec.structs import force_setattr

from controller.contract.errors import Sentence, SentenceParts
from controller.contract.scans import AntennaPlan
from firmware.link import messages, wire
from firmware.link.session import FORGED
from hardware.ports import DeviceStatus, Driver, Reporting, problem_of

KINDS = (
    "damaged", "HELLO", "ASK", "REFUSED", "WELCOME", "READY", "ACK", "PING", "SNAPSHOT", "EVENT",
    "COMMAND", "LOG",
)  # fmt: skip
"""The names of the frame kinds, by number; 0 stands for an unreadable frame."""


class AntennaView(msgspec.Struct, frozen=True, omit_defaults=True):
    """An antenna's status: its `scans` per second, and how well it reads its tags.

    `share` is the fraction of reads that succeed, 0 to 1, or None if no tag has been on the antenna
    yet.
    """

    name: str
    zone: str
    device: str
    scans: float
    share: float | None = None
    lost: bool = False


class DevicesView(msgspec.Struct, frozen=True):
    """All of a table's devices and their antennas; `running` if a controller is using them.

    `problems` describe antennas whose device responds, in English, one sentence each; `parts`
    contain what is needed to translate them. Both are made from `Sentence`s.
    """

    table: str
    running: bool
    devices: tuple[DeviceStatus, ...]
    antennas: tuple[AntennaView, ...]
    problems: tuple[str, ...] = ()
    parts: tuple[SentenceParts, ...] = ()

    def __post_init__(self) -> None:
        """Store problems that are `Sentence`s as strings, and their parts beside them."""
        if any(type(problem) is not str for problem in self.problems):
            force_setattr(self, "parts", tuple(map(SentenceParts.of, self.problems)))
            force_setattr(self, "problems", tuple(map(str, self.problems)))

    def wrong(self) -> tuple[str, ...]:
        """Return one text for each problem, as a `Sentence` if it can be translated."""
        devices = [status.sentence() or _away(status) for status in self.devices]
        antennas = [one.sentence() for one in self.parts] or self.problems
        return tuple(problem for problem in (*devices, *antennas) if problem)


class FrameView(msgspec.Struct, frozen=True):
    """A frame sent between a node and the controller, without its tag data.

    `at` is wall time in UTC; `about` is an antenna's number, or the name of an event or a command.
    """

    device: str
    at: str
    way: str
    kind: str
    seq: int
    size: int
    about: str


def statuses_of(drivers: Iterable[Driver]) -> tuple[DeviceStatus, ...]:
    """Return the statuses of these drivers' devices."""
    return tuple(
        status
        for driver in drivers
        if isinstance(driver, Reporting)
        for status in driver.statuses()
    )


def view_antennas(
    plans: Sequence[AntennaPlan],
    rates: Mapping[str, float],
    shares: Mapping[str, float],
    lost: Iterable[str],
) -> tuple[AntennaView, ...]:
    """Return each antenna's status: scans per second, fraction of reads, whether it is lost."""
    gone = frozenset(lost)
    return tuple(
        AntennaView(
            plan.name,
            plan.zone,
            plan.device,
            round(rates.get(plan.name, 0.0), 1),
            round(shares[plan.name], 3) if plan.name in shares else None,
            plan.name in gone,
        )
        for plan in plans
    )


def frames_of(
    drivers: Iterable[Driver], device: str, clock: Callable[[], int]
) -> tuple[FrameView, ...]:
    """Return the last 100 frames in each direction for a node, or for all if `device` is empty."""
    from hardware.node.link import Link

    now, wall = clock(), time.time()
    views = []
    for driver in drivers:
        if not isinstance(driver, Link) or device not in {"", driver.name}:
            continue
        for frame in driver.frames():
            at = datetime.fromtimestamp(wall - (now - frame.at) / 1000, UTC)
            text = at.isoformat(timespec="milliseconds").replace("+00:00", "Z")
            kind = KINDS[frame.kind] if frame.kind < len(KINDS) else f"kind {frame.kind}"
            kind = "forged" if frame.kind == FORGED else kind
            about = _about(frame.kind, frame.part, frame.size)
            views.append(
                FrameView(driver.name, text, frame.way, kind, frame.seq, frame.size, about)
            )
    return tuple(sorted(views, key=lambda view: view.at))


def _about(kind: int, part: int, size: int) -> str:
    words = {wire.EVENT: messages.EVENTS, wire.COMMAND: messages.COMMANDS}.get(kind, ())
    if kind == wire.SNAPSHOT and size:
        return f"antenna {part}"
    return words[part] if size and part < len(words) else ""


def _away(status: DeviceStatus) -> str:
    return "" if status.up else problem_of(status.name, Sentence("does not answer"))
