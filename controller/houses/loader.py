"""Finds house files by name, reads them strictly, and identifies them by a hash of their values."""

import re
from functools import partial
from pathlib import Path
from typing import Any, Final

import msgspec

from controller.contract.errors import Sentence
from controller.houses.check import contradictions
from controller.houses.model import House, Renumbered, house_hash
from controller.toml.file import (
    Document,
    FileProblems,
    KeyPath,
    KeyPosition,
    Problem,
    about_file,
    is_file,
    load,
    nearest,
    shape,
)
from controller.toml.inherit import Find, inherited, with_parents

__all__ = [
    "INSTALLED",
    "SHIPPED",
    "find_house",
    "house_document",
    "house_hash",
    "known_houses",
    "load_house",
    "own_remedies",
    "shipped_houses",
]

SHIPPED = Path(__file__).parent
INSTALLED = Path("/etc/tapis/houses")
OWN = ("name", "inherits", "renumbered")
"""The keys that a house never inherits from its parent."""

_READ: Final[dict[Path, tuple[House, tuple[tuple[Path, tuple[int, int]], ...]]]] = {}
"""The houses read so far, keyed by path, each with the `_stamp` of every file it was read from."""


def shipped_houses() -> tuple[str, ...]:
    """Return the sorted names of the houses shipped with the package."""
    return tuple(sorted(path.stem for path in SHIPPED.glob("*.toml")))


def known_houses() -> tuple[str, ...]:
    """Return the sorted names of the houses in `/etc/tapis/houses` and of the shipped houses."""
    return tuple(sorted({*shipped_houses(), *(path.stem for path in INSTALLED.glob("*.toml"))}))


def find_house(name_or_path: str, beside: Path | None = None) -> Path:
    """Return a house file's path, given a path, a name in `/etc/tapis/houses` or a shipped name.

    A relative path is looked up in the folder `beside` first. Raises `FileProblems` if the house is
    not found; for a name, the error suggests the closest known name.
    """
    if "/" in name_or_path or name_or_path.endswith(".toml"):
        tried = [*([beside / name_or_path] if beside else []), Path(name_or_path)]
        for path in tried:
            if is_file(path):
                return path
        wrong, meant = Sentence("no such house file"), Sentence("the path to a house's TOML file")
        raise about_file(name_or_path, wrong, meant)
    for folder in (INSTALLED, SHIPPED):
        path = folder / f"{name_or_path}.toml"
        if is_file(path):
            return path
    known = known_houses()
    near = nearest(name_or_path, known)
    right = (
        near
        if near.startswith("one of")
        else Sentence("{near}, or one of {known}", near=near, known=", ".join(known))
    )
    raise FileProblems(
        [Problem(name_or_path, 0, "house", Sentence("there is no house with this name"), right)]
    )


def load_house(name_or_path: str, beside: Path | None = None) -> House:
    """Read a house file; if it has errors, raise `FileProblems`, which lists them all.

    As long as neither the file nor a parent has changed, the same house is returned again.
    """
    path = find_house(name_or_path, beside)
    house, files = _READ.get(path, (None, ()))
    if house is None or any(_stamp(file) != stamp for file, stamp in files):
        read = [(path, _stamp(path))]

        def find(parent: str, folder: Path) -> Path:
            found = find_house(parent, folder)
            read.append((found, _stamp(found)))
            return found

        checked = partial(contradictions, own=own_remedies(path))
        house = shape(house_document(path, find), House, checked)
        _READ[path] = house, tuple(read)
    return house


def _stamp(file: Path) -> tuple[int, int]:
    """Return a file's modification time (ns) and size, so that an edit can be detected.

    Return (0, 0) if the file can't be accessed.
    """
    try:
        found = file.stat()
    except OSError:
        return 0, 0
    return found.st_mtime_ns, found.st_size


def house_document(path: Path, find: Find = find_house) -> Document:
    """Return a house file merged with its parents; each value keeps its location in its own file.

    A value replaces the parent's value as a whole, including the `article` and `reading`. The
    file's own remedies come before the parent's. `find` locates each parent. Raises `FileProblems`
    for a parent that does not exist or is the house itself.
    """
    return with_parents(path, find, _inherit)


def own_remedies(path: Path) -> int:
    """Return how many remedies a house file itself contains; they come before inherited ones."""
    return len(_rows(load(path)))


def _inherit(own: Document, above: Document) -> Document:
    above = _renumbered(own, above)
    rows, older = _rows(own), _rows(above)
    merged = inherited(own, above, OWN)
    places: dict[KeyPath, KeyPosition] = dict(merged.places)
    for at, place in above.places.items():
        if len(at) > 1 and at[0] == "remedies" and isinstance(at[1], int):
            places[("remedies", at[1] + len(rows), *at[2:])] = place
    # The file's own remedies keep their locations.
    places |= own.places
    return Document(own.name, {**merged.values, "remedies": [*rows, *older]}, places)


def _renumbered(own: Document, above: Document) -> Document:
    """Return a parent's data with its articles renumbered for the child: `TDA 43` to `TDA 45`."""
    try:
        moves = msgspec.convert(own.values.get("renumbered", ()), tuple[Renumbered, ...])
    except msgspec.ValidationError:
        # A mistake here is reported when the house is turned into a struct.
        return above
    prefix = str(above.values.get("prefix", ""))
    if not moves or not prefix:
        return above
    number = re.compile(rf"(?<=^{re.escape(prefix)} )\d+")

    def new(found: re.Match[str]) -> str:
        old = int(found.group())
        return str(old + sum(one.by for one in moves if one.first <= old <= one.last))

    def moved(value: Any) -> Any:
        if isinstance(value, list):
            return [moved(one) for one in value]
        if not isinstance(value, dict):
            return value
        return {
            key: number.sub(new, one) if key == "article" and isinstance(one, str) else moved(one)
            for key, one in value.items()
        }

    return Document(above.name, moved(above.values), above.places)


def _rows(document: Document) -> list[Any]:
    rows = document.values.get("remedies", [])
    return rows if isinstance(rows, list) else []
