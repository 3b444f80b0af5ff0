"""`tapis bench detection`: irregularities are done on purpose, and what is made of them is judged.

Each irregularity gets a table of its own, seated by chance and with its own seed, so that one
that goes wrong can be played again alone. What is right is looked up in the house file by the
case as who did it knows it (`controller.play.injections`), never by what the engine saw of it.
"""

import random
import sys
import time
from collections import deque
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated

import msgspec
import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table as RichTable

from controller.contract import commands as c
from controller.contract.observations import Observation
from controller.contract.public import (
    HandStarted,
    IrregularityFound,
    PublicEvent,
    RulingOpened,
)
from controller.houses.loader import load_house, shipped_houses
from controller.houses.model import House, Remedy
from controller.play import injected_bets, injected_cards, injected_hands
from controller.play.commands import check_depth, check_noise
from controller.play.expectations import KINDS
from controller.play.game import Depth, Game, Noise, Setup
from controller.play.injections import INJECTIONS, Case, Injection, Moment, Scene
from controller.play.invented import MOST_SEATS, InventedHand, seat_by_chance
from controller.play.phh import PhhError, RecordedHand, read_hands
from controller.play.replay import play_hand
from controller.table.engine import Step
from controller.table.ranking import DECK
from controller.table.state import STREETS

ROOMS = (injected_bets, injected_cards, injected_hands)
"""The modules whose functions are registered."""

CARD_ZONES = frozenset({"hand", "bet", "board", "burn", "muck", "pot", "shoe"})
HANDS_A_TABLE = 20
TRIES = 40
_SEEDS = 1_000_003


class Trial(msgspec.Struct, frozen=True):
    """One irregularity and what became of it; `ms` is from its coming to rest to the finding.

    `ok` means: found once and ruled as the house says, with nothing else found, and seen
    through: the hand went on or was voided, every chip and card is where it should be.
    """

    kind: str
    way: str
    house: str
    seed: int
    medium: str
    slow: bool
    found: bool
    ruled_right: bool
    seen_through: bool
    false_alarms: int
    ms: int | None
    why: tuple[str, ...] = ()

    @property
    def ok(self) -> bool:
        """Whether nothing is to be said against it."""
        return self.found and self.ruled_right and self.seen_through and not self.false_alarms


class Counts(msgspec.Struct, frozen=True):
    """What became of the irregularities of one kind; times are ms of table time."""

    injected: int
    found: int
    ruled_right: int
    seen_through: int
    false_alarms: int
    p50_ms: int | None
    p99_ms: int | None


class Report(msgspec.Struct, frozen=True):
    """The figures of a run; times are ms of table time, and leave the `slow` kinds out.

    `false_alarms` are those of clean hands; `other_alarms` those beside an injected one.
    """

    noise: str
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
    kinds: dict[str, Counts]
    ways: dict[str, Counts]
    not_injected: tuple[str, ...]
    clean_trouble: tuple[str, ...]
    misses: tuple[Trial, ...]
    wall_s: float


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
    ) -> None:
        """Play under these houses in turn; `records` are begun with, where there are any."""
        self.houses = tuple(houses)
        self.depth = depth
        self.noise = noise
        self.seed = seed
        self.records = tuple(records)
        self.clean_hands = 0
        self.clean_trouble: list[str] = []
        self._playable: dict[str, tuple[RecordedHand, ...]] = {}

    def trial(self, number: int, kind: str, house: House) -> Trial | None:
        """Inject a kind once; None when no hand gave an opportunity."""
        for attempt in range(TRIES):
            seed = (self.seed * _SEEDS + number) * 64 + attempt
            rng = random.Random(seed)
            way = rng.choice(INJECTIONS[kind])
            done = self._one(house, way, seed, rng, min(0.15 * (attempt + 1), 1))
            if done is not None:
                return done
        return None

    def _setup(self, house: House, seed: int, seats: int, *, button: bool = False) -> Setup:
        return Setup(house, seats, depth=self.depth, noise=self.noise, seed=seed, button=button)

    def _record(self, house: House, rng: random.Random) -> RecordedHand | None:
        """Give a recorded hand that is nothing irregular under a house, None when none is."""
        if house.name not in self._playable:
            seats = max((p.seat for record in self.records for p in record.players), default=2)
            self._playable[house.name] = tuple(
                record
                for record in self.records
                if not play_hand(Game(Setup(house, seats)), record, 0).trouble
            )
        playable = self._playable[house.name]
        return rng.choice(playable) if playable else None

    def _one(
        self, house: House, way: Injection, seed: int, rng: random.Random, chance: float
    ) -> Trial | None:
        record = self._record(house, rng)
        seats = max((p.seat for p in record.players), default=2) if record else rng.randint(4, 10)
        meddler = Meddler(way, chance)
        setup = self._setup(
            house, seed, min(seats, MOST_SEATS), button=way.kind.startswith("button.")
        )
        game = Game(setup, meddler.watch)
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

    def _clean(self, game: Game, hand: InventedHand, where: str) -> None:
        self.clean_hands += 1
        trouble = irregular(game.events)
        if hand.trouble:
            trouble.append(hand.trouble)
        if trouble:
            self.clean_trouble.append(f"{where}: {', '.join(trouble)}")

    def clean(self, hands: int) -> Iterator[int]:
        """Play hands in which nothing is injected; gives how many are done, now and then."""
        done = 0
        table = 0
        while done < hands:
            house = self.houses[table % len(self.houses)]
            seed = (self.seed * _SEEDS + table) * 64 + 63
            rng = random.Random(seed)
            seats = rng.randint(4, 10)
            if self._record(house, rng) is not None:
                seats = max(p.seat for r in self._playable[house.name] for p in r.players)
            game = Game(self._setup(house, seed, seats))
            if not self._playable[house.name]:
                seat_by_chance(game, rng, seats)
            for _ in range(min(HANDS_A_TABLE, hands - done)):
                game.events.clear()
                record = self._record(house, rng)
                if record is None and game.look().next_dealer == 0:
                    break
                hand = InventedHand(Scene(game, rng), record)
                hand.play(seed)
                self._clean(game, hand, f"{house.name} {seed}, hand {done}")
                done += 1
                if hand.trouble:
                    break
            table += 1
            yield done


class Meddler:
    """Does one irregularity in a hand at a moment that chance gives, and judges the table."""

    def __init__(self, way: Injection, chance: float) -> None:
        self.way = way
        self.chance = chance
        self.scene: Scene | None = None
        self.hand: InventedHand | None = None
        self.case: Case | None = None
        self.found_at: int | None = None
        self._mark = 0
        self._end = 0
        self._tags: frozenset[str] = frozenset()
        self._mended = False

    def watch(self, observation: Observation, done: Step) -> None:
        """Note when something irregular is found for the first time after the injection."""
        if self.found_at is None and any(isinstance(e, IrregularityFound) for e in done.public):
            self.found_at = observation.at

    def meddle(self, moment: Moment) -> bool:
        """Do it if this is the moment; then wait until the table has come to rest."""
        scene = self.scene
        assert scene is not None
        if self.case is not None or moment != self.way.moment or not scene.chance(self.chance):
            return False
        before = len(scene.game.events)
        self.case = self.way.do(scene)
        if self.case is None:
            return False
        if self.hand is not None:
            self.hand.forget_record()
        self._mark = before
        scene.game.sink.settle(slow=self.case.slow)
        self._tags = self.case.tags | self.case.then()
        scene.game.sink.settle()
        self._end = len(scene.game.events)
        if not scene.look().rulings:
            self.mend()
        return True

    def mend(self) -> None:
        """Put right once what the ruling leaves to the people."""
        if self.case is not None and not self._mended:
            self._mended = True
            self.case.mend()
            assert self.scene is not None
            self.scene.game.sink.settle()

    def decide(self) -> c.Command:
        """Decide as the floor: play goes on, unless the cards can't be played with."""
        self.mend()
        if self.case is not None and self.case.floor == "misdeal":
            return c.Misdeal()
        return c.Waive()

    def judge(self, seed: int, total: int, trouble: str) -> Trial:
        """Hold what the table found, ruled and left against the case and the house."""
        case, scene = self.case, self.scene
        assert case is not None
        assert scene is not None
        house, events = scene.house, scene.game.events
        remedy = house.remedy(case.kind, self._tags)
        kinds = irregular(events)
        found = case.kind in kinds
        others = len(kinds) - found
        why = [] if found and not others else [f"found {' '.join(kinds) or 'nothing'}"]
        wrong = [] if not found else self._ruled_wrong(events, remedy)
        left = [trouble] if trouble else misplaced(scene, total)
        return Trial(
            case.kind,
            self.way.name,
            house.name,
            seed,
            case.medium,
            case.slow,
            found,
            found and not wrong,
            not left,
            others,
            self.found_at - case.at if found and self.found_at is not None else None,
            (*why, *wrong, *left),
        )

    def _ruled_wrong(self, events: Sequence[PublicEvent], remedy: Remedy) -> list[str]:
        """Give in what the ruling differs from the house's row for the case."""
        assert self.case is not None
        since = events[self._mark : self._end]
        wrong = []
        told = [e for e in since if isinstance(e, IrregularityFound) and e.kind == self.case.kind]
        at_first = remedy
        if self.case.at_first is not None and self.scene is not None:
            at_first = self.scene.house.remedy(self.case.kind, self.case.at_first)
        if told and told[0].article != at_first.article:
            wrong.append(f"article {told[0].article!r}, the house says {at_first.article!r}")
        opened = [e for e in since if isinstance(e, RulingOpened) and e.kind == self.case.kind]
        steps = tuple(plain(step) for step in opened[-1].steps) if opened else ()
        want = tuple(plain(step) for step in remedy.steps)
        if steps != want:
            wrong.append(f"steps {' '.join(steps) or 'none'}, the house says {' '.join(want)}")
        if opened and opened[-1].article != remedy.article:
            wrong.append(f"ruled by {opened[-1].article!r}, the house says {remedy.article!r}")
        # What must not be, must not come of the ruling: a call that was read provisionally may
        # have stood before it.
        after = since[since.index(told[0]) :] if told else since
        facts = self.case.facts(remedy)
        facts = tuple(f for f in facts if not f.holds(after if f.absent else since))
        if facts:
            tags = " ".join(sorted(self._tags))
            wrong += [f"{remedy.outcome or 'steps'} ({tags}): not so: {fact}" for fact in facts]
        return wrong


def plain(step: str) -> str:
    """Give a step without what it is about, but for the street and how many cards."""
    word, _, about = step.partition(" ")
    return step if about in STREETS or (word == "burn" and about) else word


def irregular(events: Sequence[PublicEvent]) -> list[str]:
    """Give the kinds that were found in these events, in order."""
    return [event.kind for event in events if isinstance(event, IrregularityFound)]


def stacks_of(game: Game) -> int:
    """Give the chips of all stacks together."""
    return sum(view.stack or 0 for view in game.look().seats)


def misplaced(scene: Scene, total: int) -> list[str]:
    """Say which chips and cards are not where they should be after a hand, and how it ended."""
    game, dealer = scene.game, scene.dealer
    wrong = []
    dealer.return_chips()
    game.sink.settle(slow=True)
    state = game.look()
    if state.phase != "over":
        wrong.append(f"the hand is in phase {state.phase}")
    if state.rulings:
        wrong.append(f"a ruling on {state.rulings[0].kind} is still open")
    if stacks_of(game) + state.carried != total:
        wrong.append(f"{stacks_of(game) + state.carried} chips, not {total}")
    in_front = {
        seat: sum(game.sink.chips_in(f"bet.{seat}")) for seat in range(1, len(state.seats) + 1)
    }
    wrong += [f"{left} left in front of seat {seat}" for seat, left in in_front.items() if left]
    if (left := sum(game.sink.chips_in("pot"))) != state.carried:
        wrong.append(f"{left} left in the pot, {state.carried} carried")
    wrong += _lost_cards(game, voided=state.voided)
    before = len(game.events)
    if not state.rulings and state.next_dealer:
        dealer.start_hand()
        if not any(isinstance(event, HandStarted) for event in game.events[before:]):
            wrong.append("the next hand does not start")
    return wrong


def _lost_cards(game: Game, *, voided: bool) -> list[str]:
    """Say what is wrong with where the cards are: all 52, each once, where the table sees it."""
    lying = {card: zone for card, zone in game.dealer.places.items() if _is_read(zone)}
    seen = {card: zone for card, zone in game.table.places.items() if zone}
    wrong = []
    if lying != seen:
        apart = {c for c in lying.keys() | seen.keys() if lying.get(c) != seen.get(c)}
        wrong.append(f"{len(apart)} cards lie otherwise than the table knows")
    # A voided hand's cards are taken together at once, the stub with them.
    cards = sorted([*game.dealer.stub, *game.dealer.places])
    if cards != sorted(DECK) and not (voided and len(set(cards)) == len(cards)):
        wrong.append(f"{len(set(cards))} cards in {len(cards)} places")
    return wrong


def _is_read(zone: str) -> bool:
    return zone.partition(".")[0] in CARD_ZONES


def quantile(values: Sequence[int], share: float) -> int | None:
    """Give the value that this share of the values does not exceed, None of none."""
    ranked = sorted(values)
    return ranked[min(int(share * len(ranked)), len(ranked) - 1)] if ranked else None


def count(trials: Sequence[Trial]) -> Counts:
    """Add up trials."""
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


def report(bench: Bench, trials: Sequence[Trial], wall_s: float) -> Report:
    """Give the figures of a run."""
    whole = count([trial for trial in trials if not trial.slow])
    everything = count(trials)
    quick = [trial for trial in trials if not trial.slow]
    cards = count([trial for trial in quick if trial.medium == "card"])
    chips = count([trial for trial in quick if trial.medium == "chip"])
    done = {trial.kind for trial in trials}
    return Report(
        bench.noise if bench.depth == "sensed" else "",
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
        {kind: count([t for t in trials if t.kind == kind]) for kind in KINDS if kind in done},
        {
            way: count([t for t in trials if t.way == way])
            for way in sorted({t.way for t in trials})
        },
        tuple(kind for kind in KINDS if kind not in done),
        tuple(bench.clean_trouble),
        tuple(trial for trial in trials if not trial.ok),
        round(wall_s, 1),
    )


def run_bench(
    bench: Bench, hands: int, clean_hands: int, kinds: Sequence[str], *, quiet: bool
) -> Report:
    """Inject and play as asked, with a progress bar for people."""
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
            # A house in which this kind can't happen is not asked again.
            if houses:
                turns.append((kind, houses))
        task = progress.add_task("clean hands", total=clean_hands)
        for done in bench.clean(clean_hands):
            progress.update(task, completed=done)
    return report(bench, trials, time.perf_counter() - began)


def bench_detection(
    hands: Annotated[int, typer.Option(min=0, help="How many irregularities are done.")] = 200,
    noise: Annotated[str, typer.Option(help="clean, typical or harsh.")] = "typical",
    seed: Annotated[int, typer.Option(help="Seed of play, injections and noise.")] = 0,
    house: Annotated[str, typer.Option(help="A house, or all of them in turn.")] = "all",
    clean_hands: Annotated[int, typer.Option(min=0, help="Hands with nothing irregular.")] = 0,
    file: Annotated[Path | None, typer.Option(help="Recorded hands to begin with.")] = None,
    kind: Annotated[list[str] | None, typer.Option(help="Only these kinds.")] = None,
    depth: Annotated[str, typer.Option(help="engine or sensed.")] = "sensed",
    as_json: Annotated[bool, typer.Option("--json", help="The figures as JSON.")] = False,
) -> None:
    """Do irregularities on purpose and say how many are found and ruled right.

    Status 0: all of them, and nothing else; 1: not so; 2: something asked for does not exist.
    """
    names = shipped_houses() if house == "all" else (house,)
    unknown = [name for name in kind or () if name not in KINDS]
    if unknown:
        typer.echo(f'--kind "{unknown[0]}" is no kind of irregularity', err=True)
        raise typer.Exit(2)
    try:
        records = read_hands(file) if file else []
    except PhhError as error:
        typer.echo(str(error), err=True)
        raise typer.Exit(2) from None
    bench = Bench(
        [load_house(name) for name in names],
        depth=check_depth(depth),
        noise=check_noise(noise),
        seed=seed,
        records=records,
    )
    wanted = [name for name in KINDS if name in INJECTIONS and (not kind or name in kind)]
    result = run_bench(bench, hands, clean_hands, wanted, quiet=as_json)
    if as_json:
        typer.echo(msgspec.json.encode(result).decode())
    else:
        _print(Console(highlight=False), result)
    right = result.injected == result.ruled_right == result.seen_through
    raise typer.Exit(0 if right and not result.false_alarms and not result.other_alarms else 1)


def _print(console: Console, result: Report) -> None:
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
