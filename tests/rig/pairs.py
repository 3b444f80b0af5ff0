"""`tapis bench pairs`: two irregularities or matrix cells in a hand, then a check of the next hand.

Each pair gets a table of its own with its own seed. Both are done in one hand; if that is void or
over before the second, it is done in the hand after it. People follow the rulings; the floor
decides where it is asked, and as a last resort voids the hand. Chips are counted in the ledger and
where they physically lie: between two hands none lie in front of a seat, and the pot holds only the
chips kept for the next one.
"""

import random
import time
from collections.abc import Iterator, Sequence
from contextlib import closing
from itertools import product
from typing import Annotated

import msgspec
import typer

from controller.contract import commands as c
from controller.contract.errors import ExitCode
from controller.contract.public import HandStarted
from controller.contract.rules import Kind, Subject
from controller.houses.loader import load_house, shipped_houses
from controller.houses.model import House
from controller.play.commands import check_depth, check_noise
from controller.play.game import DealtGame, Depth, Noise, Setup
from controller.play.people.leak_watch import Doors
from controller.play.people.play_on import LAST_RESORTS
from controller.play.sinks.wiring import Wiring
from tests.rig.cells import Cells
from tests.rig.detection import ROOMS
from tests.rig.injections import INJECTIONS, Injection, Moment, Scene
from tests.rig.invented import InventedHand, seat_by_chance
from tests.rig.progress import progress
from tests.rig.trials import Meddler, stacks_of

SEEDS = 1_000_003
CHANCE = 0.4
TRIES = 4
"""How often people repeat a step that the table does not see, when cards lie anywhere."""
HANDS = 2
"""Maximum hands at a table whose first hand, perhaps void, gave no opportunity for both."""


class PairTrouble(msgspec.Struct, frozen=True):
    """The failure of one pair: `what` is deadlock, chips, told or error."""

    what: str
    house: str
    pair: tuple[str, ...]
    seed: int
    why: str


class PairsReport(msgspec.Struct, frozen=True):
    """The figures of a run: `pairs` of kinds that met at a table, in `hands` or right after them.

    `deadlocks` are hands that did not end by following the rulings, or after which none began;
    `chips_lost` hands with missing or surplus chips; `told` hands in which a card became public
    that nobody had shown; `errors` hands ended by a bug.
    """

    hands: int
    pairs: int
    deadlocks: int
    chips_lost: int
    told: int
    errors: int
    depth: str
    seed: int
    wall_s: float
    trouble: tuple[PairTrouble, ...]


class Both:
    """Two irregularities, each done once at a random moment."""

    def __init__(self, ways: tuple[Injection, Injection]) -> None:
        self.meddlers = tuple(Meddler(way, CHANCE) for way in ways)
        self.names = tuple(f"{way.kind}: {way.name}" for way in ways)
        self.past: tuple[Meddler, ...] = ()

    def at(self, scene: Scene) -> None:
        """Work on this table."""
        for one in self.meddlers:
            one.scene = scene

    def meddle(self, moment: Moment) -> bool:
        """Do one of them if this is its moment."""
        return any(one.meddle(moment) for one in self.meddlers)

    def decide(self) -> c.Command:
        """Decide as the floor: play goes on unless the cards are unplayable."""
        decided = [one.decide() for one in self.meddlers if one not in self.past and one.case]
        return next((one for one in decided if isinstance(one, c.Misdeal)), c.Waive())

    def hand_is_over(self) -> None:
        """Forget this hand's irregularities: the next hand is a new one."""
        self.past = tuple(one for one in self.meddlers if one.case is not None)
        for one in self.past:
            one.hand_is_over()

    @property
    def met(self) -> bool:
        """Return whether both have been done."""
        return all(one.case is not None for one in self.meddlers)


Meddling = Both | Cells
"""The interference with one hand of a run."""


class PairsBench:
    """One run: causes two irregularities at each of its tables, and checks that play goes on."""

    def __init__(
        self,
        houses: Sequence[House],
        *,
        depth: Depth = "engine",
        noise: Noise = "typical",
        seed: int = 0,
        wiring: Wiring | None = None,
        cells: int = 0,
    ) -> None:
        """Play under these houses in turn; depth `wire` needs a `wiring`.

        With `cells` this many cards are moved at random in each hand, instead of a pair.
        """
        self.cells = cells
        self.houses = tuple(houses)
        self.depth = depth
        self.noise = noise
        self.seed = seed
        self.wiring = wiring
        self.hands = 0
        self.met: set[frozenset[Kind]] = set()
        self.trouble: list[PairTrouble] = []
        self.pairs = list(product(INJECTIONS, INJECTIONS))
        random.Random(seed).shuffle(self.pairs)

    def run(self, hands: int) -> Iterator[int]:
        """Play this many hands; yield the number played."""
        for number in range(hands):
            self.nth(number)
            yield number + 1

    def nth(self, number: int) -> None:
        """Play one hand of the run by its number, which counts from 0."""
        pairs = self.pairs
        self.hand(number, self.houses[number % len(self.houses)], pairs[number % len(pairs)])

    def hand(self, number: int, house: House, kinds: tuple[Kind, Kind]) -> None:
        """Play a hand with two irregularities, and another if there was no opportunity for both."""
        seed = self.seed * SEEDS + number
        rng = random.Random(seed)
        ways = rng.choice(INJECTIONS[kinds[0]]), rng.choice(INJECTIONS[kinds[1]])
        both = Cells(self.cells) if self.cells else Both(ways)
        self.hands += 1
        try:
            self._play(house, both, seed, rng)
        except Exception as error:  # noqa: BLE001 - a bug, whatever it is, is what is looked for
            self._note("error", house, both, seed, f"{type(error).__name__}: {error}")
        if both.met and not self.cells:
            self.met.add(frozenset(kinds))

    def _play(self, house: House, both: Meddling, seed: int, rng: random.Random) -> None:
        seats, doors, named = rng.randint(3, 8), Doors(), " ".join(both.names)
        stacks = any(f"{kind}:" in named for kind in Kind if kind.subject is Subject.STACK)
        setup = Setup(
            house, seats, depth=self.depth, noise=self.noise, seed=seed,
            button=Kind.BUTTON_WRONG in named, stacks=stacks or seed % 3 == 0,
        )  # fmt: skip
        with closing(DealtGame(setup, doors.watch, wiring=self.wiring)) as game:
            self._play_at(game, both, seed, rng)
        if doors.trouble:
            self._note("told", house, both, seed, doors.trouble)

    def _play_at(self, game: DealtGame, both: Meddling, seed: int, rng: random.Random) -> None:
        house, seats = game.house, game.setup.seats
        scene = Scene(game, rng)
        both.at(scene)
        seat_by_chance(game, rng, seats)
        total = stacks_of(game)
        for _ in range(HANDS):
            hand = InventedHand(scene, meddle=both.meddle, at_floor=both.decide)
            hand.tries = TRIES if self.cells else 1
            begun = _hands_begun(game)
            hand.play(seed)
            why = hand.trouble or self._goes_on(game)
            why = why or ("" if _hands_begun(game) > begun else "the hand does not start")
            if why:
                self._note("deadlock", house, both, seed, why)
            lost = chips_wrong(game, total)
            if lost and not hand.trouble:
                self._note("chips", house, both, seed, lost)
            if why or lost or not game.look().next_dealer:
                return
            if both.met:
                break
            both.hand_is_over()
        begun = _hands_begun(game)
        game.dealer.start_hand()
        if _hands_begun(game) == begun:
            self._note("deadlock", house, both, seed, "the next hand does not start")

    def _goes_on(self, game: DealtGame) -> str:
        """Return why the next hand can't begin, "" if it can."""
        game.dealer.return_chips()
        game.sink.settle(slow=True)
        if game.look().rulings:
            game.dealer.clear()
            game.sink.settle(slow=True)
        for command in LAST_RESORTS:
            if not game.look().rulings:
                break
            game.dealer.command(command)
            game.sink.settle()
        state = game.look()
        if state.phase != "over":
            return f"in {state.phase}"
        if state.rulings:
            return f"a ruling on {state.rulings[0].kind} is open"
        able = [view for view in state.seats if view.stack and not view.absent]
        if not state.next_dealer and len(able) > 1:
            return "nobody deals the next hand"
        return ""

    def _note(self, what: str, house: House, both: Meddling, seed: int, why: str) -> None:
        self.trouble.append(PairTrouble(what, house.name, both.names, seed, why))

    def report(self, wall_s: float) -> PairsReport:
        """Return the figures of the run so far."""
        deadlocks, chips, told, errors = (
            sum(one.what == what for one in self.trouble)
            for what in ("deadlock", "chips", "told", "error")
        )
        return PairsReport(
            self.hands, len(self.met), deadlocks, chips, told, errors, self.depth, self.seed,
            round(wall_s, 1), tuple(self.trouble),
        )  # fmt: skip


def _hands_begun(game: DealtGame) -> int:
    return sum(isinstance(event, HandStarted) for event in game.events)


def chips_wrong(game: DealtGame, total: int) -> str:
    """Return which chips are misplaced between two hands, "" if none are."""
    state = game.look()
    there = stacks_of(game) + state.carried
    if there != total:
        return f"{there} chips in the ledger, not {total}"
    for view in state.seats:
        if left := sum(game.sink.chips_in(f"bet.{view.seat}")):
            return f"{left} left in front of seat {view.seat}"
    left = sum(game.sink.chips_in("pot"))
    return f"{left} left in the pot, {state.carried} carried" if left != state.carried else ""


def bench_pairs(
    hands: Annotated[int, typer.Option(min=1, help="How many hands to play.")] = 2000,
    house: Annotated[str, typer.Option(help="One house; the default is all of them.")] = "",
    depth: Annotated[
        str, typer.Option(help="The simulation depth: engine, sensed or wire.")
    ] = "engine",
    noise: Annotated[
        str, typer.Option(help="The noise level: clean, typical or harsh.")
    ] = "typical",
    cells: Annotated[
        int, typer.Option(min=0, help="Move so many cards by chance instead of a pair.")
    ] = 0,
    seed: Annotated[int, typer.Option(help="Another seed gives other hands.")] = 0,
    as_json: Annotated[bool, typer.Option("--json", help="Machine-readable output.")] = False,
) -> None:
    """Cause two irregularities in a hand. Status 1: no next hand, or chips are lost."""
    assert ROOMS  # their functions are registered
    houses = [load_house(name) for name in ([house] if house else shipped_houses())]
    noise, depth = check_noise(noise), check_depth(depth)
    wiring = Wiring() if depth == "wire" else None
    bench = PairsBench(houses, depth=depth, noise=noise, seed=seed, wiring=wiring, cells=cells)
    began = time.perf_counter()
    try:
        with progress("pairs", hands) as advance:
            for _ in bench.run(hands):
                advance(1)
    finally:
        if wiring is not None:
            wiring.close()
    found = bench.report(time.perf_counter() - began)
    if as_json:
        typer.echo(msgspec.json.encode(found).decode())
    else:
        typer.echo(
            f"{found.hands} hands, {found.pairs} pairs of kinds met: {found.deadlocks} deadlocks,"
            f" {found.chips_lost} with chips lost, {found.told} with a card told that nobody has"
            f" shown, {found.errors} errors"
        )
        for one in found.trouble[:20]:
            typer.echo(f"  {one.what} {one.house} {one.seed}: {' + '.join(one.pair)}: {one.why}")
    if found.trouble:
        raise typer.Exit(ExitCode.NOT_SO)
