"""House files: found by name, read strictly, and known by the hash of what they say."""

import hashlib
from functools import cache
from pathlib import Path

import msgspec

from controller.houses.model import House
from controller.tomlfile import FileProblems, Problem, nearest, read

SHIPPED = Path(__file__).parent
INSTALLED = Path("/etc/tapis/houses")


def shipped_houses() -> tuple[str, ...]:
    """Give the names of the houses that ship with the package, sorted."""
    return tuple(sorted(path.stem for path in SHIPPED.glob("*.toml")))


def find_house(name_or_path: str, beside: Path | None = None) -> Path:
    """Give the file of a house: a path, a name under `/etc/tapis/houses`, or a shipped one.

    `beside` is the folder that a relative path is looked for in first. Raises `FileProblems`
    with the nearest name when there is no such house.
    """
    if "/" in name_or_path or name_or_path.endswith(".toml"):
        tried = [*([beside / name_or_path] if beside else []), Path(name_or_path)]
        for path in tried:
            if path.is_file():
                return path
        wrong = "no such house file"
        raise FileProblems([Problem(name_or_path, 0, "", wrong, "a path to a house's TOML file")])
    for folder in (INSTALLED, SHIPPED):
        path = folder / f"{name_or_path}.toml"
        if path.is_file():
            return path
    known = shipped_houses()
    near = nearest(name_or_path, known)
    right = f"{near}, or one of {', '.join(known)}" if near else f"one of {', '.join(known)}"
    raise FileProblems([Problem(name_or_path, 0, "house", "no house of this name", right)])


def load_house(name_or_path: str, beside: Path | None = None) -> House:
    """Read a house file. Raises `FileProblems` with every mistake in it."""
    return _load(find_house(name_or_path, beside))


@cache
def _load(path: Path) -> House:
    house = read(path, House)
    if not house.inherits:
        return house
    # A cell that the house leaves empty is its parent's: own rows come first.
    parent = load_house(house.inherits, path.parent)
    return msgspec.structs.replace(house, remedies=house.remedies + parent.remedies)


def house_hash(house: House) -> str:
    """Give 16 hex digits that change with every value that a house file says."""
    return hashlib.sha256(msgspec.json.encode(house, order="deterministic")).hexdigest()[:16]
