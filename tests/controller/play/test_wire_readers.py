"""Depth wire with PC/SC readers: a real pcscd reads the board's places and the badges.

One scenario; `make hil` plays all that happens on the board, and a recorded hand.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

SCENARIOS = Path(__file__).parents[2] / "scenarios"
TAPIS = [sys.executable, "-c", "from controller.cli import app; app()"]


def run(*command: str) -> str:
    # A pcscd of the process that tests is none of the table's.
    env = {name: value for name, value in os.environ.items() if name != "PCSCLITE_CSOCK_NAME"}
    done = subprocess.run(
        command, env=env, capture_output=True, text=True, timeout=300, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_a_scenario_holds_pcscd_is_restarted_in_its_hand_and_badges_are_read() -> None:
    found = json.loads(run(sys.executable, "-m", "tests.controller.play.readers_site"))
    assert found["failures"] == found["blind"] == []
    assert found["irregular"] == ["board.no-burn"]
    assert found["streets"] == ["flop", "turn"]
    assert "reader-board.1" in found["lost"]


def test_another_word_for_the_readers_is_refused() -> None:
    command = [*TAPIS, "play", "--depth", "wire", "--readers", "some", str(SCENARIOS)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 2
    assert "one of none, floor, all" in done.stderr
