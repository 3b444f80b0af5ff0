"""A room of real processes for benches: broker, tables, core, and a client at the desk."""

import json
import os
import secrets
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from paho.mqtt.client import Client, MQTTMessage
from paho.mqtt.enums import CallbackAPIVersion, MQTTProtocolVersion

from controller.contract.errors import TapisError
from controller.play.sinks.servers import Mosquitto

ROOT = "tapis/bench"
PASSWORD = "long enough"
WITHIN = 60.0

TABLE = """
name = "{name}"
venue = "bench"
house = "redcactus"
seats = 8
chips = "keyed"
hardware = "twin"
layout = "reference"
noise = "clean"
denominations = [50, 100, 200, 500, 1000]
tokens = "tokens"
[broker]
port = {port}
[display]
present = false
"""
VENUE = """
name = "bench"
token_file = "token"
[broker]
port = {port}
"""


class RoomFailed(TapisError):
    """A room that did not reach the expected state within a minute."""


def wait_for(condition: Callable[[], object], what: str, seconds: float = WITHIN) -> None:
    """Wait until a condition holds. Raises `RoomFailed`."""
    ends = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > ends:
            raise RoomFailed(f"not within {seconds:.0f} s: {what}")
        time.sleep(0.01)


class DeskLine:
    """A connection to the desk's socket; it reconnects and signs in again if it breaks."""

    def __init__(self, path: Path, name: str = "") -> None:
        """Prepare to send requests as `name`, or without signing in."""
        self._path = path
        self._name = name
        self._file: Any = None
        self._session = ""
        self._n = 0

    def request(self, what: str, kind: str, **fields: Any) -> dict[str, Any]:
        """Send a request once; raises `OSError` or `ValueError` if the core goes away meanwhile."""
        if self._file is None:
            line = socket.socket(socket.AF_UNIX)
            line.settimeout(WITHIN)
            line.connect(str(self._path))
            self._file = line.makefile("rwb")
            line.close()
            if self._name and not self._session:
                told = self._ask("do", "sign-in", name=self._name, password=PASSWORD)
                self._session = told["data"]["session"]
        try:
            return self._ask(what, kind, **fields)
        except (OSError, ValueError):
            self.close()
            raise

    def _ask(self, what: str, kind: str, **fields: Any) -> dict[str, Any]:
        self._n += 1
        asked = {"id": str(self._n), "session": self._session, what: {"type": kind, **fields}}
        self._file.write(json.dumps(asked).encode() + b"\n")
        self._file.flush()
        answer: dict[str, Any] = json.loads(self._file.readline())
        return answer

    def sure(self, what: str, kind: str, **fields: Any) -> Any:
        """Repeat a request until it is answered; return the data. Raises `RoomFailed` for a no."""
        ends = time.monotonic() + WITHIN
        while True:
            try:
                answer = self.request(what, kind, **fields)
                break
            except (OSError, ValueError):
                if time.monotonic() > ends:
                    raise
                time.sleep(0.02)
        if not answer["ok"]:
            raise RoomFailed(f"{kind}: {answer['error']}")
        return answer.get("data")

    def close(self) -> None:
        """Close the connection."""
        if self._file is not None:
            self._file.close()
            self._file = None


class Process:
    """A `tapis` command as a process; `kill` sends SIGKILL, `start` starts it again.

    It has a session of its own, as a systemd unit has a control group: Linux shares processors
    between sessions, so that a program with many threads takes no more than another.
    """

    def __init__(self, folder: Path, *words: str) -> None:
        """Prepare to run it in a folder."""
        self._folder = folder
        self._words = words
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it."""
        with (self._folder / f"{self._words[-1]}.log").open("ab") as log:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "controller.cli", *self._words],
                cwd=self._folder, stderr=log, stdout=log,
                env=os.environ | {"PYTHONPATH": str(Path(__file__).parents[2])},
                start_new_session=True,
            )  # fmt: skip

    def kill(self) -> None:
        """Kill it without a clean shutdown."""
        self.end(signal.SIGKILL)

    def end(self, how: signal.Signals) -> None:
        """End it with a signal."""
        if self._process is not None:
            self._process.send_signal(how)
            self._process.wait(20)

    @property
    def pid(self) -> int:
        """Return its process id, 0 before the first start."""
        return self._process.pid if self._process is not None else 0

    @property
    def runs(self) -> bool:
        """Return whether it is running."""
        return self._process is not None and self._process.poll() is None


class States:
    """The tables' retained states, as received by a subscriber."""

    def __init__(self, port: int, root: str = ROOT) -> None:
        """Subscribe to a broker, across its restarts."""
        self.tables: dict[str, dict[str, Any]] = {}
        self.online: dict[str, str] = {}
        self.orders: int | None = None
        self._lock = threading.Lock()
        self._client = Client(CallbackAPIVersion.VERSION2, protocol=MQTTProtocolVersion.MQTTv311)
        self._client.on_connect = lambda client, *_: client.subscribe(
            [(f"{root}/+/state", 1), (f"{root}/+/status", 1), (f"{root}/venue/health", 1)]
        )
        self._client.on_message = self._hear
        self._client.reconnect_delay_set(1, 1)
        self._client.connect("127.0.0.1", port)
        self._client.loop_start()

    def _hear(self, _client: Client, _data: Any, message: MQTTMessage) -> None:
        *_, name, kind = message.topic.split("/")
        if message.payload:
            told = json.loads(message.payload)
            with self._lock:
                if kind == "state":
                    self.tables[name] = told
                elif kind == "health":
                    self.orders = told.get("orders", 0)
                else:
                    self.online[name] = told["status"]

    def seats(self) -> dict[str, list[tuple[str, int, int]]]:
        """Return each player's seats and stacks, as (table, seat, stack)."""
        found: dict[str, list[tuple[str, int, int]]] = {}
        with self._lock:
            for name, state in self.tables.items():
                for seat in state.get("seats", ()) if name != "venue" else ():
                    if seat.get("player"):
                        at = (name, seat["seat"], seat.get("stack", 0))
                        found.setdefault(seat["player"], []).append(at)
        return found

    def close(self) -> None:
        """Disconnect."""
        self._client.disconnect()
        self._client.loop_stop()


class RealRoom:
    """Real controllers, a real mosquitto, and a core, each a process that can be killed."""

    def __init__(self, folder: Path, tables: int) -> None:
        """Set the room up in a folder, with `bench` as its director."""
        self.folder = folder
        token = secrets.token_hex(16)
        (folder / "token").write_text(token)
        tokens = folder / "tokens"
        tokens.touch(0o600)
        tokens.write_text(f"venue {token}\n")
        self.broker = Mosquitto(folder)
        for name in range(1, tables + 1):
            text = TABLE.format(name=name, port=self.broker.port)
            (folder / f"{name}.toml").write_text(text)
        (folder / "venue.toml").write_text(VENUE.format(port=self.broker.port))
        self.tables = {
            name: Process(folder, "run", "--config", f"{name}.toml")
            for name in range(1, tables + 1)
        }
        self.core = Process(folder, "venue", "run", "--config", "venue.toml")
        self.desk = DeskLine(folder / "bench-venue.sock", "bench")
        self._hire()
        self.states: States

    def _hire(self) -> None:
        subprocess.run(
            [sys.executable, "-m", "controller.cli", "venue", "staff", "add", "bench",
             "--role", "director", "--config", "venue.toml"],
            cwd=self.folder, check=True, capture_output=True,
            env=os.environ | {"PYTHONPATH": str(Path(__file__).parents[2]),
                              "TAPIS_PASSWORD": PASSWORD},
        )  # fmt: skip

    def start(self) -> None:
        """Start everything, and wait until all tables are online."""
        self.broker.start()
        self.states = States(self.broker.port)
        for one in (*self.tables.values(), self.core):
            one.start()
        names = {str(name) for name in self.tables} | {"venue"}
        wait_for(
            lambda: {n for n, s in self.states.online.items() if s == "online"} >= names,
            "all tables online",
        )

    def open(self, players: int) -> list[str]:
        """Begin an evening; return the players' ids."""
        desk = self.desk
        desk.sure("do", "open-tournament", file="redcactus")
        for name in self.tables:
            desk.sure("do", "open-table", table=name, seats=8)
        ids = [
            str(desk.sure("do", "enter", name=f"Player {n}", member_no=str(n))["player"])
            for n in range(1, players + 1)
        ]
        desk.sure("do", "close-list")
        desk.sure("do", "draw-seats", witness="bench")
        desk.sure("do", "start")
        return ids

    @property
    def settled(self) -> bool:
        """Return whether every table is online and has answered every order."""
        venue = self.states.tables.get("venue", {})
        waits = any(table.get("orders") for table in venue.get("tables", ()))
        online = [self.states.online.get(str(name)) == "online" for name in self.tables]
        return bool(venue) and not waits and all(online)

    def stop(self) -> None:
        """End all processes."""
        self.desk.close()
        for one in (*self.tables.values(), self.core):
            one.kill()
        if hasattr(self, "states"):
            self.states.close()
        self.broker.kill()
