"""`tapis bench venue hall`: a small hall, and figures that show what goes wrong."""

import signal
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from controller.cli import app
from controller.contract.errors import ExitCode
from tests.mqtt import until
from tests.rig.chromium import NoBrowser, chromium
from tests.rig.hall.command import HallSize, measure_hall
from tests.rig.hall.figures import Compared, all_delays, compare, delays, share_of
from tests.rig.hall.soak import Memory
from tests.rig.hall.usage import family

SAID = [(1, 7, "hand.started"), (1, 90, "hand.ended"), (2, 7, "hand.started")]


def test_a_small_hall_loses_and_doubles_nothing() -> None:
    found = measure_hall(HallSize(tables=2, seconds=0.2, browsers=0, streams=2, lead=250, gaps=60))
    assert (found.lost, found.doubled, found.differ, found.faults, found.unseen) == (0, 0, 0, 0, 0)
    assert found.hands > 1
    assert found.gaps > 1
    assert found.core_rss_mb > 20
    assert found.web_rss_mb > 20


def test_whose_window_is_closed_leaves_no_server_behind() -> None:
    words = ["bench", "venue", "hall", "--tables", "2", "--browsers", "0", "--streams", "2"]
    bench = subprocess.Popen(
        [sys.executable, "-m", "controller.cli", *words],
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    try:
        # The bench itself, broker, core and tables.
        until(lambda: len(family(bench.pid)) >= 4, 60)
        started = family(bench.pid)
        bench.send_signal(signal.SIGHUP)
        assert bench.wait(30) == ExitCode.UNUSABLE
        until(lambda: not any(map(runs, started)), 10, f"the end of {started}")
    finally:
        bench.kill()
        bench.wait()


def runs(pid: int) -> bool:
    """Return whether a process is still running; a zombie is not."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return False
    return stat.rpartition(")")[2].split()[0] != "Z"


def test_what_is_missing_or_there_twice_is_counted() -> None:
    assert compare(SAID, SAID) == Compared(0, 0)
    assert compare(SAID, SAID[1:]) == Compared(1, 0)
    assert compare(SAID, [*SAID, SAID[1]]) == Compared(0, 1)
    assert compare(SAID, [*SAID[1:], SAID[1], (9, 9, "seat.left")]) == Compared(1, 2)


def test_a_thing_is_shown_with_the_first_picture_that_includes_it() -> None:
    said = [(4, 10.0), (6, 20.0), (9, 30.0)]
    assert delays(said, [(3, 5.0), (6, 26.0), (9, 31.0)]) == ([16.0, 6.0, 1.0], 0)
    assert delays(said, [(3, 5.0), (7, 26.0)]) == ([16.0, 6.0], 1)
    assert delays(said, []) == ([], 3)
    assert all_delays({1: said}, [(1, [(3, 0.0), (9, 40.0)]), (2, [(5, 0.0)])]) == (
        [30.0, 20.0, 10.0],
        0,
    )


def test_one_of_a_hundred_is_slower() -> None:
    assert share_of([2.0] * 99 + [50.0], 0.98) == 2.0
    assert share_of([2.0] * 99 + [50.0], 0.99) == 50.0
    assert share_of([], 0.99) == 0.0


def test_without_a_browser_it_is_said_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(NoBrowser, match=r"apt-get install chromium$"):
        chromium()
    said = CliRunner().invoke(app, ["bench", "venue", "hall", "--tables", "1"])
    assert said.exit_code == ExitCode.UNUSABLE
    assert "apt-get install chromium, or --browsers 0" in said.stderr


def test_memory_is_compared_at_its_fullest_and_not_with_what_has_just_been_started() -> None:
    """Of 40 s: the fullest from 10 s on, and in the last quarter."""
    seen = Memory()
    for at, core, pages in ((0, 99.0, 9.0), (10, 100.0, 14.0), (15, 90.0, 54.0), (35, 103.0, 54.0)):
        seen.note(at, {"core": core, "pages": pages})
    assert seen.growth(40) == (3.0, {"core": 103.0, "pages": 54.0}, {"core": 100.0, "pages": 54.0})
