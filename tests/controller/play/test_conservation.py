"""No chip is lost: at any event of any scenario, and with a floor that meddles at random."""

import random
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from controller.bench.injections import Scene
from controller.bench.invented import InventedHand, seat_by_chance
from controller.bench.trials import irregular
from controller.contract import commands as c
from controller.contract.observations import FloorSaid, Observation
from controller.contract.public import PublicState, SeatLeft, SeatTaken
from controller.contract.written import next_written
from controller.houses.loader import load_house, shipped_houses
from controller.houses.model import House
from controller.play import language
from controller.play import statements as s
from controller.play.expectations import ExpectEvent
from controller.play.game import DealtGame, Setup
from controller.play.runner import Runner, set_up
from controller.table import floor
from controller.table.engine import Transition
from controller.table.view import public_state
from tests.controller.table.random_table import chips_on, chips_seen

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
    """Counts the chips on a table at every observation, and those that the public view shows."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.whole = 0

    def __call__(self, observation: Observation, done: Transition) -> None:
        """Hold the chips on the table against those that were there."""
        there = chips_on(done.table)
        if isinstance(observation, FloorSaid) and moves_chips(observation):
            self.whole = there
        self.whole -= sum(e.stack or 0 for e in done.public if isinstance(e, SeatLeft))
        # Who waited for the seat of somebody that left with the hand.
        self.whole += sum(e.stack or 0 for e in done.public if isinstance(e, SeatTaken))
        if isinstance(observation, FloorSaid) and moves_chips(observation):
            self.whole = there
        assert there == self.whole, (observation, done.public)
        view = public_state(done.table, self.house, 0, "", disclose=True)
        elsewhere = sum(seat.rebuy for seat in done.table.seats) + done.table.at_rest.raked
        assert chips_seen(view) + elsewhere == there, (observation, view)


def moves_chips(said: FloorSaid) -> bool:
    """Return whether a command brings chips to the table or takes them away."""
    return isinstance(floor.decode(said.command), MOVES_CHIPS)


@pytest.mark.parametrize("path", SCENARIOS, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_no_chip_is_lost_or_seen_twice_in_a_scenario(path: Path) -> None:
    statements = language.read(path)
    setup = set_up(statements, beside=path.parent)
    runner = Runner(setup, Count(setup.house))
    try:
        runner.play(statements)
    finally:
        runner.game.close()


@pytest.mark.parametrize("seed", range(8))
def test_no_chip_is_lost_and_no_table_stuck_with_a_meddling_floor(seed: int) -> None:
    rng = random.Random(seed)
    for path in rng.sample(SCENARIOS, 40):
        statements = list(meddled(language.read(path), rng))
        setup = set_up(statements, beside=path.parent)
        runner = Runner(setup, Count(setup.house))
        try:
            runner.play(statements, keep_on=True)
            look = runner.game.look()
            assert waits_for(look), (path, look)
        finally:
            runner.game.close()


@pytest.mark.parametrize("keyed", [False, True], ids=["read", "keyed"])
@pytest.mark.parametrize("house", shipped_houses())
def test_no_chip_is_seen_twice_in_hands_played_by_chance(house: str, keyed: bool) -> None:
    rng = random.Random(house + str(keyed))
    for _ in range(6):
        setup = Setup(load_house(house), rng.randint(2, 10), keyed, seed=rng.randrange(1000))
        game = DealtGame(setup, Count(setup.house))
        seat_by_chance(game, rng, setup.seats)
        for number in range(4):
            if not game.look().next_dealer:
                break
            hand = InventedHand(Scene(game, rng))
            hand.play(number)
            assert not hand.trouble
        assert not irregular(game.events)
    assert game.table.hand.number


def meddled(statements: Sequence[s.Statement], rng: random.Random) -> Iterator[s.Statement]:
    """Return a scenario without its expectations, and with whims between its statements."""
    seats = [statement.seat for statement in statements if isinstance(statement, s.SeatPlayer)]
    playing = False
    for statement in statements:
        if isinstance(statement, s.Expectation | ExpectEvent):
            continue
        yield statement
        playing = playing or isinstance(statement, s.NewHand)
        if playing and rng.random() < 0.3:
            whim = rng.choice(MEDDLING).format(seat=rng.choice(seats))
            yield from language.parse(whim)


def waits_for(look: PublicState) -> str:
    """Return what a table waits for; a table that waits for nothing is stuck."""
    if look.rulings:
        return f"ruling {look.rulings[0].kind}"
    if look.turn:
        return f"seat {look.turn}"
    able = sum(
        seat.status != "empty" and not seat.absent and bool(seat.stack) for seat in look.seats
    )
    return next_written(look.next_step) or ("" if able > 1 and look.phase != "over" else "players")
