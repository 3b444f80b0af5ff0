"""The dealer button where it lies, against where it should: judged while a hand runs."""

import pytest

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
