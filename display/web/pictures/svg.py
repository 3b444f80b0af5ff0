"""Pieces of a picture in SVG: text that fits its box, cards, chips, round marks.

All give text that is safe to stand in a page. Colours are classes of the style sheet, so that a
picture is light or dark as its reader wants it.
"""

import math
from collections.abc import Sequence
from html import escape

from display.felt.drawing.layout import Box

_WIDE = 0.58
"""The width of a letter as a share of its height, on average, in the pages' typeface."""

_SUITS = {
    "h": "M0 .35C-.1.2-.5 0-.5-.25-.5-.45-.15-.5 0-.22.15-.5.5-.45.5-.25.5 0 .1.2 0 .5Z",
    "d": "M0-.5Q.15-.2.4 0 .15.2 0 .5-.15.2-.4 0-.15-.2 0-.5Z",
    "s": "M0-.5C.1-.3.48-.1.48.13.48.37.16.4.06.2Q.1.4.2.5H-.2Q-.1.4-.06.2C-.16.4-.48.37-.48.13"
    "-.48-.1-.1-.3 0-.5Z",
    "c": "M.06.14Q.1.4.2.5H-.2Q-.1.4-.06.14C-.15.34-.5.3-.5.06-.5-.16-.3-.2-.2-.15"
    "-.34-.34-.16-.5 0-.5 .16-.5.34-.34.2-.15.3-.2.5-.16.5.06.5.3.15.34.06.14Z",
}
"""A suit's outline, one unit high, around its middle."""


def width(said: str, size: float) -> int:
    """Return about how wide a line of type of that size is."""
    return math.ceil(len(said) * size * _WIDE)


def best(ways: Sequence[str], width: float, size: float) -> str:
    """Return the first of several ways to say something that has room on a line, else the last."""
    return next((way for way in ways if len(way) * size * _WIDE <= width), ways[-1])


def text(said: str, box: Box, names: str, *, at: str = "middle", share: float = 0.72) -> str:
    """Return a line of text in a box, as high as `share` of it, narrower where it must be."""
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
    """Return a filled rectangle with round corners."""
    return (
        f'<rect class="{names}" x="{box.x}" y="{box.y}" width="{box.w}" height="{box.h}"'
        f' rx="{radius:g}"/>'
    )


def disc(box: Box, names: str, letter: str) -> str:
    """Return a round mark with a letter or two in it."""
    x, y = box.centre
    return f'<circle class="{names}" cx="{x}" cy="{y}" r="{box.w / 2:g}"/>' + text(
        letter, box, "mark-text", share=0.5
    )


def card(box: Box, name: str, *, dim: bool = False, edge: bool = False) -> str:
    """Return a card face up: its rank, and below it its suit."""
    suit, rank = name[1:2], "10" if name[:1] == "T" else name[:1]
    names = f"card{' dim' if dim else ''}{' lifted' if edge else ''}"
    top = Box(box.x, box.y + box.h // 16, box.w, box.h * 8 // 16)
    size, x, y = box.w * 0.52, box.x + box.w / 2, box.y + box.h * 0.74
    return (
        f'<g class="{names}">{panel(box, "face", max(2, box.w // 9))}'
        f"{text(rank, top, f'suit-{suit}', share=0.92)}"
        f'<path class="suit-{suit}" transform="translate({x:g} {y:g}) scale({size:.1f})"'
        f' d="{_SUITS.get(suit, "")}"/></g>'
    )


def back(box: Box, *, dim: bool = False) -> str:
    """Return a card face down."""
    inner = box.inset(max(1, box.w // 8))
    radius = max(2, box.w // 9)
    names = "card dim" if dim else "card"
    return (
        f'<g class="{names}">{panel(box, "back", radius)}'
        f"{panel(inner, 'back-pattern', radius * 0.6)}</g>"
    )


def chips(box: Box, amount: int) -> str:
    """Return a small pile: more chips for more, three at most."""
    layers = 1 + (amount >= 100) + (amount >= 1000)
    x, height = box.x + box.w / 2, box.h / 5
    parts = []
    for nth in range(layers):
        y = box.bottom - height * (1.2 + nth * 0.9)
        parts.append(
            f'<ellipse class="chip chip-{nth}" cx="{x:g}" cy="{y:.1f}" rx="{box.w * 0.42:.1f}"'
            f' ry="{height:.1f}"/>'
        )
    return "".join(parts)
