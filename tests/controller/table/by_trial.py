"""The rank of a hand by trying everything: what the evaluator is held against."""

from collections.abc import Iterable
from itertools import combinations

from controller.table.state.ranking import rank_of


def best_by_trial(cards: Iterable[str]) -> int:
    """Return the rank of the best five by trying every combination."""
    return min(rank_of(five) for five in combinations(tuple(cards), 5))
