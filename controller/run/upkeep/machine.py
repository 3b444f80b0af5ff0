"""The state of the machine: processor temperature and disk space for the journal."""

import os
from pathlib import Path
from typing import Final

HEAT: Final = Path("/sys/class/thermal/thermal_zone0/temp")
"""The file from which a Raspberry Pi's temperature is read, in thousandths of a degree Celsius."""


def celsius(heat: Path = HEAT) -> float | None:
    """Return the processor's temperature as given in the file `heat`, or None if unknown."""
    try:
        return round(int(heat.read_text("ascii")) / 1000, 1)
    except (OSError, ValueError):
        return None


def disk_free(folder: Path) -> int | None:
    """Return how many bytes an ordinary user can still write to a folder, or None if unknown."""
    try:
        room = os.statvfs(folder)
    except OSError:
        return None
    return room.f_bavail * room.f_frsize
