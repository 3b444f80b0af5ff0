"""The worst client: with the least privileged account, it tries to take a table down via MQTT.

The broker is mosquitto with the configuration of `tapis install`, the table is `tapis run`, and the
attacker is a process of its own (`client_attacker.py`) with the account `dashboard`.
"""

import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import msgspec

from controller.config.model import SYSTEM_SOCKET
from controller.contract.public import Health
from controller.play.sinks.servers import Mosquitto
from controller.run.messages.request_rates import PROBLEMS, Offence
from hardware.free_ports import free_ports
from tests.rig.attack.row import Asked, Row
from tests.rig.attack.table import NoTable, TableProcess, megabytes
from tests.rig.attack.watcher import Watcher, percentile

SECONDS: Final = 600.0
ODD: Final = 10_000
WARM_UP: Final = 2.0
EVENT_MS: Final = 250.0
BROKER_MB: Final = 100.0
NAMED_S: Final = 5.0
KINDS: Final[dict[str, Offence]] = {"takeovers": "connections", "replays": "replays", "odd": "odd"}
"""The kinds of attack, each with the offence for which the health report names it."""

BAR: Final = (
    "worst client (takeovers, 50 replays/s, 100 ghosts, odd commands): live event p99 < 250 ms,"
    " 0 disconnects of the table, broker < 100 MB, named in 5 s"
)

INSTALL: Final = "from controller.cli import app; app()"
CONFIG: Final = """name = "1"
house = "ppc"
seats = 4
hardware = "twin"
layout = "reference"
[broker]
port = {port}
socket = "{socket}"
[[players]]
seat = 1
name = "Anne"
stack = 5000
"""


class Tried(msgspec.Struct):
    """The attacker's actions; `began` is the start of each kind (s, monotonic)."""

    takeovers: int = 0
    let_in: int = 0
    replays: int = 0
    ghosts: int = 0
    odd: int = 0
    began: dict[str, float] = {}


class Naming:
    """Records when the health first named the attacker, for each kind of attack."""

    def __init__(self) -> None:
        self.at: dict[str, float] = {}

    def hear(self, health: Health) -> None:
        """Take a new health report."""
        for client in health.clients:
            for kind, offence in KINDS.items():
                if client.user == "dashboard" and client.problem == PROBLEMS[offence]:
                    self.at.setdefault(kind, time.monotonic())


@contextmanager
def installed(folder: Path) -> Iterator[tuple[Mosquitto, Path, int]]:
    """Run a broker as installed by `tapis install` in a folder; yield it, the config and the port.

    Raises `NoTable` if that can't be done here.
    """
    (port, tls_port), socket = free_ports(2), folder / "mqtt.sock"
    config = folder / "table.toml"
    config.write_text(CONFIG.format(port=port, socket=socket), "utf-8")
    done = subprocess.run(
        [sys.executable, "-c", INSTALL, "install", "--root", str(folder), "--config", str(config),
         "--tapis", "/bin/true", "--tls-port", str(tls_port), "--host", "localhost"],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    if done.returncode:
        raise NoTable(f"tapis install has failed:\n{done.stderr}")
    text = (folder / "etc/mosquitto/conf.d/tapis.conf").read_text("utf-8")
    # In addition to a private listener.
    text = re.sub(r" /etc/", f" {folder}/etc/", text)
    text = text.replace(str(SYSTEM_SOCKET), str(socket))
    with Mosquitto(folder, text, anonymous=False) as broker:
        yield broker, folder / "etc/tapis/table.toml", port


def attack(asked: Asked) -> Row:
    """Attack a table with the worst client for ten minutes, or a part of that."""
    began, seconds = time.monotonic(), asked.seconds(SECONDS)
    naming = Naming()
    with tempfile.TemporaryDirectory(prefix="tapis-attack-") as name:
        folder = Path(name)
        with installed(folder) as (broker, config, port), TableProcess(config) as table:
            secrets = folder / "etc/tapis"
            password = (secrets / "passwords/floor").read_text().strip()
            token = (secrets / "floor-token").read_text().split()[1]
            with Watcher(port, "tapis/home/1", token, "floor", password) as honest:
                honest.on_health = naming.hear
                honest.watch(WARM_UP)
                process = subprocess.Popen(
                    [sys.executable, "-m", "tests.rig.attack.client_attacker", str(port),
                     str(secrets / "passwords/dashboard"), str(seconds),
                     str(asked.trials(ODD)), str(asked.seed)],
                    stdout=subprocess.PIPE,
                )  # fmt: skip
                try:
                    most = _watched(honest, broker, seconds)
                    said, _ = process.communicate(timeout=60)
                finally:
                    process.kill()
                    process.wait()
                tried = msgspec.json.decode(said, type=Tried)
                controller = table.megabytes()
            table.stop()
    figures = {
        "event_p50_ms": percentile(honest.times, 0.5),
        "event_p99_ms": honest.p99(),
        "unanswered": float(honest.asked - honest.answered),
        "disconnects": float(honest.births - 1),
        "broker_mb": most,
        "controller_mb": controller,
        "takeovers": float(tried.takeovers),
        "replays": float(tried.replays),
        "ghosts": float(tried.ghosts),
        "odd": float(tried.odd),
    }
    for kind in KINDS:
        named = naming.at.get(kind, float("inf")) - tried.began.get(kind, 0.0)
        figures[f"{kind}_named_s"] = named
    return Row("client", BAR, honest.asked, time.monotonic() - began, figures, _broken(figures))


def _watched(honest: Watcher, broker: Mosquitto, seconds: float) -> float:
    """Command the table while it is attacked; return the broker's maximum memory."""
    most, ends = 0.0, time.monotonic() + seconds
    while (left := ends - time.monotonic()) > 0:
        honest.watch(min(left, 1.0))
        most = max(most, megabytes(broker.pid))
    return most


def _broken(figures: dict[str, float]) -> tuple[str, ...]:
    """Return the requirements that do not hold."""
    wrong = []
    if figures["event_p99_ms"] >= EVENT_MS:
        wrong.append(f"live events take {figures['event_p99_ms']:.0f} ms")
    if figures["unanswered"]:
        wrong.append(f"{figures['unanswered']:.0f} commands of the floor were not carried out")
    if figures["disconnects"]:
        wrong.append(f"the table was disconnected {figures['disconnects']:.0f} times")
    if figures["broker_mb"] >= BROKER_MB:
        wrong.append(f"the broker has {figures['broker_mb']:.0f} MB")
    wrong += [
        f"{kind}: the client is named after {figures[f'{kind}_named_s']:.1f} s"
        for kind in KINDS
        if figures[f"{kind}_named_s"] > NAMED_S
    ]
    return tuple(wrong)
