"""A recorded table: the reports from its antennas and keys, replayed in real time.

A recording is a text file with one report per line. Together with the table's tag file, it reveals
every card, so it is as confidential as the journal.
"""

import logging
import threading
from collections.abc import Iterator
from pathlib import Path

import msgspec

from controller.contract.errors import Sentence, UnusableFile
from controller.contract.observations import Observation
from controller.contract.scans import Scan
from hardware.ports import Clock, Put

log = logging.getLogger(__name__)

Recorded = Scan | Observation


class RecordedLine(msgspec.Struct, frozen=True, omit_defaults=True):
    """One line of a recording, with the time of its report.

    It has either `scan`, an antenna's scan, or `seen`, an observation such as a key press; the
    other is None.
    """

    scan: Scan | None = None
    seen: Observation | None = None


_decode = msgspec.json.Decoder(RecordedLine).decode


def read_recording(path: Path) -> Iterator[Recorded]:
    """Yield a recording's reports in order. Raises `OSError`, and `ValueError` for a bad line."""
    with path.open("rb") as file:
        for number, text in enumerate(file, start=1):
            try:
                line = _decode(text)
            except msgspec.MsgspecError:
                raise UnusableFile(
                    Sentence("{path}: line {n} is not a valid report"), path=path, n=number
                ) from None
            report = line.scan or line.seen
            if report is None:
                raise UnusableFile(Sentence("{path}: line {n} is empty"), path=path, n=number)
            yield report


class RecordedDriver:
    """Replays a recording; its time 0 is when `start` is called.

    After the end of the recording, it reports nothing more.
    """

    def __init__(self, path: Path, clock: Clock) -> None:
        """Prepare to play `path`; raises `OSError` if it does not exist."""
        path.stat()
        self._path = path
        self._clock = clock
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="recording", daemon=True)
        self._put: Put | None = None

    def start(self, put: Put) -> None:
        """Start replaying the recording."""
        self._put = put
        self._thread.start()

    def stop(self) -> None:
        """Stop reporting."""
        self._stopping.set()
        if self._thread.ident is not None:
            self._thread.join(5)

    def _run(self) -> None:
        put = self._put
        assert put is not None
        began = self._clock()
        try:
            for report in read_recording(self._path):
                due = began + report.at
                left = due - self._clock()
                if left > 0 and self._stopping.wait(left / 1000):
                    return
                put(msgspec.structs.replace(report, at=due))
        except (OSError, ValueError) as error:
            log.error("the recording ends here: %s", error)  # noqa: TRY400
