"""The benches of a room: they reject wrong balancing and wrong draws, and accept right ones."""

import random
from collections.abc import Callable, Mapping
from typing import Any

import msgspec
import pytest

from controller.contract.venue.seats import Seat
from controller.venue.rules.calculations.balancing import Move, Plan, balance
from controller.venue.rules.calculations.seats import TableView
from controller.venue.tournament_files import load_tournament
from tests.rig.venue import (
    all_by_article,
    all_seated,
    chance,
    fewest,
    invented_room,
    measure_balance,
    measure_draw,
)

PPC = load_tournament("ppc").balancing


def test_random_rooms_are_balanced_as_the_search_says() -> None:
    """Small rooms by search, large ones by HiGHS."""
    done = measure_balance(300, seed=7)
    assert (done.optimal, done.by_article, done.without_seat) == (300, 300, 0)
    assert done.solved


def test_the_search_and_highs_find_the_same_fewest_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two methods that share no code."""
    rng = random.Random(3)
    rooms = [invented_room(rng, rng.randint(2, 4)) for _ in range(40)]
    searched = [fewest(PPC, room) for room in rooms]
    monkeypatch.setattr("tests.rig.venue.SEARCHED", 0)
    assert [fewest(PPC, room) for room in rooms] == searched


CHANGES: Mapping[str, Callable[[Move], dict[str, Any]]] = {
    "another player": lambda move: {"player": "t1s1", "source": Seat(1, 1)},
    "another seat": lambda move: {"target": Seat(2, 8)},
    "a wrong count": lambda move: {"players": (1, 1)},
}


@pytest.mark.parametrize("change", CHANGES)
def test_a_wrong_move_is_seen(change: str) -> None:
    """Each requirement of an article on moves is checked."""
    names = {seat: f"t1s{seat}" for seat in range(1, 9)}
    long = TableView(1, 9, names, small_blind=2, big_blind=3)
    short = TableView(2, 9, {1: "a", 2: "b", 3: "c", 4: "d", 6: "e", 7: "f"}, 2, 3)
    plan = balance(PPC, [long, short])
    assert all_by_article(PPC, [long, short], plan, frozenset())
    (move,) = plan.moves
    wrong = Plan((msgspec.structs.replace(move, **CHANGES[change](move)),))
    assert not all_by_article(PPC, [long, short], wrong, frozenset())


def test_a_seat_that_is_taken_is_seen() -> None:
    """Nobody is sent to a taken seat, or to one that does not exist."""
    long = TableView(1, 4, {1: "a", 2: "b", 3: "c"})
    short = TableView(2, 4, {1: "d"})
    for target in (Seat(2, 1), Seat(2, 5)):
        move = Move("a", Seat(1, 1), target, (3, 1), ())
        assert not all_seated([long, short], Plan((move,)))


def test_draws_are_as_by_chance_and_repeated_by_another_program() -> None:
    """Few of them here; `tapis bench venue draw` draws twenty thousand times."""
    done = measure_draw(200, 20, seed=1)
    assert 0.0001 < done.p < 0.9999
    assert done.repeated == done.of == 20


def test_the_chance_of_a_chi_square_is_that_of_the_tables() -> None:
    """5% and 1% for 1,000 degrees of freedom are 1074.679 and 1106.969."""
    assert chance(1074.679, 1000) == pytest.approx(0.05, abs=1e-4)
    assert chance(1106.969, 1000) == pytest.approx(0.01, abs=1e-4)
