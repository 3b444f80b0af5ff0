"""The journal keeps what it is given, for one writer, its owner only, and names damage."""

import os
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from controller.contract.observations import CardAt, Declared, Observation, TimePassed
from controller.contract.private import HoleCardSeen, PrivateEvent
from controller.contract.public import (
    Action,
    ActionMade,
    BoardDealt,
    CardDealt,
    PublicEvent,
    Street,
    event_from,
)
from controller.journal import (
    Journal,
    JournalBusy,
    JournalDamaged,
    JournalReader,
    JournalStalled,
    JournalTooNew,
    verify,
)


def begin(path: Path, house: str = "ppc", house_hash: str = "h1") -> Journal:
    return Journal(path, house=house, house_hash=house_hash, table="3", software="0.1.0")


SOME: tuple[tuple[Observation, tuple[PublicEvent, ...], tuple[PrivateEvent, ...]], ...] = (
    (CardAt(100, "Kh", "hand.3", 60), (CardDealt(3, 1),), (HoleCardSeen(3, "Kh"),)),
    (
        Declared(200, 3, "bet", amount=600),
        (ActionMade(3, Action.BET, 600, 600), CardDealt(4, 1)),
        (),
    ),
    (TimePassed(250), (), ()),
    (CardAt(300, "2c", "board", 260), (BoardDealt(Street.TURN, ("2c",), ("2c",)),), ()),
)


def write(journal: Journal, times: int = 1) -> list[PublicEvent]:
    events: list[PublicEvent] = []
    for _ in range(times):
        for observation, public, private in SOME:
            journal.record(observation, public, private, hand=17)
            events += public
    return events


def test_what_is_recorded_is_read_back(tmp_path: Path) -> None:
    with begin(tmp_path / "3.db") as journal:
        events = write(journal)
        session = journal.session
    with JournalReader(tmp_path / "3.db") as reader:
        envelopes = list(reader.events())
        rows = list(reader.rows())
    assert [envelope.seq for envelope in envelopes] == [1, 2, 3, 4]
    assert [event_from(envelope.type, envelope.data) for envelope in envelopes] == events
    assert {(envelope.session, envelope.table, envelope.hand) for envelope in envelopes} == {
        (session, "3", 17)
    }
    assert [row.observation for row in rows] == [observation for observation, _, _ in SOME]
    assert [row.private for row in rows] == [private for _, _, private in SOME]


@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(starts=st.lists(st.lists(st.integers(0, 3), max_size=6), min_size=1, max_size=4))
def test_seq_has_no_gap_over_restarts(
    tmp_path_factory: pytest.TempPathFactory, starts: list[list[int]]
) -> None:
    path = tmp_path_factory.mktemp("journal") / "3.db"
    written = 0
    for start in starts:
        with begin(path) as journal:
            assert journal.seq == written
            for count in start:
                written = journal.record(TimePassed(journal.at + 1), [CardDealt(1, 1)] * count)
    with JournalReader(path) as reader:
        assert [envelope.seq for envelope in reader.events(0, 1000)] == list(range(1, written + 1))
        assert len(reader.eras()) == len(starts)
    assert verify(path).faults == ()


def test_resume_gives_the_snapshot_and_what_came_after(tmp_path: Path) -> None:
    with begin(tmp_path / "3.db") as journal:
        journal.snapshot(b"start")
        journal.record(TimePassed(10), [CardDealt(1, 1)])
        journal.record(TimePassed(20), (), hand=1, state=b"hand over", wake_at=99)
        journal.record(TimePassed(30), [CardDealt(2, 1)], hand=2)
    with begin(tmp_path / "3.db") as journal:
        resume = journal.resume()
        assert journal.at == 30
    assert resume.snapshot is not None
    assert (resume.snapshot.state, resume.snapshot.wake_at) == (b"hand over", 99)
    assert [(n, seen) for n, seen, _ in resume.observations] == [(3, TimePassed(30))]
    assert resume.observations[0][2] == (("card.dealt", b'{"seat":2,"nth":1}'),)


def test_only_the_owner_may_read_it(tmp_path: Path) -> None:
    path = tmp_path / "3.db"
    path.touch(0o644)
    with begin(path) as journal:
        write(journal)
        files = list(tmp_path.glob("3.db*"))
        modes = {file.name: stat.S_IMODE(file.stat().st_mode) for file in files}
    assert set(modes) >= {"3.db", "3.db-wal"}
    assert set(modes.values()) == {0o600}


def test_what_was_recorded_outlives_its_process(tmp_path: Path) -> None:
    script = f"""
import sys
from tests.controller.journal.test_journal import begin, write
from pathlib import Path
journal = begin(Path({str(tmp_path / "3.db")!r}))
import os
write(journal, 5)
os._exit(9)
"""
    assert run(script).returncode == 9
    with JournalReader(tmp_path / "3.db") as reader:
        assert reader.seq == 20
    assert verify(tmp_path / "3.db").faults == ()


def test_a_second_controller_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "3.db"
    with begin(path) as journal:
        write(journal)
        with pytest.raises(JournalBusy, match=rf"3\.db: another controller .*{os.getpid()}.*stop"):
            begin(path)
        second = run(
            f"from tests.controller.journal.test_journal import *; begin(Path({str(path)!r}))"
        )
        assert "JournalBusy" in second.stderr
        write(journal)
    begin(path).close()


def test_a_journal_of_a_newer_version_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "3.db"
    begin(path).close()
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA user_version = 7")
    for attempt in (begin, JournalReader, verify):
        with pytest.raises(JournalTooNew, match=r"3\.db: a newer version .* 7; .* install"):
            attempt(path)


def test_what_is_no_journal_is_refused(tmp_path: Path) -> None:
    (tmp_path / "text.db").write_text("Anne: 5000\n" * 200)
    with sqlite3.connect(tmp_path / "other.db") as connection:
        connection.execute("CREATE TABLE players (name TEXT)")
    for name in ("text.db", "other.db"):
        with pytest.raises(JournalDamaged, match=name):
            begin(tmp_path / name)
    with pytest.raises(JournalDamaged, match=r"nothing\.db: there is no journal"):
        JournalReader(tmp_path / "nothing.db")
    with pytest.raises(JournalStalled, match="check that"):
        begin(tmp_path / "no-folder" / "3.db")


ALTERATIONS = {
    "UPDATE observations SET at = at + 1 WHERE n = 5": "row 5",
    "UPDATE observations SET observation = '{}' WHERE n = 1": "row 1",
    "UPDATE observations SET private = NULL WHERE n = 5": "row 5",
    "UPDATE observations SET hand = 3 WHERE n = 8": "row 8",
    "UPDATE observations SET hash = zeroblob(32) WHERE n = 4": "row 4",
    "UPDATE events SET data = replace(data, '600', '900') WHERE seq = 2": "row 2",
    "UPDATE events SET type = 'card.burned' WHERE seq = 5": "row 5",
    "DELETE FROM observations WHERE n = 6": "row 6",
    "DELETE FROM observations WHERE n >= 10": "rows 10 to 12",
    "DELETE FROM events WHERE seq = 6": "event 6",
    "DELETE FROM events WHERE seq = 12": "event 12",
    "UPDATE eras SET house = 'fidpa' WHERE id = 2": "start record 2",
    "UPDATE snapshots SET state = 'richer' WHERE n = 8": "snapshot 8",
    "DELETE FROM observations WHERE n = 12; DELETE FROM events WHERE n = 12;"
    "UPDATE head SET n = 11, seq = 11": "head",
}


@pytest.mark.parametrize("statement", ALTERATIONS)
def test_verify_names_what_was_altered_or_taken_out(tmp_path: Path, statement: str) -> None:
    path = tmp_path / "3.db"
    for _ in range(3):
        with begin(path) as journal:
            write(journal)
            journal.snapshot(b"state")
    assert verify(path).faults == ()
    with sqlite3.connect(path) as connection:
        connection.executescript(statement)
    faults = verify(path).faults
    assert ALTERATIONS[statement] in [fault.where for fault in faults]
    assert len(faults) <= 6


def test_tables_that_are_no_text_any_more_are_damage_and_no_bug(tmp_path: Path) -> None:
    """SQLite quotes what it can't read, and that need not be text."""
    path = tmp_path / "3.db"
    begin(path).close()
    other = sqlite3.connect(path)
    other.execute("PRAGMA writable_schema = ON")
    other.execute("UPDATE sqlite_master SET sql = CAST(x'43524541ff' AS TEXT) WHERE name = 'head'")
    other.commit()
    other.close()
    for opens in (JournalReader, begin):
        with pytest.raises(JournalDamaged, match="journal salvage"):
            opens(path)


@pytest.mark.parametrize(
    ("lost", "said"),
    [
        ("DROP TABLE head", "no such table: head"),
        ("DELETE FROM head", "the journal's header can't be read"),
    ],
)
def test_a_journal_without_its_head_is_damaged_however_often_it_is_opened(
    tmp_path: Path, lost: str, said: str
) -> None:
    path = tmp_path / "3.db"
    begin(path).close()
    with sqlite3.connect(path) as connection:
        connection.execute(lost)
    connection.close()
    for _ in range(2):
        with pytest.raises(JournalDamaged, match=rf"3\.db: .*{said}"):
            begin(path)


def test_verify_reads_while_the_table_plays(tmp_path: Path) -> None:
    with begin(tmp_path / "3.db") as journal:
        for _ in range(5):
            write(journal)
            verdict = verify(tmp_path / "3.db")
            assert verdict.faults == ()
            assert verdict.events == journal.seq


def test_what_the_broker_confirmed_is_remembered(tmp_path: Path) -> None:
    with begin(tmp_path / "3.db") as journal:
        write(journal)
        journal.acknowledge(3)
        journal.acknowledge(2)
    with begin(tmp_path / "3.db") as journal:
        assert journal.acknowledged == 3
        journal.acknowledge(4)
        write(journal)
        with JournalReader(tmp_path / "3.db") as reader:
            assert reader.acknowledged == 4


FULL_DISK = """
import resource, sys
from pathlib import Path
from controller.contract.observations import TimePassed
from controller.contract.public import CardDealt
from controller.journal import Journal, JournalReader, JournalStalled, verify

path = Path(sys.argv[1])
journal = Journal(path, house="ppc", house_hash="h", table="3")
hard = resource.getrlimit(resource.RLIMIT_FSIZE)[1]
resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, hard))
said = 0
sentence = ""
for at in range(1, 2000):
    try:
        said = journal.record(TimePassed(at), [CardDealt(1, 1), CardDealt(2, 1)])
    except JournalStalled as error:
        sentence = str(error)
        break
for _ in range(3):
    try:
        journal.record(TimePassed(at), [CardDealt(1, 1), CardDealt(2, 1)])
    except JournalStalled:
        pass
with JournalReader(path) as reader:
    assert reader.seq == journal.seq == said > 0, (reader.seq, journal.seq, said)
resource.setrlimit(resource.RLIMIT_FSIZE, (hard, hard))
assert journal.record(TimePassed(at), [CardDealt(1, 1), CardDealt(2, 1)]) == said + 2
journal.close()
verdict = verify(path)
assert verdict.faults == () and verdict.rows == at and verdict.events == said + 2, verdict
print(sentence)
"""


def test_a_full_disk_loses_nothing_and_ends_by_itself(tmp_path: Path) -> None:
    outcome = run(FULL_DISK, str(tmp_path / "3.db"))
    assert outcome.returncode == 0, outcome.stderr
    assert "3.db: nothing can be written to the disk" in outcome.stdout
    assert "will continue on its own" in outcome.stdout


READ_ONLY_DISK = """
import ctypes, os, sys
from pathlib import Path
from controller.contract.observations import TimePassed
from controller.journal import Journal, JournalStalled, verify

libc = ctypes.CDLL(None, use_errno=True)
MS_RDONLY, MS_REMOUNT = 1, 32
folder = sys.argv[1].encode()

def mount(flags):
    done = libc.mount(b"tapis", folder, b"tmpfs", flags, None)
    assert done == 0, os.strerror(ctypes.get_errno())

def reason(do):
    try:
        do()
    except JournalStalled as stall:
        return stall.reason
    return "ok"

mount(0)
path = Path(sys.argv[1]) / "3.db"
with Journal(path, house="ppc", house_hash="h", table="3") as journal:
    journal.record(TimePassed(1))
said = []
mount(MS_REMOUNT | MS_RDONLY)
said.append(reason(lambda: Journal(path, house="ppc", house_hash="h", table="3")))
from controller.journal.faults import explain
import sqlite3
failed = sqlite3.OperationalError("disk I/O error")
failed.sqlite_errorname = "SQLITE_IOERR_WRITE"
said.append(explain(failed, path).reason)
mount(MS_REMOUNT)
said.append(explain(failed, path).reason)
print(*said)
"""
IN_ITS_OWN_DISKS = ("unshare", "--user", "--map-root-user", "--mount")


def test_a_disk_that_turns_read_only_is_called_so(tmp_path: Path) -> None:
    told = subprocess.run(
        (*IN_ITS_OWN_DISKS, sys.executable, "-c", READ_ONLY_DISK, str(tmp_path)),
        capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert told.returncode == 0, told.stderr
    assert told.stdout.split() == ["read-only", "read-only", "failing"]


def run(script: str, *arguments: str) -> "subprocess.CompletedProcess[str]":
    command: Sequence[str] = (sys.executable, "-c", script, *arguments)
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)


def test_a_last_row_that_is_missing_is_named_and_so_is_one_too_many(tmp_path: Path) -> None:
    path = tmp_path / "3.db"
    with begin(path) as journal:
        write(journal)
    assert verify(path).faults == ()
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE head SET n = 3")
    connection.close()
    assert ("head", "ends at row 3, but row 4 exists") in [
        (one.where, one.what) for one in verify(path).faults
    ]
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE head SET n = 4")
        connection.execute("DELETE FROM observations WHERE n = 4")
    connection.close()
    assert ("row 4", "is missing") in [(one.where, one.what) for one in verify(path).faults]
    with sqlite3.connect(path) as connection:
        connection.execute("DELETE FROM observations WHERE n = 3")
    connection.close()
    assert ("rows 3 to 4", "are missing") in [(one.where, one.what) for one in verify(path).faults]


def test_the_last_event_that_is_missing_is_named(tmp_path: Path) -> None:
    path = tmp_path / "3.db"
    with begin(path) as journal:
        write(journal)
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE head SET seq = 5")
    connection.close()
    assert ("event 5", "is missing") in [(one.where, one.what) for one in verify(path).faults]
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE head SET seq = 7")
    connection.close()
    assert ("events 5 to 7", "are missing") in [
        (one.where, one.what) for one in verify(path).faults
    ]


def test_an_event_is_found_by_its_number(tmp_path: Path) -> None:
    path = tmp_path / "3.db"
    with begin(path) as journal:
        write(journal)
    with JournalReader(path) as reader:
        assert [reader.row_of(seq) for seq in (1, 2, 3, 4)] == [1, 2, 2, 4]
        assert {envelope.v for envelope in reader.events()} == {1}
        with pytest.raises(JournalDamaged):
            reader.row_of(5)
