"""The boxes for board cards; if there are two boards, the first is above the second."""

from collections.abc import Iterator, Sequence
from itertools import zip_longest

from controller.contract.public import PublicState, Street
from display.felt.drawing.layout import Box
from display.words.names import seat_of

STREET_CARDS = {Street.FLOP: (0, 1, 2), Street.TURN: (3,), Street.RIVER: (4,)}
"""The board positions that each street fills, from 0."""


def coming_cards(state: PublicState) -> tuple[int, ...]:
    """Return the positions on the board, from 0, of the cards that the dealer deals next."""
    street = state.next_step.street if state.next_step is not None else None
    return STREET_CARDS.get(street, ()) if street is not None else ()


def places_of_cards(state: PublicState, boxes: Sequence[Box]) -> Iterator[tuple[int, str, Box]]:
    """Yield each card of the board, or of both boards, with its position from 0 and its box.

    A position not yet filled on a board has "" as its card.
    """
    pairs = zip_longest(state.first_board, state.board, fillvalue="")
    cards = [*pairs, *[("", "")] * len(boxes)]
    for nth, (box, (first, second)) in enumerate(zip(boxes, cards, strict=False)):
        if first in {"", second}:
            yield nth, second, box
            continue
        upper, lower = box.rows(1, 1, gap=max(2, box.h // 40))
        width = min(box.w, upper.h * 9 // 10)
        x = box.x + (box.w - width) // 2
        yield nth, first, Box(x, upper.y, width, upper.h)
        yield nth, second, Box(x, lower.y, width, lower.h)


def winning_cards(state: PublicState) -> frozenset[str]:
    """Return the cards that make up the winning hands, on all boards."""
    cards: set[str] = set()
    for award in state.awards:
        seat = seat_of(state, award.seat)
        hand = seat.first if seat.first is not None and award.run == 1 else seat
        cards.update(hand.low if award.half == "low" else hand.best)
    return frozenset(cards)
