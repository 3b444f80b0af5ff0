"""A picture of a table as SVG, drawn only from its public state.

Positions and sentences are the same as on the table's own screen (`display/felt/drawing/layout.py`,
`display/words`). Colours are classes in the style sheet.
"""

from html import escape

import msgspec

from controller.contract.public import (
    HandStatus,
    NextStep,
    PublicState,
    RulingView,
    SeatView,
    Task,
)
from controller.contract.readings.current_task import first_ruling
from display.felt.drawing.layout import MOST_SEATS, Box, Layout, SeatBoxes, layout
from display.felt.on_felt.boards import coming_cards, places_of_cards, winning_cards
from display.felt.on_felt.bounties import head_beside, head_ways
from display.felt.on_felt.marks import OUT, deed_kind, marks_at
from display.web.live.push_changes import Piece
from display.web.pictures import svg
from display.words.names import N_, Words, won_by
from display.words.ruling_steps import asked_at_seat, due_now, next_step, step_at_seat
from display.words.sentences import ruled_on

_WIDE, _TALL = (1280, 720), (600, 1024)
_MARK_NAMES = {"button": "mark-button", "small_blind": "mark-small", "big_blind": "mark-big"}


class _Drawing(msgspec.Struct, frozen=True):
    """Everything that a picture is drawn from: the state, the words, and the positions."""

    state: PublicState
    said: Words
    places: Layout

    @property
    def ruling(self) -> RulingView | None:
        return first_ruling(self.state) if not self.state.turn else None


def felt(state: PublicState, said: Words, *, tall: bool = False) -> str:
    """Return the picture of a table with up to ten seats, as SVG.

    If `tall` is true, it has the layout for a phone. It includes a description in words for screen
    readers (`described`).
    """
    drawing = _drawing(state, said, tall=tall)
    label = f'aria-label="{escape(described(state, said))}"'
    return f"{_opened(drawing.places, label)}{''.join(_parts(drawing).values())}</svg>"


def felt_in_pieces(state: PublicState, said: Words, *, tall: bool) -> tuple[Piece, ...]:
    """Return the picture in pieces, so that those that change can be sent on their own.

    The pieces are the description in words, each seat, the board, the pots and the message.
    """
    drawing = _drawing(state, said, tall=tall)
    told = f'<span id="felt-told" hidden>{escape(described(state, said))}</span>'
    return (
        Piece(told, "felt-told"),
        Piece(_opened(drawing.places, 'aria-labelledby="felt-told"')),
        *(
            Piece(f'<g id="felt-{name}">{drawn}</g>', f"felt-{name}", "svg")
            for name, drawn in _parts(drawing).items()
        ),
        Piece("</svg>"),
    )


def _drawing(state: PublicState, said: Words, *, tall: bool) -> _Drawing:
    places = layout(*(_TALL if tall else _WIDE), min(len(state.seats), MOST_SEATS))
    return _Drawing(state, said, places)


def _opened(places: Layout, label: str) -> str:
    box = places.table
    seen = f'viewBox="{box.x} {box.y} {box.w} {box.h}" role="img" {label}'
    return f'<svg class="felt" {seen}>{_oval(places)}'


def _parts(drawing: _Drawing) -> dict[str, str]:
    seats = zip(drawing.places.seats, drawing.state.seats, strict=False)
    return {
        **{f"seat-{seat.seat}": _seat(drawing, boxes, seat) for boxes, seat in seats},
        "board": _board(drawing), "pots": _pots(drawing), "message": _message(drawing),
    }  # fmt: skip


def described(state: PublicState, said: Words) -> str:
    """Return a short description of a table in words, including its number."""
    return said.say(N_("Table {table}: {what}"), table=state.table, what=happening(state, said))


def happening(state: PublicState, said: Words) -> str:
    """Return the hand's stage, the board, any ruling, and the next player or step, as one line."""
    parts = [said.stage(state)]
    if state.board:
        boards = filter(None, (state.first_board, state.board))
        parts += [said.cards(" ".join(board)) for board in boards]
    if (first := first_ruling(state)) is not None:
        parts.append(ruled_on(first, state, said).rstrip("."))
    parts.append(due_now(state, said))
    return ", ".join(filter(None, parts))


def _oval(places: Layout) -> str:
    box, rim = places.felt, places.unit // 6
    share, line = places.corner_share, box.inset(rim * 3)
    return (
        svg.panel(box, "rim", min(box.w, box.h) * share)
        + svg.panel(box.inset(rim), "cloth", min(box.w - 2 * rim, box.h - 2 * rim) * share)
        + svg.panel(line, "cloth-line", min(line.w, line.h) * share)
    )


def _seat(drawing: _Drawing, boxes: SeatBoxes, seat: SeatView) -> str:
    about = drawing.ruling
    told = about is not None and seat.seat in {about.seat, *(s.seat for s in about.steps)}
    names = ["seat"]
    names += ["out"] if seat.status in OUT or seat.absent else []
    names += ["turn"] if drawing.state.turn == seat.seat else []
    names += ["told"] if told else []
    return (
        f'<g class="{" ".join(names)}">{_hole_cards(drawing.state, boxes, seat)}'
        f"{_plate(drawing, boxes.plate, seat)}{_front(drawing, boxes, seat)}</g>"
    )


def _hole_cards(state: PublicState, boxes: SeatBoxes, seat: SeatView) -> str:
    box, count = boxes.cards, len(seat.shown)
    won, winning = won_by(state, seat.seat), winning_cards(state)
    if seat.status not in (HandStatus.EMPTY, HandStatus.FOLDED):
        count = max(seat.cards, count)
    if not count:
        return ""
    gap = max(2, box.h // 24)
    width = min(int(box.h * 0.7), (box.w - gap * (count - 1)) // count)
    left = box.x + (box.w - count * width - gap * (count - 1)) // 2
    drawn = []
    for nth in range(count):
        place = Box(left + nth * (width + gap), box.y, width, min(box.h - 1, int(width * 1.4)))
        if nth < len(seat.shown):
            shown = seat.shown[nth]
            drawn.append(
                svg.card(place, shown, dim=bool(won and seat.best) and shown not in winning)
            )
        else:
            drawn.append(svg.back(place, dim=seat.status is HandStatus.DEAD or seat.absent))
    return "".join(drawn)


def _plate(drawing: _Drawing, box: Box, seat: SeatView) -> str:
    said, state = drawing.said, drawing.state
    inner = box.inset(box.w * 4 // 100, box.h * 7 // 100)
    name_row, stack_row, deed_row = inner.rows(0.34, 0.33, 0.33, gap=1)
    number = Box(name_row.x, name_row.y, name_row.h, name_row.h)
    parts = [svg.panel(box, "plate", box.h // 9)]
    parts.append(svg.text(str(seat.seat), number, "faint", share=0.7))
    name = Box(number.right + 2, name_row.y, name_row.right - number.right - 2, name_row.h)
    if seat.status is not HandStatus.EMPTY:
        if seat.head:
            name, worth = head_beside(name)
            figure = svg.best(head_ways(seat.head, said), worth.w, worth.h * 0.7)
            parts.append(svg.panel(worth, "deed deed-raise", max(2, worth.h // 3)))
            parts.append(svg.text(figure, worth, "deed-raise-text deed-text", share=0.7))
        parts.append(svg.text(said.seat(state, seat.seat), name, "name", at="start"))
        if seat.stack is not None:
            ways = (said.amount(seat.stack), said.short_amount(seat.stack))
            room = Box(name.x, stack_row.y, name.w, stack_row.h)
            figure = svg.best(ways, room.w, room.h * 0.8)
            parts.append(svg.text(figure, room, "stack", at="start", share=0.8))
    parts.append(_deed(drawing, deed_row, seat))
    return "".join(parts)


def _deed(drawing: _Drawing, box: Box, seat: SeatView) -> str:
    state, said = drawing.state, drawing.said
    step = state.next_step
    ways: tuple[str, ...]
    if state.turn == seat.seat:
        ways, names = (said.say("To act"),), "deed-turn"
    elif step is not None and step.seat == seat.seat and drawing.ruling is None:
        ways, names = step_at_seat(state, said), "deed-step"
    else:
        asked = asked_at_seat(state, seat.seat, said)
        kind = deed_kind(seat, won_by(state, seat.seat))
        ways, names = asked or said.doing_ways(seat), f"deed-{kind}"
    if not any(ways):
        return ""
    if seat.status is HandStatus.EMPTY:
        return svg.text(ways[0], box, "faint")
    room = box.inset(box.h // 4, 0)
    said_best = svg.best(ways, room.w, room.h * 0.72)
    return svg.panel(box, f"deed {names}", box.h // 3) + svg.text(
        said_best, room, f"{names}-text deed-text"
    )


def _front(drawing: _Drawing, boxes: SeatBoxes, seat: SeatView) -> str:
    won = won_by(drawing.state, seat.seat)
    marks = marks_at(drawing.state, boxes, seat.seat, drawing.said)
    parts = [svg.disc(box.inset(1), _MARK_NAMES[mark], letter) for mark, letter, box in marks]
    if seat.owes and not won:
        parts.append(_amount(drawing.said, boxes.bet, seat.owes, "← "))
    elif won or seat.bet:
        parts.append(_amount(drawing.said, boxes.bet, won or seat.bet or 0, "+" if won else ""))
    return "".join(parts)


def _amount(said: Words, box: Box, chips: int, sign: str) -> str:
    pile = Box(box.x, box.y, min(box.h, box.w * 3 // 10), box.h)
    label = Box(pile.right + 2, box.y + box.h // 6, box.right - pile.right - 2, box.h * 2 // 3)
    short = said.short_amount(chips)
    ways = (sign + said.amount(chips), sign + short, short)
    pad, size = label.h // 3, label.h * 0.8
    figure = svg.best(ways, label.w - 2.5 * pad, size)
    # The label is no wider than its text. Beside the end seats, a wider one would cover the rail.
    label = Box(label.x, label.y, min(label.w, svg.width(figure, size) + 2 * pad), label.h)
    return (
        svg.chips(pile, chips)
        + svg.panel(label, "label", label.h / 2)
        + svg.text(figure, label.inset(pad, 0), "stack", share=0.8)
    )


def _board(drawing: _Drawing) -> str:
    state = drawing.state
    winners = winning_cards(state)
    coming = coming_cards(state) if drawing.ruling is None else ()
    drawn = []
    for nth, name, box in places_of_cards(state, drawing.places.board):
        if name:
            dim = bool(winners) and name not in winners
            drawn.append(svg.card(box, name, dim=dim, edge=bool(winners) and not dim))
        else:
            names = "slot coming" if nth in coming else "slot"
            drawn.append(svg.panel(box, names, box.w // 9))
    return "".join(drawn) + _burned(drawing)


def _burned(drawing: _Drawing) -> str:
    box, count = drawing.places.burn, min(drawing.state.burned, 3)
    width = min(int(box.h / 1.4), box.w * 2 // 3)
    step = (box.w - width) // 3
    drawn = [
        svg.back(Box(box.x + nth * step, box.y, width, box.h), dim=True) for nth in range(count)
    ]
    if drawing.state.next_step == NextStep(Task.BURN) and drawing.ruling is None:
        place = Box(box.x + count * step, box.y, width, box.h)
        drawn.append(svg.panel(place, "slot coming", 3))
    return "".join(drawn)


def _pots(drawing: _Drawing) -> str:
    said, state = drawing.said, drawing.state
    pots = [(index, pot) for index, pot in enumerate(state.pots) if pot.amount != 0]
    if not pots:
        return ""
    row, gap = drawing.places.pots, drawing.places.gap
    width = min(row.w, (row.h * 5 + gap) * len(pots))
    middle = Box(row.x + (row.w - width) // 2, row.y, width, row.h)
    drawn = []
    for (index, pot), box in zip(pots, middle.columns(len(pots), gap), strict=True):
        name = said.pot_on_felt(index, len(state.pots))
        ways = [name]
        if pot.amount is not None:
            figures = said.amount(pot.amount), said.short_amount(pot.amount)
            ways = [f"{name} {figure}" for figure in figures] + [figures[1]]
        top, below = box.inset(box.h // 3, box.h // 12).rows(0.58, 0.42)
        who = " ".join(str(seat) for seat in pot.seats)
        seats = said.say(N_("seats {seats}"), seats=who)
        drawn.append(svg.panel(box, "label", box.h / 2))
        drawn.append(svg.text(svg.best(ways, top.w, top.h * 0.8), top, "stack", share=0.85))
        drawn.append(svg.text(svg.best((seats, who), below.w, below.h * 0.7), below, "quiet"))
    return "".join(drawn)


def _message(drawing: _Drawing) -> str:
    names = "message" if drawing.ruling is None else "message message-ruling"
    line = next_step(drawing.state, drawing.said)
    if not line:
        return ""
    box = drawing.places.message
    inner = box.inset(box.h // 3, box.h // 10)
    return svg.panel(box, names, box.h / 2) + svg.text(
        line, inner, f"{names.rsplit(maxsplit=1)[-1]}-text", share=0.62
    )


def small_felt(state: PublicState) -> str:
    """Return a small decorative picture of a table as SVG, with a dot for each seat."""
    count = min(len(state.seats), MOST_SEATS)
    places = layout(*_WIDE, count)
    table, felt_box = places.table, places.felt
    drawn = [svg.panel(felt_box, "cloth", min(felt_box.w, felt_box.h) * 0.5)]
    for boxes, seat in zip(places.seats, state.seats, strict=False):
        x, y = boxes.plate.centre
        names = "dot" if seat.status in OUT or seat.absent else "dot dot-in"
        if seat.status is HandStatus.EMPTY:
            names = "dot dot-free"
        if state.turn == seat.seat:
            names = "dot dot-turn"
        radius = boxes.plate.h * 0.42
        drawn.append(f'<circle class="{names}" cx="{x}" cy="{y}" r="{radius:g}"/>')
    for nth, box in enumerate(places.board):
        names = "dot-card" if nth < len(state.board) else "dot-slot"
        drawn.append(svg.panel(box, names, 8))
    return (
        f'<svg class="small-felt" viewBox="{table.x} {table.y} {table.w} {table.h}"'
        f' aria-hidden="true" focusable="false">{"".join(drawn)}</svg>'
    )
