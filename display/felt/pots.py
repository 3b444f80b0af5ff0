"""Draws the pots: on the felt with their chips, in the panel with the seats that can win them."""

from controller.contract.public import PotView
from display.felt.layout import Box
from display.felt.panels import heading, table_of
from display.felt.sheet import Sheet
from display.words.names import N_

_SOME_CHIPS = 1_125
_POTS_IN_ROW = 4
FEW_POTS = 3
"""Of more pots, the panel names each in a word, and tells its amount too."""


def draw_pots(sheet: Sheet) -> None:
    """Draw each pot with its chips, its amount and the seats that can win it."""
    pots = [(index, pot) for index, pot in enumerate(sheet.state.pots) if pot.amount != 0]
    if not pots:
        return
    row, gap = sheet.places.pots, sheet.places.gap
    longest = max(len(pot.seats) for _, pot in pots)
    narrow = row.columns(len(pots), gap)[0].w < row.h * (2.6 if len(pots) > 2 else 3 + longest // 6)
    if len(pots) > _POTS_IN_ROW or (narrow and len(pots) > 1):
        _many_pots(sheet, pots)
        return
    boxes = row.columns(len(pots), gap)
    widest = int(row.h * 6)
    if boxes[0].w > widest:
        total = len(pots) * widest + gap * (len(pots) - 1)
        left = row.x + (row.w - total) // 2
        boxes = tuple(
            Box(left + i * (widest + gap), row.y, widest, row.h) for i in range(len(pots))
        )
    for (index, pot), box in zip(pots, boxes, strict=True):
        _pot(sheet, box, index, pot, len(pots))


def _many_pots(sheet: Sheet, pots: list[tuple[int, PotView]]) -> None:
    """Draw more pots than have room side by side: the main one, and what the others hold together.

    The panel lists them all.
    """
    row, gap, colours = sheet.places.pots, sheet.places.gap, sheet.colours
    sides = [pot.amount for _, pot in pots[1:]]
    whole = None if None in sides else sum(amount or 0 for amount in sides)
    told = sheet.words.count("{n} side pot", "{n} side pots", len(sides))
    shown = ((sheet.words.say(N_("Main")), pots[0][1].amount), (told, whole))
    for (name, amount), cell in zip(shown, row.columns(2, gap), strict=True):
        sheet.painter.panel(sheet.surface, cell, colours.room, radius=cell.h // 3)
        inner = cell.inset(cell.h // 4, cell.h // 8)
        ways: tuple[str, ...] = (name,)
        if amount is not None:
            figures = sheet.words.amount(amount), sheet.words.short_amount(amount)
            ways = (*(f"{name} {figure}" for figure in figures), *figures)
        sheet.line(ways, inner, colours.text, bold=True, at="centre")


def _pot(sheet: Sheet, box: Box, index: int, pot: PotView, pots: int) -> None:
    colours = sheet.colours
    sheet.painter.panel(
        sheet.surface, box, colours.room, colours.felt_line, radius=min(box.h // 2, box.w // 4)
    )
    inner = box.inset(min(box.h // 3, box.w // 10), box.h // 12)
    if inner.w > box.h * 2 and pots <= 2:
        pile = Box(inner.x, inner.y, inner.h * 9 // 10, inner.h)
        # Where the house hides the amount the pile is the same for all pots.
        amount = _SOME_CHIPS if pot.amount is None else pot.amount
        sheet.painter.chips(sheet.surface, pile, amount)
        inner = Box(pile.right + 2, inner.y, inner.right - pile.right - 2, inner.h)
    # Of three and more the panel says who can win them.
    listed = pots <= 2
    top, below = inner.rows(0.58, 0.42) if listed else (inner.inset(0, inner.h // 8), inner)
    name = sheet.words.pot_on_felt(index, pots)
    if pot.amount is None:
        sheet.painter.text(sheet.surface, name, top, colours.text, bold=True)
    else:
        room = inner.w * 54 // 100
        figure = sheet.figure(pot.amount, room, top.h)
        beside, high = inner.w - room - max(3, top.h // 4), top.h * 4 // 5
        named = sheet.painter.fits(name, beside, high, shrink=0.6)
        if named and sheet.painter.fits(figure, room, top.h, bold=True):
            _two_inks(sheet, name, figure, top)
        else:
            short = sheet.figure(pot.amount, inner.w, top.h)
            sheet.line((short,), top, colours.text, bold=True, at="centre")
    if not listed:
        return
    if pots > 1:
        numbers = seats_listed(pot.seats)
        ways = (
            sheet.words.say(N_("seats {seats}"), seats=numbers),
            numbers,
        )
        sheet.line(ways, below, colours.quiet, at="centre")
    else:
        count = sheet.words.count("{n} player", "{n} players", len(pot.seats))
        sheet.painter.text(sheet.surface, count, below, colours.quiet)


def _two_inks(sheet: Sheet, quiet: str, bright: str, box: Box) -> None:
    """Write a quiet word and a bright figure on one line."""
    colours, gap = sheet.colours, max(3, box.h // 4)
    figure = sheet.painter.fitted(bright, box.w * 54 // 100, box.h, colours.text, True)
    word_w = box.w - figure.get_width() - gap
    high = box.h * 4 // 5
    word = sheet.painter.fitted(quiet, word_w, high, colours.quiet, shrink=0.6)
    total = word.get_width() + figure.get_width() + gap
    x = box.x + max(0, (box.w - total) // 2)
    place = Box(x, box.y + (box.h - high) // 2, word_w, high)
    drawn = sheet.painter.text(sheet.surface, quiet, place, colours.quiet, at="left", shrink=0.6)
    place = Box(drawn.right + gap, box.y, box.w * 54 // 100, box.h)
    sheet.painter.text(sheet.surface, bright, place, colours.text, bold=True, at="left")


def list_pots(sheet: Sheet, box: Box) -> None:
    """List the pots with what lies in each, and the seats that can win it."""
    words, pots = sheet.words, sheet.state.pots
    few = len(pots) <= FEW_POTS
    # Of many, the rows have the room.
    head = box if few else Box(box.x, box.y, box.w, box.h // 3)
    y = heading(sheet, head, words.say("Seats in each pot"))
    rows = []
    for index, pot in enumerate(pots):
        name = words.pot(index) if few else words.pot_on_felt(index, len(pots))
        figure = seats_listed(pot.seats)
        if not few and pot.amount is not None:
            figure = f"{words.short_amount(pot.amount)} · {figure}"
        rows.append((name, figure))
    table_of(sheet, rows, Box(box.x, y, box.w, box.bottom - y), sheet.type(0.34))


def seats_listed(seats: tuple[int, ...]) -> str:
    """Return the numbers of seats, three and more in a row as a range: `1 2 4-10`."""
    runs: list[list[int]] = []
    for seat in seats:
        if runs and seat == runs[-1][-1] + 1:
            runs[-1].append(seat)
        else:
            runs.append([seat])
    parts = [
        f"{run[0]}\N{EN DASH}{run[-1]}" if len(run) > 2 else " ".join(map(str, run)) for run in runs
    ]
    return " ".join(parts)
