"""No chip is lost with a floor that meddles at random; `test_scenarios.py` counts in scenarios."""

import random
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from controller.contract.public import PublicState
from controller.contract.readings.step_notation import next_written
from controller.houses.loader import load_house, shipped_houses
from controller.play.game import DealtGame, Setup
from controller.play.runner import Runner, set_up
from controller.play.script import language
from controller.play.script import statements as s
from controller.play.script.expectations import ExpectEvent
from tests.controller.play.counting import Count
from tests.rig.injections import Scene
from tests.rig.invented import InventedHand, seat_by_chance
from tests.rig.trials import irregular

ROOT = Path(__file__).parents[2] / "scenarios"
SCENARIOS = sorted(ROOT.rglob("*.scn"))
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
    if look.holds:
        return "the room"
    able = sum(
        seat.status != "empty" and not seat.absent and bool(seat.stack) for seat in look.seats
    )
    return next_written(look.next_step) or ("" if able > 1 and look.phase != "over" else "players")
