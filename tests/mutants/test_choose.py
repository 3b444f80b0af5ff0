"""Where a fault would make a difference is recorded, and few plays are chosen that have it all."""

import ast
import builtins
from collections import Counter
from itertools import combinations

import pytest

from tests.mutants import weak
from tests.mutants.choose import Tried, fewest, wanted
from tests.mutants.faults import sites

CODE = """
def judged(a: int, b: int) -> str:
    if a < b and not (a == 3 or b == 9):
        return "less"
    return "more" if a >= b else "same"
"""


def seen_in(a: int, b: int, monkeypatch: pytest.MonkeyPatch) -> tuple[str, set[tuple[str, object]]]:
    """Return what the code says and, of each site, its text and what was seen there."""
    for name, function in weak._CALLED.items():
        monkeypatch.setattr(builtins, name, function, raising=False)
    tree = ast.parse(CODE)
    texts = [ast.unparse(node) for node in sites(tree)]
    weak._Noted("a.py", tree).visit(tree)
    made: dict[str, object] = {}
    exec(compile(ast.fix_missing_locations(tree), "a.py", "exec"), made)
    weak.SEEN.clear()
    said = made["judged"](a, b)  # type: ignore[operator]
    return said, {(texts[int(site.partition("#")[2])], what) for site, what in weak.SEEN}


@pytest.mark.parametrize(
    ("a", "b", "said", "seen"),
    [
        (1, 2, "less", {("a < b", True), ("a == 3", False), ("b == 9", False),
                        ("not (a == 3 or b == 9)", True)}),
        (2, 2, "more", {("a < b", "equal"), ("a < b", False), ("a >= b", "equal"),
                        ("a >= b", True)}),
        (1, 9, "same", {("a < b", True), ("a == 3", False), ("b == 9", True),
                        ("a == 3 or b == 9", "differ"), ("not (a == 3 or b == 9)", False),
                        ("a < b and (not (a == 3 or b == 9))", "differ"), ("a >= b", False)}),
    ],
)  # fmt: skip
def test_what_a_condition_was_is_recorded_and_nothing_is_changed(
    a: int, b: int, said: str, seen: set[tuple[str, object]], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert seen_in(a, b, monkeypatch) == (said, seen)


def test_few_plays_have_all_that_any_has() -> None:
    some = [
        Tried("a", n, frozenset((f"said{each}",) for each in range(n, n + 3))) for n in range(6)
    ]
    some += [Tried("b", n, frozenset({("x.py#1", True)})) for n in range(6)]
    chosen = list(fewest(some, Counter({("said0",): 1})))
    # `said0` is known. A condition is wanted four times, an answer once, and nothing in vain.
    assert [play.name for play in chosen].count("b") == wanted(("x.py#1", True)) == 4
    told = [play.seen for play in chosen if play.name == "a"]
    assert frozenset().union(*told) >= {(f"said{n}",) for n in range(1, 8)}
    fewer = combinations([play.seen for play in some[:6]], len(told) - 1)
    assert not any(len(frozenset().union(*these) - {("said0",)}) == 7 for these in fewer)
