"""Records which mutants a run could notice at all: where a fault would give another value.

A module that is imported after `record` says, while it runs, whether each of its comparisons and
`not`s was true or false, which `and` and `or` would have differed from each other, and where both
sides of a `<` were equal. A test can notice a mutant only where its value differs. Nothing else
changes: each operand is evaluated once, in its order.
"""

import ast
import builtins
import importlib.abc
import importlib.machinery
import sys
import types
from collections.abc import Sequence
from pathlib import Path

from tests.mutants.faults import ROOT, sites

Seen = tuple[str, object]
"""A site, as its file and the number in it, and what was seen there."""

SEEN: set[Seen] = set()
"""All that was seen since it was last cleared."""
_ORDER = (ast.Lt, ast.LtE, ast.Gt, ast.GtE)
_left: dict[str, object] = {}


def _first(site: str, value: object) -> object:
    _left[site] = value
    return value


def _second(site: str, value: object) -> object:
    if _left.get(site) == value:
        SEEN.add((site, "equal"))
    return value


def _truth(site: str, value: object) -> object:
    SEEN.add((site, bool(value)))
    return value


def _operand(site: str, nth: int, goes_on: bool, value: object) -> object:
    """Note that `and` would have been another thing than `or`: the first and a later one differ."""
    if nth and bool(value) is not goes_on:
        SEEN.add((site, "differ"))
    return value


_CALLED = {"_seen_1": _first, "_seen_2": _second, "_seen_truth": _truth, "_seen_of": _operand}


class _Noted(ast.NodeTransformer):
    """Has the sites of a module say what they see; what stands in annotations is left."""

    def __init__(self, file: str, tree: ast.Module) -> None:
        self._names = {id(node): f"{file}#{place}" for place, node in enumerate(sites(tree))}

    def visit(self, node: ast.AST) -> ast.AST:
        site = self._names.get(id(node))
        if isinstance(node, ast.AnnAssign):
            if node.value is not None:
                node.value = self.visit(node.value)  # type: ignore[assignment]
            return node
        self.generic_visit(node)
        if site is None:
            return node
        if isinstance(node, ast.Compare):
            if isinstance(node.ops[0], _ORDER):
                node.left = _call("_seen_1", site, node.left)
                node.comparators[0] = _call("_seen_2", site, node.comparators[0])
            return _call("_seen_truth", site, node)
        if isinstance(node, ast.UnaryOp):
            return _call("_seen_truth", site, node)
        if isinstance(node, ast.BoolOp):
            goes_on = ast.Constant(isinstance(node.op, ast.And))
            node.values = [
                _call("_seen_of", site, ast.Constant(nth), goes_on, value)
                for nth, value in enumerate(node.values)
            ]
        return node

    def visit_arg(self, node: ast.arg) -> ast.arg:
        return node


def _call(name: str, site: str, *values: ast.expr) -> ast.Call:
    return ast.Call(ast.Name(name, ast.Load()), [ast.Constant(site), *values], [])


class _Loader(importlib.machinery.SourceFileLoader):
    def get_code(self, fullname: str) -> types.CodeType:
        path = Path(self.get_filename(fullname))
        tree = ast.parse(path.read_text("utf-8"))
        _Noted(str(path.relative_to(ROOT)), tree).visit(tree)
        ast.fix_missing_locations(tree)
        code: types.CodeType = compile(tree, str(path), "exec")
        return code


class _Finder(importlib.abc.MetaPathFinder):
    def __init__(self, rooms: Sequence[str]) -> None:
        self._rooms = tuple(room.replace("/", ".") + "." for room in rooms)

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: types.ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        spec = importlib.machinery.PathFinder.find_spec(name, path, target)
        if spec is None or not name.startswith(self._rooms) or spec.submodule_search_locations:
            return None
        spec.loader = _Loader(name, str(spec.origin))
        return spec


def record(rooms: Sequence[str]) -> None:
    """Have the modules of some rooms, which are not imported yet, record into `SEEN`."""
    vars(builtins).update(_CALLED)
    sys.meta_path.insert(0, _Finder(rooms))
