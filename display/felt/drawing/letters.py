"""Fonts (Inter and its fallbacks), runs of text in one font and direction, and text widths.

A letter missing from Inter is taken from DejaVu or another system font. A letter that no font has
is drawn as a small square. Hebrew and Arabic are written from right to left.
"""

import os
import re
from contextlib import suppress
from functools import lru_cache
from itertools import groupby
from pathlib import Path
from unicodedata import bidirectional, category, combining

import pygame

from display.felt.drawing.palette import Colour

_INTER = Path(__file__).parents[2] / "fonts"
_DEJAVU = (
    Path("/usr/share/fonts/truetype/dejavu"),
    Path("/usr/share/fonts/dejavu"),
    Path("/usr/share/fonts/TTF"),
)
# Fonts for letters that Inter and DejaVu lack, the best looking first.
_OTHERS = (
    "opentype/noto/NotoSansCJK-Regular.ttc",
    "truetype/noto/NotoSansDevanagari-Regular.ttf",
    "truetype/noto/NotoSansThai-Regular.ttf",
    "truetype/wqy/wqy-microhei.ttc",
    "opentype/unifont/unifont.otf",
    "opentype/unifont/unifont_upper.otf",
    "truetype/ancient-scripts/Symbola_hint.ttf",
)
_NOBODY_HAS = "\U0010fffe"
_SQUARE = "\N{WHITE SQUARE}"
_LATIN_ENDS = "\u0149"
"""The first letter that Inter may lack; Inter has every letter with a lower code point."""
_RIGHT_TO_LEFT = frozenset({"R", "AL", "AN"})


@lru_cache(maxsize=1)
def _files() -> tuple[tuple[str, str], ...]:
    """Return the available fonts, each as a regular and a bold file; the first font is Inter."""
    found = [(_INTER / "inter-regular.ttf", _INTER / "inter-bold.ttf")]
    found += [(place / "DejaVuSans.ttf", place / "DejaVuSans-Bold.ttf") for place in _DEJAVU]
    roots = (Path("/usr/share/fonts"), Path("/usr/share/fonts/truetype"))
    found += [(root / name, root / name) for name in _OTHERS for root in roots]
    there = [(regular, bold) for regular, bold in found if regular.is_file()]
    return tuple(
        (os.fspath(regular), os.fspath(bold if bold.is_file() else regular))
        for regular, bold in there
    )


@lru_cache(maxsize=256)
def _font(height: int, bold: bool, which: int = 0, script: str = "") -> pygame.font.Font:
    """Return a font for type about `height` pixels high.

    `which` is the font's index in `_files`. If `script` is set, text is written from right to left.
    """
    pygame.font.init()
    font = pygame.font.Font(_files()[which][bold], max(8, int(height * 0.8)))
    if script:
        # Without a shaper, the library writes the letters in logical order.
        with suppress(pygame.error):
            font.set_script(script)
            font.set_direction(pygame.DIRECTION_RTL)
    return font


@lru_cache(maxsize=2048)
def _which(letter: str) -> int:
    """Return the index of the first font that has a letter, or -1 if none does."""
    for which in range(len(_files())):
        font = _font(20, False, which)
        if letter == _SQUARE or _picture(font, letter) != _picture(font, _NOBODY_HAS):
            return which
    return -1


def _picture(font: pygame.font.Font, letter: str) -> bytes:
    return pygame.image.tobytes(_drawn(font, letter, (255, 255, 255)), "RGBA")


def _drawn(font: pygame.font.Font, text: str, colour: Colour) -> pygame.Surface:
    """Return a picture of text, or an empty picture if the letters have no width."""
    try:
        return font.render(text, True, colour)
    except pygame.error:
        return pygame.Surface((0, font.get_height()), pygame.SRCALPHA)


def printable(text: str) -> str:
    """Return the text without unprintable characters; tabs and line breaks become spaces."""
    if text.isascii() and text.isprintable():
        return text
    # These fonts do not support variation selectors.
    return "".join(
        letter
        for letter in re.sub("[\ufe00-\ufe0f]", "", re.sub("[\t\n\u202f]", " ", text))
        if letter.isprintable() or letter in "\u00a0\u2009"
    )


@lru_cache(maxsize=1024)
def _runs(text: str) -> tuple[tuple[str, int, str], ...]:
    """Split text into runs; each is a string, the index of its font, and its script.

    The script is "" for text written from left to right.
    """
    if all(letter < _LATIN_ENDS for letter in text):
        return ((text, 0, ""),)
    marked: list[tuple[str, int, str]] = []
    script, which = "", 0
    for place, letter in enumerate(text):
        if combining(letter) and marked:
            marked.append((letter, which, script))
            continue
        kind = bidirectional(letter)
        if kind in _RIGHT_TO_LEFT:
            script = "Hebr" if kind == "R" else "Arab"
        elif kind == "L" or not _goes_on(text[place:]):
            script = ""
        found = 0 if letter < _LATIN_ENDS else _which(letter)
        which = max(found, 0)
        marked.append((letter if found >= 0 else _SQUARE, which, script))
    return tuple(
        ("".join(letter for letter, _, _ in group), font, back)
        for (font, back), group in groupby(marked, key=lambda one: (one[1], one[2]))
    )


def _goes_on(rest: str) -> bool:
    """Return whether text written from right to left continues in `rest`.

    This depends on the first letter in `rest` that has a direction.
    """
    kinds = (kind for kind in map(bidirectional, rest) if kind == "L" or kind in _RIGHT_TO_LEFT)
    return next(kinds, "L") != "L"


def measure(text: str, height: int, bold: bool = False) -> int:
    """Return the width of printable text in type of this height, in pixels."""
    return sum(_font(height, bold, which, back).size(run)[0] for run, which, back in _runs(text))


def line_height(height: int, bold: bool = False) -> int:
    """Return the distance between two lines in this type, in pixels."""
    return _font(height, bold).get_linesize()


def letter_height(height: int, bold: bool = False) -> int:
    """Return the height of an image of text in this type, in pixels."""
    return _font(height, bold).get_height()


@lru_cache(maxsize=512)
def cap_height(height: int, bold: bool = False) -> int:
    """Return the height of capitals and digits in this type, in pixels."""
    metrics = _font(height, bold).metrics("H")[0]
    return metrics[3] if metrics is not None else height


def figure_height(height: int, bold: bool = False) -> int:
    """Return the height of an image of digits and commas in type of `height` pixels."""
    cap = cap_height(height, bold)
    return cap + max(1, cap // 5)


def overshoot(height: int, bold: bool = False) -> int:
    """Return how far round digits such as 0 rise above the capitals in this type, in pixels."""
    return max(1, cap_height(height, bold) // 24)


def write_figure(text: str, height: int, bold: bool, colour: Colour) -> pygame.Surface:
    """Return an image of a number, cropped just above its digits and just below its commas."""
    drawn = write(text, height, bold, colour)
    cap = cap_height(height, bold)
    top = max(_font(height, bold).get_ascent() - cap - overshoot(height, bold), 0)
    # A comma may extend below the space reserved for it.
    high = min(cap * 3 // 2, drawn.get_height() - top)
    return drawn.subsurface((0, top, drawn.get_width(), high))


def write(text: str, height: int, bold: bool, colour: Colour) -> pygame.Surface:
    """Return an image of printable text."""
    runs = _runs(text)
    if len(runs) == 1:
        run, which, back = runs[0]
        return _drawn(_font(height, bold, which, back), run, colour)
    pieces = [_drawn(_font(height, bold, w, back), run, colour) for run, w, back in runs]
    drawn = pygame.Surface(
        (sum(piece.get_width() for piece in pieces), letter_height(height, bold)), pygame.SRCALPHA
    )
    x = 0
    for piece in pieces:
        drawn.blit(piece, (x, max(0, (drawn.get_height() - piece.get_height()) // 2)))
        x += piece.get_width()
    return drawn


def shortened(text: str) -> str:
    """Return the text without its last letter, including that letter's combining marks."""
    end = len(text) - 1
    while end > 0 and (combining(text[end]) or category(text[end]) in ("Mn", "Cf")):
        end -= 1
    return text[:end].rstrip()
