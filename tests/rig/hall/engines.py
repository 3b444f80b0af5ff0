"""`tapis bench venue engines`: tables play on while servers of their hub and cores are killed.

There are three NATS servers, a PostgreSQL, and two cores of which one is active, each a process.
The floor sends a command to a random table each second, retrying on both cores until one answers.
"""

import json
import random
import signal
import socket
import tempfile
import time
from contextlib import ExitStack
from itertools import count
from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer

from controller.contract.errors import ExitCode
from hardware.free_ports import free_port
from tests.rig.hall.command import FAST, FILE, LEAD, SEATS, STATES_PER_TABLE, Helper, helper
from tests.rig.hall.figures import compare, share_of, until_kept
from tests.rig.hall.relay import RelayAsked
from tests.rig.hall.room import HallRoom
from tests.rig.hall.tables import WORD, HallAsked, LeadAsked, PlayAsked, Published
from tests.rig.hub import NatsHub
from tests.rig.progress import progress
from tests.rig.venue_room import PASSWORD, ROOT, Process, wait_for

DOWN = 15.0
"""Time that a server of the hub is down (s)."""

LEAST = 2.0
"""Minimum time of play after the last kill (s), so that everything settles."""

TAKES_OVER = 5.0


class EnginesFigures(msgspec.Struct, frozen=True):
    """The results for a room whose servers and cores were killed.

    `lost` and `doubled` count events, hands and floor commands that should have been kept or done
    once; `orders_twice` commands that a table did twice, or that were ordered twice.
    `takeover_s` is the longest time from the end of a core until another answered at its desk.
    """

    tables: int
    seconds: float
    killed_nodes: int
    killed_cores: int
    hands: int
    events: int
    words: int
    lost: int
    doubled: int
    orders_twice: int
    differ: int
    faults: int
    takeover_s: float
    takeover_p50_s: float
    log_p50_ms: float
    log_p99_ms: float

    @property
    def held(self) -> bool:
        """Return whether nothing was lost or done twice and every core was replaced in time."""
        wrong = self.lost, self.doubled, self.orders_twice, self.differ, self.faults
        return not any(wrong) and self.takeover_s <= TAKES_OVER


def engines_command(
    tables: Annotated[int, typer.Option(min=2, max=1000, help="Number of tables.")] = 200,
    seconds: Annotated[float, typer.Option(min=10, help="How long they play.")] = 600.0,
    nodes: Annotated[int, typer.Option(min=0, help="How many times a server is killed.")] = 10,
    cores: Annotated[int, typer.Option(min=0, help="How many times the core is killed.")] = 20,
    seed: Annotated[int, typer.Option(help="Seed of all that is random.")] = 0,
    as_json: Annotated[bool, typer.Option("--json", help="Print the figures as JSON.")] = False,
) -> None:
    """Kill servers and cores while many tables play. Status 1: not all of it held."""
    with tempfile.TemporaryDirectory(prefix="tapis-engines-") as name:
        done = measure_engines(Path(name), Killing(tables, seconds, nodes, cores, seed))
    typer.echo(msgspec.json.encode(done).decode() if as_json else str(done))
    if not done.held:
        raise typer.Exit(ExitCode.NOT_SO)


class Killing(msgspec.Struct, frozen=True):
    """The number of tables, the duration, and the numbers of kills."""

    tables: int
    seconds: float
    nodes: int
    cores: int
    seed: int = 0


def measure_engines(folder: Path, asked: Killing) -> EnginesFigures:
    """Have the tables play, do the kills, and check what was kept."""
    with ExitStack() as stack:
        room = stack.enter_context(HallRoom(folder, "nats"))
        hub = room.broker
        assert isinstance(hub, NatsHub)
        room.set_up(FILE, asked.tables, SEATS)
        ports = tuple(one.port for one in hub.servers)
        relay = RelayAsked(free_port(), ports)
        stack.enter_context(helper("relay", relay))
        cores = Cores(room, relay.port)
        stack.callback(cores.end)
        hall = stack.enter_context(helper("tables", hall_asked(folder, asked, ports)))
        room.seated()
        hall.tell(LeadAsked(LEAD, FAST))
        room.heard({int(table): seq for table, seq in hall.answer().items()})
        words = Words(cores, asked.tables, asked.seed)
        killed = _Killed(asked, hub, cores, hall)
        killed.play(words)
        return killed.figures(settled(room, hall, cores, words))


def hall_asked(folder: Path, asked: Killing, ports: tuple[int, ...]) -> HallAsked:
    """Return the setup of tables that connect to a hub at these ports."""
    events = int((asked.seconds + 60) * STATES_PER_TABLE * 4 / 3) + 3 * LEAD
    return HallAsked(
        ports[0], ROOT, FILE, asked.tables, SEATS, events, 0, str(folder / "published"),
        asked.seed, ports,
    )  # fmt: skip


class Cores:
    """Two cores of a room: one is active, the other on standby."""

    def __init__(self, room: HallRoom, port: int) -> None:
        """Start both."""
        self._desks = [room.folder / f"desk-{n}.sock" for n in range(2)]
        self._cores = [
            room.core_at(port, f'desk = "{desk}"\n', f"core-{n}")
            for n, desk in enumerate(self._desks)
        ]
        self._session = ""
        for core in self._cores:
            core.start()
        self._active = self._whoever(60.0)

    def kill(self, how: signal.Signals = signal.SIGKILL) -> float:
        """Kill the active core; return the seconds until the other one took over."""
        gone = self._active = self._whoever(60.0)
        self._cores[gone].end(how)
        began = time.monotonic()
        self._active = self._whoever(60.0, but=gone)
        took = time.monotonic() - began
        self._cores[gone].start()
        return took

    def word(self, number: int, table: int) -> None:
        """Send a floor command to a table, as one request however often it is repeated."""
        said = {"type": "tell-table", "table": table, "command": WORD, "data": {"seat": number}}
        for _ in range(600):
            if not self._session:
                told = self._asked({"type": "sign-in", "name": "bench", "password": PASSWORD}, "in")
                self._session = told["data"]["session"] if told and told["ok"] else ""
            if self._session and (self._asked(said, f"word-{number}") or {}).get("ok"):
                return
            self._active = self._whoever(60.0)
        raise OSError(f"nobody takes word {number}")

    def end(self) -> None:
        """Kill both."""
        for core in self._cores:
            core.kill()

    @property
    def process(self) -> Process:
        """Return the process of the active core."""
        return self._cores[self._active]

    @property
    def desk(self) -> Path:
        """Return the desk socket of the active core."""
        return self._desks[self._active]

    def _whoever(self, seconds: float, but: int = -1) -> int:
        ends = time.monotonic() + seconds
        while time.monotonic() < ends:
            for n in range(len(self._cores)):
                if n != but and self._ask(n, {"id": "who", "ask": {"type": "session"}}):
                    return n
            time.sleep(0.02)
        raise OSError("no core has the room")

    def _asked(self, what: dict[str, Any], name: str) -> dict[str, Any] | None:
        return self._ask(self._active, {"id": name, "session": self._session, "do": what})

    def _ask(self, core: int, request: dict[str, Any]) -> dict[str, Any] | None:
        try:
            with socket.socket(socket.AF_UNIX) as line:
                line.settimeout(5)
                line.connect(str(self._desks[core]))
                line.sendall(json.dumps(request).encode() + b"\n")
                answer: dict[str, Any] = json.loads(line.makefile("rb").readline())
                return answer
        except (OSError, ValueError):
            return None


class Words:
    """Random floor commands to tables; `said` is each command's table and number."""

    def __init__(self, cores: Cores, tables: int, seed: int) -> None:
        self._cores = cores
        self._tables = tables
        self._rng = random.Random(seed)
        self._numbers = count(1)
        self.said: list[tuple[int, int]] = []

    def one(self) -> None:
        """Send the next command, and wait until it is accepted."""
        word = self._rng.randint(1, self._tables), next(self._numbers)
        self._cores.word(word[1], word[0])
        self.said.append(word)


class Settled(msgspec.Struct, frozen=True):
    """The counts of what was kept; `logged` is the times until it was (ms)."""

    hands: int
    events: int
    words: int
    lost: int
    doubled: int
    orders_twice: int
    differ: int
    faults: int
    logged: list[float]


def settled(room: HallRoom, hall: Helper, cores: Cores, words: Words) -> Settled:
    """Wait until the room has heard everything and every order is answered, end it, and count."""
    path = room.folder / "published"
    said = msgspec.msgpack.decode(path.read_bytes(), type=Published)
    wait_for(lambda: not room.waiting(), "every order is answered", 120)
    hall.tell(PlayAsked(1.0, 0.0))
    hall.answer()
    told = msgspec.msgpack.decode(path.read_bytes(), type=Published).words
    kept = room.kept(said, cores.end)
    events, hands = compare(said.kept, kept.events), compare(said.hands, kept.hands)
    done, ordered = compare(words.said, told), compare(words.said, kept.words)
    return Settled(
        hands=len(said.hands), events=said.events, words=len(words.said),
        lost=events.lost + hands.lost + done.lost + ordered.lost,
        doubled=events.doubled + hands.doubled, orders_twice=done.doubled + ordered.doubled,
        differ=sum(kept.stacks.get(table) != stacks for table, stacks in said.stacks.items()),
        faults=kept.faults, logged=until_kept(said.steps, kept.at),
    )  # fmt: skip


class _Killed:
    def __init__(self, asked: Killing, hub: NatsHub, cores: Cores, hall: Helper) -> None:
        self._asked = asked
        self._hub = hub
        self._cores = cores
        self._hall = hall
        self._took: list[float] = []
        self._nodes = 0

    def play(self, words: Words) -> None:
        """Have the tables play, and do one kill after the other."""
        asked = self._asked
        self._hall.tell(PlayAsked(asked.tables * STATES_PER_TABLE, asked.seconds))
        began = time.monotonic()
        due = sorted([
            *((asked.seconds * (n + 0.2) / (asked.nodes + 1), "node") for n in range(asked.nodes)),
            *((asked.seconds * (n + 0.5) / (asked.cores + 1), "core") for n in range(asked.cores)),
        ])  # fmt: skip
        down: list[tuple[float, int]] = []
        with progress("seconds", asked.seconds) as advance:
            while (now := time.monotonic() - began) < asked.seconds - LEAST or down:
                while down and down[0][0] <= now:
                    self._hub.servers[down.pop(0)[1]].start()
                if due and due[0][0] <= now and not (due[0][1] == "node" and down):
                    if due.pop(0)[1] == "core":
                        self._took.append(self._cores.kill())
                    else:
                        down.append((now + min(DOWN, asked.seconds / 4), self._node()))
                words.one()
                time.sleep(1.0)
                advance(1.0)
        self._hall.answer()

    def _node(self) -> int:
        """Kill the servers of the hub in turn, each once it is in sync with the others."""
        place = self._nodes % len(self._hub.servers)
        for one in self._hub.servers:
            one.wait()
        self._hub.servers[place].kill()
        self._nodes += 1
        return place

    def figures(self, done: Settled) -> EnginesFigures:
        """Return the figures."""
        counts = msgspec.structs.asdict(done)
        logged = counts.pop("logged")
        return EnginesFigures(
            **counts, tables=self._asked.tables, seconds=self._asked.seconds,
            killed_nodes=self._nodes, killed_cores=len(self._took),
            takeover_s=round(max(self._took, default=0.0), 2),
            takeover_p50_s=share_of(self._took, 0.5),
            log_p50_ms=share_of(logged, 0.5), log_p99_ms=share_of(logged, 0.99),
        )  # fmt: skip
