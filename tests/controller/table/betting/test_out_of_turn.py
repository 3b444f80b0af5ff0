"""Actions out of turn: noted, and whether they count the house says when the turn comes."""

from pathlib import Path

import pytest

from controller.contract.public import ActionMade, HandKilled, RulingOpened
from controller.play.crew import PlayOptions, play_file
from controller.play.setup import Depth
from controller.table.betting.out_of_turn import early_tags
from controller.table.state import Early
from tests.controller.table.scripted import FOUR, kinds, played, said

WAITS = ("fidpa", "ppc", "ramponneau", "tda")


def made(script: str, house: str) -> list[tuple[int, str, int]]:
    """Return who did what, after seat 2 acted before seat 1."""
    game = played(f"hand ; deal\n{script}", house=house)
    assert kinds(game)[0] == "bet.out-of-turn"
    return [(e.seat, e.action, e.to) for e in said(game, ActionMade)]  # type: ignore[attr-defined]


@pytest.mark.parametrize("house", WAITS)
@pytest.mark.parametrize("said_early", ["call", "fold", "raise to 600"])
def test_it_is_no_action_until_its_turn(house: str, said_early: str) -> None:
    game = played(f"hand ; deal\n2 says {said_early}\nexpect turn 1", house=house)
    assert not said(game, ActionMade)
    assert game.look().seats[1].bet == 50


@pytest.mark.parametrize("house", WAITS)
def test_a_call_binds_when_nothing_has_changed(house: str) -> None:
    assert made("2 says call\n1 calls", house) == [(1, "call", 100), (2, "call", 100)]


@pytest.mark.parametrize(
    ("house", "binds"), [("ppc", True), ("fidpa", False), ("tda", False), ("ramponneau", False)]
)
def test_whether_a_call_binds_over_a_raise_is_the_houses_word(house: str, binds: bool) -> None:
    # PPC 4: a call binds in any case; FIDPA 57-4, TDA 53: a raise in between sets the caller free.
    acted = made("2 says call\n1 raises to 600", house)
    assert acted == [(1, "raise", 600), (2, "call", 600)][: 1 + binds]


@pytest.mark.parametrize("house", ["fidpa", "tda", "ramponneau"])
def test_a_raise_binds_when_the_seat_passed_over_only_calls(house: str) -> None:
    assert made("2 says raise to 600\n1 calls", house)[-1] == (2, "raise", 600)


@pytest.mark.parametrize("house", WAITS)
def test_a_fold_binds_always(house: str) -> None:
    acted = made("2 says fold\n1 raises to 600", house)
    assert [(seat, action) for seat, action, _ in acted] == [(1, "raise"), (2, "fold")]


@pytest.mark.parametrize(
    ("house", "script", "opened", "dead"),
    [
        # TDA 53-B: two actions with chips, or three of any kind.
        ("tda", "1 says call", 0, False),
        ("tda", "1 says fold ; 2 says fold", 0, False),
        ("tda", "1 says fold ; 2 says call", 1, False),
        ("tda", "1 says fold ; 2 says fold ; 3 says fold", 1, False),
        ("tda", "1 says fold ; 2 says call\nfloor waives\n3 says fold", 1, False),
        # PPC 4: three actions.
        ("ppc", "1 says call ; 2 says call", 0, False),
        ("ppc", "1 says call ; 2 says call ; 3 says fold", 0, True),
    ],
)
def test_how_much_is_done_behind_a_skipped_player_before_the_house_rules_on_it(
    house: str, script: str, opened: int, *, dead: bool
) -> None:
    game = played(f"hand ; deal\n{script}", house=house, table=FOUR)
    assert len(said(game, RulingOpened)) == opened
    assert [event.seat for event in said(game, HandKilled)] == [4] * dead  # type: ignore[attr-defined]


def test_an_action_out_of_turn_is_noted_with_the_moment_at_which_it_was_made() -> None:
    for script, heads_up in (("2 says call", False), ("1 folds\n3 says call", True)):
        (early,) = played(f"hand ; deal\n{script}").table.hand.betting.early
        assert early.heads_up is heads_up
        assert (early.level, early.said, early.unsaid) == (100, True, False)


@pytest.mark.parametrize(
    ("acts", "skipped"),
    [
        ("4 folds", "folds"),
        ("4 calls", "calls"),
        ("4 raises to 300", "raises"),
        ("4 folds ; 1 folds", "folds"),
    ],
)
def test_what_the_skipped_player_did_is_a_word_of_the_case(acts: str, skipped: str) -> None:
    hand = played(f"hand ; deal\n{acts}", table=FOUR).table.hand
    early = Early(hand.turn, "call", 100, 100, 4)
    changed = "changed" if skipped == "raises" else "unchanged"
    words = {"passive", "call", "several", changed, f"skipped-{skipped}"}
    assert early_tags(hand, early) == words


@pytest.mark.parametrize("depth", ["engine", "sensed"])
@pytest.mark.parametrize(
    "file",
    sorted(Path(__file__).with_name("words_at_once").glob("*.scn")),
    ids=lambda one: one.stem,
)
def test_of_two_words_at_the_same_instant_the_second_is_out_of_turn(
    file: Path, depth: Depth
) -> None:
    """At depth wire, keys are pressed one after another, so these are no scenarios for it."""
    outcome = play_file(file, PlayOptions(depth))
    assert not outcome.failures, outcome.failures
