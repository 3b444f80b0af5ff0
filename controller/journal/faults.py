"""A journal's faults, worded for the person who has to fix them."""

import errno
import os
import sqlite3
from pathlib import Path
from typing import Final, Literal

from controller.contract.errors import N_, TapisError


class JournalError(TapisError):
    """The base class of all journal errors; messages state what is wrong, where, and what to do."""


class JournalBusy(JournalError):
    """Another controller is writing this journal."""


class JournalTooNew(JournalError):
    """A newer version of Tapis wrote this journal."""


class JournalDamaged(JournalError):
    """The file is not a journal, or is no longer intact."""


Stall = Literal["disk-full", "read-only", "held", "failing"]


class JournalStalled(JournalError):
    """Nothing can be written to the journal for now; the same write may be retried later."""

    def __init__(self, sentence: str, reason: Stall = "failing", /, **values: object) -> None:
        """Store the message and the reason; `Health.journal` reports the reason for the stall."""
        super().__init__(sentence, **values)
        self.reason: Stall = reason


_DAMAGED = {"SQLITE_CORRUPT", "SQLITE_NOTADB", "SQLITE_ERROR", "SQLITE_FORMAT"}
"""The SQLite errors that mean that the journal is damaged.

`SQLITE_ERROR` normally means an invalid statement, but our own statements are valid.
"""
_HELD = ("SQLITE_BUSY", "SQLITE_LOCKED")
_STALLS: Final[tuple[tuple[tuple[str, ...], Stall, str], ...]] = (
    (
        ("SQLITE_FULL",), "disk-full",
        N_("{file}: the disk is full; free some space in {folder}, and the table will continue on "
           "its own"),
    ),
    (
        _HELD, "held",
        N_("{file}: another program is using the journal; close that program (an open SQLite "
           "browser?), and the table will continue on its own"),
    ),
    (
        ("SQLITE_READONLY",), "read-only",
        N_("{file}: the journal can't be written (the disk is read-only, or the file belongs to "
           "another user); make {folder} writable, and the table will continue on its own"),
    ),
    (
        ("SQLITE_CANTOPEN",), "failing",
        N_("{file}: the journal can't be opened; check that {folder} exists and is writable"),
    ),
    (
        ("",), "failing",
        N_("{file}: nothing can be written to the disk ({error}); check that {folder} has space "
           "and that the memory card works, and the table will continue on its own"),
    ),
)  # fmt: skip
"""The other SQLite errors by the beginning of their names, with the reason for the stall."""
_OF_SYSTEM: dict[int | None, Stall] = {
    errno.EROFS: "read-only",
    errno.EACCES: "read-only",
    errno.EPERM: "read-only",
    errno.ENOSPC: "disk-full",
    errno.EDQUOT: "disk-full",
}


UNREADABLE = (sqlite3.Error, UnicodeDecodeError)
"""The errors that opening a damaged database can raise.

SQLite's message may quote damaged data that is not valid UTF-8, hence `UnicodeDecodeError`."""


def explain(error: sqlite3.Error | UnicodeDecodeError, path: Path) -> JournalError:
    """Return the fault that a SQLite error indicates: permanent damage or a temporary stall."""
    name = str(getattr(error, "sqlite_errorname", "") or "")
    # An error without a name is Python's: an undecodable text, or a number out of place.
    odd = not name and not isinstance(error, sqlite3.ProgrammingError)
    if odd or any(name.startswith(prefix) for prefix in _DAMAGED):
        return damaged(path, N_("it is damaged or not a journal"), str(error))
    if not name.startswith(("SQLITE_FULL", *_HELD)) and _is_read_only(path.parent):
        # If a file system turns read-only under an open journal, SQLite reports a write error.
        name = "SQLITE_READONLY"
    reason, sentence = next(
        (reason, sentence) for names, reason, sentence in _STALLS if name.startswith(names)
    )
    return JournalStalled(sentence, reason, file=path, error=error, folder=path.parent)


def damaged(path: Path, what: str, detail: str = "") -> JournalDamaged:
    """Return the error for a damaged journal, with instructions for fixing it.

    `what` is the problem. `detail` says more about it, such as a row number, or is "".
    """
    return JournalDamaged(
        N_(
            "{file}: {what}{detail}; `tapis journal salvage {file}` recovers the readable "
            "part into a new journal, and keeps this file"
        ),
        file=path,
        what=what,
        detail=f" ({detail})" if detail else "",
    )


def explain_os(error: OSError, path: Path) -> JournalStalled:
    """Return the fault that a file system error indicates."""
    said = error.strerror or str(error)
    return JournalStalled(
        N_(
            "{file}: the journal can't be opened ({error}); check that {folder} exists, has "
            "space, and is writable by this user"
        ),
        _OF_SYSTEM.get(error.errno, "failing"),
        file=path,
        error=said,
        folder=path.parent,
    )


def _is_read_only(folder: Path) -> bool:
    try:
        return bool(os.statvfs(folder).f_flag & os.ST_RDONLY)
    except OSError:
        return False
