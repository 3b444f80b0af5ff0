"""Each face-up hand's chance of winning an all-in while board cards are still to come.

The calculation uses only public cards, because all hands in an all-in are face up. On the flop and
the turn, every possible board is counted. Before the flop there are over a million boards, so a few
thousand are chosen at random, always the same ones. The calculation is split into short slices that
run between two pictures, so that no picture is late.
"""

import random
import time
from collections.abc import Iterator, Mapping
from itertools import combinations
from math import comb
from types import MappingProxyType
from typing import Final

from phevaluator import evaluate_cards

from controller.contract.public import HandStatus, Phase, PublicState
from controller.contract.rules import Variant

SAMPLES: Final = 4_000
MOST_EXACT: Final = 1_500
"""The maximum number of boards that are counted in full; if there are more, `SAMPLES` are drawn."""

_DECK: Final = tuple(rank + suit for rank in "23456789TJQKA" for suit in "shdc")
_HOLE: Final = 2
_BOARD: Final = 5

Shares = Mapping[int, float]
"""The share of a pot that each seat's hand wins on average, 0 to 1."""

NONE: Final[Shares] = MappingProxyType({})
_Spot = tuple[tuple[tuple[int, tuple[str, ...]], ...], tuple[str, ...], tuple[str, ...]]


def spot(state: PublicState) -> _Spot | None:
    """Return an all-in's face-up hands, the board and all other face-up cards, or None.

    The result is None unless the game is hold'em with one board, cards are still to come, and the
    hands of all remaining players are face up.
    """
    if state.turn or state.phase in (Phase.IDLE, Phase.OVER) or len(state.board) >= _BOARD:
        return None
    if state.game is not Variant.HOLDEM or state.boards > 1:
        return None
    live = [seat for seat in state.seats if seat.status in (HandStatus.IN, HandStatus.ALL_IN)]
    if len(live) < 2 or any(len(seat.shown) != _HOLE or seat.cards > _HOLE for seat in live):
        return None
    hands = tuple((seat.seat, seat.shown) for seat in live)
    others = (seat.shown for seat in state.seats if seat not in live)
    gone = [card for card in state.first_board if card not in state.board]
    return hands, state.board, (*gone, *(card for cards in others for card in cards))


def boards(known: frozenset[str], missing: int) -> Iterator[tuple[str, ...]]:
    """Yield sets of `missing` cards that may still come: all, or a random sample if there are many.

    `known` lists the cards that can't come, because they have been seen.
    """
    rest = [card for card in _DECK if card not in known]
    if comb(len(rest), missing) <= MOST_EXACT:
        yield from combinations(rest, missing)
        return
    chance = random.Random(" ".join(sorted(known)))
    for _ in range(SAMPLES):
        yield tuple(chance.sample(rest, missing))


def counted(where: _Spot) -> Iterator[Shares | None]:
    """Compare the face-up hands on every board still possible, one board at a time.

    Yield None after each board. At the end, yield the share of a pot (0 to 1) that each seat's hand
    wins on average.
    """
    hands, board, others = where
    known = frozenset((*board, *others, *(card for _, cards in hands for card in cards)))
    won = dict.fromkeys((seat for seat, _ in hands), 0.0)
    count = 0
    for coming in boards(known, _BOARD - len(board)):
        whole = (*board, *coming)
        ranks = {seat: evaluate_cards(*cards, *whole) for seat, cards in hands}
        best = min(ranks.values())
        winners = [seat for seat, rank in ranks.items() if rank == best]
        for seat in winners:
            won[seat] += 1 / len(winners)
        count += 1
        yield None
    yield {seat: share / count for seat, share in won.items()}


class Chances:
    """Computes the winning chances for the displayed state, a little at a time."""

    def __init__(self) -> None:
        """Start with no boards to count."""
        self._where: _Spot | None = None
        self._work: Iterator[Shares | None] | None = None
        self._known: Shares = NONE

    @property
    def busy(self) -> bool:
        """Whether there are still boards to count."""
        return self._work is not None

    def of(self, state: PublicState | None) -> Shares:
        """Return the chances computed so far for a state; if it is new, start computing."""
        where = None if state is None else spot(state)
        if where != self._where:
            self._where, self._known = where, NONE
            self._work = None if where is None else counted(where)
        return self._known

    def count(self, seconds: float) -> None:
        """Count more boards, for at most this many seconds."""
        ends = time.monotonic() + seconds
        while self._work is not None and time.monotonic() < ends:
            found = next(self._work)
            if found is not None:
                self._known, self._work = found, None
