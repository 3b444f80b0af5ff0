"""Draw the showdown: each hand's five cards, its name, why it wins, and the payouts."""

from collections.abc import Callable
from functools import partial

import msgspec
from msgspec.structs import replace

from controller.contract.public import Award, Phase, PublicState, SeatView, Task
from display.felt.drawing.layout import Box
from display.felt.drawing.panels import in_panel, lines_of, small_cards
from display.felt.drawing.sheet import Sheet
from display.felt.drawing.text_fitting import LEAST
from display.felt.side_panels.between import draw_next_hand
from display.words.cards.kickers import counting_order, standing
from display.words.names import N_, Words
from display.words.ruling_steps import next_step
from display.words.sentences import odd_text, why_text
from display.words.vocabulary import HALVES, RUNS


class _Line(msgspec.Struct, frozen=True):
    """A hand in the showdown list.

    `seat` is the seat that holds it. `gets` are the shares of pots that the seat is awarded. `run`
    is the number of the board, or 0 if there is only one board.
    """

    seat: SeatView
    gets: tuple[Award, ...]
    run: int = 0

    @property
    def chips(self) -> int:
        return sum(award.amount for award in self.gets)


def is_showdown(sheet: Sheet) -> bool:
    """Return whether pots have been awarded, or shown hands are being compared."""
    state = sheet.state
    shown = sum(bool(seat.shown and seat.best) for seat in state.seats)
    return bool(state.awards) or (state.phase == "showdown" and shown > 0)


def draw_showdown(sheet: Sheet) -> None:
    """Draw the showdown panel, as tall as the side strip allows.

    Winners come first, then the other hands by strength. Once the pots have been paid out, the
    tasks before the next hand follow below.
    """
    colours, places = sheet.colours, sheet.places
    inner = in_panel(sheet, places.tall, edge=colours.won if sheet.state.awards else None)
    step = sheet.state.next_step
    if sheet.state.phase == Phase.OVER and step is not None and step.task is Task.SHUFFLE:
        gap, line = max(4, places.gap), max(1, sheet.thick)
        if inner.w > inner.h * 1.2:
            left = Box(inner.x, inner.y, int(inner.w * 0.64), inner.h)
            rest = Box(left.right + 2 * gap, inner.y, inner.right - left.right - 2 * gap, inner.h)
            rule = Box(rest.x - gap, rest.y, line, rest.h)
        else:
            left, rest = inner.rows(0.74, 0.26, gap=2 * gap)
            rule = Box(rest.x, rest.y - gap, rest.w, line)
        sheet.surface.fill(colours.plate_edge, (rule.x, rule.y, rule.w, rule.h))
        draw_next_hand(sheet, rest, short=True)
        _hands(sheet, left, lambda _: "")
    else:
        _hands(sheet, inner, partial(_afterwards, sheet))


def _hands(sheet: Sheet, inner: Box, after: Callable[[PublicState], str]) -> None:
    """Draw the hands in a box: in one column, or in two if the box is wide.

    `after` takes the state and returns the line of text to write below the hands, or "" for none.
    """
    lines, gap = _lines(sheet), max(3, sheet.places.gap)
    columns = 2 if inner.w > inner.h * 1.2 and len(lines) > 1 else 1
    foot_h = min(inner.h // 6, sheet.type(0.44)) if after(sheet.state) else 0
    least = max(34, sheet.type(0.5))
    most = max(1, (inner.h - foot_h) // (least + gap)) * columns
    shown, more = lines, ""
    if len(lines) > most:
        foot_h = foot_h or min(inner.h // 5, sheet.type(0.4))
        most = max(1, (inner.h - foot_h) // (least + gap)) * columns
        shown = lines[:most]
        more = sheet.words.count("{n} more hand", "{n} more hands", len(lines) - most)
    down = -(-len(shown) // columns)
    for column, across in enumerate(inner.columns(columns, gap * 2)):
        part = shown[column * down : (column + 1) * down]
        # A seat that wins nothing needs fewer words.
        weights = [1.0 if line.gets else 0.6 for line in part]
        whole = inner.h - foot_h - gap * max(0, len(part) - 1)
        y = inner.y
        for line, weight in zip(part, weights, strict=True):
            share = max(least, int(whole * weight / sum(weights))) if len(part) > 1 else whole
            high = min(int(sheet.type(3.0) * weight), share, inner.bottom - foot_h - y)
            if high >= least // 2:
                _hand(sheet, line, lines, Box(across.x, y, across.w, high))
            y += high + gap
    if foot_h:
        foot = Box(inner.x, inner.bottom - foot_h + 2, inner.w, foot_h - 2)
        said = sheet.naming(lambda state: " · ".join(filter(None, (more, after(state)))), foot)
        sheet.paragraph(said, foot, sheet.type(0.26), sheet.colours.quiet, middle=True)


def _lines(sheet: Sheet) -> list[_Line]:
    state = sheet.state
    lines = []
    for seat in state.seats:
        won = [award for award in state.awards if award.seat == seat.seat]
        won.sort(key=lambda award: award.pot)
        if seat.first is not None and seat.shown:
            on_first = replace(seat, **msgspec.structs.asdict(seat.first))
            for run, held in ((1, on_first), (2, seat)):
                gets = tuple(award for award in won if award.run == run or run > award.run == 0)
                lines.append(_Line(held, gets, run))
        elif won or (seat.shown and seat.best):
            lines.append(_Line(seat, tuple(won)))
    return sorted(
        lines,
        key=lambda line: (line.chips, standing(line.seat)),
        reverse=True,
    )


def _hand(sheet: Sheet, line: _Line, lines: list[_Line], box: Box) -> None:
    colours, seat = sheet.colours, line.seat
    texts = _texts(sheet, line, lines)
    head_h = min(sheet.type(0.42), box.h * 2 // 5 if texts or seat.best else box.h)
    head = Box(box.x, box.y, box.w, head_h)
    ink = colours.text if line.gets else colours.quiet
    right = head.right
    if line.gets:
        room = Box(head.x + head.w * 45 // 100, head.y, head.w * 55 // 100, head.h)
        whole, short = sheet.words.amount(line.chips), sheet.words.short_amount(line.chips)
        ways = (f"+{whole}", f"+{short}", short)
        figure = sheet.painter.best(ways, room.w, room.h, bold=True)
        drawn = sheet.text(figure, room, colours.turn_ink, bold=True, at="right", shrink=0.3)
        right = drawn.x - head.h // 3
    elif seat.best:
        # If a seat wins nothing, its cards are on the same line as its name.
        cards = Box(head.x + head.w // 2, head.y + 1, head.w // 2, head.h - 2)
        small = min(int(cards.h / 1.4), cards.w // 5 - 2)
        left = cards.right - 5 * (small + 2)
        place = Box(left, cards.y, cards.right - left, cards.h)
        small_cards(sheet, counting_order(seat.best), place)
        right = left - head.h // 4
    player = sheet.words.seat(sheet.state, seat.seat)
    place = Box(head.x, head.y, right - head.x, head.h)
    sheet.text(player, place, ink, bold=True, at="left", may_shorten=True)
    rest = box.below(head.bottom + 2)
    if line.gets and seat.best and rest.h > 10:
        share = 0.52 if len(texts) < 3 else 0.4
        high = min(int(rest.h * share), int((rest.w // 5 - 2) * 1.4))
        small_cards(sheet, counting_order(seat.best), Box(rest.x, rest.y, rest.w, high))
        rest = Box(rest.x, rest.y + high + 2, rest.w, rest.h - high - 2)
    if texts and rest.h >= LEAST:
        lines_of(sheet, texts, rest, sheet.type(0.27), ink)


def _texts(sheet: Sheet, line: _Line, lines: list[_Line]) -> list[str]:
    seat, said, state = line.seat, sheet.words, sheet.state
    texts = []
    if seat.hand_name and seat.best:
        text = said.hand_whole(seat.hand_name, seat.hand_ranks, seat.best)
        if seat.status == "dead":
            text = said.say(N_("Dead hand: {hand}"), hand=text)
        texts.append(text)
    if not line.gets:
        return texts
    texts += _why(line, lines, said)
    if len({(award.pot, award.half, award.run) for award in state.awards}) > 1:
        texts.append(", ".join(_part(award, said) for award in line.gets))
    texts += [odd_text(award, said) for award in line.gets if award.odd]
    return texts


def _why(line: _Line, lines: list[_Line], said: Words) -> list[str]:
    """Return the reasons why a hand wins, in words, or an empty list if it does not win.

    For a winning low hand, they are its ranks. For a winning high hand, they say why it beats the
    next-best hand, or that nobody else is left.
    """
    seat, texts = line.seat, []
    if any(award.half == "low" for award in line.gets):
        ranks = "-".join(said.rank(card[0]) for card in seat.low)
        texts.append(said.say(N_("Low hand: {ranks}"), ranks=ranks))
    if all(award.half == "low" for award in line.gets):
        return texts
    beaten = _beaten(line, lines)
    if beaten is not None and seat.best:
        texts.append(why_text(seat, beaten, said))
    elif not seat.best:
        texts.append(said.say(N_("Nobody else is left in the hand")))
    return texts


def _part(award: Award, said: Words) -> str:
    """Return the name of a pot and the amount of a seat's share in it, as text.

    If the pot was split between high and low or between two boards, the text says which part it is.
    """
    pot = said.pot(award.pot)
    if award.half:
        pot = f"{pot} ({said.say(HALVES[award.half])})"
    if award.run in RUNS:
        pot = f"{pot} ({said.say(RUNS[award.run])})"
    return f"{pot} {said.amount(award.amount)}"


def _beaten(line: _Line, lines: list[_Line]) -> SeatView | None:
    """Return the seat with the best live hand in `lines` that does not beat `line`, or None.

    Only other seats' hands on the same board are considered.
    """
    own = standing(line.seat)
    others = [
        other.seat
        for other in lines
        if other.seat.seat != line.seat.seat
        and other.run == line.run
        and other.seat.best
        and other.seat.status != "dead"
        and standing(other.seat) <= own
    ]
    return max(others, key=standing, default=None)


def _afterwards(sheet: Sheet, state: PublicState) -> str:
    """Return the line below the list of hands, or "" if there is nothing to say.

    During the showdown, it is the next step; afterwards, it names the next dealer.
    """
    if state.phase == "showdown":
        return next_step(state, sheet.words)
    return sheet.words.next_dealer(state)
