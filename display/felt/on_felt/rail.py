"""Light up the rail next to the acting seat, so that its player can see that it is their turn."""

import pygame

from display.felt.drawing.layout import Box, Layout
from display.felt.drawing.sheet import Sheet

_FINE = 2


def rim_width(places: Layout) -> int:
    """Return the width of the rail, in pixels."""
    return max(8, places.unit // 6)


def rail_box(places: Layout, seat: int) -> Box:
    """Return the part of the screen where the rail is lit for a seat."""
    plate, screen = places.seats[seat - 1].plate, places.screen
    aside, down = plate.w * 3 // 10, plate.h
    left, top = max(screen.x, plate.x - aside), max(screen.y, plate.y - down)
    right = min(places.table.right, plate.right + aside)
    bottom = min(places.table.bottom, plate.bottom + down)
    return Box(left, top, right - left, bottom - top)


def light_rail(sheet: Sheet) -> None:
    """Draw the rail brightly lit at the acting seat."""
    places, turn = sheet.places, sheet.state.turn
    if not 1 <= turn <= len(places.seats):
        return
    box, felt, colour = rail_box(places, turn), places.felt, sheet.colours.turn

    def draw() -> pygame.Surface:
        big = pygame.Surface((box.w * _FINE, box.h * _FINE), pygame.SRCALPHA)
        whole = pygame.Rect(felt.x - box.x, felt.y - box.y, felt.w, felt.h)
        radius = int(min(felt.w, felt.h) * places.corner_share)
        rim = rim_width(places) * 5 // 4
        inner = whole.inflate(-2 * rim, -2 * rim)
        for rect, ink, corner in ((whole, colour, radius), (inner, (0, 0, 0, 0), radius - rim)):
            fine = pygame.Rect(*(value * _FINE for value in rect))
            pygame.draw.rect(big, ink, fine, border_radius=max(1, corner * _FINE))
        return pygame.transform.smoothscale(big, (box.w, box.h))

    sheet.surface.blit(sheet.painter.keep(("rail", box, felt, colour), draw), (box.x, box.y))
