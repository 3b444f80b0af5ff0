"""Writes the journal, in one transaction for each observation and everything that it caused."""

import contextlib
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final, Self

import msgspec

from controller.contract.errors import N_
from controller.contract.observations import Observation
from controller.contract.once_only import AnyMark, Asked, Mark
from controller.contract.private import PrivateEvent
from controller.contract.public import Envelope, PublicEvent
from controller.journal import names
from controller.journal.caused import Caused
from controller.journal.delete_expired import empty_log, forget_some
from controller.journal.faults import JournalError, damaged
from controller.journal.integrity.chain import START, link, new_salt
from controller.journal.integrity.end import End
from controller.journal.integrity.epochs import Epoch
from controller.journal.integrity.numbering import Numbering
from controller.journal.lock import WriterLock
from controller.journal.opening import explained, open_for_writing
from controller.journal.reader import Snapshot, as_envelope, read_events, read_observation
from controller.journal.schema import SCHEMA
from controller.journal.session import SOFTWARE, new_session
from controller.journal.transactions import transaction

_encode = msgspec.json.Encoder().encode

MOST_ASKED: Final = 1_000
"""The number of past requests to remember, so that a repeated request is recognised."""


class ResumePoint(msgspec.Struct, frozen=True):
    """The point from which the table resumes: the last snapshot, and the observations after it.

    Each observation comes with the (type, JSON of the fields) of the public events that it caused:
    replaying it must produce the same events. An unreadable or missing observation is None.
    """

    snapshot: Snapshot | None
    observations: tuple[tuple[int, Observation | None, tuple[tuple[str, bytes], ...]], ...]


class Journal:
    """A journal opened for writing; while it is open, no other process can write to the file.

    The table loop's thread writes; `acknowledge` may be called from any thread. `previous` contains
    the software, the house and the house's hash at the previous start or, in a new journal, at this
    start. `newest` contains the events of the last row that caused any, as `events` returns them;
    after a `together` block, it contains the events of all rows written in the block.
    """

    def __init__(
        self,
        path: Path | str,
        *,
        house: str,
        house_hash: str,
        table: str,
        software: str = SOFTWARE,
        wall: Callable[[], int] = lambda: time.time_ns() // 1_000_000,
    ) -> None:
        """Open the journal at `path`, or create one (mode 0600), and record this start in it.

        `wall` returns wall time in ms since 1970. Raises `JournalBusy` (another controller has it
        open), `JournalTooNew`, `JournalDamaged`, or `JournalStalled` (no space, no permission).
        """
        self.path = Path(path)
        self.session = new_session()
        self.table = table
        self.lingers = False
        self.newest: tuple[Envelope, ...] = ()
        self._wall = wall
        self._together = False
        with contextlib.ExitStack() as opened, explained(self.path):
            opened.callback(WriterLock(self.path).release)
            self._connection = open_for_writing(self.path)
            opened.callback(self._connection.close)
            self._read_head()
            self.previous: tuple[str, str, str] = self._connection.execute(
                "SELECT software, house, house_hash FROM eras ORDER BY id DESC LIMIT 1"
            ).fetchone() or (software, house, house_hash)
            self._numbering = Numbering(self.path, self._connection, self.session)
            opened.callback(self._numbering.close)
            self.acknowledged = min(self._acknowledged_on_disk, self.seq)
            if self._numbering.noted is not None:
                self.acknowledged = min(self.acknowledged, self._numbering.noted.acknowledged)
            self._begin_era(software, house, house_hash)
            self._numbering.begin(self._era, self._end())
            # From now on the table loop retries failed writes, and must not be blocked by this one.
            self._connection.execute("PRAGMA busy_timeout = 250")
            self._close = opened.pop_all().close

    def _read_head(self) -> None:
        head = self._one("SELECT n, seq, at, hash, acknowledged FROM head")
        self._n: int = head[0]
        self.seq: int = head[1]
        self.at: int = head[2]
        self._hash: bytes = head[3]
        self._acknowledged_on_disk: int = head[4]
        self._row_hash: bytes = START
        if self._n:
            self._row_hash = self._one("SELECT hash FROM observations WHERE n = ?", self._n)[0]

    def close(self) -> None:
        """Write all pending data and close the file."""
        if self.acknowledged > self._acknowledged_on_disk:
            # If this write fails, the events are sent once more.
            with contextlib.suppress(JournalError):
                self.write_acknowledged()
        self._close()

    def __enter__(self) -> Self:
        """Return the open journal."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close the journal."""
        self.close()

    def record(
        self,
        observation: Observation,
        public: Sequence[PublicEvent] = (),
        private: Sequence[PrivateEvent] = (),
        hand: int = 0,
        *,
        state: bytes | None = None,
        wake_at: int | None = None,
        mark: AnyMark | None = None,
    ) -> int:
        """Write an observation and everything that it caused to disk, atomically.

        `public` and `private` are the events that it caused, and `hand` is the number of their
        hand. `state` is the table's state afterwards, given at the end of a hand; `wake_at` is
        stored with it (see `Snapshot`). `mark` identifies the device event or the request that
        caused the observation, and is recorded with it. Return the seq of the last public event so
        far. Raises `JournalStalled` if the disk accepts no writes (nothing has changed in that
        case, and the call may be repeated), or `JournalDamaged`.
        """
        self._numbering.catch_up()
        n, wall, at = self._n + 1, self._wall(), max(self.at, observation.at)
        seen = _encode(observation)
        beside = _encode(private) if private else None
        told = caused = [
            (self.seq + 1 + index, event.type, _encode(event)) for index, event in enumerate(public)
        ]
        if any(kind == names.TYPE for _, kind, _ in told):
            kept = (_encode(names.nameless(event, observation)) for event in public)
            caused = [(seq, kind, data) for (seq, kind, _), data in zip(told, kept, strict=True)]
        salt = new_salt()
        seal = link(salt, seen, beside)
        fields = (n, self._era, at, wall, hand)
        row_hash = link(self._hash, *fields, seal, caused)
        seq = self.seq + len(caused)
        acknowledged = self.acknowledged
        connection = self._connection
        with explained(self.path), transaction(connection):
            connection.execute(
                "INSERT INTO observations VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (*fields, seen, beside, row_hash, salt, seal),
            )
            connection.executemany(
                "INSERT INTO events VALUES (?, ?, ?, ?)",
                [(number, n, kind, data) for number, kind, data in caused],
            )
            if state is not None:
                self._insert_snapshot(n, seq, wake_at, state, row_hash)
            if isinstance(mark, Mark):
                self._insert_mark(mark)
            elif mark is not None:
                self._insert_asked(mark, seq)
            connection.execute(
                "UPDATE head SET n = ?, seq = ?, at = ?, hash = ?, acknowledged = ?",
                (n, seq, at, row_hash, acknowledged),
            )
        self._n, self.seq, self.at = n, seq, at
        self._hash = self._row_hash = row_hash
        self._acknowledged_on_disk = acknowledged
        if not self._together:
            self._numbering.note(self._end(), sync=bool(caused or beside or mark))
        if caused:
            rows = [(number, self.session, wall, self.table, hand, k, d) for number, k, d in told]
            mine = tuple(as_envelope(self.path, row, self.epoch) for row in rows)
            self.newest = (*self.newest, *mine) if self._together else mine
        return seq

    @contextlib.contextmanager
    def together(self) -> Iterator[None]:
        """Write everything recorded inside the block to disk at the end of the block, atomically.

        If the block raises an exception, nothing is recorded. Raises the same errors as `record`.
        """
        before = (self._n, self.seq, self.at, self._hash, self._row_hash, self.newest)
        acknowledged = self._acknowledged_on_disk
        try:
            with explained(self.path), transaction(self._connection):
                self._together, self.newest = True, ()
                yield
        except BaseException:
            self._n, self.seq, self.at, self._hash, self._row_hash, self.newest = before
            self._acknowledged_on_disk = acknowledged
            raise
        finally:
            self._together = False
        self._numbering.note(self._end())

    @property
    def epoch(self) -> str:
        """The name of the epoch to which this journal's next event belongs."""
        return self._numbering.epoch.epoch

    @property
    def head(self) -> str:
        """The last hash of the chain, in hex; a copy of it reveals any rewriting of the journal."""
        return self._hash.hex()

    @property
    def was_cut(self) -> bool:
        """Whether this start began a new epoch because rows were lost or a backup was restored."""
        return self._numbering.epoch.era == self._era and bool(self._numbering.epoch.reason)

    def untold(self) -> Epoch | None:
        """Return the current epoch if its beginning has not been published as an event yet.

        Return None if it has been published, or if the epoch has no reason, as is usual for a
        journal's first epoch.
        """
        with explained(self.path):
            return self._numbering.untold()

    def compare(self, seq: int, epoch: str, head: str) -> bool:
        """Compare the journal with the state that the broker retains.

        That state names the last published event `seq`, its `epoch`, and the chain's last hash
        `head`. If the journal lacks a published event, a new epoch begins. Return whether one has
        begun. Raises the same errors as `record`.
        """
        with explained(self.path):
            begun = self._numbering.compare_published(seq, epoch, head, self.seq)
        if begun:
            self.newest = ()
            self._numbering.note(self._end())
        return begun

    def _end(self) -> End:
        return End(self._n, self.seq, self.acknowledged, self._hash)

    def mark(self, mark: Mark) -> None:
        """Record a device event that caused no observation; raises the same errors as `record`."""
        with explained(self.path):
            self._insert_mark(mark)

    def marks(self) -> dict[str, Mark]:
        """Return the last recorded mark of each device, by device id.

        A mark identifies a device event, so that none is processed twice.
        """
        with explained(self.path):
            rows = self._connection.execute("SELECT device, boot, seq FROM marks").fetchall()
        return {mark.device: mark for mark in (Mark(*row) for row in rows)}

    def asked(self) -> tuple[tuple[Asked, int], ...]:
        """Return the latest requests that were carried out, oldest first.

        Each comes with the seq of the table's last event after the request was carried out.
        """
        with explained(self.path):
            rows = self._connection.execute(
                "SELECT owner, id, what, seq FROM asked ORDER BY number"
            ).fetchall()
        return tuple((Asked(owner, ident, what), seq) for owner, ident, what, seq in rows)

    def snapshot(self, state: bytes, wake_at: int | None = None) -> None:
        """Store the table's state after the last row; raises the same errors as `record`."""
        with explained(self.path):
            self._insert_snapshot(self._n, self.seq, wake_at, state, self._row_hash)
        self.lingers = True  # it may have replaced one that held more

    def put_aside(self, after: int, state: bytes, wake_at: int | None) -> None:
        """Resume from an older state: store it as the table's state after the last row.

        `state` was the table's state after row `after`. The rows after that row are kept in the
        journal, but marked as not to be replayed. `wake_at` is stored with the state (see
        `Snapshot`). Raises the same errors as `record`.
        """
        connection = self._connection
        with explained(self.path), transaction(connection):
            connection.execute("INSERT OR REPLACE INTO aside VALUES (?, ?)", (after, self._n))
            self._insert_snapshot(self._n, self.seq, wake_at, state, self._row_hash)

    def resume(self) -> ResumePoint:
        """Return the last snapshot and the observations after it; raises `JournalDamaged`."""
        with explained(self.path):
            found = self._connection.execute(
                "SELECT n, seq, wake_at, state FROM snapshots ORDER BY n DESC LIMIT 1"
            ).fetchone()
            snapshot = Snapshot(*found) if found else None
            after = snapshot.n if snapshot else 0
            rows = self._connection.execute(
                "SELECT n, observation FROM observations WHERE n > ? ORDER BY n",
                (after,),
            ).fetchall()
            return ResumePoint(snapshot, tuple(self._observed(rows, after)))

    def _observed(
        self, rows: list[tuple[int, bytes]], after: int
    ) -> Iterator[tuple[int, Observation | None, tuple[tuple[str, bytes], ...]]]:
        caused = Caused(self._connection, after)
        for n, seen in rows:
            if n != after + 1:
                yield after + 1, None, ()
            observation = read_observation(seen)
            told = (
                (kind, names.with_name(data, observation) if kind == names.TYPE else data)
                for _, kind, data in caused.of(n)
            )
            yield n, observation, tuple(told)
            after = n

    def events(self, after: int = 0, limit: int = 100) -> Iterator[Envelope]:
        """Return up to `limit` public events after seq `after`, in order, in published form."""
        return read_events(self._connection, self.path, after, limit)

    def acknowledge(self, seq: int) -> None:
        """Record that everything up to `seq` has reached the broker.

        The record reaches the disk with the next row or at `close`. If it is lost, events are
        merely sent twice, and subscribers drop duplicates by their seq.
        """
        self.acknowledged = max(self.acknowledged, seq)

    def write_acknowledged(self) -> None:
        """Write the last acknowledged seq to disk now; raises the same errors as `record`."""
        acknowledged = self.acknowledged
        with explained(self.path):
            self._connection.execute("UPDATE head SET acknowledged = ?", (acknowledged,))
        self._acknowledged_on_disk = acknowledged
        self._numbering.note(self._end())

    def note_time(self, at: int) -> None:
        """Record only the table time `at` (ms); raises the same errors as `record`."""
        with explained(self.path):
            self._connection.execute("UPDATE head SET at = ?", (max(self.at, at),))
        self.at = max(self.at, at)

    def forget(self, before: int) -> bool:
        """Delete a batch of observations made before wall time `before` (ms since 1970).

        Batches are small so that the table need not wait. Return True if there may be more to
        delete; the caller then calls this right away. If it returns False but `lingers` is true,
        deleted data is still in the write-ahead log, because somebody is reading the journal. Call
        this again later in that case. Raises `JournalStalled`.
        """
        with explained(self.path):
            changed = self._connection.total_changes
            _, more = forget_some(self._connection, before)
            self.lingers = self.lingers or self._connection.total_changes > changed
            if more:
                return True
            if self.lingers:
                self.lingers = not empty_log(self._connection)
            return False

    @property
    def last_wall(self) -> int:
        """The last row's wall time in ms since 1970, or 0 if the journal is empty."""
        row = self._connection.execute(
            "SELECT wall FROM observations WHERE n = ?", (self._n,)
        ).fetchone()
        return int(row[0]) if row else 0

    def _begin_era(self, software: str, house: str, house_hash: str) -> None:
        connection = self._connection
        self._era = 1 + int(self._one("SELECT coalesce(max(id), 0) FROM eras")[0])
        fields = (
            self._era,
            self._n,
            self.session,
            software,
            SCHEMA,
            house,
            house_hash,
            self.table,
            self._wall(),
        )
        era_hash = link(self._hash, *fields)
        with explained(self.path), transaction(connection):
            connection.execute(
                "INSERT INTO eras VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", (*fields, era_hash)
            )
            connection.execute("UPDATE head SET hash = ?", (era_hash,))
        self._hash = era_hash

    def _insert_snapshot(
        self, n: int, seq: int, wake_at: int | None, state: bytes, row_hash: bytes
    ) -> None:
        self._connection.execute(
            "INSERT OR REPLACE INTO snapshots VALUES (?, ?, ?, ?, ?)",
            (n, seq, wake_at, state, link(row_hash, n, seq, wake_at, state)),
        )

    def _insert_mark(self, mark: Mark) -> None:
        self._connection.execute(
            "INSERT OR REPLACE INTO marks VALUES (?, ?, ?)", (mark.device, mark.boot, mark.seq)
        )

    def _insert_asked(self, asked: Asked, seq: int) -> None:
        self._connection.execute(
            "INSERT OR REPLACE INTO asked (owner, id, what, seq) VALUES (?, ?, ?, ?)",
            (asked.owner, asked.id, asked.what, seq),
        )
        self._connection.execute(
            "DELETE FROM asked WHERE number <= (SELECT max(number) FROM asked) - ?",
            (MOST_ASKED,),
        )

    def _one(self, statement: str, *values: object) -> tuple[Any, ...]:
        row: tuple[Any, ...] | None = self._connection.execute(statement, values).fetchone()
        if row is None:
            raise damaged(self.path, N_("the journal's header can't be read"))
        return row
