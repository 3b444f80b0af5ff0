"""The cost of processes from /proc: processor time, and maximum memory."""

import os
import time
from collections.abc import Iterable
from pathlib import Path

PROC = Path("/proc")
_TICKS = os.sysconf("SC_CLK_TCK")


class Usage:
    """The cost, from now on, of processes and their descendants, except some and theirs."""

    def __init__(self, *roots: int, without: Iterable[int] = ()) -> None:
        self._roots = roots
        self._without = frozenset(without)
        self._began = time.monotonic()
        self._before = self._times()
        self.rss_mb = 0.0

    def look(self) -> None:
        """Sample their current memory."""
        self.rss_mb = max(self.rss_mb, sum(map(_resident, self._family())))

    def cpu_pct(self) -> float:
        """Return the share of one processor that they used, in percent."""
        now = self._times()
        spent = sum(time - self._before.get(pid, 0) for pid, time in now.items())
        return round(100 * spent / _TICKS / (time.monotonic() - self._began), 1)

    def _family(self) -> list[int]:
        return [pid for root in self._roots for pid in family(root, self._without)]

    def _times(self) -> dict[int, int]:
        found = {}
        for pid in self._family():
            words = _read(pid, "stat").rpartition(")")[2].split()
            if words:
                found[pid] = int(words[11]) + int(words[12])
        return found


def family(root: int, without: frozenset[int] = frozenset()) -> list[int]:
    """Return the ids of a process and all its descendants."""
    children: dict[int, list[int]] = {}
    for entry in PROC.iterdir():
        if entry.name.isdecimal() and int(entry.name) not in without:
            words = _read(int(entry.name), "stat").rpartition(")")[2].split()
            if words:
                children.setdefault(int(words[1]), []).append(int(entry.name))
    found = [root]
    for pid in found:
        found += children.get(pid, ())
    return found


def _resident(pid: int) -> float:
    for line in _read(pid, "status").splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) * 1024 / 1e6
    return 0.0


def _read(pid: int, name: str) -> str:
    try:
        return (PROC / str(pid) / name).read_text("utf-8", "replace")
    except OSError:
        return ""  # it has ended meanwhile
