"""Records a table's reports in the form that `hardware.twin.recording` replays."""

import os
from pathlib import Path
from typing import Self

import msgspec

from controller.contract.scans import Scan
from hardware.twin.recording import Recorded, RecordedLine

_encode = msgspec.json.Encoder().encode


class Recording:
    """A recording in progress; its file has mode 0600, so only the owner can read it."""

    def __init__(self, path: Path) -> None:
        """Open the file, overwriting an old one; raises `OSError`."""
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        self._file = os.fdopen(descriptor, "wb")

    def write(self, report: Recorded) -> None:
        """Append a report; reports must be written in chronological order."""
        line = RecordedLine(scan=report) if isinstance(report, Scan) else RecordedLine(seen=report)
        self._file.write(_encode(line) + b"\n")

    def __enter__(self) -> Self:
        """Return the recording."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close the file."""
        self._file.close()
