"""A table alive: durable before visible, and exactly where it was after any cut."""

import logging
import re
import sqlite3
from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.contract.commands import Command, SetStack, SitDown
from controller.contract.observations import (
    CardAt,
    ChipsAt,
    Declared,
    FloorSaid,
    Observation,
    TimePassed,
)
from controller.contract.public import BoardDealt, CardsTabled, PublicEvent, event_from
from controller.contract.scans import AntennaPlan
from controller.houses.loader import house_hash, load_house
from controller.houses.model import House
from controller.journal import Journal, JournalDamaged, JournalReader, JournalStalled, verify
from controller.run.loop.replay import replay
from controller.run.loop.runtime import Runtime
from controller.table.engine import Transition, step
from controller.table.power_loss.zones_read import reading
from controller.table.state import Table
from controller.table.state.table import new_table
from tests.controller.evening import Evening, evening


def journal_at(path: Path, house: House) -> Journal:
    return Journal(path, house=house.name, house_hash=house_hash(house), table="3")


def played_in_one_go(tonight: Evening) -> tuple[Runtime, list[PublicEvent]]:
    events: list[PublicEvent] = []
    runtime = Runtime(tonight.house, tonight.table, name="3")
    runtime.public.append(lambda _, new: events.extend(new))
    for observation in tonight.observations:
        runtime.observe(observation)
    return runtime, events


@settings(max_examples=8, deadline=None)
@given(seed=st.integers(0, 3), cuts=st.lists(st.floats(0, 1), max_size=4))
def test_after_any_cut_the_table_is_where_it_was(
    tmp_path_factory: pytest.TempPathFactory, seed: int, cuts: list[float]
) -> None:
    tonight = evening(2, seed)
    whole, events = played_in_one_go(tonight)
    path = tmp_path_factory.mktemp("runtime") / "3.db"
    before = 0
    for cut in [*sorted(int(cut * len(tonight.observations)) for cut in cuts), None]:
        with journal_at(path, tonight.house) as journal:
            runtime = Runtime(tonight.house, tonight.table, name="3", journal=journal)
            for observation in tonight.observations[before:cut]:
                runtime.observe(observation)
            before = cut or 0
            state = runtime.state()
    assert state == whole.state()
    with JournalReader(path) as reader:
        envelopes = list(reader.events(0, 10_000))
    assert [envelope.seq for envelope in envelopes] == list(range(1, len(events) + 1))
    assert [event_from(envelope.type, envelope.data) for envelope in envelopes] == events
    assert verify(path).faults == ()


def test_nothing_is_seen_before_it_is_on_disk(tmp_path: Path) -> None:
    tonight = evening(1)
    path = tmp_path / "3.db"
    told: list[int] = []
    with journal_at(path, tonight.house) as journal, JournalReader(path) as reader:
        runtime = Runtime(tonight.house, tonight.table, journal=journal)

        def look(seq: int, events: tuple[PublicEvent, ...]) -> None:
            assert reader.seq == seq == runtime.seq
            assert [e.type for e in list(reader.events(seq - len(events)))] == [
                e.type for e in events
            ]
            told.append(seq)

        runtime.public.append(look)
        results = [runtime.observe(observation) for observation in tonight.observations]
    assert told == [result.seq for result in results if result.public]


def test_an_output_that_fails_stops_neither_the_table_nor_the_others(
    caplog: pytest.LogCaptureFixture,
) -> None:
    tonight = evening(1)
    whole, events = played_in_one_go(tonight)
    heard: list[PublicEvent] = []

    def fail(*_: object) -> None:
        raise RuntimeError("the Kh is on fire")

    runtime = Runtime(tonight.house, tonight.table, name="3")
    runtime.public += [fail, lambda _, new: heard.extend(new)]
    runtime.private.append(fail)
    for observation in tonight.observations:
        runtime.observe(observation)
    assert heard == events
    assert runtime.state() == whole.state()
    private = [record for record in caplog.records if "private" in record.message]
    assert private
    assert not any("Kh" in record.getMessage() or record.exc_info for record in private)


def test_a_disk_that_takes_nothing_stops_the_table_and_loses_nothing(tmp_path: Path) -> None:
    tonight = evening(1)
    whole, events = played_in_one_go(tonight)
    path = tmp_path / "3.db"
    heard: list[PublicEvent] = []
    with journal_at(path, tonight.house) as journal:
        runtime = Runtime(tonight.house, tonight.table, name="3", journal=journal)
        runtime.public.append(lambda _, new: heard.extend(new))
        other = sqlite3.connect(path, isolation_level=None)
        for index, observation in enumerate(tonight.observations):
            if index % 40 == 7:
                other.execute("BEGIN IMMEDIATE")
                before = runtime.state(), len(heard)
                with pytest.raises(JournalStalled, match="another program is using") as stall:
                    runtime.observe(observation)
                assert stall.value.reason == "held"
                assert (runtime.state(), len(heard)) == before
                other.execute("ROLLBACK")
            runtime.observe(observation)
        other.close()
    assert heard == events
    assert runtime.state() == whole.state()


def test_a_hand_is_not_taken_up_under_other_rules(tmp_path: Path) -> None:
    tonight = evening(1, seed=1)
    raised = [seen for seen in tonight.observations if getattr(seen, "what", "") == "raise"]
    path = tmp_path / "3.db"
    with journal_at(path, tonight.house) as journal:
        runtime = Runtime(tonight.house, tonight.table, name="3", journal=journal)
        for observation in tonight.observations:
            if runtime.table.played.hands == 1:
                break
            runtime.observe(observation)
            if observation is raised[1]:
                break
    with (
        journal_at(path, load_house("fidpa")) as journal,
        pytest.raises(
            JournalDamaged, match=r"3\.db: the hand in progress .* under house ppc .*fidpa"
        ),
    ):
        Runtime(load_house("fidpa"), tonight.table, name="3", journal=journal)


def said(command: Command, at: int = 1) -> FloorSaid:
    return FloorSaid(at, "floor", msgspec.json.encode(command).decode())


def test_a_journal_that_cannot_be_played_to_its_end_goes_on_from_its_last_state(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """A number that no state can hold, as older versions took it."""
    path, house = tmp_path / "3.db", load_house("ppc")
    with journal_at(path, house) as journal:
        runtime = Runtime(house, new_table(4), name="3", journal=journal)
        runtime.observe(said(SitDown(1, "Anne", 5000)))
    with journal_at(path, house) as journal:
        runtime = Runtime(house, new_table(4), name="3", journal=journal)
        runtime.observe(said(SetStack(1, 10**32)))
        runtime.observe(said(SitDown(2, "Bea", 5000)))
        seq = runtime.seq
    for aside in (2, 0):
        with journal_at(path, house) as journal:
            runtime = Runtime(house, new_table(4), name="3", journal=journal)
            assert runtime.aside == aside
            assert [seat.stack for seat in runtime.table.seats] == [0, 5000, 0, 0, 0]
            assert runtime.seq == seq
    assert caplog.text.count("the table continues from row 1") == 1
    with JournalReader(path) as reader:
        assert reader.aside() == ((1, 3),)
        assert [event.seq for event in reader.events(limit=100)] == list(range(1, seq + 1))
    assert not verify(path).faults


def test_a_clock_runs_out_over_a_restart(tmp_path: Path) -> None:
    """The engine is woken at the time that it asked for, not before and once only."""
    tonight = evening(1)
    path = tmp_path / "3.db"
    told: list[PublicEvent] = []
    with journal_at(path, tonight.house) as journal:
        runtime = Runtime(tonight.house, tonight.table, name="3", journal=journal)
        for observation in tonight.observations:
            runtime.observe(observation)
            if (turn := runtime.state().turn) and runtime.state().street == "flop":
                break
        other = next(seat for seat in range(1, 5) if seat != turn)
        runtime.observe(Declared(runtime.at, other, "time", str(turn)))
        due = runtime.wake_at
    assert due is not None
    with journal_at(path, tonight.house) as journal:
        runtime = Runtime(tonight.house, tonight.table, name="3", journal=journal)
        runtime.public.append(lambda _, new: told.extend(new))
        assert runtime.wake_at == due
        runtime.wake(due - 1)
        assert not told
        runtime.wake(due + 5000)
        runtime.wake(due + 6000)
    assert [event.type for event in told].count("clock.expired") == 1
    assert runtime.at == due
    found = replay(path, tonight.house)
    assert (found.difference, found.refused) == (None, ())


def test_a_bug_when_the_engine_is_woken_keeps_nothing_from_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The table goes on, also after a restart, at which it is woken for the same time again."""
    tonight = evening(1)
    path = tmp_path / "3.db"

    def failing(table: Table, observation: Observation, house: House) -> Transition:
        assert not isinstance(observation, TimePassed), "K" + "h in hand.3"
        return step(table, observation, house)

    monkeypatch.setattr("controller.run.loop.runtime.step", failing)
    with journal_at(path, tonight.house) as journal:
        runtime = Runtime(tonight.house, tonight.table, name="3", journal=journal)
        for observation in tonight.observations:
            if runtime.wake_at is not None:
                break
            runtime.observe(observation)
        due = runtime.wake_at
    assert due is not None
    with journal_at(path, tonight.house) as journal:
        runtime = Runtime(tonight.house, tonight.table, name="3", journal=journal)
        runtime.wake(due)
        assert (runtime.wake_at, runtime.at <= due) == (None, True)
        result = runtime.observe(FloorSaid(due + 1, "floor", '{"type":"pause"}'))
        assert "table.paused" in [event.type for event in result.public]
    assert f"the engine failed when it was woken at {due} ms: AssertionError" in caplog.text
    assert "Kh" not in caplog.text


def test_time_never_goes_back(tmp_path: Path) -> None:
    tonight = evening(1)
    runtime, _ = played_in_one_go(tonight)
    before = runtime.at
    runtime.observe(Declared(5, 1, "away"))
    assert runtime.at == before


def test_what_nobody_showed_is_in_no_event(tmp_path: Path) -> None:
    tonight = evening(12, seed=5)
    path = tmp_path / "3.db"
    with journal_at(path, tonight.house) as journal:
        runtime = Runtime(tonight.house, tonight.table, name="3", journal=journal)
        for observation in tonight.observations:
            runtime.observe(observation)
    with JournalReader(path) as reader:
        rows = list(reader.rows())
    face_up: set[tuple[int, str]] = set()
    named: set[tuple[int, str]] = set()
    touched: set[tuple[int, str]] = set()
    for row in rows:
        seen = row.observation
        if isinstance(seen, CardAt):
            touched.add((row.hand, seen.card))
            if seen.zone.startswith(("board", "bet")):
                face_up.add((row.hand, seen.card))
        for _, kind, data in row.public:
            cards = re.findall(r'"([2-9TJQKA][cdhs])"', data.decode())
            named |= {(row.hand, card) for card in cards}
            assert not cards or kind in {BoardDealt.type, CardsTabled.type}
    assert named <= face_up < touched
    assert msgspec.json.encode(runtime.state())


def test_a_motion_that_a_cut_interrupts_is_still_open(tmp_path: Path) -> None:
    path = tmp_path / "3.db"
    house = load_house("ppc")
    with journal_at(path, house) as journal:
        runtime = Runtime(house, new_table(4), name="3", journal=journal)
        runtime.observe(ChipsAt(100, "bet.1", (100,), 80, provisional=True))
        runtime.observe(ChipsAt(120, "bet.2", (100,), 90, provisional=True))
        runtime.observe(ChipsAt(900, "bet.2", (100,), 90))
    for _ in range(3):
        with journal_at(path, house) as journal:
            assert Runtime(house, new_table(4), name="3", journal=journal).moving == {"bet.1": 80}


def test_a_log_of_everything_names_what_happens_and_no_card(
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.DEBUG)
    played_in_one_go(evening(1, seed=1))
    told = [one.getMessage() for one in caplog.records if one.name == "controller.run.loop.runtime"]
    assert any("CardAt -> card.dealt" in line for line in told)
    assert any("street.opened" in line for line in told)
    assert not any(re.search(r"\b[2-9TJQKA][cdhs]\b", line) for line in told)


def test_a_table_that_is_read_otherwise_since_its_last_start_knows_it(tmp_path: Path) -> None:
    tonight = evening(1)
    plans = [AntennaPlan("board.1", "board", 180), AntennaPlan("burn", "burn", 180)]
    for begun in (tonight.table, reading(tonight.table, plans)):
        with journal_at(tmp_path / "3.db", tonight.house) as journal:
            runtime = Runtime(tonight.house, begun, name="3", journal=journal)
            for observation in tonight.observations[:40]:
                runtime.observe(observation)
            scan_ms = runtime.table.fittings.scan_ms
    assert scan_ms == 180
    assert verify(tmp_path / "3.db").faults == ()
    assert replay(tmp_path / "3.db", tonight.house).difference is None
