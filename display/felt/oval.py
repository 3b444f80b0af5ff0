"""Draws what lies on the felt: seats, cards, bets, the board, the pots, the line below them."""

from controller.contract.public import SeatView
from display.felt.layout import Box, SeatBoxes
from display.felt.sheet import OUT, Sheet
from display.words import won_by

_SOME_CHIPS = 1_125


def draw_oval(sheet: Sheet) -> None:
    """Draw every seat, the board, the pots and the line below the board."""
    for boxes, seat in zip(sheet.places.seats, sheet.state.seats, strict=False):
        _seat(sheet, boxes, seat)
    _board(sheet)
    _pots(sheet)
    _message(sheet)


def _seat(sheet: Sheet, boxes: SeatBoxes, seat: SeatView) -> None:
    _hole_cards(sheet, boxes.cards, seat)
    _plate(sheet, boxes.plate, seat)
    _front(sheet, boxes, seat)


def _hole_cards(sheet: Sheet, box: Box, seat: SeatView) -> None:
    count = max(seat.cards, len(seat.shown))
    if not count or seat.status in ("empty", "folded"):
        count = len(seat.shown)
    if not count:
        return
    won = _won(sheet, seat)
    gap = max(2, box.h // 24)
    width = min(int(box.h * 0.84), (box.w - gap * (count - 1)) // count)
    left = box.x + (box.w - count * width - gap * (count - 1)) // 2
    # Backs look out from behind the plate; a face is whole, for it is to be read.
    sheet.surface.set_clip((box.x, box.y, box.w, box.h))
    for nth in range(count):
        x = left + nth * (width + gap)
        if nth < len(seat.shown):
            place = Box(x, box.y, width, box.h - 1)
            card = seat.shown[nth]
            unused = bool(won and seat.best and card not in seat.best)
            sheet.painter.card(sheet.surface, place, card, dim=unused)
        else:
            back = Box(x, box.y + box.h // 5, width, int(width * 1.4))
            dim = seat.status == "dead" or seat.absent
            sheet.painter.back(sheet.surface, back, dim=dim)
    sheet.surface.set_clip(None)


def _plate(sheet: Sheet, box: Box, seat: SeatView) -> None:
    colours, state = sheet.colours, sheet.state
    turn = state.turn == seat.seat and seat.status != "empty"
    out = seat.status in OUT or seat.absent
    fill = colours.plate_off if out else colours.plate
    won = _won(sheet, seat)
    edge = colours.turn if turn else colours.won if won else colours.plate_edge
    thick = sheet.thick * (3 if turn else 2 if won else 1)
    sheet.painter.panel(sheet.surface, box, fill, edge, radius=sheet.radius, thick=thick)
    inner = box.inset(thick + max(3, box.w // 30), thick + max(1, box.h // 24))
    name_row, stack_row, deed_row = inner.rows(0.34, 0.36, 0.30)
    number_w = int(name_row.h * 1.35)
    number = Box(name_row.x, name_row.y, number_w, name_row.h)
    ink = colours.turn if turn else colours.quiet
    sheet.painter.text(sheet.surface, str(seat.seat), number, ink, bold=True, at="left")
    name_w = name_row.right - number.right
    if seat.penalty:
        flag = Box(name_row.right - name_row.h, name_row.y, name_row.h, name_row.h)
        ink = colours.mark_text
        sheet.painter.disc(sheet.surface, flag, colours.warning, colours.warning, "!", ink)
        name_w -= name_row.h
    name = Box(number.right, name_row.y, name_w, name_row.h)
    bright = colours.faint if out else colours.text
    shown = seat.name or ("" if seat.status == "empty" else sheet.words.seat(state, seat.seat))
    sheet.painter.text(sheet.surface, shown, name, bright, at="left")
    if seat.status != "empty" and seat.stack is not None:
        stack = Box(number.right, stack_row.y, stack_row.right - number.right, stack_row.h)
        figure = sheet.figure(seat.stack, stack.w, stack.h)
        sheet.painter.text(sheet.surface, figure, stack, bright, bold=True, at="left", shrink=0)
    _deed(sheet, deed_row, seat, turn)


def _deed(sheet: Sheet, box: Box, seat: SeatView, turn: bool) -> None:
    colours = sheet.colours
    said = sheet.words.doing(seat)
    if turn:
        said = sheet.words.say("To act")
        if sheet.state.clock_seat == seat.seat:
            said = f"{said} {sheet.words.clock(sheet.state.clock_left)}"
    if not said:
        return
    if seat.status == "empty":
        sheet.painter.text(sheet.surface, said, box, colours.faint)
        return
    fill, ink = colours.passive, colours.text
    if turn:
        fill, ink = colours.turn, colours.turn_text
    elif _won(sheet, seat):
        fill = colours.won
    elif seat.status in OUT or seat.absent:
        fill, ink = colours.folded, colours.quiet
    elif seat.status == "all-in":
        fill = colours.all_in
    elif seat.last_action in ("bet", "raise") and not seat.hand_name:
        fill = colours.raising
    sheet.painter.panel(sheet.surface, box, fill, radius=max(3, box.h // 3))
    sheet.painter.text(sheet.surface, said, box.inset(box.h // 3, box.h // 12), ink, bold=True)


def _front(sheet: Sheet, boxes: SeatBoxes, seat: SeatView) -> None:
    state, colours = sheet.state, sheet.colours
    letters = sheet.words.marks()
    marks = [
        (letter, fill)
        for letter, fill, at in zip(
            letters,
            (colours.button, colours.small_blind, colours.big_blind),
            (state.button, state.small_blind, state.big_blind),
            strict=True,
        )
        if at == seat.seat
    ]
    row = boxes.marks
    for index, (letter, fill) in enumerate(marks):
        size = min(row.h, row.w // len(marks))
        left = row.right - size * len(marks) if row.x < boxes.bet.x else row.x
        place = Box(left + index * size, row.y + (row.h - size) // 2, size, size)
        ink = colours.mark_text
        sheet.painter.disc(sheet.surface, place.inset(max(1, size // 16)), fill, ink, letter, ink)
    won = _won(sheet, seat)
    if won:
        _chips_and_figure(sheet, boxes.bet, won, "+")
    elif seat.bet:
        _chips_and_figure(sheet, boxes.bet, seat.bet, "")


def _chips_and_figure(sheet: Sheet, box: Box, chips: int, sign: str) -> None:
    pile = Box(box.x, box.y, min(box.h * 9 // 10, box.w * 3 // 10), box.h)
    rest = Box(pile.right + box.h // 8, box.y, box.right - pile.right - box.h // 8, box.h)
    height = int(box.h * 0.62)
    figure = sheet.figure(chips, rest.w - height // 2, height, sign)
    drawn = sheet.painter.fitted(
        figure, rest.w - height // 2, height, sheet.colours.text, True, shrink=0
    )
    # Pile and figure stand together in the middle of their box.
    label_w = drawn.get_width() + height // 2
    shift = max(0, (rest.w - label_w) // 2)
    sheet.painter.chips(sheet.surface, Box(pile.x + shift, pile.y, pile.w, pile.h), chips)
    label = Box(
        rest.x + shift,
        box.y + (box.h - height) // 2 - 1,
        drawn.get_width() + height // 2,
        height + 2,
    )
    sheet.painter.panel(sheet.surface, label, sheet.colours.room, radius=height // 2)
    at = (label.x + height // 4, label.y + (label.h - drawn.get_height()) // 2)
    sheet.surface.blit(drawn, at)


def _board(sheet: Sheet) -> None:
    winners = {card for seat in sheet.state.seats if _won(sheet, seat) for card in seat.best}
    for nth, box in enumerate(sheet.places.board):
        if nth < len(sheet.state.board):
            card = sheet.state.board[nth]
            sheet.painter.card(sheet.surface, box, card, bool(winners) and card not in winners)
        else:
            sheet.painter.panel(
                sheet.surface, box, sheet.colours.card_slot, sheet.colours.felt_line,
                radius=max(3, box.w // 9),
            )  # fmt: skip


def _won(sheet: Sheet, seat: SeatView) -> int:
    return seat.won or won_by(sheet.state, seat.seat)


def _pots(sheet: Sheet) -> None:
    pots = [(index, pot) for index, pot in enumerate(sheet.state.pots) if pot.amount != 0]
    if not pots:
        return
    row = sheet.places.pots
    gap = sheet.places.gap
    boxes = row.columns(len(pots), gap)
    widest = int(row.h * 6)
    if boxes[0].w > widest:
        total = len(pots) * widest + gap * (len(pots) - 1)
        left = row.x + (row.w - total) // 2
        boxes = tuple(
            Box(left + i * (widest + gap), row.y, widest, row.h) for i in range(len(pots))
        )
    for (index, pot), box in zip(pots, boxes, strict=True):
        sheet.painter.panel(
            sheet.surface, box, sheet.colours.room, sheet.colours.felt_line, radius=box.h // 2
        )
        pile = Box(box.x + box.h // 3, box.y + box.h // 8, box.h * 3 // 4, box.h * 3 // 4)
        # Where the house hides the amount the pile is the same for all pots.
        amount = _SOME_CHIPS if pot.amount is None else pot.amount
        sheet.painter.chips(sheet.surface, pile, amount)
        text = Box(pile.right + box.h // 8, box.y, box.right - pile.right - box.h * 3 // 8, box.h)
        figure_w = text.w * 50 // 100
        height = box.h * 5 // 8
        figure = "" if pot.amount is None else sheet.figure(pot.amount, figure_w, height)
        _two_inks(
            sheet, sheet.words.pot_on_felt(index, len(pots)), figure, text.inset(0, box.h * 3 // 16)
        )


def _two_inks(sheet: Sheet, quiet: str, bright: str, box: Box) -> None:
    """Write a quiet word and a bright figure on one line."""
    figure = sheet.painter.fitted(
        bright, box.w * 50 // 100, box.h, sheet.colours.text, True, shrink=0
    )
    word_w = box.w - figure.get_width() - box.h // 3
    word = sheet.painter.fitted(quiet, word_w, box.h * 3 // 4, sheet.colours.quiet, shrink=0.5)
    total = word.get_width() + figure.get_width() + box.h // 3
    x = box.x + max(0, (box.w - total) // 2)
    sheet.surface.blit(word, (x, box.y + (box.h - word.get_height()) // 2))
    x += word.get_width() + box.h // 3
    sheet.surface.blit(figure, (x, box.y + (box.h - figure.get_height()) // 2))


def _message(sheet: Sheet) -> None:
    """Say under the board what happens there next."""
    said, ink = sheet.words.next_step(sheet.state), sheet.colours.text
    total = _total(sheet)
    if not said and total:
        said = sheet.words.say("Total {amount}", amount=sheet.words.amount(total))
        ink = sheet.colours.quiet
    if sheet.state.rulings:
        ruling = sheet.state.rulings[0]
        left = [step for step in ruling.steps if not step.done]
        said = sheet.words.ruling_step(left[0], sheet.state, ruling.kind) if left else ""
        ink = sheet.colours.ruling
    if said:
        box = sheet.places.message
        height = int(box.h * 0.62)
        sheet.painter.text(sheet.surface, said, box.inset(0, (box.h - height) // 2), ink, bold=True)


def _total(sheet: Sheet) -> int:
    """Give what is in the pots and in front of the seats; 0 where the house hides it.

    Before there is a pot nothing tells whether the house hides it: no total then.
    """
    pots = [pot.amount for pot in sheet.state.pots]
    bets = [seat.bet for seat in sheet.state.seats if seat.status != "empty"]
    if not pots or None in pots or None in bets or not any(bets):
        return 0
    return sum(amount or 0 for amount in (*pots, *bets))
