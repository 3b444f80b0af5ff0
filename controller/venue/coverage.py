"""Finds the statements about a room that scenarios and tests cover.

A statement is one requirement from a house's rule text, identified by its article. All statements
are listed in `houses/ledger.tsv`.
"""

import csv
from pathlib import Path

import msgspec

from controller.houses.coverage import CoverageRow, read_ledger, scenario_rows

NOT_SOFTWARE = Path(__file__).with_name("not_software.tsv")
"""Statements that no software can implement, with the reasons."""
HELD_BY = (".vsn", ".scn", ".py")
"""The extensions of files that may claim to cover a statement: scenarios and tests."""
ROOM = ("venue", "recorded")
"""The values in the column `how` of `houses/ledger.tsv` that mark a statement about a room."""


class Held(msgspec.Struct, frozen=True):
    """A requirement that the room must meet, and the scenarios and tests that claim to cover it.

    `not_software` is the reason why no scenario or test can cover it, or "" if one can.
    """

    row: CoverageRow
    scenarios: tuple[str, ...]
    not_software: str = ""


class RoomCoverage(msgspec.Struct, frozen=True):
    """The number of statements about a room, in total and by how they are covered.

    `rows` counts all statements, and `held` those with a scenario or test. `not_software` counts
    those that no software can implement. `missing` counts all others.
    """

    rows: int
    held: int
    not_software: int
    missing: int


def room_coverage(folder: Path) -> tuple[Held, ...]:
    """Return each statement about a room with the scenarios and tests that claim to cover it.

    All files in `folder` and its subfolders are searched. Raises `FileProblems` for a file that
    names an article missing from the list of all articles.
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
    """Return the statements that no software can implement, with the reason for each."""
    with NOT_SOFTWARE.open(encoding="utf-8", newline="") as file:
        return {row["article"]: row["reason"] for row in csv.DictReader(file, delimiter="\t")}


def counted(found: tuple[Held, ...]) -> RoomCoverage:
    """Return the number of statements in `found`, in total and by how they are covered."""
    held = sum(bool(one.scenarios) for one in found)
    others = sum(bool(one.not_software) and not one.scenarios for one in found)
    return RoomCoverage(len(found), held, others, len(found) - held - others)
