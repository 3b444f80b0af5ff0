"""A panel of another size than the screen would give it, and what is drawn in it."""

from collections.abc import Callable, Iterator
from typing import Any

import pygame
from msgspec.structs import asdict, replace

from controller.contract.public import PublicState
from display.felt.draw import draw_table, places_of
from display.felt.drawing.all_in_equity import NONE, Shares
from display.felt.drawing.layout import Box, Layout
from display.felt.drawing.look import Look
from display.felt.drawing.paint import Drawn, Painter
from display.felt.drawing.palette import DARK
from display.felt.drawing.sheet import Sheet, painter_for
from display.felt.side_panels.bar import Link
from display.words.names import words


def sheet_of(state: PublicState, size: tuple[int, int] = (1280, 720), **boxes: Any) -> Sheet:
    """Return the sheet for a picture, with other boxes than the screen would give it."""
    painter = Painter(DARK)
    painter.log = []
    places = replace(places_of(state, size, Look()), **boxes)
    return Sheet(state, places, words("en"), pygame.Surface(size), Look(), painter)


def drawn(draw: Callable[[Sheet], object], sheet: Sheet) -> list[Drawn]:
    """Return all that is drawn on a sheet."""
    draw(sheet)
    assert sheet.painter.log is not None
    return sheet.painter.log


def texts(log: list[Drawn]) -> list[str]:
    """Return the texts among what was drawn, in their order."""
    return [one.name for one in log if one.kind == "text"]


def unpainted(size: tuple[int, int]) -> pygame.Surface:
    """Return a surface that no drawing changes: its pixels take long, and the log needs none."""
    surface = pygame.Surface(size)
    surface.set_clip((0, 0, 0, 0))
    return surface


def things(
    state: PublicState,
    size: tuple[int, int],
    look: Look | None = None,
    link: Link = "up",
    chances: Shares = NONE,
) -> list[Drawn]:
    """Return every item drawn for a state, with its box, in drawing order."""
    look = look or Look()
    painter = painter_for(*size, look)
    painter.log = []
    try:
        draw_table(unpainted(size), state, look, link, chances)
        return painter.log
    finally:
        painter.log = None


def boxes_in(places: Layout) -> Iterator[tuple[str, Box]]:
    """Yield each box in which something is drawn, with its name; backgrounds are left out."""
    for number, seat in enumerate(places.seats, 1):
        for name, box in asdict(seat).items():
            yield f"{name}.{number}", box
    for number, card in enumerate(places.board, 1):
        yield f"board.{number}", card
    for name in ("pots", "burn", "message", "title", "language", "level", "panel", "notice"):
        yield name, getattr(places, name)
