"""Which statements of the texts that a room has to hold are held, and by which scenarios."""

from pathlib import Path

import msgspec

from controller.houses.coverage import CoverageRow, read_ledger, scenario_rows

ROOM = ("venue", "recorded")
"""The ways of holding a statement that are a room's, as the ledger names them."""


class Held(msgspec.Struct, frozen=True):
    """A statement of a room, and the scenarios that hold it."""

    row: CoverageRow
    scenarios: tuple[str, ...]


class RoomCoverage(msgspec.Struct, frozen=True):
    """How many of a room's statements some scenario holds; `missing` are the others."""

    rows: int
    held: int
    missing: int


def room_coverage(folder: Path) -> tuple[Held, ...]:
    """Return each statement of a room with the scenarios below a folder that say they hold it.

    Raises `FileProblems` for a scenario that names an article which the ledger doesn't have.
    """
    rows = [row for row in read_ledger() if row.how in ROOM]
    every = tuple(row.article for row in read_ledger())
    said = {
        str(path.relative_to(folder)): scenario_rows(path, every)
        for path in sorted(folder.rglob("*.vsn"))
    }
    return tuple(
        Held(row, tuple(name for name, articles in said.items() if row.article in articles))
        for row in rows
    )


def counted(found: tuple[Held, ...]) -> RoomCoverage:
    """Return the figures of a coverage."""
    held = sum(bool(one.scenarios) for one in found)
    return RoomCoverage(len(found), held, len(found) - held)
