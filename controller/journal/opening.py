"""Opens a journal file for writing or reading; opening it for writing upgrades an older schema."""

import contextlib
import os
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from controller.contract.errors import N_
from controller.journal.damaged_pages import SIZES
from controller.journal.faults import (
    UNREADABLE,
    JournalDamaged,
    JournalTooNew,
    explain,
    explain_os,
)
from controller.journal.migration import migrate
from controller.journal.schema import APPLICATION, BESIDE, SCHEMA, TABLES

PAGE: Final = SIZES[0]
"""Page size of a new journal in bytes: the smallest that SQLite allows.

An observation changes four or five pages, and each changed page is written as a whole to the
write-ahead log. With pages of 4096 bytes, four times as much would be written.
"""


def open_for_writing(path: Path) -> sqlite3.Connection:
    """Open a journal, or create one that only its owner can read.

    Raises `JournalTooNew`, `JournalDamaged` or `JournalStalled`.
    """
    try:
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        os.fchmod(descriptor, 0o600)
        os.close(descriptor)
    except OSError as error:
        raise explain_os(error, path) from error
    # Another process may still be merging the log that a crash left, hence the long timeout.
    connection = sqlite3.connect(path, timeout=10, isolation_level=None, check_same_thread=False)
    with _or_closed(connection, path):
        # Has no effect on an existing journal.
        connection.execute(f"PRAGMA page_size = {PAGE}")
        if connection.execute("PRAGMA journal_mode = WAL").fetchone()[0] != "wal":
            raise JournalDamaged(
                N_(
                    "{file}: this file system can't hold a journal (no shared memory for SQLite's"
                    " WAL); put the journal on a local disk"
                ),
                file=path,
            )
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA secure_delete = ON")
        version = _version(connection, path)
        if version == 0:
            connection.executescript(
                f"BEGIN IMMEDIATE; PRAGMA application_id = {APPLICATION}; "
                f"{TABLES}{BESIDE} "
                f"PRAGMA user_version = {SCHEMA}; COMMIT;"
            )
        elif version < SCHEMA:
            migrate(connection, path)
        connection.executescript(
            f"BEGIN IMMEDIATE; {BESIDE} DROP INDEX IF EXISTS not_forgotten;"
            " DROP INDEX IF EXISTS events_n; COMMIT;"
        )
    return connection


def open_for_reading(path: Path) -> sqlite3.Connection:
    """Open an existing journal read-only, even while its writer is using it.

    Raises `JournalTooNew`, `JournalDamaged` or `JournalStalled`.
    """
    if not path.is_file():
        raise JournalDamaged(N_("{file}: there is no journal here"), file=path)
    try:
        connection = connect_to_read(path)
    except UNREADABLE as error:
        raise explain(error, path) from error
    with _or_closed(connection, path):
        if _version(connection, path) == 0:
            raise JournalDamaged(
                N_("{file}: this journal is empty: no controller has written to it"), file=path
            )
    return connection


@contextlib.contextmanager
def _or_closed(connection: sqlite3.Connection, path: Path) -> Iterator[None]:
    """Close the connection if the block fails; turn a SQLite error into a journal fault."""
    try:
        yield
    except BaseException as error:
        connection.close()
        if isinstance(error, UNREADABLE):
            raise explain(error, path) from error
        raise


@contextlib.contextmanager
def explained(path: Path) -> Iterator[None]:
    """Turn a SQLite error inside the block into a journal fault."""
    try:
        yield
    except sqlite3.Error as error:
        raise explain(error, path) from error


def connect_to_read(path: Path) -> sqlite3.Connection:
    """Return a read-only connection; raises `sqlite3.Error`.

    A log left by a crash stays as it is. If SQLite were allowed to merge it into the file, it would
    merge only the readable part, and rows that might still be salvaged would be deleted.
    """
    log = path.with_name(path.name + "-wal")
    mode = "ro" if log.exists() and log.stat().st_size else "rw"
    connection = sqlite3.connect(
        f"{path.absolute().as_uri()}?mode={mode}", timeout=10, isolation_level=None,
        check_same_thread=False, uri=True,
    )  # fmt: skip
    connection.execute("PRAGMA query_only = ON")
    return connection


def _version(connection: sqlite3.Connection, path: Path) -> int:
    version = int(connection.execute("PRAGMA user_version").fetchone()[0])
    application = int(connection.execute("PRAGMA application_id").fetchone()[0])
    tables = int(connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0])
    if application != APPLICATION and (application or version or tables):
        raise JournalDamaged(
            N_("{file}: this database belongs to another program and is not a journal"), file=path
        )
    if version > SCHEMA:
        raise JournalTooNew(
            N_(
                "{file}: a newer version of Tapis wrote this journal (its schema is {version}; "
                "this version supports {known}); install the newer version again, or start the "
                "table with a new journal"
            ),
            file=path,
            version=version,
            known=SCHEMA,
        )
    return version
