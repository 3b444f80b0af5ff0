"""A room's database in a file: SQLite in WAL mode with `synchronous=FULL`.

Deleted data is overwritten.
"""

import os
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, create_engine, event
from sqlalchemy.engine import Engine
from sqlalchemy.exc import DBAPIError

from controller.contract.venue.views import LogHealth
from controller.journal.faults import JournalBusy
from controller.journal.lock import WriterLock
from controller.venue.store.faults import StoreBusy, StoreFailed


class StoreFile:
    """A database file, locked by this process until `close`, unless `alone` is false."""

    def __init__(self, path: Path, *, alone: bool) -> None:
        """Create the file if it is missing, and lock it if `alone`. Raises `StoreBusy`."""
        self.path = path
        self._lock = locked(path) if alone else None
        try:
            # Names and passwords are for its owner only.
            os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
        except OSError:
            self.close()
            raise
        self.engine = _engine(path)

    def migrating(self, connection: Connection) -> None:
        """Do nothing, because the transaction already prevents concurrent upgrades."""

    def together(self, _connection: Connection) -> AbstractContextManager[None]:
        """Return a context manager that does nothing: a file has no network delay to avoid."""
        return nullcontext()

    def explained(self, error: DBAPIError) -> StoreFailed:
        """Return an error that explains a database fault to the person who runs the room."""
        said = str(error.orig).lower()
        if "full" in said:
            return StoreFailed(
                LogHealth.DISK_FULL, f"{self.path}: the disk is full; free some space"
            )
        if "readonly" in said or "read-only" in said:
            return StoreFailed(LogHealth.READ_ONLY, f"{self.path}: the file can't be written to")
        return StoreFailed(LogHealth.FAILING, f"{self.path}: the database failed ({error.orig})")

    def vacuum(self) -> None:
        """Rewrite the file, so that no deleted data is left in it or in SQLite's other files."""
        raw = self.engine.raw_connection()
        try:
            cursor = raw.cursor()
            emptied = "PRAGMA wal_checkpoint(TRUNCATE)"
            for said in (emptied, "VACUUM", emptied):
                cursor.execute(said)
                cursor.fetchall()
        finally:
            raw.close()

    def close(self) -> None:
        """Close the file, and release it for another process."""
        if hasattr(self, "engine"):
            self.engine.dispose()
        if self._lock is not None:
            self._lock.release()
            self._lock = None


def locked(path: Path) -> WriterLock:
    """Return the lock for a room's file. Raises `StoreBusy` while another process has it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        return WriterLock(path)
    except JournalBusy as busy:
        holder = busy.values["whom"]
        raise StoreBusy(
            f"{path}: another core is already running this room ({holder}); stop it first, or"
            " give this room its own database"
        ) from None


def _engine(path: Path) -> Engine:
    engine = create_engine(f"sqlite:///{path}", connect_args={"timeout": 5.0})

    @event.listens_for(engine, "connect")
    def _opened(raw: Any, _record: Any) -> None:
        # The driver begins its own transactions too late; ours begin with each connection.
        raw.isolation_level = None
        for pragma in (
            "journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "secure_delete=ON",
            "wal_autocheckpoint=1000",
        ):  # fmt: skip
            raw.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "begin")
    def _begun(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN IMMEDIATE")

    return engine
