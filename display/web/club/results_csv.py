"""An evening's results as CSV, read from a file or written for public results databases."""

import csv
import io
from collections.abc import Iterable
from typing import Final

from controller.contract.errors import TapisError
from controller.contract.venue.league import League, Published, TakenLine
from display.web.evening.pasted_players import MOST_LETTERS, clean
from display.web.typed import MARK, typed

HEADINGS: Final[dict[str, str]] = {
    "first": "first", "place": "first", "rank": "first", "rang": "first", "position": "first",
    "last": "last", "player": "name", "name": "name", "joueur": "name", "nom": "name",
    "member_no": "number", "number": "number", "numéro": "number", "licence": "number",
    "points": "points", "score": "points",
}  # fmt: skip
"""The accepted names of columns, in English and French; other columns are ignored."""

MOST_LINES: Final = 500
CSV: Final = "text/csv; charset=utf-8"


class BadResults(TapisError, ValueError):
    """The error for a file that can't be read as results.

    `line` is the number of the invalid line, or 0 if the whole file is invalid.
    """

    def __init__(self, line: int = 0) -> None:
        super().__init__(f"line {line}")
        self.line = line


def read(text: str) -> tuple[TakenLine, ...]:
    r"""Return the finishing places in the text of a CSV file, in the order of its lines.

    The columns are named as in `HEADINGS`. Raises `BadResults`.

    >>> read("place;joueur;points\n1;Anne;100\n2-3;Bruno;60")[1]
    TakenLine(name='Bruno', first=2, last=3, points=60, member_no='')
    """
    lines = text[:MOST_LETTERS].lstrip("\ufeff").strip().splitlines()
    mark = next((one for one in "\t;," if lines and one in lines[0]), ",")
    rows = [row for row in csv.reader(lines, delimiter=mark) if row]
    names = [HEADINGS.get(cell.strip().casefold(), "") for cell in rows[0]] if rows else []
    if not {"first", "points"} <= set(names) or not {"name", "number"} & set(names):
        raise BadResults
    if len(rows) > MOST_LINES + 1:
        raise BadResults(MOST_LINES + 2)
    return tuple(
        _line(dict(zip(names, map(_plain, row), strict=False)), number)
        for number, row in enumerate(rows[1:], 2)
    )


def _plain(cell: str) -> str:
    """Return a cell without the apostrophe that keeps spreadsheets from reading it as a formula."""
    text = clean(cell)
    return text[1:] if text[:1] == "'" and text[1:2] in "=+-@" else text


def _line(cells: dict[str, str], number: int) -> TakenLine:
    first, _, last = cells.get("first", "").replace("\u2013", "-").partition("-")
    last = cells.get("last", "") or last or first
    points, name = cells.get("points", "") or "0", typed(cells, "name")
    whole = all(one.isascii() and one.isdigit() and len(one) < 8 for one in (first, last, points))
    if not whole or not (name or cells.get("number")):
        raise BadResults(number)
    return TakenLine(name, int(first), int(last), int(points), typed(cells, "number", MARK))


def _safe(cell: object) -> object:
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(tuple("=+-@\t\r")) else cell


def csv_of(rows: Iterable[Iterable[object]]) -> str:
    """Return rows as CSV that spreadsheets do not read as formulas."""
    out = io.StringIO()
    csv.writer(out).writerows(map(_safe, row) for row in rows)
    return out.getvalue()


def side_by_side(league: League, unnamed: str) -> str:
    """Return the standings of several seasons, side by side, as CSV.

    `unnamed` is the heading for a season that has no title.
    """
    rows: list[list[object]] = [["player"]]
    for name in league.seasons:
        rows[0] += [f"{name or unnamed} {word}" for word in ("place", "points", "evenings")]
    for line in league.lines:
        cells: list[object] = [line.shown_as]
        for one in line.seasons:
            cells += [one.first, one.points, one.evenings] if one is not None else ["", "", ""]
        rows.append(cells)
    return csv_of(rows)


def published(found: Published) -> str:
    """Return an evening's results as CSV for public databases of poker results.

    The first rows describe the tournament. The finishing places and their prizes follow.
    """
    about = ("event", "venue", "date", "money", "buy_in", "fee", "entries", "prize_pool")
    event = (found.title, found.bar, found.day, found.money, found.buy_in, found.fee,
             found.entries, found.pool)  # fmt: skip
    rows: list[tuple[object, ...]] = [about, event, (), ("place", "name", "prize")]
    for one in found.lines:
        place = f"{one.first}" if one.first == one.last else f"{one.first}\u2013{one.last}"
        rows.append((place, one.name, one.prize))
    return csv_of(rows)
