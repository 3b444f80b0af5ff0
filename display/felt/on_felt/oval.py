"""Draws the table: every seat, the board, burned cards, the pots and the next step."""

import pygame

from controller.contract.public import (
    CardsMeant,
    Kind,
    NextStep,
    RulingView,
    StepView,
    StepWord,
    Task,
)
from controller.contract.rules import BOARD_ERRORS
from display.felt.drawing.layout import Box
from display.felt.drawing.sheet import Sheet, brief
from display.felt.on_felt.arrow import draw_arrow
from display.felt.on_felt.boards import (
    STREET_CARDS,
    coming_cards,
    places_of_cards,
    winning_cards,
)
from display.felt.on_felt.pots import draw_pots, pots_apart
from display.felt.on_felt.rail import light_rail
from display.felt.on_felt.seats import draw_seat
from display.words.ruling_steps import next_step

_OF_BURNS = frozenset({Kind.BOARD_NO_BURN, Kind.BOARD_EXTRA_BURN})


def draw_oval(sheet: Sheet) -> None:
    """Draw the table; dim it if outdated, or dim parts unrelated to a ruling that stops play."""
    light_rail(sheet)
    for boxes, seat in zip(sheet.places.seats, sheet.state.seats, strict=False):
        draw_seat(sheet, boxes, seat)
    _board(sheet)
    _burned(sheet)
    draw_pots(sheet)
    if sheet.stopped or sheet.old:
        log, sheet.painter.log = sheet.painter.log, None
        _shade(sheet)
        if not sheet.old:
            _bright_again(sheet)
            draw_arrow(sheet)
        sheet.painter.log = log
    if not sheet.old:
        _message(sheet)


# -- the middle -----------------------------------------------------------------------------


def _board(sheet: Sheet) -> None:
    colours = sheet.colours
    winners = winning_cards(sheet.state)
    coming = () if sheet.stopped else coming_cards(sheet.state)
    lift = max(2, sheet.places.gap // 2)
    for nth, card, box in places_of_cards(sheet.state, sheet.places.board):
        radius = max(3, box.w // 9)
        if card:
            if winners and card in winners:
                # The winning cards are raised out of the board.
                edge = Box(box.x - lift, box.y - lift, box.w + 2 * lift, box.h + 2 * lift)
                sheet.outline(edge, colours.turn, radius=radius + lift, thick=lift)
            sheet.card(box, card, bool(winners) and card not in winners)
        else:
            edge_ink = colours.step_edge if nth in coming else colours.felt_line
            thick = 2 * sheet.thick if nth in coming else 1
            sheet.panel(box, colours.card_slot, edge_ink, radius=radius, thick=thick)


def _burned(sheet: Sheet) -> None:
    """Draw the burned cards in a pile; if a burn is next, outline the place for it."""
    box, count = sheet.places.burn, sheet.state.burned
    height = box.h - 2
    width = min(int(height / 1.4), box.w * 2 // 3)
    step = max(1, (box.w - width) // 3)
    for nth in range(min(count, 3)):
        place = Box(box.x + nth * step, box.y + 1, width, height)
        sheet.surface.blit(sheet.painter.back_picture(width, height, dim=True), (place.x, place.y))
    if count:
        wide = width + step * (min(count, 3) - 1)
        sheet.painter.note("card", "", Box(box.x, box.y + 1, wide, height))
    if sheet.state.next_step == NextStep(Task.BURN) and not sheet.stopped:
        place = Box(box.x + min(count, 3) * step, box.y, width, box.h)
        sheet.card_outline(place, sheet.colours.step_edge)


# -- the line below the board ---------------------------------------------------------------


def _message(sheet: Sheet) -> None:
    """Write the next step below the board or, if there is none, the amounts of the pots."""
    colours, state = sheet.colours, brief(sheet.state)
    said, ink, edge = next_step(state, sheet.words), colours.text, colours.step_edge
    box = sheet.places.message
    height = int(box.h * 0.58)
    apart = pots_apart(sheet) if not state.awards else ()
    if not said and apart:
        height = box.h * 2 // 3
        said = sheet.painter.best(apart, box.w - box.h, height, bold=True, shrink=0.9)
        ink, edge = colours.quiet, colours.felt_line
    if sheet.ruling is not None and sheet.stopped:
        ink = edge = colours.ruling
    if not said:
        return
    one_line = sheet.painter.fits(said, box.w - box.h, height, bold=True)
    if one_line:
        drawn = sheet.painter.fitted(said, box.w - box.h, height, ink, True)
        wide = drawn.get_width() + box.h * 3 // 4
        centre = sheet.places.board[2].centre[0]
        x = min(max(box.x, centre - wide // 2), box.right - wide)
        plate = Box(x, box.y + 1, wide, box.h - 2)
    else:
        plate = Box(box.x, box.y, box.w, box.h)
    sheet.panel(plate, colours.room, edge, radius=plate.h // 3, thick=sheet.thick)
    if one_line:
        room = plate.inset(box.h * 3 // 8, 0)
        place = Box(room.x, box.y + (box.h - height) // 2, room.w, height)
        sheet.text(said, place, ink, bold=True)
    else:
        room = plate.inset(max(4, box.h // 6), max(2, box.h // 16))
        sheet.paragraph(said, room, height, ink, bold=True, at="centre", middle=True)


# -- while a ruling stops play --------------------------------------------------------------


def _shade(sheet: Sheet) -> None:
    places, colours = sheet.places, sheet.colours
    side = places.bar
    width = side.x if side.y < places.screen.h // 2 else places.screen.w
    height = places.screen.h if width < places.screen.w else side.y

    def draw() -> pygame.Surface:
        shade = pygame.Surface((width, height))
        shade.fill(colours.shade)
        shade.set_alpha(colours.shade_by)
        return shade

    sheet.surface.blit(sheet.painter.ground(("shade", width, height), draw), (0, 0))


def _bright_again(sheet: Sheet) -> None:
    """Redraw the parts of the table that the ruling concerns, so that they are not dimmed."""
    ruling = sheet.ruling
    if ruling is None:
        return
    cards, seats = concerned(ruling), {ruling.seat}
    seats |= {step.seat for step in ruling.steps if not step.zone}
    places = (
        STREET_CARDS.get(ruling.street, ()) if ruling.street and ruling.kind in BOARD_ERRORS else ()
    )
    for boxes, seat in zip(sheet.places.seats, sheet.state.seats, strict=False):
        if seat.seat in seats or cards & set(seat.shown):
            draw_seat(sheet, boxes, seat)
    for nth, card, box in places_of_cards(sheet.state, sheet.places.board):
        if card and (card in cards or nth in places):
            sheet.card(box, card)
            sheet.card_outline(box, sheet.colours.ruling)
    if ruling.kind in _OF_BURNS or any(map(_is_of_burn, ruling.steps)):
        _burned(sheet)


def _is_of_burn(step: StepView) -> bool:
    return step.word is StepWord.BURN or step.which is CardsMeant.BURN or step.zone == "burn"


def concerned(ruling: RulingView) -> set[str]:
    """Return the cards named in a ruling's steps, which are all public."""
    return {card for step in ruling.steps for card in step.cards}
