"""The end of a journal is known: what vanishes there is told, and no number is given out again."""

import logging
import os
import shutil
from pathlib import Path

import pytest

from controller.contract.observations import TimePassed
from controller.contract.public import CardDealt
from controller.journal import Journal, JournalReader, JournalStalled, verify
from controller.journal.integrity.end import End, EndFile, end_path, read_end
from controller.journal.opening import PAGE
from tests.controller.journal.damaged import flip, killed, open_journal, wal


def begin(path: Path) -> Journal:
    return Journal(path, house="ppc", house_hash="h", table="3")


def write(journal: Journal, rows: int) -> None:
    for _ in range(rows):
        journal.record(TimePassed(journal.at + 1), [CardDealt(1, 1)], hand=1)


def copy(path: Path, to: Path, *suffixes: str) -> None:
    for suffix in ("", "-wal", *suffixes):
        if path.with_name(path.name + suffix).exists():
            shutil.copy(path.with_name(path.name + suffix), to.with_name(to.name + suffix))


def test_the_end_is_noted_with_every_commit(tmp_path: Path) -> None:
    path = tmp_path / "3.db"
    with begin(path) as journal:
        for seq in range(1, 6):
            write(journal, 1)
            end = read_end(path)
            assert end is not None
            assert (end.n, end.seq, end.hash.hex(), end.epoch) == (
                seq, seq, journal.head, journal.epoch,
            )  # fmt: skip
    assert end_path(path).stat().st_mode & 0o777 == 0o600


def test_a_torn_note_leaves_the_one_before(tmp_path: Path) -> None:
    path = tmp_path / "3.db"
    notes = EndFile(path.parent / "3.db")
    for n in range(1, 8):
        notes.note(End(n, n, 0, bytes([n]) * 32, "E"))
        whole = end_path(path).read_bytes()
        for torn in (*range(0, 200, 7), *range(4096, 4296, 7)):
            flip(end_path(path), torn)
            found = read_end(path)
            assert found is not None
            assert found.n in ((n, n - 1) if n > 1 else (n, 0))
            end_path(path).write_bytes(whole)
            if n == 1:
                break
    notes.close()


def test_a_note_outlives_a_start_that_writes_none(tmp_path: Path) -> None:
    path = tmp_path / "3.db"
    end = End(3, 5, 2, bytes(32), "E")
    notes = EndFile(path)
    notes.note(end)
    notes.close()
    EndFile(path).close()
    assert read_end(path) == end


def test_a_journal_goes_on_in_its_epoch_over_restarts(tmp_path: Path) -> None:
    path = tmp_path / "3.db"
    names = set()
    for _ in range(4):
        with begin(path) as journal:
            write(journal, 3)
            assert not journal.was_cut
            assert journal.untold() is None
            names.add(journal.epoch)
    assert len(names) == 1
    with JournalReader(path) as reader:
        assert {event.epoch for event in reader.events()} == names


def test_an_older_copy_begins_a_new_epoch(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    path = tmp_path / "3.db"
    with begin(path) as journal:
        write(journal, 5)
        first = journal.epoch
    copy(path, tmp_path / "older.db")
    with begin(path) as journal:
        write(journal, 4)
        known = {event.seq: event for event in journal.events()}
    copy(tmp_path / "older.db", path)
    faults = verify(path).faults
    assert [(fault.where, fault.what.partition(":")[0]) for fault in faults] == [
        ("end", "is missing (4 events)")
    ]
    with caplog.at_level(logging.ERROR), begin(path) as journal:
        write(journal, 6)
        begun = journal.untold()
        assert journal.was_cut
        assert begun is not None
        assert (begun.after, begun.lost, begun.reason) == (5, 4, "rolled-back")
        events = list(journal.events())
        assert journal.epoch not in {"", first}
    assert "4 events are lost" in caplog.text
    assert [event.seq for event in events] == list(range(1, 12))
    assert [event.epoch == first for event in events] == [True] * 5 + [False] * 6
    assert not {(event.epoch, event.seq) for event in events[5:]} & {
        (event.epoch, event.seq) for event in known.values()
    }
    assert verify(path).faults == ()
    with begin(path) as journal:
        assert not journal.was_cut


@pytest.mark.parametrize("gone", ["note", "journal", "both-differ"])
def test_what_is_put_back_without_its_other_half_is_known(tmp_path: Path, gone: str) -> None:
    path = tmp_path / "3.db"
    with begin(path) as journal:
        write(journal, 5)
        first = journal.epoch
    if gone == "note":
        end_path(path).unlink()
    elif gone == "journal":
        path.unlink()
    else:
        other = tmp_path / "other.db"
        with begin(other) as journal:
            write(journal, 9)
        shutil.copy(other, path)
    with begin(path) as journal:
        begun = journal.untold()
        assert begun is not None
        assert begun.reason == {"note": "restored", "journal": "rolled-back"}.get(gone, "replaced")
        assert begun.lost == (5 if gone == "journal" else 0)
        assert journal.epoch != first


def test_a_commit_that_was_not_noted_is_kept(tmp_path: Path) -> None:
    """The plug is pulled between the commit and the note: nobody has heard of that row."""
    path = tmp_path / "3.db"
    with begin(path) as journal:
        write(journal, 3)
        note = end_path(path).read_bytes()
        write(journal, 1)
    end_path(path).write_bytes(note)
    assert verify(path).faults == ()
    with begin(path) as journal:
        assert not journal.was_cut
        assert journal.seq == 4


def test_nothing_goes_on_that_cannot_be_noted(tmp_path: Path) -> None:
    path = tmp_path / "3.db"
    with begin(path) as journal:
        write(journal, 1)
        notes = journal._numbering._file
        whole, notes._descriptor = notes._descriptor, os.open(notes.path, os.O_RDONLY)
        write(journal, 1)  # it is on disk, but its note is not
        with pytest.raises(JournalStalled):
            write(journal, 1)
        os.close(notes._descriptor)
        notes._descriptor = whole
        write(journal, 1)
        assert journal.seq == 3
    assert verify(path).faults == ()


def test_a_published_head_is_found_again_and_one_of_a_rewritten_journal_is_not(
    tmp_path: Path,
) -> None:
    path = tmp_path / "3.db"
    heads = []
    with begin(path) as journal:
        for _ in range(3):
            write(journal, 1)
            heads.append(journal.head)
    for head in heads:
        assert verify(path, head=head).faults == ()
    wrong = "ab" * 32
    assert [fault.where for fault in verify(path, head=wrong).faults] == ["head"]


def test_a_head_from_before_the_first_event_is_found_again(tmp_path: Path) -> None:
    path = tmp_path / "3.db"
    with begin(path) as journal:
        epoch, head = journal.epoch, journal.head
    with begin(path) as journal:
        assert len(head) == 64
        assert not journal.compare(0, epoch, head)


@pytest.mark.parametrize(("seq", "begun"), [(1, True), (2, False), (3, False), (4, True)])
def test_a_head_is_that_of_a_row_from_its_event_to_the_next(
    tmp_path: Path, seq: int, begun: bool
) -> None:
    path = tmp_path / "3.db"
    with begin(path) as journal:
        write(journal, 3)
        epoch, head = journal.epoch, journal.head
        write(journal, 3)
    with begin(path) as journal:
        assert journal.compare(seq, epoch, head) == begun


def test_starts_are_numbered_from_one(tmp_path: Path) -> None:
    path = tmp_path / "3.db"
    for _ in range(3):
        begin(path).close()
    with JournalReader(path) as reader:
        assert [one.id for one in reader.eras()] == [1, 2, 3]
        assert [one.era for one in reader.epochs()] == [1]


@pytest.mark.parametrize("told", ["further", "another head", "another epoch", "older software"])
def test_what_the_broker_retains_shows_an_older_journal(tmp_path: Path, told: str) -> None:
    path = tmp_path / "3.db"
    with begin(path) as journal:
        write(journal, 5)
        epoch, head = journal.epoch, journal.head
    with begin(path) as journal:
        assert not journal.compare(5, epoch, head)
        assert not journal.compare(3, epoch, "")
        assert not journal.compare(5, "", ""), "older software knows as many events"
        before = journal.epoch
        write(journal, 1)  # the broker was away at first
        (seq, its_epoch, its_head), lost = {
            "further": ((8, epoch, head), 3),
            "another head": ((4, epoch, "ab" * 32), 0),
            "another epoch": ((9, "01ELSEWHERE", head), 0),
            "older software": ((7, "", ""), 2),
        }[told]
        assert journal.compare(seq, its_epoch, its_head)
        assert journal.epoch != before
        write(journal, 1)
        assert [event.epoch for event in journal.events(4)] == [before, *[journal.epoch] * 2]
        news = journal.untold()
        assert news is not None
        assert (news.after, news.lost, news.reason) == (5, lost, "rolled-back")


def test_a_damaged_log_is_told_by_verify_and_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "3.db"
    killed(path)
    flip(wal(path), 32 + 24 + PAGE * 20)
    damaged = wal(path).read_bytes()
    assert "end" in [fault.where for fault in verify(path).faults]
    assert wal(path).read_bytes() == damaged
    with open_journal(path) as journal:
        assert journal.was_cut
