"""The single entry point for reports from drivers, which it turns into observations.

Each report contains the time. Nothing here reads a clock, waits, or touches a device.
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
from controller.sensing.compare_at_start import LONGEST, SCANNED_FOR, moved_while_off
from controller.sensing.deck_check import DeckCheck
from controller.sensing.registry import Registry
from controller.sensing.sensing import Sensing
from controller.sensing.settings import Settings, as_read
from controller.sensing.watch import AntennaWatch
from controller.table.state import Table

ASIDE: Final = frozenset({"desk", "spare"})
"""Zones outside the game: the desk where cards are enrolled, and spare antennas."""


class Intake:
    """Turns the reports of a table's drivers into observations; each start needs a new `Intake`.

    It begins with a start-up scan. Observations are held back until `settled` returns True;
    then `end_start_up` returns the differences from the table's saved state. `skip_start_up` is
    for a table that has no saved state.
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
        """Prepare to receive scans from the antennas in `plans`, beginning with a start-up scan.

        `now` is the current time (ms). `frame` is the length of a cycle of time slots (ms), or 0 if
        the antennas do not take turns. `counts` means that the shoe's antenna counts the deck.
        `watched` means that an antenna counts as lost if its scans stop arriving for some seconds,
        even if its device still responds.
        """
        self.sensing = Sensing(plans, registry, as_read(settings, plans, slots=bool(frame)))
        self.watch = AntennaWatch(plans, self.sensing, now, frame)
        exits = [plan for plan in plans if plan.zone == "shoe"]
        names = frozenset(plan.name for plan in exits)
        self._deck = DeckCheck(names, registry) if counts else None
        self._shoes = names | {plan.device for plan in exits}
        self._aside = frozenset(plan.name for plan in plans if plan.zone in ASIDE)
        self._zones = frozenset(plan.zone for plan in plans)
        self._watched = watched
        self._since = now
        self._kept: list[Observation] | None = []
        self._compared: set[str] = set()
        self._seen_since: dict[str, int] = {}

    @property
    def starting(self) -> bool:
        """Return whether the start-up scan is still running."""
        return self._kept is not None

    def take(self, report: Scan | Observation) -> Sequence[Observation]:
        """Process a driver's report, and return the observations that are ready now, in order.

        Whatever is read during the start-up scan is held back until the scan ends. Raises
        `ValueError` for a scan from an antenna that this table does not have.
        """
        if isinstance(report, Scan):
            told, counted = self._noticed(report)
            if counted or report.antenna in self._aside:
                return told
            seen = self.sensing.scan(report)
            if self._kept is not None:
                self._kept.extend(seen)
                return told
            return (*told, *seen) if told else seen
        match report:
            case DeviceLost() | DeviceBack():
                self._end_count((report,))
                return self.watch.device(report)
            case ShoeSaid() if self._deck is not None:
                read = self._deck.said(report)
                return (read, report) if read is not None else (report,)
            case _:
                return (report,)

    def told(self) -> int:
        """Return the time (ms) up to which all cards at seats have been reported, or 0 if unknown.

        It is unknown until the start-up scan ends.
        """
        return 0 if self.starting else self.sensing.told()

    def glance(self, scan: Scan) -> Sequence[Observation]:
        """Record that an antenna was read, but use its tags only for a deck count.

        This is for times when no input is accepted. Nothing is lost, because a later scan shows the
        same objects again. Returns a report that the antenna is back if it had been silent. Raises
        `ValueError` for an antenna that this table does not have.
        """
        return self._noticed(scan)[0]

    def look_around(
        self, table: Table, moving: Mapping[str, int], now: int
    ) -> Sequence[Observation]:
        """Return the changes that are noticed only as time passes; call this about once a second.

        They are reports of antennas that are no longer read, and of zones that have become
        readable. A zone that was blind at the start is compared with the saved `table` once it can
        be read. Each difference is then reported as a separate observation. `moving` maps each zone
        whose chips were in motion to the start of that motion (ms), and `now` is the time (ms).
        """
        lost = self.watch.silent(now) if self._watched else ()
        self._end_count(lost)
        news: list[Observation] = [*lost]
        if self.starting:
            return news
        seen = self.watch.zones_read()
        for zone in sorted(seen - self._compared):
            if now - self._seen_since.setdefault(zone, now) >= SCANNED_FOR:
                self._compared.add(zone)
                # A zone that was blind before the start is now known to be readable.
                blind = table.devices.blind_zones
                news += self.watch.recovered([one for one in blind if one == zone], now)
                for one in moved_while_off(table, self.sensing, {zone}, (), now, moving):
                    news += one.news if isinstance(one, FoundMoved) else (one,)
        for zone in self._seen_since.keys() - seen:
            del self._seen_since[zone]
        return news

    # The start-up scan.

    def begin_start_up(self, now: int) -> None:
        """Begin timing the start-up scan at `now` (ms)."""
        self._since = now

    def settled(self, now: int) -> bool:
        """Return whether the start-up scan can end at `now` (ms).

        It can end after 3 s, once nothing is undecided, and after 10 s in any case.
        """
        passed = now - self._since
        if passed < SCANNED_FOR:
            return False
        return passed >= LONGEST or not self.sensing.settling(slow=True)

    def end_start_up(
        self, table: Table, moving: Mapping[str, int], now: int
    ) -> Sequence[Observation]:
        """End the start-up scan at `now` (ms); return the differences from the saved `table`.

        Zones that were blind in the saved table and can now be read are reported first. `moving`
        maps each zone whose chips were in motion to the start of that motion (ms).
        """
        kept: Iterable[Observation] = self._kept or ()
        self._kept = None
        read = self.watch.zones_read()
        self._compared = set(read)
        return (
            *self.watch.recovered(table.devices.blind_zones, now),
            *moved_while_off(table, self.sensing, read, kept, now, moving),
        )

    def skip_start_up(self) -> None:
        """Trust all scans from the first one on, as there is no saved state to compare with."""
        self._kept = None
        self._compared = set(self._zones)

    def _end_count(self, reports: Iterable[DeviceLost | DeviceBack]) -> None:
        """End the deck count without a result if a report is about the shoe or its antenna."""
        if self._deck is not None and any(one.device in self._shoes for one in reports):
            self._deck.stop()

    def _noticed(self, scan: Scan) -> tuple[Sequence[Observation], bool]:
        """Record that an antenna was read, and pass its scan to the deck count.

        Returns any reports that the antenna is back, and whether the scan was part of a deck count.
        Raises `ValueError` for an antenna that this table does not have.
        """
        antenna = scan.antenna
        told = self.watch.scanned(antenna, scan.at)
        return told, antenna in self._shoes and self._deck is not None and self._deck.scan(scan)
