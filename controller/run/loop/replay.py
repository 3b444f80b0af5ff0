"""Replays a journal, checking that the same observations produce the same events.

A journal consists of eras; each start of the controller begins one. Each era is replayed from its
initial state. An era can't be replayed if it was played under different house rules, if its schema
is not supported, or if data is missing. The reason is then reported.
"""

from collections.abc import Callable, Iterable
from pathlib import Path

import msgspec

from controller.houses.loader import house_hash
from controller.houses.model import House
from controller.journal.reader import Era, JournalReader, JournalRow
from controller.journal.schema import SCHEMA
from controller.journal.session import SOFTWARE
from controller.run.loop.published_before import as_told
from controller.run.loop.snapshots import unpack
from controller.table.engine import step
from controller.table.state import Table

_encode = msgspec.json.Encoder().encode

_PLAYABLE = {1, 2}  # the observations are the same in both
_MISSING = "the initial state is missing"
_LOST = "some of them were lost when the journal was damaged"
_FORGOTTEN = "the observations have been deleted, as old hole cards are"


class FirstDifference(msgspec.Struct, frozen=True):
    """The first row for which the replay produced different events from those in the journal.

    `row` is the row's number and `at` its table time (ms). `journal` and `replay` describe the
    public events in the journal and from the replay; private events are not quoted.
    """

    row: int
    at: int
    journal: tuple[str, ...]
    replay: tuple[str, ...]


class ReplayedJournal(msgspec.Struct, frozen=True):
    """The result of a replay.

    `rows` and `events` are the numbers of rows and of public events that were identical.
    `difference` is the first difference, or None. `refused` contains a message for each range of
    rows that could not be replayed, with the reason.
    """

    rows: int
    events: int
    difference: FirstDifference | None = None
    refused: tuple[str, ...] = ()


def replay(
    path: Path, house: House, progress: Callable[[int, int], None] | None = None
) -> ReplayedJournal:
    """Replay a journal under the rules of `house`, up to the first difference.

    `progress` is called regularly with the number of the row just replayed and the number of the
    last row. Raises `JournalError` if the journal can't be read.
    """
    count, difference = _Count(progress), None
    with JournalReader(path) as reader:
        eras, count.last = reader.eras(), reader.last_row
        ends = [*(era.after for era in eras[1:]), count.last]
        for era, until in zip(eras, ends, strict=True):
            if until == era.after:
                continue
            table = _begin(reader, era, house)
            if isinstance(table, str):
                count.refused.append(f"rows {era.after + 1} to {until}: {table}")
                continue
            rows = enumerate(reader.rows(era.after, until), era.after + 1)
            if (difference := _play(table, house, rows, until, count)) is not None:
                break
    return ReplayedJournal(count.rows, count.events, difference, tuple(count.refused))


class _Count:
    """Counts the rows and events replayed.

    `refused` contains a message for each range of rows that could not be replayed.
    """

    def __init__(self, progress: Callable[[int, int], None] | None) -> None:
        self.rows = self.events = self.last = 0
        self.refused: list[str] = []
        self._progress = progress

    def add(self, row: JournalRow, events: int) -> None:
        """Count a row whose replay produced the same events; `events` counts the public ones."""
        self.rows += 1
        self.events += events
        if self._progress is not None and self.rows % 200 == 0:
            self._progress(row.n, self.last)


def _begin(reader: JournalReader, era: Era, house: House) -> Table | str:
    """Return an era's initial table, or the reason why the era can't be replayed."""
    if era.schema not in _PLAYABLE:
        return f"they have schema {era.schema}, this version replays schema {SCHEMA}"
    mine = house_hash(house)
    if era.house_hash != mine:
        return (
            f"they were played under house {era.house} ({era.house_hash}), this is {house.name} "
            f"({mine}); give that house file with --house"
        )
    snapshot = reader.snapshot(era.after)
    if snapshot is None or snapshot.n != era.after:
        row = next(reader.rows(era.after, era.after + 1), None)
        return _FORGOTTEN if row is not None and row.observation is None else _MISSING
    try:
        return unpack(snapshot.state).table
    except msgspec.MsgspecError:
        return (
            f"Tapis {era.software} wrote their initial state, and this one"
            f" ({SOFTWARE}) can't read it"
        )


def _play(
    table: Table, house: House, rows: Iterable[tuple[int, JournalRow]], until: int, count: _Count
) -> FirstDifference | None:
    """Replay the rows of an era from its initial `table`, and return the first difference, or None.

    Each of `rows` comes with the number that it should have; `until` is the last number of the era.
    Each identical row is counted in `count`. If a row or its observation is missing, the rest of
    the era is added to `count.refused`.
    """
    for expected, row in rows:
        if row.n != expected:
            count.refused.append(f"rows {expected} to {until}: {_LOST}")
            return None
        if row.observation is None:
            count.refused.append(f"rows {row.n} to {until}: {_FORGOTTEN}")
            return None
        found = step(table, row.observation, house)
        table = found.table
        if not as_told(found.public, [(kind, data) for _, kind, data in row.public]):
            return FirstDifference(
                row.n,
                row.at,
                tuple(f"{kind} {data.decode()}" for _, kind, data in row.public),
                tuple(f"{event.type} {_encode(event).decode()}" for event in found.public),
            )
        if found.private != row.private:
            hidden = ("private events (not shown here)",)
            return FirstDifference(row.n, row.at, hidden, hidden)
        count.add(row, len(found.public))
    return None
