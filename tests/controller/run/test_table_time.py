"""The clock of a table: it goes on where the journal stopped, and says how long is to be waited."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from controller.contract.observations import TimePassed
from controller.houses.loader import load_house
from controller.journal import Journal
from controller.run.loop.runtime import Runtime
from controller.run.loop.table_time import NOTE_EVERY, TURN, TableTime
from controller.table.state.table import new_table

HOUSE = load_house("ppc")


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with Journal(tmp_path / "1.db", house="ppc", house_hash="h", table="1") as journal:
        yield journal


def test_it_goes_on_from_the_last_time_that_is_known(journal: Journal) -> None:
    ticks = 100
    runtime = Runtime(HOUSE, new_table(2), journal=journal)
    assert TableTime(runtime, journal, lambda: ticks, 1).now() == 0
    runtime.observe(TimePassed(400))
    after_row = TableTime(runtime, journal, lambda: ticks, 1)
    journal.note_time(500)
    after_note = TableTime(runtime, journal, lambda: ticks, 1)
    ticks = 150
    assert (after_row.now(), after_note.now()) == (450, 550)


@pytest.mark.parametrize(
    ("due", "speed", "seconds"),
    [(None, 1, TURN), (1500, 1, 0.5), (1500, 2, 0.25), (9000, 1, TURN), (1999, 1, 0.999),
     (1001, 1, 0.001), (1001, 10, 0.001), (1000, 1, 0.0), (900, 1, 0.0)],
)  # fmt: skip
def test_the_loop_sleeps_until_it_is_due_a_second_at_most(
    journal: Journal, due: int | None, speed: float, seconds: float
) -> None:
    runtime = Runtime(HOUSE, new_table(2), journal=journal)
    runtime.observe(TimePassed(1000))
    time = TableTime(runtime, journal, lambda: 7, speed)
    runtime.wake_at = due
    assert time.pause() == pytest.approx(seconds)


def test_the_time_is_noted_every_five_seconds_while_a_timer_runs(journal: Journal) -> None:
    ticks = 0
    runtime = Runtime(HOUSE, new_table(2), journal=journal)
    time = TableTime(runtime, journal, lambda: ticks, 1)
    ticks = NOTE_EVERY
    time.note()
    assert journal.at == 0, "there is no timer"
    runtime.wake_at = 60_000
    ticks = NOTE_EVERY - 1
    time.note()
    assert journal.at == 0
    ticks = NOTE_EVERY
    time.note()
    assert journal.at == NOTE_EVERY
    ticks = 2 * NOTE_EVERY
    with closing(sqlite3.connect(journal.path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        time.note()  # the disk takes nothing
        assert journal.at == NOTE_EVERY
        other.execute("ROLLBACK")
    time.note()
    assert journal.at == 2 * NOTE_EVERY
