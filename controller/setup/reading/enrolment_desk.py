"""Reads the table's antennas during setup, and finds the tags that are reliably present on each.

It uses the table's own drivers. The tags may be in cards, chips or badges.
"""

import queue
import time
from collections import Counter, deque
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from controller.config.model import TableConfig
from controller.contract.errors import Sentence, TapisError
from controller.contract.scans import AntennaPlan, Scan
from controller.journal.faults import JournalBusy, JournalError
from controller.journal.lock import WriterLock
from controller.run.loop.drivers import Drivers
from controller.sensing.registry import Registry
from controller.setup.words import N_
from controller.toml.file import about_file
from hardware.ports import Driver, Report

ENOUGH = 3
WINDOW = 8
"""A tag is on an antenna if at least `ENOUGH` of the antenna's last `WINDOW` scans read it."""

CHANGING = 4
"""A tag is changing its uid if at least this many of the last `WINDOW` scans read a uid that no
other scan read."""

PATIENCE = 5.0
"""The time in seconds without any scan after which an antenna counts as silent."""


class Busy(TapisError):
    """The table is in use, or it is unclear whether it is; the message states the remedy."""


class EnrolmentDesk:
    """Collects what a table's antennas read, for enrolling and measuring tags."""

    def __init__(self, plans: Iterable[AntennaPlan]) -> None:
        self.plans = {plan.name: plan for plan in plans}
        self._reports: queue.SimpleQueue[Report] = queue.SimpleQueue()

    def put(self, report: Report) -> None:
        """Receive a driver's report; may be called from any thread."""
        self._reports.put(report)

    def next_scan(self, seconds: float) -> Scan | None:
        """Return the next scan from any antenna, or None if none arrives in `seconds` seconds."""
        until = time.monotonic() + seconds
        while True:
            try:
                report = self._reports.get(timeout=max(until - time.monotonic(), 0.0))
            except queue.Empty:
                return None
            if isinstance(report, Scan) and report.antenna in self.plans:
                return report

    def forget(self) -> None:
        """Discard all reports received so far."""
        while not self._reports.empty():
            self._reports.get()


class RecentScans:
    """The tags on one antenna, according to its last `WINDOW` scans."""

    def __init__(self) -> None:
        self._scans: deque[tuple[str, ...]] = deque(maxlen=WINDOW)
        self.scans = 0
        self.news_at = 0

    def scan(self, tags: tuple[str, ...]) -> None:
        """Add one scan."""
        before = self.lying()
        self._scans.append(tags)
        self.scans += 1
        if not self.lying() <= before:
            self.news_at = self.scans

    def lying(self) -> frozenset[str]:
        """Return the tags read often enough to be considered reliably present."""
        return frozenset(uid for uid, reads in self._reads().items() if reads >= ENOUGH)

    def seen(self) -> frozenset[str]:
        """Return every tag that was read recently, even if only once."""
        return frozenset(self._reads())

    def doubtful(self) -> frozenset[str]:
        """Return the tags read recently, but too rarely to be considered present."""
        return self.seen() - self.lying()

    def strength(self) -> int:
        """Return the highest number of recent reads of any tag."""
        return max(self._reads().values(), default=0)

    def quiet(self, scans: int) -> bool:
        """Return whether no new tag has appeared in the last `scans` scans."""
        return self.scans - self.news_at >= scans

    def changing(self) -> bool:
        """Return whether some tag gives a different uid each time it is read."""
        reads = self._reads()
        return sum(any(reads[uid] == 1 for uid in tags) for tags in self._scans) >= CHANGING

    def _reads(self) -> Counter[str]:
        return Counter(uid for tags in self._scans for uid in set(tags))


@contextmanager
def at_the_desk(
    config: TableConfig, registry: Registry, drivers: Drivers
) -> Iterator[EnrolmentDesk]:
    """Yield a table's antennas for enrolment, read by its own drivers.

    Raises `Busy` if a controller is running the table, and `FileProblems` if no drivers can be
    opened.
    """
    lock = _alone(Path(config.journal))
    began = time.monotonic_ns()
    desk = EnrolmentDesk(config.plans())
    opened: Sequence[Driver] = ()
    try:
        opened = drivers(config, registry, lambda: (time.monotonic_ns() - began) // 1_000_000)
        for driver in opened:
            driver.start(desk.put)
        yield desk
    finally:
        for driver in opened:
            driver.stop()
        if lock is not None:
            lock.release()


def _alone(journal: Path) -> WriterLock | None:
    """Take the lock that a table's controller holds while it runs, and return it.

    Returns None if no controller has ever run here. Raises `Busy` if the lock is taken or can't be
    used.
    """
    try:
        if not journal.exists() and not journal.with_name(journal.name + ".lock").exists():
            return None
        return WriterLock(journal)
    except JournalBusy as error:
        raise Busy(
            N_(
                "{problem}\nOnly one program at a time can read the antennas. Stop the "
                "table first (sudo systemctl stop tapis, or Ctrl-C where it runs), and "
                "start it again afterwards."
            ),
            problem=error,
        ) from None
    except (JournalError, PermissionError):
        raise Busy(
            N_(
                "{journal} can't be opened, so it is unclear whether the table is running. Run "
                "this as the user who owns the table: sudo -u tapis tapis ..."
            ),
            journal=journal,
        ) from None


def choose_antenna(plans: Iterable[AntennaPlan], name: str = "") -> AntennaPlan:
    """Return the antenna for enrolment: the one whose name or zone is `name`.

    By default, it is the antenna of the enrolment desk, or else the one under the board cards.
    Raises `FileProblems` if the table has no such antenna.
    """
    have = {plan.name: plan for plan in plans}
    if name in have:
        return have[name]
    for zone in (name,) if name else ("desk", "board"):
        for plan in have.values():
            if plan.zone == zone:
                return plan
    if name:
        right = Sentence("one of {known}", known=", ".join(have))
        raise about_file("--antenna", Sentence('there is no antenna "{name}"', name=name), right)
    right = Sentence('an [[antennas]] entry with zone = "desk" in table.toml')
    raise about_file("table.toml", Sentence("there is no antenna to enrol on"), right)
