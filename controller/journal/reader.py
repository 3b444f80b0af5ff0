"""Reads a journal, even while the controller writes to it: eras, rows, events and snapshots."""

import sqlite3
from collections.abc import Generator, Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Self

import msgspec

from controller.contract.errors import N_
from controller.contract.observations import Observation
from controller.contract.private import AnyPrivateEvent
from controller.contract.public import Envelope
from controller.journal import names
from controller.journal.caused import Caused
from controller.journal.faults import JournalError, damaged
from controller.journal.integrity.chain import ranges
from controller.journal.integrity.epochs import Epoch, epoch_of, read_epochs
from controller.journal.opening import explained, open_for_reading

VERSION = 1

decode_observation = msgspec.json.Decoder(Observation).decode
decode_private = msgspec.json.Decoder(tuple[AnyPrivateEvent, ...]).decode


class Era(msgspec.Struct, frozen=True):
    """One start of the controller: its session and software, and the row after which it began.

    `started` is wall time in ms since 1970; `schema` is the journal's schema version.
    """

    id: int
    after: int
    session: str
    software: str
    schema: int
    house: str
    house_hash: str
    table: str
    started: int


class JournalRow(msgspec.Struct, frozen=True):
    """An observation and its effects; `public` contains (seq, type, JSON of the fields).

    In a forgotten row, `observation` is None and `private` is empty. `at` is table time in ms,
    `wall` is wall time in ms since 1970.
    """

    n: int
    era: int
    at: int
    wall: int
    hand: int
    observation: Observation | None
    public: tuple[tuple[int, str, bytes], ...]
    private: tuple[AnyPrivateEvent, ...]


class Snapshot(msgspec.Struct, frozen=True):
    """The table's state after row `n`, as bytes.

    `wake_at` is the table time (ms) at which the engine asked to be woken, or None.
    """

    n: int
    seq: int
    wake_at: int | None
    state: bytes


class JournalReader:
    """A journal opened for reading; only one thread may use it at a time."""

    def __init__(self, path: Path | str) -> None:
        """Open the journal at `path`; raises `JournalError` if no readable journal is there."""
        self.path = Path(path)
        self._connection = open_for_reading(self.path)

    def close(self) -> None:
        """Close the file."""
        self._connection.close()

    def __enter__(self) -> Self:
        """Return the open reader."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close the file."""
        self.close()

    def eras(self) -> tuple[Era, ...]:
        """Return every controller start that is recorded in this journal, oldest first.

        Raises `JournalDamaged` if none can be read.
        """
        try:
            eras = tuple(
                msgspec.convert(dict(zip(Era.__struct_fields__, row, strict=True)), Era)
                for row in self._select(
                    "SELECT id, after, session, software, schema, house, house_hash, table_name,"
                    " started FROM eras ORDER BY id"
                )
            )
        except msgspec.ValidationError:
            eras = ()
        if not eras:
            raise damaged(self.path, N_("the journal's start records can't be read"))
        return eras

    def epochs(self) -> tuple[Epoch, ...]:
        """Return the journal's epochs, oldest first; raises `JournalError`."""
        with explained(self.path):
            return read_epochs(self._connection)

    def rows(self, after: int = 0, until: int | None = None) -> Generator[JournalRow, None, None]:
        """Yield the rows after row `after`, up to row `until` (default: the last row).

        Raises `JournalDamaged` at an unreadable row. The message does not quote the row, because it
        may name cards that were never shown.
        """
        last = self.last_row if until is None else until
        caused: Caused | None = None
        for n, era, at, wall, hand, observation, private in self._select(
            "SELECT n, era, at, wall, hand, observation, private FROM observations"
            " WHERE n > ? AND n <= ? ORDER BY n",
            after,
            last,
        ):
            with explained(self.path):
                caused = caused or Caused(self._connection, after)
                public = tuple(
                    (int(seq), str(kind), bytes(data)) for seq, kind, data in caused.of(n)
                )
            try:
                seen = decode_observation(observation) if observation else None
                beside = decode_private(private) if private else ()
                told = tuple(
                    (seq, kind, names.with_name(data, seen) if kind == names.TYPE else data)
                    for seq, kind, data in public
                )
            except (msgspec.MsgspecError, TypeError, ValueError):
                raise damaged(
                    self.path, N_("one of the journal's rows can't be read"), str(n)
                ) from None
            yield JournalRow(n, era, at, wall, hand, seen, told, beside)

    def snapshot(self, until: int | None = None) -> Snapshot | None:
        """Return the last snapshot taken no later than row `until`, or None if there is none.

        Without `until`, return the last snapshot in the journal.
        """
        last = self.last_row if until is None else until
        for row in self._select(
            "SELECT n, seq, wake_at, state FROM snapshots WHERE n <= ? ORDER BY n DESC LIMIT 1",
            last,
        ):
            return Snapshot(*row)
        return None

    def aside(self) -> tuple[tuple[int, int], ...]:
        """Return the ranges of rows never to be replayed, as (row before the range, last row)."""
        with explained(self.path):
            return tuple(ranges(self._connection, "aside").items())

    def events(self, after: int = 0, limit: int = 100) -> Iterator[Envelope]:
        """Return up to `limit` public events after seq `after`, in order and as published."""
        return read_events(self._connection, self.path, after, limit)

    def of_types(self, types: Sequence[str]) -> Iterator[tuple[int, str, bytes]]:
        """Return the public events of these types in order, as (seq, type, JSON of the fields)."""
        return self._select(
            "SELECT seq, type, data FROM events WHERE type IN (SELECT value FROM json_each(?))"
            " ORDER BY seq",
            msgspec.json.encode(types).decode(),
        )

    def row_of(self, seq: int) -> int:
        """Return the row that caused an event; raises `JournalDamaged` if there is none."""
        for row in self._select("SELECT n FROM events WHERE seq = ?", seq):
            return int(row[0])
        raise damaged(self.path, N_("one of the journal's events can't be read"), str(seq))

    @property
    def seq(self) -> int:
        """The number (seq) of the last event on disk."""
        return self._head("seq")

    @property
    def last_row(self) -> int:
        """The number of the last row."""
        return self._head("n")

    @property
    def acknowledged(self) -> int:
        """The number (seq) of the last event known to have reached the broker."""
        return self._head("acknowledged")

    def _head(self, column: str) -> int:
        for row in self._select(f"SELECT {column} FROM head"):  # noqa: S608
            if isinstance(row[0], int):
                return row[0]
        raise damaged(self.path, N_("the journal's header can't be read"))

    def _select(self, statement: str, *values: object) -> Iterator[tuple[Any, ...]]:
        with explained(self.path):
            # Not `yield from`: a caller who stops early would close a cursor whose file is already
            # closed.
            for row in self._connection.execute(statement, values):  # noqa: UP028
                yield row


def read_events(
    connection: sqlite3.Connection, path: Path, after: int, limit: int
) -> Iterator[Envelope]:
    """Return up to `limit` public events after seq `after`; raises `JournalError`."""
    with explained(path):
        epochs = read_epochs(connection)
        rows = connection.execute(
            "SELECT e.seq, a.session, o.wall, a.table_name, o.hand, e.type, e.data, o.era,"
            " CASE e.type WHEN ? THEN o.observation END"
            " FROM events e JOIN observations o ON o.n = e.n JOIN eras a ON a.id = o.era"
            " WHERE e.seq > ? ORDER BY e.seq LIMIT ?",
            (names.TYPE, after, limit),
        ).fetchall()
    for *row, data, era, observation in rows:
        fields = _named(data, observation) if observation else data
        yield as_envelope(path, (*row, fields), epoch_of(epochs, era))


def _named(data: bytes, observation: bytes) -> bytes:
    """Return a `seat.taken` event's JSON, adding the name if the observation can be read."""
    try:
        return names.with_name(data, read_observation(observation))
    except msgspec.MsgspecError:
        return data


def as_envelope(
    path: Path, row: tuple[int, str, int, str, int, str, bytes], epoch: str
) -> Envelope:
    """Return an event as published, given (seq, session, wall time, table, hand, type, JSON).

    Raises `JournalDamaged` if the event is not as it was written.
    """
    seq, session, wall, table, hand, kind, data = row
    try:
        fields = msgspec.json.decode(data)
        return Envelope(VERSION, seq, session, wall_text(wall), table, hand, kind, fields, epoch)
    except (msgspec.MsgspecError, TypeError, ValueError, OverflowError, OSError):
        raise damaged(path, N_("one of the journal's events can't be read"), str(seq)) from None


def read_observation(data: bytes) -> Observation | None:
    """Decode an observation, or return None if it can't be read."""
    try:
        seen: Observation = decode_observation(data)
    except (msgspec.MsgspecError, TypeError, ValueError):
        return None
    return seen


def wall_text(wall: int) -> str:
    """Return a wall time (ms since 1970) in UTC, in the format used in envelopes."""
    moment = datetime.fromtimestamp(wall / 1000, UTC)
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")


__all__ = [
    "Era", "JournalError", "JournalReader", "JournalRow", "Snapshot", "read_events", "wall_text",
]  # fmt: skip
