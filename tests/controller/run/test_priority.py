"""A table runs in real time where the system lets it, and as everything else where not."""

import os
import subprocess
import sys

import pytest

ASK = """
import os
from controller.run.priority import come_first
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
