"""A table runs in real time where the system lets it, and as everything else where not."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from controller.cli import app
from tests.mqtt import until

ASK = """
import os
from controller.run.upkeep.priority import come_first
print(come_first(), os.sched_getscheduler(0) == os.SCHED_RR)
"""
UNPRIVILEGED = ("setpriv", "--bounding-set", "-sys_nice", "--inh-caps", "-sys_nice")


def run(*command: str) -> "subprocess.CompletedProcess[str]":
    """Run a command to its end."""
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)


@pytest.mark.parametrize("as_who", [(), UNPRIVILEGED if os.geteuid() == 0 else ()])
def test_a_table_comes_first_where_the_system_lets_it(as_who: tuple[str, ...]) -> None:
    may = run(*as_who, "chrt", "--rr", "1", "true").returncode == 0
    told = run(*as_who, sys.executable, "-c", ASK)
    assert told.stdout.split() == [str(may), str(may)], told.stderr


CONFIG = 'name = "1"\nseats = 2\nhardware = "twin"\nlayout = "reference"\n[broker]\nport = 1\n'


def test_the_table_s_process_does(tmp_path: Path) -> None:
    (tmp_path / "table.toml").write_text(CONFIG, "utf-8")
    may = run("chrt", "--rr", "1", "true").returncode == 0
    wanted = os.SCHED_RR if may else os.SCHED_OTHER
    command = [sys.executable, "-m", "controller.cli", "run"]
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[3])}
    with subprocess.Popen(command, cwd=tmp_path, env=environment) as table:
        try:
            until(
                lambda: (tmp_path / "1.db").exists() and os.sched_getscheduler(table.pid) == wanted,
                what="the table runs as it may",
            )
        finally:
            table.kill()


def test_one_that_can_t_begin_takes_nothing(tmp_path: Path) -> None:
    config = tmp_path / "table.toml"
    config.write_text(CONFIG.replace("[broker]", 'recording = "none"\n[broker]'), "utf-8")
    assert CliRunner().invoke(app, ["run", "--config", str(config)]).exit_code == 2
    assert os.sched_getscheduler(0) == os.SCHED_OTHER
