"""A league over many evenings: taken in from elsewhere, season beside season, a formula tried."""

from pathlib import Path

import pytest
from sqlalchemy import delete, select

from controller.contract.venue import desk as d
from controller.contract.venue import league as c
from controller.venue.core.refusals import No
from controller.venue.core.staff import questions
from controller.venue.core.staff.webhook import untold
from controller.venue.core.take_input import Core
from controller.venue.store import log
from controller.venue.store.database import Database
from controller.venue.store.schema import metadata, snapshot
from controller.venue.store.verify import verify
from controller.venue.tournament_files import load_tournament
from tests.controller.venue.core.test_results import do, played

AWAY = c.TakeEvening(
    "tda", "Away", (c.TakenLine("Anne", 1, 1, 70), c.TakenLine("Zoé Unknown", 2, 2, 30, "R9")),
    "Autumn",
)  # fmt: skip


def asked(core: Core, what: d.AnyAsk) -> c.League:
    """Ask the desk."""
    with core.database.transaction() as connection:
        found: c.League = questions.answer(core, connection, what)
        return found


def test_an_evening_from_elsewhere_counts_in_its_season_alone(tmp_path: Path) -> None:
    """Who is known by number or name is they; the log has no name, and nothing is told on."""
    database = Database(tmp_path / "venue.db")
    core = Core(database)
    first, second = played(core)
    taken = do(core, AWAY)
    assert isinstance(taken, c.Taken)
    assert taken.new == 1
    found = asked(core, c.AskLeague())
    assert found.seasons == ("", "Autumn")
    assert [one.player for one in found.lines[:2]] == [first, second]
    here, away = found.lines[0].seasons
    assert away == c.Standing(70, 1, 1, 1)
    assert here is not None
    assert here.evenings == 1
    assert found.lines[2].seasons[0] is None
    with database.transaction() as connection:
        season = questions.answer(core, connection, d.AskResults()).season
        assert {one.player for one in season} == {first, second}  # that of the evening alone
        assert [name for name, _, _ in untold(core, connection)] == [core.evening.id]  # type: ignore[union-attr]
        assert verify(connection).faults == ()
        rows = repr([
            connection.execute(table.select()).all()
            for table in metadata.sorted_tables if table.name != "person"
        ])  # fmt: skip
    assert "Unknown" not in rows
    database.close()
    again = Core(Database(tmp_path / "venue.db"))
    assert again.evening is not None
    assert again.evening.title != "Away"
    assert asked(again, c.AskLeague()).seasons == ("", "Autumn")
    again.database.close()


def test_what_cannot_be_is_not_taken(tmp_path: Path) -> None:
    database = Database(tmp_path / "venue.db")
    core = Core(database)
    anne = c.TakenLine("Anne", 1, 1, 5)
    for lines in (
        (), (c.TakenLine("Anne", 2, 1, 5),), (c.TakenLine("Anne", 1, 2, 5),),
        (c.TakenLine("", 1, 1, 5),), (c.TakenLine("Anne", 1, 1, -1),), (anne, anne),
    ):  # fmt: skip
        with pytest.raises(No):
            do(core, c.TakeEvening("tda", "Away", lines))
    with pytest.raises(No):
        do(core, c.TakeEvening("tda", " ", (anne,)))
    with pytest.raises(No):
        do(core, c.TakeEvening("nothing", "Away", (anne,)))
    assert asked(core, c.AskLeague()).lines == ()
    with pytest.raises(No):
        asked(core, c.AskLeague("place"))
    database.close()


def test_a_formula_is_tried_on_the_last_evening_and_changes_nothing(tmp_path: Path) -> None:
    database = Database(tmp_path / "venue.db")
    core = Core(database)
    first, second = played(core)
    do(core, AWAY)
    before = core.head
    found = asked(core, c.AskLeague("10 * entries / place"))
    assert [(one.player, one.first, one.would) for one in found.tried] == [
        (first, 1, 20), (second, 2, 10)
    ]  # fmt: skip
    assert "can't use 'x'" in asked(core, c.AskLeague("x")).wrong
    assert core.head == before
    database.close()


def test_an_evening_is_published_with_what_it_was_played_for(tmp_path: Path) -> None:
    database = Database(tmp_path / "venue.db")
    core = Core(database)
    played(core)
    with database.transaction() as connection:
        found = questions.answer(core, connection, c.AskPublished())
        assert isinstance(found, c.Published)
        assert (found.entries, found.money, found.pool) == (2, "none", 0)
        assert [(one.first, one.name) for one in found.lines] == [(1, "Anne"), (2, "Bruno")]
        with pytest.raises(No):
            questions.answer(core, connection, c.AskPublished("x9"))
    database.close()


def test_a_finished_evening_outlives_later_ones_and_a_version_that_plays_it_otherwise(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However many snapshots of later evenings there are, its results are those of its end."""
    database = Database(tmp_path / "venue.db")
    core = Core(database)
    played(core)
    done = core.room
    do(core, d.OpenTournament("redcactus"))
    assert core.evening is not None
    for number in range(3):
        do(core, d.OpenTable(number + 1, 8))
        with database.transaction() as connection:
            log.keep_snapshot(connection, core.head, core.evening.id, core.room)
    assert snapshots(database) == ["t1", core.evening.id, core.evening.id]
    monkeypatch.setattr(log, "SOFTWARE", "9.9.9")
    monkeypatch.setattr(log, "played", otherwise)
    assert [one.would for one in asked(core, c.AskLeague("place")).tried] == [1, 2]
    with database.transaction() as connection:
        rules = load_tournament("tda")
        assert log.rebuilt(connection, "t1", rules) == done
        # A snapshot from the middle of play has no results.
        connection.execute(delete(snapshot).where(snapshot.c.tournament == "t1"))
        third = list(log.rows(connection))[2]
        log.keep_snapshot(connection, log.Head(3, hash=third["hash"]), "t1", done)
        with pytest.raises(log.LogDamaged):
            log.rebuilt(connection, "t1", rules)
    database.close()


def snapshots(database: Database) -> list[str]:
    """Return the tournament of each snapshot, in order."""
    with database.transaction() as connection:
        wanted = select(snapshot.c.tournament).order_by(snapshot.c.n)
        return list(connection.execute(wanted).scalars())


def otherwise(*_: object) -> None:
    raise log.LogDamaged("row 3 of the log can't be replayed: not-in-this-version")
