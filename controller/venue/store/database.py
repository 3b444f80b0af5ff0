"""A room's database: opened for one core, brought up to date, and each change in one transaction.

In a file (`file.py`), or on a server (`server.py`).
"""

import secrets
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, insert, select
from sqlalchemy.exc import DBAPIError

from controller.venue.store.engines.file import StoreFile
from controller.venue.store.names import names_in
from controller.venue.store.schema import meta

if TYPE_CHECKING:
    from controller.venue.store.engines.server import StoreServer

MIGRATIONS = Path(__file__).parent / "migrations"


class Database:
    """A room's database, this process's alone (but for readers) until it is closed.

    `id` is its own, made with it: the orders of another database are no orders of this one. `names`
    are what its orders are called at tables.
    """

    def __init__(self, where: Path | str, *, alone: bool = True) -> None:
        """Open what is at a path or a URL, made new or brought up to date.

        Raises `StoreBusy` and `StoreFailed`. Without `alone` a running core may have it: for what
        is done beside it.
        """
        self.where = str(where)
        self._place = _place(self.where, alone=alone)
        self.engine = self._place.engine
        try:
            with self.transaction() as connection:
                self._place.migrating(connection)
                _migrate(connection)
                self.id = _identity(connection)
                self.names = names_in(connection, self.id)
        except BaseException:
            self.close()
            raise

    @contextmanager
    def transaction(self) -> Iterator[Connection]:
        """Return a connection; all that is done on it is on disk when this ends, or nothing is.

        Raises `StoreFailed`; `StoreLost` when another core may have the room.
        """
        try:
            with self.engine.begin() as connection:
                yield connection
        except DBAPIError as error:
            raise self._place.explained(error) from error

    def together(self, connection: Connection) -> AbstractContextManager[None]:
        """Have what is written in a transaction meanwhile go there at once; nothing may be read.

        Raises `StoreFailed`.
        """
        return self._place.together(connection)

    def hold(self) -> None:
        """Show that the core lives, as often as it can. Raises as `transaction` does."""
        if self._place.leased:
            with self.transaction() as connection:
                self._place.hold(connection)

    def close(self) -> None:
        """Close it, and let another core have it."""
        self._place.close()

    def vacuum(self) -> None:
        """Write anew what names people, so that nothing of what was deleted is left there."""
        self._place.vacuum()


def _place(where: str, *, alone: bool) -> "StoreFile | StoreServer":
    if "://" not in where:
        return StoreFile(Path(where), alone=alone)
    # Most rooms are in a file, on a small computer.
    from controller.venue.store.engines.server import StoreServer

    server = StoreServer(where, alone=alone)
    if alone:
        server.take()
    return server


def _migrate(connection: Connection) -> None:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def _identity(connection: Connection) -> str:
    found = connection.execute(select(meta.c.value).where(meta.c.key == "id")).scalar()
    if found is None:
        found = secrets.token_hex(4)
        connection.execute(insert(meta).values(key="id", value=found))
    return str(found)
