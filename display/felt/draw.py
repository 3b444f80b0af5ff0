"""Draws a table's public state: `render` makes a picture from the state alone."""

import os
from pathlib import Path

import pygame

from controller.contract.public import PublicState
from display.felt.drawing.all_in_equity import NONE, Shares
from display.felt.drawing.layout import MOST_SEATS, Layout, layout
from display.felt.drawing.look import Look
from display.felt.drawing.paint import Canvas, Painter
from display.felt.drawing.palette import Colour
from display.felt.drawing.sheet import NOTHING_FRESH, Sheet, painter_for
from display.felt.on_felt.oval import draw_oval
from display.felt.on_felt.rail import rim_width
from display.felt.side_panels.bar import Link, draw_bar
from display.words.names import words


def places_of(state: PublicState | None, size: tuple[int, int], look: Look) -> Layout:
    """Return the layout for a state on a screen; raises `ValueError` if the screen is too small."""
    seats = 0 if state is None else min(len(state.seats), MOST_SEATS)
    return layout(*size, seats, look.large)


def render(
    state: PublicState,
    size: tuple[int, int],
    look: Look | None = None,
    link: Link = "up",
    chances: Shares = NONE,
    fresh: frozenset[int] = NOTHING_FRESH,
) -> pygame.Surface:
    """Return a table's picture; `size` is its width and height in pixels.

    If `link` is not `up`, the picture shows why it may be outdated: the broker is unreachable, the
    controller is off, or it is newer than this display. `chances` are the winning chances of
    face-up hands. `fresh` lists the indices of the ruling steps to highlight as just completed.
    Raises `ValueError` for a screen below 800x480, and `LookupError` for a language without texts.
    """
    look = look or Look()
    surface = _background(places_of(state, size, look), painter_for(*size, look)).copy()
    draw_table(surface, state, look, link, chances, fresh)
    return surface


def draw_table(
    surface: pygame.Surface,
    state: PublicState,
    look: Look,
    link: Link = "up",
    chances: Shares = NONE,
    fresh: frozenset[int] = NOTHING_FRESH,
) -> None:
    """Draw a state onto a surface that has the background; other arguments are as for `render`."""
    size = surface.get_size()
    painter, places = painter_for(*size, look), places_of(state, size, look)
    sheet = Sheet(state, places, words(look.language), surface, look, painter)
    sheet.fresh, sheet.chances, sheet.old = fresh, chances, link in ("down", "off")
    draw_oval(sheet)
    draw_bar(sheet, link)


def render_waiting(size: tuple[int, int], look: Look, about: str) -> pygame.Surface:
    """Return the picture shown until a state arrives; `about` explains why there is none yet."""
    places, said = places_of(None, size, look), words(look.language)
    painter = painter_for(*size, look)
    canvas, colours = Canvas(painter, _background(places, painter).copy()), painter.palette
    middle = places.felt.inset(places.felt.w // 6, places.felt.h // 3)
    canvas.panel(middle, colours.room, radius=places.unit // 6)
    top, below = middle.inset(middle.w // 16, middle.h // 10).rows(0.5, 0.5)
    canvas.text(said.say("Waiting for the table"), top, colours.text, bold=True, shrink=0.2)
    size_of_type = max(11, places.unit * 3 // 10)
    canvas.paragraph(about, below, size_of_type, colours.quiet, at="centre")
    return canvas.surface


def save_png(surface: pygame.Surface, path: str | os.PathLike[str]) -> None:
    """Write a picture to a PNG file atomically; raises `OSError`."""
    target = Path(path)
    unfinished = target.with_name(f".{target.name}.part.png")
    try:
        pygame.image.save(surface, os.fspath(unfinished))
    except pygame.error as error:
        raise OSError(f"{target}: the picture can't be written ({error})") from error
    unfinished.replace(target)


def _background(places: Layout, painter: Painter) -> pygame.Surface:
    """Return the background of every picture: the empty table and its surroundings."""

    def draw() -> pygame.Surface:
        colours = painter.palette
        surface = pygame.Surface((places.screen.w, places.screen.h))
        surface.fill(colours.room)
        felt = places.felt
        # On a large screen, per-pixel work is done on a smaller surface and scaled up.
        fine = 2 if felt.w * felt.h < 1_200_000 else 1
        big = pygame.Surface((felt.w * fine, felt.h * fine), pygame.SRCALPHA)
        rim = rim_width(places) * fine
        whole = big.get_rect()
        share = places.corner_share
        radius = int(min(whole.w, whole.h) * share)
        inner, edges = whole, (-fine * 2, -rim // 4, -rim * 2)
        for colour, edge in zip(((0, 0, 0), colours.rim_light, colours.rim), edges, strict=True):
            pygame.draw.rect(big, colour, inner, border_radius=radius)
            inner = inner.inflate(edge, edge)
        shrunk = [int(min(inner.w, inner.h) * 0.7 * step / 31) for step in range(32)]
        for step, shrink in enumerate(shrunk):
            colour = _between(colours.felt_edge, colours.felt, step / 31)
            ring = inner.inflate(-shrink, -shrink)
            # Skip the area that the next ring covers: drawing the whole felt each time takes ten
            # times as long.
            width = shrunk[step + 1] - shrink + 4 if step < 31 else 0
            corner = int(min(ring.w, ring.h) * share)
            pygame.draw.rect(big, colour, ring, width, border_radius=corner)
        line = inner.inflate(-rim * 3, -rim * 3)
        pygame.draw.rect(
            big, colours.felt_line, line, width=fine, border_radius=int(min(line.w, line.h) * share)
        )
        if fine > 1:
            big = pygame.transform.smoothscale(big, (felt.w, felt.h))
        surface.blit(big, (felt.x, felt.y))
        return surface

    key = ("background", places.felt, places.corner_share)
    return painter.ground(key, draw)


def _between(first: Colour, second: Colour, part: float) -> Colour:
    """Return the colour that is `part` (0 to 1) of the way from the first to the second."""
    red, green, blue = (int(a + (b - a) * part) for a, b in zip(first, second, strict=True))
    return red, green, blue
