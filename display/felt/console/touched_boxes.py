"""The boxes for the command line and panels on a screen, and which one a touch hits.

Pure, like the table's layout: the same boxes are used for drawing and for finding touches.
"""

import msgspec

from controller.contract.public import PublicState
from display.felt.console.commands import Console, Panel, choices, page_of
from display.felt.console.key_pages import key_at
from display.felt.drawing.layout import Box, Layout
from display.words.names import Words

DIGITS = ("1", "2", "3", "4", "5", "6", "7", "8", "9", "00", "0", "000")
LETTERS = (*"ABCDEFGHIJKLMNOPQRSTUVWXYZ", "-", " ")
LETTERS_IN_ROW = 7
# The minimum side of a key, in pixels: a fingertip on the smallest screen (7 inches).
LEAST_KEY = 40


class ConsoleBoxes(msgspec.Struct, frozen=True):
    """The boxes for everything that is open, each named after the effect of touching it.

    `line` and `panel` are None if closed. `notice` is the box for the answer to an order.
    """

    line: Box | None
    notice: Box
    panel: Box | None
    title: Box
    touches: tuple[tuple[str, Box], ...]


def console_boxes(places: Layout, console: Console, state: PublicState | None) -> ConsoleBoxes:
    """Return the boxes for everything that is open on a screen."""
    whole = notice = _line(places)
    line = whole if console.line is not None else None
    if line is None:
        height = whole.h * 3 // 5
        notice = Box(whole.x, whole.bottom - height, whole.w, height)
    nothing = Box(0, 0, 1, 1)
    if console.panel is None:
        return ConsoleBoxes(line, notice, None, nothing, ())
    panel = _panel(places, console.panel, state)
    inner = panel.inset(places.gap + 4)
    head_h = min(LEAST_KEY + 2 * places.gap, max(LEAST_KEY, inner.h // 7))
    if console.panel.form and not console.panel.fields:
        title, body = inner.rows(0.42, 0.58, gap=places.gap)
        return ConsoleBoxes(line, notice, panel, title, _body(places, console.panel, state, body))
    shut = Box(inner.right - head_h, inner.y, head_h, head_h)
    title = Box(inner.x, inner.y, inner.w - head_h - places.gap, head_h)
    body = inner.below(shut.bottom + places.gap)
    touches = (("outside", shut), *_body(places, console.panel, state, body))
    return ConsoleBoxes(line, notice, panel, title, touches)


def target_at(
    places: Layout,
    console: Console,
    state: PublicState | None,
    at: tuple[int, int],
    said: Words | None = None,
) -> str:
    """Return the name of the box at the pixel `at`, or "" if nothing there reacts to touch.

    Without `said`, pages of keys are ignored.
    """
    point = Box(at[0], at[1], 1, 1)
    page = None if said is None else page_of(console, state, said)
    if page is not None:
        key = key_at(places, page, at)
        if key is not None:
            return f"page:{key}"
        if console.floor is not None:
            return "page:close"
    boxes = console_boxes(places, console, state)
    if boxes.panel is not None and not point.within(boxes.panel):
        return "outside"
    if boxes.panel is not None:
        return next((name for name, box in boxes.touches if point.within(box)), "")
    if boxes.line is not None and point.within(boxes.line):
        return ""
    if console.notice is not None and point.within(boxes.notice):
        return "notice"
    return _on_the_table(places, state, point) if state is not None else ""


def _on_the_table(places: Layout, state: PublicState, point: Box) -> str:
    """Return the name of the box at a point, such as `seat:3` or `table`, or "" if there is none.

    `table` is returned for the side panels, because a touch there concerns the whole table.
    """
    for seat, own in zip(state.seats, places.seats, strict=False):
        if point.within(own.plate) or point.within(own.cards):
            return f"seat:{seat.seat}"
    bar = (places.title, places.level, places.panel, places.notice)
    return "table" if any(point.within(box) for box in bar) else ""


def _line(places: Layout) -> Box:
    if places.screen.h > places.screen.w:
        below = places.panel
        height = min(below.h, max(110, below.h * 2 // 3))
    else:
        below = places.notice
        height = min(max(2 * below.h, 110), int(places.screen.h * 0.3))
    return Box(below.x, below.bottom - height, below.w, height)


def _panel(places: Layout, panel: Panel, state: PublicState | None) -> Box:
    table = places.table
    if not panel.form:
        rows = len(choices(panel, state)) * 1.05 + 1.3
        width, height = int(table.h * 0.62), int(table.h * 0.125 * rows)
    elif not panel.fields:
        width, height = int(table.h * 0.7), int(table.h * 0.4)
    else:
        width, height = int(table.h * 0.86), int(table.h * 0.94)
    width = min(max(width, 300), table.w - 2 * places.gap, 900)
    height = min(max(height, 130), table.h - 2 * places.gap, 900)
    x, y = table.centre
    return Box(x - width // 2, y - height // 2, width, height)


def _body(
    places: Layout, panel: Panel, state: PublicState | None, box: Box
) -> tuple[tuple[str, Box], ...]:
    gap = places.gap
    if not panel.form:
        offered = choices(panel, state)
        rows = box.rows(*(1.0 for _ in offered), gap=gap)
        return tuple((f"choose:{name}", row) for name, row in zip(offered, rows, strict=True))
    if not panel.fields:
        no, yes = box.columns(2, gap)
        return ("outside", no), ("key:enter", yes)
    field_h = max(LEAST_KEY, box.h // 8)
    fields = Box(box.x, box.y, box.w, field_h).columns(len(panel.fields), gap)
    touches = [(f"field:{index}", field) for index, field in enumerate(fields)]
    foot_h = max(LEAST_KEY, box.h // 7)
    foot = Box(box.x, box.bottom - foot_h, box.w, foot_h)
    back, enter = foot.columns(2, gap)
    touches += [("key:backspace", back), ("key:enter", enter)]
    keys = Box(box.x, fields[0].bottom + gap, box.w, foot.y - fields[0].bottom - 2 * gap)
    signs, in_row = (LETTERS, LETTERS_IN_ROW) if panel.letters else (DIGITS, 3)
    rows = keys.rows(*(1.0 for _ in range(-(-len(signs) // in_row))), gap=gap)
    for index, sign in enumerate(signs):
        key = rows[index // in_row].columns(in_row, gap)[index % in_row]
        kind = "letter" if panel.letters else "key"
        touches.append((f"{kind}:{sign}", key))
    return tuple(touches)
