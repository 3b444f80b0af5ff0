"""Progress: for people at a terminal, on stderr, and nowhere else."""

import io
import os
import pty
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress

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
        with subprocess.Popen(
            [sys.executable, "-c", BENCH], stdout=subprocess.PIPE, stderr=theirs, env=env
        ) as bench:
            os.close(theirs)
            seen = b"".join(_until_closed(ours)).decode()
            figures, _ = bench.communicate(timeout=120)
    finally:
        os.close(ours)
    assert msgspec.json.decode(figures)["hands"] == 40
    assert "hands" in seen
    assert "/40" in seen


def _until_closed(terminal: int) -> Iterator[bytes]:
    """Yield what a terminal receives until its last writer is gone."""
    with suppress(OSError):
        while piece := os.read(terminal, 4096):
            yield piece
