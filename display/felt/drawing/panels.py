"""Parts of the panels next to the table: a frame, a small heading, rows and tick boxes."""

from itertools import pairwise

import pygame

from display.felt.drawing.layout import Box
from display.felt.drawing.letters import line_height, printable
from display.felt.drawing.palette import Colour
from display.felt.drawing.sheet import Sheet
from display.felt.drawing.text_fitting import LEAST, wrapped


def in_panel(sheet: Sheet, box: Box, edge: Colour | None = None) -> Box:
    """Draw a panel's frame and background; return the space inside."""
    edge = edge or (sheet.colours.plate_edge if sheet.look.palette == "contrast" else None)
    colour, radius, thick = sheet.colours.bar, sheet.radius, 2 * sheet.thick
    sheet.panel(box, colour, edge, radius=radius, thick=thick)
    return box.inset(max(6, sheet.places.unit // 8), max(4, sheet.places.unit // 12))


def heading(sheet: Sheet, inner: Box, text: str) -> Box:
    """Write a small heading at the top of the space `inner`; return the space below it."""
    line = Box(inner.x, inner.y, inner.w, min(inner.h // 4, sheet.type(0.34)))
    if sheet.painter.fits(text, line.w, line.h, shrink=0.6):
        sheet.text(text, line, sheet.colours.quiet, at="left", shrink=0.6)
    else:
        sheet.paragraph(text, line, line.h // 2, sheet.colours.quiet)
    return inner.below(line.bottom)


def table_of(sheet: Sheet, rows: list[tuple[str, str]], box: Box, most: int = 0) -> None:
    """Write rows in a box, each with a label on the left and a number on the right.

    `rows` are (label, number as text). `most` is the maximum height of a row in pixels, or 0 for
    the usual one.
    """
    height = min(most or sheet.type(0.42), box.h // max(1, len(rows)))
    for index, (word, figure) in enumerate(rows):
        row = Box(box.x, box.y + index * height, box.w, height).inset(0, height // 10)
        word_w = row.w if not figure else row.w * 46 // 100
        drawn = sheet.text(
            word, Box(row.x, row.y, word_w, row.h), sheet.colours.quiet, at="left", shrink=0.4
        )
        if not figure:
            continue
        left = drawn.right + row.h // 3
        room = Box(left, row.y, row.right - left, row.h)
        sheet.text(figure, room, sheet.colours.text, bold=True, at="right", shrink=0.3)


def lines_of(sheet: Sheet, texts: list[str], box: Box, height: int, ink: Colour) -> int:
    """Write each text on a new line, as `paragraph` does; return the pixel row below the last."""
    while texts and _needed(texts, box.w, LEAST) > box.h:
        texts = texts[:-1]
    size = height
    while size > LEAST and _needed(texts, box.w, size) > box.h:
        size -= 1
    y = box.y
    for text in texts:
        y = sheet.paragraph(text, box.below(y), size, ink)
    return y


def _needed(texts: list[str], width: int, size: int) -> int:
    return sum(len(wrapped(printable(text), width, size)) for text in texts) * line_height(size)


def tick(sheet: Sheet, box: Box, done: bool, edge: Colour) -> None:
    """Draw a small tick box, with a tick if `done` is true."""
    colours = sheet.colours
    if not done:
        sheet.panel(box, colours.bar, edge, radius=box.h // 4, thick=2 * sheet.thick)
        return
    sheet.panel(box, colours.won, radius=box.h // 4)
    points = [(0.22, 0.52), (0.43, 0.72), (0.8, 0.28)]
    at = [(box.x + x * box.w, box.y + y * box.h) for x, y in points]
    for first, second in pairwise(at):
        pygame.draw.line(sheet.surface, colours.deed_text, first, second, max(2, box.w // 8))


def small_cards(sheet: Sheet, cards: tuple[str, ...], box: Box) -> int:
    """Draw cards side by side, as tall as the box; return the pixel column after the last one."""
    width = min(int(box.h / 1.4), max(1, (box.w + 2) // max(1, len(cards)) - 2))
    x = box.x
    for card in cards:
        sheet.card(Box(x, box.y, width, box.h), card)
        x += width + 2
    return x
