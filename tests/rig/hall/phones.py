"""`tapis bench venue phones`: the delay until a change at a table reaches all its viewers.

The pages are several processes, as behind HAProxy, and share the machine with all viewers.
"""

import tempfile
import time
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Annotated

import msgspec
import typer
from paho.mqtt.client import Client
from paho.mqtt.enums import CallbackAPIVersion, MQTTProtocolVersion

from controller.contract.errors import ExitCode
from controller.contract.public import Status, Topics
from controller.play.sinks.servers import Mosquitto
from hardware.free_ports import free_ports
from hardware.twin.halls.sim_table import SimTable
from tests.rig.hall.command import OfTable, helper
from tests.rig.hall.figures import Step, all_delays, share_of
from tests.rig.hall.room import answers
from tests.rig.hall.streams import ListenAsked
from tests.rig.hall.usage import Usage
from tests.rig.progress import progress, wait
from tests.rig.venue_room import ROOT, Process, wait_for

TABLE = 1
SEATS = 8
EVERY = 4.0
"""Seconds between two changes."""

P99_MS = 2_000
RSS_MB = 120


class PhonesFigures(msgspec.Struct, frozen=True):
    """The delays (ms) of changes on `phones` streams, and the largest process's memory (MB).

    `unseen` is the number of changes that were never shown.
    """

    phones: int
    processes: int
    changes: int
    p50_ms: float
    p99_ms: float
    max_ms: float
    unseen: int
    rss_mb: float
    cpu_pct: float

    @property
    def held(self) -> bool:
        """Return whether every viewer saw every change in time and no process grew too large."""
        return not self.unseen and self.p99_ms <= P99_MS and self.rss_mb <= RSS_MB


def phones_command(
    phones: Annotated[int, typer.Option(min=1, help="How many look.")] = 10_000,
    processes: Annotated[int, typer.Option(min=1, max=16, help="Processes of the pages.")] = 5,
    changes: Annotated[int, typer.Option(min=1, help="How many changes are shown.")] = 10,
    as_json: Annotated[bool, typer.Option("--json", help="Print the figures as JSON.")] = False,
) -> None:
    """Show a change at a table to many phones. Status 1: one saw it late, or not."""
    with tempfile.TemporaryDirectory(prefix="tapis-phones-") as name:
        done = measure_phones(Path(name), phones, processes, changes)
    typer.echo(msgspec.json.encode(done).decode() if as_json else str(done))
    if not done.held:
        raise typer.Exit(ExitCode.NOT_SO)


def measure_phones(folder: Path, phones: int, processes: int, changes: int) -> PhonesFigures:
    """Connect `phones` viewers to one table, and change it `changes` times."""
    with ExitStack() as stack:
        broker = stack.enter_context(Mosquitto(folder))
        table = _Table(broker.port)
        stack.callback(table.close)
        ports = free_ports(processes)
        pages = [_pages(folder, broker.port, port) for port in ports]
        for one in pages:
            stack.callback(one.kill)
            one.start()
        for port in ports:
            wait_for(partial(answers, port, TABLE), "the pages answer")
        share = [phones // processes + (n < phones % processes) for n in range(processes)]
        heard = [folder / f"listened-{n}" for n in range(processes)]
        listeners = [
            stack.enter_context(helper("streams", ListenAsked(port, [TABLE] * many, str(into))))
            for port, many, into in zip(ports, share, heard, strict=True)
        ]
        usages = [Usage(one.pid) for one in pages]
        said: list[Step] = []
        with progress("changes", changes) as advance:
            for _ in range(changes):
                said.append(table.change())
                wait(EVERY, lambda _: None)
                advance(1)
                for usage in usages:
                    usage.look()
        cpu = sum(usage.cpu_pct() for usage in usages)
        for listener in listeners:
            listener.end({TABLE: said[-1][0]})
        shown = [
            stream
            for into in heard
            for stream in msgspec.msgpack.decode(into.read_bytes(), type=list[OfTable])
        ]
        took, unseen = all_delays({TABLE: said}, shown)
        return PhonesFigures(
            phones, processes, changes, share_of(took, 0.5), share_of(took, 0.99),
            share_of(took, 1.0), unseen, max(usage.rss_mb for usage in usages), round(cpu, 1),
        )  # fmt: skip


class _Table:
    """A table that publishes its state."""

    def __init__(self, port: int) -> None:
        self._sim = SimTable(str(TABLE), SEATS)
        self._topics = Topics(f"{ROOT}/{TABLE}")
        self._client = Client(CallbackAPIVersion.VERSION2, protocol=MQTTProtocolVersion.MQTTv311)
        self._client.connect("127.0.0.1", port)
        self._client.loop_start()
        status = Status("online", "phones", str(TABLE), "phones", epoch=self._sim.epoch)
        self._client.publish(self._topics.status, msgspec.json.encode(status), 1, retain=True)
        self.change()

    def change(self) -> Step:
        """Make a visible change; return its number and time (ms since 1970)."""
        self._sim.seq += 1
        self._sim.hand += 1
        now = time.time() * 1000
        state = msgspec.json.encode(self._sim.state)
        self._client.publish(self._topics.state, state, 1, retain=True)
        return self._sim.seq, now

    def close(self) -> None:
        """Disconnect."""
        self._client.disconnect()
        self._client.loop_stop()


def _pages(folder: Path, broker: int, port: int) -> Process:
    return Process(
        folder, "venue", "web", "--port", str(broker), "--topic", ROOT,
        "--listen", f"127.0.0.1:{port}", "--desk", str(folder / f"desk-{port}.sock"),
    )  # fmt: skip
