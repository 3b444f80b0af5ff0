"""`tapis bench detection`: inject irregularities, and judge how they are found and ruled on.

Each irregularity gets a table of its own with random seats and its own seed, so that a failure can
be replayed alone.
"""

import random
import sys
import time
from collections import deque
from collections.abc import Iterator, Sequence
from math import ceil
from operator import itemgetter
from pathlib import Path
from typing import Annotated, Literal

import msgspec
import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table as RichTable

from controller.contract.errors import ExitCode, WrongOption
from controller.contract.rules import Kind, Subject
from controller.houses.loader import load_house, shipped_houses
from controller.houses.model import House
from controller.play.commands import check_depth, check_noise
from controller.play.game import DealtGame, Depth, Noise, Setup, Shared
from controller.play.records.phh import read_hands
from controller.play.records.recorded import RecordedHand
from controller.play.records.replay import play_hand
from tests.rig import (
    injected_bets,
    injected_blinds,
    injected_board,
    injected_cards,
    injected_hands,
    injected_payments,
    injected_stacks,
    injected_turns,
)
from tests.rig.injections import INJECTIONS, RULED, Injection, Scene
from tests.rig.invented import MOST_SEATS, InventedHand, seat_by_chance
from tests.rig.trials import Meddler, Trial, irregular, stacks_of

ROOMS = (
    injected_bets, injected_blinds, injected_board, injected_cards, injected_hands,
    injected_payments, injected_stacks, injected_turns,
)  # fmt: skip
"""The modules whose functions are registered."""

HANDS_A_TABLE = 20
CARELESS = 0.1
"""Share of clean hands with cards dealt short, burns in the muck, or hands pushed forward."""
PAY_LATE = 1 / 3
"""Share of bets in clean hands that are paid some seconds after they are announced."""
STACKS_READ = 0.4
"""Share of tables with invented hands at which antennas read the stacks too."""
LATE = 0.05
"""The slowest findings, this share of all, are listed one by one."""

TRIES = 40
_SEEDS = 1_000_003


class Counts(msgspec.Struct, frozen=True):
    """The results for the irregularities of one kind; times are ms of table time."""

    injected: int
    found: int
    ruled_right: int
    seen_through: int
    false_alarms: int
    p50_ms: int | None
    p99_ms: int | None


class DetectionReport(msgspec.Struct, frozen=True):
    """The figures of a run; times are ms of table time, and leave the `slow` kinds out.

    `false_alarms` are those in clean hands; `other_alarms` those beside an injected irregularity.
    `late` lists the slowest `LATE` of cards and of chips, slowest first: each can be replayed by
    its seed.
    """

    noise: str
    air: str
    depth: str
    houses: tuple[str, ...]
    seed: int
    clean_hands: int
    false_alarms: int
    injected: int
    found: int
    ruled_right: int
    seen_through: int
    other_alarms: int
    p50_ms: int | None
    p99_ms: int | None
    p50_cards_ms: int | None
    p99_cards_ms: int | None
    p50_chips_ms: int | None
    p99_chips_ms: int | None
    kinds: dict[Kind, Counts]
    ways: dict[str, Counts]
    not_injected: tuple[str, ...]
    clean_trouble: tuple[str, ...]
    misses: tuple[Trial, ...]
    wall_s: float
    late: tuple[Trial, ...] = ()


class Bench:
    """One run: makes tables, injects irregularities, judges what the table makes of them."""

    def __init__(
        self,
        houses: Sequence[House],
        *,
        depth: Depth = "sensed",
        noise: Noise = "typical",
        seed: int = 0,
        records: Sequence[RecordedHand] = (),
        air: Shared = "",
    ) -> None:
        """Play under these houses in turn; hands start from `records`, if there are any."""
        self.air = air
        self.houses = tuple(houses)
        self.depth = depth
        self.noise = noise
        self.seed = seed
        self.records = tuple(records)
        self.clean_hands = 0
        self.clean_trouble: list[str] = []
        self._playable: dict[str, tuple[RecordedHand, ...]] = {}

    def trial(self, number: int, kind: Kind, house: House, tries: int = TRIES) -> Trial | None:
        """Inject a kind once; return None if none of so many hands gave an opportunity."""
        for attempt in range(tries):
            seed = (self.seed * _SEEDS + number) * 64 + attempt
            rng = random.Random(seed)
            way = rng.choice(INJECTIONS[kind])
            done = self._one(house, way, seed, rng, min(0.15 * (attempt + 1), 1))
            if done is not None:
                return done
        return None

    def _setup(
        self, house: House, seed: int, seats: int, *, button: bool = False, stacks: bool = False
    ) -> Setup:
        return Setup(
            house, seats, depth=self.depth, noise=self.noise, seed=seed, button=button,
            air=self.air, stacks=stacks,
        )  # fmt: skip

    def _record(self, house: House, rng: random.Random) -> RecordedHand | None:
        """Return a recorded hand that is regular under a house, None if there is none."""
        if house.name not in self._playable:
            seats = max((p.seat for record in self.records for p in record.players), default=2)
            self._playable[house.name] = tuple(
                record
                for record in self.records
                if not play_hand(DealtGame(Setup(house, seats)), record, 0).trouble
            )
        playable = self._playable[house.name]
        return rng.choice(playable) if playable else None

    def _one(
        self, house: House, way: Injection, seed: int, rng: random.Random, chance: float
    ) -> Trial | None:
        record = self._record(house, rng)
        seats = max((p.seat for p in record.players), default=2) if record else rng.randint(4, 10)
        meddler = Meddler(way, chance)
        stacks = way.kind.subject is Subject.STACK or random.Random(seed).random() < STACKS_READ
        setup = self._setup(
            house, seed, min(seats, MOST_SEATS), button=way.kind.startswith("button."),
            stacks=stacks,
        )  # fmt: skip
        game = DealtGame(setup, meddler.watch)
        scene = Scene(game, rng)
        meddler.scene = scene
        if record is None:
            seat_by_chance(game, rng, seats)
        hand = InventedHand(scene, record, meddle=meddler.meddle, at_floor=meddler.decide)
        meddler.hand = hand
        total = stacks_of(game)
        hand.play(seed)
        if record is not None:
            total = sum(player.stack for player in record.players)
        if meddler.case is None:
            self._clean(game, hand, f"{house.name} {seed} (no {way.kind})")
            return None
        return meddler.judge(seed, total, hand.trouble)

    def _clean(self, game: DealtGame, hand: InventedHand, where: str) -> None:
        self.clean_hands += 1
        trouble = irregular(game.events)
        if hand.trouble:
            trouble.append(hand.trouble)
        if trouble:
            self.clean_trouble.append(f"{where}: {', '.join(trouble)}")

    def clean(self, hands: int) -> Iterator[int]:
        """Play hands without injections; yield the number played from time to time."""
        done = 0
        table = 0
        while done < hands:
            house = self.houses[table % len(self.houses)]
            seed = (self.seed * _SEEDS + table) * 64 + 63
            rng = random.Random(seed)
            seats = rng.randint(4, 10)
            if self._record(house, rng) is not None:
                seats = max(p.seat for r in self._playable[house.name] for p in r.players)
            stacks = not self._playable[house.name] and rng.random() < STACKS_READ
            game = DealtGame(self._setup(house, seed, seats, stacks=stacks))
            if not self._playable[house.name]:
                seat_by_chance(game, rng, seats)
            for _ in range(min(HANDS_A_TABLE, hands - done)):
                game.events.clear()
                record = self._record(house, rng)
                if record is None and game.look().next_dealer == 0:
                    break
                hand = InventedHand(Scene(game, rng), record, late=PAY_LATE, careless=CARELESS)
                hand.play(seed)
                self._clean(game, hand, f"{house.name} {seed}, hand {done}")
                done += 1
                if hand.trouble:
                    break
            table += 1
            yield done


def quantile(values: Sequence[int], share: float) -> int | None:
    """Return the value that this share of the values does not exceed, None without values."""
    ranked = sorted(values)
    return ranked[min(int(share * len(ranked)), len(ranked) - 1)] if ranked else None


def count(trials: Sequence[Trial]) -> Counts:
    """Return the totals of trials."""
    times = [trial.ms for trial in trials if trial.ms is not None]
    return Counts(
        len(trials),
        sum(trial.found for trial in trials),
        sum(trial.ruled_right for trial in trials),
        sum(trial.seen_through for trial in trials),
        sum(trial.false_alarms for trial in trials),
        quantile(times, 0.5),
        quantile(times, 0.99),
    )


def report(bench: Bench, trials: Sequence[Trial], wall_s: float) -> DetectionReport:
    """Return the figures of a run."""
    whole = count([trial for trial in trials if not trial.slow])
    everything = count(trials)
    quick = [trial for trial in trials if not trial.slow]
    of_cards = [trial for trial in quick if trial.medium == "card"]
    of_chips = [trial for trial in quick if trial.medium == "chip"]
    cards, chips = count(of_cards), count(of_chips)
    done = {trial.kind for trial in trials}
    return DetectionReport(
        bench.noise if bench.depth == "sensed" else "",
        bench.air,
        bench.depth,
        tuple(house.name for house in bench.houses),
        bench.seed,
        bench.clean_hands,
        len(bench.clean_trouble),
        everything.injected,
        everything.found,
        everything.ruled_right,
        everything.seen_through,
        everything.false_alarms,
        whole.p50_ms,
        whole.p99_ms,
        cards.p50_ms,
        cards.p99_ms,
        chips.p50_ms,
        chips.p99_ms,
        {kind: count([t for t in trials if t.kind == kind]) for kind in RULED if kind in done},
        {
            way: count([t for t in trials if t.way == way])
            for way in sorted({t.way for t in trials})
        },
        tuple(kind for kind in RULED if kind not in done),
        tuple(bench.clean_trouble),
        tuple(trial for trial in trials if not trial.ok),
        round(wall_s, 1),
        (*_late(of_cards), *_late(of_chips)),
    )


def _late(trials: Sequence[Trial]) -> list[Trial]:
    found = [(trial.ms, trial) for trial in trials if trial.ms is not None]
    found.sort(key=itemgetter(0), reverse=True)
    return [trial for _, trial in found[: ceil(LATE * len(found))]]


def run_bench(
    bench: Bench, hands: int, clean_hands: int, kinds: Sequence[Kind], *, quiet: bool
) -> DetectionReport:
    """Run the requested injections and hands, with a progress bar."""
    began = time.perf_counter()
    trials: list[Trial] = []
    with Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        disable=quiet or not sys.stderr.isatty(),
        transient=True,
    ) as progress:
        task = progress.add_task("injected", total=hands)
        turns = deque((kind, deque(bench.houses)) for kind in kinds)
        number = 0
        while len(trials) < hands and turns:
            kind, houses = turns.popleft()
            house = houses.popleft()
            trial = bench.trial(number, kind, house)
            number += 1
            if trial is not None:
                houses.append(house)
                trials.append(trial)
                progress.advance(task)
            # A house in which this kind can't happen is not tried again.
            if houses:
                turns.append((kind, houses))
        task = progress.add_task("clean hands", total=clean_hands)
        for done in bench.clean(clean_hands):
            progress.update(task, completed=done)
    return report(bench, trials, time.perf_counter() - began)


def bench_detection(
    hands: Annotated[int, typer.Option(min=0, help="How many irregularities are done.")] = 200,
    noise: Annotated[
        str, typer.Option(help="The noise level: clean, typical or harsh.")
    ] = "typical",
    seed: Annotated[int, typer.Option(help="Seed of play, injections and noise.")] = 0,
    house: Annotated[str, typer.Option(help="A house, or all of them in turn.")] = "all",
    clean_hands: Annotated[int, typer.Option(min=0, help="Hands with nothing irregular.")] = 0,
    file: Annotated[Path | None, typer.Option(help="Recorded hands to begin with.")] = None,
    kind: Annotated[list[str] | None, typer.Option(help="Only these kinds.")] = None,
    depth: Annotated[str, typer.Option(help="engine or sensed.")] = "sensed",
    air: Annotated[
        Literal["own", "free", "slots"],
        typer.Option(help="Each antenna its own, or one for all: without time slots, or with."),
    ] = "own",
    as_json: Annotated[bool, typer.Option("--json", help="Print the figures as JSON.")] = False,
) -> None:
    """Cause irregularities on purpose; report how many are found and ruled on correctly.

    Status 0: all of them, and nothing else; 1: not so; 2: something asked for does not exist.
    """
    names = shipped_houses() if house == "all" else (house,)
    unknown = [name for name in kind or () if name not in RULED]
    if unknown:
        raise WrongOption(f'--kind "{unknown[0]}" is no kind of irregularity')
    records = read_hands(file) if file else []
    bench = Bench(
        [load_house(name) for name in names],
        depth=check_depth(depth),
        noise=check_noise(noise),
        seed=seed,
        records=records,
        air="" if air == "own" else air,
    )
    wanted = [name for name in RULED if name in INJECTIONS and (not kind or name in kind)]
    result = run_bench(bench, hands, clean_hands, wanted, quiet=as_json)
    if as_json:
        typer.echo(msgspec.json.encode(result).decode())
    else:
        _print(Console(highlight=False), result)
    right = result.injected == result.ruled_right == result.seen_through
    raise typer.Exit(
        ExitCode.DONE
        if right and not result.false_alarms and not result.other_alarms
        else ExitCode.NOT_SO
    )


def _print(console: Console, result: DetectionReport) -> None:
    table = RichTable(title=f"Detection, {result.noise or result.depth}, seed {result.seed}")
    columns = ("kind", "injected", "found", "ruled right", "seen through", "alarms", "p50", "p99")
    for column in columns:
        kind = column == "kind"
        table.add_column(column, justify="left" if kind else "right", no_wrap=kind)
    for name, counts in result.kinds.items():
        table.add_row(name, *map(_cell, msgspec.structs.astuple(counts)))
    console.print(table)
    for trial in result.misses:
        where = f"{trial.kind} ({trial.way}), {trial.house}, seed {trial.seed}"
        console.print(f"{where}: {'; '.join(trial.why)}", markup=False, soft_wrap=True)
    for line in result.clean_trouble:
        console.print(f"clean hand {line}", markup=False, soft_wrap=True)
    console.print(
        f"{result.found} of {result.injected} found, {result.ruled_right} ruled right,"
        f" {result.seen_through} seen through; {result.false_alarms} false alarms in"
        f" {result.clean_hands} clean hands; p99 {result.p99_cards_ms} ms for cards,"
        f" {result.p99_chips_ms} ms for chips ({result.wall_s:.0f} s)"
    )


def _cell(value: int | None) -> str:
    return "-" if value is None else str(value)
