"""Draw a ruling: what happened, the article, the steps, and who decides."""

from functools import partial

from controller.contract.public import PublicState, RulingView, WaitsFor
from display.felt.drawing.layout import Box
from display.felt.drawing.letters import line_height, printable
from display.felt.drawing.panels import in_panel, small_cards, tick
from display.felt.drawing.sheet import Sheet
from display.felt.drawing.text_fitting import wrapped
from display.felt.on_felt.oval import concerned
from display.words.irregularities import WAITS
from display.words.room import for_now
from display.words.ruling_steps import acts_of, ruling_step
from display.words.sentences import PLAY_GOES_ON, found_lines, reason, ruling_lines


def draw_ruling(sheet: Sheet) -> None:
    """Draw the panel for a ruling that stops play, as tall as the side strip allows."""
    ruling = sheet.ruling
    assert ruling is not None
    colours, places = sheet.colours, sheet.places
    inner = in_panel(sheet, places.tall, edge=colours.ruling)
    gap = max(4, places.unit // 12)
    _, about, _ = ruling_lines(ruling, sheet.state, sheet.words)
    if ruling.waits_for == WaitsFor.FLOOR and ruling.waited >= 1000:
        about = f"{about} {for_now(ruling.waited, sheet.words)}"
    head = Box(inner.x, inner.y, inner.w, int(inner.h * 0.24))
    what = sheet.naming(lambda state: ruling_lines(ruling, state, sheet.words)[0], head, bold=True)
    y = sheet.paragraph(what, head, sheet.type(0.36), colours.ruling, bold=True)
    line = Box(inner.x, y + gap // 2, inner.w, int(inner.h * 0.09))
    y = sheet.paragraph(about, line, sheet.type(0.25), colours.quiet)
    y = _cards(sheet, ruling, inner.below(y + gap)) + gap
    waits = _foot(sheet, ruling)
    foot_h = int(inner.h * (0.11 if ruling.waits_for == "steps" else 0.17)) if waits else 0
    foot = Box(inner.x, inner.bottom - foot_h, inner.w, foot_h)
    room = Box(inner.x, y, inner.w, foot.y - y - gap)
    _steps(sheet, ruling, _above_reason(sheet, ruling, room))
    if ruling.waits_for == "steps":
        if waits:
            size = sheet.type(0.27)
            sheet.paragraph(waits, foot, size, colours.quiet, middle=True)
        return
    sheet.panel(foot, colours.ruling, radius=sheet.radius)
    room = foot.inset(gap, max(2, gap // 2))
    sheet.paragraph(waits, room, sheet.type(0.32), colours.bar, bold=True, at="centre", middle=True)


def _foot(sheet: Sheet, ruling: RulingView) -> str:
    """Return the text at the foot of the panel, or "" if there is none.

    If the ruling is waiting for the floor or for all players to decide, the text says so. If
    several rulings are open, it also says how many others there are.
    """
    parts = []
    if ruling.waits_for != "steps":
        parts.append(sheet.words.of(WAITS, ruling.waits_for))
    if len(sheet.state.rulings) > 1:
        parts.append(
            sheet.words.count(
                "{n} more ruling after that",
                "{n} more rulings after that",
                len(sheet.state.rulings) - 1,
            )
        )
    return ". ".join(parts)


def _cards(sheet: Sheet, ruling: RulingView, box: Box) -> int:
    """Draw the public cards that the ruling's steps name; return the pixel row below them."""
    cards = tuple(sorted(concerned(ruling)))
    if not cards:
        return box.y
    height = min(box.h // 6, sheet.type(0.6))
    small_cards(sheet, cards[:7], Box(box.x, box.y, box.w, height))
    return box.y + height


def _above_reason(sheet: Sheet, ruling: RulingView, box: Box) -> Box:
    """Write the purpose of the applied rule at the bottom of a box, if there is room.

    Return the space left for the steps.
    """
    colours, said = sheet.colours, reason(ruling, sheet.words)
    if not said:
        return box
    size, gap = sheet.type(0.27), max(4, sheet.places.gap)
    high = len(wrapped(printable(said), box.w, size)) * line_height(size) + 2 * gap
    steps = (len(acts_of(ruling)) + 1) * sheet.type(0.42)
    if steps + high > box.h:
        return box
    rest = Box(box.x, box.bottom - high, box.w, high)
    sheet.surface.fill(colours.plate_edge, (rest.x, rest.y, rest.w, max(1, sheet.thick)))
    rest = Box(rest.x, rest.y + gap, rest.w, rest.h - gap)
    sheet.paragraph(said, rest, size, colours.quiet)
    return Box(box.x, box.y, box.w, box.h - high)


def _steps(sheet: Sheet, ruling: RulingView, box: Box) -> None:
    """Write the ruling's steps, with the completed ones ticked and the next one in large type.

    If they don't all fit, the earliest completed steps are left out. If there are still too many,
    the last steps are left out.
    """
    if not ruling.steps:
        return
    colours = sheet.colours
    steps = list(enumerate(acts_of(ruling)))
    following = next((i for i, step in steps if not step.done), -1)
    least = max(24, sheet.type(0.24))
    most = max(2, box.h // least - 1)
    first = max(0, min(following - 1, len(steps) - most))
    shown = steps[first : first + most]
    weights = [1.9 if i == following else 1.0 for i, _ in shown]
    row_h = min(sheet.type(0.6), int(box.h / sum(weights)))
    y = box.y
    for (index, step), weight in zip(shown, weights, strict=True):
        row = Box(box.x, y, box.w, int(row_h * weight))
        y = row.bottom
        size = min(int(row_h * 0.62), sheet.type(0.3))
        place = Box(row.x, row.y + (row.h - size) // 2, size, size)
        rest = Box(place.right + size // 2, row.y, row.right - place.right - size // 2, row.h)
        bold = index == following
        ink = colours.text if bold else colours.faint if step.done else colours.quiet
        if index in sheet.fresh:
            _glow(sheet, row)
            ink = colours.deed_text
        tick(sheet, place, step.done, colours.ruling if bold else colours.faint)
        say = partial(ruling_step, step, said=sheet.words, kind=ruling.kind)
        said = sheet.naming(say, rest, bold=bold)
        high = min(sheet.type(0.42), int(row.h * 0.72)) if bold else min(sheet.type(0.27), row_h)
        sheet.paragraph(said, rest, high, ink, bold=bold, middle=True)


def _glow(sheet: Sheet, row: Box) -> None:
    edge = max(2, sheet.thick)
    place = Box(row.x - 3 * edge, row.y - edge, row.w + 6 * edge, row.h + 2 * edge)
    sheet.panel(place, sheet.colours.won, radius=sheet.radius)


def has_small_thing(sheet: Sheet) -> bool:
    """Return whether there is an irregularity to show, but none that stops play."""
    return not sheet.stopped and (sheet.ruling is not None or sheet.state.found is not None)


def draw_small_thing(sheet: Sheet, box: Box) -> None:
    """Draw an irregularity that does not stop play: what happened, the rule, and the outcome."""
    colours = sheet.colours
    line = Box(box.x, box.y, box.w, max(1, sheet.thick))
    sheet.surface.fill(colours.ruling, (line.x, line.y, line.w, line.h))
    rest = box.inset(0, max(3, sheet.places.unit // 16))
    first, second, third = rest.rows(0.46, 0.2, 0.34)
    size = sheet.type(0.32)
    what = sheet.naming(lambda state: _small_lines(sheet, state)[0], first, bold=True)
    sheet.paragraph(what, first, size, colours.ruling, bold=True)
    _, about, _ = _small_lines(sheet, sheet.state)
    sheet.paragraph(about, second, sheet.type(0.25), colours.quiet)
    todo = sheet.naming(lambda state: _small_lines(sheet, state)[2], third)
    sheet.paragraph(todo, third, size, colours.text)


def _small_lines(sheet: Sheet, state: PublicState) -> tuple[str, str, str]:
    if state.rulings:
        what, about, todo = ruling_lines(state.rulings[0], state, sheet.words)
        return what, about, todo if state.rulings[0].steps else sheet.words.say(PLAY_GOES_ON)
    assert state.found is not None
    return found_lines(state.found, state, sheet.words)
