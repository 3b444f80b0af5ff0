"""Plays for an hour of table time at depth `wire` while something fails every 20 seconds.

Cables come out, nodes reset, the broker is restarted, lines carry damaged bytes. The requirements:
no hand and no chip is lost, every event reaches a subscriber with a persistent session exactly
once, and no thread or descriptor is leaked.
"""

import random
import threading
import time
from collections import Counter
from collections.abc import Callable, Sequence
from functools import cached_property
from pathlib import Path
from typing import Annotated

import msgspec
import typer

from controller.contract.errors import ExitCode
from controller.contract.observations import BadgeAt, BadgeLeft
from controller.contract.public import HandEnded, HandStarted
from controller.demo import scenes
from controller.houses.loader import load_house
from controller.play.game import DealtGame, Setup
from controller.play.records.phh import read_hands
from controller.play.records.recorded import RecordedHand
from controller.play.records.replay import play_hand
from controller.play.sinks.sink import ControllerFailed
from controller.play.sinks.wire import WireSink
from controller.play.sinks.wiring import FLOOR, WireFailed, Wiring
from hardware.twin.bank import Bank
from tests.rig.progress import at_a_terminal

HANDS = Path(scenes.__path__[0]) / "1-evening.phhs"
EVERY = 20_000
AWAY = 700
"""Time that a cable is out (ms): shorter than the time after which a node is reported lost."""

LOOK = 50
SEEN_WITHIN = 60.0
LONG_AWAY = 4_000
HARM_FOR = 2_000
FAULTS = ("cable", "long cable", "reset", "bytes", "broker", "pcscd")


class Soak(msgspec.Struct, frozen=True):
    """The results of an evening of faults.

    `wrong` counts hands that did not end with the recorded stacks, `repeated` events that the
    broker delivered twice (a subscriber drops them by their seq), `doubled` and `lost` other
    errors in the seqs. Threads and descriptors compare the end with the state after the first hand.
    """

    table_minutes: float
    wall_s: float
    hands: int
    right: int
    wrong: tuple[str, ...]
    faults: dict[str, int]
    events: int
    lost: int
    doubled: int
    repeated: int
    chips_lost: int
    threads: tuple[int, int]
    descriptors: tuple[int, int]

    @property
    def held(self) -> bool:
        """Return whether nothing was lost, doubled or leaked."""
        same = self.threads[1] <= self.threads[0] and self.descriptors[1] <= self.descriptors[0]
        return same and not (self.wrong or self.lost or self.doubled or self.chips_lost)


class Faults:
    """Causes a fault every 20 s of table time, one kind after the other."""

    def __init__(self, sink: WireSink, seed: int) -> None:
        self.count: Counter[str] = Counter()
        self._sink = sink
        self._random = random.Random(seed)
        self._number = 0
        self._in(EVERY, self._next)

    def _in(self, ms: int, do: Callable[[], object]) -> None:
        def due() -> None:
            do()

        twin = self._sink.twin
        twin.at(twin.now + ms, due)

    def _next(self) -> None:
        wiring = self._sink.wiring
        wire, ports = wiring.wire, wiring.governor.ports
        kind = FAULTS[self._number % len(FAULTS)]
        self._number += 1
        self.count[kind] += 1
        node = self._random.choice(sorted(ports))
        match kind:
            case "cable" | "long cable":
                wire.unplug(node)
                away = AWAY if kind == "cable" else LONG_AWAY
                self._in(away, lambda: wire.plug(node))
            case "reset":
                wire.reset(node)
            case "bytes":
                ports[node].harm = self._harm
                self._in(HARM_FOR, lambda: setattr(ports[node], "harm", lambda data: data))
            case "broker":
                wiring.broker.stop()
                wiring.broker.start()
            case "pcscd":
                assert wiring.pcscd is not None
                wiring.pcscd.stop()
                wiring.pcscd.start()
        self._in(EVERY, self._next)

    def _harm(self, data: bytes) -> bytes:
        """Damage one byte in 500, and drop as many."""
        rng = self._random
        out = bytearray()
        for byte in data:
            draw = rng.random()
            if draw >= 0.002:
                out.append(byte ^ (rng.randrange(1, 256) if draw < 0.004 else 0))
        return bytes(out)


class SoakedSink(WireSink):
    """A table at which people wait for a disconnected node, because it comes back."""

    def _troubled(self) -> bool:
        return super()._troubled() or bool(self.down())

    def floor_badge(self, *, laid: bool) -> None:
        """Put the floor's badge on its PC/SC reader or remove it; return once the change is read.

        Raises `WireFailed` if it is not read.
        """
        pcscd = self.wiring.pcscd
        assert pcscd is not None
        wanted = BadgeAt(0, 0, FLOOR) if laid else BadgeLeft(0, 0)
        said = len(self._said)
        if laid:
            badge = self._badge
            self._host.share(self.registry)
            pcscd.reader(0).insert(badge)
        else:
            pcscd.reader(0).remove()
        # pcscd runs on the wall clock, so table time advances at that pace.
        ends = time.monotonic() + SEEN_WITHIN
        while wanted not in self._said[said:]:
            if time.monotonic() > ends:
                raise WireFailed("the floor's badge is not seen")
            time.sleep(LOOK / 1000)
            self.wait(LOOK)

    @cached_property
    def _badge(self) -> str:
        return Bank(self.registry, random.Random(self.setup.seed)).badge(FLOOR)


def soak_table(
    hands: Sequence[RecordedHand], minutes: float, noise: str, seed: int,
    say: Callable[[str], object],
) -> Soak:  # fmt: skip
    """Play hands repeatedly with faults for this long (table time); `say` reports each hand."""
    # PC/SC runs by the wall clock; its readers must not be taken for dead meanwhile.
    wiring = Wiring(speed=8.0, readers="floor")
    seats = max(player.seat for hand in hands for player in hand.players)
    began = time.monotonic()
    wrong: list[str] = []
    lacking = played = 0
    try:
        setup = Setup(load_house("fidpa"), seats, depth="wire", noise=noise, seed=seed, name="soak")  # type: ignore[arg-type]
        game = DealtGame(
            setup,
            wiring=wiring,
            hosted=lambda heard, doubt: SoakedSink(wiring, setup, heard, doubt_until=doubt),
        )
        sink = game.sink
        assert isinstance(sink, SoakedSink)
        faults: Faults | None = None
        at_first = counted()
        while sink.now < minutes * 60_000:
            hand = hands[played % len(hands)]
            done = play_hand(game, hand, seed * 100_003 + played)
            played += 1
            there = sum(player.stack for player in hand.players)
            if sum(done.stacks) != there:
                lacking += 1
            outcome = "right"
            if not done.right:
                why = ", ".join(done.trouble) or str(done.stacks)
                outcome = f"hand {played} ({done.title}): {why}"
                wrong.append(outcome)
                say(f"{sink.now / 60_000:6.1f} min: {outcome}")
                break
            sink.floor_badge(laid=played % 2 == 1)
            if faults is None:
                at_first = counted()
                faults = Faults(sink, seed)
            say(f"{sink.now / 60_000:6.1f} min: hand {played}, {outcome}")
        wait_until(lambda: counted() <= at_first, 10.0)
        at_last = counted()
        minutes = sink.now / 60_000
        seq = game.runtime.seq
        try:
            game.close()
        except ControllerFailed as error:
            say(str(error))
        heard = [event.seq for event in sink.client.events]
        repeats = len(heard) - len(set(heard))
        started = sum(isinstance(event, HandStarted) for event in game.events)
        ended = sum(isinstance(event, HandEnded) for event in game.events)
        if started != ended:
            wrong.append(f"{started} hands began and {ended} ended")
        order = list(dict.fromkeys(heard))
        return Soak(
            table_minutes=round(minutes, 1),
            wall_s=round(time.monotonic() - began, 1),
            hands=played,
            right=played - len(wrong),
            wrong=tuple(wrong),
            faults=dict(faults.count) if faults else {},
            events=seq,
            lost=len(set(range(1, seq + 1)) - set(heard)),
            doubled=sum(one > seq for one in order) + (order != sorted(order)),
            repeated=repeats,
            chips_lost=lacking,
            threads=(at_first[0], at_last[0]),
            descriptors=(at_first[1], at_last[1]),
        )
    finally:
        wiring.close()


def counted() -> tuple[int, int]:
    """Return the numbers of threads and descriptors of this process."""
    return threading.active_count(), len(list(Path("/proc/self/fd").iterdir()))


def wait_until(condition: Callable[[], bool], seconds: float) -> None:
    """Wait for a condition, at most `seconds`."""
    ends = time.monotonic() + seconds
    while not condition() and time.monotonic() < ends:
        time.sleep(0.1)


def bench_soak(
    minutes: Annotated[float, typer.Option(help="Table time.", min=0.1)] = 60.0,
    noise: Annotated[
        str, typer.Option(help="The noise level: clean, typical or harsh.")
    ] = "typical",
    seed: Annotated[int, typer.Option(help="Seed of noise, burns and faults.")] = 0,
    as_json: Annotated[bool, typer.Option("--json", help="What came of it as JSON.")] = False,
) -> None:
    """Play at depth wire with a fault every 20 s. Status 1: something was lost or left over."""
    hands = list(read_hands(HANDS))

    def say(text: str) -> None:
        # One line a hand, for people; if the figures are piped, on stderr or not at all.
        if not as_json or at_a_terminal():
            typer.echo(text, err=as_json)

    found = soak_table(hands, minutes, noise, seed, say)
    text = msgspec.json.encode(found)
    typer.echo(text.decode() if as_json else msgspec.json.format(text).decode())
    raise typer.Exit(ExitCode.DONE if found.held else ExitCode.NOT_SO)
