"""The file beside the journal in which it stands how well each card's tag was read, by evening.

It is written between hands alone, some hands together, and holds sums: of no hand can it be seen
which cards lay where. It is the table's own user's to read, as the journal is.
"""

import logging
from collections.abc import Callable
from pathlib import Path
from typing import Final

import msgspec

from controller.run.wall_clock import wall_ms
from controller.sensing.wear import EVENINGS, Tally, together
from controller.toml.own import write_own

log = logging.getLogger(__name__)

EVERY: Final = 600.0
"""So seldom (s) it is written while the table plays."""

BREAK_MS: Final = 6 * 3_600_000
"""After a pause of so many ms another evening has begun."""


class Evening(msgspec.Struct, frozen=True):
    """An evening's reads; `began` and `ended` are ms since 1970."""

    began: int
    ended: int
    reads: Tally


class WearFile:
    """What a table adds up of its cards' reads."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._due = 0.0
        self._failed = False

    def look(self, now: float, tally: Callable[[], Tally], *, between_hands: bool) -> None:
        """Add what was read since, when it is time to; `now` is in seconds, monotonic."""
        if now >= self._due and between_hands:
            self._due = now + EVERY
            self.add(tally())

    def add(self, tally: Tally) -> None:
        """Add what was read since; a file that can't be written is told once, and harms nothing."""
        if not tally:
            return
        wall = wall_ms()
        evenings = [*evenings_of(self._path)]
        if evenings and 0 <= wall - evenings[-1].ended < BREAK_MS:
            last = evenings.pop()
            evenings.append(Evening(last.began, wall, together((last.reads, tally))))
        else:
            evenings.append(Evening(wall, wall, tally))
        try:
            text = msgspec.json.encode(evenings[-EVENINGS:]).decode()
            write_own(self._path, text, 0o600)
        except OSError as error:
            if not self._failed:
                log.warning("%s can't be written: %s", self._path, error.strerror)
            self._failed = True


def wear_of(journal: Path) -> Path:
    """Return the file beside a table's journal."""
    return journal.with_name(journal.name + ".wear")


def evenings_of(path: Path) -> tuple[Evening, ...]:
    """Return the evenings, the oldest first; none from a file that is not there, or is none."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=tuple[Evening, ...])
    except (OSError, msgspec.DecodeError):
        return ()
