"""The dealer button where it lies, against where it should: judged while a hand runs."""

import random

import pytest

from controller.contract.commands import Command, OpenTable, SetButton
from controller.houses.loader import house_hash, load_house
from controller.table.state.table import new_table
from tests.controller.table.random_table import PlayedTable
from tests.controller.table.scripted import kinds, played


def test_a_button_where_it_belongs_is_no_news() -> None:
    assert not kinds(played("hand ; deal\nbutton 1"))


@pytest.mark.parametrize("seat", [2, 3])
def test_a_button_before_another_seat_is_found_once(seat: int) -> None:
    game = played(f"hand ; deal\nbutton {seat}\nbutton 1\nbutton {seat}")
    assert kinds(game) == ["button.wrong"]
    assert game.look().button == 1


def test_between_hands_it_is_on_its_way() -> None:
    over = "hand ; deal\n1 folds ; 2 folds\nexpect hand over\n"
    assert not kinds(played(over + "button 3"))


@pytest.mark.parametrize(
    ("acted", "steps"), [("", ("void_hand",)), ("1 calls ; 2 calls ; 3 checks\nflop", ())]
)
def test_a_house_may_void_the_hand_before_the_first_action_and_not_after_it(
    acted: str, steps: tuple[str, ...]
) -> None:
    # FIDPA 79-3h, 43
    game = played(f"hand ; deal\n{acted}\nbutton 2", house="fidpa")
    assert kinds(game) == ["button.wrong"]
    assert bool(game.look().voided) == ("void_hand" in steps)


@pytest.mark.parametrize(
    ("command", "places"),
    [
        (SetButton(1), (1, 0, 0)),
        (SetButton(1, 4), (0, 1, 4)),
        (OpenTable("spring", "ppc", house_hash(load_house("ppc")), button=1), (1, 0, 0)),
    ],
)
def test_a_button_that_is_put_leaves_no_blinds_of_an_earlier_hand(
    command: Command, places: tuple[int, int, int]
) -> None:
    """Only of a dead small blind is it known who was the big blind."""
    play = PlayedTable(load_house("ppc"), random.Random(1), new_table(4, keyed=True))
    assert not play.command(command)
    last = play.table.played
    assert (last.button, last.small_blind, last.big_blind) == places
