"""Draw a seat: its cards, its plate (name, stack, last action), and the chips in front of it."""

from msgspec.structs import replace

from controller.contract.public import HandStatus, NextStep, SeatView, Task
from display.felt.drawing.layout import Box, SeatBoxes
from display.felt.drawing.sheet import Sheet, step_seat
from display.felt.on_felt.boards import winning_cards
from display.felt.on_felt.bounties import head_beside, head_ways
from display.felt.on_felt.marks import OUT, deed_kind, marks_at
from display.words.ruling_steps import asked_at_seat, step_at_seat


def draw_seat(sheet: Sheet, boxes: SeatBoxes, seat: SeatView) -> None:
    """Draw one seat, including its cards and chips."""
    _hole_cards(sheet, boxes, seat)
    _plate(sheet, boxes.plate, seat)
    _front(sheet, boxes, seat)


def hole_boxes(boxes: SeatBoxes, seat: SeatView) -> tuple[Box, ...]:
    """Return the boxes for a seat's hole cards.

    A card face up is fully visible; a card face down is partly hidden by the plate below it.
    """
    box = boxes.cards
    tucked = box.bottom == boxes.plate.y
    count = len(seat.shown)
    if seat.status not in ("empty", "folded"):
        count = max(seat.cards, count)
    if not count:
        return ()
    gap = max(2, box.h // 24)
    width = min(int(box.h * (0.84 if tucked else 0.7)), (box.w - gap * (count - 1)) // count)
    left = box.x + (box.w - count * width - gap * (count - 1)) // 2
    places = []
    for nth in range(count):
        x = left + nth * (width + gap)
        if nth < len(seat.shown) or not tucked:
            places.append(Box(x, box.y, width, min(box.h - 1, int(width * 1.45))))
        else:
            places.append(Box(x, box.y + box.h // 5, width, int(width * 1.4)))
    return tuple(places)


def _hole_cards(sheet: Sheet, boxes: SeatBoxes, seat: SeatView) -> None:
    box, places = boxes.cards, hole_boxes(boxes, seat)
    due = sheet.state.next_step == NextStep(Task.DEAL, seat.seat) and not sheet.stopped
    if due:
        # The cards already dealt make room for the next one.
        hidden = seat.status in (HandStatus.EMPTY, HandStatus.FOLDED)
        status = HandStatus.IN if hidden else seat.status
        more = replace(seat, cards=len(places) + 1, status=status)
        *there, coming = hole_boxes(boxes, more)
        high = min(coming.bottom, box.bottom) - box.y - 1
        sheet.card_outline(Box(coming.x, box.y, coming.w, high), sheet.colours.step_edge)
        places = tuple(there)
    won, winning = sheet.won(seat), winning_cards(sheet.state)
    sheet.surface.set_clip((box.x, box.y, box.w, box.h))
    for nth, place in enumerate(places):
        if nth < len(seat.shown):
            card = seat.shown[nth]
            sheet.card(place, card, dim=bool(won and seat.best) and card not in winning)
        else:
            dim = seat.status == "dead" or seat.absent
            sheet.surface.blit(
                sheet.painter.back_picture(place.w, place.h, dim), (place.x, place.y)
            )
            high = min(place.h, box.bottom - place.y)
            sheet.painter.note("card", "", Box(place.x, place.y, place.w, high))
    sheet.surface.set_clip(None)


def _plate(sheet: Sheet, box: Box, seat: SeatView) -> None:
    colours, state = sheet.colours, sheet.state
    turn = state.turn == seat.seat and seat.status != "empty"
    here = step_seat(state) == seat.seat and not sheet.stopped
    out = seat.status in OUT or seat.absent
    fill = colours.plate_off if out else colours.plate
    won = sheet.won(seat)
    edge, weight = colours.plate_edge, 1
    if turn:
        edge, weight = colours.turn, 3
    elif here:
        edge, weight = colours.step, 2
    elif won:
        edge, weight = colours.won, 2
    thick = sheet.thick * weight
    sheet.panel(box, fill, edge, radius=sheet.radius, thick=thick)
    inner = box.inset(sheet.thick * 3 + max(2, box.w // 60), sheet.thick * 2 + max(1, box.h // 60))
    # The stack has to be legible from the chairs.
    shares = (0.26, 0.47, 0.27) if sheet.look.large else (0.29, 0.42, 0.29)
    name_row, stack_row, deed_row = inner.rows(*shares)
    rest = _number(sheet, Box(inner.x, inner.y, inner.w, stack_row.bottom - inner.y), seat, turn)
    # If no stack is shown, the name takes its space too.
    told = seat.stack is not None or seat.status == "empty"
    name_h = name_row.h if told else min(rest.h, name_row.h * 3 // 2)
    name = Box(rest.x, name_row.y, rest.w, name_h)
    if seat.penalty:
        flag = Box(name.right - name_row.h, name.y, name_row.h, name_row.h)
        ink = colours.bar
        sheet.disc(flag, colours.warning, colours.warning, "!", ink)
        name = Box(name.x, name.y, name.w - name_row.h - 2, name.h)
    bright = colours.faint if out else colours.text
    shown = seat.name or ("" if seat.status == "empty" else sheet.words.seat(state, seat.seat))
    if seat.head:
        name = _head(sheet, name, seat.head)
    sheet.text(shown, name, bright, at="left", shrink=0.95, may_shorten=True)
    # Draw this before the stack, whose commas hang into this row.
    _deed(sheet, deed_row, seat, turn, here)
    if seat.status != "empty" and seat.stack is not None:
        stack = Box(rest.x, stack_row.y, rest.w, stack_row.h)
        sheet.large_figure(seat.stack, stack, bright, at="left")


def _head(sheet: Sheet, name: Box, worth: int) -> Box:
    """Draw a player's bounty next to their name; return the space left for the name."""
    name, box = head_beside(name)
    sheet.panel(box, sheet.colours.raising, radius=max(2, box.h // 3))
    room = box.inset(box.h // 4, 1)
    figure = sheet.painter.best(head_ways(worth, sheet.words), room.w, room.h, bold=True)
    sheet.text(figure, room, sheet.colours.deed_text, bold=True, shrink=0.3)
    return name


def _number(sheet: Sheet, box: Box, seat: SeatView, turn: bool) -> Box:
    """Write the seat's number large on the side facing the rail; return the space left.

    If `turn` is true, the number is highlighted because the seat is to act.
    """
    colours, felt = sheet.colours, sheet.places.felt
    gap = max(3, box.h // 14)
    width = min(box.w * 3 // 10, box.h * (70 if seat.seat < 10 else 85) // 100)
    right = box.centre[0] > felt.centre[0]
    block = Box(box.right - width if right else box.x, box.y, width, box.h - max(1, gap // 2))
    ink = colours.quiet
    if turn:
        ink = colours.turn_text
        sheet.panel(block, colours.turn, radius=max(3, sheet.radius // 2))
    sheet.figure(str(seat.seat), block.inset(max(3, width // 10), block.h // 7), ink)
    x = box.x if right else block.right + gap
    return Box(x, box.y, box.w - width - gap, box.h)


def _deed(sheet: Sheet, box: Box, seat: SeatView, turn: bool, here: bool) -> None:
    colours = sheet.colours
    asked = asked_at_seat(sheet.state, seat.seat, sheet.words)
    # The amount is shown in front of the seat, so the word alone is enough in a small space.
    deed = sheet.words.doing(replace(seat, last_amount=0))
    ways = asked or (*sheet.words.doing_ways(seat), deed)
    fills = {"won": colours.won, "folded": colours.folded, "all-in": colours.all_in,
             "raise": colours.raising, "passive": colours.passive}  # fmt: skip
    fill, ink = fills[deed_kind(seat, sheet.won(seat))], colours.deed_text
    chance = sheet.chances.get(seat.seat)
    if chance is not None:
        ways = (sheet.words.percent(chance),)
        fill = colours.won if chance == max(sheet.chances.values()) else colours.passive
    elif turn:
        ways, fill, ink = _to_act(sheet, seat), colours.turn, colours.turn_text
    elif here:
        ways, fill = step_at_seat(sheet.state, sheet.words), colours.step
        ink = colours.step_text
    if not any(ways):
        return
    room = box.inset(box.h // 4, 0)
    said = sheet.painter.best(ways, room.w, room.h, bold=True, shrink=0.95)
    if seat.status == "empty" and not here:
        sheet.text(said, box, colours.faint)
        return
    sheet.panel(box, fill, radius=max(3, box.h // 3))
    sheet.text(said, room, ink, bold=True, shrink=0.3)


def _to_act(sheet: Sheet, seat: SeatView) -> tuple[str, ...]:
    said = sheet.words.say("To act")
    if sheet.state.clock_seat != seat.seat:
        return (said,)
    left = sheet.words.clock(sheet.state.clock_left)
    return f"{said} {left}", left


def _front(sheet: Sheet, boxes: SeatBoxes, seat: SeatView) -> None:
    colours = sheet.colours
    for mark, letter, place in marks_at(sheet.state, boxes, seat.seat, sheet.words):
        fill, ink = getattr(colours, mark), colours.mark_text
        sheet.disc(place.inset(max(1, place.w // 16)), fill, ink, letter, ink)
    won = sheet.won(seat)
    if won:
        chips_and_figure(sheet, boxes.bet, won, "+")
    elif seat.bet and not seat.owes:
        chips_and_figure(sheet, boxes.bet, seat.bet, "")
    elif due := seat.owes or _due(sheet, seat.seat):
        # An outline with the amount marks where chips are due.
        box = boxes.bet.inset(boxes.bet.w // 8, boxes.bet.h // 8)
        sheet.panel(box, colours.room, colours.step, radius=box.h // 2, thick=2 * sheet.thick)
        sheet.large_figure(due, box.inset(box.h // 3, box.h // 6), colours.text)


def _due(sheet: Sheet, seat: int) -> int:
    step = sheet.state.next_step
    posts = step is not None and step.task in {Task.POST, Task.ANTE}
    return step.amount if step is not None and posts and step.seat == seat else 0


def chips_and_figure(sheet: Sheet, box: Box, chips: int, sign: str) -> None:
    """Draw chips and, beside them, their amount after `sign` (such as `+`), centred in a box."""
    pile = Box(box.x, box.y, min(box.h * 9 // 10, box.w * 3 // 10), box.h)
    gap, height = box.h // 10, int(box.h * 0.84)
    side, high = height // 3, int(box.h * 0.62)
    left = pile.right + gap
    room = Box(left + side, box.y, box.right - left - 2 * side, high)
    short = sign + sheet.words.short_amount(chips)
    if not sheet.painter.figure_fits(short, room, 0.8):
        # If there is little space, the amount is more useful than the picture of the chips.
        left, pile = box.x, Box(box.x, box.y, 0, box.h)
        room = Box(left + side, box.y, box.w - 2 * side, high)
    ways = (sign + sheet.words.amount(chips), short, sheet.words.short_amount(chips))
    figure = next((way for way in ways if sheet.painter.figure_fits(way, room, 0.8)), ways[-1])
    # The pile and the amount are centred in the box as one unit.
    label_w = sheet.painter.figure_width(figure, room) + 2 * side
    shift = max(0, (box.right - left - label_w) // 2)
    if pile.w:
        sheet.chips(Box(pile.x + shift, pile.y, pile.w, pile.h), chips)
    label = Box(left + shift, box.y + (box.h - height) // 2, label_w, height)
    sheet.panel(label, sheet.colours.room, radius=height // 2)
    place = Box(label.x + side, box.y + (box.h - high) // 2, label_w - 2 * side, high)
    sheet.figure(figure, place, sheet.colours.text)
