"""The state of the machine: processor temperature and disk space for the journal."""

import os
from pathlib import Path
from typing import Final

import msgspec

HEAT: Final = Path("/sys/class/thermal/thermal_zone0/temp")
"""The processor's own sensor on a Raspberry Pi, in thousandths of a degree."""


class Machine(msgspec.Struct, frozen=True):
    """The processor temperature (°C) and the journal's free disk space (bytes), where known."""

    celsius: float | None = None
    disk_free: int | None = None


def machine_at(folder: Path, heat: Path = HEAT) -> Machine:
    """Return the current state of the machine; `folder` is on the disk that is checked."""
    return Machine(_celsius(heat), _free(folder))


def _celsius(heat: Path) -> float | None:
    try:
        return round(int(heat.read_text("ascii")) / 1000, 1)
    except (OSError, ValueError):
        return None


def _free(folder: Path) -> int | None:
    """Return the number of bytes that an ordinary user may still write."""
    try:
        room = os.statvfs(folder)
    except OSError:
        return None
    return room.f_bavail * room.f_frsize
