"""What tables said goes to a server at once, and counts as a whole or not at all."""

from pathlib import Path

import msgspec
import pytest
from psycopg.errors import DiskFull, PipelineAborted

from controller.contract.public import Envelope
from controller.contract.venue.views import LogHealth
from controller.venue.store import log, tables
from controller.venue.store.database import Database
from controller.venue.store.faults import StoreFailed, StoreLost
from tests.controller.venue.core.rooms import cut_off


def said(seq: int) -> tuple[int, Envelope]:
    """Return an event of table 1."""
    return 1, Envelope(1, seq, "s", "", "1", 1, "phase.changed", {}, "a")


def test_what_is_written_together_waits_for_the_server_once(
    database: Database, tmp_path: Path
) -> None:
    """Once for all of it, once for its transaction's begin, and once for the commit."""
    trace = tmp_path / "trace"
    with trace.open("wb") as file:
        with database.transaction() as connection:
            raw = connection.connection.driver_connection
            assert raw is not None
            raw.pgconn.trace(file.fileno())
            with database.together(connection):
                tables.keep(connection, 0, [said(1), said(2), said(3)])
        raw.pgconn.untrace()
    assert trace.read_text().count("ReadyForQuery") == 3
    with database.transaction() as connection:
        assert tables.cursors(connection) == {1: tables.Heard("a", 3)}


def test_a_fault_of_it_undoes_all_and_the_next_turn_goes_through(database: Database) -> None:
    with database.transaction() as connection:
        tables.keep(connection, 0, [said(1)])
    with pytest.raises(StoreFailed, match="duplicate"):
        write_again(database)
    with database.transaction() as connection:
        assert log.count(connection) == 0
        assert tables.cursors(connection) == {1: tables.Heard("a", 1)}
        tables.keep(connection, 0, [said(2)])
    with database.transaction() as connection:
        assert tables.cursors(connection) == {1: tables.Heard("a", 2)}


def write_again(database: Database) -> None:
    """Write a row, an event, and another one that is there already."""
    with database.transaction() as connection:
        log.append(connection, log.Head(), log.Entry(0, 0, "", "anne", {"type": "note"}))
        with database.together(connection):
            tables.keep(connection, 0, [said(2), said(1)])


def test_a_server_that_is_lost_meanwhile_has_the_room_no_longer(database: Database) -> None:
    with pytest.raises(StoreLost):
        write_as_it_goes(database)
    with pytest.raises(StoreLost), database.transaction() as connection:
        log.count(connection)


def write_as_it_goes(database: Database) -> None:
    """Write an event to a server that ends the session before it is told of it."""
    with database.transaction() as connection, database.together(connection):
        cut_off(database.where)
        tables.keep(connection, 0, [said(1)])


def test_what_was_passed_over_is_told_as_the_fault_before_it(database: Database) -> None:
    """Else a full disk would be a server that is lost, and the core would leave its room."""
    with pytest.raises(StoreFailed) as told:
        write_until_the_disk_is_full(database)
    assert not isinstance(told.value, StoreLost)
    assert told.value.health == LogHealth.DISK_FULL


def write_until_the_disk_is_full(database: Database) -> None:
    """Say what psycopg does at a pipeline's end when a fault and what it passed over come apart."""
    with database.transaction() as connection, database.together(connection):
        try:
            raise DiskFull("could not extend file")
        finally:
            raise PipelineAborted("pipeline aborted")


def test_what_is_larger_than_a_socket_takes_goes_there_too(database: Database) -> None:
    """An event of megabytes, and thousands of others behind it."""
    with database.transaction() as connection:
        large = [
            (1, msgspec.structs.replace(said(seq)[1], data={"x": "x" * size}))
            for seq, size in enumerate([20_000_000, *[9_999] * 2_000], 1)
        ]
        with database.together(connection):
            tables.keep(connection, 0, large)
    with database.transaction() as connection:
        assert tables.cursors(connection) == {1: tables.Heard("a", 2_001)}
