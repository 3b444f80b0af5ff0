"""Equity (average share of the pot) of each hand, calculated by enumerating all possible boards.

Boards are counted by their ranks, with each set of ranks weighted by its number of boards. Boards
on which a flush is possible are also counted by suit. In a high-low game, the low half of the pot
is counted by rank alone. Known cards from hands no longer in play are excluded from the boards.
"""

from collections.abc import Mapping, Sequence
from functools import cached_property
from itertools import combinations
from math import comb, prod
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

from controller.broadcast.hand_values import (
    BOARD,
    NO_LOW,
    RANKS,
    SHORTEST,
    WORST,
    Ints,
    Order,
    boards,
    low_with_three,
    mask_of,
    values,
)
from controller.broadcast.shown import Spot
from controller.contract.rules import Variant

HOLE_CARDS: Final = {
    Variant.HOLDEM: 2, Variant.SHORT_DECK: 2, Variant.OMAHA: 4, Variant.OMAHA_HI_LO: 4,
    Variant.OMAHA_5: 5, Variant.OMAHA_5_HI_LO: 5,
}  # fmt: skip
"""The games for which equities are calculated, with the number of hole cards in each."""
HIGH_LOW: Final = frozenset({Variant.OMAHA_HI_LO, Variant.OMAHA_5_HI_LO})

Floats: TypeAlias = npt.NDArray[np.float64]
Card: TypeAlias = tuple[int, int]


def equities(
    game: Variant,
    hands: Mapping[int, Sequence[str]],
    board: Sequence[str],
    gone: Sequence[str],
    *,
    first: Sequence[str] | None = None,
    trips_beat_straight: bool = False,
) -> dict[int, float]:
    """Return the average share of the pot that each seat's hand wins, from 0 to 1.

    `hands` maps each seat still in play to its cards, `board` holds 0, 3, 4 or 5 cards, and `gone`
    lists other cards that can no longer be dealt. With two boards, `first` is the first board, and
    each board decides half of the pot; if the board is run twice, the two boards may share cards.
    `trips_beat_straight` is a short-deck rule. The result is empty if the game or board is
    unsupported or a card is unknown.
    """
    if first is None or not (first or board):
        return _on_board(game, hands, board, gone, trips_beat_straight)
    second = _on_board(game, hands, board, [*gone, *_without(first, board)], trips_beat_straight)
    other = _on_board(game, hands, first, [*gone, *_without(board, first)], trips_beat_straight)
    if not second or not other:
        return {}
    return {seat: (second[seat] + other[seat]) / 2 for seat in hands}


def _without(cards: Sequence[str], others: Sequence[str]) -> list[str]:
    return [card for card in cards if card not in others]


def _on_board(
    game: Variant,
    hands: Mapping[int, Sequence[str]],
    board: Sequence[str],
    gone: Sequence[str],
    trips_beat_straight: bool,
) -> dict[int, float]:
    size, lowest, order = HOLE_CARDS.get(game), 0, Order.WHOLE
    if game is Variant.SHORT_DECK:
        lowest, order = SHORTEST, Order.SHORT_TRIPS if trips_beat_straight else Order.SHORT
    texts = [*board, *gone, *(card for cards in hands.values() for card in cards)]
    whole = all(len(cards) == size for cards in hands.values())
    if not hands or not whole or len(board) not in {0, 3, 4, 5} or len({*texts}) != len(texts):
        return {}
    known = {_card(text) for text in texts}
    if any(rank < lowest for rank, _ in known):
        return {}
    held = [_Held([_card(c) for c in cards], order, game in HIGH_LOW) for cards in hands.values()]
    left = [card for card in _DECK if card[0] >= lowest and card not in known]
    laid = [_card(card) for card in board]
    won = _after_flop(held, laid, left) if laid else _before_flop(held, left)
    whole_won = float(won.sum())
    return {seat: float(one) / whole_won for seat, one in zip(hands, won, strict=True)}


def of_spot(spot: Spot) -> dict[int, float]:
    """Return the equity of each seat, from 0 to 1, for the input `spot`."""
    return equities(
        spot.game, dict(spot.hands), spot.board, spot.gone,
        first=spot.first, trips_beat_straight=spot.trips_beat_straight,
    )  # fmt: skip


def prepare() -> None:
    """Build the lookup tables for all games in advance, which takes a second or two."""
    boards()
    for order in Order:
        values(order)


SUITS: Final = "shdc"
_DECK: Final = tuple((rank, suit) for rank in range(13) for suit in range(4))


def _card(text: str) -> Card:
    return RANKS.index(text[0]), SUITS.index(text[1])


class _Held:
    """A hand in play, with its values on each board.

    There is one value by rank alone, one for a flush in a given suit, and one for the low half of
    the pot.
    """

    def __init__(self, cards: list[Card], order: Order, high_low: bool) -> None:
        self.cards = cards
        self.two = len(cards) == 2
        self.high_low = high_low
        self.values = values(order)
        ranks = sorted(rank for rank, _ in cards)
        self.pairs = {*combinations(ranks, 2)}
        if self.two:
            self.by_ranks = self.values.with_board(ranks[0], ranks[1])
        else:
            worth = np.stack([self.values.with_three(*pair) for pair in self.pairs]).min(axis=0)
            self.by_ranks = worth[boards().triples_of].min(axis=1)

    @cached_property
    def low(self) -> Ints:
        """The value of the hand's best low on each board, or `NO_LOW`."""
        lows = np.stack([low_with_three(*pair) for pair in self.pairs]).min(axis=0)
        found: Ints = lows[boards().triples_of].min(axis=1)
        return found

    def in_suit(self, suit: int, masks: Ints) -> Ints:
        """Return the hand's flush value in a suit for each mask of board ranks.

        The value is `WORST` where the hand makes no flush.
        """
        own = [rank for rank, of in self.cards if of == suit]
        if self.two:
            with_board: Ints = self.values.flush[masks | mask_of(own)]
            return with_board
        three_of = boards().three_of
        best = np.full(len(masks), WORST, np.int64)
        for two in combinations(own, 2):
            flush = self.values.flush[three_of[masks] | mask_of(two)].min(axis=1)
            best = np.minimum(best, flush)
        return best

    def flushes(self, suit: int, on_board: int) -> bool:
        """Return whether the hand makes a flush when the board has `on_board` cards of a suit."""
        own = sum(of == suit for _, of in self.cards)
        return on_board + own >= BOARD if self.two else own >= 2


def _shares(worth: Ints, weights: Floats) -> Floats:
    """Return the total won by each hand over all boards.

    `worth` holds a row for each hand and a column for each board; lower values win. `weights` holds
    one weight for each board. Equal hands share a board's weight.
    """
    wins = worth == worth.min(axis=0)
    won: Floats = (wins * (weights / wins.sum(axis=0))).sum(axis=1)
    return won


def _lows(held: list[_Held]) -> tuple[Ints, Floats] | None:
    """Return the values of the hands' lows, and the fraction of the pot won by the high hand.

    The values have a row for each hand and a column for each board. There is one fraction for each
    board: 0.5 if any hand makes a low with that board, otherwise 1. Returns None unless the game is
    high-low.
    """
    if not held[0].high_low:
        return None
    lows = np.stack([one.low for one in held])
    return lows, np.where(lows.min(axis=0) < NO_LOW, 0.5, 1.0)


def _ways(left: Sequence[Card], suit: int | None = None) -> Ints:
    """Return the number of ways to draw 0 to 5 cards of each rank from the cards `left`.

    The result has a row for each rank and a column for each number of cards. If `suit` is given,
    cards of that suit are not counted.
    """
    found = np.zeros((13, BOARD + 1), np.int64)
    for rank in range(13):
        there = sum(of == rank and one != suit for of, one in left)
        found[rank] = [comb(there, count) for count in range(BOARD + 1)]
    return found


def _before_flop(held: list[_Held], left: Sequence[Card]) -> Floats:
    ways = _ways(left)
    weights = np.prod(ways[np.arange(13), boards().counts], axis=1).astype(np.float64)
    by_ranks = np.stack([one.by_ranks for one in held])
    for_high = np.ones(len(weights))
    won = np.zeros(len(held))
    if (split := _lows(held)) is not None:
        lows, for_high = split
        won += _shares(lows, weights * (1 - for_high))
    won += _shares(by_ranks, weights * for_high)
    for suit in range(4):
        there = {rank for rank, of in left if of == suit}
        others = _ways(left, suit)
        for suited in boards().suited:
            on_board = len(suited.ranks[0])
            if not any(one.flushes(suit, on_board) for one in held):
                continue
            can = np.array([there.issuperset(ranks) for ranks in suited.ranks])
            rest = np.array([_drawn(ranks, others) for ranks in suited.rest], np.float64)
            places = suited.places[can].ravel()
            weigh = np.tile(rest, int(can.sum())) * for_high[places]
            plain = by_ranks[:, places]
            flush = np.stack(
                [np.repeat(one.in_suit(suit, suited.masks[can]), len(suited.rest)) for one in held]
            )
            won += _shares(np.minimum(plain, flush), weigh) - _shares(plain, weigh)
    return won


def _drawn(ranks: Sequence[int], ways: Ints) -> int:
    return prod(int(ways[rank, ranks.count(rank)]) for rank in {*ranks})


def _after_flop(held: list[_Held], board: list[Card], left: Sequence[Card]) -> Floats:
    coming = list(combinations(left, BOARD - len(board)))
    cards = np.array([[*board, *drawn] for drawn in coming], np.int64)
    ranks, suits = cards[:, :, 0], cards[:, :, 1]
    places = boards().places((5**ranks).sum(axis=1))
    worth = np.stack([one.by_ranks[places] for one in held])
    for suit in range(4):
        masks = ((suits == suit) * (1 << ranks)).sum(axis=1)
        rows = (suits == suit).sum(axis=1) >= 3
        if rows.any():
            flush = np.stack([one.in_suit(suit, masks[rows]) for one in held])
            worth[:, rows] = np.minimum(worth[:, rows], flush)
    if (split := _lows(held)) is None:
        return _shares(worth, np.ones(len(coming)))
    lows, for_high = split
    return _shares(lows[:, places], 1 - for_high[places]) + _shares(worth, for_high[places])
