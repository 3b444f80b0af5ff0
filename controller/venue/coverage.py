"""Which statements of the texts that a room has to hold are held, and by which scenarios."""

import csv
from pathlib import Path

import msgspec

from controller.houses.coverage import CoverageRow, read_ledger, scenario_rows

NOT_SOFTWARE = Path(__file__).with_name("not_software.tsv")
"""Statements that nothing of ours can hold, and why."""
HELD_BY = (".vsn", ".scn", ".py")
"""What can say that it holds a statement: a scenario of a room or of a table, and a test."""
ROOM = ("venue", "recorded")
"""The ways of holding a statement that are a room's, as the ledger names them."""


class Held(msgspec.Struct, frozen=True):
    """A statement of a room, and what holds it; `not_software` is why nothing can."""

    row: CoverageRow
    scenarios: tuple[str, ...]
    not_software: str = ""


class RoomCoverage(msgspec.Struct, frozen=True):
    """How many of a room's statements are held; `missing` are those that ought to be and aren't."""

    rows: int
    held: int
    not_software: int
    missing: int


def room_coverage(folder: Path) -> tuple[Held, ...]:
    """Return each statement of a room with the scenarios and tests that say they hold it.

    These are looked for below a folder. Raises `FileProblems` for one that names an article which
    the ledger doesn't have.
    """
    rows = [row for row in read_ledger() if row.how in ROOM]
    every = tuple(row.article for row in read_ledger())
    said = {
        str(path.relative_to(folder)): scenario_rows(path, every)
        for path in sorted(folder.rglob("*"))
        if path.suffix in HELD_BY
    }
    reasons = not_software()
    return tuple(
        Held(
            row,
            tuple(name for name, articles in said.items() if row.article in articles),
            reasons.get(row.article, ""),
        )
        for row in rows
    )


def not_software() -> dict[str, str]:
    """Return the statements that nothing of ours can hold, each with its reason."""
    with NOT_SOFTWARE.open(encoding="utf-8", newline="") as file:
        return {row["article"]: row["reason"] for row in csv.DictReader(file, delimiter="\t")}


def counted(found: tuple[Held, ...]) -> RoomCoverage:
    """Return the figures of a coverage."""
    held = sum(bool(one.scenarios) for one in found)
    others = sum(bool(one.not_software) and not one.scenarios for one in found)
    return RoomCoverage(len(found), held, others, len(found) - held - others)
