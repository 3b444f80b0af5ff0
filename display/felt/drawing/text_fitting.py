"""Finds the type size and line breaks at which a line, a number or a paragraph fits its box."""

import re
from functools import lru_cache

import msgspec

from display.felt.drawing.letters import (
    figure_height,
    line_height,
    measure,
    shortened,
)

_ELLIPSIS = "…"
SHRINK = 0.72
"""The smallest fraction of the full type size used; text that needs smaller type is truncated."""

LEAST = 9
"""The minimum height of type, in pixels."""


class Fitted(msgspec.Struct, frozen=True):
    """A line as it will be drawn: its text and type size, and whether all of it fits."""

    text: str
    size: int
    whole: bool


@lru_cache(maxsize=4096)
def fitted_line(text: str, width: int, height: int, bold: bool, shrink: float) -> Fitted:
    """Return a line that fits `width` x `height` pixels, with its type size.

    Its type is as tall as the box if the width allows. Otherwise the type is made smaller, down to
    `shrink` times that size. Text that is still too wide is truncated.
    """
    size, wide = _shrunk(text, width, height, bold, shrink)
    if wide <= width:
        return Fitted(text, size, whole=True)
    while text and measure(text + _ELLIPSIS, size, bold) > width:
        text = shortened(text)
    return Fitted(text + _ELLIPSIS, size, whole=False)


@lru_cache(maxsize=4096)
def fitted_figure(text: str, width: int, height: int, shrink: float) -> Fitted:
    """Return a number with the type size at which it fits `width` x `height` pixels.

    Its digits are as tall as the box. They shrink as in `fitted_line`, but are never truncated.
    """
    # Inter's digits have this height. Measuring it would load a font that then stays in memory.
    size = height * 36 // 25 + 4
    while size > LEAST and figure_height(size, True) > height:
        size -= 1
    size, wide = _shrunk(text, width, size, True, shrink)
    return Fitted(text, size, whole=wide <= width)


def _shrunk(text: str, width: int, size: int, bold: bool, shrink: float) -> tuple[int, int]:
    """Return the type size, from `size` to `shrink` times that, and the width of the text in it."""
    smallest = max(LEAST, int(size * shrink))
    wide = measure(text, size, bold)
    while size > smallest and wide > width:
        # Type is about as wide as it is high, so starting there saves most of the steps.
        size = max(smallest, min(size - 1, size * width // wide + 1))
        wide = measure(text, size, bold)
    return size, wide


@lru_cache(maxsize=512)
def wrapped(text: str, width: int, height: int, bold: bool = False) -> tuple[str, ...]:
    """Break `text`, in type `height` pixels high, into lines no wider than `width`."""
    lines: list[str] = []
    for long in _BEFORE_MARK.sub("\N{NO-BREAK SPACE}", text).split(" "):
        word = long
        joined = f"{lines[-1]} {word}" if lines else word
        if lines and measure(joined, height, bold) <= width:
            lines[-1] = joined
            continue
        # A word that is wider than a line is broken over several.
        while measure(word, height, bold) > width and len(word) > 1:
            part = word
            while len(part) > 1 and measure(part, height, bold) > width:
                part = shortened(part) or part[:1]
            lines.append(part)
            word = word[len(part) :]
        lines.append(word)
    return tuple(lines)


# French puts a space before these marks, and no line may begin with such a mark.
_BEFORE_MARK = re.compile(r" (?=[:;!?»](?: |$))|(?<=«) ")


@lru_cache(maxsize=1024)
def paragraph_lines(
    text: str, width: int, room: int, height: int, bold: bool
) -> tuple[int, tuple[str, ...]]:
    """Return the largest type size, up to `height`, at which `text` fits, and its lines.

    `width` and `room` are the width and height of the space in pixels. If the text does not fit
    even in the smallest type, that size is returned.
    """
    size = max(height, LEAST)
    lines = wrapped(text, width, size, bold)
    while size > LEAST and len(lines) * line_height(size, bold) > room:
        size -= 1
        lines = wrapped(text, width, size, bold)
    return size, lines
