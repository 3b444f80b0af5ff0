"""Copies everything that can still be verified from a damaged journal into a new one.

A row is copied if its hash follows from the previous row's hash, wherever in the file the two rows
were found. If rows are missing, the chain resumes after them, and the new journal records the gap.
The damaged file is kept under another name.
"""

import sqlite3
import time
from collections.abc import Iterable, Iterator
from contextlib import closing
from datetime import UTC, datetime
from itertools import pairwise
from pathlib import Path
from typing import Final, NamedTuple

import msgspec

from controller.contract.errors import N_
from controller.journal.damaged_pages import carve
from controller.journal.faults import JournalDamaged, explain, explain_os
from controller.journal.integrity.chain import START, Row, link
from controller.journal.integrity.end import End, read_end
from controller.journal.integrity.epochs import Epoch, epoch_of, write_epoch
from controller.journal.lock import WriterLock
from controller.journal.opening import open_for_writing
from controller.journal.repair.finds import Event, Finds, Start
from controller.journal.session import new_session
from controller.toml.private_files import settle

_BESIDE: Final = ("", "-wal", "-shm")


class Salvaged(msgspec.Struct, frozen=True):
    """The result of a salvage: what was recovered and what was lost.

    `rows` and `events` are the numbers of rows and events in the new journal. `lost` lists the
    ranges of rows that are missing, each as (row before the range, its last row). `lost_events` is
    the number of events known to be lost with them. `state_after` is the row of the last snapshot
    found, or None if none was found. `kept` is the new path of the damaged file, or None if it has
    not been moved.
    """

    rows: int
    events: int
    lost: tuple[tuple[int, int], ...]
    lost_events: int
    state_after: int | None
    last_row: int
    kept: Path | None = None


def salvage(path: Path) -> Salvaged:
    """Replace a damaged journal with a new one that contains whatever can be verified.

    The damaged file is set aside. Raises `JournalBusy`, `JournalDamaged` if no snapshot can be
    found (nothing has changed in that case), and `JournalStalled`.
    """
    lock = WriterLock(path)
    new = salvaged_path(path)
    try:
        _remove(new)
        found = salvage_into(path, new)
        if found.state_after is None:
            _remove(new)
            raise JournalDamaged(
                N_(
                    "{file}: nothing can be recovered from this file: the table's state is "
                    "not in it. Restore a backup (`tapis restore`), or move the file away "
                    "and start the table with a new journal"
                ),
                file=path,
            )
        kept = put_aside(path)
        put_in_place(path)
    except sqlite3.Error as error:
        raise explain(error, new) from error
    except OSError as error:
        raise explain_os(error, path) from error
    finally:
        lock.release()
    return msgspec.structs.replace(found, kept=kept)


def salvaged_path(path: Path) -> Path:
    """Return the temporary path of a salvaged journal, used until the damaged file is set aside.

    If the power fails after the damaged file is set aside but before the salvaged one replaces
    it, this file exists and the journal does not.
    """
    return path.with_name(path.name + ".salvaged")


def put_in_place(path: Path) -> None:
    """Move a salvaged journal to the journal's own path; raises `OSError`."""
    salvaged_path(path).replace(path)
    settle(path)
    settle(path.parent)


def put_aside(path: Path, now: datetime | None = None) -> Path:
    """Rename a damaged file and its log, and return the file's new path; raises `OSError`.

    The new name contains the time `now` (by default, the current time).
    """
    kept = _free(path, (now or datetime.now(UTC)).strftime("%Y%m%d-%H%M%S"))
    for suffix in _BESIDE:
        old = path.with_name(path.name + suffix)
        if old.exists():
            old.replace(kept.with_name(kept.name + suffix))
    return kept


def salvage_into(path: Path, new: Path) -> Salvaged:
    """Write the verifiable contents of a damaged journal into a new one.

    The damaged file at `path` is only read. Raises `sqlite3.Error`, `OSError` and
    `JournalStalled`.
    """
    scratch = new.with_name(new.name + ".finds")
    with (
        closing(Finds(scratch, carve(path))) as finds,
        closing(open_for_writing(new)) as connection,
    ):
        connection.execute("PRAGMA journal_mode = DELETE")
        connection.execute("BEGIN")
        found = _Salvage(finds, connection, read_end(path)).write()
        connection.execute("COMMIT")
    return found


class _Chosen(NamedTuple):
    """A version of a row that has been verified against the chain, with its events.

    `before` is the previous hash in the chain, from which the row's own hash follows.
    """

    row: Row
    events: tuple[Event, ...]
    before: bytes


class _Salvage:
    """Builds a new journal from recovered rows, chosen one by one from the last to the first."""

    def __init__(self, finds: Finds, connection: sqlite3.Connection, end: End | None) -> None:
        self._finds = finds
        self._connection = connection
        self._end = end or End()
        self._starts: dict[int, Start] = {}
        self._states: set[int] = set()
        self._rows = self._events = self._last = self._seq = self._at = 0
        self._hashes: dict[int, bytes] = {0: START}
        self._forgotten: set[int] = set()

    def write(self) -> Salvaged:
        """Write the new journal; return what it contains."""
        self._choose_starts()
        taken = []
        need: bytes | None = None
        for n in self._finds.row_numbers():
            chosen = self._choose(n, need)
            if chosen is None:
                continue
            need = chosen.before
            self._take(chosen)
            taken.append(n)
        lost = [(n, above - 1) for above, n in pairwise([*taken, 0]) if above != n + 1]
        lost += self._broken_starts(lost)
        self._take_starts()
        self._take_states()
        self._take_beside()
        wall = time.time_ns() // 1_000_000
        self._connection.executemany(
            "INSERT OR REPLACE INTO lost VALUES (?, ?, ?)", [(*gap, wall) for gap in lost]
        )
        missing = sorted((after, until) for after, until in lost if until > after)
        if self._end.n > self._last:
            missing.append((self._last, self._end.n))
        gone = max(max(self._seq, self._end.seq) - self._events, 0) if missing else 0
        self._take_epochs(gone)
        return Salvaged(
            self._rows, self._events, tuple(missing), gone,
            max(self._states, default=None), self._last,
        )  # fmt: skip

    # -- choosing the true versions --------------------------------------------------------

    def _choose(self, n: int, need: bytes | None) -> _Chosen | None:
        """Return a version of row `n` that verifies, or None if there is none.

        `need` is the hash that must come right before the next row's hash in the chain, or None if
        that is unknown. A version is preferred if `need` is its own hash, or the hash of a
        controller start right after the row. For the row at which the journal ended, the version
        with the recorded hash is preferred too.
        """
        befores = [*self._before(n)]
        fits = [
            chosen
            for row in self._finds.rows(n)
            if row.committed or n <= self._end.n
            if (chosen := self._fits(row, befores)) is not None
        ]
        wanted = {need, self._end.hash if n == self._end.n else need}
        started = any(start.after == n and start.hash == need for start in self._starts.values())
        followed = [one for one in fits if started or one.row.hash in wanted]
        return next(iter(followed or fits), None)

    def _before(self, n: int) -> Iterator[bytes]:
        """Yield every hash that may come right before the hash of row `n` in the chain.

        These are the hashes of all recovered versions of the previous row, and of the controller
        starts after that row. Before row 1 there is always a controller start.
        """
        yield from (start.hash for start in self._starts.values() if start.after == n - 1)
        yield from (row.hash for row in self._finds.rows(n - 1))

    def _fits(self, row: Row, befores: list[bytes]) -> _Chosen | None:
        for events in self._finds.events_of(row.n):
            caused = [(one.seq, one.kind, one.data) for one in events]
            fields = (row.n, row.era, row.at, row.wall, row.hand, row.seal, caused)
            for before in befores:
                if link(before, *fields) == row.hash:
                    return _Chosen(row, events, before)
        return None

    def _choose_starts(self) -> None:
        """Choose, for each start of the controller, which version of its record to keep.

        The version that verifies is kept or, if none does, the newest readable one.
        """
        for start in self._finds.starts():
            known = self._starts.get(start.id)
            befores = [row.hash for row in self._finds.rows(start.after)]
            befores += [self._starts[start.id - 1].hash] if start.id - 1 in self._starts else []
            befores += [START] if start.after == 0 else []
            sound = any(link(before, *start.fields) == start.hash for before in befores)
            if known is None or (sound and not known.sound):
                self._starts[start.id] = start._replace(sound=sound)

    # -- filling the new journal -----------------------------------------------------------

    def _take(self, chosen: _Chosen) -> None:
        row = chosen.row
        seen, beside, salt = row.observation, row.private, row.salt
        if salt is not None and link(salt, seen, beside) != row.seal:
            # The observation is damaged, its events are not: treat it as forgotten.
            seen, beside, salt = b"", None, None
        self._connection.execute(
            "INSERT INTO observations VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (row.n, row.era, row.at, row.wall, row.hand, seen, beside, row.hash, salt, row.seal),
        )
        self._connection.executemany(
            "INSERT INTO events VALUES (?, ?, ?, ?)",
            [(one.seq, row.n, one.kind, one.data) for one in chosen.events],
        )
        self._rows += 1
        self._events += len(chosen.events)
        self._last, self._at = max(self._last, row.n), max(self._at, row.at)
        self._seq = max(self._seq, *(one.seq for one in chosen.events), 0)
        if self._finds.has_state(row.n):
            self._hashes[row.n] = row.hash
            if salt is None:
                self._forgotten.add(row.n)

    def _broken_starts(self, lost: Iterable[tuple[int, int]]) -> Iterator[tuple[int, int]]:
        """Yield (row, row) for each row after which a controller start does not verify.

        Each pair, recorded as a gap without rows, marks a break in the chain. No pair is needed for
        a row at which a gap in `lost` begins, because that gap is recorded anyway.
        """
        gaps = {after for after, _ in lost}
        for start in self._starts.values():
            if not start.sound and start.after not in gaps and start.after <= self._last:
                yield start.after, start.after

    def _take_starts(self) -> None:
        head = self._connection.execute(
            "SELECT hash FROM observations WHERE n = ?", (self._last,)
        ).fetchone()
        last = head[0] if head else START
        for start in sorted(self._starts.values()):
            if start.after > self._last:
                continue
            self._connection.execute(
                "INSERT INTO eras VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (*start.fields, start.hash),
            )
            if start.after == self._last:
                last = start.hash
        at, acknowledged = self._finds.head(self._last)
        self._connection.execute(
            "UPDATE head SET n = ?, seq = ?, at = ?, hash = ?, acknowledged = ?",
            (self._last, self._seq, max(self._at, at), last, min(acknowledged, self._seq)),
        )

    def _take_states(self) -> None:
        """Copy the snapshots that verify, latest first.

        A snapshot of a forgotten row is copied only if no later snapshot could be copied.
        """
        for n, seq, wake_at, state, written in self._finds.states():
            known = self._hashes.get(n)
            if known is None or n in self._states or (n in self._forgotten and self._states):
                continue
            fields = (n, seq, wake_at, state)
            if link(known, *fields) == written:
                self._connection.execute(
                    "INSERT INTO snapshots VALUES (?, ?, ?, ?, ?)", (*fields, written)
                )
                self._states.add(n)

    def _take_beside(self) -> None:
        for table, columns in (("marks", 3), ("asked", 4), ("aside", 2), ("lost", 3)):
            names = "owner, id, what, seq" if table == "asked" else ""
            into = f"{table} ({names})" if names else table
            self._connection.executemany(
                f"INSERT OR REPLACE INTO {into} VALUES ({', '.join('?' * columns)})",  # noqa: S608
                self._finds.beside(table, self._seq),
            )

    def _take_epochs(self, gone: int) -> None:
        """Copy the epochs, and add a new one that begins with the next controller start.

        `gone` is the number of events known to be lost.
        """
        last = max(self._starts, default=0)
        known = [one for one in self._finds.epochs() if one.era <= last]
        if not known and self._starts:
            first = min(self._starts)
            known = [Epoch(first, self._starts[first].session)]
        if self._end.epoch and epoch_of(tuple(known), last) != self._end.epoch:
            known.append(Epoch(last, self._end.epoch))
        known.append(Epoch(last + 1, new_session(), self._seq, gone, "mended"))
        for one in known:
            write_epoch(self._connection, one)


def describe(found: Salvaged, path: Path) -> str:
    """Return a sentence that describes the result of a salvage."""
    lost = sum(until - after for after, until in found.lost)
    parts = [f"{path}: {found.rows} rows and {found.events} events were recovered"]
    if lost:
        where = ", ".join(
            f"{after + 1}" if until == after + 1 else f"{after + 1} to {until}"
            for after, until in found.lost[:5]
        )
        more = " and more" if len(found.lost) > 5 else ""
        parts.append(f"{lost} rows are lost ({where}{more}), and {found.lost_events} events")
    else:
        parts.append("no data was lost")
    if found.kept is not None:
        parts.append(f"the damaged file is {found.kept}")
    return "; ".join(parts)


def _free(path: Path, moment: str) -> Path:
    kept, number = path.with_name(f"{path.name}.damaged-{moment}"), 1
    while any(kept.with_name(kept.name + suffix).exists() for suffix in _BESIDE):
        number += 1
        kept = path.with_name(f"{path.name}.damaged-{moment}-{number}")
    return kept


def _remove(path: Path) -> None:
    for suffix in ("", "-wal", "-shm", "-journal", ".finds"):
        path.with_name(path.name + suffix).unlink(missing_ok=True)
