"""Measures how long it takes from a node's last byte to the ring, to the broker and to the screen.

The table is the one of depth `wire`, at the speed of the wall clock: the firmware on its
interpreter, a pty, the daemon, mosquitto, the ring on gpiozero's mock pins, and the table display
in a process of its own. Each link of the chain is timed where it calls the next.
"""

import bisect
import gc
import math
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer
from paho.mqtt.client import Client

from controller.bench.progress import progress
from controller.contract.observations import CardAt, CardLeft, ChipsAt
from controller.contract.scans import Scan
from controller.demo import scenes
from controller.houses.loader import load_house
from controller.journal import Journal
from controller.play.game import Game, Setup
from controller.play.phh import read_hands
from controller.play.replay import play_hand
from controller.play.wiring import ROOT, VENUE, Wiring
from controller.sensing.sensing import Sensing
from hardware.gpio import Apa102Ring
from hardware.link import Link
from hardware.twin.pty import Pty

HANDS = Path(scenes.__path__[0]) / "1-evening.phhs"
SCREEN_WITHIN = 30.0

DISPLAY = """
import sys, threading, time
import pygame
flip = pygame.display.flip
def flipped():
    flip()
    print(time.monotonic_ns(), flush=True)
pygame.display.flip = flipped
from display.feed import Source
from display.felt.screen import Options, show
show(Source("127.0.0.1", int(sys.argv[1]), sys.argv[2]), Options(size=(1280, 720)))
"""


class Latency(msgspec.Struct, frozen=True):
    """Milliseconds from the last byte of a scan on the pty, in half and in 99% of all cases.

    To the ring's frame written, the event's PUBACK, the display's flip. `ours` is what the
    controller itself adds: from scan queued to transaction begun (`begun`), and from commit
    returned to publish called (`published`). `samples` is how many events there were.
    """

    ring_p50_ms: float
    ring_p99_ms: float
    puback_p50_ms: float
    puback_p99_ms: float
    flip_p50_ms: float
    flip_p99_ms: float
    ours_p50_ms: float
    ours_p99_ms: float
    begun_p50_ms: float
    begun_p99_ms: float
    published_p50_ms: float
    published_p99_ms: float
    samples: int


class Event(msgspec.Struct):
    """One event on its way. Times are ns of the machine's monotonic clock."""

    seq: int
    on_pty: int
    queued: int
    begun: int
    committed: int
    published: int = 0
    confirmed: int = 0


class Watch:
    """What is timed. It is told by every part of the chain, in the part's own thread."""

    def __init__(self) -> None:
        self.events: list[Event] = []
        self.rings: list[int] = []
        self.drawn: list[int] = []
        self.commits: list[int] = []
        self.flips: list[int] = []
        self._by_seq: dict[int, Event] = {}
        self._wrote: dict[str, int] = {}
        self._on_pty: dict[tuple[str, int], tuple[int, int]] = {}
        self._cause: tuple[int, int] | None = None

    @contextmanager
    def looking(self) -> Iterator[None]:
        """Time everything as long as this lasts."""
        seams: list[tuple[Any, str, Callable[[Any], Any]]] = [
            (Pty, "write", self._write),
            (Link, "_report", self._report),
            (Sensing, "scan", self._scan),
            (Journal, "record", self._record),
            (Journal, "acknowledge", self._acknowledge),
            (Client, "publish", self._publish),
            (Apa102Ring, "show", self._show),
        ]
        before = [getattr(where, name) for where, name, _ in seams]
        for (where, name, watched), was in zip(seams, before, strict=True):
            setattr(where, name, watched(was))
        try:
            yield
        finally:
            for (where, name, _), was in zip(seams, before, strict=True):
                setattr(where, name, was)

    def _write(self, was: Any) -> Any:
        def write(port: Pty, data: bytes) -> None:
            # Before, not after: the link may have read it all before this thread goes on.
            self._wrote[port.path.name] = time.monotonic_ns()
            was(port, data)

        return write

    def _report(self, was: Any) -> Any:
        def report(link: Link, reports: Any, *more: Any, **named: Any) -> None:
            reports = tuple(reports)
            now, wrote = time.monotonic_ns(), self._wrote.get(link.name, 0)
            for one in reports:
                if isinstance(one, Scan):
                    self._on_pty[one.antenna, one.at] = wrote, now
            was(link, reports, *more, **named)

        return report

    def _scan(self, was: Any) -> Any:
        def scan(sensing: Sensing, one: Scan) -> Any:
            times = self._on_pty.pop((one.antenna, one.at), None)
            found = was(sensing, one)
            if found:
                self._cause = times
            return found

        return scan

    def _record(self, was: Any) -> Any:
        def record(
            journal: Journal, observation: Any, public: Any = (), *more: Any, **named: Any
        ) -> Any:
            begun = time.monotonic_ns()
            seq = was(journal, observation, public, *more, **named)
            cause, self._cause = self._cause, None
            if public:
                self.commits.append(time.monotonic_ns())
            if public and cause and isinstance(observation, CardAt | CardLeft | ChipsAt):
                first = seq - len(public) + 1
                event = Event(first, *cause, begun, self.commits[-1])
                self.events.append(event)
                self._by_seq[first] = event
            return seq

        return record

    def _acknowledge(self, was: Any) -> Any:
        def acknowledge(journal: Journal, seq: int) -> None:
            now = time.monotonic_ns()
            for one in [one for one in self._by_seq if one <= seq]:
                self._by_seq.pop(one).confirmed = now
            was(journal, seq)

        return acknowledge

    def _publish(self, was: Any) -> Any:
        def publish(
            client: Client, topic: str, payload: Any = None, *more: Any, **named: Any
        ) -> Any:
            if "/event/" in topic:
                event = self._by_seq.get(msgspec.json.decode(payload)["seq"])
                if event is not None:
                    event.published = time.monotonic_ns()
            return was(client, topic, payload, *more, **named)

        return publish

    def _show(self, was: Any) -> Any:
        def show(ring: Apa102Ring, frame: Any) -> bool:
            written: bool = was(ring, frame)
            # What looks as before isn't written: nor is what follows that event's doing.
            self.rings.append(time.monotonic_ns() if written else 0)
            self.drawn.append(time.monotonic_ns())
            return written

        return show

    def _next(self, events: Sequence[Event], shown: Sequence[tuple[int, bool]]) -> list[int]:
        """Return the time from each event to what was shown first, before the next event.

        What was shown and looked as before says nothing.
        """
        out = []
        for event in events:
            later = bisect.bisect_right(self.commits, event.committed)
            end = self.commits[later] if later < len(self.commits) else 1 << 62
            first = next((one for one in shown if event.committed <= one[0] < end), None)
            if first is not None and first[1]:
                out.append(first[0] - event.on_pty)
        return out

    def figures(self) -> Latency:
        """Return what was measured. Raises `ValueError` when it is not enough for a percentile."""
        done = [one for one in self.events if one.published and one.confirmed]
        rings = zip(self.drawn, self.rings, strict=False)
        ring = self._next(done, [(at, bool(written)) for at, written in rings])
        flip = self._next(done, [(at, True) for at in self.flips])
        puback = [one.confirmed - one.on_pty for one in done]
        begun = [one.begun - one.queued for one in done]
        published = [one.published - one.committed for one in done]
        ours = [sum(parts) for parts in zip(begun, published, strict=True)]
        if min(len(ring), len(flip), len(done)) < 5:
            raise ValueError(
                f"too little was measured: {len(done)} events, {len(ring)} frames of the ring,"
                f" {len(flip)} pictures"
            )
        half, most = (
            [_percentile(times, share) for times in (ring, puback, flip, ours, begun, published)]
            for share in (0.5, 0.99)
        )
        both = [figure for pair in zip(half, most, strict=True) for figure in pair]
        names = Latency.__struct_fields__
        return msgspec.convert(dict(zip(names, [*both, len(done)], strict=True)), Latency)


def _percentile(times: Sequence[int], share: float) -> float:
    """Return the smallest that so many are not above, in ms."""
    ranked = sorted(times)
    return round(ranked[max(math.ceil(share * len(ranked)) - 1, 0)] / 1e6, 2)


@contextmanager
def display_of(port: int, table: str, watch: Watch) -> Iterator[None]:
    """Show a table in a process of its own, on a screen that nobody sees.

    Raises `OSError` when it draws nothing.
    """
    process = subprocess.Popen(
        [sys.executable, "-c", DISPLAY, str(port), f"{ROOT}/{VENUE}/{table}"],
        stdout=subprocess.PIPE, text=True,
        env={**os.environ, "SDL_VIDEODRIVER": "dummy", "PYGAME_HIDE_SUPPORT_PROMPT": "1"},
    )  # fmt: skip
    first = threading.Event()

    def listen() -> None:
        assert process.stdout is not None
        for line in process.stdout:
            if line.strip().isdigit():
                watch.flips.append(int(line))
                first.set()

    threading.Thread(target=listen, name="flips", daemon=True).start()
    try:
        if not first.wait(SCREEN_WITHIN):
            raise OSError("the table display draws nothing here: is pygame-ce installed?")
        yield
    finally:
        process.kill()
        process.wait()


def measure(hands: int, noise: str) -> Latency:
    """Play recorded hands at the speed of the wall clock; give what was measured."""
    recorded = list(read_hands(HANDS))
    seats = max(player.seat for hand in recorded for player in hand.players)
    watch = Watch()
    # The simulated boards share this process, which no real table's do: they may not hold it long.
    switches = sys.getswitchinterval()
    sys.setswitchinterval(0.0005)
    wiring = Wiring(speed=1.0)
    try:
        setup = Setup(load_house("fidpa"), seats, depth="wire", noise=noise, name="latency")  # type: ignore[arg-type]
        with watch.looking():
            game = Game(setup, wiring=wiring)
            table = game.table_name
            try:
                gc.collect()
                gc.freeze()  # as `tapis run` does
                with display_of(wiring.broker.port, table, watch), progress("hands", hands) as done:
                    for number in range(hands):
                        play_hand(game, recorded[number % len(recorded)], number)
                        done(1)
            finally:
                game.close()
    finally:
        wiring.close()
        gc.unfreeze()
        sys.setswitchinterval(switches)
    return watch.figures()


def bench_latency(
    hands: Annotated[int, typer.Option(help="So many recorded hands are played.", min=1)] = 3,
    noise: Annotated[str, typer.Option(help="clean, typical or harsh.")] = "typical",
    as_json: Annotated[bool, typer.Option("--json", help="The figures as JSON.")] = False,
) -> None:
    """Measure from a node's last byte to ring, broker and display, at the speed of play."""
    found = measure(hands, noise)
    if as_json:
        typer.echo(msgspec.json.encode(found).decode())
        return
    typer.echo(
        f"From a node's last byte ({found.samples} events; half of them, and 99%):\n"
        f"  ring written    {found.ring_p50_ms:7.1f} ms {found.ring_p99_ms:7.1f} ms\n"
        f"  broker has it   {found.puback_p50_ms:7.1f} ms {found.puback_p99_ms:7.1f} ms\n"
        f"  display flipped {found.flip_p50_ms:7.1f} ms {found.flip_p99_ms:7.1f} ms\n"
        f"  the controller's own share {found.ours_p50_ms:.2f} ms and {found.ours_p99_ms:.2f} ms:"
        f" {found.begun_p50_ms:.2f} and {found.begun_p99_ms:.2f} up to the journal,"
        f" {found.published_p50_ms:.2f} and {found.published_p99_ms:.2f} from there to the broker"
    )
