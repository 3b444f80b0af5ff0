"""What can be wrong with a journal, in sentences for the person who has to mend it."""

import errno
import os
import sqlite3
from pathlib import Path
from typing import Literal

from controller.contract.errors import N_, TapisError


class JournalError(TapisError):
    """The common type: the sentence says what is wrong, where, and what to do."""


class JournalBusy(JournalError):
    """Another controller writes this journal."""


class JournalTooNew(JournalError):
    """A newer version of Tapis wrote this journal."""


class JournalDamaged(JournalError):
    """The file is no journal, or no longer a whole one."""


Stall = Literal["disk-full", "read-only", "held", "failing"]


class JournalStalled(JournalError):
    """Nothing can be written for now; what was to be written may be tried again later."""

    def __init__(self, sentence: str, reason: Stall = "failing", /, **values: object) -> None:
        """Keep the sentence for people, and the reason as `Health.journal` names it."""
        super().__init__(sentence, **values)
        self.reason: Stall = reason


_DAMAGED = {"SQLITE_CORRUPT", "SQLITE_NOTADB", "SQLITE_ERROR", "SQLITE_FORMAT"}
"""Our own statements are right: where one is an error, the tables are not what they were."""
_OF_SYSTEM: dict[int, Stall] = {
    errno.EROFS: "read-only",
    errno.EACCES: "read-only",
    errno.EPERM: "read-only",
    errno.ENOSPC: "disk-full",
    errno.EDQUOT: "disk-full",
}


UNREADABLE = (sqlite3.Error, UnicodeDecodeError)
"""What opening a database may raise: where SQLite quotes damaged tables, Python can't read that."""


def explain(error: sqlite3.Error | UnicodeDecodeError, path: Path) -> JournalError:
    """Return the fault that an SQLite error stands for: damaged for good, or stalled for now."""
    name = str(getattr(error, "sqlite_errorname", "") or "")
    # Without a name it is Python's: a text that is none, a number where none can be.
    odd = not name and not isinstance(error, sqlite3.ProgrammingError)
    if odd or any(name.startswith(prefix) for prefix in _DAMAGED):
        return damaged(path, N_("it is damaged or is no journal"), str(error))
    folder = path.parent
    if name.startswith("SQLITE_FULL"):
        return JournalStalled(
            N_(
                "{file}: the disk is full; free some space in {folder}, the table then goes on by"
                " itself"
            ),
            "disk-full",
            file=path,
            folder=folder,
        )
    if name.startswith(("SQLITE_BUSY", "SQLITE_LOCKED")):
        return JournalStalled(
            N_(
                "{file}: another program holds the journal; close it (an open SQLite browser?), the"
                " table then goes on by itself"
            ),
            "held",
            file=path,
        )
    # A file system that turns read-only under an open journal is an error of writing to SQLite.
    if name.startswith("SQLITE_READONLY") or _is_read_only(folder):
        return JournalStalled(
            N_(
                "{file}: the journal can't be written (the disk is read-only, or the file belongs"
                " to another user); make {folder} writable, the table then goes on by itself"
            ),
            "read-only",
            file=path,
            folder=folder,
        )
    if name.startswith("SQLITE_CANTOPEN"):
        return JournalStalled(
            N_("{file}: the journal can't be opened; see that {folder} exists and may be written"),
            file=path,
            folder=folder,
        )
    return JournalStalled(
        N_(
            "{file}: the disk doesn't take what is written ({error}); see that {folder} has space"
            " and that its card is sound, the table then goes on by itself"
        ),
        file=path,
        error=error,
        folder=folder,
    )


def damaged(path: Path, what: str, detail: str = "") -> JournalDamaged:
    """Return the fault of a journal that is not as it was written: `what`, and what to do."""
    return JournalDamaged(
        N_(
            "{file}: {what}{detail}; `tapis journal salvage {file}` takes what can be read of it"
            " into a new journal and keeps this file aside"
        ),
        file=path,
        what=what,
        detail=f" ({detail})" if detail else "",
    )


def explain_os(error: OSError, path: Path) -> JournalStalled:
    """Return the fault that an error of the file system stands for."""
    said = error.strerror or str(error)
    return JournalStalled(
        N_(
            "{file}: the journal can't be opened ({error}); see that {folder} exists, has space,"
            " and may be written by this user"
        ),
        _OF_SYSTEM.get(error.errno or 0, "failing"),
        file=path,
        error=said,
        folder=path.parent,
    )


def _is_read_only(folder: Path) -> bool:
    try:
        return bool(os.statvfs(folder).f_flag & os.ST_RDONLY)
    except OSError:
        return False
