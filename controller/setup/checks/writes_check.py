"""Doctor's check of how much a running table writes, because writing wears out an SD card."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from controller.run.sockets.control_socket import socket_of
from controller.run.sockets.unix_socket import process_at
from controller.setup.checks.examined_machine import Finding, System
from controller.setup.checks.table_checks import Installation

MOST: Final = 60
"""The maximum that a table may write to an SD card, in megabytes per hour."""

LEAST_S: Final = 60
"""How long a table must have been running (s) before its megabytes per hour are worth reporting."""

TICKS: Final = 100
"""The kernel's ticks per second in /proc/PID/stat (USER_HZ)."""

CARD: Final = "/dev/mmcblk"
"""The name prefix of SD card devices."""


def check_writes(it: Installation) -> Iterator[Finding]:
    """Measure how many megabytes per hour the running table has written since its start."""
    found = written(it.system, process_at(socket_of(it.config)))
    if found is None:
        return
    say, disk = it.words.say, disk_of(it.system, Path(it.config.journal).parent)
    on_card = disk.startswith(CARD)
    if on_card and found > MOST:
        text = say("the table writes {n} MB an hour to an SD card ({disk})", n=found, disk=disk)
        todo = say(
            'put the journal on a USB stick or an SSD: journal = "..." in table.toml; an SD card'
            " wears out"
        )
        yield Finding("disk", "warn", text, todo)
    else:
        text = say("the table writes {n} MB an hour to {disk}", n=found, disk=disk)
        yield Finding("disk", "ok", text)


def written(system: System, pid: int) -> int | None:
    """Return how many megabytes per hour a process has written, or None if that is unknown.

    It is unknown during the process's first `LEAST_S` seconds. /proc/PID/io can be read by root
    and by the process's own user.
    """
    counts = dict(
        line.split(": ", 1) for line in system.read(f"/proc/{pid}/io").splitlines() if ": " in line
    )
    # The name of a process may contain spaces and brackets, and ends with the last bracket.
    fields = system.read(f"/proc/{pid}/stat").rpartition(")")[2].split()
    up = system.read("/proc/uptime").split()
    try:
        seconds = float(up[0]) - int(fields[19]) / TICKS
        bytes_ = int(counts["write_bytes"]) - int(counts.get("cancelled_write_bytes", 0))
    except (KeyError, IndexError, ValueError):
        return None
    if seconds < LEAST_S:
        return None
    return round(max(0, bytes_) / 1e6 / (seconds / 3600))


def disk_of(system: System, folder: Path) -> str:
    """Return the device on which a folder is stored, or the folder itself if that is unknown."""
    mounts = [line.split() for line in system.read("/proc/mounts").splitlines()]
    at = {cells[1].replace("\\040", " "): cells[0] for cells in mounts if len(cells) > 2}
    for place in (folder, *folder.parents):
        if str(place) in at:
            return at[str(place)]
    return str(folder)
