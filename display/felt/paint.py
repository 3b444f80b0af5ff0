"""Shapes and type: smooth cards, suits, chips, discs and fitted text, each drawn once and kept."""

import os
from collections.abc import Callable
from functools import lru_cache
from math import cos, pi, sin
from pathlib import Path

import pygame

from display.felt.layout import Box
from display.felt.palette import CHIPS, Colour, Palette

# Shapes are drawn this many times larger and scaled down: that smooths their edges.
_FINE = 4
_FONTS = (
    Path("/usr/share/fonts/truetype/dejavu"),
    Path("/usr/share/fonts/dejavu"),
    Path("/usr/share/fonts/TTF"),
)
_ELLIPSIS = "…"
# What is kept of texts, in bytes; shapes are few and stay.
_MOST_TEXT = 6_000_000
# How far type may shrink before a text is cut short, and the least height in pixels.
_SHRINK = 0.72
_LEAST = 9


@lru_cache(maxsize=256)
def _font(height: int, bold: bool) -> pygame.font.Font:
    """Give the font whose line is about `height` pixels: DejaVu Sans, or pygame's own."""
    pygame.font.init()
    name = "DejaVuSans-Bold.ttf" if bold else "DejaVuSans.ttf"
    size = max(8, int(height * 0.8))
    for folder in _FONTS:
        if (folder / name).is_file():
            return pygame.font.Font(os.fspath(folder / name), size)
    return pygame.font.Font(None, size)


def printable(text: str) -> str:
    """Give the text without what a font cannot draw: control characters and narrow spaces."""
    return "".join(
        " " if char in "\t\n\u202f" else char for char in text if char >= " " or char in "\t\n"
    )


class Painter:
    """Draws on one surface at a time and keeps what it has drawn before.

    It lives as long as a screen of one size; what it keeps does not grow without end.
    """

    def __init__(self, palette: Palette) -> None:
        self.palette = palette
        self._shapes: dict[tuple[object, ...], pygame.Surface] = {}
        self._texts: dict[tuple[object, ...], pygame.Surface] = {}
        self._text_bytes = 0

    def keep(self, key: tuple[object, ...], draw: Callable[[], pygame.Surface]) -> pygame.Surface:
        """Give the shape that was drawn under `key` before, or draw it now."""
        found = self._shapes.get(key)
        if found is None:
            found = self._shapes[key] = draw()
        return found

    def _keep_text(
        self, key: tuple[object, ...], draw: Callable[[], pygame.Surface]
    ) -> pygame.Surface:
        """Give the text that was drawn under `key`, or draw it; old texts make room for new."""
        found = self._texts.pop(key, None)
        if found is None:
            found = draw()
            self._text_bytes += found.get_width() * found.get_height() * 4
        self._texts[key] = found
        while self._text_bytes > _MOST_TEXT and len(self._texts) > 1:
            # The first one is the one that was not asked for the longest.
            oldest = self._texts.pop(next(iter(self._texts)))
            self._text_bytes -= oldest.get_width() * oldest.get_height() * 4
        return found

    # Type

    def fitted(
        self,
        text: str,
        width: int,
        height: int,
        colour: Colour,
        bold: bool = False,
        shrink: float = _SHRINK,
    ) -> pygame.Surface:
        """Give one line no larger than `width` x `height`: in smaller type, then cut short.

        `shrink` is the part of its height that the type may go down to before that.
        """
        return self._keep_text(
            (text, width, height, colour, bold, shrink),
            lambda: self._fit(printable(text), width, height, colour, bold, shrink),
        )

    def fits(self, text: str, width: int, height: int, bold: bool = False) -> bool:
        """Tell whether a line can stand in `width` x `height` without being cut short."""
        size = max(_LEAST, int(self._highest(height, bold) * _SHRINK))
        return _font(size, bold).size(printable(text))[0] <= width

    @staticmethod
    def _highest(height: int, bold: bool) -> int:
        size = height
        while size > _LEAST and _font(size, bold).get_height() > height:
            size -= 1
        return size

    def _fit(
        self, text: str, width: int, height: int, colour: Colour, bold: bool, shrink: float
    ) -> pygame.Surface:
        size = self._highest(height, bold)
        smallest = max(_LEAST, int(size * shrink))
        while size > smallest and _font(size, bold).size(text)[0] > width:
            size -= 1
        font = _font(size, bold)
        if font.size(text)[0] > width:
            while text and font.size(text + _ELLIPSIS)[0] > width:
                text = text[:-1].rstrip()
            text += _ELLIPSIS
        drawn = font.render(text, True, colour)
        if drawn.get_width() > width or drawn.get_height() > height:
            drawn = drawn.subsurface(
                (0, 0, min(width, drawn.get_width()), min(height, drawn.get_height()))
            )
        return drawn

    def text(
        self,
        surface: pygame.Surface,
        text: str,
        box: Box,
        colour: Colour,
        *,
        bold: bool = False,
        at: str = "centre",
        shrink: float = _SHRINK,
    ) -> Box:
        """Write one line into `box`, `at` its `left`, `centre` or `right`; give where it stands."""
        drawn = self.fitted(text, box.w, box.h, colour, bold, shrink)
        width, height = drawn.get_size()
        x = {"left": box.x, "centre": box.x + (box.w - width) // 2, "right": box.right - width}[at]
        y = box.y + (box.h - height) // 2
        surface.blit(drawn, (x, y))
        return Box(x, y, width, height)

    def wrapped(self, text: str, width: int, height: int, bold: bool = False) -> list[str]:
        """Give the lines of `text` in type of `height` that are no wider than `width`."""
        font = _font(height, bold)
        lines: list[str] = []
        for word in printable(text).split(" "):
            joined = f"{lines[-1]} {word}" if lines else word
            if lines and font.size(joined)[0] <= width:
                lines[-1] = joined
            else:
                lines.append(word)
        return lines

    def paragraph(
        self,
        surface: pygame.Surface,
        text: str,
        box: Box,
        height: int,
        colour: Colour,
        *,
        bold: bool = False,
    ) -> int:
        """Write `text` from the top of `box` over as many lines as it has room for.

        Gives the row below the last line. Type begins at `height` pixels and becomes smaller
        until all of it stands in the box.
        """
        size = height
        lines = self.wrapped(text, box.w, size, bold)
        while size > 10 and len(lines) * self.line_height(size, bold) > box.h:
            size -= 1
            lines = self.wrapped(text, box.w, size, bold)
        step = self.line_height(size, bold)
        y = box.y
        for line in lines:
            if y + step > box.bottom:
                break
            self.text(surface, line, Box(box.x, y, box.w, step), colour, bold=bold, at="left")
            y += step
        return y

    @staticmethod
    def line_height(height: int, bold: bool = False) -> int:
        """Give the pixels from one line of that type to the next."""
        return _font(height, bold).get_linesize()

    # Shapes

    def panel(
        self,
        surface: pygame.Surface,
        box: Box,
        fill: Colour,
        edge: Colour | None = None,
        *,
        radius: int = 8,
        thick: int = 1,
    ) -> None:
        """Draw a rectangle with round corners, with an edge of `thick` pixels."""

        def draw() -> pygame.Surface:
            big = pygame.Surface((box.w * _FINE, box.h * _FINE), pygame.SRCALPHA)
            rect = big.get_rect()
            pygame.draw.rect(big, edge or fill, rect, border_radius=radius * _FINE)
            if edge is not None:
                inner = rect.inflate(-2 * thick * _FINE, -2 * thick * _FINE)
                inner_radius = max(1, radius - thick) * _FINE
                pygame.draw.rect(big, fill, inner, border_radius=inner_radius)
            return pygame.transform.smoothscale(big, (box.w, box.h))

        key = ("panel", box.w, box.h, fill, edge, radius, thick)
        surface.blit(self.keep(key, draw), (box.x, box.y))

    def disc(
        self, surface: pygame.Surface, box: Box, fill: Colour, edge: Colour, text: str, ink: Colour
    ) -> None:
        """Draw a round mark with a letter or two in it."""
        size = min(box.w, box.h)

        def draw() -> pygame.Surface:
            big = pygame.Surface((size * _FINE, size * _FINE), pygame.SRCALPHA)
            middle = size * _FINE // 2
            pygame.draw.circle(big, edge, (middle, middle), middle)
            pygame.draw.circle(big, fill, (middle, middle), int(middle * 0.86))
            return pygame.transform.smoothscale(big, (size, size))

        x, y = box.x + (box.w - size) // 2, box.y + (box.h - size) // 2
        surface.blit(self.keep(("disc", size, fill, edge), draw), (x, y))
        self.text(surface, text, Box(x, y, size, size).inset(size // 6, size // 5), ink, bold=True)

    def card(self, surface: pygame.Surface, box: Box, card: str, dim: bool = False) -> None:
        """Draw the face of a card: its rank in a corner, its suit large; `dim`: out of play."""
        key = ("card", card, box.w, box.h, dim)
        face = self.keep(key, lambda: _dimmed(self._face(box.w, box.h, card), dim))
        surface.blit(face, (box.x, box.y))

    def _face(self, width: int, height: int, card: str) -> pygame.Surface:
        rank, suit = card[:-1].replace("T", "10"), card[-1]
        colour = self.palette.suit(suit)
        face = pygame.Surface((width, height), pygame.SRCALPHA)
        self.panel(
            face, Box(0, 0, width, height), self.palette.card, self.palette.card_edge,
            radius=max(3, width // 9),
        )  # fmt: skip
        pad = max(2, width // 14)
        letter_h = int(min(height * 0.5, width * 0.72))
        # The suit has the larger part; the rank may run into the free corner above it.
        suit_size = int(min(width * 0.62, height * 0.52))
        shape = suit_shape(suit, suit_size, colour)
        face.blit(shape, (width - pad - suit_size, height - pad - suit_size))
        wide = width - 2 * pad
        self.text(
            face, rank, Box(pad + max(1, width // 40), pad // 2, wide, letter_h), colour,
            bold=True, at="left",
        )  # fmt: skip
        return face

    def back(self, surface: pygame.Surface, box: Box, dim: bool = False) -> None:
        """Draw the back of a card; `dim`: out of play."""

        def draw() -> pygame.Surface:
            drawn = pygame.Surface((box.w, box.h), pygame.SRCALPHA)
            here = Box(0, 0, box.w, box.h)
            radius = max(3, box.w // 9)
            self.panel(drawn, here, (235, 235, 240), (150, 156, 168), radius=radius)
            inner = here.inset(max(2, box.w // 14))
            self.panel(drawn, inner, self.palette.back, radius=max(2, radius - 2))
            self._lattice(drawn, inner)
            return _dimmed(drawn, dim)

        surface.blit(self.keep(("back", box.w, box.h, dim), draw), (box.x, box.y))

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

    def chips(self, surface: pygame.Surface, box: Box, amount: int) -> None:
        """Draw a small pile for an amount, standing on the bottom of `box`."""
        pile = pile_of(amount)
        key = ("chips", box.w, box.h, pile)
        surface.blit(self.keep(key, lambda: _draw_pile(box.w, box.h, pile)), (box.x, box.y))


def _dimmed(drawn: pygame.Surface, dim: bool) -> pygame.Surface:
    if dim:
        drawn.fill((135, 138, 142, 255), special_flags=pygame.BLEND_RGBA_MULT)
    return drawn


def pile_of(amount: int, most: int = 5) -> tuple[Colour, ...]:
    """Give the colours of at most `most` chips that stand for an amount, largest below."""
    pile: list[Colour] = []
    for value, colour in CHIPS:
        count, amount = divmod(amount, value)
        pile += [colour] * min(count, most)
    return tuple(pile[:most])


def _draw_pile(width: int, height: int, pile: tuple[Colour, ...]) -> pygame.Surface:
    big = pygame.Surface((width * _FINE, height * _FINE), pygame.SRCALPHA)
    chip_w = min(width, int(height * 1.15)) * _FINE
    chip_h = int(chip_w * 0.46)
    thick = int(chip_w * 0.15)
    left = (width * _FINE - chip_w) // 2
    floor = height * _FINE - thick - chip_h - _FINE
    rise = min(thick, max(1, floor // max(1, len(pile) - 1))) if len(pile) > 1 else thick
    for index, colour in enumerate(pile):
        top = floor - index * rise
        dark = (colour[0] * 6 // 10, colour[1] * 6 // 10, colour[2] * 6 // 10)
        rect = pygame.Rect(left, top, chip_w, chip_h)
        pygame.draw.ellipse(big, dark, rect.move(0, thick))
        pygame.draw.rect(big, dark, (left, top + chip_h // 2, chip_w, thick))
        for spot in (0.12, 0.44, 0.76):
            spot_rect = (left + int(chip_w * spot), top + int(chip_h * 0.72), chip_w // 9, thick)
            pygame.draw.rect(big, (236, 236, 230), spot_rect)
        pygame.draw.ellipse(big, (236, 236, 230), rect)
        pygame.draw.ellipse(big, colour, rect.inflate(-chip_w // 16, -chip_h // 12))
        pygame.draw.ellipse(big, (236, 236, 230), rect.inflate(-chip_w // 3, -chip_h // 3))
        pygame.draw.ellipse(big, colour, rect.inflate(-chip_w * 3 // 8, -chip_h * 2 // 5))
    return pygame.transform.smoothscale(big, (width, height))


def _heart(turned: bool) -> list[tuple[float, float]]:
    points = []
    for step in range(120):
        t = 2 * pi * step / 120
        x = 16 * sin(t) ** 3 / 34 + 0.5
        y = 0.46 - (13 * cos(t) - 5 * cos(2 * t) - 2 * cos(3 * t) - cos(4 * t)) / 34
        points.append((x, 0.86 - y if turned else y))
    return points


_STEM = [(0.5, 0.5), (0.54, 0.8), (0.68, 0.96), (0.32, 0.96), (0.46, 0.8)]
_DIAMOND = [(0.5, 0.02), (0.64, 0.27), (0.86, 0.5), (0.64, 0.73), (0.5, 0.98), (0.36, 0.73),
            (0.14, 0.5), (0.36, 0.27)]  # fmt: skip


def suit_shape(suit: str, size: int, colour: Colour) -> pygame.Surface:
    """Give a suit (`s`, `h`, `d`, `c`) drawn from geometry in a square of `size` pixels."""
    side = size * _FINE
    big = pygame.Surface((side, side), pygame.SRCALPHA)

    def polygon(points: list[tuple[float, float]]) -> None:
        pygame.draw.polygon(big, colour, [(x * side, y * side) for x, y in points])

    if suit == "h":
        polygon(_heart(turned=False))
    elif suit == "d":
        polygon(_DIAMOND)
    elif suit == "s":
        polygon(_heart(turned=True))
        polygon(_STEM)
    else:
        for x, y in ((0.5, 0.26), (0.27, 0.57), (0.73, 0.57)):
            pygame.draw.circle(big, colour, (x * side, y * side), side * 0.215)
        pygame.draw.circle(big, colour, (0.5 * side, 0.5 * side), side * 0.12)
        polygon(_STEM)
    return pygame.transform.smoothscale(big, (size, size))
