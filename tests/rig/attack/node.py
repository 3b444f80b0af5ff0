"""The worst node: it sends 2,000 events a second to a table whose disk takes 8 ms a sync.

The table is `tapis run` with its links, its journal and a real mosquitto. The nodes are real link
sessions behind ptys, except the worst one, which ignores the window and waits for no receipt.
"""

import contextlib
import math
import os
import select
import tempfile
import threading
import time
import tty
from contextlib import ExitStack
from pathlib import Path
from typing import Final, Self

from controller.contract.public import Health
from controller.play.sinks.servers import Mosquitto
from controller.sensing.registry import save_registry
from firmware.link import messages, wire
from firmware.link.handshake import NodeHalf
from firmware.link.session import Session
from firmware.node import VERSION
from hardware.twin.bank import new_registry
from tests.rig.attack.row import Asked, Row
from tests.rig.attack.table import TableProcess
from tests.rig.attack.watcher import Watcher, percentile

SECONDS: Final = 600.0
SYNC_MS: Final = 8.0
RATE: Final = 2_000
TURN: Final = 0.005
KNOCKS_EVERY: Final = 0.25
SCANS_EVERY: Final = 0.1
ZONES: Final = ("hand.1", "hand.2", "board", "muck")
WARM_UP: Final = 2.0

EVENT_MS: Final = 300.0
STOP_S: Final = 3.0
NAMED_S: Final = 2.0
GROWTH_MB: Final = 16.0

BAR: Final = (
    "worst node (2,000 events/s at 8 ms a sync): others' event p99 < 300 ms, memory flat,"
    " SIGTERM < 3 s, named in 2 s"
)
TOKEN: Final = "a-token-of-the-floor"


CONFIG: Final = """name = "t"
house = "ppc"
seats = 2
chips = "keyed"
hardware = "devices"
tokens = "tokens"
[broker]
port = {port}
"""


class Node:
    """A node behind a pty: the link's own session, run by a thread."""

    def __init__(self, folder: Path, name: str, role: str) -> None:
        """Lay the port `usb-<name>` into a folder."""
        self.session = Session(NodeHalf(messages.Hello(name, role, VERSION, (), 77, 0, 0)), now())
        self._ours, self._theirs = os.openpty()
        tty.setraw(self._theirs)
        os.set_blocking(self._ours, False)
        (folder / f"usb-{name}").symlink_to(os.ttyname(self._theirs))
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)

    def say(self) -> bytes:
        """Have the session send its messages; return bytes that bypass the session."""
        return b""

    def _run(self) -> None:
        while not self._stopping.is_set():
            ready, _, _ = select.select([self._ours], [], [], TURN)
            # A port that no program has opened raises an error; a full one takes nothing.
            with contextlib.suppress(OSError):
                self.session.receive(os.read(self._ours, 65_536) if ready else b"", now())
            with contextlib.suppress(OSError):
                more = self.say()
                os.write(self._ours, self.session.outgoing(now()) + more)

    def __enter__(self) -> Self:
        """Switch it on."""
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        """Unplug it."""
        self._stopping.set()
        self._thread.join(5)
        os.close(self._ours)
        os.close(self._theirs)


class Antennas(Node):
    """An honest node: it reads its empty antennas ten times a second."""

    _next = 0.0

    def say(self) -> bytes:
        """Report every field when it is due."""
        if time.monotonic() >= self._next:
            self._next = time.monotonic() + SCANS_EVERY
            for antenna in range(len(ZONES)):
                snapshot = messages.pack_snapshot(antenna, now(), [])
                self.session.show(wire.SNAPSHOT, antenna, snapshot)
        return b""


class Knocks(Node):
    """An honest node that sends knocks. `times` is the time of each until it is on disk (ms)."""

    _next = 0.0
    _count = 0

    def __init__(self, folder: Path, name: str, role: str) -> None:
        """Lay the port `usb-<name>` into a folder."""
        super().__init__(folder, name, role)
        self.times: list[float] = []
        self.waiting: list[float] = []

    def say(self) -> bytes:
        """Send a knock when it is due, and check for receipts."""
        at = time.monotonic()
        left = (self._count - self.session.outbox.oldest) & 255
        while len(self.waiting) > left:
            self.times.append(1000 * (at - self.waiting.pop(0)))
        if at >= self._next and self.session.up:
            self._next = at + KNOCKS_EVERY
            if self.session.send(wire.EVENT, knock()):
                self.waiting.append(at)
                self._count += 1
        return b""


class Worst(Node):
    """A node that knocks without end: it waits for no receipt and ignores the window."""

    attacks = False
    said = 0
    _began = 0.0

    def say(self) -> bytes:
        """Return the knocks that are due by now."""
        if not (self.attacks and self.session.up):
            return b""
        at = time.monotonic()
        self._began = self._began or at
        due = min(int((at - self._began) * RATE) - self.said, RATE // 10)
        frames = [wire.encode(wire.EVENT, (self.said + more) & 255, knock()) for more in range(due)]
        self.said += max(due, 0)
        return b"".join(frames)


def now() -> int:
    """Return the milliseconds since a fixed moment in the past."""
    return time.monotonic_ns() // 1_000_000


def knock() -> bytes:
    """Return the payload of a knock."""
    return messages.pack_event(messages.Event("knock", now(), 0, 2))


class Naming:
    """Records when the health first named the worst node, and the zones that were ever blind."""

    def __init__(self) -> None:
        self.at: float | None = None
        self.blind: set[str] = set()

    def hear(self, health: Health) -> None:
        """Take a new health report."""
        if any(one.device == "worst" and one.problem for one in health.devices):
            self.at = self.at or time.monotonic()
        self.blind |= {one.zone for one in health.zones if one.blind}


def write_config(folder: Path, port: int) -> Path:
    """Write a table with three nodes into a folder; return the path of its config."""
    save_registry(new_registry(), folder / "tags.toml")
    tokens = folder / "tokens"
    tokens.write_text(f"floor {TOKEN}\n", "utf-8")
    tokens.chmod(0o600)
    lines = [CONFIG.format(port=port)]
    for name, role, seat in (("west", "antennas", 0), ("bea", "seat", 2), ("worst", "seat", 1)):
        lines += ["[[devices]]", f'name = "{name}"', 'kind = "node"', f'role = "{role}"']
        lines += [f'port = "{folder}/usb-{name}"', *([f"seat = {seat}"] if seat else [])]
    for zone in ZONES:
        lines += ["[[antennas]]", f'name = "{zone}"', f'zone = "{zone}"', 'device = "west"']
        lines += ["period = 100"]
    path = folder / "table.toml"
    path.write_text("\n".join(lines), "utf-8")
    return path


def attack(asked: Asked) -> Row:
    """Attack a table with the worst node for ten minutes, or a part of that."""
    began, seconds = time.monotonic(), asked.seconds(SECONDS)
    naming = Naming()
    with tempfile.TemporaryDirectory(prefix="tapis-attack-") as name, ExitStack() as there:
        folder = Path(name)
        broker = there.enter_context(Mosquitto(folder))
        config = write_config(folder, broker.port)
        there.enter_context(Antennas(folder, "west", "antennas"))
        honest = there.enter_context(Knocks(folder, "bea", "seat"))
        worst = there.enter_context(Worst(folder, "worst", "seat"))
        table = there.enter_context(TableProcess(config, SYNC_MS))
        watcher = there.enter_context(Watcher(broker.port, "tapis/home/t", TOKEN))
        watcher.watch(WARM_UP)
        watcher.on_health = naming.hear
        worst.attacks, attacked = True, time.monotonic()
        watcher.watch(seconds / 4)
        before = table.megabytes()
        watcher.watch(seconds * 3 / 4)
        grown = table.megabytes() - before
        stop = table.stop()
    knocks = [*honest.times, *[1000 * (time.monotonic() - at) for at in honest.waiting[:-1]]]
    figures = {
        "event_p50_ms": percentile(watcher.times, 0.5),
        "event_p99_ms": watcher.p99(),
        "knock_p50_ms": percentile(knocks, 0.5),
        "knock_p99_ms": percentile(knocks, 0.99),
        "unanswered": float(watcher.asked - watcher.answered),
        "blind_zones": float(len(naming.blind)),
        "grown_mb": grown,
        "stop_s": stop,
        "named_s": naming.at - attacked if naming.at is not None else math.inf,
        "said": float(worst.said),
    }
    trials = watcher.asked + len(knocks)
    return Row("node", BAR, trials, time.monotonic() - began, figures, _broken(figures))


def _broken(figures: dict[str, float]) -> tuple[str, ...]:
    """Return the requirements that do not hold."""
    bounds = {
        "event_p99_ms": EVENT_MS,
        "knock_p99_ms": EVENT_MS,
        "unanswered": 1.0,
        "blind_zones": 1.0,
        "grown_mb": GROWTH_MB,
        "stop_s": STOP_S,
        "named_s": NAMED_S,
    }
    return tuple(
        f"{name} is {figures[name]:.1f}; expected less than {most:g}"
        for name, most in bounds.items()
        if figures[name] >= most
    )
