"""Times a controller from within its own process, where each part of the chain calls the next.

The controller is the product's own, started by its command; the calls are wrapped before it starts,
and the timings are written to a file when it has ended. Times are ns of the machine's monotonic
clock, which all processes share.
"""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
from paho.mqtt.client import Client

from controller.contract.observations import CardAt, CardLeft, ChipsAt
from controller.contract.scans import Scan
from controller.journal import Journal
from controller.sensing.sensing import Sensing
from hardware.node.link import Link
from hardware.pins.gpio import Apa102Ring


class Event(msgspec.Struct):
    """One event on its way: its scan was queued by link `port`, its transaction begun, and so on.

    `on_pty`, the time at which that scan's last byte was written, is filled in by the writer;
    `busy` is the controller's processor time between `queued` and `begun`, in all its threads.
    """

    seq: int
    port: str
    queued: int
    begun: int
    busy: int
    committed: int
    published: int = 0
    confirmed: int = 0
    on_pty: int = 0


class Timed(msgspec.Struct):
    """The timings: events, the ends of all transactions with an event, and the ring.

    `drawn` is when the ring was asked to show a frame, `rings` when it had written it, 0 if the
    frame was unchanged.
    """

    events: list[Event] = []
    commits: list[int] = []
    rings: list[int] = []
    drawn: list[int] = []


class Stopwatch:
    """The collector of timings. Every part of the chain reports to it, in the part's own thread."""

    def __init__(self) -> None:
        self.timed = Timed()
        self._by_seq: dict[int, Event] = {}
        self._queued: dict[tuple[str, int], tuple[str, int, int]] = {}
        self._cause: tuple[str, int, int] | None = None

    @contextmanager
    def looking(self) -> Iterator[None]:
        """Time everything during the block."""
        seams: list[tuple[Any, str, Callable[[Any], Any]]] = [
            (Link, "_report", self._report),
            (Sensing, "scan", self._scan),
            (Journal, "record", self._record),
            (Journal, "acknowledge", self._acknowledge),
            (Client, "publish", self._publish),
            (Apa102Ring, "show", self._show),
        ]
        before = [getattr(where, name) for where, name, _ in seams]
        for (where, name, watched), was in zip(seams, before, strict=True):
            setattr(where, name, watched(was))
        try:
            yield
        finally:
            for (where, name, _), was in zip(seams, before, strict=True):
                setattr(where, name, was)

    def _report(self, was: Any) -> Any:
        def report(link: Link, reports: Any, *more: Any, **named: Any) -> None:
            reports = tuple(reports)
            now, spent = time.monotonic_ns(), time.process_time_ns()
            for one in reports:
                if isinstance(one, Scan):
                    self._queued[one.antenna, one.at] = link.name, now, spent
            was(link, reports, *more, **named)

        return report

    def _scan(self, was: Any) -> Any:
        def scan(sensing: Sensing, one: Scan) -> Any:
            times = self._queued.pop((one.antenna, one.at), None)
            found = was(sensing, one)
            if found:
                self._cause = times
            return found

        return scan

    def _record(self, was: Any) -> Any:
        def record(
            journal: Journal, observation: Any, public: Any = (), *more: Any, **named: Any
        ) -> Any:
            begun, spent = time.monotonic_ns(), time.process_time_ns()
            seq = was(journal, observation, public, *more, **named)
            cause, self._cause = self._cause, None
            if public:
                committed = time.monotonic_ns()
                self.timed.commits.append(committed)
                if cause and isinstance(observation, CardAt | CardLeft | ChipsAt):
                    first = seq - len(public) + 1
                    port, queued, before = cause
                    event = Event(first, port, queued, begun, spent - before, committed)
                    self.timed.events.append(event)
                    self._by_seq[first] = event
            return seq

        return record

    def _acknowledge(self, was: Any) -> Any:
        def acknowledge(journal: Journal, seq: int) -> None:
            now = time.monotonic_ns()
            for one in [one for one in self._by_seq if one <= seq]:
                self._by_seq.pop(one).confirmed = now
            was(journal, seq)

        return acknowledge

    def _publish(self, was: Any) -> Any:
        def publish(
            client: Client, topic: str, payload: Any = None, *more: Any, **named: Any
        ) -> Any:
            now = time.monotonic_ns()
            if "/event/" in topic:
                event = self._by_seq.get(msgspec.json.decode(payload)["seq"])
                if event is not None and not event.published:
                    event.published = now
            return was(client, topic, payload, *more, **named)

        return publish

    def _show(self, was: Any) -> Any:
        def show(ring: Apa102Ring, frame: Any) -> bool:
            written: bool = was(ring, frame)
            # An unchanged frame is not written, so a later one is not due to that event.
            self.timed.rings.append(time.monotonic_ns() if written else 0)
            self.timed.drawn.append(time.monotonic_ns())
            return written

        return show


@contextmanager
def timed_into(path: Path) -> Iterator[None]:
    """Time the controller that runs in the block; write the timings to a file."""
    stopwatch = Stopwatch()
    try:
        with stopwatch.looking():
            yield
    finally:
        path.write_bytes(msgspec.json.encode(stopwatch.timed))


def read_timed(path: Path) -> Timed:
    """Return the timings written by another process."""
    return msgspec.json.decode(path.read_bytes(), type=Timed)
