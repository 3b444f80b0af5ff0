"""A room's database on a PostgreSQL server, addressed by a libpq URL.

The process that runs the room holds an advisory lock on its only connection, and makes all its
writes through that connection. If it loses the connection, it has lost the room, and writes nothing
more.
"""

import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any, Final

from psycopg import Error
from psycopg.errors import PipelineAborted
from sqlalchemy import URL, Connection, NullPool, QueuePool, create_engine, event, make_url, text
from sqlalchemy.engine import Engine
from sqlalchemy.exc import ArgumentError, DBAPIError, SQLAlchemyError

from controller.contract.errors import N_, WrongOption
from controller.contract.venue.views import LogHealth
from controller.venue.store.faults import StoreBusy, StoreFailed, StoreLost

ROOM: Final = 0x7461_7069
"""The first key of the room's advisory locks.

The lock with second key 1 is held by the process that runs the room, and the lock with second key 2
by an upgrade."""

LEASE: Final = 3
"""A process loses its room after this many seconds without contact with the server."""

_WHO = text(
    "SELECT a.application_name, a.client_addr FROM pg_locks l JOIN pg_stat_activity a USING (pid)"
    " WHERE l.locktype = 'advisory' AND l.granted AND l.classid = :room AND l.objid = 1 AND"
    " l.database = (SELECT oid FROM pg_database WHERE datname = current_database())"
)
_FULL: Final = "53100"
_READ_ONLY: Final = "25006"


class StoreServer:
    """A database on a server. One process may run its room while commands are also connected."""

    def __init__(self, where: str, *, alone: bool) -> None:
        """Prepare to connect; if `alone`, this process will claim the room.

        Raises `WrongOption` for an invalid URL.
        """
        self._had = self._told = False
        try:
            url = make_url(where).set(drivername="postgresql+psycopg")
        except (ArgumentError, ValueError):
            raise WrongOption(
                N_("the room's database is not a URL; expected postgresql://user@host/name")
            ) from None
        self.name = f"{_host(url)}/{url.database}"
        self._alone = alone
        self.engine = self._engine(url)

    def migrating(self, connection: Connection) -> None:
        """Lock the database against concurrent upgrades."""
        connection.execute(text("SELECT pg_advisory_xact_lock(:room, 2)"), {"room": ROOM})

    def hold(self, connection: Connection) -> None:
        """Renew the claim to the room, which lapses after `LEASE` seconds without renewal."""
        if not self._told:
            for one in ("idle_session_timeout", "idle_in_transaction_session_timeout"):
                connection.execute(text(f"SET {one} = '{LEASE}s'"))
            self._told = True
        connection.execute(text("SELECT 1"))

    @contextmanager
    def together(self, connection: Connection) -> Iterator[None]:
        """Send the writes of a `with` block together, and wait for the server only at its end.

        The block must not read. Raises `StoreFailed` if a write fails.
        """
        driver = connection.connection.driver_connection
        assert driver is not None
        try:
            # psycopg 3.3.9 hangs on data larger than a socket accepts at once: it waits for the
            # reply to data that libpq, in non-blocking mode, has not sent yet.
            driver.pgconn.nonblocking = 0
            with driver.pipeline():
                yield
        except Error as error:
            raise self._explained(error, gone=driver.closed) from error

    def explained(self, error: DBAPIError) -> StoreFailed:
        """Return an error that explains a database fault to the person who runs the room."""
        return self._explained(error.orig, gone=error.connection_invalidated)

    def _explained(self, error: BaseException | None, *, gone: bool) -> StoreFailed:
        # Statements after a fault were skipped, so their errors do not contain its cause.
        while isinstance(error, PipelineAborted) and error.__context__ is not None:
            error = error.__context__
        state = getattr(error, "sqlstate", None)
        why = str(error).strip().partition("\n")[0]
        if gone or state is None:
            kind = StoreLost if self._had else StoreFailed
            return kind(LogHealth.FAILING, f"{self.name}: the database does not answer ({why})")
        if state == _FULL:
            return StoreFailed(LogHealth.DISK_FULL, f"{self.name}: the server's disk is full")
        if state == _READ_ONLY:
            return StoreFailed(LogHealth.READ_ONLY, f"{self.name}: the server accepts no changes")
        return StoreFailed(LogHealth.FAILING, f"{self.name}: the database failed ({why})")

    def vacuum(self) -> None:
        """Rewrite the tables that hold names, so that no deleted data is left in them.

        The server's own log, backups and standby keep deleted data until it is overwritten.
        """
        with self.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
            connection.execute(text("VACUUM (FULL) person, answer, attendance"))

    def close(self) -> None:
        """Release the room for another process, and disconnect.

        The server would also release it automatically, but only some time after the connection is
        lost.
        """
        if self._had:
            with suppress(SQLAlchemyError, StoreLost), self.engine.connect() as connection:
                asked = text("SELECT pg_advisory_unlock(:room, 1)")
                connection.execute(asked, {"room": ROOM})
                connection.commit()
        self.engine.dispose()

    def _engine(self, url: URL) -> Engine:
        engine = create_engine(
            url,
            connect_args={
                "application_name": f"tapis {socket.gethostname()[:40]} {os.getpid()}",
                "connect_timeout": LEASE, "tcp_user_timeout": LEASE * 1000, "keepalives": 1,
                "keepalives_idle": 1, "keepalives_interval": 1, "keepalives_count": LEASE,
                # A standby server would grant the lock to a second core, and could store nothing.
                "target_session_attrs": "read-write",
                # A machine that loses power never closes its connection.
                "options": "-c synchronous_commit=on -c tcp_keepalives_idle=1"
                f" -c tcp_keepalives_interval=1 -c tcp_keepalives_count={LEASE}",
            },
            **({"poolclass": QueuePool, "pool_size": 1, "max_overflow": 0, "pool_timeout": 5}
               if self._alone else {"poolclass": NullPool}),
        )  # fmt: skip
        event.listen(engine, "before_cursor_execute", _without_zeros, retval=True)
        if self._alone:
            event.listen(engine, "do_connect", self._once)
        return engine

    def _once(self, *_: Any) -> None:
        """Refuse to reconnect after a lost connection: another process may have taken the room."""
        if self._had:
            raise StoreLost(LogHealth.FAILING, f"{self.name}: this core no longer has the room")

    def take(self) -> None:
        """Claim the room for this process. Raises `StoreBusy` or `StoreFailed`."""
        try:
            with self.engine.connect() as connection:
                asked = text("SELECT pg_try_advisory_lock(:room, 1)")
                had = connection.execute(asked, {"room": ROOM}).scalar_one()
                holder = None if had else connection.execute(_WHO, {"room": ROOM}).first()
                connection.commit()
        except DBAPIError as error:
            raise self.explained(error) from error
        if not had:
            self.close()
            whom = " at ".join(str(one) for one in holder or () if one) or "another process"
            raise StoreBusy(f"{self.name}: another core is already running this room ({whom})")
        self._had = True


def _without_zeros(
    _connection: Connection, _cursor: Any, said: str, rows: Any, _what: Any, many: bool
) -> tuple[str, Any]:  # fmt: skip
    """Return a statement and its values, with U+0000 replaced by U+FFFD.

    PostgreSQL rejects U+0000, so without this anybody at the desk or at a table could stop the room
    by sending text that contains it.
    """
    return said, [_taken(row) for row in rows] if many else _taken(rows)


def _taken(row: Any) -> Any:
    if not isinstance(row, dict) or not any(
        isinstance(one, str) and "\0" in one for one in row.values()
    ):
        return row
    return {
        name: one.replace("\0", "\N{REPLACEMENT CHARACTER}") if isinstance(one, str) else one
        for name, one in row.items()
    }


def _host(url: URL) -> str:
    asked = url.host or url.query.get("host") or "this machine"
    return asked if isinstance(asked, str) else " or ".join(asked)
