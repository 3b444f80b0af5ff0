"""Pull the plug while keys are pressed: each press is in the journal, once and in its order."""

import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from controller.contract.observations import Knocked
from controller.journal import Journal, JournalReader, verify
from tests.controller.run.test_crash import rows_in, spin
from tests.controller.run.test_drivers import Felt
from tests.mqtt import until

PRESSES = 700
KILLS = 14


@pytest.fixture
def felt(tmp_path: Path) -> Iterator[Felt]:
    felt = Felt(tmp_path)
    yield felt
    for cable in felt.cables.values():
        cable.close()


class KeySite:
    """A process that forks controllers."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.controller.run.key_site"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )

    def say(self, line: str) -> int:
        """Have a controller start, or wait for its end; give its pid, or its status."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(line + "\n")
        self._process.stdin.flush()
        return int(self._process.stdout.readline())

    def close(self) -> None:
        """End the process."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.close()
        self._process.stdout.close()
        self._process.wait(20)


def test_a_key_that_is_pressed_is_taken_once_whenever_the_plug_is_pulled(felt: Felt) -> None:
    felt.antennas = [(zone, "anne") for zone in ("hand.1", "hand.2", "board")]
    felt.plug("anne", presses=PRESSES)
    felt.config(anne="antennas")
    config, journal = felt.folder / "table.toml", felt.folder / "t.db"
    chance = random.Random(11)
    site = KeySite()
    try:
        for kill in range(KILLS):
            rows = rows_in(journal)
            target = rows + chance.randint(1, (PRESSES - rows) // (KILLS - kill))
            pid = site.say(f"go {config}")
            ends = time.monotonic() + 60
            while rows_in(journal) < target:
                assert time.monotonic() < ends, (kill, rows, target, rows_in(journal))
                spin(0.001)
            spin(chance.uniform(0, 0.004))
            os.kill(pid, signal.SIGKILL)
            assert site.say(f"wait {pid}") == -signal.SIGKILL
        pid = site.say(f"go {config}")
        until(lambda: len(pressed(journal)) >= PRESSES, 60)
        os.kill(pid, signal.SIGTERM)
        site.say(f"wait {pid}")
    finally:
        site.close()
    assert pressed(journal) == list(range(PRESSES))
    assert verify(journal).faults == ()
    with Journal(journal, house="ppc", house_hash="", table="t") as written:
        assert written.marks()["anne"].seq == (PRESSES - 1) % 256


def pressed(journal: Path) -> list[int]:
    """Return the numbers of the keys that are in the journal."""
    if not rows_in(journal):
        return []
    with JournalReader(journal) as reader:
        seen = [row.observation for row in reader.rows()]
    return [one.count for one in seen if isinstance(one, Knocked)]
