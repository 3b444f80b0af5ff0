"""The status of a table's devices: which of them respond, and how well their antennas read.

It is meant for maintainers and contains nothing private: no uids and no cards.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence

import msgspec
from msgspec.structs import force_setattr

from controller.contract.errors import Sentence, SentenceParts
from controller.contract.scans import AntennaPlan
from controller.journal.reader import wall_text
from controller.run.upkeep.wall_clock import wall_ms
from firmware.link import messages, wire
from firmware.link.session import FORGED
from hardware.ports import DeviceStatus, Driver, Reporting, problem_of

KINDS = (
    "damaged", "HELLO", "ASK", "REFUSED", "WELCOME", "READY", "ACK", "PING", "SNAPSHOT", "EVENT",
    "COMMAND", "LOG",
)  # fmt: skip
"""The names of the kinds of frames, indexed by number; number 0 stands for an unreadable frame."""


class AntennaView(msgspec.Struct, frozen=True, omit_defaults=True):
    """The status of an antenna.

    `scans` is the number of scans per second. `share` is the fraction of reads that succeed, 0 to
    1, or None if no tag has been on the antenna yet. `lost` means that it is no longer scanned.
    """

    name: str
    zone: str
    device: str
    scans: float
    share: float | None = None
    lost: bool = False


class DevicesView(msgspec.Struct, frozen=True):
    """The status of all devices and antennas of a table.

    `running` means that a controller is using them. `problems` are sentences in English about
    antennas whose device responds. `parts` contains the data needed to translate each of these
    sentences.
    """

    table: str
    running: bool
    devices: tuple[DeviceStatus, ...]
    antennas: tuple[AntennaView, ...]
    problems: tuple[str, ...] = ()
    parts: tuple[SentenceParts, ...] = ()

    def __post_init__(self) -> None:
        """Split each problem that is a `Sentence` into its English text and its `parts`."""
        if any(type(problem) is not str for problem in self.problems):
            force_setattr(self, "parts", tuple(map(SentenceParts.of, self.problems)))
            force_setattr(self, "problems", tuple(map(str, self.problems)))

    def wrong(self) -> tuple[str, ...]:
        """Return a message for each problem with a device or antenna.

        A message is plain English text, or a `Sentence` that can be translated.
        """
        away = Sentence("is not responding")
        devices = [
            status.sentence() or ("" if status.up else problem_of(status.name, away))
            for status in self.devices
        ]
        antennas = [one.sentence() for one in self.parts] or self.problems
        return tuple(problem for problem in (*devices, *antennas) if problem)


class FrameView(msgspec.Struct, frozen=True):
    """A frame that was sent between a node and the controller, without the data of any tag.

    `device` is the node's name. `at` is the time, in UTC. `way` is `in` if the controller received
    the frame, or `out` if it sent it. `kind` is one of `KINDS`, or `forged`, or a string such as
    `kind 99` if `KINDS` has no name for it. `seq` is the frame's sequence number. `size` is in
    bytes. `about` is an antenna such as `antenna 2`, the name of an event or a command, or "".
    """

    device: str
    at: str
    way: str
    kind: str
    seq: int
    size: int
    about: str


def statuses_of(drivers: Iterable[Driver]) -> tuple[DeviceStatus, ...]:
    """Return the statuses of all devices of these drivers."""
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
    """Return the status of each antenna in `plans`.

    `rates` are scans per second, and `shares` the fractions of reads that succeed, both by antenna
    name. `lost` lists the names of antennas that are no longer scanned.
    """
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
    """Return the latest frames exchanged with a node, or with all nodes if `device` is "".

    For each node, these are the last 100 frames in each direction. They are in chronological order.
    """
    from hardware.node.link import Link

    now, wall = clock(), wall_ms()
    views = []
    for driver in drivers:
        if not isinstance(driver, Link) or device not in {"", driver.name}:
            continue
        for frame in driver.frames():
            at = wall_text(wall - (now - frame.at))
            kind = KINDS[frame.kind] if frame.kind < len(KINDS) else f"kind {frame.kind}"
            kind = "forged" if frame.kind == FORGED else kind
            about = _about(frame.kind, frame.part, frame.size)
            views.append(FrameView(driver.name, at, frame.way, kind, frame.seq, frame.size, about))
    return tuple(sorted(views, key=lambda view: view.at))


def _about(kind: int, part: int, size: int) -> str:
    words = {wire.EVENT: messages.EVENTS, wire.COMMAND: messages.COMMANDS}.get(kind, ())
    if kind == wire.SNAPSHOT and size:
        return f"antenna {part}"
    return words[part] if size and part < len(words) else ""
