"""The context for drawing one picture: the state, boxes, words, look and surface."""

from collections.abc import Callable, Sequence
from functools import lru_cache

import pygame
from msgspec.structs import replace

from controller.contract.public import PublicState, RulingView, SeatView, Task
from controller.contract.readings.current_task import first_ruling
from display.felt.drawing.all_in_equity import NONE, Shares
from display.felt.drawing.layout import Box, Layout
from display.felt.drawing.look import Look
from display.felt.drawing.paint import Canvas, Painter
from display.felt.drawing.palette import Colour, palette
from display.felt.drawing.text_fitting import LEAST
from display.words.names import Words, won_by


@lru_cache(maxsize=3)
def painter_for(_width: int, _height: int, look: Look) -> Painter:
    """Return the painter for a screen size and look, which caches shapes between pictures."""
    return Painter(palette(look.palette, look.suits))


NOTHING_FRESH: frozenset[int] = frozenset()

# Longer names are shortened where a sentence has to fit on the felt.
_BRIEF = 14


class Sheet(Canvas):
    """Everything that the code for one picture shares: state, boxes, words, look and surface."""

    def __init__(
        self,
        state: PublicState,
        places: Layout,
        said: Words,
        surface: pygame.Surface,
        look: Look,
        painter: Painter | None = None,
    ) -> None:
        super().__init__(painter or painter_for(places.screen.w, places.screen.h, look), surface)
        self.state = state
        self.chances: Shares = NONE
        """Each face-up hand's chance of winning an all-in, by seat."""
        self.fresh: frozenset[int] = NOTHING_FRESH
        """The indices of the ruling's steps that have just been completed."""
        self.old = False
        """Whether the picture may be outdated; if so, it asks no player to act."""
        self.places = places
        self.words = said
        self.look = look
        self.radius = max(4, places.unit // 7)
        self.thick = max(1, places.unit // 45)

    def large_figure(self, chips: int, box: Box, ink: Colour, *, at: str = "centre") -> Box:
        """Write an amount as tall as its box: in full if the width allows, otherwise rounded.

        Return the box that the amount occupies.
        """
        said = self.words.amount(chips)
        if not self.painter.figure_fits(said, box, 0.7):
            said = self.words.short_amount(chips)
        return self.figure(said, box, ink, at=at)

    def card_outline(self, box: Box, ink: Colour) -> None:
        """Outline a card, or the place where the next card goes."""
        self.outline(box, ink, radius=max(3, box.w // 9), thick=2 * self.thick)

    def line(
        self,
        ways: Sequence[str],
        box: Box,
        ink: Colour,
        *,
        bold: bool = False,
        at: str = "left",
        least: float = 0.6,
    ) -> Box:
        """Write the first of several wordings that fits one line; return the box it occupies.

        A wording may be set in type as small as `least` times the box's height before the next
        wording is tried.
        """
        said = self.painter.best(ways, box.w, box.h, bold=bold, shrink=least)
        return self.text(said, box, ink, bold=bold, at=at, shrink=0.2)

    def namings(self) -> tuple[PublicState, ...]:
        """Return three versions of the state: with full player names, short names and no names."""
        nameless = tuple(replace(seat, name="") for seat in self.state.seats)
        return self.state, brief(self.state), replace(self.state, seats=nameless)

    def naming(self, say: Callable[[PublicState], str], box: Box, *, bold: bool = False) -> str:
        """Return a sentence that refers to players by full name, short name or seat number.

        `say` makes the sentence from a state. The first of the three versions that
        fits `box` when wrapped is returned, or the last if none fits.
        """
        return self.first_held([say(state) for state in self.namings()], box, bold=bold)

    def first_held(self, ways: Sequence[str], box: Box, *, bold: bool = False) -> str:
        """Return the first text that fits a box in type legible from afar.

        If none does, return the first that fits in the smallest type or, failing that, the last.
        """
        for size in (self.px(34), LEAST):
            for way in ways:
                if self.painter.holds(way, box, bold, size):
                    return way
        return ways[-1]

    def type(self, share: float) -> int:
        """Return a height of type in pixels: `share` times the layout's `unit`, with a minimum."""
        return max(self.px(35), int(self.places.unit * share))

    def px(self, pixels: int) -> int:
        """Return a height designed for 1920x1080, scaled to this screen; at least 9 pixels."""
        return max(9, self.places.unit * pixels // 135)

    @property
    def ruling(self) -> RulingView | None:
        """The open ruling, or None; if several are open, one that stops play comes first."""
        return first_ruling(self.state)

    @property
    def stopped(self) -> bool:
        """Whether play is stopped by a ruling; no player acts until the ruling is closed."""
        return self.ruling is not None and not self.state.turn

    def won(self, seat: SeatView) -> int:
        """Return the amount that a seat has won in the finished hand."""
        return seat.won or won_by(self.state, seat.seat)


def step_seat(state: PublicState) -> int:
    """Return the seat at which the dealer's next step takes place, or 0 if it is at no seat."""
    step = state.next_step
    if step is None:
        return 0
    return state.next_dealer if step.task is Task.SHUFFLE else step.seat


def brief(state: PublicState) -> PublicState:
    """Return the state with long names truncated, for sentences in small spaces."""
    if all(len(seat.name) <= _BRIEF for seat in state.seats):
        return state
    seats = tuple(
        replace(seat, name=f"{seat.name[: _BRIEF - 1].rstrip()}…")
        if len(seat.name) > _BRIEF
        else seat
        for seat in state.seats
    )
    return replace(state, seats=seats)
