"""The journal's tables, its version, and how its file is opened."""

import contextlib
import os
import sqlite3
from pathlib import Path
from typing import Final

from controller.journal.faults import JournalDamaged, JournalTooNew, explain, explain_os

SCHEMA: Final = 2
APPLICATION: Final = 0x54415049  # "TAPI", in the file's header

NOT_FORGOTTEN: Final = "CREATE INDEX not_forgotten ON observations (wall) WHERE salt IS NOT NULL"

_TABLES = """
CREATE TABLE eras (
    id INTEGER PRIMARY KEY,
    after INTEGER NOT NULL,         -- the last row before this start of the controller
    session TEXT NOT NULL,
    software TEXT NOT NULL,
    schema INTEGER NOT NULL,
    house TEXT NOT NULL,
    house_hash TEXT NOT NULL,
    table_name TEXT NOT NULL,
    started INTEGER NOT NULL,       -- wall time, ms since 1970
    hash BLOB NOT NULL
);
CREATE TABLE observations (
    n INTEGER PRIMARY KEY,
    era INTEGER NOT NULL REFERENCES eras (id),
    at INTEGER NOT NULL,            -- table time, ms
    wall INTEGER NOT NULL,          -- wall time, ms since 1970
    hand INTEGER NOT NULL,
    observation BLOB NOT NULL,      -- empty when it has been forgotten
    private BLOB,
    hash BLOB NOT NULL,             -- over the seal, not over what is sealed
    -- The seal is a hash of salt, observation and private; without the salt, which is forgotten
    -- with them, nobody can try 52 cards.
    salt BLOB,
    seal BLOB
);
CREATE TABLE events (
    seq INTEGER PRIMARY KEY,
    n INTEGER NOT NULL REFERENCES observations (n),
    type TEXT NOT NULL,
    data BLOB NOT NULL
);
CREATE INDEX events_n ON events (n);
CREATE TABLE snapshots (
    n INTEGER PRIMARY KEY,          -- the last row that the state includes
    seq INTEGER NOT NULL,
    wake_at INTEGER,
    state BLOB NOT NULL,
    hash BLOB NOT NULL
);
CREATE TABLE head (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    n INTEGER NOT NULL,
    seq INTEGER NOT NULL,
    at INTEGER NOT NULL,
    hash BLOB NOT NULL,
    acknowledged INTEGER NOT NULL   -- the last seq that the broker has confirmed
);
INSERT INTO head VALUES (1, 0, 0, 0, zeroblob(32), 0);
"""

# Where the events of each device go on. No part of the chain: it says nothing of the game.
_MARKS = """
CREATE TABLE IF NOT EXISTS marks (
    device TEXT PRIMARY KEY,
    boot INTEGER NOT NULL,          -- the number of the device's start
    seq INTEGER NOT NULL            -- the last of its events that is on disk
)
"""


def open_for_writing(path: Path) -> sqlite3.Connection:
    """Open a journal, or make a new one that only its owner may read.

    Raises `JournalTooNew`, `JournalDamaged` or `JournalStalled`.
    """
    try:
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        os.fchmod(descriptor, 0o600)
        os.close(descriptor)
    except OSError as error:
        raise explain_os(error, path) from error
    connection = _connect(path)
    try:
        if connection.execute("PRAGMA journal_mode = WAL").fetchone()[0] != "wal":
            raise JournalDamaged(
                f"{path}: this file system can't hold a journal (no shared memory for SQLite's "
                "WAL); put the journal on a local disk"
            )
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA secure_delete = ON")
        version = _version(connection, path)
        if version == 0:
            connection.executescript(
                f"BEGIN IMMEDIATE; PRAGMA application_id = {APPLICATION}; "
                f"{_TABLES}{NOT_FORGOTTEN}; "
                f"PRAGMA user_version = {SCHEMA}; COMMIT;"
            )
        elif version < SCHEMA:
            from controller.journal.migration import migrate

            migrate(connection, path)
        connection.execute(_MARKS)
    except sqlite3.Error as error:
        connection.close()
        raise explain(error, path) from error
    except BaseException:
        connection.close()
        raise
    return connection


def open_for_reading(path: Path) -> sqlite3.Connection:
    """Open an existing journal beside its writer; nothing can be written through it.

    Raises `JournalTooNew`, `JournalDamaged` or `JournalStalled`.
    """
    if not path.is_file():
        raise JournalDamaged(f"{path}: there is no journal here")
    connection = _connect(path)
    try:
        connection.execute("PRAGMA query_only = ON")
        if _version(connection, path) == 0:
            raise JournalDamaged(f"{path}: this journal is empty: no controller has written it")
    except sqlite3.Error as error:
        connection.close()
        raise explain(error, path) from error
    except BaseException:
        connection.close()
        raise
    return connection


def roll_back(connection: sqlite3.Connection) -> None:
    """End the running transaction without a trace, whatever state the failure left it in."""
    if connection.in_transaction:
        with contextlib.suppress(sqlite3.Error):
            connection.execute("ROLLBACK")


def _connect(path: Path) -> sqlite3.Connection:
    # At an opening, whoever came before may still be folding the log of a crash back in.
    return sqlite3.connect(path, timeout=10, isolation_level=None, check_same_thread=False)


def _version(connection: sqlite3.Connection, path: Path) -> int:
    version = int(connection.execute("PRAGMA user_version").fetchone()[0])
    application = int(connection.execute("PRAGMA application_id").fetchone()[0])
    tables = int(connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0])
    if application != APPLICATION and (application or version or tables):
        raise JournalDamaged(f"{path}: this is a database of something else, not a journal")
    if version > SCHEMA:
        raise JournalTooNew(
            f"{path}: a newer version of Tapis wrote this journal (its schema is {version}, this "
            f"version knows {SCHEMA}); install that version again, or start the table on a new "
            "journal"
        )
    return version
