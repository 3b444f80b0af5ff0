"""Each hand's chance to win, counted exactly over every board that can still come.

Boards are counted by their ranks, each set of ranks weighted with its number of boards; boards on
which a flush is possible are also counted by suit. The value of a hand comes from the evaluator
(`phevaluator`), looked up once. Known cards of hands that are out of play can't come.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import combinations, combinations_with_replacement
from math import comb
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt
from phevaluator import evaluate_cards

from controller.contract.rules import Variant

RANKS: Final = "23456789TJQKA"
SUITS: Final = "shdc"
WORST: Final = 9_999
"""Worse than any hand; the evaluator counts from 1, the best, to 7462."""
BOARD: Final = 5
COUNTED: Final = frozenset({Variant.HOLDEM, Variant.OMAHA})
"""The games with equities: not those in which a low hand wins, or ranks have another order."""

Ints: TypeAlias = npt.NDArray[np.int64]
Card: TypeAlias = tuple[int, int]


def equities(
    game: Variant, hands: Mapping[int, Sequence[str]], board: Sequence[str], gone: Sequence[str]
) -> dict[int, float]:
    """Return the share of the pot that each seat's hand wins on average, 0 to 1.

    `hands` are those in play, `board` has 0, 3, 4 or 5 cards, and `gone` are other cards that can't
    come. An unsupported game or board, or an unknown card, gives an empty result.
    """
    size = {Variant.HOLDEM: (2,), Variant.OMAHA: (4, 5)}.get(game, ())
    known = [*board, *gone, *(card for cards in hands.values() for card in cards)]
    whole = all(len(cards) in size for cards in hands.values())
    if not hands or not whole or len(board) not in {0, 3, 4, 5} or len({*known}) != len(known):
        return {}
    held = [_Held([_card(card) for card in cards]) for cards in hands.values()]
    left = [card for card in _DECK if card not in {_card(text) for text in known}]
    if board:
        won = _after_flop(held, [_card(card) for card in board], left)
    else:
        won = _before_flop(held, left)
    whole_won = float(won.sum())
    return {seat: float(one) / whole_won for seat, one in zip(hands, won, strict=True)}


def prepare() -> None:
    """Look up the values of all hands, which takes a second or two, once."""
    _Tables.of()


_DECK: Final = tuple((rank, suit) for rank in range(13) for suit in range(4))


def _card(text: str) -> Card:
    return RANKS.index(text[0]), SUITS.index(text[1])


class _Tables:
    """The values of ranks, and the ranks and suits that a board can have."""

    def __init__(self) -> None:
        self.boards = _multisets(BOARD)
        self.board_keys = np.array([_key(ranks) for ranks in self.boards], np.int64)
        order = np.argsort(self.board_keys)
        self.sorted_keys, self.sorted_places = self.board_keys[order], order
        counts = np.zeros((len(self.boards), 13), np.int64)
        for place, ranks in enumerate(self.boards):
            for rank in ranks:
                counts[place, rank] += 1
        self.counts = counts
        self.worth7 = {ranks: _no_flush(ranks) for ranks in _multisets(7)}
        self.worth5 = {ranks: _no_flush(ranks) for ranks in _multisets(5)}
        self.triples = _multisets(3)
        places = {ranks: place for place, ranks in enumerate(self.triples)}
        self.triples_of = np.array(
            [[places[three] for three in combinations(ranks, 3)] for ranks in self.boards], np.int64
        )
        self.flush = np.full(1 << 13, WORST, np.int64)
        self.three_of = np.zeros((1 << 13, 10), np.int64)
        for count in (3, 4, 5, 6, 7):
            for ranks in combinations(range(13), count):
                mask = _mask(ranks)
                if count >= BOARD:
                    self.flush[mask] = evaluate_cards(*[f"{RANKS[rank]}s" for rank in ranks])
                if count <= BOARD:
                    for place, three in enumerate(combinations(ranks, 3)):
                        self.three_of[mask, place] = _mask(three)
        self.suited = [_suited(count, self) for count in (3, 4, 5)]

    @staticmethod
    @cache
    def of() -> "_Tables":
        """Return the tables, made once."""
        return _Tables()

    def places(self, keys: Ints) -> Ints:
        """Return the boards that have the ranks of these keys."""
        found: Ints = self.sorted_places[np.searchsorted(self.sorted_keys, keys)]
        return found


class _Suited:
    """Boards with a given number of cards of one suit: the ranks of these, and of the others."""

    def __init__(self, suited: list[tuple[int, ...]], rest: list[tuple[int, ...]]) -> None:
        self.ranks, self.rest = suited, rest
        self.masks = np.array([_mask(ranks) for ranks in suited], np.int64)
        self.places: Ints = np.zeros((len(suited), len(rest)), np.int64)


def _suited(count: int, tables: _Tables) -> _Suited:
    made = _Suited(list(combinations(range(13), count)), _multisets(BOARD - count))
    keys = np.array([_key(ranks) for ranks in made.ranks], np.int64)
    others = np.array([_key(ranks) for ranks in made.rest], np.int64)
    # Five cards of one rank are not a board: their results have no weight.
    sums = keys[:, None] + others[None, :]
    made.places = tables.places(np.minimum(sums, tables.sorted_keys[-1]))
    return made


@cache
def _multisets(count: int) -> list[tuple[int, ...]]:
    """Return all ranks that `count` cards of a deck can have, lowest first."""
    found = combinations_with_replacement(range(13), count)
    return [ranks for ranks in found if all(ranks.count(rank) <= 4 for rank in {*ranks})]


def _key(ranks: Sequence[int]) -> int:
    return sum(5**rank for rank in ranks)


def _mask(ranks: Sequence[int]) -> int:
    return sum(1 << rank for rank in ranks)


def _no_flush(ranks: tuple[int, ...]) -> int:
    """Return the value of ranks when their suits make no flush."""
    return int(evaluate_cards(*[f"{RANKS[rank]}{SUITS[n % 4]}" for n, rank in enumerate(ranks)]))


@cache
def _with_seven(one: int, other: int) -> Ints:
    """Return the value of two ranks with each board, without a flush."""
    tables = _Tables.of()
    made = [
        tables.worth7.get(tuple(sorted((*ranks, one, other))), WORST) for ranks in tables.boards
    ]
    return np.array(made, np.int64)


@cache
def _with_five(one: int, other: int) -> Ints:
    """Return the value of two ranks with each three of a board, without a flush."""
    tables = _Tables.of()
    made = [
        tables.worth5.get(tuple(sorted((*three, one, other))), WORST) for three in tables.triples
    ]
    return np.array(made, np.int64)


class _Held:
    """A hand in play: its value with each board, by ranks alone and in a suit."""

    def __init__(self, cards: list[Card]) -> None:
        self.cards = cards
        self.two = len(cards) == 2
        tables = _Tables.of()
        ranks = sorted(rank for rank, _ in cards)
        if self.two:
            self.by_ranks = _with_seven(ranks[0], ranks[1])
        else:
            pairs = {(one, other) for one, other in combinations(ranks, 2)}
            worth = np.min([_with_five(*pair) for pair in pairs], axis=0)
            self.by_ranks = worth[tables.triples_of].min(axis=1)

    def in_suit(self, suit: int, masks: Ints) -> Ints:
        """Return the flushes that it makes with a board's ranks in a suit, `WORST` for none."""
        tables = _Tables.of()
        own = [rank for rank, of in self.cards if of == suit]
        if self.two:
            with_board: Ints = tables.flush[masks | _mask(own)]
            return with_board
        best = np.full(len(masks), WORST, np.int64)
        for two in combinations(own, 2):
            best = np.minimum(best, tables.flush[tables.three_of[masks] | _mask(two)].min(axis=1))
        return best

    def flushes(self, suit: int, on_board: int) -> bool:
        """Return whether `on_board` cards of a suit can give the hand a flush."""
        own = sum(of == suit for _, of in self.cards)
        return on_board + own >= BOARD if self.two else own >= 2


def _shares(worth: Ints, weights: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Return the winnings of each hand (a row) over all boards (columns), weighted by `weights`."""
    wins = worth == worth.min(axis=0)
    won: npt.NDArray[np.float64] = (wins * (weights / wins.sum(axis=0))).sum(axis=1)
    return won


def _ways(left: Sequence[Card], suit: int | None = None) -> Ints:
    """Return the number of ways to draw 0 to 5 cards of each rank, without those of a suit."""
    found = np.zeros((13, BOARD + 1), np.int64)
    for rank in range(13):
        there = sum(of == rank and one != suit for of, one in left)
        found[rank] = [comb(there, count) for count in range(BOARD + 1)]
    return found


def _before_flop(held: list[_Held], left: Sequence[Card]) -> npt.NDArray[np.float64]:
    tables = _Tables.of()
    ways = _ways(left)
    weights = np.prod(ways[np.arange(13), tables.counts], axis=1).astype(np.float64)
    by_ranks = np.stack([one.by_ranks for one in held])
    won = _shares(by_ranks, weights)
    for suit in range(4):
        there = {rank for rank, of in left if of == suit}
        others = _ways(left, suit)
        for suited in tables.suited:
            on_board = len(suited.ranks[0])
            if not any(one.flushes(suit, on_board) for one in held):
                continue
            can = np.array([there.issuperset(ranks) for ranks in suited.ranks])
            rest = np.array([_drawn(ranks, others) for ranks in suited.rest], np.float64)
            places = suited.places[can].ravel()
            weigh = np.tile(rest, int(can.sum()))
            plain = by_ranks[:, places]
            flush = np.stack(
                [np.repeat(one.in_suit(suit, suited.masks[can]), len(suited.rest)) for one in held]
            )
            won += _shares(np.minimum(plain, flush), weigh) - _shares(plain, weigh)
    return won


def _drawn(ranks: Sequence[int], ways: Ints) -> int:
    drawn = 1
    for rank in {*ranks}:
        drawn *= int(ways[rank, ranks.count(rank)])
    return drawn


def _after_flop(
    held: list[_Held], board: list[Card], left: Sequence[Card]
) -> npt.NDArray[np.float64]:
    tables = _Tables.of()
    coming = list(combinations(left, BOARD - len(board)))
    cards = np.array([[*board, *drawn] for drawn in coming], np.int64)
    ranks, suits = cards[:, :, 0], cards[:, :, 1]
    places = tables.places((5**ranks).sum(axis=1))
    worth = np.stack([one.by_ranks[places] for one in held])
    for suit in range(4):
        masks = ((suits == suit) * (1 << ranks)).sum(axis=1)
        rows = (suits == suit).sum(axis=1) >= 3
        if rows.any():
            flush = np.stack([one.in_suit(suit, masks[rows]) for one in held])
            worth[:, rows] = np.minimum(worth[:, rows], flush)
    return _shares(worth, np.ones(len(coming)))
