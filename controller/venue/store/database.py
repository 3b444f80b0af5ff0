"""A room's database, opened by one process and upgraded if needed.

Each change is one transaction. The database is either in a file (`file.py`) or on a server
(`server.py`).
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
from controller.venue.store.names import OrderNames, later_prefixes
from controller.venue.store.schema import meta

if TYPE_CHECKING:
    from controller.venue.store.engines.server import StoreServer

MIGRATIONS = Path(__file__).parent / "migrations"


class Database:
    """A room's database. Only one process may run the room at a time; `close` releases the room.

    `id` is created with the database, and distinguishes its orders from those of other databases.
    `names` makes the ids under which poker tables know its orders.
    """

    def __init__(self, where: Path | str, *, alone: bool = True) -> None:
        """Open the database at a path or a URL, creating or upgrading it as needed.

        If `alone` is true, this process claims the room. If it is false, another process may be
        running the room; this is for commands that run alongside it.
        Raises `StoreBusy` and `StoreFailed`.
        """
        self.where = str(where)
        self._place = _place(self.where, alone=alone)
        self.engine = self._place.engine
        try:
            with self.transaction() as connection:
                self._place.migrating(connection)
                _migrate(connection)
                self.id = _identity(connection)
                self.names = OrderNames(self.id, later_prefixes(connection))
        except BaseException:
            self.close()
            raise

    @contextmanager
    def transaction(self) -> Iterator[Connection]:
        """Open a transaction for a `with` block, and return its connection.

        At the end of the block, all changes are saved; after an exception, none are.
        Raises `StoreFailed`, and `StoreLost` if another process may have taken over the room.
        """
        try:
            with self.engine.begin() as connection:
                yield connection
        except DBAPIError as error:
            raise self._place.explained(error) from error

    def together(self, connection: Connection) -> AbstractContextManager[None]:
        """Return a context manager that sends all writes of its `with` block together.

        The block must not read.
        Raises `StoreFailed`.
        """
        return self._place.together(connection)

    def hold(self) -> None:
        """Renew this process's claim to the room; on a server, a claim lapses unless renewed often.

        A file's lock needs no renewal, because it ends with the process that holds it. Raises
        `StoreFailed`, and `StoreLost` if another process may have taken over the room.
        """
        if not isinstance(self._place, StoreFile):
            with self.transaction() as connection:
                self._place.hold(connection)

    def close(self) -> None:
        """Close the database, and release it for another process."""
        self._place.close()

    def vacuum(self) -> None:
        """Rewrite the tables that hold names, so that no deleted data is left in them."""
        self._place.vacuum()


def _place(where: str, *, alone: bool) -> "StoreFile | StoreServer":
    if "://" not in where:
        return StoreFile(Path(where), alone=alone)
    # Most rooms use a file, on a small computer.
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
