"""A file next to the journal that records how well each card's tag was read, by evening.

It is written only between hands, at most once every ten minutes, and contains only totals. It
therefore does not reveal where a card was in any hand. Like the journal, it can be read only by the
table's own user.
"""

import logging
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

import msgspec

from controller.contract.errors import Sentence
from controller.journal.repair.salvage import put_aside
from controller.run.upkeep.wall_clock import wall_ms
from controller.sensing.card_wear import EVENINGS, Tally, together
from controller.toml.private_files import write_own

log = logging.getLogger(__name__)

EVERY: Final = 600.0
"""The minimum interval (s) between writes of the file, which is written only between hands."""

BREAK_MS: Final = 6 * 3_600_000
"""The length of a pause in ms after which a new evening begins."""

ASIDE: Final = ".damaged-"
"""The suffix of an unreadable file that has been set aside; the time follows it."""


class Evening(msgspec.Struct, frozen=True):
    """How often the tag of each card was read in one evening.

    `began` and `ended` are in ms since 1970.
    """

    began: int
    ended: int
    reads: Tally


class WearFile:
    """Writes a table's wear file, which has the read counts of each card by evening."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._due = 0.0
        self._failed = False

    def look(self, now: float, tally: Callable[[], Tally], *, between_hands: bool) -> None:
        """Save the latest counts if that is due and no hand is being played (`between_hands`).

        `now` is in seconds of a monotonic clock. `tally` returns the counts since the last call to
        `tally`.
        """
        if now >= self._due and between_hands:
            self._due = now + EVERY
            self.add(tally())

    def add(self, tally: Tally) -> None:
        """Add counts to the current evening's counts in the file.

        If the file can't be written, that is logged once and otherwise ignored. A file in an
        unknown format is renamed and kept, and a new one is started.
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
        """Return the evenings in the file, or () if there is no usable file. Raises `OSError`.

        A file in an unknown format is renamed.
        """
        try:
            return read_wear(self._path)
        except msgspec.DecodeError:
            kept = put_aside(self._path)
            log.warning(
                "%s can't be read: a new one replaces it, and it is kept as %s", self._path, kept
            )
            return ()


def wear_of(journal: Path) -> Path:
    """Return the path of the wear file that belongs to a journal."""
    return journal.with_name(journal.name + ".wear")


def read_wear(path: Path) -> tuple[Evening, ...]:
    """Return the evenings in a wear file, oldest first, or () if there is no such file.

    Raises `OSError`, and `msgspec.DecodeError` for a file in a different format.
    """
    try:
        return msgspec.json.decode(path.read_bytes(), type=tuple[Evening, ...])
    except FileNotFoundError:
        return ()


def evenings_of(path: Path) -> tuple[Evening, ...]:
    """Return the evenings in a wear file, oldest first, or () if it can't be read."""
    try:
        return read_wear(path)
    except (OSError, msgspec.DecodeError):
        return ()


def unread(path: Path) -> Sentence | None:
    """Return why a wear file can't be read, or None if it can be read or does not exist."""
    try:
        read_wear(path)
    except OSError as error:
        return Sentence("{file} can't be read: {why}", file=path, why=error.strerror)
    except msgspec.DecodeError:
        return Sentence(
            "{file} is damaged: the table keeps it under a different name and starts a new one",
            file=path,
        )
    return None


def kept_aside(path: Path) -> Iterator[Path]:
    """Yield the paths of the damaged wear files that were renamed."""
    yield from sorted(path.parent.glob(f"{path.name}{ASIDE}*"))
