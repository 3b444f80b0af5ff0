"""Power cuts, full disks and torn writes: nothing announced may be lost or doubled.

Controllers and brokers are processes that are killed while a client adds chips to the stacks,
repeating each request under the same id until it is answered. Disks fill up and turn read-only in
a mount namespace of their own. Torn writes are images of a journal's files as a power cut may leave
them: synced data is complete, the last writes are there in any part.
"""

import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, Self

from paho.mqtt.client import Client, MQTTMessage
from paho.mqtt.enums import CallbackAPIVersion, MQTTProtocolVersion
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties

from controller.config.model import load_config
from controller.houses.loader import house_hash, load_house
from controller.journal import Journal, JournalReader, verify
from controller.play.sinks.servers import Mosquitto
from controller.run.loop.runtime import Runtime
from controller.table.state import new_table
from tests.rig.attack.row import Asked, Row
from tests.rig.attack.torn import torn_writes

KILLS: Final = 500
DISKS: Final = 200
TORN: Final = 1_000
BAR: Final = "nothing announced is lost, nothing comes twice, the stacks are right"
TOKEN: Final = "a-token-of-the-floor"
NAMESPACE: Final = ("unshare", "--user", "--map-root-user", "--mount")
SEATS: Final = 4
BEGUN_WITH: Final = 1_000


def attack(asked: Asked) -> Row:
    """Pull plugs, fill disks and tear writes."""
    begun = time.monotonic()
    figures: dict[str, float] = {}
    broken: list[str] = []
    with tempfile.TemporaryDirectory(prefix="tapis-kills-") as folder:
        kills = _Kills(Path(folder), asked.seed)
        broken += kills.run(asked.trials(KILLS))
        figures |= {f"kills_{what}": float(count) for what, count in kills.count.items()}
        figures |= {"requests": float(kills.asked), "events": float(kills.events)}
        fell = _disks(Path(folder), asked.trials(DISKS), asked.seed)
        figures["disks"] = float(len(fell))
        broken += [f"disk: {what}" for what in fell if what]
        torn = torn_writes(Path(folder), asked.trials(TORN), asked.seed)
        figures["torn"] = float(len(torn))
        broken += [f"torn: {what}" for what in torn if what]
    trials = int(sum(kills.count.values())) + len(fell) + len(torn)
    return Row("kills", BAR, trials, time.monotonic() - begun, figures, tuple(broken[:20]))


def _disks(folder: Path, trials: int, seed: int) -> list[str]:
    """Play on failing disks; return "" for each that held, nothing if disks can't be mounted."""
    can = subprocess.run((*NAMESPACE, "true"), capture_output=True, check=False)
    if can.returncode != 0:
        return []
    disk = folder / "disk"
    disk.mkdir()
    ended = subprocess.run(
        (
            *NAMESPACE, sys.executable, "-m", "tests.rig.attack.disk_site",
            str(disk), str(trials), str(seed),
        ),
        capture_output=True, text=True, check=False, cwd=Path(__file__).parents[3],
    )  # fmt: skip
    fell = ended.stdout.splitlines()
    return fell if ended.returncode == 0 else [*fell, f"a traceback: {ended.stderr[-300:]}"]


class _Site:
    """The process that forks controllers."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.rig.attack.kill_site"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
            cwd=Path(__file__).parents[3],
        )  # fmt: skip

    def start(self, config: Path) -> int:
        return int(self._say(f"go {config}"))

    def end(self, pid: int) -> int:
        return int(self._say(f"wait {pid}"))

    def _say(self, line: str) -> str:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(line + "\n")
        self._process.stdin.flush()
        return self._process.stdout.readline()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait(20)


class _Ear:
    """A subscriber with a persistent session: it hears all events, whatever was killed."""

    def __init__(self, port: int) -> None:
        self.events: list[dict[str, Any]] = []
        self.replies: dict[str, bool] = {}
        five = MQTTProtocolVersion.MQTTv5
        self._client = Client(CallbackAPIVersion.VERSION2, client_id="ear", protocol=five)
        self._client.on_connect = lambda client, *_: client.subscribe("tapis/home/t/#", qos=1)
        self._client.on_message = self._hear
        self._client.reconnect_delay_set(1, 1)
        kept = Properties(PacketTypes.CONNECT)  # type: ignore[no-untyped-call]
        kept.SessionExpiryInterval = 3_600
        self._client.connect("127.0.0.1", port, clean_start=False, properties=kept)
        self._client.loop_start()

    def ask(self, ident: str, name: str, data: dict[str, Any]) -> None:
        request = {"id": ident, "token": TOKEN, "data": data}
        self._client.publish(f"tapis/home/t/command/{name}", json.dumps(request), qos=0)

    def close(self) -> None:
        self._client.disconnect()
        self._client.loop_stop()

    def _hear(self, _client: Client, _data: Any, message: MQTTMessage) -> None:
        body = json.loads(message.payload)
        if "/event/" in message.topic:
            self.events.append(body)
        elif "/reply/" in message.topic:
            self.replies[body["id"]] = bool(body["ok"])


class _Kills:
    """A table whose controller and broker are killed while chips are added to its stacks."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.count = {"controller": 0, "broker": 0, "both": 0}
        self.asked = self.events = 0
        self._folder = folder / "killed"
        self._folder.mkdir()
        self._chance = random.Random(seed)
        self._stacks = dict.fromkeys(range(1, SEATS + 1), BEGUN_WITH)
        self._config = self._folder / "t.toml"

    def run(self, kills: int) -> list[str]:
        with self._broker() as broker, _Site() as site:
            ear = _Ear(broker.port)
            pid = site.start(self._config)
            for seat in self._stacks:
                sits = {"seat": seat, "name": f"P{seat}", "stack": BEGUN_WITH}
                self._answered(ear, self._next(), "sit-down", sits)
            for _ in range(kills):
                pid = self._kill(site, broker, ear, pid)
            self._rebuy(ear)
            written = self._written()
            os.kill(pid, 15)
            stopped = site.end(pid)
            _until(lambda: len({body["seq"] for body in ear.events}) >= written, 30)
            ear.close()
        broken = self._judge(ear)
        return broken if stopped == 0 else [*broken, f"the last controller ended with {stopped}"]

    @contextmanager
    def _broker(self) -> Iterator[Mosquitto]:
        with Mosquitto(self._folder, keeps=True) as broker:
            tokens = self._folder / "tokens"
            tokens.write_text(f"floor {TOKEN}\n", "utf-8")
            tokens.chmod(0o600)
            self._config.write_text(
                f'name = "t"\nhouse = "ppc"\nseats = {SEATS}\nhardware = "twin"\n'
                f'layout = "reference"\ntokens = "tokens"\n[broker]\nport = {broker.port}\n',
                "utf-8",
            )
            yield broker

    def _kill(self, site: _Site, broker: Mosquitto, ear: _Ear, pid: int) -> int:
        """Kill one or both while a request is in flight; return the controller's pid."""
        what = self._chance.choice(("controller", "controller", "broker", "both"))
        self.count[what] += 1
        for _ in range(self._chance.randrange(3)):
            self._rebuy(ear)
        seat, amount = self._chance.randint(1, SEATS), self._chance.randint(1, 50)
        ident = self._next()
        ear.ask(ident, "rebuy", {"seat": seat, "amount": amount})
        ends = time.perf_counter() + self._chance.uniform(0, 0.02)
        while time.perf_counter() < ends:
            pass
        if what != "broker":
            os.kill(pid, 9)
        if what != "controller":
            broker.kill()
            broker.start()
        if what != "broker":
            site.end(pid)
            pid = site.start(self._config)
        self._answered(ear, ident, "rebuy", {"seat": seat, "amount": amount})
        self._stacks[seat] += amount
        return pid

    def _rebuy(self, ear: _Ear) -> None:
        seat, amount = self._chance.randint(1, SEATS), self._chance.randint(1, 50)
        self._answered(ear, self._next(), "rebuy", {"seat": seat, "amount": amount})
        self._stacks[seat] += amount

    def _answered(self, ear: _Ear, ident: str, name: str, data: dict[str, Any]) -> None:
        """Repeat the same request under the same id until it is answered."""
        for _ in range(60):
            if _until(lambda: ident in ear.replies, 1.0):
                break
            ear.ask(ident, name, data)
        if not ear.replies.get(ident):
            raise RuntimeError(f"{name} was never answered, or refused")

    def _next(self) -> str:
        self.asked += 1
        return f"r{self.asked}"

    def _written(self) -> int:
        """Return the number of events so far."""
        with JournalReader(self._folder / "t.db") as reader:
            return reader.seq

    def _judge(self, ear: _Ear) -> list[str]:
        path = self._folder / "t.db"
        config = load_config(self._config)
        house = load_house(config.house)
        with JournalReader(path) as reader:
            written = {event.seq: event for event in reader.events(0, 1_000_000)}
        heard: dict[int, dict[str, Any]] = {}
        wrong = [
            f"event {body['seq']} came with two bodies"
            for body in ear.events
            if heard.setdefault(body["seq"], body) != body
        ]
        self.events = len(written)
        missing = sorted(set(written) - set(heard))
        if missing:
            wrong.append(f"{len(missing)} events were never heard, {missing[0]} first")
        if set(heard) - set(written):
            wrong.append("events were heard that are not in the journal")
        epochs = {body["epoch"] for body in ear.events}
        if len(epochs) != 1:
            wrong.append(f"{len(epochs)} epochs: an end was thought lost")
        wrong += [f"{fault.where} {fault.what}" for fault in verify(path).faults]
        with Journal(path, house=house.name, house_hash=house_hash(house), table="t") as journal:
            table = Runtime(house, new_table(SEATS), name="t", journal=journal).table
        stacks = {seat: table.seats[seat].stack + table.seats[seat].rebuy for seat in self._stacks}
        if stacks != self._stacks:
            wrong.append(f"the stacks are {stacks}, and should be {self._stacks}")
        return wrong


def _until(condition: Any, seconds: float) -> bool:
    ends = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > ends:
            return False
        time.sleep(0.002)
    return True
