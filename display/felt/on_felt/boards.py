"""The boxes for board cards; if there are two boards, the first is above the second."""

from collections.abc import Iterator, Sequence
from itertools import zip_longest

from controller.contract.public import PublicState
from display.felt.drawing.layout import Box
from display.words.names import won_by


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
    for seat in state.seats:
        if not (seat.won or won_by(state, seat.seat)):
            continue
        runs = {award.run for award in state.awards if award.seat == seat.seat}
        if seat.first is not None and 1 in runs:
            cards.update(seat.first.best)
        if seat.first is None or runs != {1}:
            cards.update(seat.best)
    return frozenset(cards)
