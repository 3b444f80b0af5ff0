"""The log: nothing in it is changed unseen, one core has it, a full disk decides nothing."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import BigInteger, Integer, text

from controller.contract.venue import desk as d
from controller.contract.venue import inputs as i
from controller.contract.venue.views import LogHealth
from controller.venue.core.staff import actions
from controller.venue.core.take_input import Core
from controller.venue.rules.step import Step, new_room
from controller.venue.store.database import Database
from controller.venue.store.faults import StoreBusy, StoreFailed
from controller.venue.store.schema import metadata
from controller.venue.store.verify import verify
from tests.controller.venue.core.rooms import database_in


@pytest.fixture(params=["file", "server"])
def database(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Database]:
    """A room's database on both engines."""
    opened = Database(database_in(tmp_path, request.param))
    yield opened
    opened.close()


@pytest.fixture
def in_file(tmp_path: Path) -> Iterator[Database]:
    """A room's database in a file."""
    opened = Database(tmp_path / "venue.db")
    yield opened
    opened.close()


def evening(core: Core, players: int = 6) -> list[str]:
    """Begin a tournament at two tables; gives the players' ids."""
    ids = []
    with core.turn() as turn:
        actions.act(turn, d.OpenTournament("redcactus"), "anne", "")
        for table in (1, 2):
            actions.act(turn, d.OpenTable(table, 8), "anne", "")
        for number in range(players):
            told = d.Enter(name=f"Player {number}", member_no=f"{number}")
            entered = actions.act(turn, told, "anne", "")
            assert isinstance(entered, d.Entered)
            ids.append(entered.player)
        actions.act(turn, d.CloseList(), "anne", "")
        actions.act(turn, d.DrawSeats("7h Ks 2d"), "anne", "")
        actions.act(turn, d.Start(), "anne", "")
    return ids


def hand(core: Core, table: int, number: int) -> Step:
    """Report a hand in which the first seat wins 100 of the second."""
    with core.turn() as turn:
        began = {seat: one.stack for seat, one in turn.room.seated(table).items()}
        first, second = list(began)[:2]
        stacks = began | {first: began[first] + 100, second: began[second] - 100}
        said = i.HandReported(table=table, hand=number, stacks=stacks, began=began)
        return turn.happen(said, f"table {table}")


def test_a_room_is_what_its_log_says(database: Database) -> None:
    """Over snapshots: a core that starts anew knows the room as the one before left it."""
    core = Core(database)
    evening(core)
    for number in range(1, 131):
        assert not hand(core, 1, number).refused
    again = Core(database)
    assert again.room == core.room
    assert again.room != new_room(again.evening.rules)  # type: ignore[union-attr]
    assert again.head == core.head


def test_only_its_owner_reads_the_database(in_file: Database) -> None:
    assert {path.stat().st_mode & 0o077 for path in Path(in_file.where).parent.iterdir()} == {0}


def test_an_altered_row_is_found(database: Database) -> None:
    core = Core(database)
    evening(core)
    for number in range(1, 6):
        hand(core, 1, number)
    with database.transaction() as connection:
        assert verify(connection).faults == ()
        connection.execute(text("UPDATE log SET actor = 'someone' WHERE n = 4"))
    with database.transaction() as connection:
        assert verify(connection).faults == ("row 4 has been altered",)


def test_a_row_that_is_missing_is_found(database: Database) -> None:
    evening(Core(database))
    with database.transaction() as connection:
        connection.execute(text("DELETE FROM order_ WHERE n = 4"))
        connection.execute(text("DELETE FROM log WHERE n = 4"))
    with database.transaction() as connection:
        assert "rows 4 to 4 are missing" in verify(connection).faults


def test_orders_that_the_rules_did_not_give_are_found(database: Database) -> None:
    """Whoever writes every hash anew is found out by the orders that do not follow."""
    from controller.venue.store import log

    core = Core(database)
    evening(core)
    with database.transaction() as connection:
        last = list(log.rows(connection))[-1]
        changed = dict(last) | {"orders": b"[]"}
        before = list(log.rows(connection))[-2]["hash"]
        connection.execute(
            text("UPDATE log SET orders = :orders, hash = :hash WHERE n = :n"),
            {"orders": b"[]", "hash": log.hash_of(before, changed), "n": last["n"]},
        )
    with database.transaction() as connection:
        assert verify(connection).faults == (
            f"row {last['n']} gave commands that differ from what the rules give",
        )


def test_a_second_core_is_told_who_has_it(database: Database) -> None:
    told = subprocess.run(
        [sys.executable, "-c", f"""
from controller.venue.store.database import Database
from controller.venue.store.faults import StoreBusy
try:
    Database({database.where!r})
except StoreBusy as busy:
    print(busy)
"""],
        capture_output=True, text=True, check=True,
    ).stdout  # fmt: skip
    assert "another core is already running this room (" in told
    assert f"{os.getpid()})" in told
    with pytest.raises(StoreBusy):
        Database(database.where)


def test_a_closed_room_is_free_for_the_next_core_at_once(tmp_path: Path) -> None:
    where = database_in(tmp_path, "server")
    for _ in range(25):
        Database(where).close()


def test_a_full_disk_decides_nothing_new(in_file: Database) -> None:
    core = Core(in_file)
    evening(core)
    before = core.room
    raw = in_file.engine.raw_connection()
    pages = raw.cursor().execute("PRAGMA page_count").fetchone()[0]
    raw.cursor().execute(f"PRAGMA max_page_count = {pages}")
    raw.close()
    number = before.tables[1].hand + 1
    while _kept(core, number):
        number += 1
    assert "the disk is full; free some space" in core.problem
    assert core.health.value == LogHealth.DISK_FULL
    assert core.room.tables[1].hand == number - 1
    raw = in_file.engine.raw_connection()
    raw.cursor().execute("PRAGMA max_page_count = 100000")
    raw.close()
    assert _kept(core, number)
    assert core.health.value == LogHealth.OK
    with in_file.transaction() as connection:
        assert verify(connection).faults == ()


def _kept(core: Core, number: int) -> bool:
    """Report a hand, and say whether it is on disk."""
    try:
        return not hand(core, 1, number).refused
    except StoreFailed:
        return False


def test_migrations_make_the_tables_of_the_code(database: Database) -> None:
    with database.engine.connect() as connection:
        context = MigrationContext.configure(connection)
        assert compare_metadata(context, metadata) == []
    columns = [one for table in metadata.sorted_tables for one in table.columns]
    # Four bytes, which a server takes at their word, hold no time in ms.
    assert all(isinstance(one.type, BigInteger) for one in columns if isinstance(one.type, Integer))


def test_a_refused_action_is_in_the_log_with_who(database: Database) -> None:
    core = Core(database)
    players = evening(core)
    with core.turn() as turn:
        done = turn.happen(i.PlayerSeated(player=players[0]), "bob", "192.0.2.7")
    assert done.refused == "seated-already"
    with database.transaction() as connection:
        row = connection.execute(
            text("SELECT actor, source, refused FROM log ORDER BY n DESC LIMIT 1")
        ).one()
    assert tuple(row) == ("bob", "192.0.2.7", "seated-already")
