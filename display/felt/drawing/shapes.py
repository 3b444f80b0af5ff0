"""Suits and piles of chips as geometric shapes, drawn large and then scaled down."""

import pygame

from display.felt.drawing.palette import CHIPS, Colour, pile_values
from display.suits import outline

# Shapes are drawn this many times larger and scaled down, which smooths their edges.
FINE = 4

COLOURS = dict(CHIPS)


def dimmed(drawn: pygame.Surface, dim: bool) -> pygame.Surface:
    """Return a picture, dimmed if `dim` is true to show that the item is out of play."""
    if dim:
        drawn.fill((135, 138, 142, 255), special_flags=pygame.BLEND_RGBA_MULT)
    return drawn


def pile_of(amount: int, most: int = 5) -> tuple[Colour, ...]:
    """Return the colours of at most `most` chips that represent an amount, largest first."""
    return tuple(COLOURS[value] for value in pile_values(amount, most))


def draw_pile(width: int, height: int, pile: tuple[Colour, ...]) -> pygame.Surface:
    """Return a pile of chips at the bottom of the picture, the first chip lowest."""
    big = pygame.Surface((width * FINE, height * FINE), pygame.SRCALPHA)
    chip_w = min(width, int(height * 1.15)) * FINE
    chip_h = int(chip_w * 0.46)
    thick = int(chip_w * 0.15)
    left = (width * FINE - chip_w) // 2
    floor = height * FINE - thick - chip_h - FINE
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


def suit_shape(suit: str, size: int, colour: Colour) -> pygame.Surface:
    """Return a suit (`s`, `h`, `d`, `c`) in a square of `size` pixels."""
    side = size * FINE
    big = pygame.Surface((side, side), pygame.SRCALPHA)

    corners = [((0.5 + x) * side, (0.5 + y) * side) for x, y in outline(suit)]
    pygame.draw.polygon(big, colour, corners)
    return pygame.transform.smoothscale(big, (size, size))
