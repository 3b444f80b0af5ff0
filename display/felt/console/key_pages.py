"""Pages of keys on a screen: a title, a sentence, rows of keys, and reasons for disabled keys.

Pure: a seat's pad or the floor's panel supplies the content of a page. This module computes the
boxes, draws the page, and finds the key at a touched point.
"""

from typing import Generic, Literal, TypeVar

import msgspec
import pygame

from display.felt.drawing.layout import Box, Layout
from display.felt.drawing.letters import measure, printable
from display.felt.drawing.look import Look
from display.felt.drawing.paint import Canvas
from display.felt.drawing.sheet import painter_for
from display.felt.drawing.text_fitting import LEAST
from display.orders import Order

P = TypeVar("P")
Tone = Literal["plain", "good", "danger", "quiet", "chosen"]
# The minimum side of a key, in pixels: 9 mm on a 7-inch screen. Larger screens have larger keys.
LEAST_KEY = 48
CLOSE = "close"


class Key(msgspec.Struct, frozen=True):
    """A key on a page: its name and its label; `why` is the reason if it is disabled, else ""."""

    name: str
    text: str
    why: str = ""
    tone: Tone = "plain"


class KeyPage(msgspec.Struct, frozen=True):
    """A page of keys.

    `says` is the sentence below the title. If `docked` is true, the page is shown next to the table
    picture instead of on top of it.
    """

    title: str
    says: str
    rows: tuple[tuple[Key, ...], ...]
    docked: bool = False

    def key(self, name: str) -> Key | None:
        """Return the key with this name, or None if there is none."""
        return next((key for row in self.rows for key in row if key.name == name), None)


class Refused(msgspec.Struct, frozen=True):
    """The reason why a key did nothing, shown next to that key until a given time."""

    key: str
    text: str
    until: float


class Did(msgspec.Struct, Generic[P], frozen=True):
    """The result of a keypress: the next panel (None: closed), and any order or refusal reason."""

    panel: P | None
    order: Order | None = None
    why: str = ""


class PageBoxes(msgspec.Struct, frozen=True):
    """A page's boxes: the whole page, its title, its sentence, and its keys by name."""

    whole: Box
    title: Box
    says: Box | None
    keys: tuple[tuple[str, Box], ...]


def least_key(places: Layout) -> int:
    """Return the minimum side length, in pixels, of a key on this screen."""
    return max(LEAST_KEY, min(places.screen.w, places.screen.h) * 8 // 100)


def page_boxes(places: Layout, page: KeyPage) -> PageBoxes:
    """Return a page's boxes; no two keys overlap, and none is smaller than a fingertip."""
    least, gap, screen = least_key(places), max(4, places.gap), places.screen
    margin = gap + 4
    most = max((len(row) for row in page.rows), default=1)
    says_h = (least * 5 // 4 if page.says else 0) + (gap if page.says else 0)
    width = most * (least * 17 // 16 + gap) + 2 * margin
    height = (len(page.rows) + 1) * (least + gap) + says_h + 2 * margin
    if page.docked:
        dock = places.bar if places.bar.w > least * 4 else places.screen
        width = max(width, min(places.bar.w, screen.w))
        height = max(height, min(places.panel.h, screen.h))
        whole = Box(dock.right - width, dock.bottom - height, width, height)
        # Cover each panel of the bar completely or not at all: half a line of text can't be read.
        for under in (places.panel, places.level, places.title):
            if whole.overlaps(under) and under.y < whole.y < under.bottom:
                whole = whole.below(under.y)
    else:
        table = places.table
        width = min(max(width, min(table.w * 9 // 10, table.h)), screen.w - 2 * gap)
        height = min(max(height, table.h * 3 // 5), screen.h - 2 * gap)
        x = max(gap, table.centre[0] - width // 2)
        y = max(gap, table.centre[1] - height // 2)
        whole = Box(x, y, width, height)
    whole = Box(max(0, whole.x), max(0, whole.y), min(whole.w, screen.w), min(whole.h, screen.h))
    inner = whole.inset(margin)
    shut = Box(inner.right - least, inner.y, least, least)
    title = Box(inner.x, inner.y, inner.w - least - gap, least)
    y = shut.bottom + gap
    says = Box(inner.x, y, inner.w, says_h - gap) if page.says else None
    y += says_h
    keys, rows = [(CLOSE, shut)], inner.below(y).rows(*(1.0 for _ in page.rows), gap=gap)
    for row, place in zip(page.rows, rows, strict=True):
        for key, box in zip(row, place.columns(len(row), gap), strict=True):
            keys.append((key.name, box))
    return PageBoxes(whole, title, says, tuple(keys))


def key_at(places: Layout, page: KeyPage, at: tuple[int, int]) -> str | None:
    """Return the key at a point, "" on the page between its keys, or None off the page."""
    boxes, point = page_boxes(places, page), Box(at[0], at[1], 1, 1)
    if not point.within(boxes.whole):
        return None
    return next((name for name, box in boxes.keys if point.within(box)), "")


def reason_box(places: Layout, page: KeyPage, key: str) -> Box:
    """Return the box for the reason why a key was refused: above the key, or below it."""
    boxes = page_boxes(places, page)
    found = next((box for name, box in boxes.keys if name == key), boxes.title)
    height = least_key(places) * 3 // 2
    inner = boxes.whole.inset(4)
    above = found.y - height - 4
    y = above if above >= inner.y else min(found.bottom + 4, inner.bottom - height)
    return Box(inner.x, y, inner.w, height)


def whole_words(text: str, width: int, size: int) -> int:
    """Return the largest type size, up to `size`, at which every word of `text` fits `width`."""
    # A line must not break at the spaces within a number.
    widest = max(text.split(" "), key=len, default="")
    while size > LEAST and measure(printable(widest), size, bold=True) > width:
        size -= 1
    return size


def draw_page(
    surface: pygame.Surface,
    places: Layout,
    page: KeyPage,
    look: Look,
    refused: Refused | None = None,
    waiting: bool = False,
) -> None:
    """Draw a page over a picture; `waiting` means that an answer is still pending."""
    canvas = Canvas(painter_for(*surface.get_size(), look), surface)
    colours, boxes = canvas.colours, page_boxes(places, page)
    radius, thick = places.unit // 7, max(2, places.unit // 24)
    canvas.panel(boxes.whole, colours.bar, colours.turn, radius=radius, thick=thick)
    high = min(boxes.title.h, int(places.unit * 0.44))
    title = boxes.title.inset(2, (boxes.title.h - high) // 2)
    said = f"{page.title} …" if waiting else page.title
    canvas.text(said, title, colours.text, bold=True, at="left", shrink=0.5, may_shorten=True)
    if boxes.says is not None:
        size = int(places.unit * 0.34)
        canvas.paragraph(page.says, boxes.says, size, colours.turn_ink, bold=True)
    tones = {
        "plain": colours.passive, "good": colours.won, "danger": colours.all_in,
        "quiet": colours.folded, "chosen": colours.turn,
    }  # fmt: skip
    for name, box in boxes.keys:
        key = Key(CLOSE, "×", tone="quiet") if name == CLOSE else page.key(name)
        assert key is not None
        if key.why:
            canvas.panel(box, colours.bar, colours.plate_edge, radius=radius, thick=thick)
            ink = colours.faint
        else:
            canvas.panel(box, tones[key.tone], radius=radius)
            ink = colours.turn_text if key.tone == "chosen" else colours.deed_text
        size = min(int(box.h * 0.5), max(14, int(places.unit * 0.42)))
        place = box.inset(max(3, box.w // 20), 3)
        line = Box(place.x, place.y + (place.h - size) // 2, place.w, size)
        if canvas.painter.fits(key.text, line.w, line.h, bold=True):
            canvas.text(key.text, line, ink, bold=True)
        else:
            size = whole_words(key.text, place.w, size * 3 // 4)
            canvas.paragraph(key.text, place, size, ink, bold=True, at="centre", middle=True)
    if refused is not None:
        box = reason_box(places, page, refused.key)
        canvas.panel(box, colours.room, colours.warning, radius=radius, thick=thick)
        inner = box.inset(places.unit // 7, 6)
        size = int(places.unit * 0.3)
        canvas.paragraph(refused.text, inner, size, colours.text, bold=True)
