"""Hands that take so many cards of the player's own: compared as pokerkit compares them."""

import random

import pytest
from msgspec.structs import replace
from pokerkit import OmahaEightOrBetterLowHand, OmahaHoldemHand, ShortDeckHoldemHand

from controller.contract.rules import Variant
from controller.table.state.games import GAMES
from controller.table.state.ranking import (
    DECK,
    NO_LOW,
    deck_of,
    hands_of,
    low_of,
    rank_in,
    worth,
)
from tests.controller.table.by_trial import best_by_trial


def drawn(number: int, hole_cards: int) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
    """Return two hands and a board; every second time of few ranks, so that rare hands come up."""
    rng = random.Random(number)
    deck = DECK if number % 2 else tuple(card for card in DECK if card[0] in "A2345678")
    cards = tuple(rng.sample(deck, 2 * hole_cards + 5))
    return cards[:hole_cards], cards[hole_cards : 2 * hole_cards], cards[-5:]


@pytest.mark.parametrize("number", range(24))
@pytest.mark.parametrize("variant", [Variant.OMAHA, Variant.OMAHA_5])
def test_omaha_hands_compare_as_pokerkit_compares_them(variant: Variant, number: int) -> None:
    game = GAMES[variant, "pot-limit"]
    one, other, board = drawn(number, game.hole_cards)
    ours = rank_in(game, one, board) - rank_in(game, other, board)
    first, second = (OmahaHoldemHand.from_game("".join(h), "".join(board)) for h in (one, other))
    assert (ours < 0, ours == 0) == (first > second, first == second)


@pytest.mark.parametrize("number", range(100))
def test_an_omaha_hand_is_made_of_two_cards_and_three(number: int) -> None:
    game = GAMES[Variant.OMAHA, "pot-limit"]
    hole, _, board = drawn(number, 4)
    made = worth(game, hole, board)
    assert made is not None
    assert len(set(made.best) & set(hole)) == 2
    assert len(set(made.best) & set(board)) == 3
    assert made.rank == rank_in(game, hole, board)
    assert made.rank == min(best_by_trial(cards) for cards in hands_of(game, hole, board))


@pytest.mark.parametrize("number", range(60))
def test_low_hands_compare_as_pokerkit_compares_them(number: int) -> None:
    game = GAMES[Variant.OMAHA_HI_LO, "pot-limit"]
    one, other, board = drawn(number, 4)
    ours = [low_of(game, hole, board).rank for hole in (one, other)]
    low, lower = (
        OmahaEightOrBetterLowHand.from_game_or_none("".join(hole), "".join(board))
        for hole in (one, other)
    )
    assert [bool(rank) for rank in ours] == [low is not None, lower is not None]
    if low is not None and lower is not None:
        # pokerkit's better hand is the greater one.
        assert (ours[0] < ours[1], ours[0] == ours[1]) == (low > lower, low == lower)


@pytest.mark.parametrize("number", range(60))
def test_short_deck_hands_compare_as_pokerkit_compares_them(number: int) -> None:
    game = GAMES[Variant.SHORT_DECK, "no-limit"]
    cards = random.Random(number).sample(deck_of("6"), 9)
    one, other, board = cards[:2], cards[2:4], cards[4:]
    ours = rank_in(game, one, board) - rank_in(game, other, board)
    first, second = (
        ShortDeckHoldemHand.from_game("".join(hole), "".join(board)) for hole in (one, other)
    )
    assert (ours < 0, ours == 0) == (first > second, first == second)
    made = worth(game, one, board)
    assert made is not None
    assert made.rank == rank_in(game, made.best[:2], made.best[2:])


def test_short_deck_has_cards_from_the_six_up() -> None:
    assert len(deck_of("6")) == 36
    assert deck_of("2") == DECK


def test_two_boards_side_by_side_make_no_hand_of_all_their_cards() -> None:
    game = GAMES[Variant.OMAHA_HI_LO, "pot-limit"]
    hole, board = ("As", "2s", "Kc", "Kd"), ("3d", "4c", "8h", "9c", "Tc")
    assert low_of(game, hole, board) != NO_LOW
    assert low_of(replace(game, boards=2), hole, board) == NO_LOW
    assert low_of(GAMES[Variant.OMAHA, "pot-limit"], hole, board) == NO_LOW
    assert low_of(game, hole[:3], board) == NO_LOW
    assert worth(game, hole, board) is not None
    assert worth(replace(game, boards=2), hole, board) is None


def test_in_the_lowest_straight_of_a_short_deck_the_ace_is_the_lowest_card() -> None:
    game = GAMES[Variant.SHORT_DECK, "no-limit"]
    made = worth(game, ("Ah", "9d"), ("6s", "7c", "8d", "Kd", "Qs"))
    assert made is not None
    assert (made.name, made.ranks) == ("straight", ("9",))
    assert made.best == ("9d", "8d", "7c", "6s", "Ah")
