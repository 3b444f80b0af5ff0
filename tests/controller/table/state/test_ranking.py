"""The best five of seven: found, named and shown as trying every five finds it."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.table.state.games import RANKS
from controller.table.state.ranking import DECK, rank_of, ranking
from tests.controller.table.by_trial import best_by_trial

HANDS = st.lists(st.sampled_from(DECK), min_size=5, max_size=7, unique=True)
# Few ranks and suits, so that the rare hands come up.
NARROW = [card for card in DECK if card[0] in "A2345K"]
RARE = st.lists(st.sampled_from(NARROW), min_size=5, max_size=7, unique=True)


@settings(max_examples=300)
@given(st.one_of(HANDS, RARE))
def test_rank_is_the_best_by_trial_of_every_five(cards: list[str]) -> None:
    assert rank_of(cards) == best_by_trial(cards)


@settings(max_examples=300)
@given(st.one_of(HANDS, RARE))
def test_the_five_that_are_named_make_the_rank(cards: list[str]) -> None:
    worth = ranking(cards)
    assert len(set(worth.best)) == 5
    assert set(worth.best) <= set(cards)
    assert rank_of(worth.best) == worth.rank


def name_by_counting(five: tuple[str, ...]) -> str:
    """Name five cards by counting them, and by nothing else."""
    values = sorted(RANKS.index(card[0]) for card in five)
    counts = sorted((values.count(value) for value in set(values)), reverse=True)
    flush = len({card[1] for card in five}) == 1
    straight = len(counts) == 5 and (values[4] - values[0] == 4 or values == [0, 1, 2, 3, 12])
    if straight and flush:
        return "royal-flush" if values[0] == 8 else "straight-flush"
    if straight or flush:
        return "straight" if straight else "flush"
    return {
        (4, 1): "four-of-a-kind",
        (3, 2): "full-house",
        (3, 1, 1): "three-of-a-kind",
        (2, 2, 1): "two-pair",
        (2, 1, 1, 1): "pair",
        (1, 1, 1, 1, 1): "high-card",
    }[tuple(counts)]


@settings(max_examples=300)
@given(st.one_of(HANDS, RARE))
def test_the_name_is_that_of_the_five(cards: list[str]) -> None:
    worth = ranking(cards)
    assert worth.name == name_by_counting(worth.best)


@settings(max_examples=100)
@given(st.one_of(HANDS, RARE), st.randoms(use_true_random=False))
def test_neither_order_nor_the_names_of_the_suits_count(
    cards: list[str], rng: random.Random
) -> None:
    suits = list("cdhs")
    rng.shuffle(suits)
    others = [card[0] + suits["cdhs".index(card[1])] for card in cards]
    rng.shuffle(others)
    assert rank_of(others) == rank_of(cards)
    assert ranking(others).ranks == ranking(cards).ranks


@pytest.mark.parametrize(
    ("cards", "name", "ranks", "best"),
    [
        ("Ah Kh Qh Jh Th 9h 8h", "royal-flush", "A", "Ah Kh Qh Jh Th"),
        ("Ah 2h 3h 4h 5h 5c Kd", "straight-flush", "5", "5h 4h 3h 2h Ah"),
        ("9c 9d 9h 9s Ac Ad Ah", "four-of-a-kind", "9", "9c 9d 9h 9s Ac"),
        ("9c 9d 9h Kc Kd Kh 2c", "full-house", "K 9", "Kc Kd Kh 9c 9d"),
        ("2h 9h Jh Kh 4h Ah 3c", "flush", "A", "Ah Kh Jh 9h 4h"),
        ("Ac 2d 3h 4s 5c Kd Kh", "straight", "5", "5c 4s 3h 2d Ac"),
        ("Ac Kd Qh Js Tc 9d 8h", "straight", "A", "Ac Kd Qh Js Tc"),
        ("7c 7d 7h Ks 2c 9d 4h", "three-of-a-kind", "7", "7c 7d 7h Ks 9d"),
        ("Kc Kd 7h 7s 2c 2d 4h", "two-pair", "K 7", "Kc Kd 7h 7s 4h"),
        ("Ac Ad 9c 4c 2s", "pair", "A", "Ac Ad 9c 4c 2s"),
        ("Qc Js 9s 6d 2c", "high-card", "Q", "Qc Js 9s 6d 2c"),
    ],
)
def test_hands_are_named_with_their_cards(cards: str, name: str, ranks: str, best: str) -> None:
    worth = ranking(cards.split())
    assert (worth.name, worth.ranks, worth.best) == (
        name,
        tuple(ranks.split()),
        tuple(best.split()),
    )
