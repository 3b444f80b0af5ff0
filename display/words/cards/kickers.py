"""Why one shown hand beats another: its five cards in order, its kickers, and the deciding rank.

Only published data is used: the hand's name and its five cards.
"""

from collections import Counter
from typing import Literal

import msgspec

from controller.contract.public import SeatView

RANKS = "23456789TJQKA"
NAMES = (
    "high-card", "pair", "two-pair", "three-of-a-kind", "straight", "flush", "full-house",
    "four-of-a-kind", "straight-flush", "royal-flush",
)  # fmt: skip
# The number of ranks that a hand's name includes; the ranks after them are kickers.
_NAMED = {"pair": 1, "two-pair": 2, "three-of-a-kind": 1, "four-of-a-kind": 1, "high-card": 1}


class Why(msgspec.Struct, frozen=True):
    """The reason why one hand beats another, or why they tie.

    `by` is what decides: "kind" (of hand), "rank" (in the hand's name), "kicker", or "same" for a
    tie. If a rank or kicker decides, `high` and `low` are the two ranks that differ, else "".
    """

    by: Literal["kind", "rank", "kicker", "same"]
    high: str = ""
    low: str = ""


def counting_order(cards: tuple[str, ...]) -> tuple[str, ...]:
    """Return five cards in the order they are compared: pairs first, then by rank.

    The ace comes last in a five-high straight or low. It also comes last in the lowest short-deck
    straight, if the cards are given as 9 8 7 6 A. Invalid cards are put at the end, in their
    original order.
    """
    known = [card for card in cards if card[:1] in RANKS and len(card) == 2]
    strange = [card for card in cards if card not in known]
    many = Counter(card[0] for card in known)
    ace_last = bool(known) and known[-1][0] == "A" and set(many) == set("A6789")
    wheel = set(many) == set("A2345") or ace_last

    def weight(card: str) -> tuple[int, int]:
        rank = RANKS.index(card[0])
        return many[card[0]], -1 if wheel and card[0] == "A" else rank

    return (*sorted(known, key=weight, reverse=True), *strange)


def ranks_of(cards: tuple[str, ...]) -> tuple[str, ...]:
    """Return the distinct ranks of five cards, in the order the cards are compared."""
    return tuple(dict.fromkeys(card[0] for card in counting_order(cards) if card))


def kickers(name: str, cards: tuple[str, ...]) -> tuple[str, ...]:
    """Return the ranks of a hand's kickers, the cards that are not part of its name.

    There are none for a hand without kickers, an unknown name, or fewer than five cards.
    """
    if name not in _NAMED or len(cards) != 5:
        return ()
    return ranks_of(cards)[_NAMED[name] :]


def strength(name: str, cards: tuple[str, ...]) -> tuple[int, ...]:
    """Return a tuple that ranks a hand: a higher tuple beats a lower one.

    An ace at the low end of a straight counts as the lowest rank. Unknown hand names rank lowest.
    """
    place = NAMES.index(name) if name in NAMES else -1
    ranks = [RANKS.find(rank) for rank in ranks_of(cards)]
    if name in ("straight", "straight-flush") and ranks and ranks[-1] == RANKS.index("A"):
        ranks[-1] = -1
    return (place, *ranks)


def standing(seat: SeatView) -> tuple[int, ...]:
    """Return the strength of a seat's shown hand under its game's rules; higher is better.

    If the controller has not published the hand's rank, the hand is ranked as in hold'em. A seat
    without a hand ranks lowest.
    """
    return (1, -seat.rank) if seat.rank else (0, *strength(seat.hand_name, seat.best))


def why(name: str, cards: tuple[str, ...], other: str, others: tuple[str, ...]) -> Why:
    """Return why the first hand is at least as good as the second.

    Each hand is given by its name and its five cards.
    """
    if name != other:
        return Why("kind")
    first, second = ranks_of(cards), ranks_of(others)
    for place, (high, low) in enumerate(zip(first, second, strict=False)):
        if high != low:
            return Why("rank" if place < _NAMED.get(name, len(first)) else "kicker", high, low)
    return Why("same")
