"""Measures a controller's memory and processor time while its table is played.

The hands are played beforehand, over antennas with noise, and their scans are recorded. Then
`tapis run`, in a process of its own, gets the recording in real time: scans in; sensing, engine,
journal and MQTT as at a table. Moving the cards costs it nothing.
"""

import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import msgspec
import typer

from controller.contract.errors import ExitCode
from controller.contract.observations import Declared, FloorSaid, Knocked, Observation, ShoeSaid
from controller.contract.scans import AntennaPlan, Scan
from controller.demo.embedded import EmbeddedBroker
from controller.demo.script import HOUSE, SEATS, SHIPPED, Script, Show, read_scripts
from controller.houses.loader import load_house
from controller.journal import JournalReader
from controller.play.commands import check_noise
from controller.play.game import DealtGame, Noise, Setup
from controller.play.sinks.sensed import SensedSink
from controller.play.sinks.servers import Mosquitto, NoServer
from controller.sensing.registry import Registry, save_registry
from controller.sensing.sensing import Sensing
from controller.sensing.settings import SETTINGS
from controller.table.engine import Transition
from tests.rig.progress import progress, wait
from tests.rig.recorder import Recording

DENOMINATIONS = (25, 100, 500, 1000, 5000)
STARTS_IN = 8_000
"""Time without movement while the controller starts and reads its zones (ms)."""

CONFIG = """\
name = "bench"
house = "{house}"
seats = {seats}
denominations = {denominations}
hardware = "twin"
noise = "{noise}"
layout = "reference"
recording = "scans.jsonl"
journal = "bench.db"

[cards]
decks = 1

[ring]
kind = "apa102"

[broker]
port = {port}
protocol = "{protocol}"
"""

SCENES = sorted(path for path in SHIPPED.iterdir() if path.suffix in {".phh", ".phhs", ".scn"})
"""The files of the package that a demo can play, in order."""


class Cost(msgspec.Struct, frozen=True):
    """A controller's cost. Memory is in MB (10^6 bytes), processor time a share of one core.

    `resident_mb` is the memory at the end, `peak_mb` the maximum. `disk_mb_a_minute` is what the
    kernel says that it wrote, in whole blocks: nothing on a disk in memory.
    """

    seconds: float
    resident_mb: float
    peak_mb: float
    cpu_percent: float
    disk_mb_a_minute: float
    scans_per_s: float
    hands: int
    events: int
    irregularities: int
    same_events: bool


class RecordingSensing(Sensing):
    """Sensing that records its input."""

    def __init__(
        self, plans: Sequence[AntennaPlan], registry: Registry, noise: Noise, into: Recording
    ) -> None:
        super().__init__(plans, registry, SETTINGS[noise])
        self._into = into
        self.scans = 0

    def scan(self, scan: Scan) -> Sequence[Observation]:
        """Record a scan, and sense it."""
        self._into.write(scan)
        self.scans += 1
        return super().scan(scan)


class RecordingSummary(msgspec.Struct, frozen=True):
    """A summary of a recording: its length (ms), its scans, and the types of its events."""

    ms: int
    scans: int
    events: tuple[str, ...]


def record(
    folder: Path, scripts: Sequence[Script], ms: int, noise: Noise, seed: int
) -> RecordingSummary:
    """Play scripts for at least `ms` of table time, and write `scans.jsonl` and `tags.toml`."""
    events: list[str] = []
    with Recording(folder / "scans.jsonl") as recording:

        def hear(observation: Observation, done: Transition) -> None:
            events.extend(event.type for event in done.public)
            if isinstance(observation, Declared | Knocked | FloorSaid | ShoeSaid):
                recording.write(observation)

        setup = Setup(
            load_house(HOUSE),
            SEATS,
            denominations=DENOMINATIONS,
            depth="sensed",
            noise=noise,
            seed=seed,
        )
        game = DealtGame(setup, hear)
        sink = game.sink
        assert isinstance(sink, SensedSink)
        heard = sink.intake.sensing = RecordingSensing(
            sink.twin.plans, sink.registry, noise, recording
        )
        sink.wait(STARTS_IN)
        show = Show(game, seed)
        while sink.now < STARTS_IN + ms:
            for script in scripts:
                show.play(script)
    save_registry(sink.registry, folder / "tags.toml")
    return RecordingSummary(sink.now, heard.scans, tuple(events))


@contextmanager
def some_broker(folder: Path) -> Iterator[tuple[int, str]]:
    """Return the port and MQTT version of a broker: mosquitto, or amqtt if that is missing."""
    try:
        mosquitto = Mosquitto(folder)
    except NoServer:
        with EmbeddedBroker() as embedded:
            yield embedded.port, "3.1.1"
        return
    with mosquitto:
        yield mosquitto.port, "5"


def measure(
    scripts: Sequence[Script], seconds: float, noise: Noise, seed: int, warm_up: float = 10.0
) -> Cost:
    """Return a controller's cost over `seconds`, after `warm_up` seconds of play.

    Raises `OSError` if it does not run or the system is not Linux.
    """
    with tempfile.TemporaryDirectory(prefix="tapis-bench-") as name:
        folder = Path(name)
        ms = int((warm_up + seconds) * 1000)
        recorded = record(folder, scripts, ms, noise, seed)
        with some_broker(folder) as (port, protocol):
            config = CONFIG.format(
                house=HOUSE,
                seats=SEATS,
                denominations=list(DENOMINATIONS),
                noise=noise,
                port=port,
                protocol=protocol,
            )
            (folder / "table.toml").write_text(config, "utf-8")
            controller = subprocess.Popen(
                [sys.executable, "-c", "from controller.cli import app; app()", "run", "--config",
                 str(folder / "table.toml")],
                stderr=subprocess.DEVNULL,
            )  # fmt: skip
            try:
                starts = STARTS_IN / 1000 + warm_up
                with progress("seconds of play", starts + seconds) as advance:
                    wait(starts, advance)
                    before, began = processor_seconds(controller.pid), time.monotonic()
                    wrote = disk_bytes(controller.pid)
                    wait(seconds, advance)
                used = processor_seconds(controller.pid) - before
                passed = time.monotonic() - began
                wrote = disk_bytes(controller.pid) - wrote
                resident, peak = memory(controller.pid)
                controller.send_signal(signal.SIGTERM)
                controller.wait(20)
            finally:
                controller.kill()
                controller.wait()
        with JournalReader(folder / "bench.db") as journal:
            types = [event.type for event in journal.events(0, 1_000_000)]
    return Cost(
        seconds=round(passed, 1),
        resident_mb=round(resident / 1e6, 1),
        peak_mb=round(peak / 1e6, 1),
        cpu_percent=round(100 * used / passed, 2),
        disk_mb_a_minute=round(60 * wrote / passed / 1e6, 2),
        scans_per_s=round(1000 * recorded.scans / recorded.ms, 1),
        hands=types.count("hand.ended"),
        events=len(types),
        irregularities=types.count("irregularity.found"),
        same_events=_plays_back(types, recorded.events),
    )


def _plays_back(types: Sequence[str], recorded: Sequence[str]) -> bool:
    """Return whether the recorded events start with these; the config may add a level event."""
    told = [one for one in types if one != "level.changed"]
    meant = [one for one in recorded if one != "level.changed"]
    return bool(told) and told == meant[: len(told)]


def processor_seconds(pid: int) -> float:
    """Return the processor time that a process has used in all its threads."""
    fields = Path(f"/proc/{pid}/stat").read_text("ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def disk_bytes(pid: int) -> int:
    """Return the bytes that a process has written to disks, in whole blocks."""
    lines = Path(f"/proc/{pid}/io").read_text("ascii").splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("write_bytes:"))


def memory(pid: int) -> tuple[int, int]:
    """Return a process's resident memory and its maximum, in bytes."""
    lines = Path(f"/proc/{pid}/status").read_text("ascii").splitlines()
    found = dict(line.split(":", 1) for line in lines if ":" in line)
    return _bytes(found["VmRSS"]), _bytes(found["VmHWM"])


def _bytes(text: str) -> int:
    return int(text.split(maxsplit=1)[0]) * 1024


def bench_controller(
    files: Annotated[
        list[Path] | None,
        typer.Argument(help="Hands (.phh, .phhs) to be played; else the demo's."),
    ] = None,
    seconds: Annotated[float, typer.Option(min=1, help="How long is measured.")] = 120.0,
    noise: Annotated[
        str, typer.Option(help="The noise level: clean, typical or harsh.")
    ] = "typical",
    seed: Annotated[int, typer.Option(help="Random seed for the noise and the pauses.")] = 0,
    as_json: Annotated[bool, typer.Option("--json", help="Print the figures as JSON.")] = False,
) -> None:
    """Measure the memory and processor time of `tapis run` during real-time play."""
    checked = check_noise(noise)
    scripts = read_scripts(files or [file for file in SCENES if file.suffix != ".scn"])
    cost = measure(scripts, seconds, checked, seed)
    if as_json:
        typer.echo(msgspec.json.encode(cost).decode())
        return
    typer.echo(
        f"{cost.seconds:.0f} s at a table of {SEATS} ({cost.scans_per_s:.0f} scans/s,"
        f" {noise} noise, {cost.hands} hands, {cost.events} events):"
        f" {cost.resident_mb} MB resident (at most {cost.peak_mb}),"
        f" {cost.cpu_percent}% of one core, {cost.disk_mb_a_minute} MB a minute to the disk"
    )
    if not cost.same_events:
        typer.echo("but the controller's events are not those of the recording", err=True)
        raise typer.Exit(ExitCode.NOT_SO)
