"""The deck: cards that can't be in it, and cards that are not in it though they should be."""

import pytest

from controller.contract.public import DeckChecked, DeckFouled, HandStarted, HandVoided
from controller.houses.loader import load_house, shipped_houses
from tests.controller.table.scripted import chips, go_on, kinds, played, said

SHOE = """
shoe counts
seat 1 Anne 5000 ; seat 2 Bruno 5000 ; seat 3 Chloe 5000
button 1
"""


@pytest.mark.parametrize("house", shipped_houses())
@pytest.mark.parametrize("card", ["unknown to board", "foreign Td to board", "foreign Td to 2"])
def test_a_card_that_is_not_of_this_deck_is_found_wherever_it_turns_up(
    house: str, card: str
) -> None:
    burn = "burn" if load_house(house).deal.burn.value else "gather"
    game = played(f"hand ; deal\n1 calls ; 2 calls ; 3 checks\n{burn}\n{card}", house=house)
    assert kinds(game) == ["deck.stranger"]
    if not said(game, HandVoided):
        go_on(game, "floor misdeal")
    go_on(game, "follow all")
    assert chips(game) == 15_000


def test_a_face_that_has_been_seen_is_a_double() -> None:
    assert kinds(played("hand ; deal\nforeign 2c to board")) == ["deck.double"]


@pytest.mark.parametrize(
    ("wrong", "missing", "extra"),
    [("lacks 7h", 1, 0), ("lacks 7h Qs 2c", 3, 0), ("holds Kd", 0, 1), ("holds unknown", 0, 1)],
)
def test_no_hand_starts_with_a_deck_that_is_not_whole(wrong: str, missing: int, extra: int) -> None:
    game = played(f"deck {wrong}\nshuffle", table=SHOE)
    fouled = said(game, DeckFouled)
    assert [(event.missing, event.extra) for event in fouled] == [(missing, extra)]  # type: ignore[attr-defined]
    assert not said(game, HandStarted)
    go_on(game, "deck whole\nhand")
    assert [event.cards for event in said(game, DeckChecked)] == [52]  # type: ignore[attr-defined]
    assert len(said(game, HandStarted)) == 1
