"""Nobody comes back to themselves along imports: no circle between files or rooms."""

import tomllib
from collections.abc import Callable, Iterable, Mapping
from graphlib import CycleError, TopologicalSorter
from itertools import pairwise
from pathlib import Path

import grimp
import pytest

from tests.import_contracts import room_of

ROOT = Path(__file__).parents[1]
LINTER = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]
ROOMS = next(one["rooms"] for one in LINTER["contracts"] if one["type"] == "rooms")

Imports = Mapping[str, Iterable[str]]


@pytest.fixture(scope="module")
def imports() -> Imports:
    """Return what each module imports: for types and within functions too."""
    graph = grimp.build_graph(*LINTER["root_packages"], cache_dir=None)
    return {one: graph.find_modules_directly_imported_by(one) for one in sorted(graph.modules)}


def circle(imports: Imports, place: Callable[[str], str]) -> list[str]:
    """Return the imports along a circle between the places in which modules lie, if there is one.

    One that a place has with itself is none.
    """
    ways: dict[tuple[str, str], str] = {}
    for module, others in imports.items():
        for other in sorted(others):
            ways.setdefault((place(module), place(other)), f"{module} -> {other}")
    below: dict[str, list[str]] = {}
    for one, other in ways:
        below.setdefault(one, []).extend([other] if one != other else [])
    try:
        TopologicalSorter(below).prepare()
    except CycleError as error:
        return [ways[one, other] for other, one in pairwise(error.args[1])]
    return []


def test_no_circle_between_files(imports: Imports) -> None:
    assert circle(imports, lambda module: module) == []


def test_no_circle_between_rooms(imports: Imports) -> None:
    assert circle(imports, lambda module: room_of(module, ROOMS) or "the roots") == []


def test_a_circle_is_named() -> None:
    """By the imports that make it, and by no others."""
    imports = {
        "hall.a": ["hall.b"], "hall.b": ["attic.a"], "attic.a": ["cellar.a"],
        "attic.b": ["hall.c"], "hall.c": [], "cellar.a": [],
    }  # fmt: skip
    assert circle(imports, lambda module: module) == []
    assert sorted(circle(imports, lambda module: module.partition(".")[0])) == [
        "attic.b -> hall.c", "hall.b -> attic.a",
    ]  # fmt: skip
    imports["cellar.a"] = ["hall.b"]
    assert sorted(circle(imports, lambda module: module)) == [
        "attic.a -> cellar.a", "cellar.a -> hall.b", "hall.b -> attic.a",
    ]  # fmt: skip
