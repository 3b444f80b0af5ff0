"""Deletes observations after their retention time, because they name cards that were never shown.

A forgotten row keeps its hash, its seal (see `integrity/chain`) and its public events. Its
observation and private events are overwritten in the file (`secure_delete`), and so are the
snapshots that contained them. The write-ahead log is emptied, and if no other process has the
journal open, the whole file is rewritten. Old copies in blocks that a flash card has remapped can't
be overwritten, because no program can reach them.
"""

import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from controller.contract.errors import N_, WrongOption
from controller.journal.faults import JournalBusy, JournalDamaged
from controller.journal.lock import WriterLock
from controller.journal.opening import explained, open_for_writing
from controller.journal.transactions import transaction

BATCH: Final = 500
DAY: Final = 86_400_000


def before_days(days: int, now: int) -> int:
    """Return the wall time that is `days` days before `now`; both times are in ms since 1970."""
    return now - days * DAY


def before_date(text: str) -> int:
    """Return the wall time (ms since 1970) at which a day such as 2026-11-20 begins in UTC.

    Raises `ValueError`, with a message for users, if the text is not a date.
    """
    try:
        day = datetime.strptime(text, "%Y-%m-%d").replace(tzinfo=UTC)
    except ValueError:
        raise WrongOption(
            N_('"{day}" is not a date; expected one such as 2026-11-20'), day=text
        ) from None
    return int(day.timestamp()) * 1000


def forget_some(connection: sqlite3.Connection, before: int) -> tuple[int, bool]:
    """Forget at most `BATCH` rows older than wall time `before` (ms): delete their observations.

    Return the number of rows forgotten, and whether there may be more of them. Everything needed to
    resume the table after a restart is kept: the last snapshot and the rows after it. Raises
    `sqlite3.Error`, in which case nothing has changed.
    """
    with transaction(connection):
        connection.execute(
            "DELETE FROM snapshots WHERE n < (SELECT max(n) FROM snapshots) AND (n = 0 AND"
            " EXISTS (SELECT 1 FROM observations WHERE n = 1 AND wall < ?)"
            " OR EXISTS (SELECT 1 FROM observations o WHERE o.n = snapshots.n AND o.wall < ?))",
            (before, before),
        )
        more = _extend_spans(connection)
        old = connection.execute(
            "SELECT until, after FROM spans WHERE kept > 0 AND oldest < ? ORDER BY until LIMIT 1",
            (before,),
        ).fetchone()
        found = 0 if old is None else _forget_span(connection, old[0], old[1], before)
    return found, more or old is not None


def _extend_spans(connection: sqlite3.Connection) -> bool:
    """Record the next span, a range of up to `BATCH` rows, with the wall time of its oldest row.

    A span never goes beyond the last snapshot. Return whether more rows follow before that
    snapshot. Spans are used to find old rows. An index of all rows by age would be simpler, but
    would cost an extra page write for every observation.
    """
    until, last = connection.execute(
        "SELECT (SELECT coalesce(max(until), 0) FROM spans),"
        " (SELECT coalesce(max(n), 0) FROM snapshots)"
    ).fetchone()
    if until >= last:
        return False
    end = min(until + BATCH, last)
    connection.execute(
        "INSERT INTO spans VALUES (?, ?, ?, ?)", (end, until, *_kept(connection, until, end))
    )
    return bool(end < last)


def _forget_span(connection: sqlite3.Connection, until: int, after: int, before: int) -> int:
    """Forget the rows of a span that are older than wall time `before` (ms); return their number.

    The span is the rows after row `after`, up to row `until`.
    """
    found = connection.execute(
        "UPDATE observations SET observation = x'', private = NULL, salt = NULL"
        " WHERE n > ? AND n <= ? AND salt IS NOT NULL AND wall < ?",
        (after, until, before),
    ).rowcount
    connection.execute(
        "UPDATE spans SET kept = ?, oldest = ? WHERE until = ?",
        (*_kept(connection, after, until), until),
    )
    # The last span stays, because it shows how far rows have been recorded.
    connection.execute(
        "DELETE FROM spans WHERE kept = 0 AND until < (SELECT max(until) FROM spans)"
    )
    return int(found)


def _kept(connection: sqlite3.Connection, after: int, until: int) -> tuple[int, int]:
    """Return how many rows of a span have not been forgotten, and the oldest one's wall time.

    The span is the rows after row `after`, up to row `until`. The time is 0 if none is left.
    """
    kept, oldest = connection.execute(
        "SELECT count(*), coalesce(min(wall), 0) FROM observations"
        " WHERE n > ? AND n <= ? AND salt IS NOT NULL",
        (after, until),
    ).fetchone()
    return int(kept), int(oldest)


def empty_log(connection: sqlite3.Connection) -> bool:
    """Merge the write-ahead log into the file and empty it; return whether this succeeded.

    It fails while another connection is reading the journal.
    """
    busy, *_ = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    return not busy


def forget(path: Path, before: int) -> tuple[int, bool]:
    """Delete the observations of all rows older than wall time `before` (ms since 1970).

    A controller may be using the journal. Return how many observations were deleted, and whether
    the whole file was rewritten, which is done only if no controller has it open. Raises
    `JournalError`.
    """
    if not path.is_file():
        raise JournalDamaged(N_("{file}: there is no journal here"), file=path)
    try:
        lock = WriterLock(path)
    except JournalBusy:
        lock = None
    try:
        with explained(path), closing(open_for_writing(path)) as connection:
            rows, more = 0, True
            while more:
                found, more = forget_some(connection, before)
                rows += found
            if lock is not None:
                connection.execute("VACUUM")
            empty_log(connection)
    finally:
        if lock is not None:
            lock.release()
    return rows, lock is not None
