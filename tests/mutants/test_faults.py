"""A mutant is the same module but for one place, and a process can take it."""

import ast

import pytest

from controller.table.betting import reopening
from tests.mutants.faults import ROOT, SAME, drawn, mutated, places
from tests.mutants.in_forks import Functions

FILE = "controller/table/betting/reopening.py"

BLOCKS = (ast.mod, ast.FunctionDef, ast.ClassDef, ast.If, ast.For, ast.While, ast.With, ast.Try)


def test_each_place_is_one_fault() -> None:
    plain = ast.unparse(ast.parse((ROOT / FILE).read_text("utf-8")))
    made = [mutated(file, place) for file, place in places([FILE])]
    assert len({mutant.source for mutant in made}) == len(made) > 10
    for mutant in made:
        assert mutant.was != mutant.now
        assert mutant.source != plain
        assert mutant.line in mutant.reach


def test_a_number_is_listed_with_what_it_is_a_part_of() -> None:
    listed = [one.name for one in drawn(0, 10_000, ["controller/venue/rules/standings/season.py"])]
    assert "controller/venue/rules/standings/season.py: key[0][0] -> key[0][1]" in listed


def test_the_same_seed_draws_the_same_and_no_mutant_that_is_listed() -> None:
    room = ["controller/sensing/copied_tags.py", "controller/sensing/reach.py"]
    first = [(one.file, one.place) for one in drawn(5, 20, room)]
    assert first == [(one.file, one.place) for one in drawn(5, 20, room)]
    assert first != [(one.file, one.place) for one in drawn(6, 20, room)]
    listed = {line.partition("  # ")[0] for line in SAME.read_text("utf-8").splitlines()}
    made = {mutated(file, place).name for file, place in places(room)}
    assert made & listed
    assert {one.name for one in drawn(0, 10_000, room)} == made - listed


def test_what_is_listed_as_the_same_program_is_there() -> None:
    """A line that has been rewritten since has to be thought about again."""
    listed: dict[str, set[str]] = {}
    for line in SAME.read_text("utf-8").splitlines():
        file, _, mutant = line.partition(": ")
        listed.setdefault(file, set()).add(mutant.partition(" -> ")[0])
    gone = []
    for file, was in listed.items():
        nodes = ast.walk(ast.parse((ROOT / file).read_text("utf-8")))
        # What has several lines is never listed, and takes long to be written.
        there = {ast.unparse(one) for one in nodes if not isinstance(one, BLOCKS)}
        gone += [f"{file}: {one}" for one in was - there]
    assert gone == []


@pytest.mark.parametrize("place", range(5))
def test_a_function_that_lives_gets_the_code_of_the_mutant(place: int) -> None:
    patched = Functions().patch(mutated(FILE, place))
    assert patched
    for function, code in patched:
        assert vars(reopening)[function.__qualname__].__code__ is function.__code__
        assert code != function.__code__
