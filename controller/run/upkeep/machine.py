"""How the machine under a table is: how warm its processor, how much room its journal has."""

import os
from pathlib import Path
from typing import Final

import msgspec

HEAT: Final = Path("/sys/class/thermal/thermal_zone0/temp")
"""The processor's own sensor on a Raspberry Pi, in thousandths of a degree."""


class Machine(msgspec.Struct, frozen=True):
    """Degrees Celsius of the processor and free bytes on the journal's disk; None: not told."""

    celsius: float | None = None
    disk_free: int | None = None


def machine_at(folder: Path, heat: Path = HEAT) -> Machine:
    """Return how the machine is now; `folder` is on the disk that is looked at."""
    return Machine(_celsius(heat), _free(folder))


def _celsius(heat: Path) -> float | None:
    try:
        return round(int(heat.read_text("ascii")) / 1000, 1)
    except (OSError, ValueError):
        return None


def _free(folder: Path) -> int | None:
    """Return the bytes that an ordinary user may still write."""
    try:
        room = os.statvfs(folder)
    except OSError:
        return None
    return room.f_bavail * room.f_frsize
