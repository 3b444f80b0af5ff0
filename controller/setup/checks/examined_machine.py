"""The machine that doctor examines, as a root folder and a command runner.

A test passes a different root and runner to simulate a machine with any fault.
"""

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Literal

import msgspec

Level = Literal["ok", "warn", "fail"]

SLOWEST = 10.0


class Finding(msgspec.Struct, frozen=True):
    """The result of a check, and the remedy (empty if all is well)."""

    check: str
    level: Level
    found: str
    todo: str = ""


class Ran(msgspec.Struct, frozen=True):
    """The result of a command: its exit status and its output.

    The status is 127 if there is no such command, and 124 if the command ran for more than
    `SLOWEST` seconds.
    """

    status: int
    text: str = ""


Run = Callable[[Sequence[str]], Ran]


def run(words: Sequence[str]) -> Ran:
    """Run a command on this machine."""
    if shutil.which(words[0]) is None:
        return Ran(127)
    try:
        ended = subprocess.run(
            list(words), capture_output=True, text=True, errors="replace", timeout=SLOWEST,
            check=False, stdin=subprocess.DEVNULL,
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        return Ran(124)
    return Ran(ended.returncode, ended.stdout + ended.stderr)


class System(msgspec.Struct, frozen=True):
    """A machine to be examined: its root folder, command runner, clock, and current user."""

    root: Path = Path("/")
    run: Run = run
    now: Callable[[], float] = time.time
    user: str = ""
    environ: Mapping[str, str] = os.environ
    python: tuple[int, int] = sys.version_info[:2]

    def path(self, name: str | Path) -> Path:
        """Return the path of a file on the machine, under its root."""
        return self.root / str(name).lstrip("/")

    def read(self, name: str | Path) -> str:
        """Return a file's text, or "" if it can't be read."""
        try:
            return self.path(name).read_text(encoding="utf-8", errors="replace")
        except OSError:
            return ""

    def files(self, folder: str, pattern: str) -> list[Path]:
        """Return the files in a folder that match a pattern, sorted by name."""
        return sorted(self.path(folder).glob(pattern))

    def lists(self, folder: str) -> bool:
        """Return whether the current user may list a folder; True if there is no such folder."""
        try:
            next(self.path(folder).iterdir(), None)
        except FileNotFoundError:
            return True
        except OSError:
            return False
        return True

    def groups(self, user: str) -> frozenset[str]:
        """Return a user's groups: the primary group, and all groups that list the user."""
        users, groups = (
            [cells for line in self.read(file).splitlines() if len(cells := line.split(":")) > 3]
            for file in ("/etc/passwd", "/etc/group")
        )
        own = {group for name, _, _, group, *_ in users if name == user}
        return frozenset(
            name for name, _, number, listed, *_ in groups
            if user in listed.split(",") or number in own
        )  # fmt: skip
