"""The rows recovered from a damaged journal, sorted by table and number in a scratch file."""

import itertools
import sqlite3
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

from controller.journal.damaged_pages import Carved
from controller.journal.integrity.chain import Row
from controller.journal.integrity.epochs import REASONS, Epoch

MOST_TRIED: Final = 64
"""The maximum number of combinations tried when a row's events exist in several versions."""

_INT: Final = (int,)
_TEXT: Final = (str,)
_BYTES: Final = (bytes,)
_NO: Final = (type(None),)
_KINDS: Final[dict[str, tuple[tuple[type, ...], ...]]] = {
    "observations": (
        _NO, _INT, _INT, _INT, _INT, _BYTES, (bytes, type(None)), _BYTES, (bytes, type(None)),
        _BYTES,
    ),
    "events": (_NO, _INT, _TEXT, _BYTES),
    "snapshots": (_NO, _INT, (int, type(None)), _BYTES, _BYTES),
    "eras": (_NO, _INT, _TEXT, _TEXT, _INT, _TEXT, _TEXT, _TEXT, _INT, _BYTES),
    "head": (_NO, _INT, _INT, _INT, _BYTES, _INT),
    "asked": (_NO, _TEXT, _TEXT, _BYTES, _INT),
    "epochs": (_NO, _TEXT, _INT, _INT, _TEXT),
    "marks": (_TEXT, _INT, _INT),
    "aside": (_NO, _INT),
    "lost": (_NO, _INT, _INT),
}  # fmt: skip
"""The possible types of each table's columns, which show which table a recovered row belongs to."""


class Event(NamedTuple):
    """A public event as recovered, not yet verified."""

    seq: int
    kind: str
    data: bytes


class Start(NamedTuple):
    """A controller start as recovered; `sound` is true if its hash follows from a previous hash."""

    id: int
    after: int
    session: str
    software: str
    schema: int
    house: str
    house_hash: str
    table: str
    started: int
    hash: bytes
    sound: bool = False

    @property
    def fields(self) -> tuple[object, ...]:
        """The fields that the hash of this controller start covers."""
        return self[:9]


class Finds:
    """All rows recovered from a damaged file; the newest version of each row comes first."""

    def __init__(self, scratch: Path, carved: Iterable[Carved]) -> None:
        """Store the recovered rows in the file `scratch`; raises `sqlite3.Error` and `OSError`."""
        self._path = scratch
        scratch.unlink(missing_ok=True)
        scratch.touch(0o600)
        self._connection = sqlite3.connect(scratch, isolation_level=None)
        self._connection.executescript("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; BEGIN")
        for table, kinds in _KINDS.items():
            columns = ", ".join(f"c{number}" for number in range(len(kinds)))
            self._connection.execute(f"CREATE TABLE {table} (number, {columns}, place, committed)")
        for one in carved:
            self._sort(one)
        for table in ("observations", "snapshots", "eras"):
            self._connection.execute(f"CREATE INDEX by_{table} ON {table} (number)")
        self._connection.execute("CREATE INDEX by_events ON events (c1)")

    def close(self) -> None:
        """Close the scratch file and delete it."""
        self._connection.close()
        self._path.unlink(missing_ok=True)

    def _sort(self, one: Carved) -> None:
        for table, kinds in _KINDS.items():
            if len(kinds) == len(one.columns) and all(map(isinstance, one.columns, kinds)):
                places = ", ".join("?" * (len(kinds) + 3))
                self._connection.execute(
                    f"INSERT INTO {table} VALUES ({places})",  # noqa: S608
                    (one.rowid, *one.columns, one.place, one.committed),
                )
                return

    def row_numbers(self) -> Iterator[int]:
        """Yield the numbers of all recovered rows, highest first."""
        for (n,) in self._select(
            "SELECT DISTINCT number FROM observations WHERE number > 0 ORDER BY number DESC"
        ):
            yield n

    def rows(self, n: int) -> tuple[Row, ...]:
        """Return every recovered version of a row, starting with those without an observation."""
        return tuple(
            Row(n, *columns)
            for columns in self._select(
                "SELECT c1, c2, c3, c4, c5, c6, c7, c8, c9, committed FROM observations"
                " WHERE number = ? ORDER BY c8 IS NOT NULL, place DESC",
                n,
            )
        )

    def events_of(self, n: int) -> Iterator[tuple[Event, ...]]:
        """Yield the possible combinations of a row's events, most likely first."""
        versions: dict[int, list[Event]] = {}
        for seq, kind, data in self._select(
            "SELECT number, c2, c3 FROM events WHERE c1 = ? ORDER BY number, place DESC", n
        ):
            versions.setdefault(seq, []).append(Event(seq, kind, data))
        several = [versions[seq] for seq in sorted(versions)]
        ways = itertools.islice(itertools.product(*several), MOST_TRIED)
        yield from ways
        # A transaction that was rolled back may have left extra events.
        while several:
            several.pop()
            yield tuple(one[0] for one in several)

    def starts(self) -> Iterator[Start]:
        """Yield all recovered versions of all controller starts, by number, the newest first."""
        for row in self._select(
            "SELECT number, c1, c2, c3, c4, c5, c6, c7, c8, c9 FROM eras WHERE number > 0"
            " ORDER BY number, place DESC"
        ):
            yield Start(*row)

    def states(self) -> Iterator[tuple[int, int, int | None, bytes, bytes]]:
        """Yield every recovered version of every snapshot, latest row and newest version first.

        Each is given as (row, seq, `wake_at`, state, hash), as stored in the journal.
        """
        yield from self._select(
            "SELECT number, c1, c2, c3, c4 FROM snapshots ORDER BY number DESC, place DESC"
        )

    def has_state(self, n: int) -> bool:
        """Return whether a snapshot of the state right after row `n` was recovered."""
        return any(self._select("SELECT 1 FROM snapshots WHERE number = ?", n))

    def head(self, n: int) -> tuple[int, int]:
        """Return the table time (ms) and the last confirmed event, as stored for row `n`.

        Both come from the newest matching version of the `head` table, and are 0 if there is none.
        """
        for at, acknowledged in self._select(
            "SELECT c3, c5 FROM head WHERE c1 = ? AND c3 < ? AND c5 >= 0"
            " ORDER BY place DESC LIMIT 1",
            n, 2**53,
        ):  # fmt: skip
            return at, acknowledged
        return 0, 0

    def epochs(self) -> tuple[Epoch, ...]:
        """Return the recovered epochs, oldest first."""
        found = {
            era: Epoch(era, epoch, after, lost, reason)
            for era, epoch, after, lost, reason in self._select(
                "SELECT number, c1, c2, c3, c4 FROM epochs ORDER BY place"
            )
            if reason in {"", *REASONS}
        }
        return tuple(found[era] for era in sorted(found))

    def beside(self, table: str, seq: int) -> Iterator[tuple[Any, ...]]:
        """Yield the recovered rows of a database table outside the hash chain, newest last.

        `table` is `marks`, `asked`, `aside` or `lost`. Each row is given as its columns, in order.
        Each row of `asked` is a request; requests made after event `seq` are left out.
        """
        statements = {
            "marks": "SELECT c0, c1, c2 FROM marks WHERE committed ORDER BY place",
            # A request made after the last event has not been carried out in the new journal.
            "asked": "SELECT c1, c2, c3, c4 FROM asked WHERE committed AND c4 <= :seq"
            " ORDER BY number, place",
            "aside": "SELECT number, c1 FROM aside WHERE committed ORDER BY place",
            "lost": "SELECT number, c1, c2 FROM lost WHERE committed ORDER BY place",
        }
        yield from self._connection.execute(statements[table], {"seq": seq}).fetchall()

    def _select(self, statement: str, *values: object) -> Iterator[tuple[Any, ...]]:
        yield from self._connection.execute(statement, values).fetchall()
