"""Two irregularities in one hand: the next hand comes all the same, and no chip is lost."""

import json
from pathlib import Path

from typer.testing import CliRunner

from controller.bench.pairs import PairsBench
from controller.cli import app
from controller.contract.rules import Kind
from controller.houses.loader import load_house, shipped_houses

GAMES = Path(__file__).parents[2] / "scenarios" / "games"


def test_the_next_hand_comes_whatever_two_things_go_wrong() -> None:
    bench = PairsBench([load_house(name) for name in shipped_houses()])
    assert list(bench.run(200))[-1] == bench.hands == 200
    assert bench.trouble == []
    assert len(bench.met) > 40


def test_it_comes_in_what_clubs_play_besides() -> None:
    """Straddles, posts, bomb pots, kill pots, an ante from the button, two boards."""
    houses = [load_house(str(path)) for path in sorted(GAMES.glob("*/*.toml"))]
    bench = PairsBench(houses)
    assert list(bench.run(90))[-1] == 90
    assert bench.trouble == []


def test_a_card_that_is_back_in_the_stub_may_be_dealt_after_it() -> None:
    """Its step stays done: the street that the board owes is not undone with it."""
    bench = PairsBench([load_house("fidpa")])
    bench.hand(881, bench.houses[0], (Kind.HAND_COUNT, Kind.BOARD_PREMATURE))
    assert bench.trouble == []
    assert bench.met


def test_the_figures_are_for_machines_too() -> None:
    outcome = CliRunner().invoke(
        app, ["bench", "pairs", "--hands", "3", "--house", "tda", "--json"]
    )
    found = json.loads(outcome.output)
    assert outcome.exit_code == 0
    assert (found["hands"], found["deadlocks"], found["chips_lost"], found["errors"]) == (
        3,
        0,
        0,
        0,
    )
