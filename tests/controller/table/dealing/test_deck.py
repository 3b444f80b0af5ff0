"""The deck: cards that can't be in it, and cards that are not in it though they should be."""

import pytest

from controller.contract.observations import CardTwice
from controller.contract.public import (
    DeckChecked,
    DeckFouled,
    HandKilled,
    HandStarted,
    HandVoided,
    IrregularityFound,
)
from controller.houses.loader import load_house, shipped_houses
from controller.table.dealing.deck import MOST_FOREIGN
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


def test_foreign_tags_are_one_ruling_however_many_come() -> None:
    game = played("hand ; deal\n" + "unknown to board ; unknown to 2\n" * 100)
    assert kinds(game) == ["deck.stranger"]
    assert len(game.look().rulings) == 1
    assert len(game.table.hand.cards.foreign) <= MOST_FOREIGN
    assert kinds(go_on(game, "floor waives\nunknown to board")) == ["deck.stranger"] * 2


FLOP_DEALT = "hand ; deal\n1 calls ; 2 calls ; 3 checks\nflop"


def test_a_tag_in_two_places_is_named_with_both_and_accuses_nobody() -> None:
    game = played(f"{FLOP_DEALT}\nclone Kd to 3")
    (found,) = said(game, IrregularityFound)
    assert isinstance(found, IrregularityFound)
    assert (found.kind, found.seat, found.zones) == ("deck.double", 0, ("board", "hand.3"))
    (ruling,) = game.look().rulings
    assert ruling.zones == ("board", "hand.3")
    go_on(game, "clone Kd away\nfloor waives\nexpect turn 2\n2 checks ; 3 checks ; 1 checks\nturn")
    assert kinds(game) == ["deck.double"]
    assert game.look().board == ("Kd", "Qs", "Jh", "9s")


def test_the_turn_card_whose_copy_lies_at_a_seat_comes_to_the_board_in_the_end() -> None:
    game = played(f"{FLOP_DEALT}\n2 checks ; 3 checks ; 1 checks\nburn")
    game.observe(CardTwice(game.sink.now, "9s", ("board", "hand.2")))
    go_on(game, "expect steps floor_decides\nboard\nexpect steps floor_decides\nfloor waives")
    assert kinds(game) == ["deck.double"]
    assert game.look().board == ("Kd", "Qs", "Jh", "9s")
    assert game.look().turn == 2


def test_of_a_card_that_is_there_twice_no_seat_is_accused_in_that_hand() -> None:
    game = played(f"{FLOP_DEALT}\nclone 2c to 3\nfloor waives")
    go_on(game, "move 2c hand.2 hand.3\nclone 2c away")
    assert kinds(game) == ["deck.double"] * len(kinds(game))
    assert not said(game, HandKilled)


def test_between_hands_a_copy_stops_nothing() -> None:
    game = played("hand ; deal\n1 folds ; 2 folds ; push")
    game.observe(CardTwice(game.sink.now, "2c", ("hand.2", "hand.3")))
    assert kinds(game) == []
