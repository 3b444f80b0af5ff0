"""The markers at a seat (dealer button and blinds), and the kind of what its player last did."""

from typing import Literal

from controller.contract.public import HandStatus, PublicState, SeatView
from display.felt.drawing.layout import Box, SeatBoxes
from display.words.names import Words

OUT = frozenset({HandStatus.EMPTY, HandStatus.FOLDED, HandStatus.DEAD, HandStatus.WAITING})
Mark = Literal["button", "small_blind", "big_blind"]
_MARKS: tuple[Mark, ...] = ("button", "small_blind", "big_blind")


def marks_at(
    state: PublicState, boxes: SeatBoxes, seat: int, said: Words
) -> list[tuple[Mark, str, Box]]:
    """Return the markers at a seat, each with its letter and its box.

    Between hands, these are the markers for the next hand.
    """
    over = state.phase in ("idle", "over") and not state.awards
    places = state.next_places if over and state.next_places is not None else state
    letters = zip(_MARKS, said.marks(), strict=True)
    marks = [(mark, letter) for mark, letter in letters if getattr(places, mark) == seat]
    row = boxes.marks
    size = min(row.h, row.w // max(1, len(marks)))
    left = row.right - size * len(marks) if row.x < boxes.bet.x else row.x
    top = row.y + (row.h - size) // 2
    return [
        (mark, letter, Box(left + nth * size, top, size, size))
        for nth, (mark, letter) in enumerate(marks)
    ]


def deed_kind(seat: SeatView, won: int) -> str:
    """Return the kind of a seat's last action, which sets its colour; `won` is what it has won."""
    if won:
        return "won"
    if seat.status in OUT or seat.absent:
        return "folded"
    if seat.status == HandStatus.ALL_IN:
        return "all-in"
    return "raise" if seat.last_action in ("bet", "raise") and not seat.hand_name else "passive"
