"""Draws the bar beside the felt: where the hand is, the level, what is going on, notices."""

from itertools import pairwise
from typing import Literal

import pygame

from controller.contract.public import RulingView
from display.felt.layout import Box
from display.felt.palette import Colour
from display.felt.sheet import Sheet
from display.sentences import ruling_lines
from display.words import N_, WAITS

Link = Literal["up", "down", "off", "older"]
_LINKS: dict[Link, str] = {
    "down": N_("No connection: the picture may be old"),
    "off": N_("The table is switched off"),
    "older": N_("This display is older than its table: please update it"),
}


def draw_bar(sheet: Sheet, link: Link) -> None:
    """Draw the title, the level, the panel and the notices; `link`: how true the state is."""
    _title(sheet, link)
    _level(sheet)
    _panel(sheet)
    _notice(sheet, link)


def _in_panel(
    sheet: Sheet, box: Box, fill: Colour | None = None, edge: Colour | None = None
) -> Box:
    """Draw a panel of the bar and give the room in it."""
    fill = sheet.colours.bar if fill is None else fill
    sheet.painter.panel(sheet.surface, box, fill, edge, radius=sheet.radius, thick=2 * sheet.thick)
    return box.inset(max(6, sheet.places.unit // 8), max(4, sheet.places.unit // 12))


def _title(sheet: Sheet, link: Link) -> None:
    inner = _in_panel(sheet, sheet.places.title)
    top, below = inner.rows(0.58, 0.42)
    dot = max(6, top.h // 4)
    colour = (86, 190, 120) if link == "up" else sheet.colours.warning
    place = Box(top.right - dot, top.y + (top.h - dot) // 2, dot, dot)
    sheet.painter.disc(sheet.surface, place, colour, colour, "", colour)
    stage = sheet.words.stage(sheet.state)
    top = Box(top.x, top.y, top.w - 2 * dot, top.h)
    sheet.painter.text(sheet.surface, stage, top, sheet.colours.text, bold=True, at="left")
    table = sheet.words.say("Table {table}", table=sheet.state.table)
    if sheet.state.hand:
        hand = sheet.words.say("Hand {n}", n=sheet.state.hand)
        table = f"{table} · {hand}"
    sheet.painter.text(sheet.surface, table, below, sheet.colours.quiet, at="left")


def _level(sheet: Sheet) -> None:
    inner = _in_panel(sheet, sheet.places.level)
    top, middle, below = inner.rows(0.3, 0.4, 0.3)
    level, state = sheet.state.level, sheet.state
    said = sheet.words.say("Blinds")
    if level.number:
        said = sheet.words.say("Level {n}", n=level.number)
    sheet.painter.text(sheet.surface, said, top, sheet.colours.quiet, at="left")
    sheet.painter.text(sheet.surface, state.house.upper(), top, sheet.colours.faint, at="right")
    blinds = sheet.words.blinds(state)
    sheet.painter.text(
        sheet.surface, blinds, middle, sheet.colours.text, bold=True, at="left", shrink=0
    )
    sheet.painter.text(
        sheet.surface, sheet.words.level_notes(level), below, sheet.colours.quiet, at="left",
        shrink=0,
    )  # fmt: skip


def _panel(sheet: Sheet) -> None:
    if sheet.state.rulings:
        _ruling(sheet, sheet.state.rulings[0])
    elif sheet.state.awards:
        _awards(sheet)
    elif sheet.state.turn:
        _turn(sheet)
    else:
        _dealer(sheet)


def _type(sheet: Sheet, share: float) -> int:
    """Give a height of type in the panel, in pixels."""
    return max(11, int(sheet.places.unit * share))


def _ruling(sheet: Sheet, ruling: RulingView) -> None:
    colours, box = sheet.colours, sheet.places.panel
    inner = _in_panel(sheet, box, edge=colours.ruling)
    size, gap = _type(sheet, 0.3), max(4, sheet.places.unit // 10)
    head = Box(inner.x, inner.y, inner.w, int(inner.h * 0.3))
    what, about, _ = ruling_lines(ruling, sheet.state, sheet.words)
    y = sheet.painter.paragraph(sheet.surface, what, head, size, colours.ruling, bold=True)
    line_h = sheet.painter.line_height(_type(sheet, 0.24))
    line = Box(inner.x, y, inner.w, line_h)
    sheet.painter.text(sheet.surface, about, line, colours.quiet, at="left")
    foot_h = line_h
    steps = Box(inner.x, line.bottom + gap, inner.w, inner.bottom - foot_h - line.bottom - 2 * gap)
    _steps(sheet, ruling, steps)
    foot = Box(inner.x, inner.bottom - foot_h, inner.w, foot_h)
    waits = sheet.words.of(WAITS, ruling.waits_for)
    ink = colours.quiet if ruling.waits_for == "steps" else colours.ruling
    sheet.painter.text(sheet.surface, waits, foot, ink, at="left")


def _steps(sheet: Sheet, ruling: RulingView, box: Box) -> None:
    """List the steps, those done ticked, the next one large."""
    if not ruling.steps:
        return
    colours = sheet.colours
    following = next((i for i, step in enumerate(ruling.steps) if not step.done), -1)
    weights = [1.7 if i == following else 1.0 for i in range(len(ruling.steps))]
    row_h = min(_type(sheet, 0.46), int(box.h / sum(weights)))
    y = box.y
    for index, step in enumerate(ruling.steps):
        height = int(row_h * weights[index])
        row = Box(box.x, y, box.w, height)
        y += height
        tick_h = int(row_h * 0.62)
        tick = Box(row.x, row.y + (row.h - tick_h) // 2, tick_h, tick_h)
        rest = Box(tick.right + tick_h // 2, row.y, row.right - tick.right - tick_h // 2, row.h)
        ink = colours.text if index == following else colours.quiet
        edge = colours.ruling if index == following else colours.faint
        if step.done:
            sheet.painter.panel(sheet.surface, tick, colours.won, radius=tick_h // 4)
            _tick(sheet, tick)
            ink = colours.faint
        else:
            sheet.painter.panel(
                sheet.surface, tick, colours.bar, edge, radius=tick_h // 4, thick=2 * sheet.thick
            )
        text = sheet.words.ruling_step(step, sheet.state, ruling.kind)
        bold = index == following
        size = int(row_h * (0.66 if bold else 0.58))
        lines = len(sheet.painter.wrapped(text, rest.w, size, bold))
        block = min(rest.h, lines * sheet.painter.line_height(size, bold))
        place = Box(rest.x, rest.y + (rest.h - block) // 2, rest.w, block)
        sheet.painter.paragraph(sheet.surface, text, place, size, ink, bold=bold)


def _tick(sheet: Sheet, box: Box) -> None:
    points = [(0.22, 0.52), (0.43, 0.72), (0.8, 0.28)]
    at = [(box.x + x * box.w, box.y + y * box.h) for x, y in points]
    for first, second in pairwise(at):
        pygame.draw.line(sheet.surface, sheet.colours.text, first, second, max(2, box.w // 8))


def _awards(sheet: Sheet) -> None:
    inner = _in_panel(sheet, sheet.places.panel, edge=sheet.colours.won)
    awards = sheet.state.awards
    following = sheet.words.next_dealer(sheet.state)
    if following:
        line_h = _type(sheet, 0.34)
        line = Box(inner.x, inner.bottom - line_h, inner.w, line_h)
        sheet.painter.text(sheet.surface, following, line, sheet.colours.quiet, at="left")
        inner = Box(inner.x, inner.y, inner.w, inner.h - line_h)
    heights = min(inner.h // len(awards), int(sheet.places.unit * 0.92))
    for index, (pot, seat, amount) in enumerate(awards):
        row = Box(inner.x, inner.y + index * heights, inner.w, heights)
        top, below = row.inset(0, heights // 14).rows(0.6, 0.4)
        figure = sheet.painter.text(
            sheet.surface, sheet.words.amount(amount), top, sheet.colours.turn, bold=True,
            at="right",
        )  # fmt: skip
        name = Box(top.x, top.y, max(1, figure.x - top.x - top.h // 3), top.h)
        player = sheet.words.seat(sheet.state, seat)
        sheet.painter.text(sheet.surface, player, name, sheet.colours.text, bold=True, at="left")
        about = sheet.words.pot(pot)
        view = next((view for view in sheet.state.seats if view.seat == seat), None)
        if view is not None and view.hand_name:
            about = f"{about} · {sheet.words.hand(view.hand_name, view.hand_ranks)}"
        sheet.painter.text(sheet.surface, about, below, sheet.colours.quiet, at="left")


def _turn(sheet: Sheet) -> None:
    inner = _in_panel(sheet, sheet.places.panel, edge=sheet.colours.turn)
    state, legal = sheet.state, sheet.state.legal
    y = _heading(sheet, inner, sheet.words.say("To act"))
    if state.clock_seat == state.turn:
        left = sheet.words.clock(state.clock_left)
        top = Box(inner.x, inner.y, inner.w, y - inner.y)
        sheet.painter.text(sheet.surface, left, top, sheet.colours.turn, bold=True, at="right")
    name = Box(inner.x, y, inner.w, _type(sheet, 0.5))
    sheet.painter.text(
        sheet.surface, sheet.words.seat(state, state.turn), name, sheet.colours.turn, bold=True,
        at="left",
    )  # fmt: skip
    pots_h = inner.h // 3 if len(state.pots) > 1 else 0
    rest = Box(inner.x, name.bottom, inner.w, inner.bottom - name.bottom - pots_h)
    rest = rest.inset(0, sheet.places.unit // 10)
    if legal is not None:
        _table_of(sheet, sheet.words.choices(legal), rest)
    if pots_h:
        _who_can_win(sheet, Box(inner.x, inner.bottom - pots_h, inner.w, pots_h))


def _heading(sheet: Sheet, inner: Box, text: str) -> int:
    """Write the panel's small first line; give the row below it."""
    height = min(inner.h // 4, _type(sheet, 0.34))
    line = Box(inner.x, inner.y, inner.w, height)
    sheet.painter.text(sheet.surface, text, line, sheet.colours.quiet, at="left")
    return line.bottom


def _who_can_win(sheet: Sheet, box: Box) -> None:
    """List the pots with the seats that can win them."""
    y = _heading(sheet, box, sheet.words.say("Seats in each pot"))
    rows = [
        (sheet.words.pot(index), " ".join(str(seat) for seat in pot.seats))
        for index, pot in enumerate(sheet.state.pots)
    ]
    _table_of(sheet, rows, Box(box.x, y, box.w, box.bottom - y), _type(sheet, 0.34))


def _table_of(sheet: Sheet, rows: list[tuple[str, str]], box: Box, most: int = 0) -> None:
    """List words at the left with their figures at the right."""
    height = min(most or _type(sheet, 0.42), box.h // max(1, len(rows)))
    for index, (word, figure) in enumerate(rows):
        row = Box(box.x, box.y + index * height, box.w, height).inset(0, height // 10)
        word_w = sheet.painter.fitted(word, row.w // 2, row.h, sheet.colours.quiet).get_width()
        room = Box(row.x + word_w + row.h // 2, row.y, row.w - word_w - row.h // 2, row.h)
        drawn = sheet.painter.text(
            sheet.surface, figure, room, sheet.colours.text, bold=True, at="right", shrink=0
        )
        rest = Box(row.x, row.y, max(1, drawn.x - row.x - row.h // 2), row.h)
        sheet.painter.text(sheet.surface, word, rest, sheet.colours.quiet, at="left")


def _dealer(sheet: Sheet) -> None:
    inner = _in_panel(sheet, sheet.places.panel)
    state = sheet.state
    said = sheet.words.next_step(state)
    if not said:
        if state.paused:
            said = sheet.words.say("The table is paused")
        elif state.phase == "idle":
            said = sheet.words.say("The next hand can start")
    dealer = sheet.words.next_dealer(state)
    y = _heading(sheet, inner, sheet.words.who_does(state))
    rest = Box(inner.x, y, inner.w, inner.bottom - y)
    if said:
        y = sheet.painter.paragraph(
            sheet.surface, said, rest, _type(sheet, 0.42), sheet.colours.text, bold=True
        )
    if dealer:
        rest = Box(inner.x, y, inner.w, max(1, inner.bottom - y))
        sheet.painter.paragraph(
            sheet.surface, dealer, rest, _type(sheet, 0.32), sheet.colours.quiet
        )


def _notice(sheet: Sheet, link: Link) -> None:
    """Say in the corner what is not as it should be, or how many burned cards there are."""
    notices: list[tuple[str, Colour]] = []
    state, colours = sheet.state, sheet.colours
    if link in _LINKS:
        notices.append((sheet.words.say(_LINKS[link]), colours.warning))
    if state.paused and state.phase != "idle":
        notices.append((sheet.words.say("Paused after this hand"), colours.quiet))
    if state.blind_zones:
        zones = ", ".join(sheet.words.zone(zone) for zone in state.blind_zones)
        notices.append((sheet.words.say("Not read: {zones}", zones=zones), colours.warning))
    if state.moved_while_off:
        zones = ", ".join(sheet.words.zone(zone) for zone in state.moved_while_off)
        said = sheet.words.say("Moved while off: {zones}", zones=zones)
        notices.append((said, colours.warning))
    if state.carried:
        carried = sheet.words.amount(state.carried)
        said = sheet.words.say("{amount} carried to the next pot", amount=carried)
        notices.append((said, colours.quiet))
    if state.burned:
        said = sheet.words.count("{n} card burned", "{n} cards burned", state.burned)
        notices.append((said, colours.quiet))
    inner = _in_panel(sheet, sheet.places.notice)
    if not notices:
        return
    shown = notices[:3]
    height = min(inner.h // len(shown), int(sheet.places.unit * 0.62))
    for index, (text, ink) in enumerate(shown):
        place = Box(inner.x, inner.y + index * height, inner.w, height)
        sheet.painter.paragraph(sheet.surface, text, place, _type(sheet, 0.25), ink)
