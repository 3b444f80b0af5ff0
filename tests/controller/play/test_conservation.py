"""No chip is lost: at any event of any scenario, and with a floor that meddles at random."""

import random
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from controller.contract import commands as c
from controller.contract.observations import FloorSaid, Observation
from controller.contract.public import PublicState, SeatLeft
from controller.contract.written import next_written
from controller.play import language
from controller.play import statements as s
from controller.play.expectations import ExpectEvent
from controller.play.runner import Runner, set_up
from controller.table import floor
from controller.table.engine import Step
from tests.controller.table.random_table import chips_on

ROOT = Path(__file__).parents[2] / "scenarios"
SCENARIOS = sorted(ROOT.rglob("*.scn"))
MOVES_CHIPS = (c.SitDown, c.StandUp, c.Rebuy, c.SetStack)
MEDDLING = (
    "floor undoes",
    "floor undoes ; floor undoes ; floor undoes",
    "floor misdeal",
    "floor confirms",
    "floor waives",
    "floor rules keep",
    "floor rules kill_hand",
    "floor rules void_hand return_bets",
    "floor penalty {seat} 1r",
    "floor penalty {seat} 10m",
    "floor penalty {seat} out",
    "floor kills {seat}",
    "{seat} leaves",
    "{seat} returns",
    "{seat} phones",
    "{seat} mucks",
    "{seat} pushes",
    "{seat} agrees",
    "{seat} says shown",
    "{seat} says floor",
    "{seat} says time",
    "follow all",
    "wait 70s",
)


class Count:
    """Counts the chips on a table at every observation."""

    def __init__(self) -> None:
        self.whole = 0

    def __call__(self, observation: Observation, done: Step) -> None:
        """Hold the chips on the table against those that were there."""
        there = chips_on(done.table)
        if isinstance(observation, FloorSaid) and moves_chips(observation):
            self.whole = there
        self.whole -= sum(e.stack for e in done.public if isinstance(e, SeatLeft))
        if isinstance(observation, FloorSaid) and moves_chips(observation):
            self.whole = there
        assert there == self.whole, (observation, done.public)


def moves_chips(said: FloorSaid) -> bool:
    """Return whether a command brings chips to the table or takes them away."""
    return isinstance(floor.decode(said.command), MOVES_CHIPS)


@pytest.mark.parametrize("path", SCENARIOS, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_no_chip_is_lost_in_a_scenario(path: Path) -> None:
    statements = language.read(path)
    runner = Runner(set_up(statements, beside=path.parent), Count())
    try:
        runner.play(statements)
    finally:
        runner.game.close()


@pytest.mark.parametrize("seed", range(8))
def test_no_chip_is_lost_and_no_table_stuck_with_a_meddling_floor(seed: int) -> None:
    rng = random.Random(seed)
    for path in rng.sample(SCENARIOS, 40):
        statements = list(meddled(language.read(path), rng))
        runner = Runner(set_up(statements, beside=path.parent), Count())
        try:
            runner.play(statements, keep_on=True)
            look = runner.game.look()
            assert waits_for(look), (path, look)
        finally:
            runner.game.close()


def meddled(statements: Sequence[s.Statement], rng: random.Random) -> Iterator[s.Statement]:
    """Return a scenario without its expectations, and with whims between its statements."""
    seats = [statement.seat for statement in statements if isinstance(statement, s.Seat)]
    playing = False
    for statement in statements:
        if isinstance(statement, s.Expectation | ExpectEvent):
            continue
        yield statement
        playing = playing or isinstance(statement, s.Hand)
        if playing and rng.random() < 0.3:
            whim = rng.choice(MEDDLING).format(seat=rng.choice(seats))
            yield from language.parse(whim)


def waits_for(look: PublicState) -> str:
    """Tell what a table waits for; a table that waits for nothing is stuck."""
    if look.rulings:
        return f"ruling {look.rulings[0].kind}"
    if look.turn:
        return f"seat {look.turn}"
    able = sum(
        seat.status != "empty" and not seat.absent and bool(seat.stack) for seat in look.seats
    )
    return next_written(look.next_step) or ("" if able > 1 and look.phase != "over" else "players")
