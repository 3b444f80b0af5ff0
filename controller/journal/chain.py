"""The chain of hashes over the journal's rows, and the walk along it.

Every hash covers its row, the row's events, and the hash before it: a row that is altered or
missing breaks the chain at its place. It shows damage and tampering by hand; whoever rewrites
every later hash too is only found out by a copy. What was observed is covered by a salted hash
of its own, the seal: it can be forgotten, and the chain still holds.
"""

import hashlib
import secrets
import sqlite3
from collections.abc import Callable, Iterator

import msgspec

START = bytes(32)
_encode = msgspec.msgpack.Encoder().encode


def link(before: bytes, *fields: object) -> bytes:
    """Return the hash (32 bytes) of a row's fields that come after the hash `before`."""
    return hashlib.sha256(before + _encode(fields)).digest()


def new_salt() -> bytes:
    """Return 16 random bytes for a seal: a seal without its salt can't be tried card by card."""
    return secrets.token_bytes(16)


class Fault(msgspec.Struct, frozen=True):
    """Something that is not as it was written: where, and what."""

    where: str
    what: str


class Verdict(msgspec.Struct, frozen=True):
    """What a walk along the chain has found; sound without `faults`.

    `forgotten` counts the rows whose observations were deleted as time asked.
    """

    rows: int
    events: int
    eras: int
    faults: tuple[Fault, ...] = ()
    forgotten: int = 0


def walk(
    connection: sqlite3.Connection, progress: Callable[[int, int], None] | None = None
) -> Verdict:
    """Walk the chain of an open journal, of whatever schema; raises `sqlite3.Error`."""
    faults: list[Fault] = []
    sealed = int(connection.execute("PRAGMA user_version").fetchone()[0]) > 1
    seals = "salt, seal" if sealed else "NULL, NULL"
    forgotten = 0
    last, seq, stored = connection.execute("SELECT n, seq, hash FROM head").fetchone()
    eras = _eras(connection)
    events = _events(connection)
    event = next(events, None)
    before: bytes | None = START
    row_hashes: dict[int, bytes] = {0: START}
    snapshots = {row[0] for row in connection.execute("SELECT n FROM snapshots")}
    expected_seq = 1
    rows = 0
    expected = 1
    for n, era, at, wall, hand, observation, private, written, salt, seal in connection.execute(
        "SELECT n, era, at, wall, hand, observation, private, hash, "  # noqa: S608
        f"{seals} FROM observations ORDER BY n"
    ):
        if n > expected:
            faults.append(_missing("row", expected, n - 1))
            before = None
        for identity, fields, era_hash in eras.pop(n - 1, []):
            before = _check(faults, f"start {identity}", before, fields, era_hash)
        caused: list[tuple[int, str, bytes]] = []
        while event is not None and event[0] <= n:
            owner, number, kind, data = event
            if number > expected_seq:
                faults.append(_missing("event", expected_seq, number - 1))
            if owner < n:
                faults.append(Fault(f"event {number}", f"belongs to row {owner}, which is missing"))
            else:
                caused.append((number, kind, data))
            expected_seq = number + 1
            event = next(events, None)
        covered: tuple[object, ...] = (seal,) if sealed else (observation, private)
        fields = (n, era, at, wall, hand, *covered, caused)
        before = _check(faults, f"row {n}", before, fields, written)
        if sealed and salt is None and not observation and private is None:
            forgotten += 1
        elif sealed and (salt is None or link(salt, observation, private) != seal):
            faults.append(Fault(f"row {n}", "has been altered"))
        if n in snapshots:
            row_hashes[n] = before
        expected = n + 1
        rows += 1
        if progress is not None and rows % 500 == 0:
            progress(rows, last)
    if expected <= last:
        faults.append(_missing("row", expected, last))
        before = None
    elif expected > last + 1:
        faults.append(Fault("head", f"ends at row {last}, but row {expected - 1} is there"))
    for place in sorted(eras):
        for identity, fields, era_hash in eras[place]:
            before = _check(faults, f"start {identity}", before, fields, era_hash)
    while event is not None:
        faults.append(Fault(f"event {event[1]}", f"belongs to row {event[0]}, which is missing"))
        expected_seq = event[1] + 1
        event = next(events, None)
    if expected_seq <= seq:
        faults.append(_missing("event", expected_seq, seq))
    if before is not None and before != stored:
        faults.append(Fault("head", "does not fit the last row"))
    faults.extend(_wrong_snapshots(connection, row_hashes))
    return Verdict(rows, expected_seq - 1, _count(connection), tuple(faults), forgotten)


def _check(
    faults: list[Fault],
    where: str,
    before: bytes | None,
    fields: tuple[object, ...],
    written: bytes,
) -> bytes:
    # Behind a gap the chain can't be checked for one row: the written hash is taken on trust.
    if before is not None and link(before, *fields) != written:
        faults.append(Fault(where, "has been altered"))
    return written


def _missing(what: str, first: int, last: int) -> Fault:
    where = f"{what} {first}" if first == last else f"{what}s {first} to {last}"
    return Fault(where, "is missing" if first == last else "are missing")


def _eras(
    connection: sqlite3.Connection,
) -> dict[int, list[tuple[int, tuple[object, ...], bytes]]]:
    eras: dict[int, list[tuple[int, tuple[object, ...], bytes]]] = {}
    for *fields, written in connection.execute(
        "SELECT id, after, session, software, schema, house, house_hash, table_name, started,"
        " hash FROM eras ORDER BY id"
    ):
        eras.setdefault(fields[1], []).append((fields[0], tuple(fields), written))
    return eras


def _events(connection: sqlite3.Connection) -> Iterator[tuple[int, int, str, bytes]]:
    yield from connection.execute("SELECT n, seq, type, data FROM events ORDER BY seq")


def _wrong_snapshots(
    connection: sqlite3.Connection, row_hashes: dict[int, bytes]
) -> Iterator[Fault]:
    for n, seq, wake_at, state, written in connection.execute(
        "SELECT n, seq, wake_at, state, hash FROM snapshots ORDER BY n"
    ):
        if n not in row_hashes:
            yield Fault(f"snapshot {n}", "belongs to a row that is missing")
        elif link(row_hashes[n], n, seq, wake_at, state) != written:
            yield Fault(f"snapshot {n}", "has been altered")


def _count(connection: sqlite3.Connection) -> int:
    return int(connection.execute("SELECT count(*) FROM eras").fetchone()[0])
