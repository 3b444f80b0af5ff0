"""Pull the plug at any instant: the table goes on where it was, and nobody misses an event."""

import os
import random
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from controller.houses.loader import load_house
from controller.journal import JournalReader, verify
from controller.play.sinks.servers import Mosquitto
from controller.run.loop.replay import replay
from tests.controller.evening import Evening, evening
from tests.mqtt import Subscriber, until

KILLS = 50
HANDS = 20
SPARE = 100
"""So many observations are left to be made when a controller is to be killed."""


class CrashSite:
    """A process that forks controllers, and the config and observations that they get."""

    def __init__(self, folder: Path, port: int, tonight: Evening) -> None:
        self.folder = folder
        self._port = port
        self._observations = folder / "observations.json"
        self._observations.write_bytes(msgspec.json.encode(tonight.observations))
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.controller.run.crash_site"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def config(self, name: str) -> Path:
        """Write a table's config."""
        path = self.folder / f"{name}.toml"
        path.write_text(
            f'name = "{name}"\nhouse = "ppc"\nseats = 4\nhardware = "twin"\n'
            f'layout = "reference"\n[broker]\nport = {self._port}\n'
        )
        return path

    def start(self, config: Path, *, stays: bool = False) -> int:
        """Start a controller; give its pid. One that stays doesn't end by itself."""
        word = "stay" if stays else "go"
        return int(self._say(f"{word} {config} {self._observations}"))

    def end(self, pid: int) -> int:
        """Wait for a controller's end; give its exit status (negative: the signal)."""
        return int(self._say(f"wait {pid}"))

    def close(self) -> None:
        """End the process."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait(20)

    def _say(self, line: str) -> str:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(line + "\n")
        self._process.stdin.flush()
        return self._process.stdout.readline()


@pytest.fixture
def mosquitto(tmp_path: Path) -> Iterator[Mosquitto]:
    with Mosquitto(tmp_path) as broker:
        yield broker


def rows_in(journal: Path) -> int:
    """Return how many rows are on disk, before there is a journal too."""
    if not journal.exists():
        return 0
    try:
        with JournalReader(journal) as reader:
            return reader.last_row
    except Exception:  # noqa: BLE001  its tables are being made right now
        return 0


def spin(seconds: float) -> None:
    """Let less than a commit's time pass, so that kills fall within transactions too."""
    ends = time.perf_counter() + seconds
    while time.perf_counter() < ends:
        pass


def test_kill_at_random_instants(tmp_path: Path, mosquitto: Mosquitto) -> None:
    tonight = evening(HANDS, seed=9)
    chance = random.Random(4)
    site = CrashSite(tmp_path, mosquitto.port, tonight)
    config, journal = site.config("t"), tmp_path / "t.db"
    pause = threading.Event()
    with Subscriber(mosquitto.port, "tapis/home/t/#") as ear:
        for kill in range(KILLS):
            rows = rows_in(journal)
            left = len(tonight.observations) - SPARE - rows
            target = rows + chance.randint(0, max(0, min(left, 2 * left // (KILLS - kill))))
            pid = site.start(config, stays=True)
            ends = time.monotonic() + 60
            while rows_in(journal) < target:
                assert time.monotonic() < ends, (kill, rows, target, rows_in(journal))
                pause.wait(0.001)
            # At an opening, anywhere in it; later, anywhere in two or three transactions.
            spin(chance.uniform(0, 0.003 if target > rows else 0.08))
            os.kill(pid, signal.SIGKILL)
            assert site.end(pid) == -signal.SIGKILL
        assert site.end(site.start(config)) == 0
        assert site.end(site.start(site.config("u"))) == 0
        with JournalReader(journal) as reader, JournalReader(tmp_path / "u.db") as unbroken:
            events = list(reader.events(0, 100_000))
            expected = list(unbroken.events(0, 100_000))
            starts = len(reader.eras())
        until(lambda: len(ear.distinct()) == len(events))
        until(lambda: ear.last("/status")["status"] == "offline")
        heard = {body["seq"]: body for body in ear.events()}
        state = ear.last("/state")
    site.close()
    assert [event.seq for event in events] == list(range(1, len(expected) + 1))
    assert [(event.type, event.data, event.hand) for event in events] == [
        (event.type, event.data, event.hand) for event in expected
    ]
    assert tuple(seat["stack"] for seat in state["seats"]) == tonight.stacks[1:]
    assert ear.distinct() == [event.seq for event in events]
    assert [heard[event.seq] for event in events] == msgspec.to_builtins(events)
    assert all(body == heard[body["seq"]] for body in ear.events())
    assert verify(journal).faults == ()
    found = replay(journal, load_house("ppc"))
    assert (found.difference, found.refused, found.events) == (None, (), len(events))
    assert starts > KILLS * 3 // 4
