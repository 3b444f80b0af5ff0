"""Draw anti-aliased cards, chips, discs and fitted text into boxes, and cache every shape drawn.

While `log` is a list, everything drawn is also recorded there with its box; tests use it to check
that nothing overlaps and nothing is cut off.
"""

from collections.abc import Callable, Sequence
from copy import copy
from typing import Literal

import msgspec
import pygame

from display.felt.drawing.layout import Box
from display.felt.drawing.letters import (
    cap_height,
    figure_height,
    line_height,
    measure,
    overshoot,
    printable,
    write,
    write_figure,
)
from display.felt.drawing.palette import Colour, Palette
from display.felt.drawing.shapes import FINE, dimmed, draw_pile, pile_of, suit_shape
from display.felt.drawing.text_fitting import (
    LEAST,
    SHRINK,
    fitted_figure,
    fitted_line,
    paragraph_lines,
    wrapped,
)

# The size of the cache of texts and shapes, in bytes.
_MOST_TEXT = 8_000_000
_MOST_SHAPES = 16_000_000
# A narrower card is drawn larger and scaled down, because its letters would not fit.
_SMALLEST_FACE = 30

Kind = Literal["text", "panel", "card", "disc", "chips"]


class Drawn(msgspec.Struct, frozen=True):
    """An item that has been drawn, as recorded for tests.

    `name` is the text, the card, or a name for the item. `box` is where it was drawn. `whole` means
    that all of it fitted. `may_shorten` is set for player names, which may be truncated for lack of
    space. `size` is the height of the type in pixels, or 0 if there is none.
    """

    kind: Kind
    name: str
    box: Box
    whole: bool = True
    may_shorten: bool = False
    size: int = 0


class Painter:
    """Draws pictures, shapes and texts, and caches them for reuse.

    A painter serves a single screen size; its cache is bounded.
    """

    def __init__(self, palette: Palette) -> None:
        self.palette = palette
        self.log: list[Drawn] | None = None
        self.keep = _Kept(_MOST_SHAPES).get
        self.keep_text = _Kept(_MOST_TEXT).get
        self._grounds: dict[tuple[object, ...], pygame.Surface] = {}

    def ground(self, key: tuple[object, ...], draw: Callable[[], pygame.Surface]) -> pygame.Surface:
        """Return the screen-sized surface cached under `key`, drawing it first if necessary.

        Only the last three are cached, because they are large.
        """
        if key not in self._grounds:
            while len(self._grounds) > 2:
                self._grounds.pop(next(iter(self._grounds)))
            self._grounds[key] = draw()
        return self._grounds[key]

    def note(self, kind: Kind, name: str, box: Box) -> None:
        """Record a drawn item in `log`, unless that is None."""
        if self.log is not None:
            self.log.append(Drawn(kind, name, box))

    def fitted(
        self,
        text: str,
        width: int,
        height: int,
        colour: Colour,
        bold: bool = False,
        shrink: float = SHRINK,
    ) -> pygame.Surface:
        """Return an image of one line that fits `width` x `height`, shrunk or truncated if needed.

        `shrink` is the smallest fraction of the height to which type may shrink before the line is
        truncated.
        """

        def draw() -> pygame.Surface:
            fit = fitted_line(printable(text), width, height, bold, shrink)
            drawn = write(fit.text, fit.size, bold, colour)
            if drawn.get_width() > width or drawn.get_height() > height:
                room = (0, 0, min(width, drawn.get_width()), min(height, drawn.get_height()))
                drawn = drawn.subsurface(room)
            return drawn

        return self.keep_text((text, width, height, colour, bold, shrink), draw)

    def fits(
        self, text: str, width: int, height: int, bold: bool = False, shrink: float = SHRINK
    ) -> bool:
        """Return whether a line fits `width` x `height` without being truncated."""
        return fitted_line(printable(text), width, height, bold, shrink).whole

    def best(
        self,
        texts: Sequence[str],
        width: int,
        height: int,
        bold: bool = False,
        shrink: float = SHRINK,
    ) -> str:
        """Return the first text that fits the space in full, or the last if none does."""
        fit = (text for text in texts[:-1] if self.fits(text, width, height, bold, shrink))
        return next(fit, texts[-1] if texts else "")

    @staticmethod
    def holds(text: str, box: Box, bold: bool = False, size: int = LEAST) -> bool:
        """Return whether text, wrapped onto several lines, fits a box in type of `size` pixels."""
        lines = wrapped(printable(text), box.w, size, bold)
        return len(lines) * line_height(size, bold) <= box.h

    @staticmethod
    def width(text: str, height: int) -> int:
        """Return the width in pixels of text set in the largest type that fits `height` pixels."""
        fit = fitted_line(printable(text), 1 << 20, height, False, 1.0)
        return measure(fit.text, fit.size, False)

    def figure_fits(self, text: str, box: Box, shrink: float = 1.0) -> bool:
        """Return whether a number fits a box in digits at least `shrink` times its height."""
        return fitted_figure(printable(text), box.w, box.h, shrink).whole

    def figure_width(self, text: str, box: Box) -> int:
        """Return the width of a number in the type size at which it fits a box."""
        fit = fitted_figure(printable(text), box.w, box.h, 0.0)
        return measure(fit.text, fit.size, True)

    def card_picture(self, width: int, height: int, card: str, dim: bool = False) -> pygame.Surface:
        """Return the picture of a card's face."""
        key = ("card", card, width, height, dim)

        def draw() -> pygame.Surface:
            if width >= _SMALLEST_FACE:
                return dimmed(self._face(width, height, card), dim)
            large = self._face(width * FINE, height * FINE, card)
            return dimmed(pygame.transform.smoothscale(large, (width, height)), dim)

        return self.keep(key, draw)

    def _face(self, width: int, height: int, card: str) -> pygame.Surface:
        rank, suit = card[:-1].replace("T", "10"), card[-1:]
        known = suit in ("s", "h", "d", "c")
        colour = self.palette.suit(suit) if known else self.palette.mark_text
        face = self._canvas(width, height)
        paper, edge = self.palette.card, self.palette.card_edge
        face.panel(Box(0, 0, width, height), paper, edge, radius=max(3, width // 9))
        margin = max(2, width // 14)
        letter_h = int(min(height * 0.5, width * 0.72))
        if known:
            # The suit takes the larger part; the rank may extend into the free corner above it.
            suit_size = int(min(width * 0.62, height * 0.52))
            shape = suit_shape(suit, suit_size, colour)
            face.surface.blit(shape, (width - margin - suit_size, height - margin - suit_size))
        corner = Box(margin + max(1, width // 40), margin // 2, width - 2 * margin, letter_h)
        face.text(rank if known else card, corner, colour, bold=True, at="left")
        return face.surface

    def _canvas(self, width: int, height: int) -> "Canvas":
        """Return an empty canvas; what is drawn on it is not recorded in `log`."""
        unlogged = copy(self)
        unlogged.log = None
        return Canvas(unlogged, pygame.Surface((width, height), pygame.SRCALPHA))

    def back_picture(self, width: int, height: int, dim: bool = False) -> pygame.Surface:
        """Return the picture of a card's back."""

        def draw() -> pygame.Surface:
            back, here = self._canvas(width, height), Box(0, 0, width, height)
            radius = max(3, width // 9)
            back.panel(here, (235, 235, 240), (150, 156, 168), radius=radius)
            inner = here.inset(max(2, width // 14))
            back.panel(inner, self.palette.back, radius=max(2, radius - 2))
            self._lattice(back.surface, inner)
            return dimmed(back.surface, dim)

        return self.keep(("back", width, height, dim), draw)

    def _lattice(self, drawn: pygame.Surface, box: Box) -> None:
        step = max(5, box.w // 5)
        drawn.set_clip((box.x + 1, box.y + 1, box.w - 2, box.h - 2))
        for x in range(-box.h, box.w + box.h, step):
            for end in (box.h, -box.h):
                pygame.draw.aaline(
                    drawn,
                    self.palette.back_pattern,
                    (box.x + x, box.y),
                    (box.x + x + end, box.bottom),
                )
        drawn.set_clip(None)

    def chips_picture(self, width: int, height: int, amount: int) -> pygame.Surface:
        """Return the picture of a small pile of chips for an amount."""
        pile = pile_of(amount)
        return self.keep(("chips", width, height, pile), lambda: draw_pile(width, height, pile))

    def moving(self, kind: str, width: int, height: int, card: str, chips: int) -> pygame.Surface:
        """Return the picture of a moving item.

        If `kind` is `chips`, that is a pile worth `chips`. Otherwise it is the face of `card`, or
        the back of a card if `card` is "".
        """
        if kind == "chips":
            return self.chips_picture(width, height, chips)
        return self.card_picture(width, height, card) if card else self.back_picture(width, height)


class Canvas:
    """Draws on the surface of one picture, with a painter that caches shapes and texts."""

    def __init__(self, painter: Painter, surface: pygame.Surface) -> None:
        self.painter = painter
        self.surface = surface
        self.colours = painter.palette

    def text(
        self,
        text: str,
        box: Box,
        colour: Colour,
        *,
        bold: bool = False,
        at: str = "centre",
        shrink: float = SHRINK,
        may_shorten: bool = False,
    ) -> Box:
        """Write one line into `box`, shrunk or truncated if needed; return the box it occupies.

        `at` aligns the line: `left`, `centre` or `right`. `shrink` is as in `fitted`. `may_shorten`
        is only recorded in `log`.
        """
        drawn = self.painter.fitted(text, box.w, box.h, colour, bold, shrink)
        width, height = drawn.get_size()
        x = {"left": box.x, "centre": box.x + (box.w - width) // 2, "right": box.right - width}[at]
        y = box.y + (box.h - height) // 2
        self.surface.blit(drawn, (x, y))
        stands = Box(x, y, width, height)
        if self.painter.log is not None and text:
            fit = fitted_line(printable(text), box.w, box.h, bold, shrink)
            self.painter.log.append(Drawn("text", text, stands, fit.whole, may_shorten, fit.size))
        return stands

    def paragraph(
        self,
        text: str,
        box: Box,
        height: int,
        colour: Colour,
        *,
        bold: bool = False,
        at: str = "left",
        middle: bool = False,
    ) -> int:
        """Write `text` into `box` in lines; return the pixel row below the last line.

        Type starts at `height` pixels and shrinks until all of the text fits the box. If it does
        not fit even in the smallest type, the last lines are left out. If `middle` is set, the
        lines are centred vertically.
        """
        size, lines = paragraph_lines(printable(text), box.w, box.h, height, bold)
        step = line_height(size, bold)
        room = max(1, box.h // step)
        y = box.y + (max(0, box.h - len(lines) * step) // 2 if middle else 0)
        for line in lines[:room]:
            # The line was measured at this size, so it must be written at this size.
            drawn = self.painter.keep_text(
                ("line", line, size, colour, bold),
                lambda line=line: write(line, size, bold, colour),  # type: ignore[misc]
            )
            width = min(drawn.get_width(), box.w)
            x = box.x if at == "left" else box.x + (box.w - width) // 2
            self.surface.blit(drawn, (x, y), (0, 0, box.w, min(drawn.get_height(), box.bottom - y)))
            if self.painter.log is not None:
                stands = Box(x, y, width, min(step, drawn.get_height()))
                whole = drawn.get_width() <= box.w and y + step <= box.bottom + 1
                whole = whole and len(lines) <= room
                self.painter.log.append(Drawn("text", line, stands, whole, size=size))
            y += step
        return min(y, box.bottom)

    def figure(self, text: str, box: Box, colour: Colour, *, at: str = "centre") -> Box:
        """Write a number as tall as `box` if the width allows; return the box it occupies.

        There is no space above the number, and only enough below it for commas. The number is
        therefore far larger than other text in a box of the same size.
        """
        fit = fitted_figure(printable(text), box.w, box.h, 0.0)
        drawn = self.painter.keep_text(
            ("figure", fit.text, fit.size, colour),
            lambda: write_figure(fit.text, fit.size, True, colour),
        )
        width, high = drawn.get_width(), figure_height if "," in text else cap_height
        height = high(fit.size, bold=True)
        x = {"left": box.x, "centre": box.x + (box.w - width) // 2, "right": box.right - width}[at]
        stands = Box(x, box.y + (box.h - height) // 2, width, height)
        self.surface.blit(drawn, (stands.x, stands.y - overshoot(fit.size, bold=True)))
        if self.painter.log is not None and text:
            self.painter.log.append(Drawn("text", text, stands, fit.whole, size=fit.size))
        return stands

    def panel(
        self,
        box: Box,
        fill: Colour,
        edge: Colour | None = None,
        *,
        radius: int = 8,
        thick: int = 1,
    ) -> None:
        """Draw a rectangle with rounded corners and an edge of `thick` pixels."""

        def draw() -> pygame.Surface:
            corner = min(radius, box.w // 2, box.h // 2)
            if box.w * box.h > 60_000 and corner < min(box.w, box.h) // 4:
                return _large_panel(box, fill, edge, corner, thick)
            big = pygame.Surface((box.w * FINE, box.h * FINE), pygame.SRCALPHA)
            _rounded(big, big.get_rect(), fill, edge, corner * FINE, thick * FINE)
            return pygame.transform.smoothscale(big, (box.w, box.h))

        key = ("panel", box.w, box.h, fill, edge, radius, thick)
        self.surface.blit(self.painter.keep(key, draw), (box.x, box.y))
        self.painter.note("panel", "", box)

    def outline(self, box: Box, edge: Colour, *, radius: int = 8, thick: int = 2) -> None:
        """Draw the edge of a rectangle with rounded corners, without a fill."""

        def draw() -> pygame.Surface:
            big = pygame.Surface((box.w * FINE, box.h * FINE), pygame.SRCALPHA)
            corner = min(radius, box.w // 2, box.h // 2) * FINE
            pygame.draw.rect(big, edge, big.get_rect(), thick * FINE, border_radius=corner)
            return pygame.transform.smoothscale(big, (box.w, box.h))

        key = ("outline", box.w, box.h, edge, radius, thick)
        self.surface.blit(self.painter.keep(key, draw), (box.x, box.y))

    def disc(self, box: Box, fill: Colour, edge: Colour, text: str, ink: Colour) -> None:
        """Draw a circular marker with one or two letters on it."""
        size = min(box.w, box.h)

        def draw() -> pygame.Surface:
            big = pygame.Surface((size * FINE, size * FINE), pygame.SRCALPHA)
            middle = size * FINE // 2
            pygame.draw.circle(big, edge, (middle, middle), middle)
            pygame.draw.circle(big, fill, (middle, middle), int(middle * 0.86))
            return pygame.transform.smoothscale(big, (size, size))

        x, y = box.x + (box.w - size) // 2, box.y + (box.h - size) // 2
        self.surface.blit(self.painter.keep(("disc", size, fill, edge), draw), (x, y))
        self.painter.note("disc", text, Box(x, y, size, size))
        if text:
            self.figure(text, Box(x, y, size, size).inset(size // 8, size // 7), ink)

    def card(self, box: Box, card: str, dim: bool = False) -> None:
        """Draw the face of a card: rank in a corner, suit large; `dim` means out of play."""
        self.surface.blit(self.painter.card_picture(box.w, box.h, card, dim), (box.x, box.y))
        self.painter.note("card", card, box)

    def chips(self, box: Box, amount: int) -> None:
        """Draw a small pile of chips for an amount at the bottom of `box`."""
        self.surface.blit(self.painter.chips_picture(box.w, box.h, amount), (box.x, box.y))
        self.painter.note("chips", "", box)


class _Kept:
    """A cache of pictures up to `most` bytes, which drops the least recently used ones first."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._bytes = 0
        self._pictures: dict[tuple[object, ...], pygame.Surface] = {}

    def get(self, key: tuple[object, ...], draw: Callable[[], pygame.Surface]) -> pygame.Surface:
        found = self._pictures.pop(key, None)
        if found is None:
            found = draw()
            self._bytes += found.get_width() * found.get_height() * 4
        self._pictures[key] = found
        while self._bytes > self._most and len(self._pictures) > 1:
            # The first entry is the least recently used.
            oldest = self._pictures.pop(next(iter(self._pictures)))
            self._bytes -= oldest.get_width() * oldest.get_height() * 4
        return found


def _rounded(
    surface: pygame.Surface,
    rect: pygame.Rect,
    fill: Colour,
    edge: Colour | None,
    radius: int,
    thick: int,
) -> None:
    pygame.draw.rect(surface, edge or fill, rect, border_radius=radius)
    if edge is not None:
        inner = rect.inflate(-2 * thick, -2 * thick)
        pygame.draw.rect(surface, fill, inner, border_radius=max(1, radius - thick))


def _large_panel(
    box: Box, fill: Colour, edge: Colour | None, radius: int, thick: int
) -> pygame.Surface:
    """Return a panel with anti-aliasing only at the corners, since its edges are straight."""
    drawn = pygame.Surface((box.w, box.h), pygame.SRCALPHA)
    drawn.fill(edge or fill)
    if edge is not None:
        drawn.fill(fill, (thick, thick, box.w - 2 * thick, box.h - 2 * thick))
    side = radius + thick + 1
    big = pygame.Surface((2 * side * FINE, 2 * side * FINE), pygame.SRCALPHA)
    _rounded(big, big.get_rect(), fill, edge, radius * FINE, thick * FINE)
    corners = pygame.transform.smoothscale(big, (2 * side, 2 * side))
    for x, from_x in ((0, 0), (box.w - side, side)):
        for y, from_y in ((0, 0), (box.h - side, side)):
            drawn.fill((0, 0, 0, 0), (x, y, side, side))
            drawn.blit(corners, (x, y), (from_x, from_y, side, side))
    return drawn
