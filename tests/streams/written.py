"""Values as lines of text that are the same in every process: sets and maps in order."""

import hashlib
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

FOLDER = Path(__file__).parent
ENCODER = msgspec.json.Encoder(order="deterministic")


class Stream(NamedTuple):
    """A stream: its kind (the name of its file of digests), its name, and what makes its lines."""

    kind: str
    name: str
    lines: Callable[[], Iterable[str]]


def written(value: Any) -> str:
    """Return a struct as one line: the name of its type, and its fields as JSON."""
    return f"{type(value).__name__} {ENCODER.encode(value).decode()}"


def in_order(value: Any) -> Any:
    """Return a struct as its name and fields, with sets and maps in an order of their own."""
    if isinstance(value, msgspec.Struct):
        fields = type(value).__struct_fields__
        return type(value).__name__, [in_order(getattr(value, field)) for field in fields]
    if isinstance(value, Mapping):
        return sorted(((in_order(k), in_order(v)) for k, v in value.items()), key=repr)
    if isinstance(value, (frozenset, set)):
        return sorted((in_order(part) for part in value), key=repr)
    return [in_order(part) for part in value] if isinstance(value, (tuple, list)) else value


def digest(lines: Iterable[str]) -> str:
    """Return the digest of lines, 16 hexadecimal digits."""
    made = hashlib.sha256()
    for line in lines:
        made.update(line.encode())
        made.update(b"\n")
    return made.hexdigest()[:16]


@cache
def kept(kind: str) -> dict[str, str]:
    """Return the digests of a kind that are kept, by name; they are read once."""
    lines = (FOLDER / f"{kind}.tsv").read_text("utf-8").splitlines()
    return dict(line.split("\t") for line in lines)


@cache
def _chosen(kind: str) -> dict[str, tuple[int, ...]]:
    lines = (FOLDER / f"{kind}.txt").read_text("utf-8").splitlines()
    return {name: tuple(map(int, times)) for name, *times in map(str.split, lines)}


def chosen(kind: str, name: str) -> tuple[int, ...]:
    """Return the numbers of the changes that are chosen for a stream (tests/mutants/choose.py)."""
    return _chosen(kind).get(name, ())


def changed(kind: str, name: str, lines: Iterable[str]) -> str:
    """Return what to do about a stream that is not as it was kept, "" if it is, or if it is new."""
    now = digest(lines)
    if now == kept(kind).get(name, now):
        return ""
    return (
        f"compare `python -m tests.streams {kind}:{name}` with what the last commit prints, "
        "and `make streams` if every line that changed is meant to"
    )
