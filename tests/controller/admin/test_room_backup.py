"""A room is backed up while it runs, and goes on from there when it is put back."""

import sqlite3
import stat
from pathlib import Path

import msgspec
import pytest
from typer.testing import CliRunner, Result

from controller.cli import app
from controller.contract.venue.rights import Role
from controller.venue.core.config import VenueConfig
from controller.venue.store.database import Database
from controller.venue.store.names import OrderNames, later_prefixes, put_back
from tests.controller.venue.core.rooms import Desk, Hosted, Room, database_in, hire, room
from tests.mqtt import until


def tapis(*arguments: object) -> Result:
    return CliRunner().invoke(app, ["venue", *(str(argument) for argument in arguments)])


def config_of(folder: Path, config: VenueConfig) -> Path:
    """Write a room's config as the commands take it."""
    file = folder / "venue.toml"
    file.write_text(f'name = "{config.name}"\ndatabase = "{config.database}"\n')
    return file


def begun_again(here: Room) -> None:
    """Start another core on the room's file."""
    here.core = Hosted(here.config)
    here.core.start()
    until(lambda: here.core.daemon.line.up and Path(here.config.desk).exists())
    here.desk = Desk(here.config.desk).sign_in(Role.DIRECTOR)


def test_a_room_that_is_put_back_orders_what_tables_then_do(tmp_path: Path) -> None:
    """Log rows are given out again, and no table takes the new order for the old one."""
    (tmp_path / "room").mkdir()
    with room(tmp_path / "room", tables=1, engines="file") as here:
        config = config_of(tmp_path, here.config)
        here.league_night(4)
        until(lambda: here.quiet, what="everybody sits")
        told = tapis("backup", tmp_path, "--config", config)
        assert told.exit_code == 0, told.output
        [backup] = tmp_path.glob("tapis-club-venue-*.db")
        assert stat.S_IMODE(backup.stat().st_mode) == 0o600
        row, table = here.core.daemon.core.head.n, here.hall.tables["1"]
        for kind in ("hold", "release"):
            here.desk.do(kind, name="supper")
            until(lambda: here.quiet, what=f"the table has done its {kind}")
        assert here.core.daemon.core.head.n > row

        running = tapis("restore", backup, "--config", config, "--force")
        assert running.exit_code == 2
        assert "another core is already running this room (process " in running.output
        here.desk.close()
        here.core.stop()
        assert "nothing was changed" in tapis("restore", backup, "--config", config).output
        told = tapis("restore", backup, "--config", config, "--force")
        assert told.exit_code == 0, told.output
        assert f"restored to row {row} of its log" in told.output

        begun_again(here)
        until(lambda: here.quiet and here.heard, what="what was said since is heard")
        here.desk.do("hold", name="draw")
        until(lambda: here.quiet and table.holds, what="the table has done it")
        assert list(table.holds) == ["draw"]
        assert len(here.core.daemon.core.room.seated(1)) == 4


def test_a_player_is_moved_in_a_room_that_was_put_back(tmp_path: Path) -> None:
    """The command to stand up has the name by which the order is known when the player has left."""
    with room(tmp_path, tables=2, engines="file") as here:
        here.league_night(11)
        until(lambda: here.quiet, what="everybody sits")
        here.desk.close()
        here.core.stop()
        database = Database(here.config.database)
        with database.transaction() as connection:
            put_back(connection)
        database.close()

        begun_again(here)
        core = here.core.daemon.core
        # From six players to five: nobody is moved back to balance the tables.
        fewer, more = sorted((1, 2), key=lambda table: len(core.room.seated(table)))
        one = core.room.seated(more)[max(core.room.seated(more))]
        free = min(set(range(1, 9)) - set(core.room.seated(fewer)))
        here.desk.do("move", player=one.id, seat=[fewer, free])
        until(lambda: here.quiet, what="the player sits at the other table")
        assert core.room.players[one.id].seat == (fewer, free)


def test_an_order_is_called_by_the_database_that_gave_it(tmp_path: Path) -> None:
    names = OrderNames("aa", (("bb", 8), ("cc", 8), ("dd", 12)))
    called = {"7.0": "aa-7.0", "8.1": "cc-8.1", "11.0": "cc-11.0", "12.0": "dd-12.0"}
    assert {order: names.name(order) for order in called} == called
    assert {names.order(name) for name in called.values()} == set(called)
    assert names.name("languages") == "aa-languages"
    for strange in ("bb-8.1", "aa-8.1", "cc-12.0", "aa-x.0", "aa-", "", "aa", "7.0", "aa-about"):
        assert names.order(strange) == ""

    database = Database(tmp_path / "room.db")
    with database.transaction() as connection:
        put_back(connection)
        put_back(connection)
        again = OrderNames(database.id, later_prefixes(connection))
    assert database.names.name("1.0") == f"{database.id}-1.0"
    assert again.name("1.0") not in (f"{database.id}-1.0", names_in_turn(tmp_path)[0] + "-1.0")
    database.close()


def names_in_turn(folder: Path) -> list[str]:
    """Return the names in front that a room's file was given as it was put back, in their order."""
    with sqlite3.connect(folder / "room.db") as connection:
        [kept] = connection.execute("SELECT value FROM meta WHERE key = 'put_back'").fetchone()
    return [front for front, _ in msgspec.json.decode(kept, type=list[tuple[str, int]])]


def test_a_room_on_a_server_is_put_back_by_its_own_means_and_then_told_so(tmp_path: Path) -> None:
    config = VenueConfig("club", database=database_in(tmp_path, "server"))
    hire(config, Role.DIRECTOR)
    database = Database(config.database)
    before = database.names.name("1.0")
    running = tapis("restore", "--config", config_of(tmp_path, config))
    assert running.exit_code == 2, "a core has it"
    database.close()
    told = tapis("restore", "--config", config_of(tmp_path, config))
    assert told.exit_code == 0, told.output
    database = Database(config.database)
    assert database.names.name("1.0") != before
    database.close()
    assert "give the backup FILE" in tapis("restore", "--config", config_of(tmp_path, FILES)).output


FILES = VenueConfig("club", database="room.db")


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    """Return the config of a room that has staff, and does not run."""
    config = VenueConfig("club", database=str(tmp_path / "room.db"))
    hire(config, Role.DIRECTOR)
    return config_of(tmp_path, config)


def test_what_was_there_is_kept_beside(tmp_path: Path, kept: Path) -> None:
    backup = tmp_path / "kept.db"
    told = tapis("backup", backup, "--config", kept)
    assert told.exit_code == 0, told.output
    assert "already exists" in tapis("backup", backup, "--config", kept).output
    config = VenueConfig("club", database=str(tmp_path / "room.db"))
    hire(config, Role.DESK)
    before = (tmp_path / "room.db").read_bytes()
    assert tapis("restore", backup, "--config", kept, "--force").exit_code == 0
    [aside] = tmp_path.glob("room.db.before-*")
    assert aside.read_bytes() == before
    assert "desk" not in tapis("staff", "list", "--config", kept).output
    (tmp_path / "room.db").unlink()
    assert tapis("restore", backup, "--config", kept).exit_code == 0, "on a new machine"
    assert "director" in tapis("staff", "list", "--config", kept).output
    assert not list(tmp_path.glob("*-wal")) + list(tmp_path.glob(".tapis-*"))


def test_what_is_no_backup_of_a_room_touches_nothing(tmp_path: Path, kept: Path) -> None:
    before = (tmp_path / "room.db").read_bytes()
    (tmp_path / "text.db").write_text("no database")
    (tmp_path / "empty.db").write_bytes(b"")
    tapis("backup", tmp_path / "newer.db", "--config", kept)
    with sqlite3.connect(tmp_path / "newer.db") as connection:
        connection.execute("UPDATE alembic_version SET version_num = 'of 2030'")
    sentences = {
        "text.db": "not a room backup", "empty.db": "not a room backup",
        "newer.db": "a newer version", "none.db": "there is no such file",
    }  # fmt: skip
    for name, sentence in sentences.items():
        told = tapis("restore", tmp_path / name, "--config", kept, "--force")
        assert told.exit_code == 2, told.output
        assert sentence in told.output
    assert (tmp_path / "room.db").read_bytes() == before
    assert not list(tmp_path.glob("room.db.before-*"))


def test_a_log_that_was_altered_is_backed_up_and_said(tmp_path: Path) -> None:
    """That is when it is needed most."""
    with room(tmp_path, tables=1, engines="file") as here:
        here.league_night(2)
        config = config_of(tmp_path, here.config)
    with sqlite3.connect(here.config.database) as connection:
        connection.execute("UPDATE log SET actor = 'nobody' WHERE n = 3")
    told = tapis("backup", tmp_path / "kept.db", "--config", config)
    assert told.exit_code == 1
    assert "row 3 has been altered" in told.output
    told = tapis("restore", tmp_path / "kept.db", "--config", config, "--force")
    assert told.exit_code == 1
    assert "row 3 has been altered" in told.output


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ('database = "postgresql://room@db/room"', "on a server"),
        ('database = "nowhere.db"', "there is no room at"),
    ],
)
def test_a_room_that_is_in_no_file_says_so(tmp_path: Path, text: str, sentence: str) -> None:
    (tmp_path / "venue.toml").write_text(f'name = "club"\n{text}\n')
    told = tapis("backup", tmp_path, "--config", tmp_path / "venue.toml")
    assert told.exit_code == 2
    assert sentence in told.output
