"""Playing a journal again: the same observations must give the same events.

Every start of a controller is played from the state that it began with, under the house that it
was played under; a part that belongs to another house, schema or version is refused by name.
"""

from collections.abc import Callable
from pathlib import Path

import msgspec

from controller.houses.loader import house_hash
from controller.houses.model import House
from controller.journal.reader import Era, JournalReader, Row
from controller.journal.schema import SCHEMA
from controller.journal.session import SOFTWARE
from controller.run.runtime import unpack
from controller.table.engine import step

_encode = msgspec.json.Encoder().encode

_PLAYABLE = {1, 2}  # the observations are the same in both
_MISSING = "the state that it began with is missing"
_FORGOTTEN = "what was observed has been deleted, as hole cards are after a time"


class Difference(msgspec.Struct, frozen=True):
    """The first row at which the journal and its replay part; public events only are quoted."""

    row: int
    at: int
    journal: tuple[str, ...]
    replay: tuple[str, ...]


class Replayed(msgspec.Struct, frozen=True):
    """How far a replay came: rows and events that came out the same, and what did not.

    `refused` names the starts of the controller that could not be played, and why.
    """

    rows: int
    events: int
    difference: Difference | None = None
    refused: tuple[str, ...] = ()


def replay(
    path: Path, house: House, progress: Callable[[int, int], None] | None = None
) -> Replayed:
    """Play a journal again under `house`, up to the first difference.

    `progress` is told the rows done and the rows in all. Raises `JournalError` for a journal
    that can't be read.
    """
    rows = events = 0
    refused: list[str] = []
    with JournalReader(path) as reader:
        eras = reader.eras()
        last = reader.last_row
        for index, era in enumerate(eras):
            until = eras[index + 1].after if index + 1 < len(eras) else last
            if until == era.after:
                continue
            why = _refusal(era, house)
            snapshot = None if why else reader.snapshot(era.after)
            if not why and (snapshot is None or snapshot.n != era.after):
                row = next(reader.rows(era.after, era.after + 1))
                why = _MISSING if row.observation else _FORGOTTEN
            if why or snapshot is None:
                refused.append(f"rows {era.after + 1} to {until}: {why}")
                continue
            try:
                table = unpack(snapshot.state).table
            except msgspec.MsgspecError:
                refused.append(
                    f"rows {era.after + 1} to {until}: Tapis {era.software} wrote the state that "
                    f"they begin with, and this one ({SOFTWARE}) can't read it"
                )
                continue
            for row in reader.rows(era.after, until):
                if row.observation is None:
                    refused.append(f"rows {row.n} to {until}: {_FORGOTTEN}")
                    break
                found = step(table, row.observation, house)
                table = found.table
                mine = [(event.type, _encode(event)) for event in found.public]
                if mine != [(kind, data) for _, kind, data in row.public]:
                    return Replayed(rows, events, _difference(row, mine), tuple(refused))
                if found.private != row.private:
                    hidden = ("private events (not shown here)",)
                    return Replayed(
                        rows, events, Difference(row.n, row.at, hidden, hidden), tuple(refused)
                    )
                rows += 1
                events += len(mine)
                if progress is not None and rows % 200 == 0:
                    progress(row.n, last)
    return Replayed(rows, events, None, tuple(refused))


def _refusal(era: Era, house: House) -> str:
    if era.schema not in _PLAYABLE:
        return f"they have schema {era.schema}, this version plays schema {SCHEMA}"
    mine = house_hash(house)
    if era.house_hash != mine:
        return (
            f"they were played under house {era.house} ({era.house_hash}), this is {house.name} "
            f"({mine}); give that house file with --house"
        )
    return ""


def _difference(row: Row, mine: list[tuple[str, bytes]]) -> Difference:
    return Difference(
        row.n,
        row.at,
        tuple(f"{kind} {data.decode()}" for _, kind, data in row.public),
        tuple(f"{kind} {data.decode()}" for kind, data in mine),
    )
