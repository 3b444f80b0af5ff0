"""The mutants: which there are in a room, which of them are drawn, and which are the same program.

A mutant turns a comparison round, makes `and` an `or`, takes a `not` away, or counts one more.
"""

import ast
import random
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
SAME = Path(__file__).with_name("same.txt")
"""Those that are the same program: each with its reason behind two spaces and `#`."""
ROOMS = (
    "controller/table",
    "controller/sensing",
    "controller/run",
    "controller/journal",
    "controller/venue/rules",
    "display/web",
    "display/felt",
    "display/words",
    "firmware",
)
TURNED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq, ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In,
}  # fmt: skip


class Mutant(NamedTuple):
    """One fault in `file`: its place among the file's sites, its line, what it was, what it is now.

    `reach` are the lines that a test has to run to notice it: those of the expression, and the
    first of its statement. `tree` is the whole module with the fault, with the lines of the file.
    """

    file: str
    place: int
    line: int
    was: str
    now: str
    reach: frozenset[int]
    tree: ast.Module

    @property
    def name(self) -> str:
        """How it is listed: without its line, which moves."""
        return f"{self.file}: {self.was} -> {self.now}"

    @property
    def source(self) -> str:
        """The text of the module with the fault; its lines are not those of the file."""
        return ast.unparse(self.tree)

    @property
    def module(self) -> str:
        """The dotted name of the module."""
        return self.file.removesuffix(".py").replace("/", ".")


def sites(tree: ast.Module) -> Iterator[ast.AST]:
    """Yield what can be turned in a module, in the order of its text; annotations are left."""
    skipped = {
        id(inside)
        for node in ast.walk(tree)
        for field in ("annotation", "returns")
        if (noted := getattr(node, field, None)) is not None
        for inside in ast.walk(noted)
    }
    for node in ast.walk(tree):
        if id(node) in skipped:
            continue
        counted = isinstance(node, ast.Constant) and type(node.value) is int and node.value < 100
        compared = isinstance(node, ast.Compare) and type(node.ops[0]) in TURNED
        denied = isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not)
        if counted or compared or denied or isinstance(node, ast.BoolOp):
            yield node


def _lines(tree: ast.Module, node: ast.AST) -> frozenset[int]:
    """Return the lines of an expression, and the first of the statement that it is part of."""
    first, last = getattr(node, "lineno", 0), getattr(node, "end_lineno", 0)
    around = [
        each.lineno
        for each in ast.walk(tree)
        if isinstance(each, ast.stmt) and each.lineno <= first and last <= (each.end_lineno or 0)
    ]
    statement = max(around, default=first)  # A decorator stands before its statement.
    return frozenset({statement, *range(first, last + 1)})


def _around(tree: ast.Module, node: ast.AST) -> ast.AST:
    """Return what an expression is directly part of."""
    return next(each for each in ast.walk(tree) if node in ast.iter_child_nodes(each))


def mutated(file: str, place: int) -> Mutant:
    """Return the mutant at one of the sites of a module."""
    tree = ast.parse((ROOT / file).read_text("utf-8"))
    node = list(sites(tree))[place]
    # A number alone says little: it is listed with what it is a part of.
    whole = _around(tree, node) if isinstance(node, ast.Constant) else node
    line, was, reach = getattr(node, "lineno", 0), ast.unparse(whole), _lines(tree, node)
    if isinstance(node, ast.Compare):
        node.ops[0] = TURNED[type(node.ops[0])]()
    elif isinstance(node, ast.BoolOp):
        node.op = ast.Or() if isinstance(node.op, ast.And) else ast.And()
    elif isinstance(node, ast.UnaryOp):
        node.op, node.operand = ast.Not(), ast.UnaryOp(ast.Not(), node.operand)
    elif isinstance(node, ast.Constant):
        node.value = int(str(node.value)) + 1
    ast.fix_missing_locations(tree)
    return Mutant(file, place, line, was, ast.unparse(whole), reach, tree)


def places(rooms: Sequence[str]) -> list[tuple[str, int]]:
    """Return every site of some rooms (or of single files): the file, and the number in it."""
    return [
        (str(path.relative_to(ROOT)), place)
        for room in rooms
        for path in ([ROOT / room] if room.endswith(".py") else sorted((ROOT / room).rglob("*.py")))
        if path.name != "__init__.py"
        for place in range(sum(1 for _ in sites(ast.parse(path.read_text("utf-8")))))
    ]


def drawn(seed: int, count: int, rooms: Sequence[str]) -> list[Mutant]:
    """Return mutants by chance, as many of each room as it has sites; none that is listed."""
    every = places(rooms)
    chosen = random.Random(seed).sample(every, min(count, len(every)))
    lines = SAME.read_text("utf-8").splitlines()
    same = {line.partition("  # ")[0] for line in lines}
    mutants = [mutated(file, place) for file, place in chosen]
    return [mutant for mutant in mutants if mutant.name not in same]
