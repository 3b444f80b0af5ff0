"""`tapis bench venue hall`: a room of many tables, its pages and their viewers.

Broker, core and pages are real, each a process. The tables replay the events of real ones, with
their own numbering. The listeners and browsers share the machine with the measured processes.
"""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Annotated, Any, Literal, TypeVar

import msgspec
import typer

from controller.contract.errors import ExitCode
from tests.rig.chromium import NoBrowser, chromium
from tests.rig.hall.browsers import browsers, pages_of
from tests.rig.hall.figures import Step, all_delays, compare, share_of, until_kept
from tests.rig.hall.room import HallRoom, Kept
from tests.rig.hall.streams import ListenAsked
from tests.rig.hall.tables import HallAsked, LeadAsked, PlayAsked, Published
from tests.rig.hall.usage import Usage
from tests.rig.progress import progress, wait
from tests.rig.venue_room import ROOT

FILE = str(Path(__file__).with_name("long_level.toml"))
SEATS = 8
VENUE = ("core", "web", "broker")
STATES_PER_TABLE = 0.6
"""States a second: 35 hands an hour, if there are no waits."""

LEAD = 110
"""About the number of events of a hand: tables start the measured time anywhere in one."""

FAST = 700.0
"""Steps a second of all tables while they get there, before anybody watches."""

SETTLED_S = 10.0
"""Time that viewers have been watching before the measurement: at first a browser has much work of
its own, and so have the pages for a new viewer."""

WATCHED = 50
"""Number of tables that are watched; many viewers share them."""

GAPS = 2_000
"""One event in this many does not arrive, and has to be requested again."""

SMALL = 8
"""A venue of up to this many tables runs on a small computer, with other limits."""


Engine = Literal["mosquitto", "nats"]
OfTable = tuple[int, list[Step]]
Found = TypeVar("Found")


class HallFigures(msgspec.Struct, frozen=True):
    """The cost of a hall, and the fate of its tables' events.

    `lost` and `doubled` count events and hands that the room should have kept once, `differ` tables
    whose stacks differ from the room's books, `faults` the errors found in its log. Processor
    shares are percents of one processor, memory is maximum resident memory in MB (10^6 bytes).
    `log` is the time from a table's message to its commit, or in a file to the start of the turn
    that commits it. Paints are timed in Chromium and streams to the last byte, from the instant at
    which the table had sent everything; `unseen` were never shown. `late_ms_p99` and `load` say how
    far the tables lagged behind their schedule, and how busy the machine was.
    """

    tables: int
    seconds: float
    browsers: int
    streams: int
    events_per_s: float
    states_per_s: float
    hands: int
    gaps: int
    lost: int
    doubled: int
    differ: int
    faults: int
    core_cpu_pct: float
    core_rss_mb: float
    web_cpu_pct: float
    web_rss_mb: float
    broker_cpu_pct: float
    broker_rss_mb: float
    cpu_pct: float
    rss_mb: float
    paint_p50_ms: float
    paint_p99_ms: float
    painted: int
    streams_p50_ms: float
    streams_p99_ms: float
    streamed: int
    unseen: int
    late_ms_p99: float
    tables_cpu_pct: float
    listeners_cpu_pct: float
    browsers_cpu_pct: float
    load: float
    log_p50_ms: float
    log_p99_ms: float

    def beyond(self) -> list[str]:
        """Return the fields that exceed their limits."""
        limits: dict[str, float] = {"lost": 0, "doubled": 0, "differ": 0, "faults": 0, "unseen": 0}
        if self.tables <= SMALL:
            limits |= {"rss_mb": 200, "cpu_pct": 25}
        limits |= {
            "core_cpu_pct": 50, "core_rss_mb": 300, "paint_p99_ms": 300, "streams_p99_ms": 500,
            "log_p99_ms": 100,
        }  # fmt: skip
        return [name for name, limit in limits.items() if getattr(self, name) > limit]


class HallSize(msgspec.Struct, frozen=True):
    """The size of a hall, the duration, and its viewers.

    One event in `gaps` does not arrive, and has to be requested again.
    """

    tables: int
    seconds: float
    browsers: int
    streams: int
    seed: int = 0
    lead: int = LEAD
    gaps: int = GAPS
    engine: str = "mosquitto"


def hall_command(
    tables: Annotated[int, typer.Option(min=1, max=2000, help="Number of tables.")] = 1000,
    seconds: Annotated[float, typer.Option(min=1, max=2400, help="How long is measured.")] = 600.0,
    browsers: Annotated[int, typer.Option(min=0, max=200, help="Pages in Chromium.")] = 50,
    streams: Annotated[
        int | None, typer.Option(min=0, max=1900, help="Streams besides; else 1 a table, 1000.")
    ] = None,
    seed: Annotated[int, typer.Option(help="Seed of all that is random.")] = 0,
    engine: Annotated[
        Engine, typer.Option(help="mosquitto and a file, or three NATS servers and PostgreSQL.")
    ] = "mosquitto",
    as_json: Annotated[bool, typer.Option("--json", help="Print the figures as JSON.")] = False,
) -> None:
    """Have many tables play before core, pages and browsers. Status 1: beyond a limit."""
    listening = min(tables, 1000) if streams is None else streams
    if browsers:
        try:
            chromium()
        except NoBrowser as error:
            raise NoBrowser(f"{error}, or --browsers 0") from None
    done = measure_hall(HallSize(tables, seconds, browsers, listening, seed, engine=engine))
    if as_json:
        typer.echo(msgspec.json.encode(done).decode())
    else:
        for name, value in msgspec.structs.asdict(done).items():
            typer.echo(f"{name:<18}{value}")
    if beyond := done.beyond():
        typer.echo(f"beyond the limit: {', '.join(beyond)}", err=True)
        raise typer.Exit(ExitCode.NOT_SO)


def measure_hall(size: HallSize) -> HallFigures:
    """Set up a hall, have it play, and end it."""
    with tempfile.TemporaryDirectory(prefix="tapis-hall-") as name, ExitStack() as stack:
        folder = Path(name)
        room = stack.enter_context(HallRoom(folder, size.engine))
        room.set_up(FILE, size.tables, SEATS)
        playing = HallAsked(
            room.broker.port, ROOT, FILE, size.tables, SEATS,
            int((size.seconds + 10) * STATES_PER_TABLE * 4 / 3) + 3 * size.lead, size.gaps,
            str(folder / "published"), size.seed, room.ports,
        )  # fmt: skip
        room.core.start()
        hall = stack.enter_context(helper("tables", playing))
        room.seated()
        hall.tell(LeadAsked(size.lead, FAST))
        room.heard({int(table): seq for table, seq in hall.answer().items()})
        watched = min(WATCHED, size.tables)
        room.open_pages(watched)
        listening = ListenAsked(
            room.web_port, [nth % watched + 1 for nth in range(size.streams)],
            str(folder / "listened"),
        )  # fmt: skip
        with (
            helper("streams", listening) as listeners,
            browsers(room.web_port, pages_of(size.browsers, watched)) as seen,
        ):
            time.sleep(min(SETTLED_S, size.seconds))
            measured = _Measured(room, hall, listeners)
            measured.play(size)
            said = _read(folder / "published", Published)
            listeners.end({table: steps[-1][0] for table, steps in said.steps.items() if steps})
            shown = Shown(seen.painted(), _read(folder / "listened", list[OfTable]))
        return measured.figures(size, said, room.kept(said), shown)


def _read(path: Path, kind: type[Found]) -> Found:
    return msgspec.msgpack.decode(path.read_bytes(), type=kind)


class Shown(msgspec.Struct, frozen=True):
    """The pictures painted and streamed: for each viewer its table and the steps shown."""

    painted: list[OfTable]
    streamed: list[OfTable]


class Helper:
    """A process that takes requests and answers, line by line."""

    def __init__(self, process: "subprocess.Popen[bytes]") -> None:
        self._process = process

    @property
    def pid(self) -> int:
        """Return its process id."""
        return self._process.pid

    def tell(self, said: Any) -> None:
        """Send it a request."""
        assert self._process.stdin is not None
        self._process.stdin.write(msgspec.json.encode(said) + b"\n")
        self._process.stdin.flush()

    def answer(self) -> Any:
        """Return its next answer. Raises `OSError` if it has ended."""
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            raise OSError(f"it ended by itself, with status {self._process.wait(10)}")
        return msgspec.json.decode(line)

    def end(self, said: Any) -> None:
        """Send it the last request, and let it end by itself."""
        self.tell(said)
        self._process.wait(60)


@contextmanager
def helper(module: str, asked: msgspec.Struct) -> Iterator[Helper]:
    """Run a module in its own process during the block; it is up when the block begins."""
    process = subprocess.Popen(
        [sys.executable, "-m", f"{__package__}.{module}", msgspec.json.encode(asked).decode()],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        env=os.environ | {"PYTHONPATH": str(Path(__file__).parents[3])}, start_new_session=True,
    )  # fmt: skip
    try:
        found = Helper(process)
        found.answer()
        yield found
    finally:
        process.kill()
        process.communicate()


class _Measured:
    """The measured time, and the processes' cost during it."""

    def __init__(self, room: HallRoom, hall: Helper, listeners: Helper) -> None:
        self._room = room
        self._hall = hall
        self._pids = {
            "core": (room.core.pid,), "web": (room.web.pid,), "broker": room.servers,
            "tables": (hall.pid,), "listeners": (listeners.pid,),
        }  # fmt: skip
        self._cpu: dict[str, float] = {}
        self._rss: dict[str, float] = {}
        self._load = 0.0

    def play(self, size: HallSize) -> None:
        """Have the tables play, and measure."""
        self._hall.tell(PlayAsked(size.tables * STATES_PER_TABLE, size.seconds))
        usages = {name: Usage(*pids) for name, pids in self._pids.items()}
        others = [pid for pids in self._pids.values() for pid in pids]
        usages["browsers"] = Usage(os.getpid(), without=others)
        with progress("seconds", size.seconds) as advance:
            ends = time.monotonic() + size.seconds
            while (left := ends - time.monotonic()) > 0:
                # Scanning all processes takes processor time from the measured ones.
                wait(min(left, 10.0), advance)
                for name in VENUE:
                    usages[name].look()
        self._cpu = {name: usage.cpu_pct() for name, usage in usages.items()}
        self._rss = {name: round(usages[name].rss_mb, 1) for name in VENUE}
        self._load = os.getloadavg()[0]
        self._hall.answer()

    def figures(self, size: HallSize, said: Published, kept: Kept, shown: Shown) -> HallFigures:
        """Return the figures."""
        events, hands = compare(said.kept, kept.events), compare(said.hands, kept.hands)
        paints, unpainted = all_delays(said.steps, shown.painted)
        streamed, unheard = all_delays(said.steps, shown.streamed)
        logged = until_kept(said.steps, kept.at)
        cpu, rss = self._cpu, self._rss
        return HallFigures(
            tables=size.tables, seconds=size.seconds, browsers=size.browsers, streams=size.streams,
            events_per_s=round(said.events / size.seconds, 1),
            states_per_s=round(said.states / size.seconds, 1),
            hands=len(said.hands), gaps=said.gaps,
            lost=events.lost + hands.lost, doubled=events.doubled + hands.doubled,
            differ=sum(kept.stacks.get(table) != stacks for table, stacks in said.stacks.items()),
            faults=kept.faults,
            core_cpu_pct=cpu["core"], core_rss_mb=rss["core"],
            web_cpu_pct=cpu["web"], web_rss_mb=rss["web"],
            broker_cpu_pct=cpu["broker"], broker_rss_mb=rss["broker"],
            cpu_pct=round(sum(cpu[name] for name in VENUE), 1),
            rss_mb=round(sum(rss[name] for name in VENUE), 1),
            paint_p50_ms=share_of(paints, 0.5), paint_p99_ms=share_of(paints, 0.99),
            painted=len(paints),
            streams_p50_ms=share_of(streamed, 0.5), streams_p99_ms=share_of(streamed, 0.99),
            streamed=len(streamed), unseen=unpainted + unheard,
            late_ms_p99=said.late_ms_p99, tables_cpu_pct=cpu["tables"],
            listeners_cpu_pct=cpu["listeners"], browsers_cpu_pct=cpu["browsers"],
            load=round(self._load, 2),
            log_p50_ms=share_of(logged, 0.5), log_p99_ms=share_of(logged, 0.99),
        )  # fmt: skip
