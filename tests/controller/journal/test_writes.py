"""What an observation costs the disk, and what is found without an index of it."""

import itertools
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import msgspec
import pytest

from controller.contract.observations import TimePassed
from controller.contract.once_only import Asked
from controller.contract.public import CardDealt
from controller.journal import Journal, JournalReader, verify
from controller.journal.caused import Caused, last_event
from controller.journal.damaged_pages import SIZES
from controller.journal.delete_expired import BATCH, forget
from controller.journal.integrity.end import End, EndFile, end_path, read_end
from controller.journal.opening import PAGE
from controller.journal.reader import Snapshot
from controller.journal.repair.mending import mend
from controller.journal.schema import OLD_INDICES
from controller.journal.writer import MOST_ASKED, ResumePoint
from tests.controller.journal.damaged import killed, open_journal, play, tonight, wal


def begin(path: Path) -> Journal:
    return Journal(path, house="ppc", house_hash="h", table="3")


def test_an_observation_costs_few_bytes(tmp_path: Path) -> None:
    """With SQLite's own page size and an index of rows and of events it was five times as much."""
    path = tmp_path / "3.db"
    with open_journal(path) as journal:
        play(journal)
        assert wal(path).stat().st_size / len(tonight().observations) < 3_000


def test_the_events_of_a_row_are_found_by_their_order(tmp_path: Path) -> None:
    path = tmp_path / "3.db"
    with begin(path) as journal:
        for n, count in enumerate([0, 2, 0, 0, 1, 3, 0, 1, 0] * 3):
            journal.record(TimePassed(n), [CardDealt(1, 1)] * count, hand=1)
    with closing(sqlite3.connect(path)) as connection:
        rows = [n for (n,) in connection.execute("SELECT n FROM observations ORDER BY n")]

        def events_of(n: int) -> list[tuple[int, str, bytes]]:
            return connection.execute(
                "SELECT seq, type, data FROM events WHERE n = ? ORDER BY seq", (n,)
            ).fetchall()

        for after in (0, *rows):
            (last,) = connection.execute(
                "SELECT coalesce(max(seq), 0) FROM events WHERE n <= ?", (after,)
            ).fetchone()
            assert last_event(connection, after) == last
            caused = Caused(connection, after)
            assert [caused.of(n) for n in rows[after:]] == [events_of(n) for n in rows[after:]]
        skipping = Caused(connection)
        assert [skipping.of(n) for n in rows[::4]] == [events_of(n) for n in rows[::4]]


def test_the_indices_of_an_older_journal_are_dropped(tmp_path: Path) -> None:
    path = tmp_path / "3.db"
    half = len(tonight().observations) // 2
    with open_journal(path) as journal:
        play(journal, slice(half))
    with closing(sqlite3.connect(path)) as connection:
        for index in OLD_INDICES:
            connection.execute(index)
        connection.execute("DROP TABLE spans")
    assert verify(path).faults == ()
    with open_journal(path) as journal:
        runtime = play(journal, slice(half, None))
    assert tuple(seat.stack for seat in runtime.table.seats) == tonight().stacks
    with closing(sqlite3.connect(path)) as connection:
        names = {name for (name,) in connection.execute("SELECT name FROM sqlite_master")}
    assert "spans" in names
    assert not names & {"not_forgotten", "events_n"}


@pytest.mark.parametrize("backward", [0, 40, 1_000], ids=["right", "a little", "far"])
def test_old_rows_are_found_although_the_clock_was_set(tmp_path: Path, backward: int) -> None:
    path = tmp_path / "3.db"
    rows = 3 * BATCH + 7
    # The clock goes back in the middle: older rows come after younger ones.
    times = [1_000 + n - (backward if n > rows // 2 else 0) for n in range(rows)]
    walls = iter([0, *times, *itertools.repeat(10_000, 100)])
    with Journal(path, house="ppc", house_hash="h", table="3", wall=lambda: next(walls)) as journal:
        with journal.together():
            for n in range(rows):
                journal.record(TimePassed(n))
        journal.snapshot(b"{}")
    for before in (0, 1_000 + rows // 4, 1_000 + rows // 2 + 3, 20_000, 20_000):
        due = [n for n, wall in enumerate(times) if wall < before]
        forget(path, before)
        with JournalReader(path) as reader:
            gone = [row.n - 1 for row in reader.rows() if row.observation is None]
        assert gone == due
    with closing(sqlite3.connect(path)) as connection:
        spans = connection.execute("SELECT until, kept FROM spans").fetchall()
    assert spans == [(rows, 0)]


def test_rows_behind_the_last_state_are_forgotten_once_there_is_another(tmp_path: Path) -> None:
    path = tmp_path / "3.db"
    with begin(path) as journal:
        for part in range(1, 4):
            for n in range(5):
                journal.record(TimePassed(part * 10 + n))
            before = verify(path).forgotten
            while journal.forget(2**61):
                pass
            assert verify(path).forgotten == before, "no state follows these rows"
            journal.snapshot(b"{}")
            while journal.forget(2**61):
                pass
            assert verify(path).forgotten == part * 5


@pytest.mark.parametrize("size", SIZES)
def test_a_journal_is_salvaged_whatever_its_page_size(tmp_path: Path, size: int) -> None:
    """The size stands in the header of the file and of the log; here neither can be read."""
    path = tmp_path / "3.db"
    before = killed(path)
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode = DELETE")
        connection.execute(f"PRAGMA page_size = {size}")
        connection.execute("VACUUM")
    assert int.from_bytes(path.read_bytes()[16:18], "big") == size
    with path.open("r+b") as file:
        file.write(bytes(100))
    found = mend(path)
    assert found is not None
    assert found.lost == ()
    with open_journal(path) as journal:
        assert play(journal, slice(0)).table == before.table


def test_a_new_journal_has_small_pages(tmp_path: Path) -> None:
    with begin(tmp_path / "3.db"):
        pass
    assert int.from_bytes((tmp_path / "3.db").read_bytes()[16:18], "big") == PAGE == SIZES[0]


def test_notes_that_are_not_synced_leave_the_last_synced_one(tmp_path: Path) -> None:
    path = tmp_path / "3.db"
    notes = EndFile(path)

    def note(n: int, *, sync: bool = True) -> None:
        notes.note(End(n, n, 0, bytes([n]) * 32, "E"), sync=sync)

    def after_a_power_cut() -> int:
        """Return the row that is noted if the blocks of the last notes never reached the disk."""
        copy = tmp_path / "copy.db"
        shutil.copy(end_path(path), end_path(copy))
        with end_path(copy).open("r+b") as file:
            file.seek(place)
            file.write(b"torn" * 8)
        end = read_end(copy)
        assert end is not None
        return end.n

    note(1)
    for first in (2, 5):
        synced, before = first - 1, end_path(path).read_bytes()
        note(first, sync=False)
        note(first + 1, sync=False)
        after = end_path(path).read_bytes()
        changed = {at // 4096 * 4096 for at in range(len(after)) if after[at] != before[at]}
        (place,) = changed
        assert after_a_power_cut() == synced
        if first == 5:  # the controller is killed, and the power is cut during its next note
            notes.close()
            notes = EndFile(path)
        note(first + 2)
        if first == 5:
            place = 4096 - place
            assert after_a_power_cut() == first + 1
    end = read_end(path)
    assert end is not None
    assert end.n == 7
    notes.close()


def test_a_table_resumes_with_every_row_after_its_last_state(tmp_path: Path) -> None:
    path = tmp_path / "3.db"
    dealt = (("card.dealt", msgspec.json.encode(CardDealt(1, 1))),)
    with begin(path) as journal:
        assert journal.resume() == ResumePoint(None, ())
        for at in (10, 20, 30):
            journal.record(TimePassed(at), [CardDealt(1, 1)] * (at // 20), hand=1)
        first = [(1, TimePassed(10), ()), (2, TimePassed(20), dealt), (3, TimePassed(30), dealt)]
        assert journal.resume() == ResumePoint(None, tuple(first))
        journal.snapshot(b"state", 99)
        assert journal.resume() == ResumePoint(Snapshot(3, 2, 99, b"state"), ())
        for at in (40, 50, 60):
            journal.record(TimePassed(at), [CardDealt(1, 1)], hand=1)
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("DELETE FROM observations WHERE n = 5")
    with begin(path) as journal:
        assert journal.resume().observations == (
            (4, TimePassed(40), dealt), (5, None, ()), (6, TimePassed(60), dealt),
        )  # fmt: skip
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("DELETE FROM snapshots")
        connection.execute("DELETE FROM observations WHERE n = 1")
    with begin(path) as journal:
        assert [n for n, seen, _ in journal.resume().observations if seen is None] == [1, 5]


def test_the_last_requests_are_remembered_and_no_more(tmp_path: Path) -> None:
    count = MOST_ASKED + 2
    with begin(tmp_path / "3.db") as journal:
        with journal.together():
            for number in range(count):
                asked = Asked("Anne", f"r{number}", b"pause")
                journal.record(TimePassed(number), [CardDealt(1, 1)], mark=asked)
        known = journal.asked()
    assert len(known) == MOST_ASKED
    assert known[0] == (Asked("Anne", "r2", b"pause"), 3)
    assert known[-1] == (Asked("Anne", f"r{count - 1}", b"pause"), count)


def test_time_and_what_the_broker_has_never_go_back(tmp_path: Path) -> None:
    path = tmp_path / "3.db"
    with begin(path) as journal:
        assert (journal.last_wall, journal.at, journal.seq) == (0, 0, 0)
        journal.record(TimePassed(500), [CardDealt(1, 1)] * 4)
        journal.record(TimePassed(400))
        assert journal.at == 500
        journal.note_time(450)
        assert journal.at == 500
        journal.note_time(600)
        for seq in (3, 2):
            journal.acknowledge(seq)
            assert journal.acknowledged == 3
        assert [one.seq for one in journal.newest] == [1, 2, 3, 4]
    with begin(path) as journal:
        assert (journal.at, journal.acknowledged, journal.seq) == (600, 3, 4)
        assert journal.last_wall > 0
        with pytest.raises(ZeroDivisionError), journal.together():  # noqa: PT012
            journal.record(TimePassed(900), [CardDealt(1, 1)])
            assert journal.seq == 5
            raise ZeroDivisionError
        assert (journal.at, journal.seq, journal.newest) == (600, 4, ())
        journal.record(TimePassed(700), [CardDealt(1, 2)])
        with journal.together():
            for seat in (3, 4):
                journal.record(TimePassed(800), [CardDealt(1, seat)])
        assert [one.seq for one in journal.newest] == [6, 7]
    assert verify(path).faults == ()
