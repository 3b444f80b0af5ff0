"""Repairs a damaged journal before the controller starts, so that play can continue."""

import contextlib
import logging
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from controller.contract.errors import N_
from controller.journal.faults import JournalDamaged, explain, explain_os
from controller.journal.integrity.end import end_path, read_end
from controller.journal.integrity.epochs import compare
from controller.journal.lock import WriterLock
from controller.journal.opening import connect_to_read, explained
from controller.journal.repair.readable import readable
from controller.journal.repair.salvage import (
    Salvaged,
    describe,
    put_aside,
    put_in_place,
    salvage,
    salvage_into,
    salvaged_path,
)
from controller.journal.repair.verification import look_at_start

log = logging.getLogger(__name__)


def mend(path: Path) -> Salvaged | None:
    """Repair a journal if it is damaged, and return what `salvage` recovered.

    Return None if the journal was intact, or if only its log was left and nothing in it could be
    recovered: the log is then renamed, and the table starts afresh. Raises `JournalBusy`,
    `JournalDamaged` if nothing in the journal can be trusted, `JournalTooNew`, and
    `JournalStalled`.
    """
    lock = WriterLock(path)
    try:
        _end_what_was_cut_short(path)
        why = _damage(path)
        if not why and not _ends_too_early(path):
            return None
    except sqlite3.Error as error:
        raise explain(error, path) from error
    except OSError as error:
        raise explain_os(error, path) from error
    finally:
        lock.release()
    log.error("%s: %s: its readable part is kept", path, why or "its end is missing")
    try:
        found = salvage(path)
    except JournalDamaged:
        if path.exists():
            raise
        # A log without its file, and no snapshot in it: set aside whatever exists.
        kept = put_aside(path)
        said = "%s: nothing can be recovered; the table starts afresh, and %s is kept"
        log.error(said, path, kept)  # noqa: TRY400
        return None
    log.error("%s", describe(found, path))
    return found


def _end_what_was_cut_short(path: Path) -> None:
    """Finish a repair that was interrupted by a power cut: put the salvaged file in place.

    This is done only if the damaged file has already been moved and the salvaged one is sound.
    """
    new = salvaged_path(path)
    if path.exists() or not new.exists() or look_at_start(new):
        return
    put_aside(path)  # no stale log may be applied to the salvaged file
    put_in_place(path)
    log.error(
        "%s: was being repaired when the power failed: its readable part is now in place", path
    )


def _damage(path: Path) -> str:
    if path.exists() and path.stat().st_size:
        return look_at_start(path)
    log_left = path.with_name(path.name + "-wal")
    return "the file is gone, but its log is there" if log_left.exists() else ""


def _ends_too_early(path: Path) -> bool:
    """Return whether more rows of a journal can be found than SQLite reads.

    SQLite reads a log up to the first damaged byte, without any sign that the log continues.
    """
    if not path.exists():
        return False
    with closing(connect_to_read(path)) as connection:
        if connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'head'").fetchone():
            if not end_path(path).exists():
                return False
            loss = compare(connection, read_end(path))
            if loss is None or loss.reason != "rolled-back":
                return False
            last = int(connection.execute("SELECT n FROM head").fetchone()[0])
        elif path.with_name(path.name + "-wal").exists():
            # The journal's first page may be in the log alone: the file then seems to have no
            # tables.
            last = 0
        else:
            return False
    with TemporaryDirectory(prefix=".tapis-salvage-", dir=path.parent) as folder:
        found = salvage_into(path, Path(folder) / path.name)
    return found.last_row > last


@contextmanager
def sound_copy(path: Path) -> Iterator[Path]:
    """Yield the path of a sound journal: `path` itself, or the path of a salvaged copy.

    Nothing is written to the journal's folder; the copy is deleted after the block. Raises
    `JournalError`.
    """
    with contextlib.ExitStack() as until_read:
        try:
            there = until_read.enter_context(readable(path))
            sound = not look_at_start(there)
        except JournalDamaged:
            if not path.exists():
                raise
            sound = False
        except sqlite3.Error as error:
            raise explain(error, path) from error
        if sound:
            yield there
            return
    with TemporaryDirectory(prefix="tapis-journal-") as folder:
        copy = Path(folder) / path.name
        with explained(path):
            found = salvage_into(path, copy)
        if found.state_after is None:
            raise JournalDamaged(
                N_(
                    "{file}: this file is damaged or not a journal, and the table's state "
                    "is not in it; restore a backup"
                ),
                file=path,
            )
        log.warning("%s", describe(found, path))
        yield copy
