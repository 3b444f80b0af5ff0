"""What is asked of a table: within bounds, answered whatever it holds, and done once."""

import json
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.contract.commands import COMMANDS, Reply, Request
from controller.contract.limits import DEEPEST, LONGEST_TEXT, MOST_CHIPS, MOST_STEPS
from controller.contract.observations import TimePassed
from controller.contract.once_only import Asked
from controller.houses.loader import load_house
from controller.journal import Journal
from controller.journal.writer import MOST_ASKED
from controller.run.access.floor_pin import FloorLock
from controller.run.access.requests import read_request
from controller.run.access.rights import Rights
from controller.run.access.tokens import Tokens
from controller.run.loop.inbox import Ask
from controller.run.loop.pending import Pending
from controller.run.loop.runtime import Runtime
from controller.run.messages.desk import Desk
from controller.table.state.table import new_table

ANNE, BEA = "anne-secret-token", "bea-secret-token"


class Counter:
    """A table with a desk, on a real journal; `ask` gives the reply."""

    def __init__(self, journal: Journal) -> None:
        self.journal = journal
        self.runtime = Runtime(load_house("ppc"), new_table(4), journal=journal)
        rights = Rights(Tokens({"anne": ANNE, "bea": BEA}), FloorLock(()), lambda: ())
        pending = Pending(self.runtime, journal, {}, lambda: None)
        self._desk = Desk(rights, self.runtime, pending, lambda: self.runtime.at, lambda: False)
        self._asked = 0

    def ask(self, name: str, /, token: str = ANNE, ident: str = "", **data: Any) -> Reply:
        """Return the reply to a command that was asked for in due form."""
        self._asked += 1
        ident = ident or f"{self.journal.session}-{self._asked}"
        return self.take(name, Request(ident, token=token, data=data))

    def take(self, name: str, request: Request) -> Reply:
        """Return the reply to a request."""
        return self._desk.answer(Ask(name, request))


@contextmanager
def counter(folder: Path) -> Iterator[Counter]:
    """Switch a table on; what it was when it was switched off is in its journal."""
    with Journal(folder / "3.db", house="ppc", house_hash="h", table="3") as journal:
        yield Counter(journal)


numbers = st.one_of(
    st.integers(0, 20_000),
    st.sampled_from([MOST_CHIPS, MOST_CHIPS + 1, 2**63, 2**64, 10**32, -(10**32), "1", None, 1.5]),
)
texts = st.one_of(
    st.sampled_from(["call", "bet", "10m", "warning", "burn 9999999999999999999999", "2"]),
    st.text(max_size=10),
    st.sampled_from(["x" * LONGEST_TEXT, "x" * (LONGEST_TEXT + 1), "\ud800"]),
)
VALUES = {int: numbers, str: texts}


def data_of(name: str) -> st.SearchStrategy[dict[str, Any]]:
    fields = COMMANDS[name].__struct_fields__
    kinds = COMMANDS[name].__annotations__
    given_for = {
        field: st.sampled_from([1, 2, 3, 3, 0, 10**32])
        if field == "seat"
        else VALUES.get(kinds[field], st.lists(texts, max_size=3))
        for field in fields
    }
    return st.fixed_dictionaries(given_for)


asked = st.sampled_from(sorted(COMMANDS)).flatmap(
    lambda name: st.tuples(st.just(name), data_of(name))
)


@settings(max_examples=60, deadline=None)
@given(st.lists(asked, max_size=12))
def test_whatever_is_asked_the_table_comes_back_as_it_was(
    requests: list[tuple[str, dict[str, Any]]],
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        with counter(Path(folder)) as before:
            for seat in (1, 2, 3):
                assert before.ask("sit-down", seat=seat, name="p", stack=MOST_CHIPS - 1).ok
            assert before.ask("set-level", small_blind=50, big_blind=100).ok
            assert before.ask("start-hand").ok
            for name, data in requests:
                reply = before.ask(name, **data)
                assert reply.ok or reply.reason
            table = before.runtime.table
            assert all(seat.stack + seat.rebuy <= 3 * MOST_CHIPS for seat in table.seats)
        with counter(Path(folder)) as after:
            assert after.runtime.table == table
            assert after.ask("pause").ok


@pytest.mark.parametrize(
    ("name", "data", "reason"),
    [
        ("set-stack", {"seat": 1, "stack": 10**32}, "bad-amount"),
        ("set-stack", {"seat": 1, "stack": MOST_CHIPS + 1}, "bad-amount"),
        ("rebuy", {"seat": 1, "amount": MOST_CHIPS}, "bad-amount"),
        ("sit-down", {"seat": 2, "name": "x", "stack": 2**63}, "bad-amount"),
        ("sit-down", {"seat": 2, "name": "x" * (LONGEST_TEXT + 1), "stack": 1}, "too-long"),
        ("set-level", {"small_blind": 1, "big_blind": 10**19}, "bad-amount"),
        ("level-clock", {"seconds": 10**17}, "bad-amount"),
        ("act", {"seat": 1, "what": "bet", "amount": 2**64}, "bad-amount"),
        ("pause", {"reason": "x" * 5000}, "too-long"),
        ("rule", {"steps": ["burn"] * (MOST_STEPS + 1)}, "too-long"),
        ("rule", {"steps": ["burn 99999999999999999999"]}, "unknown-step"),
        ("act", {"seat": 1, "what": "time", "target": "²"}, "no-such-seat"),
        ("act", {"seat": 1, "what": "seen", "target": "¹²"}, "no-such-seat"),
    ],
)
def test_what_is_beyond_a_table_is_refused_with_its_reason(
    tmp_path: Path, name: str, data: dict[str, Any], reason: str
) -> None:
    with counter(tmp_path) as table:
        assert table.ask("sit-down", seat=1, name="Anne", stack=1000).ok
        seq = table.runtime.seq
        reply = table.ask(name, **data)
        assert (reply.ok, reply.reason, reply.seq) == (False, reason, seq)


def test_stacks_up_to_the_bound_are_taken(tmp_path: Path) -> None:
    with counter(tmp_path) as table:
        assert table.ask("sit-down", seat=1, name="x" * LONGEST_TEXT, stack=MOST_CHIPS - 1).ok
        assert table.ask("rebuy", seat=1, amount=1).ok
        assert table.ask("rebuy", seat=1, amount=1).reason == "bad-amount"
        assert table.ask("set-stack", seat=1, stack=MOST_CHIPS).ok


def nested(depth: int) -> bytes:
    return b'{"id": "deep", "data": ' + b'{"a":' * (depth - 1) + b"{}" + b"}" * depth


@pytest.mark.parametrize("depth", [DEEPEST + 1, 300, 974, 990, 5_000, 30_000])
def test_nested_data_are_refused_and_the_table_lives(tmp_path: Path, depth: int) -> None:
    with counter(tmp_path) as table:
        payload = nested(depth).replace(b'"data"', f'"token": "{ANNE}", "data"'.encode())
        request = read_request(payload)
        reply = request if isinstance(request, Reply) else table.take("pause", request)
        assert reply.id == "deep"
        assert reply.reason in {"too-deep", "unreadable"}
        assert table.ask("pause").ok


def test_data_as_deep_as_they_may_be_are_read(tmp_path: Path) -> None:
    request = read_request(nested(DEEPEST))
    assert isinstance(request, Request)
    with counter(tmp_path) as table:
        reply = table.ask("pause", **request.data)
        assert reply.reason == "bad-data"


@pytest.mark.parametrize(
    "payload",
    [
        b'{"id": "odd", "if_seq": 1' + b"0" * 6000 + b"}",
        b'{"id": "odd", "data": {"stack": 1' + b"0" * 6000 + b"}}",
        b'{"id": "odd", "data": "' + b"\xff" + b'"}',
        b'{"id": "odd", "by": "' + b"x" * 300 + b'"}',
        b'{"id": "odd", "data": [1, 2]}',
    ],
)
def test_a_request_that_cannot_be_read_is_answered_by_its_id(payload: bytes) -> None:
    reply = read_request(payload)
    assert isinstance(reply, Reply)
    assert (reply.id, reply.ok) == ("odd", False)
    assert reply.reason in {"unreadable", "too-long"}


@given(st.binary(max_size=200))
def test_any_bytes_are_a_request_or_a_refusal(payload: bytes) -> None:
    found = read_request(payload)
    assert isinstance(found, Request) or not found.ok


def test_a_fault_is_answered_and_logged_without_its_text(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with counter(tmp_path) as table:
        request = Request("odd", token=ANNE, data={1: "secret-of-anne"})  # type: ignore[dict-item]
        before = json.dumps([seat.stack for seat in table.runtime.table.seats])
        reply = table.take("pause", request)
        assert not reply.ok
        assert "secret-of-anne" not in caplog.text + reply.error
        assert json.dumps([seat.stack for seat in table.runtime.table.seats]) == before
        table.take("p" * 41, request)
        assert f"a {'p' * 40} could not be answered" in caplog.text


def test_a_request_counts_once_over_a_restart(tmp_path: Path) -> None:
    with counter(tmp_path) as before:
        assert before.ask("sit-down", seat=1, name="Anne", stack=1000).ok
        first = before.ask("rebuy", ident="same", seat=1, amount=500)
        assert first.ok
        assert before.ask("rebuy", ident="same", seat=1, amount=500) == first
    with counter(tmp_path) as after:
        assert after.ask("absent", seat=1).ok
        assert after.ask("rebuy", ident="same", seat=1, amount=500) == first
        assert after.runtime.table.seats[1].stack == 1500


def test_two_clients_may_have_the_same_id(tmp_path: Path) -> None:
    with counter(tmp_path) as table:
        assert table.ask("sit-down", seat=1, name="Anne", stack=1000).ok
        for token in (ANNE, BEA):
            assert table.ask("rebuy", token, ident="1", seat=1, amount=500).ok
        assert table.runtime.table.seats[1].stack == 2000
        seq = table.runtime.seq
        reply = table.ask("rebuy", "nobody-has-this", ident="1", seat=1, amount=500)
        assert (reply.ok, reply.reason, reply.seq) == (False, "token", seq)


@pytest.mark.parametrize("restart", [False, True])
def test_an_id_that_was_given_to_another_request_is_refused(tmp_path: Path, restart: bool) -> None:
    with counter(tmp_path) as table:
        assert table.ask("sit-down", seat=1, name="Anne", stack=1000).ok
        assert table.ask("rebuy", ident="1", seat=1, amount=500).ok
        if not restart:
            refuse_other(table)
    if restart:
        with counter(tmp_path) as table:
            refuse_other(table)


def refuse_other(table: Counter) -> None:
    others: list[tuple[str, dict[str, Any]]] = [
        ("rebuy", {"seat": 1, "amount": 600}),
        ("absent", {"seat": 1}),
    ]
    for name, data in others:
        reply = table.ask(name, ident="1", **data)
        assert (reply.ok, reply.reason) == (False, "id-used")
    assert table.runtime.table.seats[1].stack == 1500


def test_a_player_whose_name_was_corrected_meanwhile_is_seated_once(tmp_path: Path) -> None:
    """The id of the player says who it is; another player is another request."""
    asked: dict[str, Any] = {"ident": "1", "seat": 1, "player": "p_1", "stack": 1000}
    with counter(tmp_path) as table:
        first = table.ask("sit-down", name="Ane", **asked)
        assert first.ok
        assert table.ask("sit-down", name="Anne", **asked) == first
        assert table.ask("sit-down", name="Ane", **asked | {"player": "p_2"}).reason == "id-used"
        assert table.ask("sit-down", name="Anne", ident="2", seat=2, stack=1000).ok
        again = table.ask("sit-down", name="Bea", ident="2", seat=2, stack=1000)
        assert again.reason == "id-used"


def test_what_was_refused_may_be_asked_again(tmp_path: Path) -> None:
    with counter(tmp_path) as table:
        assert table.ask("rebuy", ident="1", seat=1, amount=500).reason == "seat-empty"
        assert table.ask("sit-down", seat=1, name="Anne", stack=1000).ok
        assert table.ask("rebuy", ident="1", seat=1, amount=500).ok
        assert table.runtime.table.seats[1].stack == 1500


def test_the_ids_that_a_journal_keeps_are_bounded(tmp_path: Path) -> None:
    with Journal(tmp_path / "3.db", house="ppc", house_hash="h", table="3") as journal:
        for number in range(MOST_ASKED + 20):
            asked = Asked("anne", f"id-{number}", b"what")
            journal.record(TimePassed(number), mark=asked)
        kept = journal.asked()
        assert len(kept) == MOST_ASKED
        assert kept[-1] == (asked, journal.seq)


def test_a_value_that_no_column_takes_leaves_the_journal_as_it_was(tmp_path: Path) -> None:
    with Journal(tmp_path / "3.db", house="ppc", house_hash="h", table="3") as journal:
        with pytest.raises(UnicodeEncodeError):
            journal.record(TimePassed(1), mark=Asked("anne", "\ud800", b"what"))
        assert journal.record(TimePassed(2), mark=Asked("anne", "1", b"what")) == 0
        assert [asked.id for asked, _ in journal.asked()] == ["1"]
