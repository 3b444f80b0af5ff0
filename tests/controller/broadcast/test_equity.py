"""Equities are those of every board that can come, as the evaluator alone counts them."""

import random
import time
from itertools import combinations

import pytest
from phevaluator import evaluate_cards, evaluate_omaha_cards

from controller.broadcast.equity import HOLE_CARDS, SUITS, equities, prepare
from controller.broadcast.hand_values import RANKS
from controller.contract.rules import Variant

DECK = [rank + suit for rank in RANKS for suit in SUITS]
TENTH_OF_A_PERCENT = 0.001


def enumerated(
    game: Variant, hands: dict[int, list[str]], board: list[str], gone: list[str]
) -> dict[int, float]:
    """Return the shares of the pot over each board, one by one."""
    known = {*board, *gone, *(card for cards in hands.values() for card in cards)}
    left = [card for card in DECK if card not in known]
    won, count = dict.fromkeys(hands, 0.0), 0
    for coming in combinations(left, 5 - len(board)):
        whole = (*board, *coming)
        worth = {
            seat: evaluate_cards(*cards, *whole)
            if game is Variant.HOLDEM
            else evaluate_omaha_cards(*whole, *cards)
            for seat, cards in hands.items()
        }
        best = min(worth.values())
        winners = [seat for seat, rank in worth.items() if rank == best]
        for seat in winners:
            won[seat] += 1 / len(winners)
        count += 1
    return {seat: share / count for seat, share in won.items()}


def dealt(seed: int, players: int, cards: int, board: int, left: int) -> tuple[
    dict[int, list[str]], list[str], list[str]
]:  # fmt: skip
    """Return hands, a board, and cards that are gone so that so many are left of the deck."""
    deck = random.Random(seed).sample(DECK, len(DECK))
    hands = {seat + 1: [deck.pop() for _ in range(cards)] for seat in range(players)}
    on_board = [deck.pop() for _ in range(board)]
    return hands, on_board, deck[: max(len(deck) - left, 0)]


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(("board", "left"), [(0, 13), (3, 45), (4, 45), (5, 45)])
def test_holdem_as_the_evaluator_counts_it(seed: int, board: int, left: int) -> None:
    hands, on_board, gone = dealt(seed, 2 + seed % 3, 2, board, left)
    found = equities(Variant.HOLDEM, hands, on_board, gone)
    assert found == pytest.approx(enumerated(Variant.HOLDEM, hands, on_board, gone), abs=1e-9)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(("board", "left"), [(0, 11), (3, 25), (4, 40), (5, 40)])
def test_omaha_as_the_evaluator_counts_it(seed: int, board: int, left: int) -> None:
    hands, on_board, gone = dealt(seed, 2, 4, board, left)
    found = equities(Variant.OMAHA, hands, on_board, gone)
    assert found == pytest.approx(enumerated(Variant.OMAHA, hands, on_board, gone), abs=1e-9)


@pytest.mark.parametrize("suit", SUITS)
def test_flushes_before_the_flop(suit: str) -> None:
    low, high = [f"2{suit}", f"3{suit}"], [f"A{suit}", f"K{suit}"]
    hands = {1: low, 2: high}
    gone = [card for card in DECK if card[1] != suit and card[0] in "23456789TA"]
    gone = [card for card in gone if card not in (*low, *high)][:24]
    found = equities(Variant.HOLDEM, hands, [], gone)
    assert found == pytest.approx(enumerated(Variant.HOLDEM, hands, [], gone), abs=1e-9)


@pytest.mark.parametrize(
    ("one", "other", "share"),
    [
        # From the odds that are published of hold'em before the flop: win and half of the ties.
        (["As", "Ad"], ["Kh", "Kc"], 0.8126),
        (["Ah", "Kh"], ["Qs", "Qd"], 0.4621),
        (["As", "Ks"], ["Ah", "Kh"], 0.5),
    ],
)
def test_known_odds_of_a_whole_deck(one: list[str], other: list[str], share: float) -> None:
    found = equities(Variant.HOLDEM, {3: one, 8: other}, (), ())
    assert found[3] == pytest.approx(share, abs=TENTH_OF_A_PERCENT)
    assert sum(found.values()) == pytest.approx(1)


@pytest.mark.parametrize(
    ("game", "hands", "board"),
    [
        (Variant.OMAHA_HI_LO, {1: ["As", "Ks"], 2: ["2h", "3h"]}, []),
        (Variant.SHORT_DECK, {1: ["As", "Ks"], 2: ["2h", "3h"]}, []),
        (Variant.HOLDEM, {1: ["As"], 2: ["Kd", "Kc"]}, []),
        (Variant.HOLDEM, {1: ["As", "Ac"], 2: ["As", "Kc"]}, []),
        (Variant.HOLDEM, {1: ["As", "Ac"], 2: ["Ks", "Kc"]}, ["2h"]),
        (Variant.HOLDEM, {}, []),
    ],
)
def test_what_is_not_counted_has_none(
    game: Variant, hands: dict[int, list[str]], board: list[str]
) -> None:
    assert equities(game, hands, board, ()) == {}


@pytest.mark.parametrize("players", [2, 6, 9])
@pytest.mark.parametrize("game", HOLE_CARDS)
def test_they_come_at_once(game: Variant, players: int) -> None:
    prepare()
    size = HOLE_CARDS[game]
    deck = [card for card in DECK if game is not Variant.SHORT_DECK or card[0] in "6789TJQKA"]
    cards = random.Random(players).sample(deck, len(deck))
    hands = {seat: [cards.pop() for _ in range(size)] for seat in range(min(players, 40 // size))}
    equities(game, hands, (), ())
    begun = time.process_time()
    equities(game, hands, (), ())
    # A Pi's core, which has 200 ms, is some four times as slow as those that tests run on.
    assert time.process_time() - begun < 0.05
