"""A whole controller: started by systemd, commanded over MQTT, stopped, short of space."""

import asyncio
import json
import os
import resource
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from controller.config.model import TableConfig, load_config
from controller.contract.commands import StartHand
from controller.contract.observations import DeviceLost, FloorSaid
from controller.contract.public import Topics
from controller.journal import JournalReader, verify
from controller.play.sinks.servers import Mosquitto
from controller.run.loop import daemon
from controller.run.loop.daemon import LAST, NOTICED_WITHIN, STUCK_AFTER, Daemon
from controller.run.loop.table_time import TURN
from controller.run.messages import broker
from controller.run.upkeep.health import EVERY
from hardware.free_ports import free_port
from hardware.ports import DeviceStatus, Driver, Put
from tests.controller.evening import evening
from tests.mqtt import Subscriber, until

TOPICS = Topics("tapis/home/t1")
TOKEN = "a-secret-for-tests"


def write_config(folder: Path, port: int, players: str = "") -> Path:
    tokens = folder / "tokens"
    tokens.write_text(f"anne {TOKEN}\n")
    tokens.chmod(0o600)
    path = folder / "table.toml"
    path.write_text(
        f'name = "t1"\nhouse = "ppc"\nseats = 4\nhardware = "twin"\nlayout = "reference"\n'
        f'tokens = "tokens"\n[broker]\nport = {port}\n{players}'
    )
    return path


def no_drivers(*_: object) -> Sequence[Driver]:
    return ()


@contextmanager
def alive(config: TableConfig, drivers: Any = no_drivers) -> Iterator[Daemon]:
    """A daemon in a thread of this process."""
    daemon = Daemon(config, drivers)
    thread = threading.Thread(target=lambda: asyncio.run(daemon.run()))
    thread.start()
    try:
        assert daemon.ready.wait(30)
        yield daemon
    finally:
        daemon.stop()
        thread.join(20)
        assert not thread.is_alive()


@pytest.fixture
def mosquitto(tmp_path: Path) -> Iterator[Mosquitto]:
    with Mosquitto(tmp_path) as broker:
        yield broker


class Desk:
    """Somebody who gives commands over MQTT and waits for the answer."""

    def __init__(self, ear: Subscriber) -> None:
        self._ear = ear
        self._asked = 0

    def ask(self, command: str, token: str = TOKEN, **more: Any) -> dict[str, Any]:
        """Return the reply to a command; `more` are its data, and `id` and `if_seq`."""
        self._asked += 1
        request: dict[str, Any] = {"id": f"q{self._asked}", "by": "tests", "token": token}
        request |= {key: more.pop(key) for key in ("id", "if_seq") if key in more}
        heard = len(self._ear.heard)
        self._ear.say(TOPICS.command(command), {**request, "data": more})
        until(partial(self._ear.heard_reply, command, heard))
        reply: dict[str, Any] = self._ear.last(f"/reply/{command}")
        assert reply["id"] == request["id"]
        return reply


def test_an_evening_without_a_venue(tmp_path: Path, mosquitto: Mosquitto) -> None:
    config = load_config(write_config(tmp_path, mosquitto.port))
    with Subscriber(mosquitto.port) as ear, alive(config):
        until(lambda: ear.last("/state"))
        desk = Desk(ear)
        for seat, name in ((1, "Anne"), (3, "Bea")):
            assert desk.ask("sit-down", seat=seat, name=name, stack=5000)["ok"]
        assert desk.ask("set-level", small_blind=100, big_blind=200)["ok"]
        assert desk.ask("absent", seat=3)["ok"]
        assert desk.ask("back", seat=3)["ok"]
        assert desk.ask("rebuy", seat=1, amount=1000)["ok"]
        assert desk.ask("pause", reason="meal")["ok"]
        assert desk.ask("resume")["ok"]
        reply = desk.ask("start-hand")
        assert reply["ok"]
        until(lambda: ear.last("/state")["seq"] == reply["seq"])
        until(lambda: reply["seq"] in ear.distinct())
        state = ear.last("/state")
        assert state["hand"] == 1
        assert [seat.get("name") for seat in state["seats"]] == ["Anne", None, "Bea", None]
        assert state["level"]["big_blind"] == 200
        assert ear.distinct() == list(range(1, reply["seq"] + 1))
        told = [body for topic, body, _ in ear.heard if "/command/" not in topic]
        assert TOKEN not in json.dumps(told)


def test_a_command_that_is_not_done_says_why(tmp_path: Path, mosquitto: Mosquitto) -> None:
    config = load_config(write_config(tmp_path, mosquitto.port))
    with Subscriber(mosquitto.port) as ear, alive(config) as daemon:
        until(lambda: ear.last("/state"))
        desk = Desk(ear)
        assert desk.ask("sit-down", seat=1, name="Anne", stack=5000)["ok"]
        seq = daemon.runtime.seq
        for reply, reason, words in (
            (desk.ask("sit-down", seat=1, name="Bea", stack=1), "seat-taken", "already"),
            (desk.ask("sit-down", seat=9, name="Bea", stack=1), "no-such-seat", "no such seat"),
            (desk.ask("pause", token="guess"), "token", "token"),
            (desk.ask("pause", token=""), "token", "token"),
            (desk.ask("pawse"), "unknown-command", "pause"),
            (desk.ask("rebuy", seat=1), "bad-data", "amount"),
            (desk.ask("rebuy", seat=1, amount="lots"), "bad-data", "int"),
            (desk.ask("pause", if_seq=0), "moved-on", "event 2"),
        ):
            assert (reply["ok"], reply["reason"]) == (False, reason)
            assert words in reply["error"]
        assert daemon.runtime.seq == seq


def test_a_request_that_comes_twice_is_carried_out_once(
    tmp_path: Path, mosquitto: Mosquitto
) -> None:
    config = load_config(write_config(tmp_path, mosquitto.port))
    with Subscriber(mosquitto.port) as ear, alive(config) as daemon:
        until(lambda: ear.last("/state"))
        desk = Desk(ear)
        assert desk.ask("sit-down", seat=2, name="Anne", stack=5000)["ok"]
        first = desk.ask("rebuy", seat=2, amount=1000, id="same")
        assert desk.ask("rebuy", seat=2, amount=1000, id="same") == first
        assert daemon.runtime.table.seats[2].stack == 6000


def test_the_table_stands_still_while_the_disk_takes_nothing(
    tmp_path: Path, mosquitto: Mosquitto
) -> None:
    config = load_config(write_config(tmp_path, mosquitto.port))
    tonight = evening(1)
    with Subscriber(mosquitto.port) as ear, alive(config) as daemon:
        until(lambda: ear.last("/health"))
        other = sqlite3.connect(config.journal, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        for observation in tonight.observations[:30]:
            daemon.put(observation)
        until(lambda: ear.last("/health").get("journal") == "held")
        heard = ear.distinct()
        reply = Desk(ear).ask("pause")
        assert (reply["ok"], reply["reason"]) == (False, "standing-still")
        assert ear.distinct() == heard
        other.execute("ROLLBACK")
        other.close()
        until(lambda: "journal" not in ear.last("/health"))
        for observation in tonight.observations[30:]:
            daemon.put(observation)
        until(lambda: tuple(seat.stack for seat in daemon.runtime.table.seats) == tonight.stacks)
        until(lambda: ear.distinct() == list(range(1, daemon.runtime.seq + 1)))
    assert verify(Path(config.journal)).faults == ()


def test_a_bug_at_one_observation_does_not_end_the_evening(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    config = load_config(write_config(tmp_path, free_port()))
    tonight = evening(1)
    with alive(config) as daemon:
        daemon.put("Kh lies in hand.3")  # type: ignore[arg-type]
        for observation in tonight.observations:
            daemon.put(observation)
        until(lambda: tuple(seat.stack for seat in daemon.runtime.table.seats) == tonight.stacks)
    assert "the engine failed" in caplog.text
    assert "Kh" not in caplog.text


class Asleep:
    """A driver that reports a lost device, and then gets no further."""

    def start(self, put: Put) -> None:
        """Report once."""
        put(DeviceLost(0, "node-2", "board"))

    def stop(self) -> None:
        """Do nothing."""

    def alive(self) -> bool:
        """Announce that it sleeps."""
        return False


def test_the_watchdog_is_fed_only_while_the_drivers_get_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    config = load_config(write_config(tmp_path, free_port()))
    with systemd(tmp_path) as heard:
        monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))
        monkeypatch.setenv("WATCHDOG_USEC", "100000")
        with alive(config):
            until(lambda: "WATCHDOG=1" in heard)
        until(lambda: "STOPPING=1" in heard)
        heard.clear()
        with alive(config, lambda *_: (Asleep(),)):
            until(lambda: caplog.text.count("no progress: Asleep") > 3)
        assert "WATCHDOG=1" not in heard
        until(lambda: any(message.startswith("READY=1") for message in heard))


class Ailing:
    """A driver whose device is connected, and may have a problem."""

    problem = ""

    def start(self, put: Put) -> None:
        """Do nothing."""

    def stop(self) -> None:
        """Do nothing."""

    def statuses(self) -> tuple[DeviceStatus, ...]:
        """Return the device with its problem."""
        return (DeviceStatus("west", "/dev/null", True, self.problem),)


def test_a_problem_is_told_when_it_comes_and_when_it_goes(tmp_path: Path) -> None:
    driver = Ailing()
    daemon = Daemon(load_config(write_config(tmp_path, free_port())), lambda *_: (driver,))
    assert daemon.broker is not None
    told = []
    for problem in ("", "", "no field", "no field", "no field", "", ""):
        driver.problem = problem
        daemon._tell_problems()
        told.append(daemon.broker._health)
    daemon.journal.close()
    stays = [one is before for before, one in pairwise(told)]
    assert stays == [True, False, True, True, False, True]
    shown = [one and one.devices[0].problem for one in told]
    assert shown == [None, None, *["no field"] * 3, "", ""]


@pytest.fixture
def now(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The time of the loop and of the broker (s), which stands still until it is set."""
    now = [time.monotonic() + 100.0]
    for module in (daemon, broker):
        monkeypatch.setattr(module, "time", SimpleNamespace(monotonic=lambda: now[0]))
    return now


def test_a_problem_the_level_clock_and_health_have_their_turn_when_they_are_due(
    tmp_path: Path, now: list[float]
) -> None:
    levels = "".join(
        f"[[levels]]\nsmall_blind = {blind}\nbig_blind = {2 * blind}\n" for blind in (50, 100)
    )
    players = "".join(
        f'[[players]]\nseat = {seat}\nname = "P{seat}"\nstack = 5000\n' for seat in (1, 2)
    )
    config = load_config(write_config(tmp_path, free_port(), players + levels))
    began, driver = now[0], Ailing()
    with alive(config, lambda *_: (driver,)) as running:
        table, told = running.runtime, running.broker
        assert told is not None

        def turn(seconds: float) -> None:
            now[0] = began + seconds
            running._inbox.ring()

        running.put(FloorSaid(0, "floor", msgspec.json.encode(StartHand()).decode()))
        until(lambda: table.table.hand.number == 1)
        assert table.table.level_clock is None
        before = told._health
        driver.problem = "no field"
        turn(NOTICED_WITHIN)
        until(lambda: told._health is not before)
        turn(TURN)
        until(lambda: table.table.level_clock is not None)
        before = told._health
        turn(EVERY / 1000)
        until(lambda: told._health is not before)


def test_what_waits_at_the_end_is_taken_for_a_second(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, now: list[float]
) -> None:
    table = Daemon(load_config(write_config(tmp_path, free_port())), no_drivers)
    for passed, taken in ((LAST - 0.25, True), (LAST, False)):
        table.put(DeviceLost(0, "node-2", "board"))
        times = iter((now[0], now[0] + passed))
        clock = SimpleNamespace(monotonic=partial(next, times))
        monkeypatch.setattr(daemon, "time", clock)
        table._take_the_rest()
        assert table._inbox.empty == taken
    table.journal.close()


def test_what_makes_no_progress_is_stuck_after_its_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, now: list[float]
) -> None:
    monkeypatch.setenv("WATCHDOG_USEC", "30000000")
    table = Daemon(load_config(write_config(tmp_path, free_port())), no_drivers)
    began, found = now[0], list[list[str]]()
    for now[0] in (began + 10, began + 10.25, began + STUCK_AFTER, began + STUCK_AFTER + 0.25):
        found.append(list(table._stuck()))
    table.journal.close()
    assert found == [[], ["table"], ["table"], ["broker", "table"]]


@contextmanager
def systemd(folder: Path) -> Iterator[list[str]]:
    """What a service says to systemd, as it comes."""
    heard: list[str] = []
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as end:
        end.bind(str(folder / "notify"))
        closing = threading.Event()

        def listen() -> None:
            while not closing.is_set():
                heard.append(end.recv(4096).decode())

        thread = threading.Thread(target=listen, daemon=True)
        thread.start()
        yield heard
        closing.set()
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as last:
            last.sendto(b"", str(folder / "notify"))
        thread.join(5)


RUN = "import sys; from controller.cli import app; app(['run', *sys.argv[1:]])"


@contextmanager
def tapis_run(folder: Path, config: Path) -> "Iterator[subprocess.Popen[str]]":
    """`tapis run` as systemd starts it, its log going to journald."""
    reading, writing = os.pipe()
    about = os.fstat(writing)
    environment = {
        **os.environ,
        "NOTIFY_SOCKET": str(folder / "notify"),
        "WATCHDOG_USEC": "1000000",
        "JOURNAL_STREAM": f"{about.st_dev}:{about.st_ino}",
    }
    environment.pop("WATCHDOG_PID", None)
    process = subprocess.Popen(
        [sys.executable, "-c", RUN, "--config", str(config)],
        env=environment,
        stderr=writing,
        text=True,
    )
    os.close(writing)
    process.stderr = os.fdopen(reading)
    try:
        yield process
    finally:
        process.kill()
        process.wait(30)
        process.stderr.close()


def test_from_ready_to_a_clean_stop(tmp_path: Path, mosquitto: Mosquitto) -> None:
    config = write_config(
        tmp_path, mosquitto.port, '[[players]]\nseat = 2\nname = "Anne"\nstack = 5000\n'
    )
    with (
        systemd(tmp_path) as heard,
        Subscriber(mosquitto.port) as ear,
        tapis_run(tmp_path, config) as process,
    ):
        until(lambda: any(message.startswith("READY=1") for message in heard), 30)
        until(lambda: "WATCHDOG=1" in heard)
        until(lambda: (ear.last("/state") or {}).get("seq") == 2)
        assert ear.last("/status")["status"] == "online"
        until(lambda: ear.distinct() == [1, 2])
        assert [event["type"] for event in ear.events()] == ["level.changed", "seat.taken"]
        until(lambda: any(zone["scans"] > 5 for zone in ear.last("/health").get("zones", ())), 30)
        second = subprocess.run(
            [sys.executable, "-c", RUN, "--config", str(config)],
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        assert second.returncode == 2
        assert f"another controller is already using this journal (process {process.pid})" in (
            second.stderr
        )
        assert "Traceback" not in second.stderr
        process.send_signal(signal.SIGTERM)
        assert process.wait(20) == 0
        until(lambda: ear.last("/status")["status"] == "offline")
        until(lambda: "STOPPING=1" in heard)
        assert process.stderr is not None
        lines = process.stderr.read().splitlines()
        assert lines
        assert all(line.startswith("<") and line[2] == ">" for line in lines)


def test_a_full_disk_and_a_kill(tmp_path: Path, mosquitto: Mosquitto) -> None:
    """The kernel refuses to let the journal grow; then it may again; then the plug is pulled."""
    config = write_config(tmp_path, mosquitto.port)
    with systemd(tmp_path) as heard, Subscriber(mosquitto.port) as ear:
        desk = Desk(ear)
        with tapis_run(tmp_path, config) as process:
            until(lambda: any(message.startswith("READY=1") for message in heard), 30)
            assert desk.ask("sit-down", seat=1, name="Anne", stack=5000)["ok"]
            _, hard = resource.prlimit(process.pid, resource.RLIMIT_FSIZE)
            resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (4096, hard))
            reply = desk.ask("sit-down", seat=2, name="Bea", stack=5000)
            assert reply["reason"] == "standing-still"
            assert "t1.db: nothing can be written to the disk" in reply["error"]
            until(lambda: ear.last("/health").get("journal") in {"disk-full", "failing"})
            resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (hard, hard))
            until(lambda: "journal" not in ear.last("/health"))
            assert desk.ask("sit-down", seat=3, name="Cleo", stack=5000)["ok"]
            process.kill()
            process.wait(30)
        until(lambda: ear.last("/status")["status"] == "offline")
        with JournalReader(tmp_path / "t1.db") as reader:
            seats = [e.data["seat"] for e in reader.events() if e.type == "seat.taken"]
        assert seats == [1, 3]
