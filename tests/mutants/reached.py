"""Which test runs which line of the product, and how long each takes: asked of a whole run.

It is a plugin of pytest while it records (`record`), and read afterwards (`Reached`). It is kept
until the code changes. What another process runs (a server) is not seen.
"""

import hashlib
import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Generator, Iterable
from functools import cache
from pathlib import Path

import pytest
from coverage import Coverage, CoverageData

from tests.mutants.faults import ROOMS, ROOT

KEPT = ROOT / ".mutants"
"""Where the record stands: `reached` is coverage's own file, the other one has the seconds."""
SEEN = ("*.py", "*.scn", "*.vsn", "*.toml", ":!tests/mutants", ":!tests/rig")
TESTS = ("tests/controller", "tests/display", "tests/firmware", "tests/hardware", "tests/streams")


KEEN = ("tests/streams/", "tests/controller/play/test_scenarios.py")
KEENNESS = 10


class Recording:
    """Traces each test by itself; `pytest -p tests.mutants.reached` loads it."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}
        name = os.environ.get("PYTEST_XDIST_WORKER", "main")
        self.seconds_file = KEPT / f"seconds.{name}.json"
        self.coverage = Coverage(
            data_file=KEPT / f"reached.{name}", config_file=False,
            include=[str(ROOT / room / "*") for room in ROOMS],
        )  # fmt: skip
        self.coverage.set_option("run:relative_files", value=True)

    def pytest_sessionstart(self, session: pytest.Session) -> None:
        """Trace alone: for the report of the engine's coverage others turn tracing off and on."""
        session.config.pluginmanager.unregister(name="tracing")
        self.coverage.start()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        """Trace a test under its own name."""
        self.coverage.switch_context(item.nodeid)
        begun = time.monotonic()
        result = yield
        self.seconds[item.nodeid] = time.monotonic() - begun
        self.coverage.switch_context("")
        return result

    def pytest_sessionfinish(self) -> None:
        """Write what was recorded."""
        self.coverage.stop()
        if self.seconds:
            self.coverage.save()
            self.seconds_file.write_text(json.dumps(self.seconds), "utf-8")


def pytest_configure(config: pytest.Config) -> None:
    """Record, when pytest loads this file as a plugin."""
    config.pluginmanager.register(Recording(), "recording")


def state() -> dict[str, str]:
    """Return a digest of each file that a record depends on."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "-co", "--exclude-standard", "--", *SEEN],
        cwd=ROOT, capture_output=True, text=True, check=True,
    )  # fmt: skip
    names = [name for name in listed.stdout.split("\0") if name and (ROOT / name).is_file()]
    return {name: hashlib.sha256((ROOT / name).read_bytes()).hexdigest() for name in names}


def record() -> None:
    """Run the tests and keep what each runs: all, or those that alone have changed."""
    KEPT.mkdir(exist_ok=True)
    kept, now = KEPT / "state.json", state()
    before = json.loads(kept.read_text("utf-8")) if kept.exists() else {}
    changed = {name for name in now.keys() | before.keys() if now.get(name) != before.get(name)}
    if not changed:
        return
    tests = [name for name in changed if name in now and Path(name).name.startswith("test_")]
    if len(tests) < len(changed) or not before:
        tests = list(TESTS)
        for old in KEPT.iterdir():
            old.unlink()
    print("recording which test runs which line:", *tests, file=sys.stderr)
    run = [sys.executable, "-m", "pytest", "-q", "-n", str((os.cpu_count() or 1) + 2)]
    run += ["--dist", "worksteal", "-p", "tests.mutants.reached", "-p", "no:cacheprovider"]
    subprocess.run([*run, *tests], cwd=ROOT, stdout=sys.stderr, check=False)
    _merge()
    kept.write_text(json.dumps(now), "utf-8")


def _merge() -> None:
    """Add what the processes of a run have recorded to the record."""
    data = CoverageData(str(KEPT / "reached"))
    whole = KEPT / "seconds.json"
    seconds = json.loads(whole.read_text("utf-8")) if whole.exists() else {}
    if whole.exists():
        data.read()
    for part in sorted(KEPT.glob("reached.*")):
        one = CoverageData(str(part))
        one.read()
        data.update(one)
        part.unlink()
    for part in sorted(KEPT.glob("seconds.*.json")):
        seconds |= json.loads(part.read_text("utf-8"))
        part.unlink()
    data.write()
    whole.write_text(json.dumps(seconds), "utf-8")


class Reached:
    """The record: `seconds` has every test that was run, by its node id."""

    def __init__(self, kept: Path = KEPT) -> None:
        self.data = CoverageData(str(kept / "reached"))
        self.data.read()
        self.seconds: dict[str, float] = json.loads((kept / "seconds.json").read_text("utf-8"))
        self.by_line = cache(self._by_line)

    def _by_line(self, file: str) -> dict[int, list[str]]:
        return self.data.contexts_by_lineno(file)

    def tests(self, file: str, lines: Iterable[int] | None = None) -> list[str]:
        """Return the tests that run some of the lines of a file (`None`: any), the keenest first.

        The tests of the module itself come before all others: thousands of scenarios may run one
        of its lines, and take longer together than anybody waits. Among the rest, a test that
        compares all that is said or drawn notices more for its time than ten others, and so does a
        test whose file imports the module.
        """
        there = self.by_line(file)
        wanted = there if lines is None else lines
        found = {test for line in wanted for test in there.get(line, ()) if test}
        own, near = f"/test_{Path(file).stem}.py::", tuple(importing_tests(file))
        return sorted(
            found, key=lambda test: (own not in test, self._dullness(test, (*KEEN, *near)), test)
        )

    def _dullness(self, test: str, keen: tuple[str, ...]) -> float:
        return self.seconds.get(test, 0.0) / (KEENNESS if test.startswith(keen) else 1)


@cache
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
