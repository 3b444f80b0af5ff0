"""Verifies a journal file with SQLite's own check and the hash chain.

`verify` checks the whole file. `look_at_start` checks only the parts that the controller needs in
order to start, which takes a few seconds at most.
"""

import contextlib
import sqlite3
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from msgspec.structs import replace

from controller.contract.errors import N_, TapisError, WrongOption
from controller.journal.faults import JournalDamaged, JournalTooNew, damaged, explain
from controller.journal.integrity.chain import Fault, Verdict, walk
from controller.journal.integrity.end import end_path, read_end
from controller.journal.integrity.epochs import compare
from controller.journal.opening import connect_to_read, open_for_reading
from controller.journal.schema import APPLICATION, SCHEMA

ODD: Final = (TypeError, ValueError, LookupError, ArithmeticError, AttributeError, AssertionError)
"""The errors that may be raised when a damaged value, which no controller wrote, is used."""

MOST_ROWS: Final = 20_000
"""The minimum number of recent rows to check before a start: several evenings' worth."""
CHECK_FOR: Final = 5.0
"""The time limit of SQLite's own check before a start, in seconds."""


def verify(
    path: Path, progress: Callable[[int, int], None] | None = None, head: str = ""
) -> Verdict:
    """Verify a journal from its first row to its last, and report every altered or missing row.

    If the end is recorded in a second file, rows missing at the end are reported too. A
    published hash `head`, if given, is reported if it is not in the chain. `progress` is called
    with the number of rows done and the total. Raises `JournalError` if the file is not a journal.
    """
    connection = open_for_reading(path)
    try:
        connection.execute("BEGIN")  # one consistent view while the table plays on
        faults = [*_structure(connection, "integrity_check"), *_odd_beside(connection)]
        found = walk(connection, progress)
        if head and not _holds(connection, head):
            faults.append(Fault("head", f"{head} is not in the chain: the journal was rewritten"))
        noted = read_end(path) is not None
        if not noted and end_path(path).exists():
            faults.append(Fault("end", "can't be read because its record is damaged"))
        faults += _end_faults(connection, path) if noted else []
        return replace(found, faults=(*found.faults, *faults), noted=noted)
    except sqlite3.Error as error:
        raise explain(error, path) from error
    except WrongOption:
        raise
    except ODD:
        raise damaged(path, N_("it contains data that no controller wrote")) from None
    finally:
        connection.close()


def _holds(connection: sqlite3.Connection, head: str) -> bool:
    try:
        wanted = bytes.fromhex(head)
    except ValueError:
        raise WrongOption(N_('--head "{head}": expected 64 hex digits'), head=head) from None
    found = connection.execute(
        "SELECT 1 FROM observations WHERE hash = ?1 UNION ALL SELECT 1 FROM eras WHERE hash = ?1",
        (wanted,),
    ).fetchone()
    return found is not None


def _end_faults(connection: sqlite3.Connection, path: Path) -> list[Fault]:
    """Return [fault] if a journal's current end differs from the recorded one, otherwise []."""
    end = read_end(path)
    # The end is recorded after the commit, so the view must be newer than the record.
    connection.execute("COMMIT")
    connection.execute("BEGIN")
    loss = compare(connection, end)
    if loss is None:
        return []
    if loss.reason == "rolled-back":
        events = f" ({loss.events} events)" if loss.events else ""
        return [Fault("end", f"is missing{events}: the journal once had more rows")]
    return [Fault("end", "does not match the journal last written here")]


def look_at_start(path: Path) -> str:
    """Return the reason why a journal can't be used for play as it is, or "" if it can.

    Nothing is changed. Raises `JournalTooNew`, and `sqlite3.Error` if the file is temporarily
    unreadable.
    """
    try:
        with contextlib.closing(connect_to_read(path)) as connection:
            return _looked_at(connection, path)
    except sqlite3.Error as error:
        if not isinstance(explain(error, path), JournalDamaged):
            raise
        return str(error)
    except ODD as error:
        return f"it contains data that no controller wrote ({type(error).__name__})"


def _looked_at(connection: sqlite3.Connection, path: Path) -> str:
    version = int(connection.execute("PRAGMA user_version").fetchone()[0])
    application = int(connection.execute("PRAGMA application_id").fetchone()[0])
    if not connection.execute("SELECT 1 FROM sqlite_master LIMIT 1").fetchone():
        return "" if not version else "its tables are missing"
    schemas = connection.execute("SELECT max(schema) FROM eras").fetchone()[0] or SCHEMA
    if version > SCHEMA and schemas > SCHEMA:
        raise JournalTooNew(N_("{file}: a newer version of Tapis wrote this journal"), file=path)
    if application != APPLICATION or version != min(int(schemas), SCHEMA):
        return "its header is damaged"
    if version < SCHEMA:
        return ""  # the migration to the current schema verifies it
    faults = [*_structure(connection, "quick_check"), *_odd_beside(connection)]
    faults += walk(connection, after=_begin_at(connection)).faults
    return f"{faults[0].where} {faults[0].what}" if faults else ""


def _begin_at(connection: sqlite3.Connection) -> int:
    """Return the row number after which all rows must be intact for the table to start.

    Those rows are needed to resume the table and to publish the events that have not been sent yet.
    """
    n, acknowledged = connection.execute("SELECT n, acknowledged FROM head").fetchone()
    last = connection.execute("SELECT coalesce(max(n), 0) FROM snapshots").fetchone()[0]
    sent = connection.execute(
        "SELECT coalesce(min(n) - 1, ?) FROM events WHERE seq > ?", (n, acknowledged)
    ).fetchone()[0]
    first = min(last, sent, n - MOST_ROWS)
    found = connection.execute(
        "SELECT coalesce(max(n), 0) FROM observations WHERE n <= ?", (first,)
    ).fetchone()
    return int(found[0])


def _structure(connection: sqlite3.Connection, check: str) -> Iterator[Fault]:
    """Yield the first fault that SQLite's own check finds, if any.

    `check` is the pragma to run. `quick_check` is abandoned after `CHECK_FOR` seconds.
    """
    ends = time.monotonic() + CHECK_FOR
    if check == "quick_check":
        connection.set_progress_handler(lambda: time.monotonic() > ends, 100_000)
    try:
        for (line,) in connection.execute(f"PRAGMA {check}(1)"):
            if line != "ok":
                yield Fault("file", f"is damaged ({str(line).splitlines()[-1]})"[:200])
    except sqlite3.OperationalError as error:
        if getattr(error, "sqlite_errorname", "") != "SQLITE_INTERRUPT":
            raise
    finally:
        connection.set_progress_handler(None, 0)


def _odd_beside(connection: sqlite3.Connection) -> Iterator[Fault]:
    """Yield a fault if the `head` table, which the chain does not cover, has impossible values."""
    n, seq, at, acknowledged = connection.execute(
        "SELECT n, seq, at, acknowledged FROM head"
    ).fetchone()
    last = connection.execute("SELECT max(at) FROM observations WHERE n = ?", (n,)).fetchone()[0]
    if not (last or 0) <= at < 2**53 or not 0 <= acknowledged <= seq:
        yield Fault("head", "has been altered")


@contextlib.contextmanager
def in_one_sentence(path: Path) -> Iterator[None]:
    """Turn errors that a damaged journal causes inside the block into a `JournalError`.

    For one of the errors in `ODD`, or a `RuntimeError`, the journal is verified first. If it is
    intact, the error is a bug, and is raised unchanged.
    """
    try:
        yield
    except (TapisError, OSError):
        raise
    except (sqlite3.Error, RuntimeError, *ODD) as error:
        if isinstance(error, sqlite3.Error):
            raise explain(error, path) from error
        if not verify(path).faults:
            raise
        raise damaged(path, N_("it is damaged")) from error
