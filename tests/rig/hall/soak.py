"""`tapis bench venue soak`: a fault every 20 seconds, of twelve kinds, while tables play.

The servers, cores and tables are those of `engines`, with a process of the pages beside them.
"""

import itertools
import os
import signal
import socket
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Annotated

import msgspec
import typer
from paho.mqtt.client import Client
from paho.mqtt.enums import CallbackAPIVersion, MQTTProtocolVersion
from sqlalchemy import text

from controller.contract.errors import ExitCode
from hardware.free_ports import free_port
from tests.rig.hall.command import FAST, FILE, LEAD, SEATS, STATES_PER_TABLE, Helper, helper
from tests.rig.hall.engines import Cores, Killing, Words, hall_asked, settled
from tests.rig.hall.relay import RelayAsked
from tests.rig.hall.room import HallRoom
from tests.rig.hall.tables import LeadAsked, PlayAsked
from tests.rig.hall.usage import Usage
from tests.rig.hub import NatsHub
from tests.rig.progress import progress
from tests.rig.venue_room import ROOT

EVERY = 20.0
"""Seconds between two faults."""

DOWN = 8.0
"""Time that a server is down or a core is frozen (s)."""

FIRST = 600.0
"""Growth counts from this time (s); in a shorter soak, from a quarter of it."""

ROUND = 240.0
"""Time in which each kind of fault comes once (s); in a shorter soak, a quarter of it counts."""

LOOK_EVERY = 5.0
"""Seconds between two looks at memory."""

GROWTH_PCT = 5.0
JUNK = (b"", b"\xff\xfe", b"{", b"[1e999]", b'{"seq":-1}', b"x" * 100_000)


class SoakFigures(msgspec.Struct, frozen=True):
    """The results of a long evening; the counts are those of `engines`.

    `growth_pct` is the growth in memory of hub, pages or core from the first round of faults after
    ten minutes to the last one, each at its maximum in the round (`rss_mb`, `rss_first_mb`): a
    process that has just started has little memory.
    """

    minutes: float
    tables: int
    faults: int
    kinds: dict[str, int]
    hands: int
    lost: int
    doubled: int
    orders_twice: int
    differ: int
    broken: int
    growth_pct: float
    rss_mb: dict[str, float]
    rss_first_mb: dict[str, float]

    @property
    def held(self) -> bool:
        """Return whether nothing was lost or done twice and no memory grew."""
        wrong = self.lost, self.doubled, self.orders_twice, self.differ, self.broken
        return not any(wrong) and self.growth_pct <= GROWTH_PCT


def soak_command(
    minutes: Annotated[float, typer.Option(min=0.5, help="How long they play.")] = 60.0,
    tables: Annotated[int, typer.Option(min=2, max=1000, help="Number of tables.")] = 50,
    seed: Annotated[int, typer.Option(help="Seed of all that is random.")] = 0,
    as_json: Annotated[bool, typer.Option("--json", help="Print the figures as JSON.")] = False,
) -> None:
    """Have something fail every 20 s while tables play. Status 1: not all of it held."""
    with tempfile.TemporaryDirectory(prefix="tapis-soak-") as name:
        done = measure_soak(Path(name), minutes, tables, seed)
    typer.echo(msgspec.json.encode(done).decode() if as_json else str(done))
    if not done.held:
        raise typer.Exit(ExitCode.NOT_SO)


def measure_soak(folder: Path, minutes: float, tables: int, seed: int) -> SoakFigures:
    """Have the tables play, and cause one fault after the other."""
    asked = Killing(tables, minutes * 60, 0, 0, seed)
    with ExitStack() as stack:
        room = stack.enter_context(HallRoom(folder, "nats"))
        hub = room.broker
        assert isinstance(hub, NatsHub)
        room.set_up(FILE, tables, SEATS)
        ports = tuple(one.port for one in hub.servers)
        relay = _Restarted(RelayAsked(free_port(), ports))
        stack.callback(relay.end)
        cores = Cores(room, relay.asked.port)
        stack.callback(cores.end)
        hall = stack.enter_context(helper("tables", hall_asked(folder, asked, ports)))
        room.seated()
        hall.tell(LeadAsked(LEAD, FAST))
        room.heard({int(table): seq for table, seq in hall.answer().items()})
        room.open_pages(1)
        words = Words(cores, tables, seed)
        faults = _Faults(room, hub, cores, relay)
        grown = _play(asked, hall, faults, words, (room, cores))
        done = settled(room, hall, cores, words)
        return SoakFigures(
            round(minutes, 1), tables, sum(faults.count.values()), dict(faults.count), done.hands,
            done.lost, done.doubled, done.orders_twice, done.differ, done.faults, *grown,
        )  # fmt: skip


Parts = tuple[HallRoom, Cores]


def _play(
    asked: Killing, hall: Helper, faults: "_Faults", words: Words, parts: Parts
) -> tuple[float, dict[str, float], dict[str, float]]:
    """Have the tables play, and cause faults; return the growth, and all memory."""
    hall.tell(PlayAsked(asked.tables * STATES_PER_TABLE, asked.seconds))
    began, due, seen = time.monotonic(), EVERY / 2, Memory()
    look = 0.0
    with progress("seconds", asked.seconds) as advance:
        while (now := time.monotonic() - began) < asked.seconds - DOWN:
            if now >= due and now < asked.seconds - 2 * DOWN:
                faults.next()
                due += EVERY
            words.one()
            if now >= look:
                seen.note(now, _memory(parts))
                look = now + LOOK_EVERY
            time.sleep(1.0)
            advance(1.0)
    hall.answer()
    return seen.growth(asked.seconds)


class Memory:
    """The memory of each part over time (MB)."""

    def __init__(self) -> None:
        self._seen: list[tuple[float, dict[str, float]]] = []

    def note(self, at: float, taken: dict[str, float]) -> None:
        """Record the memory of each part, `at` seconds after the start."""
        self._seen.append((at, taken))

    def growth(self, seconds: float) -> tuple[float, dict[str, float], dict[str, float]]:
        """Return the largest growth in percent, and the memory of all parts at the end and before.

        Each memory is the maximum in a whole round of faults.
        """
        first, around = min(FIRST, seconds / 4), min(ROUND, seconds / 4)
        early = self._most(first, first + around)
        late = self._most(seconds - around, seconds)
        grew = (100 * (late[one] / early[one] - 1) for one in late if early.get(one))
        return round(max(grew, default=0.0), 1), late, early

    def _most(self, since: float, until: float) -> dict[str, float]:
        most: dict[str, float] = {}
        for at, taken in self._seen:
            if since <= at < until:
                most |= {name: max(mb, most.get(name, 0.0)) for name, mb in taken.items()}
        return most


def _memory(parts: Parts) -> dict[str, float]:
    room, cores = parts
    usages = {
        "hub": Usage(*room.servers), "pages": Usage(room.web.pid),
        "core": Usage(cores.process.pid),
    }  # fmt: skip
    for one in usages.values():
        one.look()
    return {name: round(one.rss_mb, 1) for name, one in usages.items()}


class _Restarted:
    """The relay in front of the hub, which can be restarted."""

    def __init__(self, asked: RelayAsked) -> None:
        self.asked = asked
        self._stack = ExitStack()
        self.again()

    def again(self) -> None:
        """End it if it runs, and start it."""
        self._stack.close()
        self._stack.enter_context(helper("relay", self.asked))

    def end(self) -> None:
        """End it."""
        self._stack.close()


class _Faults:
    """A series of faults, of each kind in turn."""

    def __init__(self, room: HallRoom, hub: NatsHub, cores: Cores, relay: _Restarted) -> None:
        self._room, self._hub, self._cores, self._relay = room, hub, cores, relay
        self.count: Counter[str] = Counter()
        self._servers = itertools.cycle(hub.servers)
        kinds: dict[str, Callable[[], object]] = {
            "server killed": self._server, "core killed": cores.kill,
            "core ended": lambda: cores.kill(signal.SIGTERM), "core stands still": self._still,
            "relay ended": relay.again, "database restarted": self._database,
            "sessions ended": self._sessions, "pages killed": self._pages,
            "junk to tables' topics": self._junk, "junk at the desk": self._nonsense,
            "core's id taken": lambda: self._namesake(f"{ROOT.replace('/', '-')}-venue"),
            "table's id taken": lambda: self._namesake("hall-2"),
        }  # fmt: skip
        self._kinds = itertools.cycle(kinds.items())

    def next(self) -> None:
        """Cause the next fault."""
        name, fault = next(self._kinds)
        self.count[name] += 1
        fault()

    def _server(self) -> None:
        server = next(self._servers)
        server.kill()
        time.sleep(DOWN)
        server.start()

    def _still(self) -> None:
        pid = self._cores.process.pid
        os.kill(pid, signal.SIGSTOP)
        time.sleep(DOWN)
        os.kill(pid, signal.SIGCONT)

    def _database(self) -> None:
        assert self._room.database is not None
        self._room.database.stop()
        self._room.database.start()

    def _sessions(self) -> None:
        with self._room.reads.begin() as connection:
            connection.execute(text(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE datname = current_database() AND pid <> pg_backend_pid()"
            ))  # fmt: skip

    def _pages(self) -> None:
        self._room.web.kill()
        self._room.web.start()

    def _junk(self) -> None:
        client = self._client("junk")
        for topic in ("1/state", "2/event/hand.ended", "3/reply/hold", "2/health"):
            for junk in JUNK[1:]:
                client.publish(f"{ROOT}/{topic}", junk, 1).wait_for_publish(DOWN)
        client.disconnect()
        client.loop_stop()

    def _nonsense(self) -> None:
        for junk in JUNK:
            with suppress(OSError), socket.socket(socket.AF_UNIX) as line:
                line.settimeout(1)
                line.connect(str(self._cores.desk))
                line.sendall(junk + b"\n")

    def _namesake(self, name: str) -> None:
        client = self._client(name)
        client.disconnect()
        client.loop_stop()

    def _client(self, name: str) -> Client:
        client = Client(
            CallbackAPIVersion.VERSION2, client_id=name, protocol=MQTTProtocolVersion.MQTTv311
        )
        client.connect("127.0.0.1", self._relay.asked.port)
        client.loop_start()
        time.sleep(1.0)
        return client
