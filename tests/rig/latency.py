"""Measures the latency from a node's last byte to the ring, to the broker and to the screen.

The controller is `tapis run` in a process of its own. The boards with their firmware are in another
process behind ptys, at wall clock speed; mosquitto and the table display are in two more. Each link
of the chain is timed where it calls the next (`tests/rig/stopwatch.py`).
"""

import bisect
import math
import os
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import msgspec
import typer

from controller.demo import scenes
from controller.houses.loader import load_house
from controller.play.commands import check_noise
from controller.play.game import Noise, Setup
from controller.play.records.phh import read_hands
from controller.play.sinks.wiring import ROOT, VENUE, Wiring
from tests.rig.moved_table import MovedTable, record
from tests.rig.progress import progress
from tests.rig.stopwatch import Event, Timed

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
from display.feed import FeedSource
from display.felt.screen import Options, show
show(FeedSource("127.0.0.1", int(sys.argv[1]), sys.argv[2]), Options(size=(1280, 720)))
"""


class Latency(msgspec.Struct, frozen=True):
    """Milliseconds from the last byte of a scan on the pty, as median and 99th percentile.

    The ends are the ring's frame written, the event's PUBACK and the display's flip. `ours` is the
    controller's own part: from scan queued to transaction begun (`begun`), and from commit returned
    to publish called (`published`). During `idle` of `begun` none of its threads had a processor.
    `samples` is the number of events.
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
    idle_p50_ms: float
    idle_p99_ms: float
    published_p50_ms: float
    published_p99_ms: float
    samples: int


def written(timed: Timed, wrote: Mapping[str, Sequence[int]]) -> Timed:
    """Return the timings with the time at which each event's last byte was written."""
    for event in timed.events:
        times = wrote.get(event.port, ())
        before = bisect.bisect_right(times, event.queued)
        event.on_pty = times[before - 1] if before else event.queued
    return timed


def figures(timed: Timed, flips: Sequence[int]) -> Latency:
    """Return the figures of the timings and of the display's flips (ns).

    Raises `ValueError` if there are too few for a percentile.
    """
    done = [one for one in timed.events if one.published and one.confirmed]
    rings = zip(timed.drawn, timed.rings, strict=False)
    ring = _next(done, timed.commits, [(at, bool(written)) for at, written in rings])
    flip = _next(done, timed.commits, [(at, True) for at in flips])
    puback = [one.confirmed - one.on_pty for one in done]
    begun = [one.begun - one.queued for one in done]
    idle = [max(one.begun - one.queued - one.busy, 0) for one in done]
    published = [one.published - one.committed for one in done]
    ours = [sum(parts) for parts in zip(begun, published, strict=True)]
    if min(len(ring), len(flip), len(done)) < 5:
        raise ValueError(
            f"too little was measured: {len(done)} events, {len(ring)} frames of the ring,"
            f" {len(flip)} pictures"
        )
    half, most = (
        [_percentile(times, share) for times in (ring, puback, flip, ours, begun, idle, published)]
        for share in (0.5, 0.99)
    )
    both = [figure for pair in zip(half, most, strict=True) for figure in pair]
    names = Latency.__struct_fields__
    return msgspec.convert(dict(zip(names, [*both, len(done)], strict=True)), Latency)


def _next(
    events: Sequence[Event], commits: Sequence[int], shown: Sequence[tuple[int, bool]]
) -> list[int]:
    """Return the time from each event to the first picture after it, before the next event.

    A picture that looks the same as before does not count.
    """
    out = []
    for event in events:
        later = bisect.bisect_right(commits, event.committed)
        end = commits[later] if later < len(commits) else 1 << 62
        first = next((one for one in shown if event.committed <= one[0] < end), None)
        if first is not None and first[1]:
            out.append(first[0] - event.on_pty)
    return out


def _percentile(times: Sequence[int], share: float) -> float:
    """Return the percentile of the times at `share`, in ms."""
    ranked = sorted(times)
    return round(ranked[max(math.ceil(share * len(ranked)) - 1, 0)] / 1e6, 2)


@contextmanager
def display_of(port: int, table: str) -> Iterator[Sequence[int]]:
    """Show a table in a process of its own, on an invisible screen; yield its flips (ns).

    Raises `OSError` if it draws nothing.
    """
    process = subprocess.Popen(
        [sys.executable, "-c", DISPLAY, str(port), f"{ROOT}/{VENUE}/{table}"],
        stdout=subprocess.PIPE, text=True,
        env={**os.environ, "SDL_VIDEODRIVER": "dummy", "PYGAME_HIDE_SUPPORT_PROMPT": "1"},
    )  # fmt: skip
    flips: list[int] = []
    first = threading.Event()

    def listen() -> None:
        assert process.stdout is not None
        for line in process.stdout:
            if line.strip().isdecimal():
                flips.append(int(line))
                first.set()

    threading.Thread(target=listen, name="flips", daemon=True).start()
    try:
        if not first.wait(SCREEN_WITHIN):
            raise OSError("the table display draws nothing here: is pygame-ce installed?")
        yield flips
    finally:
        process.kill()
        process.wait()


def measure(hands: int, noise: Noise) -> tuple[Latency, bool]:
    """Play recorded hands at wall clock speed; return the latencies.

    Also return whether the controller's events matched the record. Raises `WireFailed`, `OSError`.
    """
    known = list(read_hands(HANDS))
    played = [known[number % len(known)] for number in range(hands)]
    seats = max(player.seat for hand in played for player in hand.players)
    setup = Setup(load_house("fidpa"), seats, depth="sensed", noise=noise, name="latency")
    recorded = record(setup, played)
    wiring = Wiring(speed=1.0, keeps=False)
    try:
        table = MovedTable(wiring, setup, recorded)
        # The boards share the controller's time, so nothing slow may come in between.
        with (
            display_of(wiring.broker.port, table.name) as flips,
            table.controller() as timed,
            progress("hands", hands) as done,
        ):
            table.move(lambda share: done(share * hands))
        found = figures(written(timed(), table.wrote), flips)
        return found, table.plays_as_recorded()
    finally:
        wiring.close()


def bench_latency(
    hands: Annotated[int, typer.Option(help="So many recorded hands are played.", min=1)] = 3,
    noise: Annotated[
        str, typer.Option(help="The noise level: clean, typical or harsh.")
    ] = "typical",
    as_json: Annotated[bool, typer.Option("--json", help="Print the figures as JSON.")] = False,
) -> None:
    """Measure the delay from a node's last byte to ring, broker and display, in real time."""
    found, as_recorded = measure(hands, check_noise(noise))
    if not as_recorded:
        typer.echo("the controller's events are not those of the recorded hands", err=True)
    if as_json:
        typer.echo(msgspec.json.encode(found).decode())
        return
    typer.echo(
        f"From a node's last byte ({found.samples} events; half of them, and 99%):\n"
        f"  ring written    {found.ring_p50_ms:7.1f} ms {found.ring_p99_ms:7.1f} ms\n"
        f"  broker has it   {found.puback_p50_ms:7.1f} ms {found.puback_p99_ms:7.1f} ms\n"
        f"  display flipped {found.flip_p50_ms:7.1f} ms {found.flip_p99_ms:7.1f} ms\n"
        f"  the controller's own share {found.ours_p50_ms:.2f} ms and {found.ours_p99_ms:.2f} ms:"
        f" {found.begun_p50_ms:.2f} and {found.begun_p99_ms:.2f} up to the journal"
        f" ({found.idle_p50_ms:.2f} and {found.idle_p99_ms:.2f} without a processor),"
        f" {found.published_p50_ms:.2f} and {found.published_p99_ms:.2f} from there to the broker"
    )
