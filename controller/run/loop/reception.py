"""Turns the drivers' reports into observations, and queues them for the engine."""

import logging
from collections.abc import Iterable

from controller.contract.observations import DeviceBack, DeviceLost, Observation
from controller.contract.scans import Scan
from controller.run.loop.pending import Pending
from controller.run.loop.runtime import Runtime
from controller.sensing.compare_at_start import zones_of
from controller.sensing.intake import Intake
from controller.table.power_loss import Awaited
from hardware.ports import Marked, Report
from hardware.timing.dynamic_slots import Rounds

log = logging.getLogger(__name__)


class Reception:
    """Turns reports into observations and queues them; logs problems that a technician must see."""

    def __init__(
        self, intake: Intake, pending: Pending, runtime: Runtime, rounds: Rounds | None = None
    ) -> None:
        """Interpret reports with `intake`; queue the observations in `pending`.

        `runtime` is the table to which they belong. `rounds` is the schedule by which antennas take
        turns; it is told about scans and lost devices, so that it can adapt.
        """
        self._rounds = rounds
        self._intake = intake
        self._pending = pending
        self._runtime = runtime
        self._awaited = Awaited(lambda: runtime.table)

    def take(self, report: Report) -> None:
        """Interpret a report, and queue the resulting observations."""
        mark = report.mark if isinstance(report, Marked) else None
        self._pending.add(self._sensed(report), mark)

    def look_around(self, now: int) -> None:
        """Queue reports of antennas that have gone silent, and of zones that can be read again."""
        news = self._intake.look_around(self._runtime.table, self._runtime.moving, now)
        for one in news:
            if isinstance(one, DeviceLost):
                log.error("%s", self._intake.watch.problems[one.device])
        self._tell_moved(news)
        self._pending.add(news)

    def end_start_up(self, now: int, *, compared: bool) -> None:
        """Compare the zones read at startup with the table's saved state.

        Observations of any differences are queued ahead of everything else. If `compared` is false,
        no zones were read, and nothing is queued. `now` is the table time in ms.
        """
        if not compared:
            self._intake.skip_start_up()
            return
        news = self._intake.end_start_up(self._runtime.table, self._runtime.moving, now)
        self._tell_moved(news)
        self._pending.add_first(news)

    def _sensed(self, report: Report) -> Iterable[Observation]:
        match report:
            case Marked(reports=parts):
                return [one for part in parts for one in self._sensed(part)]
            case Scan(antenna=antenna) if not self._intake.watch.has(antenna):
                log.error(
                    "a scan of antenna %r, which this table does not have, is dropped", antenna
                )
                return ()
            case Scan() if self._pending.full:
                return self._intake.glance(report)
            case DeviceLost():
                log.warning("%s: does not answer", report.device)
                if self._rounds is not None:
                    self._rounds.away(report.device, gone=True)
            case DeviceBack():
                log.warning("%s: answers again", report.device)
                if self._rounds is not None:
                    self._rounds.away(report.device, gone=False)
            case _:
                pass
        seen = self._intake.take(report)
        if self._rounds is not None and isinstance(report, Scan):
            self._rounds.sensed(report, self._intake.sensing, self._awaited())
        return seen

    def _tell_moved(self, news: Iterable[Observation]) -> None:
        moved = zones_of(news)
        if moved and self._runtime.table.played.hands:
            log.warning("moved while the controller was off: %s", ", ".join(moved))
