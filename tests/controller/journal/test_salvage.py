"""What can be verified of a damaged journal is taken over, and the table plays on."""

import contextlib
import random
import shutil
import sqlite3
from datetime import UTC, datetime
from pathlib import Path

import pytest
from msgspec.structs import replace

from controller.contract.observations import TimePassed
from controller.contract.public import CardDealt
from controller.journal import Journal, JournalDamaged, JournalReader, verify
from controller.journal.delete_expired import forget
from controller.journal.integrity.chain import ranges
from controller.journal.integrity.end import end_path
from controller.journal.integrity.epochs import read_epochs
from controller.journal.opening import PAGE, connect_to_read
from controller.journal.repair.mending import mend, sound_copy
from controller.journal.repair.salvage import (
    Salvaged,
    describe,
    put_aside,
    salvage,
    salvage_into,
)
from controller.run.loop.runtime import Runtime
from tests.controller.journal.damaged import (
    flip,
    killed,
    open_journal,
    play,
    tonight,
    wal,
    zero,
)


def closed(path: Path) -> Runtime:
    with open_journal(path) as journal:
        return play(journal)


def started(path: Path) -> tuple[Runtime, bool]:
    """Start on a journal as a controller does; give the table, and whether a loss is told."""
    mend(path)
    with open_journal(path) as journal:
        runtime = Runtime(tonight().house, tonight().table, name="3", journal=journal)
        return runtime, journal.was_cut


def page_of(path: Path, statement: str) -> int:
    """Return where the root of a table's first leaf lies in the file."""
    with sqlite3.connect(path) as connection:
        return (int(connection.execute(statement).fetchone()[0]) - 1) * PAGE


ROOT = "SELECT rootpage FROM sqlite_master WHERE name = '{}'"


def test_a_sound_journal_is_left_alone(tmp_path: Path) -> None:
    closed(tmp_path / "3.db")
    killed(tmp_path / "4.db")
    for name in ("3.db", "4.db"):
        before = (tmp_path / name).read_bytes()
        assert mend(tmp_path / name) is None
        assert (tmp_path / name).read_bytes() == before
        assert not started(tmp_path / name)[1]


@pytest.mark.parametrize("table", ["observations", "events", "snapshots", "eras", "head"])
def test_a_table_whose_root_is_gone_comes_back_whole(tmp_path: Path, table: str) -> None:
    path = tmp_path / "3.db"
    before = closed(path)
    root = page_of(path, ROOT.format(table))
    large = path.read_bytes()[root] == 5  # its rows lie on other pages
    zero(path, root)
    found = mend(path)
    assert found is not None
    assert found.kept is not None
    assert found.kept.exists()
    runtime, told = started(path)
    assert told or not large
    if large:
        assert found.lost == ()
        assert runtime.table == before.table
        assert verify(path).faults == ()


def test_the_schema_and_the_header_gone_cost_nothing(tmp_path: Path) -> None:
    path = tmp_path / "3.db"
    before = closed(path)
    zero(path, 0)
    found = mend(path)
    assert found is not None
    assert found.lost == ()
    assert started(path)[0].table == before.table
    assert verify(path).faults == ()


def test_a_bit_in_the_log_costs_nothing_behind_it(tmp_path: Path) -> None:
    """SQLite reads a log up to the first wrong byte, and says nothing."""
    path = tmp_path / "3.db"
    before = killed(path)
    flip(wal(path), 32 + 24 + 300)
    found = mend(path)
    assert found is not None
    assert started(path)[0].table == before.table


@pytest.mark.parametrize(("noted", "rows"), [(True, 12), (False, 11)])
def test_a_last_row_whose_commit_cannot_be_read_is_taken_if_it_was_noted(
    tmp_path: Path, noted: bool, rows: int
) -> None:
    path = tmp_path / "3.db"
    killed(path, slice(12))
    if not noted:
        end_path(path).unlink()
    # The last frame says that it ends no transaction.
    with wal(path).open("r+b") as log:
        log.seek(-(24 + PAGE) + 4, 2)
        log.write(bytes(4))
    assert salvage_into(path, tmp_path / "new.db").rows == rows


@pytest.mark.parametrize("noted", [True, False], ids=["end noted", "no end noted"])
@pytest.mark.parametrize("at", [32 + 8, 32 + 24 + 300], ids=["head", "page"])
@pytest.mark.parametrize("rows", [1, 12])
def test_the_first_frame_of_a_log_that_is_all_there_is_costs_nothing_behind_it(
    tmp_path: Path, at: int, noted: bool, rows: int
) -> None:
    """A journal of which nothing was ever taken over into the file reads as an empty one then."""
    path = tmp_path / "3.db"
    before = killed(path, slice(rows))
    assert path.stat().st_size <= PAGE, "nothing of the log is in the file yet"
    if not noted:
        end_path(path).unlink()
    flip(wal(path), at)
    found = mend(path)
    assert found is not None
    assert found.rows == rows
    assert started(path)[0].table == before.table


def test_a_log_alone_brings_back_what_it_holds(tmp_path: Path) -> None:
    path = tmp_path / "3.db"
    before = killed(path)
    path.unlink()
    found = mend(path)
    assert found is not None
    assert started(path)[0].table == before.table


def test_rows_in_the_middle_that_are_gone_are_named_and_the_last_hand_is_back(
    tmp_path: Path,
) -> None:
    path = tmp_path / "3.db"
    before = closed(path)
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("DELETE FROM observations WHERE n BETWEEN 40 AND 49")
        connection.execute("UPDATE events SET data = '{}' WHERE n = 80")
        connection.execute("VACUUM")  # so that no page still holds what was deleted
    assert "rows 40 to 49" in [fault.where for fault in verify(path).faults]
    found = mend(path)
    assert found is not None
    # Row 50 follows a hash that nobody knows any more.
    assert (39, 50) in found.lost
    assert found.lost_events > 0
    runtime, told = started(path)
    assert told
    assert runtime.table == before.table
    verdict = verify(path)
    assert verdict.faults == ()
    assert verdict.lost >= 11


def test_what_can_be_salvaged_of_any_damage_is_sound(tmp_path: Path) -> None:
    chance = random.Random(5)
    killed(tmp_path / "whole.db")
    with JournalReader(tmp_path / "alive-whole.db") as reader:
        whole = {event.seq: event for event in reader.events(0, 10_000)}
    for number in range(12):
        path = tmp_path / f"{number}.db"
        for suffix in ("", "-wal", ".end"):
            shutil.copy(tmp_path / f"whole.db{suffix}", tmp_path / f"{number}.db{suffix}")
        for _ in range(3):
            victim = chance.choice((path, wal(path)))
            zero(victim, chance.randrange(victim.stat().st_size) // 512 * 512, 512)
        runtime, told = started(path)
        assert runtime.table.seats
        with JournalReader(path) as reader:
            found = {event.seq: event for event in reader.events(0, 10_000)}
        different = [seq for seq, event in whole.items() if found.get(seq) != event]
        assert told or not different, number
        assert verify(path).faults == () or not told


def test_a_sound_journal_is_read_where_it_is_and_a_damaged_one_in_a_copy(tmp_path: Path) -> None:
    path = tmp_path / "3.db"
    closed(path)
    with sound_copy(path) as there:
        assert there == path
    zero(path, page_of(path, ROOT.format("head")))
    with sound_copy(path) as there:
        assert there != path
        assert verify(there).faults == ()
    assert not there.exists()


def test_nothing_that_is_no_journal_is_touched(tmp_path: Path) -> None:
    path = tmp_path / "3.db"
    path.write_text("Anne: 5000\n" * 2000)
    before = path.read_bytes()
    for attempt in (mend, salvage):
        with pytest.raises(JournalDamaged, match=r"nothing can be recovered .*tapis restore"):
            attempt(path)
        assert path.read_bytes() == before
    with pytest.raises(JournalDamaged, match="the table's state is not in it"), sound_copy(path):
        pass


def test_what_was_forgotten_does_not_come_back(tmp_path: Path) -> None:
    path = tmp_path / "3.db"
    with open_journal(path) as journal:
        play(journal)
        log = wal(path).read_bytes()
    forget(path, 2**62)
    cards = verify(path).forgotten
    assert cards > 0
    zero(path, page_of(path, ROOT.format("head")))
    wal(path).write_bytes(log)  # the log of before: each row is there twice, once with its cards
    found = salvage(path)
    assert found.lost == ()
    assert verify(path).forgotten == cards


def test_a_row_that_cannot_be_read_is_put_aside(tmp_path: Path) -> None:
    path = tmp_path / "3.db"
    closed(path)
    end = end_path(path).read_bytes()
    with sqlite3.connect(path) as connection:
        n = connection.execute("SELECT max(n) FROM observations").fetchone()[0]
        connection.execute("UPDATE observations SET observation = '{\"what' WHERE n = ?", (n,))
        kept = connection.execute("SELECT max(n) FROM snapshots WHERE n < ?", (n,)).fetchone()[0]
        connection.execute("DELETE FROM snapshots WHERE n > ?", (kept,))
    end_path(path).write_bytes(end)
    with open_journal(path) as journal:
        runtime = Runtime(tonight().house, tonight().table, name="3", journal=journal)
        assert runtime.aside == n - kept
        assert runtime.table.seats


def test_a_log_alone_without_a_state_ends_no_start(tmp_path: Path) -> None:
    path = tmp_path / "3.db"
    closed(path)
    path.unlink()
    wal(path).write_bytes(b"no frame of ours" * 300)
    assert mend(path) is None
    assert [one.name for one in tmp_path.glob("*.damaged-*-wal")]
    with open_journal(path) as journal:
        assert journal.was_cut
        assert journal.seq == 0


@pytest.mark.parametrize("moved", [("",), ("", "-wal")])
def test_a_salvage_that_a_power_cut_ends_is_brought_to_its_end(
    tmp_path: Path, moved: tuple[str, ...]
) -> None:
    """The damaged file has been put aside, and the new one has not its name yet."""
    path = tmp_path / "3.db"
    before = killed(path)
    flip(wal(path), 2000)
    salvage_into(path, tmp_path / "3.db.salvaged")
    for suffix in moved:
        (tmp_path / f"3.db{suffix}").rename(tmp_path / f"3.db.damaged-now{suffix}")
    after, told = started(path)
    assert after.table == before.table
    assert told
    assert not (tmp_path / "3.db.salvaged").exists()


def test_files_that_were_put_aside_in_one_moment_are_counted(tmp_path: Path) -> None:
    path, moment = tmp_path / "3.db", datetime(2026, 3, 1, 20, 15, 7, tzinfo=UTC)
    names = []
    for _ in range(3):
        path.write_bytes(b"")
        names.append(put_aside(path, moment).name)
    first = "3.db.damaged-20260301-201507"
    assert names == [first, f"{first}-2", f"{first}-3"]


def test_a_salvage_says_which_rows_are_lost(tmp_path: Path) -> None:
    """A single row by its number, others by the first and last, and no more than five."""
    path = tmp_path / "3.db"
    found = Salvaged(70, 90, ((4, 5), (9, 12)), 3, 60, 80)
    assert describe(found, path) == (
        f"{path}: 70 rows and 90 events were recovered; 4 rows are lost (5, 10 to 12), and 3 events"
    )
    assert describe(replace(found, lost=(), kept=tmp_path / "old"), path) == (
        f"{path}: 70 rows and 90 events were recovered; no data was lost; "
        f"the damaged file is {tmp_path / 'old'}"
    )
    five = tuple((n, n + 1) for n in range(0, 50, 10))
    assert "(1, 11, 21, 31, 41)" in describe(replace(found, lost=five), path)
    six = (*five, (60, 61))
    assert "6 rows are lost (1, 11, 21, 31, 41 and more)" in describe(
        replace(found, lost=six), path
    )


def lost_in(path: Path) -> tuple[tuple[int, int], ...]:
    """Return the ranges of rows that are on record as lost in a journal."""
    with contextlib.closing(connect_to_read(path)) as connection:
        return tuple(ranges(connection, "lost").items())


def small(path: Path, rows: int, at: int = 1) -> None:
    """Write a journal with a state, and with an event for each row."""
    with Journal(path, house="ppc", house_hash="h", table="3") as journal:
        for _ in range(rows):
            journal.record(TimePassed(at), [CardDealt(1, 1)], hand=1)
        journal.acknowledge(1)
        journal.snapshot(b"{}")


def without(path: Path, change: str) -> None:
    """Take something out of a journal, so that no page still holds it."""
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.executescript(f"{change}; VACUUM")


@pytest.mark.parametrize(
    ("gone", "lost", "events"),
    [
        ("n < 1", (), 0), ("n = 1", ((0, 2),), 2), ("n < 3", ((0, 3),), 3),
        ("n IN (3, 4, 6)", ((2, 7),), 5), ("n IN (2, 6)", ((1, 3), (5, 7)), 4),
        ("n = 8", ((7, 8),), 1),
    ],
)  # fmt: skip
def test_the_rows_that_are_gone_are_counted_from_the_row_before(
    tmp_path: Path, gone: str, lost: tuple[tuple[int, int], ...], events: int
) -> None:
    """The row after them follows a hash that nobody knows, and is lost as well."""
    path, new = tmp_path / "3.db", tmp_path / "new.db"
    small(path, 8)
    without(path, f"DELETE FROM observations WHERE {gone}")
    found = salvage_into(path, new)
    assert (found.lost, found.lost_events) == (lost, events)
    assert lost_in(new) == tuple(one for one in lost if one[1] < 8)


def test_without_a_head_no_event_counts_as_confirmed(tmp_path: Path) -> None:
    path, new = tmp_path / "3.db", tmp_path / "new.db"
    small(path, 2, at=0)
    for change, confirmed in (("", 1), ("DELETE FROM head", 0)):
        without(path, change)
        salvage_into(path, new)
        with open_journal(new) as journal:
            assert (journal.acknowledged, journal.at) == (confirmed, 0)
        new.unlink()


def test_the_next_start_is_the_first_if_none_is_found(tmp_path: Path) -> None:
    path, new = tmp_path / "3.db", tmp_path / "new.db"
    small(path, 3)
    without(path, "DELETE FROM eras; DELETE FROM epochs")
    end_path(path).unlink()
    assert salvage_into(path, new).rows == 2, "the first row follows the start"
    with JournalReader(new) as reader:
        assert [(one.era, one.after, one.reason) for one in reader.epochs()] == [(1, 3, "mended")]


def starting(path: Path, *rows: int) -> str:
    """Write a journal with so many rows after each start, and return its published head."""
    for count in rows:
        with Journal(path, house="ppc", house_hash="h", table="3") as journal:
            for _ in range(count):
                journal.record(TimePassed(journal.at + 1), [CardDealt(1, 1)], hand=1)
            head = journal.head
    return head


def test_a_start_after_the_last_row_is_kept(tmp_path: Path) -> None:
    path, new = tmp_path / "3.db", tmp_path / "new.db"
    head = starting(path, 2, 0)
    salvage_into(path, new)
    with JournalReader(new) as reader:
        assert [(one.id, one.after) for one in reader.eras()] == [(1, 0), (2, 2)]
    assert verify(new, head=head).faults == ()


@pytest.mark.parametrize(
    ("rows", "start"),
    [((2, 1), 2), ((2, 0), 2), ((2, 0, 0), 2), ((2, 0, 0), 3), ((2, 0, 0, 1), 3), ((0, 0, 2), 2),
     ((0, 2), 1), ((2, 0, 0, 0, 1), 4)],
)  # fmt: skip
def test_a_start_that_was_altered_breaks_the_chain_there_and_loses_no_row(
    tmp_path: Path, rows: tuple[int, ...], start: int
) -> None:
    path, new = tmp_path / "3.db", tmp_path / "new.db"
    starting(path, *rows)
    without(path, f"UPDATE eras SET house = 'tda' WHERE id = {start}")
    assert [one.where for one in verify(path).faults] == [f"start record {start}"]
    found = salvage_into(path, new)
    assert (found.rows, found.lost, found.lost_events) == (sum(rows), (), 0)
    after = sum(rows[: start - 1])
    assert lost_in(new) == ((after, after),)
    assert verify(new).faults == ()


def test_a_sound_version_of_a_start_is_kept_though_an_altered_one_is_newer(tmp_path: Path) -> None:
    path, copied = tmp_path / "3.db", tmp_path / "copied.db"
    starting(path, 2)
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("UPDATE eras SET house = 'tda'")
        for suffix in ("", "-wal"):  # the altered one is in the log, the sound one in the file
            shutil.copy(f"{path}{suffix}", f"{copied}{suffix}")
    assert [one.where for one in verify(copied).faults] == ["start record 1"]
    salvage_into(copied, tmp_path / "new.db")
    with JournalReader(tmp_path / "new.db") as reader:
        assert [one.house for one in reader.eras()] == ["ppc"]
    assert lost_in(tmp_path / "new.db") == ()


def test_the_epochs_that_a_journal_had_are_kept_with_what_was_lost_before_each(
    tmp_path: Path,
) -> None:
    path, older = tmp_path / "3.db", tmp_path / "older.db"

    def write(rows: int) -> None:
        with Journal(path, house="ppc", house_hash="h", table="3") as journal:
            for _ in range(rows):
                journal.record(TimePassed(journal.at + 1), [CardDealt(1, 1)], hand=1)
            journal.snapshot(b"{}")

    write(5)
    shutil.copy(path, older)
    write(4)
    shutil.copy(older, path)
    write(3)  # this start begins an epoch
    with contextlib.closing(sqlite3.connect(path)) as connection:
        before = read_epochs(connection)
    assert [one[2:] for one in before] == [(0, 0, ""), (5, 4, "rolled-back")]
    found = salvage_into(path, tmp_path / "new.db")
    assert (found.rows, found.events, found.lost, found.lost_events) == (8, 8, (), 0)
    with contextlib.closing(sqlite3.connect(tmp_path / "new.db")) as connection:
        *kept, mended = read_epochs(connection)
    assert tuple(kept) == before
    assert mended.era == before[-1].era + 1
    assert mended[2:] == (8, 0, "mended")
