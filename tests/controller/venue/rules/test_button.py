"""The first button: a card for each seat, the first of the draw, or seat one."""

from controller.venue.rules.calculations.button import DECK, cards_for, first_button, high_card
from controller.venue.rules.calculations.seat_draw import Numbers


def test_suits_rank_spades_over_hearts_over_diamonds_over_clubs() -> None:
    """Equal ranks are told apart by suit (FIDPA 27)."""
    assert high_card([1, 2, 3, 4], ["Ac", "Ad", "As", "Ah"]) == 3
    assert high_card([7, 9], ["2s", "3c"]) == 9


def test_cards_are_all_different_and_follow_from_the_seed() -> None:
    """A deck has every card once, and everybody can repeat the draw."""
    cards = cards_for(Numbers(b"seed"), 10)
    assert len(set(cards)) == 10
    assert set(cards) <= set(DECK)
    assert cards == cards_for(Numbers(b"seed"), 10)


def test_each_house_has_its_first_button() -> None:
    """FIDPA's high card at one random table, PPC's first seat drawn, RedCactus' ace."""
    occupied = {1: (4, 2, 7), 2: (5, 3)}
    assert first_button("first-drawn", {1: (4, 2, 7)}, Numbers(b"")) == (1, 4)
    assert first_button("seat-one", {1: (4, 2, 7)}, Numbers(b"")) == (1, 2)
    drawn = {first_button("high-card", occupied, Numbers(bytes([seed]))) for seed in range(60)}
    assert drawn == {(1, 2), (1, 4), (1, 7), (2, 3), (2, 5)}
