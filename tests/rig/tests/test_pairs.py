"""Two irregularities in one hand: the next hand still comes, and no chip is lost."""

import json
import random
from pathlib import Path

import pytest
from typer.testing import CliRunner

from controller.cli import app
from controller.contract.rules import Kind
from controller.houses.loader import load_house, shipped_houses
from controller.play.runner import Runner, set_up
from controller.play.script.language import parse
from tests.rig.injected_bets import more_chips_than_announced
from tests.rig.injected_cards import the_last_card_is_exposed
from tests.rig.injections import Injection, Scene
from tests.rig.pairs import SEEDS, PairsBench
from tests.rig.trials import Meddler

GAMES = Path(__file__).parents[2] / "scenarios" / "games"


def test_the_next_hand_comes_whatever_two_things_go_wrong() -> None:
    bench = PairsBench([load_house(name) for name in shipped_houses()])
    assert list(bench.run(120))[-1] == bench.hands == 120
    assert bench.trouble == []
    assert len(bench.met) > 60


def test_it_comes_in_what_clubs_play_besides() -> None:
    """Straddles, posts, bomb pots, kill pots, an ante from the button, two boards."""
    houses = [load_house(str(path)) for path in sorted(GAMES.glob("*/*.toml"))]
    bench = PairsBench(houses)
    assert list(bench.run(3 * len(houses)))[-1] == 3 * len(houses)
    assert bench.trouble == []


def test_what_a_void_hand_gives_no_opportunity_for_is_done_in_the_next() -> None:
    bench = PairsBench([load_house("tda")])
    for number in range(3):
        bench.hand(number, bench.houses[0], (Kind.DEAL_WRONG_SEAT, Kind.BET_STRING))
    assert bench.met == {frozenset({Kind.DEAL_WRONG_SEAT, Kind.BET_STRING})}
    assert bench.trouble == []


def test_a_card_that_is_back_in_the_stub_may_be_dealt_after_it() -> None:
    """Its step stays done: the street that the board owes is not undone with it."""
    bench = PairsBench([load_house("fidpa")])
    bench.hand(881, bench.houses[0], (Kind.HAND_COUNT, Kind.BOARD_PREMATURE))
    assert bench.trouble == []
    assert bench.met


def test_an_extra_board_card_that_became_a_burn_is_not_taken_away_again() -> None:
    bench = PairsBench([load_house("salle")], seed=82)
    bench.hand(68853, bench.houses[0], (Kind.HAND_MUCK, Kind.BOARD_EXTRA_CARD))
    assert bench.trouble == []
    assert bench.met


def test_a_mucked_card_on_the_stub_is_not_laid_as_the_burn_for_ever() -> None:
    bench = PairsBench([load_house("tda-2026")], seed=35000, cells=3)
    bench.hand(1887, bench.houses[0], (Kind.BUTTON_WRONG, Kind.BET_OUT_OF_TURN))
    assert bench.trouble == []


def test_a_hole_card_that_lay_on_the_burns_alone_goes_back() -> None:
    bench = PairsBench([load_house("salle")], depth="sensed", seed=33501, cells=3)
    bench.hand(149, bench.houses[0], (Kind.HAND_LEFT, Kind.DECK_STRANGER))
    assert bench.trouble == []


def played(text: str) -> Scene:
    """Return the table after a scenario that begins with four players."""
    seats = "".join(f"seat {seat} p{seat} 5000\n" for seat in (1, 2, 3, 4))
    statements = parse(f"house tda\n{seats}button 1\nhand\ndeal\n{text}", "text")
    runner = Runner(set_up(statements))
    runner.play(statements)
    return Scene(runner.game, random.Random(1))


def test_chips_are_put_right_while_another_ruling_waits_for_the_players() -> None:
    scene = played("4 calls\nburn\nboard 3\nfollow")
    meddler = Meddler(Injection(Kind.BET_CONTRADICTS, "act", more_chips_than_announced), 1.0)
    meddler.scene = scene
    assert scene.look().rulings
    assert meddler.meddle("act")
    assert scene.dealer.put_in(1) == scene.look().seats[0].bet == 100


def test_who_holds_no_card_shows_none() -> None:
    scene = played("2 mucks")
    scene.order = (2, 2)
    assert the_last_card_is_exposed(scene) is None


def test_the_figures_are_for_machines_too() -> None:
    outcome = CliRunner().invoke(
        app, ["bench", "pairs", "--hands", "3", "--house", "tda", "--json"]
    )
    found = json.loads(outcome.stdout)
    assert outcome.exit_code == 0
    assert (found["hands"], found["deadlocks"], found["chips_lost"], found["errors"]) == (
        3,
        0,
        0,
        0,
    )


@pytest.mark.parametrize("seed", [7503096268, 7503029328, 7703051141, 7703092116, 7703108331])
def test_the_simulated_dealer_ends_with_three_cards_moved_at_random(seed: int) -> None:
    """It shuffles no hole card into the stub, and ends when both hands are wrong for a card."""
    run, number = divmod(seed, SEEDS)
    bench = PairsBench([load_house(name) for name in shipped_houses()], seed=run, cells=3)
    bench.nth(number)
    assert bench.trouble == []
