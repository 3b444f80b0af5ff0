"""How the first button is placed: by high card, at the first seat drawn, or at the lowest seat."""

from collections.abc import Mapping, Sequence

from controller.venue.rules.calculations.seat_draw import Numbers
from controller.venue.rules.tournament import FirstButton

SUITS = "cdhs"
"""The suits from lowest to highest, as ranked in draws and chip races, but never in hands."""

RANKS = "23456789TJQKA"
DECK = tuple(rank + suit for suit in SUITS for rank in RANKS)


def card_rank(card: str) -> tuple[int, int]:
    """Return the sort key of a drawn card: rank first, then suit.

    >>> max(["Kd", "As", "Ah"], key=card_rank)
    'As'
    """
    return RANKS.index(card[0]), SUITS.index(card[1])


def cards_for(numbers: Numbers, count: int) -> tuple[str, ...]:
    """Return `count` cards (at most 52) from a freshly shuffled deck."""
    return tuple(numbers.shuffled(DECK)[:count])


def high_card(seats: Sequence[int], cards: Sequence[str]) -> int:
    """Return the seat with the highest card; `cards` holds one card for each seat, in order.

    >>> high_card([1, 2, 4], ["9h", "Kc", "Kd"])
    4
    """
    by_seat = dict(zip(seats, cards, strict=True))
    return max(seats, key=lambda seat: card_rank(by_seat[seat]))


def first_button(
    rule: FirstButton, occupied: Mapping[int, Sequence[int]], numbers: Numbers
) -> tuple[int, int]:
    """Return the table at which the first button was drawn, and the button's seat.

    `occupied` maps each table to its occupied seats, in the order in which the seats were drawn.
    `numbers` supplies the random numbers.
    """
    table = numbers.shuffled(sorted(occupied))[0]
    seats = occupied[table]
    if rule == "first-drawn":
        return table, seats[0]
    ordered = sorted(seats)
    if rule == "seat-one":
        return table, ordered[0]
    return table, high_card(ordered, cards_for(numbers, len(ordered)))
