"""Draws an arrow that shows where the next step of a ruling moves cards."""

import math

import pygame

from controller.contract.public import CardsMeant, RulingView, StepView, StepWord
from controller.contract.rules import BOARD_ERRORS, Subject
from display.felt.drawing.layout import Box
from display.felt.drawing.sheet import Sheet
from display.felt.on_felt.boards import STREET_CARDS, places_of_cards
from display.words.ruling_steps import acts_of

_TO_DEALER = frozenset(
    {StepWord.TAKE_BACK, StepWord.TO_STUB, StepWord.SET_ASIDE, StepWord.KILL_HAND}
)
_CHIPS = frozenset({Subject.BET, Subject.BLIND})


def draw_arrow(sheet: Sheet) -> None:
    """Draw an arrow for the next step of the ruling that stops play, if the step moves anything."""
    ends = arrow_ends(sheet)
    if ends is None:
        return
    source, target = ends
    start, end = _edge(source, target.centre), _edge(target, source.centre)
    if source.overlaps(_around(list(sheet.places.board))):
        # Leave the row of the board, so that the arrow does not cross the other cards.
        above = target.centre[1] < source.y
        start = source.centre[0], source.y if above else source.bottom
        end = _edge(target, (round(start[0]), round(start[1])))
    length = math.dist(start, end)
    head = sheet.type(0.3)
    if length < 2 * head:
        return
    thick = max(3, head // 4)
    along = (end[0] - start[0]) / length, (end[1] - start[1]) / length
    across = -along[1], along[0]

    def at(far: float, aside: float) -> tuple[float, float]:
        return (
            start[0] + along[0] * far + across[0] * aside,
            start[1] + along[1] * far + across[1] * aside,
        )

    neck = length - head
    points = [
        at(0, -thick / 2), at(neck, -thick / 2), at(neck, -head / 2), at(length, 0),
        at(neck, head / 2), at(neck, thick / 2), at(0, thick / 2),
    ]  # fmt: skip
    pygame.draw.polygon(sheet.surface, sheet.colours.ruling, points)
    pygame.draw.aalines(sheet.surface, sheet.colours.ruling, True, points)


def arrow_ends(sheet: Sheet) -> tuple[Box, Box] | None:
    """Return the boxes that the next step moves cards from and to, or None if it moves none.

    Cards from the stub start at the box for the dealer's markers. Cards that the dealer takes in
    end at the same box.
    """
    ruling, seats, dealer = sheet.ruling, sheet.places.seats, sheet.state.button
    step = next((one for one in acts_of(ruling) if not one.done), None) if ruling else None
    if ruling is None or step is None or not 1 <= dealer <= len(seats):
        return None
    if step.seat and ruling.kind.subject in _CHIPS and not step.zone:
        return None
    stub, lies = seats[dealer - 1].marks, _lies(sheet, ruling, step)
    if step.word in (StepWord.BURN, StepWord.DEAL):
        goes = _goes(sheet, step)
        return (stub, goes) if goes is not None else None
    if lies is None:
        return None
    if step.word is StepWord.USE_AS_BURN:
        return lies, sheet.places.burn
    return (lies, stub) if step.word in _TO_DEALER else None


def _goes(sheet: Sheet, step: StepView) -> Box | None:
    """Return the box to which a step moves cards from the stub, or None if it is unknown."""
    places = sheet.places
    if step.word is StepWord.BURN:
        return places.burn
    if step.seat:
        return _seat_box(sheet, step.seat)
    if step.street in STREET_CARDS:
        return _around([places.board[nth] for nth in STREET_CARDS[step.street]])
    return None


def _lies(sheet: Sheet, ruling: RulingView, step: StepView) -> Box | None:
    """Return the box around the cards that a step concerns, or None if it is unknown."""
    places, board = sheet.places, sheet.state.board
    cards = places_of_cards(sheet.state, places.board)
    if step.seat:
        return _seat_box(sheet, step.seat)
    if step.zone == "burn" or step.which is CardsMeant.BURN:
        return places.burn
    named = [box for _, card, box in cards if card in step.cards]
    if named:
        return _around(named)
    street = step.street or ruling.street
    if ruling.kind in BOARD_ERRORS and street in STREET_CARDS:
        dealt = [places.board[nth] for nth in STREET_CARDS[street] if nth < len(board)]
        return _around(dealt) if dealt else None
    return None


def _seat_box(sheet: Sheet, number: int) -> Box | None:
    if not 1 <= number <= len(sheet.places.seats):
        return None
    plate, cards = sheet.places.seats[number - 1].plate, sheet.places.seats[number - 1].cards
    x, y = min(plate.x, cards.x), min(plate.y, cards.y)
    return Box(x, y, max(plate.right, cards.right) - x, max(plate.bottom, cards.bottom) - y)


def _around(boxes: list[Box]) -> Box:
    """Return the box around several boxes that are side by side, given from left to right."""
    first, last = boxes[0], boxes[-1]
    return Box(first.x, first.y, last.right - first.x, first.h)


def _edge(box: Box, towards: tuple[int, int]) -> tuple[float, float]:
    """Return the point where a line from the middle of a box to `towards` leaves the box."""
    x, y = box.centre
    dx, dy = towards[0] - x, towards[1] - y
    if not dx and not dy:
        return x, y
    across = box.w / 2 / abs(dx) if dx else math.inf
    down = box.h / 2 / abs(dy) if dy else math.inf
    part = min(across, down, 1.0)
    return x + dx * part, y + dy * part
