"""One picture being drawn: the state, the boxes, the words and the surface."""

from functools import lru_cache

import pygame

from controller.contract.public import PublicState
from display.felt.layout import Layout
from display.felt.paint import Painter
from display.felt.palette import DARK, Palette
from display.words import Words

OUT = frozenset({"empty", "folded", "dead", "waiting"})


@lru_cache(maxsize=4)
def painter_for(_width: int, _height: int) -> Painter:
    """Give the painter of one screen size: its shapes are kept from picture to picture."""
    return Painter(DARK)


class Sheet:
    """What all that draws on one picture has in common."""

    def __init__(
        self, state: PublicState, places: Layout, said: Words, surface: pygame.Surface
    ) -> None:
        self.state = state
        self.places = places
        self.words = said
        self.surface = surface
        self.painter = painter_for(places.screen.w, places.screen.h)
        self.colours: Palette = self.painter.palette
        self.radius = max(4, places.unit // 7)
        self.thick = max(1, places.unit // 45)

    def figure(self, chips: int, width: int, height: int, sign: str = "") -> str:
        """Give an amount in full where it has room, else rounded: never cut short."""
        full = sign + self.words.amount(chips)
        if self.painter.fits(full, width, height, bold=True):
            return full
        return sign + self.words.short_amount(chips)
