"""Draw the pots: their total on the table and, in the panel, the seats that can win each."""

from itertools import groupby

from controller.contract.public import Phase, PublicState
from display.felt.drawing.layout import Box
from display.felt.drawing.panels import table_of
from display.felt.drawing.sheet import Sheet
from display.words.names import N_

_POTS_IN_ROW = 4
_POTS_LISTED = 2
_SHORT = 12
FEW_POTS = 3
"""The maximum number of pots that the panel lists by their full names and without amounts."""


def pot_total(state: PublicState) -> int | None:
    """Return the sum of the pots and the players' bets, or None if the house hides it."""
    pots = [pot.amount for pot in state.pots]
    bets = [seat.bet for seat in state.seats if seat.status != "empty"]
    if state.raked is None or None in pots or None in bets:
        return None
    return sum(amount or 0 for amount in (*pots, *bets))


def draw_pots(sheet: Sheet) -> None:
    """Draw the total of pots and bets, or only a pile of chips if the house hides the total."""
    row, colours, total = sheet.places.pots, sheet.colours, pot_total(sheet.state)
    if total is None:
        _hidden_pots(sheet)
        return
    if not total or sheet.state.awards or sheet.state.phase == Phase.OVER:
        return
    name, high = sheet.words.say(N_("Pot")), row.h * 87 // 100
    figure = Box(row.x, row.y + (row.h - high) // 2, row.w * 6 // 10, high)
    ways = (sheet.words.amount(total), sheet.words.short_amount(total))
    said = next((way for way in ways if sheet.painter.figure_fits(way, figure)), ways[-1])
    figure_w = sheet.painter.figure_width(said, figure)
    word_h, side = row.h * 11 // 20, row.h // 3
    word_w = min(row.w * 3 // 10, sheet.painter.width(name, word_h))
    wide = figure_w + word_w + 3 * side
    pill = Box(row.x + (row.w - wide) // 2, row.y, wide, row.h)
    sheet.panel(pill, colours.room, colours.felt_line, radius=row.h // 2)
    word = Box(pill.x + side, row.y + (row.h - word_h) // 2, word_w, word_h)
    sheet.text(name, word, colours.quiet, at="left", shrink=0.4)
    place = Box(word.right + side, figure.y, figure_w, high)
    sheet.figure(said, place, colours.text)


def pots_apart(sheet: Sheet) -> tuple[str, ...]:
    """Return ways to write the amounts of several pots, longest first, or () for a single pot."""
    words, pots = sheet.words, [pot for pot in sheet.state.pots if pot.amount]
    if len(pots) < 2:
        return ()
    ways = []
    for figure in (words.amount, words.short_amount):
        parts = [
            f"{words.pot_on_felt(index, len(pots))} {figure(pot.amount or 0)}"
            for index, pot in enumerate(pots)
        ]
        ways.append(" · ".join(parts))
    told = words.count("{n} side pot", "{n} side pots", len(pots) - 1)
    sides = sum(pot.amount or 0 for pot in pots[1:])
    main = f"{words.pot_on_felt(0, len(pots))} {words.short_amount(pots[0].amount or 0)}"
    return *ways, f"{main} · {told} {words.short_amount(sides)}"


def _hidden_pots(sheet: Sheet) -> None:
    """Draw pots without their amounts; for two pots, also the seats that can win each."""
    pots = [(index, pot) for index, pot in enumerate(sheet.state.pots) if pot.amount != 0]
    if not pots:
        return
    row, gap, colours = sheet.places.pots, sheet.places.gap, sheet.colours
    names = [sheet.words.pot_on_felt(index, len(pots)) for index, _ in pots]
    if len(pots) > _POTS_IN_ROW:
        count = sheet.words.count("{n} side pot", "{n} side pots", len(pots) - 1)
        names = [names[0], count]
    room, widest = row.columns(len(names), gap), row.h * 3
    wide = min(widest, room[0].w)
    left = row.x + (row.w - len(names) * wide - (len(names) - 1) * gap) // 2
    for nth, name in enumerate(names):
        box = Box(left + nth * (wide + gap), row.y, wide, row.h)
        sheet.panel(box, colours.room, colours.felt_line, radius=min(box.h // 2, box.w // 4))
        inner = box.inset(min(box.h // 3, box.w // 10), box.h // 12)
        listed = len(pots) <= _POTS_LISTED and len(names) == len(pots) > 1
        top, below = inner.rows(0.5, 0.5) if listed else (inner.inset(0, inner.h // 6), inner)
        sheet.text(name, top, colours.text, bold=True, shrink=0.4)
        if listed:
            numbers = seats_listed(pots[nth][1].seats)
            ways = (sheet.words.say(N_("seats {seats}"), seats=numbers), numbers)
            sheet.line(ways, below, colours.quiet, at="centre")


def list_pots(sheet: Sheet, box: Box) -> None:
    """Write in a box which seats can win each pot and, if there are many pots, their amounts."""
    words, pots = sheet.words, sheet.state.pots
    few = len(pots) <= FEW_POTS
    rows = []
    for index, pot in enumerate(pots):
        name = words.pot(index) if few else words.pot_on_felt(index, len(pots))
        numbers = seats_listed(pot.seats)
        told = few and len(numbers) < _SHORT
        figure = words.say(N_("seats {seats}"), seats=numbers) if told else numbers
        if not few and pot.amount is not None:
            figure = f"{words.short_amount(pot.amount)} · {figure}"
        rows.append((name, figure))
    table_of(sheet, rows, box, sheet.type(0.4 if few else 0.34))


def seats_listed(seats: tuple[int, ...]) -> str:
    """Return seat numbers as text, with three or more in a row as a range: `1 2 4-10`."""
    parts: list[str] = []
    # Within a run, the difference between a seat and its place in the list stays the same.
    for _, group in groupby(enumerate(seats), key=lambda pair: pair[1] - pair[0]):
        run = [str(seat) for _, seat in group]
        parts += [f"{run[0]}\N{EN DASH}{run[-1]}"] if len(run) > 2 else run
    return " ".join(parts)
