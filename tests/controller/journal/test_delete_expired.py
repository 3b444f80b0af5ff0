"""Hole cards are kept for a time: then they are gone from the file, and the chain still holds."""

import itertools
import json
import os
import re
import sqlite3
import threading
import time
from contextlib import closing
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace
from typer.testing import CliRunner

from controller.cli import app
from controller.config.model import load_config
from controller.contract.commands import Command, SitDown, StandUp
from controller.contract.observations import CardAt, FloorSaid, FoundMoved, TimePassed
from controller.contract.private import HoleCardSeen
from controller.contract.public import Envelope, NextStep, Task
from controller.houses.loader import house_hash, load_house
from controller.journal import Journal, JournalDamaged, JournalReader, verify
from controller.journal.delete_expired import DAY, forget
from controller.journal.integrity.chain import link
from controller.journal.integrity.end import end_path
from controller.journal.migration import migrate
from controller.run.loop.daemon import Daemon
from controller.run.loop.replay import replay
from controller.run.loop.runtime import Runtime
from controller.run.upkeep import wall_clock
from controller.run.upkeep.retention import EVERY, Forgetting
from controller.run.upkeep.wall_clock import WallClock, wall_ms
from controller.table.state.table import new_table
from tests.controller.evening import Evening, evening

LONG_AGO = 1_700_000_000_000
"""Wall time (ms) of the first evening in these tests."""


def play(path: Path, tonight: Evening, part: slice, wall: int = LONG_AGO) -> Runtime:
    ticks = itertools.count(wall)
    with Journal(
        path,
        house=tonight.house.name,
        house_hash=house_hash(tonight.house),
        table="3",
        wall=lambda: next(ticks),
    ) as journal:
        runtime = Runtime(tonight.house, tonight.table, name="3", journal=journal)
        for observation in tonight.observations[part]:
            runtime.observe(observation)
    return runtime


def between_hands(tonight: Evening) -> int:
    """Return how many observations it takes until one hand is over and the next is due."""
    runtime = Runtime(tonight.house, tonight.table)
    for n, observation in enumerate(tonight.observations):
        runtime.observe(observation)
        if runtime.state().phase == "over" and runtime.state().next_step == NextStep(Task.SHUFFLE):
            return n + 1
    raise AssertionError("no hand was over")


def bytes_on_disk(path: Path) -> bytes:
    """Return what lies in a journal's files but hashes and salts: by chance one names a card."""
    data = b"".join(file.read_bytes() for file in sorted(path.parent.glob(f"{path.name}*")))
    with closing(sqlite3.connect(path)) as journal:
        tables = [
            name
            for (name,) in journal.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")
        ]
        values = {
            one
            for name in tables
            for row in journal.execute(f"SELECT * FROM {name}")
            for one in row
        }
    for one in values:
        if isinstance(one, bytes) and len(one) in {16, 32}:
            data = data.replace(one, b"")
    return data


def never_public(path: Path) -> set[str]:
    """The hole cards and burns that no public event names."""
    with JournalReader(path) as reader:
        rows = list(reader.rows())
    public = b"".join(data for row in rows for _, _, data in row.public).decode()
    private = {event.card for row in rows for event in row.private}
    return {card for card in private if not re.search(rf'"{card}"', public)}


def nobody(event: Envelope) -> Envelope:
    """Return an event without the name of who sits down."""
    if event.type != "seat.taken":
        return event
    return replace(event, data={**event.data, "name": ""})


def named(card: str, data: bytes) -> bool:
    """Return whether bytes name a card, as JSON or as MessagePack does."""
    return f'"{card}"'.encode() in data or b"\xa2" + card.encode() in data


def test_what_is_forgotten_is_gone_from_the_file(tmp_path: Path) -> None:
    path = tmp_path / "3.db"
    tonight = evening(3, seed=2)
    play(path, tonight, slice(None))
    with Journal(path, house="ppc", house_hash=house_hash(tonight.house), table="3") as journal:
        runtime = Runtime(tonight.house, tonight.table, name="3", journal=journal)
        secret = never_public(path)
        assert len(secret) > 5
        data = bytes_on_disk(path)
        assert all(named(card, data) for card in secret)
        with JournalReader(path) as reader:
            envelopes = list(reader.events(0, 10_000))
            while journal.forget(LONG_AGO + DAY):
                pass
            # Who sat down is a number then: the events are the same, and name nobody.
            after = list(reader.events(0, 10_000))
            assert after == [nobody(one) for one in envelopes] != envelopes
        # What a restart needs, the state that was written last, holds the last hand for now.
        runtime.forget_cards()
        while journal.forget(LONG_AGO + DAY):
            pass
        data = bytes_on_disk(path)
        assert [card for card in secret if named(card, data)] == []
    verdict = verify(path)
    assert verdict.faults == ()
    assert verdict.rows == verdict.forgotten > 100


def test_the_name_of_who_has_left_goes_with_the_cards(tmp_path: Path) -> None:
    path = tmp_path / "3.db"
    house = load_house("ppc")
    with Journal(path, house="ppc", house_hash=house_hash(house), table="3") as journal:
        runtime = Runtime(house, new_table(3), name="3", journal=journal)

        def says(command: Command) -> None:
            text = msgspec.json.encode(command).decode()
            runtime.observe(FloorSaid(runtime.at, "desk", text))

        says(SitDown(1, "Wilhelmina", 5000, player="p_1"))
        says(SitDown(2, "Bea", 5000))
        says(StandUp(1))
        with JournalReader(path) as reader:
            taken = [one.data for one in reader.events() if one.type == "seat.taken"]
            rows = b"".join(data for row in reader.rows() for _, _, data in row.public)
        assert [one["name"] for one in taken] == ["Wilhelmina", "Bea"]
        assert b"Wilhelmina" in rows
    # A start keeps the table's state, and the rows before it may go.
    with Journal(path, house="ppc", house_hash=house_hash(house), table="3") as journal:
        Runtime(house, new_table(3), name="3", journal=journal)
    forget(path, wall_ms() + DAY)
    assert b"Wilhelmina" not in bytes_on_disk(path)
    with JournalReader(path) as reader:
        taken = [one.data for one in reader.events() if one.type == "seat.taken"]
    assert [(one.get("player", ""), one["name"]) for one in taken] == [("p_1", ""), ("", "")]
    assert verify(path).faults == ()


def test_the_table_plays_on_as_if_nothing_had_been_forgotten(tmp_path: Path) -> None:
    path = tmp_path / "3.db"
    tonight = evening(3, seed=4)
    ends = between_hands(tonight)
    play(path, tonight, slice(ends))
    with Journal(path, house="ppc", house_hash=house_hash(tonight.house), table="3") as journal:
        runtime = Runtime(tonight.house, tonight.table, name="3", journal=journal)
        lying = runtime.table.places
        runtime.forget_cards()
        while journal.forget(LONG_AGO + DAY):
            pass
        assert runtime.state().hand == 0
        # The table looks at its zones, and finds the cards where they were left.
        at = runtime.at
        news = tuple(CardAt(at, card, zone, at) for card, zone in lying.items() if zone)
        assert news
        runtime.observe(FoundMoved(at, news))
        assert runtime.state().moved_while_off == ()
        assert runtime.state().rulings == ()
    after = play(path, tonight, slice(ends, None), LONG_AGO + 31 * DAY)
    assert tuple(seat.stack for seat in after.table.seats) == tonight.stacks
    assert verify(path).faults == ()
    found = replay(path, tonight.house)
    assert found.difference is None
    assert found.rows == len(tonight.observations) - ends + 1
    assert len(found.refused) == 1
    assert "deleted" in found.refused[0]


def test_a_running_hand_is_not_forgotten_before_it_can_be_taken_up(tmp_path: Path) -> None:
    path = tmp_path / "3.db"
    tonight = evening(2, seed=4)
    middle = len(tonight.observations) // 3
    play(path, tonight, slice(middle))
    forget(path, LONG_AGO + DAY)
    after = play(path, tonight, slice(middle, None), LONG_AGO + 31 * DAY)
    assert tuple(seat.stack for seat in after.table.seats) == tonight.stacks


def test_only_what_is_old_is_forgotten(tmp_path: Path) -> None:
    path = tmp_path / "3.db"
    tonight = evening(2, seed=2)
    half = len(tonight.observations) // 2
    play(path, tonight, slice(half))
    play(path, tonight, slice(half, None), LONG_AGO + 20 * DAY)
    assert forget(path, LONG_AGO + DAY) == (half, True)
    assert forget(path, LONG_AGO + DAY) == (0, True)
    with JournalReader(path) as reader:
        rows = list(reader.rows())
    assert [row.observation for row in rows[half:]] == list(tonight.observations[half:])
    assert all(row.observation is None and row.private == () for row in rows[:half])
    assert any(isinstance(event, HoleCardSeen) for row in rows[half:] for event in row.private)


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE observations SET observation = x'7b7d' WHERE n = 5",
        "UPDATE observations SET seal = zeroblob(32) WHERE n = 5",
        "UPDATE observations SET salt = zeroblob(16) WHERE n = 5",
        "UPDATE observations SET hand = 40 WHERE n = 5",
    ],
)
def test_a_forgotten_row_that_is_altered_is_named(tmp_path: Path, statement: str) -> None:
    path = tmp_path / "3.db"
    play(path, evening(1), slice(None))
    forget(path, LONG_AGO + DAY)
    with sqlite3.connect(path) as connection:
        assert connection.execute(statement).rowcount == 1
    assert "row 5" in {fault.where for fault in verify(path).faults}


def test_forgetting_goes_on_beside_a_table_that_plays(tmp_path: Path) -> None:
    path = tmp_path / "3.db"
    tonight = evening(2, seed=2)
    half = len(tonight.observations) // 2
    play(path, tonight, slice(half))
    with Journal(path, house="ppc", house_hash=house_hash(tonight.house), table="3") as journal:
        runtime = Runtime(tonight.house, tonight.table, name="3", journal=journal)
        beside: list[tuple[int, bool]] = []
        other = threading.Thread(target=lambda: beside.append(forget(path, LONG_AGO + DAY)))
        other.start()
        other.join(30)
        for observation in tonight.observations[half:]:
            runtime.observe(observation)
        assert beside == [(half, False)]
        assert tuple(seat.stack for seat in runtime.table.seats) == tonight.stacks
    assert verify(path).faults == ()


def test_a_reader_that_holds_the_log_does_not_hold_the_table_up(tmp_path: Path) -> None:
    path = tmp_path / "3.db"
    tonight = evening(1)
    play(path, tonight, slice(None))
    with Journal(path, house="ppc", house_hash=house_hash(tonight.house), table="3") as journal:
        Runtime(tonight.house, tonight.table, name="3", journal=journal)
        reader = sqlite3.connect(path, isolation_level=None)
        reader.execute("BEGIN")
        reader.execute("SELECT * FROM observations").fetchone()
        while journal.forget(LONG_AGO + DAY):
            pass
        assert journal.lingers
        reader.close()
        assert not journal.forget(LONG_AGO + DAY)
        assert not journal.lingers
        assert path.with_name("3.db-wal").stat().st_size == 0


def unseal(path: Path) -> None:
    """Make a journal of schema 1 of one of schema 2."""
    with sqlite3.connect(path) as connection:
        eras = connection.execute(
            "SELECT id, after, session, software, 1, house, house_hash, table_name, started"
            " FROM eras"
        ).fetchall()
        connection.execute("UPDATE eras SET schema = 1")
        before = bytes(32)
        for n in range(connection.execute("SELECT n FROM head").fetchone()[0] + 1):
            if n:
                fields = connection.execute(
                    "SELECT n, era, at, wall, hand, observation, private FROM observations"
                    " WHERE n = ?",
                    (n,),
                ).fetchone()
                caused = connection.execute(
                    "SELECT seq, type, data FROM events WHERE n = ? ORDER BY seq", (n,)
                ).fetchall()
                before = link(before, *fields, caused)
                connection.execute("UPDATE observations SET hash = ? WHERE n = ?", (before, n))
            for at_row, seq, wake_at, state in connection.execute(
                "SELECT n, seq, wake_at, state FROM snapshots WHERE n = ?", (n,)
            ).fetchall():
                mark = link(before, at_row, seq, wake_at, state)
                connection.execute("UPDATE snapshots SET hash = ? WHERE n = ?", (mark, n))
            for era in eras:
                if era[1] == n:
                    before = link(before, *era)
                    connection.execute("UPDATE eras SET hash = ? WHERE id = ?", (before, era[0]))
        connection.execute("UPDATE head SET hash = ?", (before,))
        connection.executescript(
            "CREATE TABLE unsealed (n INTEGER PRIMARY KEY, era INTEGER NOT NULL, at INTEGER NOT"
            " NULL, wall INTEGER NOT NULL, hand INTEGER NOT NULL, observation BLOB NOT NULL,"
            " private BLOB, hash BLOB NOT NULL); INSERT INTO unsealed SELECT n, era, at, wall,"
            " hand, observation, private, hash FROM observations; DROP TABLE observations;"
            "ALTER TABLE unsealed RENAME TO observations;"
        )
        connection.execute("PRAGMA user_version = 1")
        connection.execute("DROP TABLE epochs")
    end_path(path).unlink()  # there was none yet


def test_an_older_journal_is_brought_up_to_date(tmp_path: Path) -> None:
    path = tmp_path / "3.db"
    tonight = evening(2, seed=2)
    half = len(tonight.observations) // 2
    play(path, tonight, slice(half))
    unseal(path)
    assert verify(path).faults == ()  # as it is, for reading
    after = play(path, tonight, slice(half, None))
    assert tuple(seat.stack for seat in after.table.seats) == tonight.stacks
    assert verify(path).faults == ()
    assert replay(path, tonight.house).rows == len(tonight.observations)


def test_an_older_journal_that_was_altered_is_not_sealed_over(tmp_path: Path) -> None:
    path = tmp_path / "3.db"
    tonight = evening(1)
    play(path, tonight, slice(None))
    unseal(path)
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE observations SET hand = 40 WHERE n = 5")
    before = path.read_bytes()
    with pytest.raises(JournalDamaged, match="altered"):
        play(path, tonight, slice(0))
    assert path.read_bytes() == before
    assert [fault.where for fault in verify(path).faults] == ["row 5"]


def test_a_full_disk_leaves_an_older_journal_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "3.db"
    play(path, evening(1), slice(None))
    unseal(path)
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("VACUUM")
        (pages,) = connection.execute("PRAGMA page_count").fetchone()
        connection.execute(f"PRAGMA max_page_count = {pages}")
        with pytest.raises(sqlite3.OperationalError, match="full"):
            migrate(connection, path)
    assert verify(path).faults == ()


def test_the_command_says_what_it_did(tmp_path: Path) -> None:
    path = tmp_path / "3.db"
    tonight = evening(1)
    play(path, tonight, slice(None))
    play(path, tonight, slice(0))  # a start writes the state, and what is before it can go
    told = CliRunner().invoke(app, ["journal", "forget", str(path), "--before", "2024-01-01"])
    assert told.exit_code == 0, told.output
    assert f"{len(tonight.observations)} rows cleared" in told.output
    told = CliRunner().invoke(app, ["journal", "verify", str(path)])
    assert told.exit_code == 0
    assert (
        f"{len(tonight.observations)} rows were cleared because their observations" in told.output
    )
    told = CliRunner().invoke(app, ["journal", "verify", str(path), "--json"])
    assert json.loads(told.stdout)["forgotten"] == len(tonight.observations)
    told = CliRunner().invoke(app, ["journal", "forget", str(path), "--before", "yesterday"])
    assert told.exit_code == 2
    assert "2026-11-20" in told.output


def system_clock(folder: Path, monkeypatch: pytest.MonkeyPatch, says: str) -> None:
    """Have the system say whether its clock is synchronised; "" is a system that can't."""
    program = folder / "bin" / "timedatectl"
    program.parent.mkdir()
    program.write_text(f"#!/bin/sh\n[ -n '{says}' ] && echo {says}\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(program.parent), prepend=os.pathsep)
    monkeypatch.setattr(wall_clock, "SYNCHRONISED", folder / "synchronised")


@pytest.mark.parametrize(
    ("days", "clock", "kept", "fault"),
    [
        (30, "yes", False, "ok"),
        (3650, "yes", True, "ok"),
        (30, "no", True, "unsynchronised"),
        (30, "", True, "jumped"),
        (0, "no", False, "ok"),
    ],
)
def test_a_controller_forgets_at_its_start(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    days: int,
    clock: str,
    kept: bool,
    fault: str,
) -> None:
    system_clock(tmp_path, monkeypatch, clock)
    # It is the mark of a synchronisation that came before the clock was set by hand.
    (tmp_path / "synchronised").touch()
    config = tmp_path / "table.toml"
    config.write_text(
        'name = "3"\nseats = 4\nhardware = "twin"\nlayout = "reference"\nnoise = "clean"\n'
        f"[privacy]\nkeep_hole_cards_days = {days}\n"
    )
    path = tmp_path / "3.db"
    tonight = evening(1)
    play(path, tonight, slice(None))
    secret = never_public(path)
    daemon = Daemon(load_config(config), lambda *_: (), broker=False)
    assert daemon.health().clock == fault
    assert ("no hole cards are deleted" in caplog.text) == (fault != "ok")
    daemon.reader.close()
    daemon.journal.close()
    data = bytes_on_disk(path)
    assert [named(card, data) for card in secret] == [kept] * len(secret)
    assert verify(path).faults == ()


@pytest.mark.parametrize(
    ("says", "mark", "fault"),
    [
        ("yes", False, "ok"),
        ("no", True, "ok"),
        ("no", False, "unsynchronised"),
        ("", False, "ok"),
    ],
)
def test_a_clock_that_has_not_jumped_is_believed_unless_the_system_says_no(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, says: str, mark: bool, fault: str
) -> None:
    system_clock(tmp_path, monkeypatch, says)
    if mark:
        (tmp_path / "synchronised").touch()
    assert WallClock(wall_ms()).fault() == fault


def test_a_clock_that_jumps_while_the_table_plays_is_not_believed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    system_clock(tmp_path, monkeypatch, "")
    wall, passed = [LONG_AGO], [0]
    clock = WallClock(LONG_AGO, lambda: wall[0], lambda: passed[0])
    wall[0], passed[0] = wall[0] + 20 * DAY, 20 * DAY
    assert clock.fault() == "ok"
    for ahead, fault in ((DAY, "ok"), (DAY + 1, "jumped"), (40 * DAY, "jumped")):
        wall[0] += ahead
        assert clock.fault() == fault
        wall[0] -= ahead
    assert clock.fault() == "ok"


def test_a_table_that_plays_for_days_looks_once_a_day(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    system_clock(tmp_path, monkeypatch, "yes")
    path, tonight = tmp_path / "3.db", evening(2)
    ticks = itertools.count(LONG_AGO)
    with Journal(
        path, house="ppc", house_hash=house_hash(tonight.house), table="3",
        wall=lambda: next(ticks),
    ) as journal:  # fmt: skip
        runtime = Runtime(tonight.house, tonight.table, name="3", journal=journal)
        forgetting = Forgetting(journal, 30)
        forgetting.at_start(runtime)
        began = time.monotonic()
        for observation in tonight.observations:
            runtime.observe(observation)
        forgetting.look(began + EVERY / 2)
        assert verify(path).forgotten == 0
        forgetting.look(began + EVERY + 1)
        assert verify(path).forgotten > 0


def test_a_state_that_goes_without_a_row_is_gone_from_the_file_too(tmp_path: Path) -> None:
    """Its row was forgotten when the state was still the last one, and had to stay."""
    path, wall = tmp_path / "3.db", LONG_AGO
    with Journal(path, house="ppc", house_hash="", table="3", wall=lambda: wall) as journal:
        journal.record(TimePassed(1), state=b"the cards of the last hand")
        assert journal.forget(LONG_AGO + DAY)
        assert not journal.forget(LONG_AGO + DAY)
        wall += 2 * DAY
        journal.record(TimePassed(2), state=b"the next hand")
        while journal.forget(LONG_AGO + DAY):
            pass
        assert b"the cards of the last hand" not in bytes_on_disk(path)
