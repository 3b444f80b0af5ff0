"""Players read from a pasted list or a CSV file: name, member number and e-mail on each line."""

import csv
import re
from typing import Final

import msgspec

MOST_LINES: Final = 200
MOST_LETTERS: Final = 40_000
"""The maximum size of a list in characters; the maximum in lines is `MOST_LINES`."""

HEADINGS: Final[dict[str, str]] = {
    "name": "name", "player": "name", "nom": "name", "joueur": "name", "full name": "name",
    "last name": "last", "surname": "last", "nom de famille": "last",
    "first name": "first", "prénom": "first", "prenom": "first",
    "number": "number", "no": "number", "no.": "number", "n°": "number", "member": "number",
    "member number": "number", "member no": "number", "licence": "number", "license": "number",
    "numéro": "number", "numero": "number", "numéro de membre": "number",
    "mail": "mail", "e-mail": "mail", "email": "mail", "courriel": "mail",
}  # fmt: skip
"""The accepted names of CSV columns, in English and French."""

_BULLET: Final = re.compile(r"^\s*(?:[-*\u2022\u00b7]|\d{1,3}[.)])\s+")
_NUMBER: Final = re.compile(r"^(?=.*\d)[\w./ \u00b0-]{1,20}$")


class Row(msgspec.Struct, frozen=True):
    """A player on one line of a pasted list or file."""

    name: str
    number: str = ""
    mail: str = ""


def rows_of(text: str, most: int = MOST_LINES) -> list[Row]:
    r"""Return up to `most` players from a pasted list, in order.

    Cells are separated by tabs, semicolons or commas. If the first line has headings, these name
    the columns; otherwise a cell with an @ is the e-mail address, a cell with a digit is the member
    number, and the other cells are the name. Bullets and numbering in front of names are left out,
    as are blank lines.

    >>> rows_of("Anne Martin; 201\n2. Petit, Bruno")
    [Row(name='Anne Martin', number='201', mail=''), Row(name='Bruno Petit', number='', mail='')]
    """
    lines = [line for line in text[:MOST_LETTERS].lstrip("\ufeff").splitlines() if line.strip()]
    if not lines:
        return []
    mark = _mark(lines[0])
    headings = [HEADINGS.get(cell.casefold(), "") for cell in _cells(lines[0], mark)]
    if "first" in headings:
        headings = ["last" if one == "name" else one for one in headings]
    if {"name", "last", "first"} & set(headings):
        found = [_by_headings(headings, _cells(line, mark)) for line in lines[1 : most + 1]]
    else:
        plain = (_BULLET.sub("", line) for line in lines[:most])
        found = [_by_looks(_cells(line, _mark(line))) for line in plain]
    return [row for row in found if row.name or row.number]


def _mark(line: str) -> str:
    return next((one for one in "\t;," if one in line), "\t")


def _cells(line: str, mark: str) -> list[str]:
    return [clean(cell) for cell in next(csv.reader([line], delimiter=mark), [])]


def clean(cell: str) -> str:
    """Return a cell's printable characters, with single spaces between words."""
    printable = "".join(sign if sign.isprintable() else " " for sign in cell)
    return " ".join(printable.split())


def _by_headings(headings: list[str], line: list[str]) -> Row:
    said = dict(zip(headings, line, strict=False))
    name = said.get("name", "") or f"{said.get('first', '')} {said.get('last', '')}".strip()
    return Row(_turned(name), said.get("number", ""), said.get("mail", ""))


def _by_looks(line: list[str]) -> Row:
    mail = next((cell for cell in line if "@" in cell), "")
    number = next((cell for cell in line if cell != mail and _NUMBER.match(cell)), "")
    names = [cell for cell in line if cell and cell not in (mail, number)]
    return Row(_turned(", ".join(names)), number, mail)


def _turned(name: str) -> str:
    """Return a name with the given name first: `Petit, Bruno` becomes `Bruno Petit`.

    A name without a comma is returned unchanged.
    """
    last, _, first = name.partition(", ")
    return f"{first} {last}".strip()
