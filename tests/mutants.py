"""`make mutants SEED=N COUNT=300`: small faults in the code, one by one; some test has to fail.

A mutant turns a comparison round, makes `and` an `or`, takes a `not` away, or counts one more.
Tests run in a copy of the project: those of the module, the streams of the room, all tests of the
room, then each test file that imports the module. A mutant that no test fails for has survived.
Those that are the same program stand in `mutants_same.txt` beside this file, each with its reason.
"""

import argparse
import ast
import os
import random
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path
from queue import SimpleQueue
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
SAME = Path(__file__).with_name("mutants_same.txt")
ROOMS = {
    "controller/table": (
        "tests/controller/play/test_scenarios.py -k at_the_engine",
        "tests/controller/table",
        "tests/controller/play/test_scenarios.py -k over_antennas",
    ),
    "controller/sensing": (
        "tests/controller/play/test_scenarios.py -k over_antennas",
        "tests/controller/sensing",
    ),
    "controller/run": ("tests/controller/run",),
    "controller/journal": ("tests/controller/journal",),
    "controller/venue/rules": ("tests/streams -k room:", "tests/controller/venue"),
    "display/web": ("tests/streams -k pages:", "tests/display/web"),
    "display/felt": ("tests/streams -k 'felt: or shown: or colours:'", "tests/display/felt"),
    "display/words": (
        "tests/streams -k words:",
        "tests/controller/play/test_scenarios.py -k at_the_engine",
        "tests/display/words",
    ),
    "firmware": ("tests/firmware",),
}
"""A room, and what is run for it after the tests of the module itself."""
TURNED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq, ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In,
}  # fmt: skip
LONGEST = 300
"""Seconds after which a run has failed: the mutant does not come to an end."""
WAITING = ("tests/controller/run", "tests/display/web", "tests/firmware")
WORKERS = "3"
"""Rooms whose tests often wait for other processes, and how many processes run these tests."""


class Mutant(NamedTuple):
    """One fault: the file, the line, what it was and what it is; `source` is the whole module."""

    file: str
    line: int
    was: str
    now: str
    source: str

    @property
    def name(self) -> str:
        """How it is listed: without its line, which moves."""
        return f"{self.file}: {self.was} -> {self.now}"


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


def mutated(file: str, place: int) -> Mutant:
    """Return the mutant at one of the sites of a module."""
    tree = ast.parse((ROOT / file).read_text("utf-8"))
    node = list(sites(tree))[place]
    line, was = getattr(node, "lineno", 0), ast.unparse(node)
    if isinstance(node, ast.Compare):
        node.ops[0] = TURNED[type(node.ops[0])]()
    elif isinstance(node, ast.BoolOp):
        node.op = ast.Or() if isinstance(node.op, ast.And) else ast.And()
    elif isinstance(node, ast.UnaryOp):
        node.op, node.operand = ast.Not(), ast.UnaryOp(ast.Not(), node.operand)
    elif isinstance(node, ast.Constant):
        node.value = int(str(node.value)) + 1
    ast.fix_missing_locations(tree)
    return Mutant(file, line, was, ast.unparse(node), ast.unparse(tree))


def drawn(seed: int, count: int, rooms: Sequence[str]) -> list[Mutant]:
    """Return mutants by chance, as many of each room as it has sites."""
    places = [
        (str(path.relative_to(ROOT)), place)
        for room in rooms
        for path in sorted((ROOT / room).rglob("*.py"))
        if path.name != "__init__.py"
        for place in range(sum(1 for _ in sites(ast.parse(path.read_text("utf-8")))))
    ]
    chosen = random.Random(seed).sample(places, min(count, len(places)))
    return [mutated(file, place) for file, place in chosen]


def copied(to: Path) -> None:
    """Copy the project; what is installed in it is linked."""
    there = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    for name in filter(None, there.stdout.split("\0")):
        if (ROOT / name).is_file():
            (to / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, to / name)
    for installed in (".venv", "node_modules"):
        (to / installed).symlink_to(ROOT / installed)


def own_tests(file: str) -> list[str]:
    """Return the files of tests that have the name of a module."""
    stem = Path(file).stem
    return [str(one.relative_to(ROOT)) for one in (ROOT / "tests").rglob(f"test_{stem}.py")]


def importing_tests(file: str) -> list[str]:
    """Return the files of tests, wherever they stand, that import a module by its name."""
    package, _, stem = file.removesuffix(".py").replace("/", ".").rpartition(".")
    named = re.compile(
        rf"^\s*(import {re.escape(package)}\.{stem}\b|from {re.escape(package)}\.{stem} import"
        rf"|from {re.escape(package)} import .*\b{stem}\b)",
        re.MULTILINE,
    )
    files = sorted((ROOT / "tests").rglob("test_*.py"))
    return [str(one.relative_to(ROOT)) for one in files if named.search(one.read_text("utf-8"))]


def fails(copy: Path, tests: Sequence[str]) -> bool:
    """Run tests in the copy; return whether one fails, or does not come to an end."""
    workers = WORKERS if tests[0] in WAITING else "0"
    run = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", "-n", workers]
    run += tests
    env = {**os.environ, "PYTHONPATH": str(copy), "SDL_VIDEODRIVER": "dummy"}
    try:
        done = subprocess.run(run, cwd=copy, env=env, capture_output=True, timeout=LONGEST)
    except subprocess.TimeoutExpired:
        return True
    return done.returncode not in {0, 5}  # 5: there was no test


def killed(copy: Path, mutant: Mutant) -> bool:
    """Return whether some test fails with a mutant."""
    room = next(room for room in ROOMS if mutant.file.startswith(room + "/"))
    target = copy / mutant.file
    target.write_text(mutant.source, "utf-8")
    try:
        own = own_tests(mutant.file)
        stages = [own, *(shlex.split(one) for one in ROOMS[room])]
        inside = tuple(one + "/" for one in ROOMS[room])
        stages.append([one for one in importing_tests(mutant.file) if not one.startswith(inside)])
        return any(fails(copy, stage) for stage in stages if stage)
    finally:
        shutil.copy2(ROOT / mutant.file, target)


def main() -> int:
    """Try mutants and say which survive. Status 1: fewer than 93% of the others were killed."""
    asked = argparse.ArgumentParser()
    asked.add_argument("--seed", type=int, default=0)
    asked.add_argument("--count", type=int, default=300)
    asked.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    asked.add_argument("--room", choices=list(ROOMS), action="append")
    given = asked.parse_args()
    lines = SAME.read_text("utf-8").splitlines() if SAME.exists() else []
    same = {line.partition("  # ")[0] for line in lines}
    tried = [
        mutant
        for mutant in drawn(given.seed, given.count, given.room or list(ROOMS))
        if mutant.name not in same
    ]
    dead = left = 0
    with tempfile.TemporaryDirectory(prefix="mutants-") as folder:
        copies: SimpleQueue[Path] = SimpleQueue()
        for number in range(given.jobs):
            copied(Path(folder, str(number)))
            copies.put(Path(folder, str(number)))

        def tested(mutant: Mutant) -> tuple[Mutant, bool]:
            copy = copies.get()
            try:
                return mutant, killed(copy, mutant)
            finally:
                copies.put(copy)

        with ThreadPoolExecutor(given.jobs) as pool:
            for done in as_completed([pool.submit(tested, mutant) for mutant in tried]):
                mutant, noticed = done.result()
                dead += noticed
                left += not noticed
                if not noticed:
                    print(f"survived: {mutant.file}:{mutant.line}: {mutant.was} -> {mutant.now}")
                    sys.stdout.flush()
                print(f"{dead + left} of {len(tried)} tried", file=sys.stderr)
    share = 100 * dead / max(dead + left, 1)
    print(f"seed {given.seed}: {dead} of {dead + left} killed, {share:.1f}%")
    return int(share < 93)


if __name__ == "__main__":
    sys.exit(main())
