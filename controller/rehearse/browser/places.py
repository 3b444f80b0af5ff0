"""A style sheet that places a page's seats around the felt, with their bets in front of them.

Positions are percentages of the felt's width and height; a felt that is taller than wide has its
own positions.
"""

import math
from typing import Final

import msgspec

STEPS: Final = 720
"""The number of points on the rim from which the seats' positions are chosen."""


class Shape(msgspec.Struct, frozen=True):
    """An oval along which seats are placed.

    `x` and `y` are its centre, `wide` and `high` its semi-axes; all are percentages of the felt's
    width or height. `square` is 2 for an ellipse; the greater it is, the closer the shape is to a
    rectangle.
    """

    x: float
    y: float
    wide: float
    high: float
    square: float

    def at(self, turn: float) -> tuple[float, float]:
        """Return the point (x, y) on the oval after a fraction `turn` of a full circle (0 to 1).

        The circle begins at the side nearest the viewer, and goes clockwise.
        """
        angle = 2 * math.pi * turn + math.pi / 2
        c, s = math.cos(angle), math.sin(angle)
        power = 2 / self.square
        across = math.copysign(abs(c) ** power, c)
        down = math.copysign(abs(s) ** power, s)
        return self.x + self.wide * across, self.y + self.high * down


WIDE: Final = Shape(50, 48, 42, 37, 3)
TALL: Final = Shape(50, 48.5, 37, 39.5, 6)
WIDE_ASPECT, TALL_ASPECT = 16 / 9, 3 / 4


def spots(seats: int, shape: Shape, aspect: float) -> list[tuple[float, float]]:
    """Return the position (x, y) of each seat, clockwise from the one nearest the viewer.

    The seats are equally spaced along the rim `shape`. `aspect` is the felt's width divided by its
    height.

    >>> spots(2, WIDE, WIDE_ASPECT)
    [(50.0, 85.0), (50.0, 11.0)]
    """
    walked, lengths = [shape.at(0)], [0.0]
    for step in range(1, STEPS + 1):
        here, before = shape.at(step / STEPS), walked[-1]
        far = math.hypot((here[0] - before[0]) * aspect, here[1] - before[1])
        walked.append(here)
        lengths.append(lengths[-1] + far)
    found = []
    for seat in range(seats):
        wanted = lengths[-1] * seat / seats
        nth = min(range(STEPS), key=lambda at: abs(lengths[at] - wanted))
        found.append((round(walked[nth][0], 1), round(walked[nth][1], 1)))
    return found


def bet_spot(seat: tuple[float, float], *, tall: bool) -> tuple[float, float]:
    """Return the position (x, y) of a seat's bet, between the seat and the middle of the felt.

    `seat` is the position of the seat. The bet does not overlap other items. `tall` is true for a
    felt that is taller than it is wide.
    """
    x, y = seat
    aside = abs(x - 50) > 28
    if tall:
        near = (0.44, 0.0) if aside else (0.6, 0.36)
    else:
        near = (0.36, 0.2) if aside else (0.1, 0.44)
    return round(x + (50 - x) * near[0], 1), round(y + (48 - y) * near[1], 1)


def places_css(seats: int) -> str:
    """Return a style sheet with the seats' positions; class `.at-1` is the nearest seat."""
    wide, tall = spots(seats, WIDE, WIDE_ASPECT), spots(seats, TALL, TALL_ASPECT)
    lines = _placed(wide, tall=False)
    upright = "".join(_placed(tall, tall=True))
    return "\n".join(lines) + f"\n@container felt (max-aspect-ratio: 21/20) {{{upright}}}\n"


def _placed(places: list[tuple[float, float]], *, tall: bool) -> list[str]:
    lines = []
    for nth, (x, y) in enumerate(places, start=1):
        bet_x, bet_y = bet_spot((x, y), tall=tall)
        lines.append(f".seat.at-{nth}{{left:{x}%;top:{y}%}}")
        lines.append(f".bet.at-{nth}{{left:{bet_x}%;top:{bet_y}%}}")
    return lines
