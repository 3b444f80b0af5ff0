"""Several observations in one transaction: all on disk or none, told afterwards, in their order."""

import itertools
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

from controller.contract.observations import Knocked, Observation
from controller.contract.once_only import Mark
from controller.contract.public import PublicEvent, event_from
from controller.houses.loader import house_hash
from controller.journal import Journal, JournalReader, JournalStalled, verify
from controller.journal.integrity.end import read_end
from controller.run.loop import pending
from controller.run.loop.pending import AGAIN, TOGETHER, Pending
from controller.run.loop.runtime import Runtime
from controller.run.messages.journal_outbox import JournalOutbox
from tests.controller.evening import Evening, evening
from tests.mqtt import until


class Pad:
    """A device that keeps what happened until it is told that it is on disk."""

    name = "anne"

    def __init__(self) -> None:
        self.confirmed: list[Mark] = []

    def keep_until_confirmed(self, mark: Mark | None) -> None:
        """Begin behind a mark."""

    def confirm(self, mark: Mark) -> None:
        """Take down what is on disk."""
        self.confirmed.append(mark)


class Desk:
    """An evening on a real journal, and what was told of it."""

    def __init__(self, folder: Path, tonight: Evening) -> None:
        house = tonight.house
        self.path = folder / "3.db"
        self.journal = Journal(self.path, house=house.name, house_hash=house_hash(house), table="3")
        self.reader = JournalReader(self.path)
        self.runtime = Runtime(house, tonight.table, name="3", journal=self.journal)
        self.pad = Pad()
        self.pending = Pending(self.runtime, self.journal, {"anne": self.pad}, lambda: None)
        self.told: list[PublicEvent] = []
        self.seen: list[Observation] = []
        self.runtime.public.append(self._tell)
        self.runtime.results.append(lambda observation, _: self.seen.append(observation))

    def _tell(self, seq: int, events: tuple[PublicEvent, ...]) -> None:
        assert self.reader.seq >= seq, "told before it was on disk"
        self.told += events
        assert len(self.told) == seq

    def rows(self) -> list[tuple[int, str]]:
        """Return number and type of each event as it would go out."""
        outbox = JournalOutbox(self.journal, self.reader)
        return [(one.seq, one.type) for one in outbox.events(0, 100_000)]

    def close(self) -> None:
        """Stop."""
        self.reader.close()
        self.journal.close()


@pytest.fixture(scope="module")
def tonight() -> Evening:
    return evening(1)


@pytest.fixture
def desk(tmp_path: Path, tonight: Evening) -> Iterator[Desk]:
    desk = Desk(tmp_path, tonight)
    yield desk
    desk.close()


def alone(folder: Path, tonight: Evening) -> list[PublicEvent]:
    """Return the events of an evening of which each observation had a transaction of its own."""
    (folder / "alone").mkdir()
    other = Desk(folder / "alone", tonight)
    for observation in tonight.observations:
        other.pending.add([observation])
        other.pending.get_on(observation.at)
    other.close()
    return other.told


def commits(path: Path) -> int:
    """Return how many transactions a journal's log has."""
    data = Path(f"{path}-wal").read_bytes()
    size = int.from_bytes(data[8:12], "big") + 24
    # The frame that ends a transaction says how large the file is then.
    return sum(
        int.from_bytes(data[at + 4 : at + 8], "big") > 0 for at in range(32, len(data), size)
    )


def test_a_backlog_comes_out_as_if_each_had_come_alone(
    tmp_path: Path, desk: Desk, tonight: Evening
) -> None:
    desk.pending.add(tonight.observations)
    desk.pending.get_on(tonight.observations[-1].at)
    assert desk.told == alone(tmp_path, tonight)
    assert [event_from(one.type, one.data) for one in desk.reader.events(0, 100_000)] == desk.told
    fed = [one for one in desk.seen if one in tonight.observations]
    assert fed == list(tonight.observations)
    assert verify(desk.path).faults == ()


def test_what_waits_costs_one_transaction_for_many(desk: Desk, tonight: Evening) -> None:
    before = commits(desk.path)
    desk.pending.add(tonight.observations[:TOGETHER])
    desk.pending.get_on(tonight.observations[0].at)
    assert commits(desk.path) == before + 1
    desk.pending.add(tonight.observations[TOGETHER : TOGETHER + 1])
    desk.pending.get_on(tonight.observations[TOGETHER].at)
    assert commits(desk.path) == before + 2
    desk.pending.add(tonight.observations[TOGETHER + 1 : 2 * TOGETHER + 1])
    desk.pending.get_on(tonight.observations[2 * TOGETHER].at)
    assert commits(desk.path) == before + 3, "one alone does not part those after it"
    assert len(desk.rows()) == desk.journal.seq


def test_the_end_of_the_journal_is_noted_once_all_of_it_is_on_disk(
    desk: Desk, tonight: Evening
) -> None:
    """Noted earlier, a plug that is pulled meanwhile would look like a loss of events."""
    before = read_end(desk.path)
    with pytest.raises(JournalStalled):
        fail_midway(desk, tonight.observations[0])
    assert read_end(desk.path) == before
    desk.pending.add(tonight.observations[:TOGETHER])
    desk.pending.get_on(tonight.observations[0].at)
    end = read_end(desk.path)
    assert end is not None
    assert (end.seq, end.hash.hex()) == (desk.journal.seq, desk.journal.head)


def fail_midway(desk: Desk, observation: Observation) -> None:
    """Have the disk refuse when something was put down already."""
    with desk.runtime.together() as ahead:
        ahead.observe(observation)
        raise JournalStalled("in the middle of it")


def test_a_disk_that_takes_nothing_undoes_all_of_it(desk: Desk, tonight: Evening) -> None:
    table, seq = desk.runtime.table, desk.runtime.seq
    other = sqlite3.connect(desk.path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    desk.pending.add(tonight.observations[:40])
    desk.pending.get_on(0)
    assert desk.pending.stall is not None
    assert (desk.runtime.table, desk.runtime.seq, desk.journal.seq) == (table, seq, seq)
    assert (desk.told, desk.seen, len(desk.pending)) == ([], [], 40)
    other.execute("ROLLBACK")
    other.close()
    with pytest.raises(JournalStalled):
        fail_midway(desk, tonight.observations[0])
    assert (desk.runtime.table, desk.journal.seq, desk.told) == (table, seq, [])
    assert len(desk.rows()) == seq


def test_a_turn_of_the_loop_has_an_end_and_the_next_goes_on(
    desk: Desk, tonight: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    ticks = itertools.count()  # a clock that goes on by one whenever somebody looks at it
    monkeypatch.setattr(pending, "time", SimpleNamespace(monotonic=lambda: next(ticks)))
    desk.pending.add(tonight.observations)
    turns = 0
    while desk.pending.behind:
        desk.pending.get_on(0, next(ticks) + 2)  # it looks twice before the first batch
        turns += 1
        done = len(tonight.observations) - len(desk.pending)
        fed = [one for one in desk.seen if one in tonight.observations]
        assert fed == list(tonight.observations[:done])
    assert turns > 3


def test_one_that_fails_costs_no_other(
    desk: Desk, tonight: Evening, caplog: pytest.LogCaptureFixture
) -> None:
    bad: Observation = "no observation"  # type: ignore[assignment]
    desk.pending.add([*tonight.observations[:5], bad, *tonight.observations[5:10]])
    desk.pending.get_on(0)
    assert caplog.text.count("the engine failed at") == 1
    assert [one for one in desk.seen if one in tonight.observations] == list(
        tonight.observations[:10]
    )
    assert len(desk.pending) == 0
    before = commits(desk.path)
    desk.pending.add(tonight.observations[10 : 10 + TOGETHER])
    desk.pending.get_on(0)
    assert commits(desk.path) == before + 1, "those that wait afterwards go together again"


def test_a_device_may_forget_what_is_on_disk_and_nothing_before(desk: Desk) -> None:
    marks = [Mark("anne", 7, number) for number in range(30)]
    for number, mark in enumerate(marks):
        # Of every third key nothing came.
        desk.pending.add([Knocked(number, 1, 2)] if number % 3 else (), mark)
    other = sqlite3.connect(desk.path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    desk.pending.get_on(30)
    assert desk.pad.confirmed == []
    other.execute("ROLLBACK")
    other.close()
    until(lambda: desk.pending.held is None)
    desk.pending.get_on(30)
    assert desk.pad.confirmed == marks
    assert desk.journal.marks()["anne"] == marks[-1]


def test_a_disk_is_tried_again_after_a_second_and_its_failure_is_told_once(
    desk: Desk, tonight: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    now, told = [10.0], list[bool]()
    monkeypatch.setattr(pending, "time", SimpleNamespace(monotonic=lambda: now[0]))
    waiting = Pending(
        desk.runtime, desk.journal, {}, lambda: told.append(waiting.stall is not None)
    )
    other = sqlite3.connect(desk.path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    waiting.add(tonight.observations[:1])
    for now[0] in (10.0, 10.0 + AGAIN):
        assert waiting.held is None
        waiting.get_on(0)
        assert waiting.held is not None
    other.execute("ROLLBACK")
    other.close()
    for now[0], left in ((10.0 + 2 * AGAIN - 0.25, 1), (10.0 + 2 * AGAIN, 0)):
        waiting.get_on(0)
        assert len(waiting) == left
    assert told == [True, False]
