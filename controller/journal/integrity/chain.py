"""The hash chain over a journal's rows, and its verification.

Every hash covers its row, the row's events, and the previous hash, so an altered or missing row
breaks the chain at that place. The chain reveals damage and manual tampering. If somebody changes a
row and recomputes every later hash, only a copy of the last hash (the head) reveals this. The
observation is covered by a separate salted hash, the seal, so that it can be forgotten without
breaking the chain.
"""

import hashlib
import secrets
import sqlite3
from collections.abc import Callable, Iterator
from typing import Any, Literal, NamedTuple

import msgspec

from controller.journal.caused import last_event

START = bytes(32)
_BEFORE_ALL = -(2**63)  # lower than any number of a row that SQLite can store
_encode = msgspec.msgpack.Encoder().encode


def link(before: bytes, *fields: object) -> bytes:
    """Return the hash (32 bytes) of a row's fields, chained to the hash `before`."""
    return hashlib.sha256(before + _encode(fields)).digest()


def new_salt() -> bytes:
    """Return 16 random bytes for a seal.

    Without a salt, a forgotten card could be identified by computing the seal for every card.
    """
    return secrets.token_bytes(16)


class Fault(msgspec.Struct, frozen=True):
    """A fault in the chain: `where` names the row, event or file, and `what` says what is wrong."""

    where: str
    what: str


class Verdict(msgspec.Struct, frozen=True):
    """The result of verifying the chain; the journal is sound if `faults` is empty.

    `forgotten` is the number of rows whose observations were deleted after their retention time.
    `lost` is the number of rows that a salvage did not find; the chain resumes after them. `noted`
    is true if the end of the journal is recorded in a second file. Without that record, nobody
    would notice that rows are missing at the end.
    """

    rows: int
    events: int
    eras: int
    faults: tuple[Fault, ...]
    forgotten: int
    lost: int
    noted: bool = False


def walk(
    connection: sqlite3.Connection,
    progress: Callable[[int, int], None] | None = None,
    *,
    after: int = 0,
) -> Verdict:
    """Verify the hash chain of an open journal with any schema; raises `sqlite3.Error`.

    If `after` is given, only the rows after row `after` are verified; the hash stored in row
    `after` itself is trusted. `progress` is called with the number of rows done and the last row.
    """
    return _ChainWalk(connection, after).to_the_end(progress)


class Row(NamedTuple):
    """A row as it is stored; `salt` and `seal` are None in a schema without seals.

    `committed` is False for a row that was recovered from the end of a log, if no commit follows it
    there.
    """

    n: int
    era: str
    at: int
    wall: int
    hand: int
    observation: bytes
    private: bytes | None
    hash: bytes
    salt: bytes | None
    seal: bytes | None
    committed: bool = True


class _ChainWalk:
    """Checks a journal's rows, controller starts and events against their hashes, in one pass."""

    def __init__(self, connection: sqlite3.Connection, after: int) -> None:
        self._connection = connection
        self._after = after
        self._sealed = int(connection.execute("PRAGMA user_version").fetchone()[0]) > 1
        self._eras = eras_by_row(connection, after)
        self._lost = ranges(connection, "lost")
        last = last_event(connection, after)
        self._events = _events(connection, last if after else _BEFORE_ALL)
        self._event = next(self._events, None)
        self._snapshots = {row[0] for row in connection.execute("SELECT n FROM snapshots")}
        # After a gap the previous hash is unknown, so the stored hash is trusted.
        self._before: bytes | None = _hash_of(connection, after)
        self._row_hashes: dict[int, bytes] = {after: self._before or b""}
        self._expected = after + 1
        self._expected_seq = last + 1
        self._rows = 0
        self._forgotten = 0
        self._missing = 0
        self._faults: list[Fault] = []

    def to_the_end(self, progress: Callable[[int, int], None] | None) -> Verdict:
        """Verify all remaining rows, and return the verdict.

        `progress` is called with the number of rows so far and the number of the last row.
        """
        last, seq, stored = self._connection.execute("SELECT n, seq, hash FROM head").fetchone()
        seals = "salt, seal" if self._sealed else "NULL, NULL"
        for row in self._connection.execute(
            "SELECT n, era, at, wall, hand, observation, private, hash, "  # noqa: S608
            f"{seals} FROM observations WHERE n > ? ORDER BY n",
            (self._after,),
        ):
            self._row(Row(*row))
            if progress is not None and self._rows % 500 == 0:
                progress(self._rows, last)
        self._end_of_rows(last)
        self._end_of_events(seq)
        if self._before is not None and self._before != stored:
            self._fault("head", "does not match the last row")
        self._faults += _wrong_snapshots(self._connection, self._row_hashes, self._after)
        eras = int(self._connection.execute("SELECT count(*) FROM eras").fetchone()[0])
        faults = tuple(self._faults)
        return Verdict(
            self._rows, self._expected_seq - 1, eras, faults, self._forgotten, self._missing
        )

    def _row(self, row: Row) -> None:
        self._gap(row.n - 1)
        self._starts(row.n - 1)
        caused = self._caused(row.n)
        covered = (row.seal,) if self._sealed else (row.observation, row.private)
        fields = (row.n, row.era, row.at, row.wall, row.hand, *covered, caused)
        written = self._check(f"row {row.n}", fields, row.hash)
        if self._sealed:
            self._open_seal(row)
        if row.n in self._snapshots:
            self._row_hashes[row.n] = written
        self._expected = row.n + 1
        self._rows += 1

    def _gap(self, last: int) -> None:
        """Check that no row up to row `last` is missing, apart from a gap recorded by a salvage."""
        known = self._lost.get(self._expected - 1) == last
        if known:
            self._missing += last + 1 - self._expected
            if self._event is not None:
                self._expected_seq = self._event[1]
        elif last >= self._expected:
            self._faults.append(_missing("row", self._expected, last))
        if known or last >= self._expected:
            self._before = None
            for place in sorted(place for place in self._eras if place < last):
                self._starts(place)
                self._before = None

    def _starts(self, after: int) -> None:
        """Check the hashes of the controller starts that came right after row `after`.

        If a salvage recorded a break in the chain after that row, these hashes are trusted instead,
        because the hashes before them may be damaged.
        """
        broken = after in self._lost
        for fields, written in self._eras.pop(after, []):
            if broken:
                self._before = None
            self._check(f"start record {fields[0]}", fields, written)

    def _caused(self, n: int) -> list[tuple[int, str, bytes]]:
        """Return the events of row `n`, and report earlier events whose row is missing.

        Each event is given as (seq, type, JSON of the fields).
        """
        caused = []
        while self._event is not None and self._event[0] <= n:
            owner, number, kind, data = self._event
            if number > self._expected_seq:
                self._faults.append(_missing("event", self._expected_seq, number - 1))
            if owner < n:
                self._astray(number, owner)
            else:
                caused.append((number, kind, data))
            self._next_event(number)
        return caused

    def _open_seal(self, row: Row) -> None:
        """Check a row's observation against its seal; if the row was forgotten, only count it."""
        if row.salt is None and not row.observation and row.private is None:
            self._forgotten += 1
        elif row.salt is None or link(row.salt, row.observation, row.private) != row.seal:
            self._fault(f"row {row.n}", "has been altered")

    def _end_of_rows(self, last: int) -> None:
        if self._expected <= last or self._lost.get(last) == last:
            self._gap(last)
        elif self._expected > last + 1:
            self._fault("head", f"ends at row {last}, but row {self._expected - 1} exists")
        for place in sorted(self._eras):
            self._starts(place)

    def _end_of_events(self, seq: int) -> None:
        while self._event is not None:
            owner, number, _, _ = self._event
            self._astray(number, owner)
            self._next_event(number)
        if self._expected_seq <= seq:
            self._faults.append(_missing("event", self._expected_seq, seq))

    def _next_event(self, number: int) -> None:
        self._expected_seq = number + 1
        self._event = next(self._events, None)

    def _astray(self, number: int, owner: int) -> None:
        self._fault(f"event {number}", f"belongs to row {owner}, which is missing")

    def _check(self, where: str, fields: tuple[object, ...], written: bytes) -> bytes:
        if not isinstance(written, bytes):
            self._fault(where, "has been altered")
            self._before = None
            return b""
        if self._before is not None and link(self._before, *fields) != written:
            self._fault(where, "has been altered")
        self._before = written
        return written

    def _fault(self, where: str, what: str) -> None:
        self._faults.append(Fault(where, what))


def _missing(what: str, first: int, last: int) -> Fault:
    where = f"{what} {first}" if first == last else f"{what}s {first} to {last}"
    return Fault(where, "is missing" if first == last else "are missing")


def _hash_of(connection: sqlite3.Connection, n: int) -> bytes | None:
    found = connection.execute("SELECT hash FROM observations WHERE n = ?", (n,)).fetchone()
    if n == 0:
        return START
    return found[0] if found and isinstance(found[0], bytes) else None


def eras_by_row(
    connection: sqlite3.Connection, behind: int = 0
) -> dict[int, list[tuple[tuple[Any, ...], bytes]]]:
    """Return the controller starts, keyed by the row after which they came, from row `behind` on.

    A start is given as the fields that its hash covers, and that hash. Raises `sqlite3.Error`.
    """
    eras: dict[int, list[tuple[tuple[Any, ...], bytes]]] = {}
    for *fields, written in connection.execute(
        "SELECT id, after, session, software, schema, house, house_hash, table_name, started,"
        " hash FROM eras WHERE after >= ? ORDER BY id",
        (behind,),
    ):
        eras.setdefault(fields[1], []).append((tuple(fields), written))
    return eras


def ranges(connection: sqlite3.Connection, table: Literal["lost", "aside"]) -> dict[int, int]:
    """Return the ranges of rows in a table, in order, as {row before the range: its last row}.

    Return {} if the table is missing (for example, in an older journal). Raises `sqlite3.Error`.
    """
    if not connection.execute("SELECT 1 FROM sqlite_master WHERE name = ?", (table,)).fetchone():
        return {}
    return dict(connection.execute(f"SELECT after, until FROM {table} ORDER BY after"))  # noqa: S608


def _events(connection: sqlite3.Connection, behind: int) -> Iterator[tuple[int, int, str, bytes]]:
    # Not `yield from`: a caller who stops early would close a cursor whose file is already closed.
    for row in connection.execute(  # noqa: UP028
        "SELECT n, seq, type, data FROM events WHERE seq > ? ORDER BY seq",
        (behind,),
    ):
        yield row


def _wrong_snapshots(
    connection: sqlite3.Connection, row_hashes: dict[int, bytes], behind: int
) -> Iterator[Fault]:
    for n, seq, wake_at, state, written in connection.execute(
        "SELECT n, seq, wake_at, state, hash FROM snapshots WHERE n >= ? ORDER BY n",
        (behind,),
    ):
        if n not in row_hashes:
            yield Fault(f"snapshot {n}", "belongs to a row that is missing")
        elif link(row_hashes[n], n, seq, wake_at, state) != written:
            yield Fault(f"snapshot {n}", "has been altered")
