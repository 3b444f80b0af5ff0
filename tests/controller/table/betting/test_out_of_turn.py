"""Actions out of turn: noted, and whether they count the house says when the turn comes."""

import pytest

from controller.contract.public import ActionMade
from tests.controller.table.scripted import kinds, played, said

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
