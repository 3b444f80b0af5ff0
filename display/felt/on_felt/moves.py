"""Animations between two states: a card to its place, bets to the pot, or a pot to its winner.

Pure: the functions return the start and end of each movement, and the position at a given time.
"""

from typing import Literal

import msgspec

from controller.contract.public import PublicState, laid
from display.felt.drawing.layout import Box, Layout
from display.felt.on_felt.boards import places_of_cards
from display.felt.on_felt.seats import hole_boxes
from display.words.names import won_by

# The duration of a movement, in seconds. Later states do not wait for it.
MOVE_S = 0.32
_MOST = 24


class Move(msgspec.Struct, frozen=True):
    """The movement of one item across the screen.

    `name` is the card that moves, or "" for a face-down card. `chips` is the amount that moves, or
    0 for a card.
    """

    kind: Literal["card", "back", "chips"]
    start: Box
    end: Box
    name: str = ""
    chips: int = 0


def moves_between(before: PublicState, after: PublicState, places: Layout) -> tuple[Move, ...]:
    """Return the movements from one state to the next, or none if too much has changed.

    Too much has changed if the table or the number of seats differs, if the hands are neither the
    same nor consecutive, if a ruling is now open, or if too many items would move.
    """
    if before.table != after.table or len(before.seats) != len(after.seats) or before == after:
        return ()
    if after.hand not in (before.hand, before.hand + 1) or after.rulings:
        return ()
    moves = (
        *_board(before, after, places),
        *_dealt(before, after, places),
        *_awarded(before, after, places),
        *_gathered(before, after, places),
    )
    return moves if len(moves) <= _MOST else ()


def at(move: Move, part: float) -> Box:
    """Return a moving item's position after a fraction (0 to 1) of its movement.

    The movement slows down towards its end.
    """
    eased = 1 - (1 - min(1.0, max(0.0, part))) ** 3
    start_x, start_y = move.start.centre
    end_x, end_y = move.end.centre
    x = start_x + (end_x - start_x) * eased - move.end.w / 2
    y = start_y + (end_y - start_y) * eased - move.end.h / 2
    return Box(round(x), round(y), move.end.w, move.end.h)


def _from_dealer(state: PublicState, places: Layout) -> Box:
    """Return the box that cards are dealt from: the button's seat, or else the table's top edge."""
    if 1 <= state.button <= len(places.seats):
        return places.seats[state.button - 1].cards
    return Box(places.table.centre[0], places.table.y, 2, 2)


def _board(before: PublicState, after: PublicState, places: Layout) -> list[Move]:
    if after.board[: len(before.board)] != before.board or laid(after) == laid(before):
        return []
    start, lay = _from_dealer(after, places), {*before.board, *before.first_board}
    return [
        Move("card", start, box, card)
        for _, card, box in places_of_cards(after, places.board)
        if card and card not in lay
    ]


def _dealt(before: PublicState, after: PublicState, places: Layout) -> list[Move]:
    start, moves = _from_dealer(after, places), list[Move]()
    for old, new, boxes in zip(before.seats, after.seats, places.seats, strict=False):
        had = 0 if before.hand != after.hand else old.cards
        if new.cards == had + 1 and not new.shown and new.status != "folded":
            place = hole_boxes(boxes, new)[-1]
            # If a card is partly behind its plate, only its visible part moves.
            high = min(place.h, boxes.cards.bottom - place.y)
            moves.append(Move("back", start, Box(place.x, place.y, place.w, high)))
    return moves


def _awarded(before: PublicState, after: PublicState, places: Layout) -> list[Move]:
    if before.awards or not after.awards or before.hand != after.hand:
        return []
    return [
        Move("chips", places.pots, _pile(places.seats[seat - 1].bet), chips=won_by(after, seat))
        for seat in dict.fromkeys(award.seat for award in after.awards)
        if 1 <= seat <= len(places.seats)
    ]


def _gathered(before: PublicState, after: PublicState, places: Layout) -> list[Move]:
    if before.hand != after.hand or len(after.pots) < len(before.pots) or not after.pots:
        return []
    pot = _pile(places.pots)
    return [
        Move("chips", boxes.bet, pot, chips=old.bet)
        for old, new, boxes in zip(before.seats, after.seats, places.seats, strict=False)
        if old.bet and new.bet == 0 and (new.committed or 0) >= (old.committed or 0)
    ]


def _pile(box: Box) -> Box:
    """Return a box the size of a pile of chips, in the middle of another box."""
    x, y = box.centre
    return Box(x - box.h // 2, y - box.h // 2, box.h, box.h)
