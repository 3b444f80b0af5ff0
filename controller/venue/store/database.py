"""A room's database: opened for one core, brought up to date, and each change in one transaction.

SQLite in WAL with `synchronous=FULL`; what is deleted is overwritten.
"""

import logging
import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, create_engine, event, insert, select
from sqlalchemy.engine import Engine
from sqlalchemy.exc import DBAPIError

from controller.contract.errors import TapisError
from controller.contract.venue.views import LogHealth
from controller.journal.faults import JournalBusy
from controller.journal.lock import WriterLock
from controller.venue.store.schema import meta

MIGRATIONS = Path(__file__).parent / "migrations"


class StoreFailed(TapisError):
    """The database can't keep something: `health` says how it is, the text what to do."""

    def __init__(self, health: LogHealth, sentence: str) -> None:
        """Keep both."""
        super().__init__(sentence)
        self.health = health


class StoreBusy(TapisError):
    """Another core holds this database; the text says which process."""


class Database:
    """The database at a path, this process's alone (but for readers) until it is closed.

    `id` is its own, made with it: the orders of another database are no orders of this one.
    """

    def __init__(self, path: Path, *, alone: bool = True) -> None:
        """Open it, made new or brought up to date. Raises `StoreBusy` and `StoreFailed`.

        Without `alone` a running core may have it: for what is done beside it.
        """
        self.path = path
        self._lock = _locked(path) if alone else None
        try:
            # Names and passwords are for its owner alone.
            os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
            self.engine = _engine(path)
            with self.transaction() as connection:
                _migrate(connection)
                self.id = _identity(connection)
        except BaseException:
            self.close()
            raise

    @contextmanager
    def transaction(self) -> Iterator[Connection]:
        """Return a connection; all that is done on it is on disk when this ends, or nothing is.

        Raises `StoreFailed`.
        """
        try:
            with self.engine.begin() as connection:
                yield connection
        except DBAPIError as error:
            raise explained(error, self.path) from error

    def close(self) -> None:
        """Close it, and let another core have it."""
        if hasattr(self, "engine"):
            self.engine.dispose()
        if self._lock is not None:
            self._lock.release()
            self._lock = None

    def vacuum(self) -> None:
        """Write the file anew, so that nothing of what was deleted is left in it or beside it."""
        raw = self.engine.raw_connection()
        try:
            cursor = raw.cursor()
            for said in ("PRAGMA wal_checkpoint(TRUNCATE)", "VACUUM"):
                cursor.execute(said)
                cursor.fetchall()
            cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            cursor.fetchall()
        finally:
            raw.close()


def explained(error: DBAPIError, path: Path) -> StoreFailed:
    """Return what a fault of the database means to whoever looks after the room."""
    said = str(error.orig).lower()
    if "full" in said:
        return StoreFailed(LogHealth.DISK_FULL, f"{path}: the disk is full; free some space")
    if "readonly" in said or "read-only" in said:
        return StoreFailed(LogHealth.READ_ONLY, f"{path}: the file can't be written to")
    return StoreFailed(LogHealth.FAILING, f"{path}: the database fails ({error.orig})")


def _locked(path: Path) -> WriterLock:
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        return WriterLock(path)
    except JournalBusy as busy:
        holder = str(busy).partition("(")[2].partition(")")[0] or "another process"
        raise StoreBusy(
            f"{path}: another core runs this room already ({holder}); stop it first, or give this"
            " room a database of its own"
        ) from None


def _engine(path: Path) -> Engine:
    engine = create_engine(f"sqlite:///{path}", connect_args={"timeout": 5.0})

    @event.listens_for(engine, "connect")
    def _opened(raw: Any, _record: Any) -> None:
        # The driver's own transactions begin too late; ours begin with each connection.
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


def _migrate(connection: Connection) -> None:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["connection"] = connection
    logging.getLogger("alembic").setLevel(logging.WARNING)
    command.upgrade(config, "head")


def _identity(connection: Connection) -> str:
    found = connection.execute(select(meta.c.value).where(meta.c.key == "id")).scalar()
    if found is None:
        found = secrets.token_hex(4)
        connection.execute(insert(meta).values(key="id", value=found))
    return str(found)
