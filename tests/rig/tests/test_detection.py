"""The detection bench: every kind can be injected and is judged; errors are told apart."""

import json
import random
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest
from typer.testing import CliRunner

from controller.cli import app
from controller.contract.rules import Kind
from controller.houses.loader import load_house, shipped_houses
from controller.houses.vocabulary import words_of
from controller.play.game import DealtGame, Setup
from tests.rig.detection import Bench, quantile, run_bench
from tests.rig.injections import INJECTIONS, RULED, InjectedCase, Injection, Scene
from tests.rig.invented import InventedHand, seat_by_chance
from tests.rig.trials import Meddler, Trial, misplaced, plain

NOT_ALONE = {Kind.DECK_COUNT}
"""Kinds without an injection: too many cards in a deck are found as unknown or doubles first."""
TRIES = 12
"""Hands that are tried for an opportunity. Where there is one it comes within eight."""


def test_every_kind_has_a_way_to_be_done() -> None:
    assert set(INJECTIONS) == set(RULED) - NOT_ALONE
    names = [way.name for ways in INJECTIONS.values() for way in ways]
    assert len(names) == len(set(names))


@pytest.mark.parametrize("kind", sorted(INJECTIONS))
def test_each_kind_is_found_ruled_on_and_seen_through_in_every_house(kind: Kind) -> None:
    houses = [load_house(name) for name in shipped_houses()]
    bench = Bench(houses, depth="engine", seed=7)
    trials = [bench.trial(number, kind, house, TRIES) for number, house in enumerate(houses)]
    done = [trial for trial in trials if trial is not None]
    assert done
    assert [trial for trial in done if not trial.ok] == []
    assert bench.clean_trouble == []


def test_the_words_of_a_case_are_those_of_a_house_file() -> None:
    known = {"fold", "check", "call", "bet", "raise"}
    for kind, ways in INJECTIONS.items():
        for number, way in enumerate(ways):
            case = one_case(way, 100 * number)
            assert case is None or case.tags <= words_of(kind) | known, way.name


def one_case(way: Injection, seed: int) -> InjectedCase | None:
    """Do something once, in the first hand that gives an opportunity."""
    for attempt in range(8):
        meddler = play(way, seed + attempt)[0]
        if meddler.case is not None:
            return meddler.case
    return None


def play(way: Injection, seed: int) -> tuple[Meddler, InventedHand, Scene, int]:
    """Play a hand at a table of its own with something done in it."""
    rng = random.Random(seed)
    meddler = Meddler(way, 0.5)
    game = DealtGame(Setup(load_house("fidpa"), 6, seed=seed), meddler.watch)
    seat_by_chance(game, rng, 6)
    total = sum(view.stack or 0 for view in game.look().seats)
    scene = meddler.scene = Scene(game, rng)
    hand = InventedHand(scene, meddle=meddler.meddle, at_floor=meddler.decide)
    hand.play(seed)
    return meddler, hand, scene, total


def judged(do: Callable[[Scene], InjectedCase | None], seed: int = 3) -> Trial:
    meddler, hand, _, total = play(Injection(Kind.BOARD_NO_BURN, "street", do), seed)
    return meddler.judge(seed, total, hand.trouble)


def without_burn(scene: Scene) -> InjectedCase:
    scene.dealer.gather()
    at = scene.lay(scene.dealer.draw(), "board")
    street = scene.next_street(scene.look())
    return InjectedCase(
        Kind.BOARD_NO_BURN, "card", at, frozenset({street, "order-known", "not-acted"})
    )


def test_what_is_found_in_time_is_right() -> None:
    trial = judged(without_burn)
    assert trial.ok
    assert trial.ms == 0


def test_what_was_never_done_is_not_found() -> None:
    trial = judged(
        lambda scene: InjectedCase(Kind.BOARD_NO_BURN, "card", scene.now, frozenset({"flop"}))
    )
    assert not trial.found
    assert trial.ms is None


def test_another_kind_is_a_false_alarm() -> None:
    trial = judged(
        lambda scene: msgspec.structs.replace(without_burn(scene), kind=Kind.DECK_STRANGER)
    )
    assert not trial.found
    assert trial.false_alarms == 1


def test_a_ruling_for_another_case_is_not_right() -> None:
    acted = frozenset({"flop", "acted"})
    trial = judged(lambda scene: msgspec.structs.replace(without_burn(scene), tags=acted))
    assert trial.found
    assert not trial.ruled_right


def test_chips_and_cards_that_go_astray_are_told() -> None:
    _, hand, scene, total = play(INJECTIONS[Kind.HAND_PHONE][0], 5)
    assert hand.trouble == ""
    assert misplaced(scene, total) == []
    assert misplaced(scene, total + 1)
    scene.dealer.stub.pop()
    assert misplaced(scene, total)


def test_over_antennas_all_is_found_too() -> None:
    kinds = [
        Kind.DEAL_TOO_MANY,
        Kind.BOARD_NO_BURN,
        Kind.BOARD_PREMATURE,
        Kind.BET_SHORT,
        Kind.BET_STRING,
    ]
    bench = Bench([load_house("ppc"), load_house("fidpa")], noise="typical", seed=2)
    result = run_bench(bench, 10, 5, kinds, quiet=True)
    assert result.misses == ()
    assert result.injected == result.found == result.ruled_right == 10
    assert result.clean_hands >= 5
    assert result.false_alarms == 0
    assert (result.p99_cards_ms or 0) < 1500
    assert (result.p99_chips_ms or 0) < 2500
    # One of six cards and one of four chips are the slowest.
    assert [(trial.medium, trial.ms) for trial in result.late] == [
        ("card", result.p99_cards_ms),
        ("chip", result.p99_chips_ms),
    ]


def test_the_command_gives_its_figures_as_json() -> None:
    command = [
        "bench",
        "detection",
        "--hands",
        "8",
        "--depth",
        "engine",
        "--house",
        "tda",
        "--json",
    ]
    outcome = CliRunner().invoke(app, [*command, "--clean-hands", "5", "--seed", "1"])
    figures = json.loads(outcome.stdout)
    assert figures["injected"] == 8
    assert sum(counts["injected"] for counts in figures["kinds"].values()) == 8
    wanted = {"clean_hands", "false_alarms", "found", "ruled_right", "p50_ms", "p99_ms"}
    assert wanted <= figures.keys()
    assert outcome.exit_code == (0 if not figures["misses"] else 1)


def test_the_command_names_a_kind_that_there_is_not(tmp_path: Path) -> None:
    outcome = CliRunner().invoke(app, ["bench", "detection", "--kind", "deal.odd"])
    assert outcome.exit_code == 2
    assert "deal.odd" in outcome.output
    missing = CliRunner().invoke(app, ["bench", "detection", "--file", str(tmp_path / "no.phh")])
    assert missing.exit_code == 2


def test_details_of_steps_and_times() -> None:
    assert plain("deal flop") == "deal flop"
    assert plain("burn 2") == "burn 2"
    assert plain("to_stub Ah Kd") == "to_stub"
    assert quantile([], 0.5) is None
    assert quantile(range(1, 101), 0.99) == 100
