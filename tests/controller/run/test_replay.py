"""`tapis journal`: the same observations give the same events, or it says where they part."""

import json
import sqlite3
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from controller.cli import app
from controller.houses.loader import house_hash, load_house
from controller.journal import Journal
from controller.run.loop.replay import replay
from controller.run.loop.runtime import Runtime
from tests.controller.evening import evening


@pytest.fixture
def played(tmp_path: Path) -> Path:
    """Three starts of a controller: two under ppc, the middle one asleep."""
    path = tmp_path / "3.db"
    tonight = evening(3, seed=2)
    half = len(tonight.observations) // 2
    for part in (tonight.observations[:half], (), tonight.observations[half:]):
        with Journal(path, house="ppc", house_hash=house_hash(tonight.house), table="3") as journal:
            runtime = Runtime(tonight.house, tonight.table, name="3", journal=journal)
            for observation in part:
                runtime.observe(observation)
    return path


def tapis_journal(*arguments: str) -> Result:
    return CliRunner().invoke(app, ["journal", *arguments])


def change(path: Path, statement: str) -> None:
    with sqlite3.connect(path) as connection:
        assert connection.execute(statement).rowcount


def test_a_journal_comes_out_the_same(played: Path) -> None:
    found = replay(played, load_house("ppc"))
    assert found.difference is None
    assert found.refused == ()
    assert found.rows == len(evening(3, seed=2).observations)
    told = tapis_journal("replay", str(played))
    assert told.exit_code == 0, told.output
    assert f"{found.rows} rows and {found.events} events were identical" in told.output


def test_a_replay_names_the_row_at_which_it_differs(played: Path) -> None:
    with sqlite3.connect(played) as connection:
        n = connection.execute("SELECT n FROM events WHERE type = 'board.dealt'").fetchone()[0]
    change(played, f"UPDATE events SET type = 'board.changed' WHERE type = 'board.dealt' AND n={n}")
    told = tapis_journal("replay", str(played))
    assert told.exit_code == 1
    assert f"row {n} " in told.output
    assert "journal: board.changed" in told.output
    assert "replay:  board.dealt" in told.output


def test_a_private_difference_is_named_but_not_shown(played: Path) -> None:
    with sqlite3.connect(played) as connection:
        n, private = connection.execute(
            "SELECT n, private FROM observations WHERE private IS NOT NULL"
        ).fetchone()
        connection.execute("UPDATE observations SET private = NULL WHERE n = ?", (n,))
    told = tapis_journal("replay", str(played), "--json")
    assert told.exit_code == 1
    found = json.loads(told.stdout)
    assert found["difference"]["row"] == n
    assert json.loads(private)[0]["card"] not in told.output


def test_another_house_or_schema_is_refused_by_name(played: Path) -> None:
    told = tapis_journal("replay", str(played), "--house", "fidpa")
    assert told.exit_code == 1
    assert "under house ppc" in told.output
    assert "this is fidpa" in told.output
    change(played, "UPDATE eras SET schema = 0 WHERE id = 1")
    told = tapis_journal("replay", str(played))
    assert told.exit_code == 1
    assert "schema 0" in told.output


def test_verify_says_what_is_wrong_and_where(played: Path) -> None:
    told = tapis_journal("verify", str(played))
    assert told.exit_code == 0
    assert "nothing altered, nothing missing" in told.output
    change(played, "UPDATE observations SET at = at + 1 WHERE n = 40")
    change(played, "DELETE FROM observations WHERE n = 60")
    told = tapis_journal("verify", str(played))
    assert told.exit_code == 1
    assert "row 40 has been altered" in told.output
    assert "row 60 is missing" in told.output
    assert json.loads(tapis_journal("verify", str(played), "--json").stdout)["faults"]


def test_what_is_no_journal_is_one_line(tmp_path: Path) -> None:
    for command in ("verify", "replay", "export"):
        told = tapis_journal(command, str(tmp_path / "none.db"))
        assert told.exit_code == 2
        assert "none.db" in told.output
        assert "Traceback" not in told.output
