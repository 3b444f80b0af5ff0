"""Progress: for people at a terminal, on stderr, and nowhere else."""

import io
import os
import pty
import subprocess
import sys

import msgspec
import pytest
from rich.console import Console

from tests.rig.progress import progress, wait

BENCH = "from controller.cli import app; app(['bench', 'differential', '--hands', '40', '--json'])"


def test_a_terminal_sees_how_far_it_is() -> None:
    out = io.StringIO()
    with progress("hands", 3, Console(file=out, force_terminal=True, width=80)) as advance:
        for _ in range(3):
            advance(1)
    assert "hands" in out.getvalue()
    assert "1/3" in out.getvalue()


def test_elsewhere_nothing_is_written() -> None:
    out = io.StringIO()
    with progress("hands", 3, Console(file=out)) as advance:
        advance(3)
    assert out.getvalue() == ""


def test_no_color_is_respected(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    out = io.StringIO()
    with progress("hands", 3, Console(file=out, force_terminal=True, width=80)) as advance:
        advance(1)
    assert "\x1b[3" not in out.getvalue()
    assert "\x1b[9" not in out.getvalue()


def test_a_wait_tells_of_all_its_seconds() -> None:
    told: list[float] = []
    wait(0.02, told.append)
    assert sum(told) == pytest.approx(0.02, abs=0.01)


def test_the_figures_of_a_bench_are_json_alone_while_a_terminal_sees_its_progress() -> None:
    ours, theirs = pty.openpty()
    env = {**os.environ, "TERM": "xterm", "COLUMNS": "80"}
    try:
        done = subprocess.run(
            [sys.executable, "-c", BENCH], stdout=subprocess.PIPE, stderr=theirs, check=False,
            env=env, timeout=120,
        )  # fmt: skip
        seen = os.read(ours, 65536).decode()
    finally:
        os.close(theirs)
        os.close(ours)
    assert msgspec.json.decode(done.stdout)["hands"] == 40
    assert "hands" in seen
    assert "/40" in seen
