"""Ranks hands: gives the rank, the name and the five cards that make the hand."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import combinations
from operator import itemgetter

import msgspec
from phevaluator import evaluate_cards, evaluate_omaha_cards

from controller.contract.state import BoardHand
from controller.table.state.games import RANKS, SUITS, Game

DECK: tuple[str, ...] = tuple(rank + suit for rank in RANKS for suit in SUITS)
_NUMBER = {card: number for number, card in enumerate(DECK)}
"""Each card's number in the phevaluator library, which is slower if given a card's name instead."""

# The worst rank of each category by phevaluator's count, best category first.
_CATEGORIES = (
    (1, "royal-flush"),
    (10, "straight-flush"),
    (166, "four-of-a-kind"),
    (322, "full-house"),
    (1599, "flush"),
    (1609, "straight"),
    (2467, "three-of-a-kind"),
    (3325, "two-pair"),
    (6185, "pair"),
    (7462, "high-card"),
)


class Ranking(msgspec.Struct, frozen=True, order=False):
    """A hand's ranking; `rank` ranges from 1 (royal flush) to 7462, and a lower rank wins.

    `name` is the id of the category, and `ranks` the ranks that describe it ("K", "7" for kings and
    sevens). `best` contains the five cards, beginning with those that make the category.
    """

    rank: int
    name: str
    ranks: tuple[str, ...]
    best: tuple[str, ...]


def rank_of(cards: Iterable[str]) -> int:
    """Return the rank of the best five-card hand among 5 to 7 cards, from 1 (best) to 7462."""
    rank: int = evaluate_cards(*[_NUMBER[card] for card in cards])
    return rank


def category(rank: int) -> str:
    """Return the id of the hand category to which a rank belongs."""
    return next(name for worst, name in _CATEGORIES if rank <= worst)


def _straight(cards: list[str]) -> tuple[str, ...]:
    by_rank = {RANKS.index(card[0]): card for card in reversed(cards)}
    if 12 in by_rank:
        by_rank[-1] = by_rank[12]
    for high in range(12, 2, -1):
        run = range(high, high - 5, -1)
        if all(rank in by_rank for rank in run):
            return tuple(by_rank[rank] for rank in run)
    return ()


def _best_five(name: str, cards: list[str]) -> tuple[str, ...]:
    """Return the five cards that make the category `name`; `cards` are sorted, highest first."""
    if name in {"flush", "straight-flush", "royal-flush"}:
        suited = next(
            same for suit in SUITS if len(same := [card for card in cards if card[1] == suit]) >= 5
        )
        return tuple(suited[:5]) if name == "flush" else _straight(suited)
    if name == "straight":
        return _straight(cards)
    count = Counter(card[0] for card in cards)
    groups = sorted(count, key=lambda rank: (count[rank], RANKS.index(rank)), reverse=True)
    made = [card for group in groups[: _ranks_of(name)] for card in cards if card[0] == group]
    made += [card for card in cards if card not in made]
    return tuple(made[:5])


def _ranks_of(name: str) -> int:
    """Return how many ranks describe a hand in the category `name`."""
    return 2 if name in {"full-house", "two-pair"} else 1


_SHORT = (
    "royal-flush", "straight-flush", "four-of-a-kind", "flush", "full-house", "straight",
    "three-of-a-kind", "two-pair", "pair", "high-card",
)  # fmt: skip
_TRIPS_ABOVE = (*_SHORT[:5], "three-of-a-kind", "straight", *_SHORT[7:])
_SHORT_WHEEL = frozenset("A6789")
_LAST = 9_999
"""The rank of 9 8 7 6 A, the lowest straight in a short deck.

phevaluator does not count it as a straight. Every rank from phevaluator is below this number, so
every other straight beats this one.
"""


@cache
def deck_of(lowest: str) -> tuple[str, ...]:
    """Return the cards in a deck whose lowest rank is `lowest`."""
    return tuple([card for card in DECK if RANKS.index(card[0]) >= RANKS.index(lowest)])


def _short_ranking(game: Game, cards: Sequence[str]) -> Ranking:
    """Return the ranking of 5 to 7 cards of a short deck."""
    order = _TRIPS_ABOVE if game.trips_beat_straight else _SHORT
    rank, name, five = min(_short_rank(five, order) for five in combinations(cards, 5))
    if rank % 10_000 < _LAST:
        made = ranking(five)
        return Ranking(rank, name, made.ranks, made.best)
    best = sorted(five, key=lambda card: RANKS.index(card[0]) % 12, reverse=True)
    return Ranking(rank, name, ("9",), tuple(best))


def _short_rank(five: tuple[str, ...], order: tuple[str, ...]) -> tuple[int, str, tuple[str, ...]]:
    rank = rank_of(five)
    name = category(rank)
    if {card[0] for card in five} == _SHORT_WHEEL:
        rank, name = _LAST, "straight-flush" if name == "flush" else "straight"
    return order.index(name) * 10_000 + rank, name, five


def ranking(cards: Iterable[str]) -> Ranking:
    """Return the ranking of the best five-card hand among 5 to 7 cards."""
    held = tuple(cards)
    return _of_rank(rank_of(held), held)


def _of_rank(rank: int, cards: Iterable[str]) -> Ranking:
    """Return the full ranking of cards whose `rank` is known, with its name and its five cards."""
    ordered = sorted(cards, key=lambda card: RANKS.index(card[0]), reverse=True)
    name = category(rank)
    best = _best_five(name, ordered)
    distinct = tuple(dict.fromkeys(card[0] for card in best))
    return Ranking(rank, name, distinct[: _ranks_of(name)], best)


def worth(game: Game, hole: Sequence[str], board: Sequence[str]) -> Ranking | None:
    """Return the ranking of hole cards with the board dealt so far.

    Return None before the flop, if a hole card is missing, or if two boards are dealt side by side.
    """
    if len(hole) != game.hole_cards or len(board) < game.board[1] or game.boards > 1:
        return None
    if game.lowest != "2":
        return _short_ranking(game, (*hole, *board))
    ranked = [(rank_of(cards), cards) for cards in hands_of(game, hole, board)]
    return _of_rank(*min(ranked, key=itemgetter(0)))


def on_first(game: Game, hole: Sequence[str], board: Sequence[str]) -> BoardHand | None:
    """Return a hand's ranking on the first of two boards.

    Return None if there is no first board, or if a hole card is missing.
    """
    made = worth(game, hole, board) if board else None
    if made is None:
        return None
    low = low_of(game, hole, board).best
    return BoardHand(made.name, made.ranks, made.best, low, made.rank)


def rank_in(game: Game, hole: Sequence[str], board: Sequence[str]) -> int:
    """Return the best rank that a hand makes with a complete board; the lower rank wins."""
    if (game.hole_cards, game.hole_cards_used) == (4, 2):
        # This uses separate tables, which stay out of memory until the first Omaha hand.
        rank: int = evaluate_omaha_cards(*board, *hole)
        return rank
    if game.lowest != "2":
        return _short_ranking(game, (*hole, *board)).rank
    return min(rank_of(cards) for cards in hands_of(game, hole, board))


class Low(msgspec.Struct, frozen=True, order=False):
    """A low hand: its five cards in `best`, highest first; the lower `rank` wins (0: no hand)."""

    rank: int = 0
    best: tuple[str, ...] = ()


NO_LOW = Low()
_LOW = {rank: value for value, rank in enumerate("A2345678", 1)}


def low_of(game: Game, hole: Sequence[str], board: Sequence[str]) -> Low:
    """Return the best low hand: five different ranks of eight or lower, with the ace low.

    Straights and flushes do not count against it. Returns `NO_LOW` if no low hand is possible, if a
    card is missing, if the game is not high-low, or if it has two boards. The rank has one bit for
    each card rank, so the highest card in which two hands differ decides.
    """
    if not game.high_low or len(hole) != game.hole_cards or game.boards > 1:
        return NO_LOW
    held = [card for card in hole if card[0] in _LOW]
    laid = [card for card in board if card[0] in _LOW]
    found = [
        (sum(values), cards)
        for cards in hands_of(game, held, laid)
        if len(values := {1 << _LOW[card[0]] for card in cards}) == 5
    ]
    if not found:
        return NO_LOW
    rank, cards = min(found)
    return Low(rank, tuple(sorted(cards, key=lambda card: -_LOW[card[0]])))


def hands_of(game: Game, hole: Sequence[str], board: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """Yield every set of cards from which the game's rules allow the best five to be picked.

    >>> from controller.table.state.games import HOLDEM
    >>> list(hands_of(HOLDEM["no-limit"], ("Ah", "Kd"), ("2c", "3c", "4c", "8s", "9s")))
    [('Ah', 'Kd', '2c', '3c', '4c', '8s', '9s')]
    """
    laid = tuple(board[: game.board[-1]])
    if not game.hole_cards_used:
        yield (*hole[: game.hole_cards], *laid)
        return
    for held in combinations(hole, game.hole_cards_used):
        for common in combinations(laid, 5 - game.hole_cards_used):
            yield (*held, *common)
