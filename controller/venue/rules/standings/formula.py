"""League points by formula: a safe expression in the tournament file gives the points for a place.

It may use numbers, `+ - * / // % **`, comparisons, `and`, `or`, `not`, `a if b else c`, and the
functions and names in `FUNCTIONS` and `Facts`. Everything else is rejected, and running time is
limited.
"""

import ast
import math
import operator
import warnings
from collections.abc import Callable, Mapping
from typing import Any, Final

import msgspec

from controller.contract.errors import TapisError

LONGEST: Final = 300
"""The maximum length of a formula, in characters."""

LARGEST: Final = 1e9
"""The largest magnitude of a formula's result, and of any constant or intermediate value."""

EXPONENT: Final = 8
"""The largest magnitude of an exponent in a formula."""


class FormulaError(TapisError):
    """A formula that can't be read or evaluated; the message says where and why."""


class Facts(msgspec.Struct, frozen=True):
    """The facts that a formula may use about a player and the tournament.

    `place` counts from 1; shared places count as their mean. `entries` is the number of entries in
    the tournament, and `buyin` the price of one. `rebuys` is the number of this player's entries
    after the first. `knockouts` is the number of players that they knocked out (fractional if
    shared). `prizes` is the number of paid places, and `prize` the player's own prize.
    """

    place: float
    entries: int = 0
    buyin: int = 0
    rebuys: int = 0
    knockouts: float = 0.0
    prizes: int = 0
    prize: int = 0


NAMES: Final = frozenset(Facts.__struct_fields__)

_OPERATORS: Final[Mapping[type[ast.AST], Callable[..., Any]]] = {
    ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul,
    ast.Div: operator.truediv, ast.FloorDiv: operator.floordiv, ast.Mod: operator.mod,
    ast.USub: operator.neg, ast.UAdd: operator.pos, ast.Not: operator.not_,
    ast.Eq: operator.eq, ast.NotEq: operator.ne, ast.Lt: operator.lt, ast.LtE: operator.le,
    ast.Gt: operator.gt, ast.GtE: operator.ge,
}  # fmt: skip

FUNCTIONS: Final[Mapping[str, Callable[..., Any]]] = {
    "sqrt": math.sqrt, "log": math.log, "log10": math.log10, "exp": math.exp,
    "min": min, "max": max, "abs": abs, "round": round, "floor": math.floor, "ceil": math.ceil,
}  # fmt: skip


def parsed(formula: str) -> ast.expr:
    """Parse a formula into an expression that is safe to evaluate. Raises `FormulaError`."""
    if len(formula) > LONGEST:
        raise FormulaError(f"a formula has at most {LONGEST} characters")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", SyntaxWarning)
            tree = ast.parse(formula.strip(), mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise FormulaError(f"this is not a formula: {error}") from None
    for node in ast.walk(tree):
        _allowed(node)
    return tree


def _allowed(node: ast.AST) -> None:
    """Raise `FormulaError` if this part of a formula is not allowed."""
    if isinstance(node, ast.Call):
        named = isinstance(node.func, ast.Name) and node.func.id in FUNCTIONS
        if not named or node.keywords or not node.args:
            raise FormulaError("a formula may call only " + ", ".join(sorted(FUNCTIONS)))
        return
    if isinstance(node, ast.Name):
        if node.id not in NAMES and node.id not in FUNCTIONS:
            names = ", ".join(Facts.__struct_fields__)
            raise FormulaError(f"a formula can't use {node.id!r}; expected one of {names}")
        return
    if isinstance(node, ast.Constant):
        value = node.value
        if isinstance(value, bool) or not isinstance(value, int | float) or value > LARGEST:
            raise FormulaError("a formula may contain only plain numbers")
        return
    known = (
        ast.BinOp | ast.UnaryOp | ast.BoolOp | ast.Compare | ast.IfExp | ast.And | ast.Or
        | ast.Pow | ast.Load
    )  # fmt: skip
    if not isinstance(node, known) and type(node) not in _OPERATORS:
        raise FormulaError(f"a formula can't contain {type(node).__name__.lower()}")


def worth(tree: ast.expr, facts: Facts) -> int:
    """Return the points that a parsed formula gives a player, as a whole number of at least 0.

    Halves are rounded up. Raises `FormulaError` if the formula can't be evaluated.

    >>> worth(parsed("entries - place + 1 + (2 if place == 1 else 0)"), Facts(1, 20))
    22
    """
    try:
        found = _value(tree, facts)
    except (ArithmeticError, ValueError, TypeError, RecursionError) as error:
        raise FormulaError(f"the formula can't be evaluated: {error}") from None
    return max(0, math.floor(found + 0.5 + 1e-9))


def _value(node: ast.expr, facts: Facts) -> float:
    found = _worked_out(node, facts)
    if isinstance(found, complex) or not math.isfinite(found) or abs(found) > LARGEST:
        raise FormulaError(f"part of the formula exceeds {LARGEST:.0f}")
    return found


def _worked_out(node: ast.expr, facts: Facts) -> float:
    match node:
        case ast.Constant(value=value):
            assert isinstance(value, int | float)
            return value
        case ast.Name(id=name) if name in NAMES:
            return float(getattr(facts, name))
        case ast.BinOp(left=left, op=ast.Pow(), right=right):
            power = _value(right, facts)
            if abs(power) > EXPONENT:
                raise FormulaError(f"an exponent may be at most {EXPONENT}")
            return float(_value(left, facts) ** power)
        case ast.BinOp(left=left, op=op, right=right):
            return float(_OPERATORS[type(op)](_value(left, facts), _value(right, facts)))
        case ast.UnaryOp(op=op, operand=operand):
            return float(_OPERATORS[type(op)](_value(operand, facts)))
        case ast.IfExp(test=test, body=body, orelse=other):
            return _value(body if _value(test, facts) else other, facts)
        case ast.Call(func=ast.Name(id=name), args=args):
            return float(FUNCTIONS[name](*[_value(one, facts) for one in args]))
        case _:
            return float(_truth(node, facts))


def _truth(node: ast.expr, facts: Facts) -> bool:
    """Evaluate a comparison, or an `and` or `or` expression, to true or false."""
    if isinstance(node, ast.BoolOp):
        every = all if isinstance(node.op, ast.And) else any
        return every(bool(_value(one, facts)) for one in node.values)
    if not isinstance(node, ast.Compare):
        raise FormulaError("a function needs an argument")
    left = _value(node.left, facts)
    for op, other in zip(node.ops, node.comparators, strict=True):
        right = _value(other, facts)
        if not _OPERATORS[type(op)](left, right):
            return False
        left = right
    return True
