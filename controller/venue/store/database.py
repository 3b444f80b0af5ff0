"""A room's database, opened by one core and upgraded; each change is one transaction.

It is either a file (`file.py`) or on a server (`server.py`).
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
    """A room's database, held by one core at a time until it is closed.

    `id` is created with the database, and distinguishes its orders from those of other databases.
    `names` holds the prefixes that make up its order ids at tables.
    """

    def __init__(self, where: Path | str, *, alone: bool = True) -> None:
        """Open the database at a path or a URL, creating or upgrading it as needed.

        Raises `StoreBusy` and `StoreFailed`. If `alone` is false, a core may have it open too:
        commands use this beside a running core.
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
        """Return a connection; when the block ends, either all its changes are saved or none.

        Raises `StoreFailed`, and `StoreLost` if another core may have taken over the room.
        """
        try:
            with self.engine.begin() as connection:
                yield connection
        except DBAPIError as error:
            raise self._place.explained(error) from error

    def together(self, connection: Connection) -> AbstractContextManager[None]:
        """Pipeline the writes made in this block, in which nothing may be read.

        Raises `StoreFailed`.
        """
        return self._place.together(connection)

    def hold(self) -> None:
        """Renew the core's hold on the room; call it often. Raises the errors of `transaction`."""
        if self._place.leased:
            with self.transaction() as connection:
                self._place.hold(connection)

    def close(self) -> None:
        """Close the database, and release it for another core."""
        self._place.close()

    def vacuum(self) -> None:
        """Rewrite the tables that hold names, to erase all deleted data from them."""
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
