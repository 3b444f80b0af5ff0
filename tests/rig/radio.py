"""`tapis bench radio`: an hour of play in air that all nodes share, with and without time slots.

Every error is caused by the radio: nobody does anything irregular, and no card is removed from the
place where it was laid.
"""

import random
from typing import Annotated, Literal

import msgspec
import typer

from controller.contract.commands import Misdeal, SetLevel, SitDown
from controller.contract.errors import ExitCode, WrongOption
from controller.contract.observations import CardLeft, Observation
from controller.contract.public import IrregularityFound, PublicState, Task
from controller.houses.loader import load_house
from controller.play.game import DealtGame, Setup
from controller.table.engine import Transition
from hardware.timing.standing_slots import make_schedule
from hardware.twin.layout import reference_layout
from tests.rig.turns import turn_of

HOUR = 3_600_000
SEATS = 10
STACK = 100_000
MOST_DEALT = 4
"""A street has at most a burn and three cards."""
PIECES = (25, 100, 500, 1000)


class RadioRun(msgspec.Struct, frozen=True):
    """One evening: `false_departures` are cards reported to leave that stayed where they were.

    `false_alarms` are irregularities found, though there were none; `stuck` are hands that did not
    go on because the table did not see something.
    """

    slots: bool
    table_minutes: float
    hands: int
    false_departures: int
    false_alarms: int
    stuck: int


class RadioBench(msgspec.Struct, frozen=True):
    """The two evenings, and the frame of the slots in ms."""

    nodes: int
    noise: str
    seed: int
    frame_ms: int
    without: RadioRun
    with_slots: RadioRun


class _Evening:
    """A table of ten whose players make no mistakes."""

    def __init__(self, air: Literal["free", "slots"], noise: str, seed: int) -> None:
        self._chance = random.Random(seed)
        self.departures = self.alarms = self.stuck = self.hands = 0
        setup = Setup(load_house("ppc"), SEATS, denominations=PIECES, depth="sensed", seed=seed,
                      noise=noise, air=air)  # type: ignore[arg-type]  # fmt: skip
        self.game = DealtGame(setup, self._watch)
        self.game.dealer.command(SetLevel(50, 100))
        for seat in range(1, SEATS + 1):
            self.game.dealer.command(SitDown(seat, f"P{seat}", STACK))

    def _watch(self, observation: Observation, done: Transition) -> None:
        self.alarms += sum(isinstance(event, IrregularityFound) for event in done.public)
        if isinstance(observation, CardLeft):
            lies = self.game.dealer.places.get(observation.card)
            self.departures += lies == observation.zone

    def play(self, until: int) -> None:
        """Play hands until a table time (ms)."""
        while self.game.sink.now < until:
            before = self.game.table.hand.number
            self._hand()
            self.hands += self.game.table.hand.number > before

    def _hand(self) -> None:
        game = self.game
        game.dealer.start_hand()
        game.dealer.deal()
        for _ in range(200):
            state = game.look()
            if state.phase in {"over", "idle"}:
                game.dealer.push()
                return
            if state.rulings or not self._goes_on(state):
                break
            game.sink.wait(self._chance.randrange(500, 4000))
        self.stuck += 1
        game.dealer.command(Misdeal())
        game.sink.settle(slow=True)

    def _goes_on(self, state: PublicState) -> bool:
        """Do the next step; return False if there is none."""
        dealer, step, may = self.game.dealer, state.next_step, turn_of(state)
        if may is not None:
            least = may.bet or may.raise_to
            choices = ["fold", "call"] if may.call else ["check"]
            if least is not None and self._chance.random() < 0.2:
                dealer.act(may.seat, "bet" if may.bet else "raise", least)
            else:
                dealer.act(may.seat, self._chance.choice([*choices, choices[-1]]))
        elif step is not None and step.task is Task.TABLE:
            dealer.table_cards(step.seat)
        elif step is not None and step.task is Task.PUT:
            pass  # its chips are still being read
        elif state.phase == "board" and len(dealer.stub) > MOST_DEALT:
            dealer.street({0: "flop", 3: "turn", 4: "river"}[len(state.board)])
        else:
            return False
        self.game.sink.settle()
        return True


def run(air: Literal["free", "slots"], noise: str, seed: int, ms: int) -> RadioRun:
    """Play for `ms` in one kind of air."""
    evening = _Evening(air, noise, seed)
    try:
        evening.play(ms)
        now = evening.game.sink.now
    finally:
        evening.game.close()
    return RadioRun(
        air == "slots", round(now / 60_000, 1), evening.hands,
        evening.departures, evening.alarms, evening.stuck,
    )  # fmt: skip


def bench_radio(
    scale: Annotated[float, typer.Option(help="1 is an hour of play.")] = 1.0,
    noise: Annotated[
        str, typer.Option(help="The noise level: clean, typical or harsh.")
    ] = "typical",
    seed: Annotated[int, typer.Option(help="Of chance.")] = 0,
    as_json: Annotated[bool, typer.Option("--json", help="Print the figures as JSON.")] = False,
) -> None:
    """Play with all nodes on one radio channel, with and without time slots."""
    if scale <= 0:
        raise WrongOption("--scale: more than 0")
    plans = reference_layout(SEATS)
    bench = RadioBench(
        len({plan.device for plan in plans}), noise, seed, make_schedule(plans).frame,
        run("free", noise, seed, round(HOUR * scale)),
        run("slots", noise, seed, round(HOUR * scale)),
    )  # fmt: skip
    if as_json:
        typer.echo(msgspec.json.format(msgspec.json.encode(bench)).decode())
    else:
        typer.echo(f"{bench.nodes} nodes, {noise} noise, a frame of {bench.frame_ms} ms")
        for one in (bench.without, bench.with_slots):
            typer.echo(
                f"{'with' if one.slots else 'without'} slots: {one.table_minutes} min,"
                f" {one.hands} hands; {one.false_departures} false departures,"
                f" {one.false_alarms} false alarms, {one.stuck} hands stuck"
            )
    if bench.with_slots.false_departures or bench.with_slots.false_alarms:
        raise typer.Exit(ExitCode.NOT_SO)
