"""The hash chain: what is verified of a whole journal, and of its part after a row."""

import contextlib
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from controller.contract.observations import TimePassed
from controller.contract.public import CardDealt
from controller.journal import Fault, Journal, JournalDamaged, JournalReader, JournalTooNew
from controller.journal.integrity.chain import walk
from controller.journal.repair import verification
from controller.journal.repair.verification import in_one_sentence, look_at_start, verify
from controller.journal.schema import SCHEMA
from tests.controller.journal.test_delete_expired import unseal


def written(path: Path, *events: int) -> Path:
    """Write a journal with a row for each number in `events`, which causes so many events."""
    with Journal(path, house="ppc", house_hash="h", table="3") as journal:
        for count in events:
            journal.record(TimePassed(journal.at + 1), [CardDealt(1, 1)] * count, hand=1)
    return path


@contextlib.contextmanager
def opened(path: Path, change: str = "") -> Iterator[sqlite3.Connection]:
    """Open a journal's file, and change it first."""
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.executescript(change)
        yield connection


def test_the_part_after_a_row_is_sound_if_no_event_of_it_is_missing(tmp_path: Path) -> None:
    """Rows without an event may be all there is."""
    with opened(written(tmp_path / "3.db", 1, 0, 2, 0, 1, 0, 0)) as connection:
        found = [walk(connection, after=after) for after in range(8)]
    assert [(one.rows, one.events, one.faults) for one in found] == [
        (7 - after, 4, ()) for after in range(8)
    ]


def test_a_table_starts_whose_last_rows_have_caused_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "3.db"
    with Journal(path, house="ppc", house_hash="h", table="3") as journal:
        journal.record(TimePassed(1), [CardDealt(1, 1)], hand=1)
        for at in range(2, 6):
            journal.record(TimePassed(at))
        journal.acknowledge(1)
        journal.snapshot(b"{}")
    monkeypatch.setattr(verification, "MOST_ROWS", 3)
    assert look_at_start(path) == ""


@pytest.mark.parametrize(("states", "wrong"), [((), 1), ((2,), 3), ((2, 3), 4)])
def test_a_start_trusts_the_rows_up_to_the_last_state(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, states: tuple[int, ...], wrong: int
) -> None:
    monkeypatch.setattr(verification, "MOST_ROWS", 0)
    path = tmp_path / "3.db"
    with Journal(path, house="ppc", house_hash="h", table="3") as journal:
        for n in range(1, 6):
            journal.record(TimePassed(n), [CardDealt(1, 1)])
            if n in states:
                journal.snapshot(b"{}")
        journal.acknowledge(5)
    for n in range(1, 6):
        with opened(path, f"UPDATE observations SET hand = hand + 1 WHERE n = {n}"):
            said = look_at_start(path)
        with opened(path, f"UPDATE observations SET hand = hand - 1 WHERE n = {n}"):
            assert said == (f"row {n} has been altered" if n >= wrong else "")


def test_a_journal_without_rows_is_sound(tmp_path: Path) -> None:
    verdict = verify(written(tmp_path / "3.db"))
    assert (verdict.rows, verdict.events, verdict.eras, verdict.faults) == (0, 0, 1, ())


@pytest.mark.parametrize(
    ("change", "after", "faults"),
    [
        ("UPDATE observations SET hand = 2 WHERE n = 2", 2, []),
        ("UPDATE observations SET hand = 2 WHERE n = 3", 2, ["row 3 has been altered"]),
        ("DELETE FROM observations WHERE n = 3", 2,
         ["row 3 is missing", "event 3 belongs to row 3, which is missing"]),
        ("DELETE FROM events WHERE seq = 3", 2, ["row 3 has been altered", "event 3 is missing"]),
        ("DELETE FROM events WHERE seq = 1", 0, ["row 1 has been altered", "event 1 is missing"]),
        ("DELETE FROM events WHERE seq IN (2, 3)", 0,
         ["row 2 has been altered", "row 3 has been altered", "events 2 to 3 are missing"]),
        ("INSERT INTO events VALUES (0, 1, 'card.dealt', '{}')", 0, ["row 1 has been altered"]),
        ("INSERT INTO events VALUES (-1, 1, 'card.dealt', '{}')", 0,
         ["event 0 is missing", "row 1 has been altered"]),
        ("INSERT INTO events VALUES (5, 4, 'card.dealt', '{}')", 2, ["row 4 has been altered"]),
        ("UPDATE head SET hash = zeroblob(32)", 4, ["head does not match the last row"]),
    ],
)  # fmt: skip
def test_what_is_wrong_is_found_after_the_row_that_is_trusted(
    tmp_path: Path, change: str, after: int, faults: list[str]
) -> None:
    with opened(written(tmp_path / "3.db", 1, 1, 1, 1), change) as connection:
        found = walk(connection, after=after).faults
    assert [f"{one.where} {one.what}" for one in found] == faults


@pytest.mark.parametrize(("hand", "faults"), [(1, []), (2, ["row 3 has been altered"])])
def test_a_row_after_missing_ones_follows_the_start_before_it(
    tmp_path: Path, hand: int, faults: list[str]
) -> None:
    path = written(written(tmp_path / "3.db", 1, 1), 1)
    gone = f"DELETE FROM observations WHERE n = 2; UPDATE observations SET hand = {hand}"
    with opened(path, f"{gone} WHERE n = 3") as connection:
        found = walk(connection).faults
    assert [f"{one.where} {one.what}" for one in found] == [
        "row 2 is missing", "event 2 belongs to row 2, which is missing", *faults
    ]  # fmt: skip


def test_the_start_names_the_only_fault(tmp_path: Path) -> None:
    path = written(tmp_path / "3.db", 1, 1)
    with opened(path, "UPDATE observations SET hand = 2 WHERE n = 2"):
        assert look_at_start(path) == "row 2 has been altered"


@pytest.mark.parametrize(
    ("change", "wrong"),
    [
        ("at = 9007199254740992", True), ("at = 9007199254740991", False), ("at = 1", True),
        ("at = 2", False), ("acknowledged = -1", True), ("acknowledged = 2", False),
        ("acknowledged = 3", True),
    ],
)  # fmt: skip
def test_the_head_has_no_time_and_no_event_that_cannot_be(
    tmp_path: Path, change: str, *, wrong: bool
) -> None:
    path = written(tmp_path / "3.db", 1, 1)
    with opened(path, f"UPDATE head SET {change}"):
        assert verify(path).faults == ((Fault("head", "has been altered"),) if wrong else ())


def test_the_state_before_the_first_row_is_kept_in_an_older_journal(tmp_path: Path) -> None:
    path = tmp_path / "3.db"
    with Journal(path, house="ppc", house_hash="h", table="3") as journal:
        journal.snapshot(b"{}")
    unseal(path)
    Journal(path, house="ppc", house_hash="h", table="3").close()
    assert verify(path).faults == ()


def test_a_newer_version_wrote_a_journal_if_its_header_and_its_starts_say_so(
    tmp_path: Path,
) -> None:
    path = written(tmp_path / "3.db", 1)
    with opened(path, f"PRAGMA user_version = {SCHEMA + 1}"):
        assert look_at_start(path) == "its header is damaged"
    with (
        opened(path, f"UPDATE eras SET schema = {SCHEMA + 1}"),
        pytest.raises(JournalTooNew, match=r"3\.db: a newer version of Tapis wrote this"),
    ):
        look_at_start(path)


def test_a_start_does_not_wait_for_sqlites_own_check(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """SQLite looks at the time every 100,000 steps: these rows need more of them."""
    path = tmp_path / "3.db"
    with Journal(path, house="ppc", house_hash="h", table="3") as journal, journal.together():
        for at in range(15_000):
            journal.record(TimePassed(at))
    monkeypatch.setattr(verification, "CHECK_FOR", 0)
    assert look_at_start(path) == ""


def test_an_error_at_a_damaged_journal_is_damage_and_at_a_sound_one_a_bug(tmp_path: Path) -> None:
    path = written(tmp_path / "3.db", 1)
    bug = KeyError("seat")
    with pytest.raises(KeyError) as raised, in_one_sentence(path):
        raise bug
    assert raised.value is bug
    with (
        opened(path, "UPDATE observations SET hand = 2"),
        pytest.raises(JournalDamaged, match=r"3\.db: it is damaged; `tapis journal salvage"),
        in_one_sentence(path),
    ):
        raise bug


def test_a_row_belongs_to_no_hand_unless_one_is_given(tmp_path: Path) -> None:
    path = tmp_path / "3.db"
    with Journal(path, house="ppc", house_hash="h", table="3") as journal:
        journal.record(TimePassed(1))
        journal.record(TimePassed(2), hand=4)
    with JournalReader(path) as reader:
        assert [(row.n, row.hand) for row in reader.rows()] == [(1, 0), (2, 4)]
