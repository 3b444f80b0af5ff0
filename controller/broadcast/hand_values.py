"""Lookup tables, built once, for the values of flushes and of hands that depend on ranks alone.

A board is represented by the multiset of its ranks. Lower values are better hands. Values for a
full deck come from the evaluator (`phevaluator`); a short deck orders the evaluator's categories
differently, and has a straight that the evaluator does not recognise.
"""

from collections.abc import Sequence
from enum import Enum
from functools import cache
from itertools import combinations, combinations_with_replacement
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt
from phevaluator import evaluate_cards

RANKS: Final = "23456789TJQKA"
WORST: Final = 999_999
"""A value worse than that of any hand."""
NO_LOW: Final = 1 << 8
"""A value worse than that of any low hand.

The value of a low hand is the set of its ranks as a bit mask, in which bit 0 stands for the ace.
"""
BOARD: Final = 5
SHORTEST: Final = RANKS.index("6")
"""The lowest rank of a short deck."""

Ints: TypeAlias = npt.NDArray[np.int64]

_CATEGORIES: Final = (
    (10, "straight-flush"), (166, "quads"), (322, "full-house"), (1599, "flush"),
    (1609, "straight"), (2467, "trips"), (3325, "two-pair"), (6185, "pair"), (7462, "high-card"),
)  # fmt: skip
"""The worst value of each category in the evaluator's ranking."""
_SHORT: Final = ("straight-flush", "quads", "flush", "full-house", "straight", "trips")
_TRIPS_ABOVE: Final = (*_SHORT[:4], "trips", "straight")
_WHEEL: Final = tuple(RANKS.index(rank) for rank in "6789A")
_LAST: Final = 9_999
"""The value that ranks A-6-7-8-9 below all other straights of a short deck."""


class Order(Enum):
    """Hand rankings: full deck, short deck, and short deck in which trips beat straights."""

    WHOLE = "whole"
    SHORT = "short"
    SHORT_TRIPS = "short-trips"


def multiset_key(ranks: Sequence[int]) -> int:
    """Return a number that identifies a multiset of ranks, with one base-5 digit for each rank."""
    return sum(5**rank for rank in ranks)


def mask_of(ranks: Sequence[int]) -> int:
    """Return a set of ranks as a bit mask."""
    return sum(1 << rank for rank in ranks)


@cache
def multisets(count: int) -> list[tuple[int, ...]]:
    """Return every multiset of ranks that `count` cards of one deck can form, lowest first."""
    found = combinations_with_replacement(range(13), count)
    return [ranks for ranks in found if all(ranks.count(rank) <= 4 for rank in {*ranks})]


class _Lookup:
    """An array of numbers, such as hand values, looked up by the key of a multiset of ranks.

    A key that is not in the array gives a meaningless value, but no possible board has such a key.
    """

    def __init__(self, found: dict[tuple[int, ...], int]) -> None:
        keys = np.array([multiset_key(ranks) for ranks in found], np.int64)
        order = np.argsort(keys)
        self._keys, self._values = keys[order], np.array([*found.values()], np.int64)[order]

    def of(self, keys: Ints) -> Ints:
        places = np.searchsorted(self._keys, np.minimum(keys, self._keys[-1]))
        found: Ints = self._values[places]
        return found


class Suited:
    """All boards that have a given number of cards in one suit.

    `ranks` lists every set of ranks that these cards can have. `rest` lists every multiset of ranks
    that the board's other cards can have. `places` holds the index of each of these boards in
    `Boards.all`, with a row for each entry of `ranks` and a column for each entry of `rest`.
    """

    def __init__(self, count: int, boards: "Boards") -> None:
        self.ranks = list(combinations(range(13), count))
        self.rest = multisets(BOARD - count)
        self.masks = np.array([mask_of(ranks) for ranks in self.ranks], np.int64)
        keys = np.array([multiset_key(ranks) for ranks in self.ranks], np.int64)
        others = np.array([multiset_key(ranks) for ranks in self.rest], np.int64)
        # Five cards of one rank can't be a board: such results get no weight later.
        self.places = boards.places(keys[:, None] + others[None, :])


class Boards:
    """Every multiset of ranks that a board can have, and every choice of three cards from each."""

    def __init__(self) -> None:
        self.all = multisets(BOARD)
        self.keys = np.array([multiset_key(ranks) for ranks in self.all], np.int64)
        self.places = _Lookup({ranks: place for place, ranks in enumerate(self.all)}).of
        """Returns the indexes in `all` of the boards with these multiset keys."""
        self.counts = np.zeros((len(self.all), 13), np.int64)
        for place, ranks in enumerate(self.all):
            for rank in ranks:
                self.counts[place, rank] += 1
        self.triples = multisets(3)
        self.triple_keys = np.array([multiset_key(ranks) for ranks in self.triples], np.int64)
        triple_places = {ranks: place for place, ranks in enumerate(self.triples)}
        self.triples_of = np.array(
            [[triple_places[three] for three in combinations(ranks, 3)] for ranks in self.all],
            np.int64,
        )
        # For each set of three to five suited ranks: every choice of three of them, as a mask.
        self.three_of = np.zeros((1 << 13, 10), np.int64)
        for count in (3, 4, BOARD):
            for ranks in combinations(range(13), count):
                for place, three in enumerate(combinations(ranks, 3)):
                    self.three_of[mask_of(ranks), place] = mask_of(three)
        self.suited = [Suited(count, self) for count in (3, 4, BOARD)]


@cache
def boards() -> Boards:
    """Return the board tables, building them on first use."""
    return Boards()


class Values:
    """The hand values under one ranking, looked up by the ranks of five or seven cards."""

    def __init__(self, order: Order) -> None:
        self._order = order
        lowest = 0 if order is Order.WHOLE else SHORTEST
        five = {ranks: self._value(ranks, "shdcs") for ranks in multisets(5) if ranks[0] >= lowest}
        self._five = _Lookup(five)
        seven = (ranks for ranks in multisets(7) if ranks[0] >= lowest)
        if order is Order.WHOLE:
            self._seven = _Lookup({ranks: _evaluated(ranks, "shdcshd") for ranks in seven})
        else:
            self._seven = _Lookup(
                {ranks: min(five[some] for some in combinations(ranks, 5)) for ranks in seven}
            )
        suited = {some: self._value(some, "sssss") for some in combinations(range(lowest, 13), 5)}
        self.flush = np.full(1 << 13, WORST, np.int64)
        for count in (5, 6, 7):
            for ranks in combinations(range(lowest, 13), count):
                best = min(suited[some] for some in combinations(ranks, 5))
                self.flush[mask_of(ranks)] = best

    def _value(self, ranks: tuple[int, ...], suits: str) -> int:
        """Return the value of five cards with these ranks; `suits` holds a letter for each card."""
        value = _evaluated(ranks, suits)
        if self._order is Order.WHOLE:
            return value
        name = next(name for worst, name in _CATEGORIES if value <= worst)
        if ranks == _WHEEL:
            value, name = _LAST, "straight-flush" if name == "flush" else "straight"
        order = _SHORT if self._order is Order.SHORT else _TRIPS_ABOVE
        return value + 10_000 * (order.index(name) if name in order else len(order))

    def with_board(self, one: int, other: int) -> Ints:
        """Return the value of two hole-card ranks with each possible board, ignoring flushes."""
        return self._seven.of(boards().keys + multiset_key((one, other)))

    def with_three(self, one: int, other: int) -> Ints:
        """Return the value of two hole-card ranks with each set of three board ranks.

        Flushes are ignored.
        """
        return self._five.of(boards().triple_keys + multiset_key((one, other)))


@cache
def values(order: Order) -> Values:
    """Return the hand values under a ranking, building them on first use."""
    return Values(order)


def _evaluated(ranks: tuple[int, ...], suits: str) -> int:
    held = zip(ranks, suits, strict=True)
    return int(evaluate_cards(*[f"{RANKS[rank]}{suit}" for rank, suit in held]))


@cache
def low_with_three(one: int, other: int) -> Ints:
    """Return the eight-or-better low of two hole-card ranks with each set of three board ranks.

    An element is `NO_LOW` where the five cards make no low.
    """
    return np.array([_low((*three, one, other)) for three in boards().triples], np.int64)


def _low(ranks: tuple[int, ...]) -> int:
    bits = {1 << (rank + 1) % 13 for rank in ranks}
    value = sum(bits)
    return value if len(bits) == BOARD and value < NO_LOW else NO_LOW
