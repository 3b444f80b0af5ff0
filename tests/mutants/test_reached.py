"""Which tests try a fault first, and when one that fails counts."""

import json
import os
import subprocess
import sys
from pathlib import Path

from coverage import CoverageData

from tests.mutants.faults import ROOT, mutated
from tests.mutants.in_copies import running_tests
from tests.mutants.reached import Reached, importing_tests

FILE = "controller/table/chips_in_front/making_change.py"
OWN = "tests/controller/table/chips_in_front/test_making_change.py::test_too_much"
STREAM = "tests/streams/test_streams.py::test_engine"
OTHER = "tests/controller/run/test_daemon.py::test_a_hand"


def record(folder: Path, seconds: dict[str, float], file: str = FILE) -> Reached:
    """Keep a record in which each of these tests runs line 66, and one more runs line 1 alone."""
    data = CoverageData(str(folder / "reached"))
    for test in seconds:
        data.set_context(test)
        data.add_lines({file: [66]})
    data.set_context("tests/test_else.py::test_nothing")
    data.add_lines({file: [1]})
    data.write()
    (folder / "seconds.json").write_text(json.dumps(seconds), "utf-8")
    return Reached(folder)


def test_the_tests_of_the_module_come_before_thousands_of_faster_ones(tmp_path: Path) -> None:
    """A stream notices ten times as much in its time as another test, and comes second."""
    found = record(tmp_path, {OTHER: 0.2, STREAM: 1.9, OWN: 5.0})
    assert found.tests(FILE, [66]) == [OWN, STREAM, OTHER]
    assert len(found.tests(FILE)) == 4


def test_a_test_that_the_copy_does_not_have_is_not_run_there(tmp_path: Path) -> None:
    """Pytest runs nothing if one name is unknown, which would count as noticed."""
    here = f"tests/test_else.py::test_of[{ROOT}/house.toml]"
    found = record(tmp_path, {OTHER: 0.2, here: 0.1})
    assert found.tests(FILE, [66]) == [here, OTHER]
    assert running_tests(mutated(FILE, 0), found) == ["tests/test_else.py::test_nothing", OTHER]


def test_a_test_that_imports_the_module_counts_as_a_stream_does(tmp_path: Path) -> None:
    module = "controller/run/loop/pending.py"
    near = "tests/controller/run/test_together.py"
    assert near in importing_tests(module)
    found = record(tmp_path, {OTHER: 0.2, f"{near}::test_a_backlog": 1.9, STREAM: 2.1}, module)
    assert found.tests(module, [66]) == [f"{near}::test_a_backlog", OTHER, STREAM]


FOUR = """
import os
from pathlib import Path

BROKEN = os.environ.get

def test_notices_nothing():
    Path("ran").open("a").write(".")

def test_fails_anyway():
    assert False

def test_fails_once():
    if BROKEN("BROKEN") and not Path("failed").exists():
        Path("failed").touch()
        assert False

def test_notices():
    assert not BROKEN("BROKEN")
"""

LOOP = """
import os, sys
from types import SimpleNamespace

import pytest

from tests.mutants.in_forks import Trying

def broken():
    os.environ["BROKEN"] = "1"
    return True

class Loop(Trying):
    def __init__(self):
        self.reached = SimpleNamespace(seconds={})

    def pytest_runtestloop(self, session):
        print("found:", self.tried(broken, session.items))
        return True

sys.exit(pytest.main(["-q", "-s", "-p", "no:cacheprovider", *sys.argv[1:]], plugins=[Loop()]))
"""


def test_a_fault_is_noticed_by_a_test_that_fails_with_it_twice_and_not_without(
    tmp_path: Path,
) -> None:
    """One fails anyway, and one once, as under load; what stands before them is not tried again."""
    (tmp_path / "test_four.py").write_text(FOUR, "utf-8")
    (tmp_path / "conftest.py").touch()

    def found(*args: str) -> str:
        (tmp_path / "failed").unlink(missing_ok=True)
        run = [sys.executable, "-c", LOOP, "--rootdir", str(tmp_path), "test_four.py", *args]
        env = {**os.environ, "PYTHONPATH": str(ROOT)}
        done = subprocess.run(
            run, cwd=tmp_path, env=env, capture_output=True, text=True, check=True
        )
        return next(one for one in done.stdout.splitlines() if one.startswith("found:"))

    assert found().endswith("killed by test_four.py::test_notices")
    assert (tmp_path / "ran").read_text("utf-8") == "."
    assert found("--deselect", "test_four.py::test_notices") == "found: "
