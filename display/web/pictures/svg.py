"""Parts of an SVG picture: text that fits its box, cards, chips and circular markers.

All functions return SVG in which any text is escaped. Colours are classes in the style sheet, so a
picture is light or dark as the viewer prefers.
"""

import math
from collections.abc import Sequence
from html import escape

from display.felt.drawing.layout import Box
from display.felt.drawing.palette import pile_values
from display.suits import PATHS

_WIDE = 0.58
"""The average width of a letter in the pages' typeface, as a fraction of the type size."""


def width(said: str, size: float) -> int:
    """Return the approximate width of a line of text, in the same unit as the type size `size`."""
    return math.ceil(len(said) * size * _WIDE)


def best(ways: Sequence[str], width: float, size: float) -> str:
    """Return the first of several wordings that fits on a line, or the last if none fits.

    `width` is the length of the line, and `size` the type size in the same unit.
    """
    return next((way for way in ways if len(way) * size * _WIDE <= width), ways[-1])


def text(said: str, box: Box, names: str, *, at: str = "middle", share: float = 0.72) -> str:
    """Return an SVG line of text in a box, or "" for an empty text; `names` are style classes.

    `at` is its alignment: `start`, `middle` or `end`. `share` is the type's height as a fraction of
    the box's. Text that is too long is set in smaller type, and truncated if it still does not fit.
    """
    if not said:
        return ""
    size = max(6.0, min(box.h * share, box.w / max(1, len(said)) / _WIDE))
    cut = int(box.w / (size * _WIDE))
    shown = said if len(said) <= cut else said[: max(1, cut - 1)] + "…"
    x = {"start": box.x, "middle": box.x + box.w / 2, "end": box.right}[at]
    y = box.y + box.h / 2 + size * 0.35
    return (
        f'<text class="{names}" x="{x:g}" y="{y:.1f}" font-size="{size:.1f}"'
        f' text-anchor="{at}">{escape(shown)}</text>'
    )


def panel(box: Box, names: str, radius: float) -> str:
    """Return an SVG rectangle with rounded corners; `names` are its style classes."""
    return (
        f'<rect class="{names}" x="{box.x}" y="{box.y}" width="{box.w}" height="{box.h}"'
        f' rx="{radius:g}"/>'
    )


def disc(box: Box, names: str, letter: str) -> str:
    """Return an SVG circle with one or two letters on it; `names` are its style classes."""
    x, y = box.centre
    return f'<circle class="{names}" cx="{x}" cy="{y}" r="{box.w / 2:g}"/>' + text(
        letter, box, "mark-text", share=0.5
    )


def card(box: Box, name: str, *, dim: bool = False, edge: bool = False) -> str:
    """Return a card face up as SVG, its suit below its rank; `name` is the card, such as `Th`.

    `dim` and `edge` give it the style classes `dim` and `lifted`.
    """
    suit, rank = name[1:2], "10" if name[:1] == "T" else name[:1]
    names = f"card{' dim' if dim else ''}{' lifted' if edge else ''}"
    top = Box(box.x, box.y + box.h // 16, box.w, box.h * 8 // 16)
    size, x, y = box.w * 0.52, box.x + box.w / 2, box.y + box.h * 0.74
    return (
        f'<g class="{names}">{panel(box, "face", max(2, box.w // 9))}'
        f"{text(rank, top, f'suit-{suit}', share=0.92)}"
        f'<path class="suit-{suit}" transform="translate({x:g} {y:g}) scale({size:.1f})"'
        f' d="{PATHS.get(suit, "")}"/></g>'
    )


def back(box: Box, *, dim: bool = False) -> str:
    """Return a card face down as SVG; `dim` gives it the style class `dim`."""
    inner = box.inset(max(1, box.w // 8))
    radius = max(2, box.w // 9)
    names = "card dim" if dim else "card"
    return (
        f'<g class="{names}">{panel(box, "back", radius)}'
        f"{panel(inner, 'back-pattern', radius * 0.6)}</g>"
    )


def chips(box: Box, amount: int) -> str:
    """Return a small pile of at most three chips that represents an amount, as SVG."""
    x, height = box.x + box.w / 2, box.h / 5
    parts = []
    for nth, value in enumerate(pile_values(amount, 3)):
        y = box.bottom - height * (1.2 + nth * 0.9)
        parts.append(
            f'<ellipse class="chip chip-{value}" cx="{x:g}" cy="{y:.1f}" rx="{box.w * 0.42:.1f}"'
            f' ry="{height:.1f}"/>'
        )
    return "".join(parts)
