"""Tries mutants in a copy of the project, where tests start processes of their own."""

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from tests.mutants.faults import ROOT, Mutant
from tests.mutants.reached import Reached, importing_tests

LONGEST = 200
"""Seconds after which a run has failed: the mutant does not come to an end."""
MEANWHILE = 60.0
"""Seconds that the tests that run something of a mutant's module may take together."""
WAITING = {
    "controller/run": ("tests/controller/run",),
    "controller/journal": ("tests/controller/journal", "tests/controller/run"),
    "display/web": ("tests/display/web",),
    "firmware": ("tests/firmware",),
}
"""Rooms that are tested in other processes too, where nothing is seen of what a test runs."""
WORKERS = 3
"""How many processes run tests that mostly wait."""


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


def own_tests(mutant: Mutant) -> list[str]:
    """Return the files of tests that have the name of the module."""
    stem = Path(mutant.file).stem
    return [str(one.relative_to(ROOT)) for one in (ROOT / "tests").rglob(f"test_{stem}.py")]


def running_tests(mutant: Mutant, reached: Reached) -> list[str]:
    """Return tests that run anything of the module, the fastest first, as far as time allows.

    A test whose name has the project's folder in it has another name in the copy.
    """
    chosen, left = [], MEANWHILE
    for test in reached.tests(mutant.file):
        if str(ROOT) in test:
            continue
        left -= reached.seconds.get(test, 0.0)
        if left < 0:
            break
        chosen.append(test)
    return chosen[:1500]


def fails(copy: Path, tests: Sequence[str], workers: int) -> bool:
    """Run tests in the copy; return whether one fails, or does not come to an end."""
    run = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider"]
    run += ["-n", str(workers), *tests]
    env = {**os.environ, "PYTHONPATH": str(copy), "SDL_VIDEODRIVER": "dummy"}
    try:
        done = subprocess.run(run, cwd=copy, env=env, capture_output=True, timeout=LONGEST)
    except subprocess.TimeoutExpired:
        return True
    return done.returncode not in {0, 5}  # 5: there was no test


def killed(copy: Path, mutant: Mutant, reached: Reached, *, imported: bool) -> bool:
    """Return whether some test fails with a mutant in the copy.

    `imported`: its code runs while the module is imported, so tests of one process have not been
    tried with it. Otherwise only those of rooms that are tested in other processes are left.
    """
    waiting = next((WAITING[room] for room in WAITING if mutant.file.startswith(room + "/")), ())
    stages: list[tuple[Sequence[str], int]] = []
    if imported:
        stages += [(own_tests(mutant), 0), (running_tests(mutant, reached), 0)]
        stages.append((importing_tests(mutant.file), 0))
    elif waiting:
        stages.append((own_tests(mutant), WORKERS))
    stages.append((waiting, WORKERS))
    target = copy / mutant.file
    target.write_text(mutant.source, "utf-8")
    try:
        return any(fails(copy, tests, workers) for tests, workers in stages if tests)
    finally:
        shutil.copy2(ROOT / mutant.file, target)
