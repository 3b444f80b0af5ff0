"""A log on two servers: nothing is decided that the second one has not, and the second goes on."""

import threading
from collections.abc import Iterator

import pytest
from sqlalchemy import NullPool, create_engine, text

from controller.venue.store import log
from controller.venue.store.database import Database
from controller.venue.store.faults import StoreFailed
from tests.mqtt import until
from tests.rig.hub import STANDBY, Postgres


@pytest.fixture
def servers() -> Iterator[tuple[Postgres, Postgres]]:
    """Return a server, and its synchronous standby."""
    with Postgres() as first, Postgres(of=first) as second:
        first.confirmed_by(STANDBY)
        yield first, second


def test_a_server_that_is_cut_off_decides_nothing_and_the_other_one_has_it_all(
    servers: tuple[Postgres, Postgres],
) -> None:
    first, second = servers
    first.made("room")
    # Both machines stand in the room's config; the one that takes changes is found.
    where = f"postgresql://tapis@/room?host={second.folder}&host={first.folder}"
    database = Database(where)
    written = count_of(database)
    write(database)

    second.stop()
    late = threading.Thread(target=write, args=(database,))
    late.start()
    until(lambda: waits_for_the_standby(first), what="it waits for the standby")
    assert late.is_alive()
    second.start()
    late.join(30)
    assert not late.is_alive()

    first.stop()
    with pytest.raises(StoreFailed):
        write(database)
    database.close()
    second.promote()
    again = Database(where)
    assert count_of(again) == written + 2
    write(again)
    again.close()
    with pytest.raises(StoreFailed):
        Database(f"postgresql://tapis@/room?host={first.folder}")


def write(database: Database) -> None:
    """Write one row more."""
    with database.transaction() as connection:
        log.append(connection, log.head(connection), log.Entry(0, 0, "", "anne", {"type": "note"}))


def count_of(database: Database) -> int:
    """Return how many rows there are."""
    with database.transaction() as connection:
        return log.count(connection)


def waits_for_the_standby(server: Postgres) -> bool:
    """Return whether a commit at a server waits for its standby."""
    engine = create_engine(
        server.url().replace("postgresql:", "postgresql+psycopg:"), poolclass=NullPool
    )
    with engine.connect() as connection:
        asked = text("SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'SyncRep'")
        return bool(connection.execute(asked).scalar_one())
