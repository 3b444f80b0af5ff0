"""What the drivers of a table report becomes observations: the one way in, for every depth.

Time comes in with what is reported. Nothing here asks a clock, waits, or touches a device.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from controller.contract.observations import (
    DeviceBack,
    DeviceLost,
    FoundMoved,
    Observation,
    ShoeSaid,
)
from controller.contract.scans import AntennaPlan, Scan
from controller.sensing.deck_check import DeckCheck
from controller.sensing.registry import Registry
from controller.sensing.sensing import Sensing
from controller.sensing.settings import Settings, as_read
from controller.sensing.start import LONGEST, SCANNED_FOR, moved_while_off
from controller.sensing.watch import AntennaWatch
from controller.table.state import Table

NOTHING: Final[tuple[Observation, ...]] = ()

ASIDE: Final = frozenset({"desk", "spare"})
"""Zones that take no part in the game: where cards are enrolled, and where nothing lies."""


class Intake:
    """Everything between a table's drivers and its hand engine; one for each start of a table.

    It begins with a start-up scan: what sensing says is kept until `settled`, and `end_start_up`
    gives what lies otherwise than the table remembers. `skip_start_up` begins a table that
    remembers nothing.
    """

    def __init__(
        self,
        plans: Sequence[AntennaPlan],
        registry: Registry,
        settings: Settings,
        *,
        now: int = 0,
        counts: bool = True,
        watched: bool = False,
        frame: int = 0,
    ) -> None:
        """Read the antennas of `plans` from time `now` (ms) on, by time slots of a `frame` of ms.

        `counts` says that the shoe's antenna counts the deck, `watched` that an antenna is lost
        when nothing is read by it for long, whatever its device says.
        """
        self.sensing = Sensing(plans, registry, as_read(settings, plans, slots=frame > 0))
        self.watch = AntennaWatch(plans, self.sensing, now, frame)
        exits = frozenset(plan.name for plan in plans if plan.zone == "shoe")
        self._deck = DeckCheck(exits, registry) if counts else None
        self._aside = frozenset(plan.name for plan in plans if plan.zone in ASIDE)
        self._zones = frozenset(plan.zone for plan in plans)
        self._watched = watched
        self._since = now
        self._kept: list[Observation] | None = []
        self._compared: set[str] = set()
        self._seen_since: dict[str, int] = {}

    @property
    def starting(self) -> bool:
        """Return whether the start-up scan goes on."""
        return self._kept is not None

    def take(self, report: Scan | Observation) -> Sequence[Observation]:
        """Return what a report means now, in order; a scan of the start-up is kept.

        Raises `ValueError` for a scan of an antenna that this table has not.
        """
        match report:
            case Scan():
                told, counted = self._noticed(report)
                if counted or report.antenna in self._aside:
                    return told
                seen = self.sensing.scan(report)
                if self._kept is not None:
                    self._kept.extend(seen)
                    return told
                return (*told, *seen) if told else seen
            case DeviceLost() | DeviceBack():
                return self.watch.device(report)
            case ShoeSaid() if self._deck is not None:
                read = self._deck.said(report)
                return (read, report) if read is not None else (report,)
            case _:
                return (report,)

    def told(self) -> int:
        """Return until when (ms) cards that lay before seats have been told; 0: nobody knows.

        What the start-up scan finds is kept until its end, so nothing is told before.
        """
        return 0 if self.starting else self.sensing.told()

    def glance(self, scan: Scan) -> Sequence[Observation]:
        """Take down that an antenna was read, and not what: for a table that takes nothing now.

        A scan is a snapshot, so what is left out is seen in a later one. Raises as `take`.
        """
        return self._noticed(scan)[0]

    def look_around(
        self, table: Table, moving: Mapping[str, int], now: int
    ) -> Sequence[Observation]:
        """Return what has come of time alone: antennas that fell silent, zones read at last.

        To be called about once a second. What lies otherwise than `table` remembers in a zone
        that was dark at the start comes one by one: what other zones hold back stays held back.
        """
        news: list[Observation] = list(self.watch.silent(now)) if self._watched else []
        if self.starting:
            return news
        seen = self.watch.zones_read()
        for zone in seen - self._compared:
            if now - self._seen_since.setdefault(zone, now) >= SCANNED_FOR:
                self._compared.add(zone)
                for one in moved_while_off(table, self.sensing, {zone}, (), now, moving):
                    news += one.news if isinstance(one, FoundMoved) else (one,)
        for zone in self._seen_since.keys() - seen:
            del self._seen_since[zone]
        return news

    # The start.

    def begin_start_up(self, now: int) -> None:
        """Count the time of the start-up scan from `now` (ms) on."""
        self._since = now

    def settled(self, now: int) -> bool:
        """Return whether all has been scanned for long enough, and nothing is undecided."""
        passed = now - self._since
        if passed < SCANNED_FOR:
            return False
        return passed >= LONGEST or not self.sensing.settling(slow=True)

    def end_start_up(
        self, table: Table, moving: Mapping[str, int], now: int
    ) -> Sequence[Observation]:
        """Return what lies otherwise than `table` remembers, and which blind zones see again."""
        kept: Iterable[Observation] = self._kept or ()
        self._kept = None
        read = self.watch.zones_read()
        self._compared = set(read)
        return (
            *self.watch.recovered(table.devices.blind_zones, now),
            *moved_while_off(table, self.sensing, read, kept, now, moving),
        )

    def skip_start_up(self) -> None:
        """Believe what is read from the first scan on: nothing is remembered to compare it with."""
        self._kept = None
        self._compared = set(self._zones)

    def _noticed(self, scan: Scan) -> tuple[Sequence[Observation], bool]:
        """Return what the reading itself tells, and whether it went into the count of a deck."""
        if not self.watch.has(scan.antenna):
            raise ValueError(f'a scan of antenna "{scan.antenna}", which this table has not')
        told = self.watch.scanned(scan.antenna, scan.at)
        return told, self._deck is not None and self._deck.scan(scan)
