"""The state of the machine: processor temperature and disk space for the journal."""

import os
from pathlib import Path
from typing import Final

import msgspec

HEAT: Final = Path("/sys/class/thermal/thermal_zone0/temp")
"""The file from which a Raspberry Pi's temperature is read, in thousandths of a degree Celsius."""


class Machine(msgspec.Struct, frozen=True):
    """The state of a machine; a value is None if it is unknown.

    `celsius` is the temperature of the processor. `disk_free` is the free space on the journal's
    disk, in bytes.
    """

    celsius: float | None = None
    disk_free: int | None = None


def machine_at(folder: Path, heat: Path = HEAT) -> Machine:
    """Return the current state of this machine.

    `folder` is on the disk whose free space is measured. `heat` is the file from which
    the temperature is read.
    """
    return Machine(_celsius(heat), _free(folder))


def _celsius(heat: Path) -> float | None:
    try:
        return round(int(heat.read_text("ascii")) / 1000, 1)
    except (OSError, ValueError):
        return None


def _free(folder: Path) -> int | None:
    """Return how many bytes an ordinary user can still write to a folder, or None if unknown."""
    try:
        room = os.statvfs(folder)
    except OSError:
        return None
    return room.f_bavail * room.f_frsize
