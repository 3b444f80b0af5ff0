"""The file beside the journal in which it stands how well each card's tag was read, by evening.

It is written between hands alone, some hands together, and holds sums: of no hand can it be seen
which cards lay where. It is the table's own user's to read, as the journal is.
"""

import logging
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

import msgspec

from controller.contract.errors import Sentence
from controller.run.upkeep.wall_clock import wall_ms
from controller.sensing.wear import EVENINGS, Tally, together
from controller.toml.own import write_own

log = logging.getLogger(__name__)

EVERY: Final = 600.0
"""So seldom (s) it is written while the table plays."""

BREAK_MS: Final = 6 * 3_600_000
"""After a pause of so many ms another evening has begun."""

ASIDE: Final = ".damaged-"
"""Behind the name of a file that could not be read, and before the moment."""


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
        """Add what was read since; a file that can't be written is told once, and harms nothing.

        One that holds no such sums is kept aside under another name, and begun anew.
        """
        if not tally:
            return
        wall = wall_ms()
        try:
            evenings = [*self._before()]
            if evenings and 0 <= wall - evenings[-1].ended < BREAK_MS:
                last = evenings.pop()
                evenings.append(Evening(last.began, wall, together((last.reads, tally))))
            else:
                evenings.append(Evening(wall, wall, tally))
            text = msgspec.json.encode(evenings[-EVENINGS:]).decode()
            write_own(self._path, text, 0o600)
        except OSError as error:
            if not self._failed:
                log.warning("%s can't be read and written: %s", self._path, error.strerror)
            self._failed = True

    def _before(self) -> tuple[Evening, ...]:
        """Return the evenings so far; none of a file that is put aside. Raises `OSError`."""
        try:
            return read_wear(self._path)
        except msgspec.DecodeError:
            kept = put_aside(self._path)
            log.warning("%s can't be read: it is begun anew, and kept as %s", self._path, kept)
            return ()


def wear_of(journal: Path) -> Path:
    """Return the file beside a table's journal."""
    return journal.with_name(journal.name + ".wear")


def read_wear(path: Path) -> tuple[Evening, ...]:
    """Return the evenings, the oldest first; none where there is no file yet.

    Raises `OSError`, and `msgspec.DecodeError` for a file that holds no such sums.
    """
    try:
        return msgspec.json.decode(path.read_bytes(), type=tuple[Evening, ...])
    except FileNotFoundError:
        return ()


def evenings_of(path: Path) -> tuple[Evening, ...]:
    """Return the evenings, the oldest first; none from a file that is not there, or is none."""
    try:
        return read_wear(path)
    except (OSError, msgspec.DecodeError):
        return ()


def put_aside(path: Path) -> Path:
    """Give a damaged file a name of its own, and return it; raises `OSError`."""
    moment = datetime.now(UTC).strftime("%Y%m%d-%H%M%S")
    kept, number = path.with_name(f"{path.name}{ASIDE}{moment}"), 1
    while kept.exists():
        number += 1
        kept = path.with_name(f"{path.name}{ASIDE}{moment}-{number}")
    path.replace(kept)
    return kept


def unread(path: Path) -> Sentence | None:
    """Return why a table's sums can't be read now; None where they can, or are not there yet."""
    try:
        read_wear(path)
    except OSError as error:
        return Sentence("{file} can't be read: {why}", file=path, why=error.strerror)
    except msgspec.DecodeError:
        return Sentence(
            "{file} is damaged: the table keeps it aside and starts a new one", file=path
        )
    return None


def kept_aside(path: Path) -> Iterator[Path]:
    """Return the files that were damaged once, and are not counted."""
    yield from sorted(path.parent.glob(f"{path.name}{ASIDE}*"))
