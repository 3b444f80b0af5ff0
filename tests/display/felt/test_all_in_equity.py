"""How likely open hands are to win: exact where it can be, and never in anybody's way."""

import pytest
from msgspec.structs import replace

from controller.contract.rules import Variant
from display.felt.drawing.all_in_equity import NONE, Chances
from tests.rig.pictures.example_tables import flop, with_seat
from tests.rig.pictures.example_tables_all_in import open_all_in, turned_up
from tests.rig.pictures.golden import shares


def test_on_the_turn_every_river_is_counted() -> None:
    state = replace(open_all_in(), board=("Ah", "Kd", "7c", "2s"))
    # Of 42 rivers two aces and two kings make a better full house, and four tens a straight.
    assert shares(state) == pytest.approx({1: 4 / 42, 4: 34 / 42, 6: 4 / 42})


def test_what_came_on_the_first_of_two_boards_comes_on_no_other() -> None:
    state = replace(open_all_in(), board=("Ah", "Kd", "7c", "2s"))
    # The board is run twice from the river on: an ace, and then a ten, has gone.
    gone = replace(state, first_board=("Ah", "Kd", "7c", "2s", "Ac"))
    assert shares(gone) == pytest.approx({1: 3 / 41, 4: 34 / 41, 6: 4 / 41})
    gone = replace(state, first_board=("Ah", "Kd", "7c", "2s", "Ts"))
    assert shares(gone) == pytest.approx({1: 4 / 41, 4: 34 / 41, 6: 3 / 41})


def test_before_the_flop_a_pair_of_aces_is_likely_to_hold_and_it_is_the_same_each_time() -> None:
    state = replace(with_seat(open_all_in(), 6, status="folded", shown=(), cards=0), board=())
    state = with_seat(with_seat(state, 1, shown=("As", "Ad")), 4, shown=("Ks", "Kd"))
    found = shares(state)
    assert found[1] == pytest.approx(0.824, abs=0.02)
    assert sum(found.values()) == pytest.approx(1)
    assert shares(state) == found


@pytest.mark.parametrize(
    "state",
    [
        flop(), turned_up(), replace(open_all_in(), board=("Ah", "Kd", "7c", "2s", "3s")),
        replace(open_all_in(), game=Variant.OMAHA),
    ],
)  # fmt: skip
def test_nothing_is_counted_but_the_open_hands_of_an_all_in(state: object) -> None:
    assert shares(state) == NONE  # type: ignore[arg-type]


def test_it_is_counted_in_slices_for_what_is_shown() -> None:
    chances, state = Chances(), open_all_in()
    assert chances.of(state) == NONE
    chances.count(0.0)
    assert chances.busy
    while chances.busy:
        chances.count(0.004)
    assert chances.of(state) == shares(state)
    assert chances.of(flop()) == NONE
    assert not chances.busy
