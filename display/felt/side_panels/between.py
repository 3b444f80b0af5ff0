"""Draw the dealer's next step or, between hands, the tasks for the next dealer."""

from controller.contract.public import PublicState
from display.felt.drawing.layout import Box
from display.felt.drawing.panels import heading, in_panel, small_cards, table_of, tick
from display.felt.drawing.sheet import Sheet
from display.felt.on_felt.pots import list_pots
from display.felt.side_panels.ruling import draw_small_thing, has_small_thing
from display.words.levels import next_blinds, next_level, rises
from display.words.locale import N_
from display.words.names import Words
from display.words.room import goes, moves, since, until, waits
from display.words.ruling_steps import next_step, who_does
from display.words.vocabulary import SHOE, SHOE_STEPS

# The next dealer's tasks, in order, before the button is moved.
CHORES = (
    N_("Put every card back into the deck"),
    N_("Shuffle and cut"),
)

MOST_CARDS = 7


def draw_between(sheet: Sheet) -> None:
    """Draw the panel shown while no player is to act: the next step, or tasks between hands."""
    state = sheet.state
    if state.phase in ("idle", "over"):
        edge = sheet.colours.ruling if sheet.words.deck_wrong(state.deck) else None
        draw_next_hand(sheet, in_panel(sheet, sheet.places.panel, edge=edge))
        return
    inner = in_panel(sheet, sheet.places.panel)
    rest = heading(sheet, inner, who_does(state, sheet.words))
    if state.shoe:
        rest = draw_shoe(sheet, rest)
    elif has_small_thing(sheet):
        rest, below = rest.rows(0.5, 0.5, gap=sheet.places.gap)
        draw_small_thing(sheet, below)
    said = next_step(state, sheet.words)
    if sheet.chances:
        rest, below = rest.rows(0.4, 0.6, gap=sheet.places.gap)
        _chances(sheet, below)
    elif len(state.pots) > 1 and not state.shoe and not has_small_thing(sheet):
        rest, below = rest.rows(0.5, 0.5, gap=sheet.places.gap)
        list_pots(sheet, below)
    if said:
        sheet.paragraph(said, rest, sheet.px(96), sheet.colours.text, bold=True)


def _chances(sheet: Sheet, box: Box) -> None:
    words = sheet.words
    below = heading(sheet, box, words.say(N_("Equity")))
    best = sorted(sheet.chances.items(), key=lambda one: one[1], reverse=True)
    rows = [(words.seat(sheet.state, seat), words.percent(share)) for seat, share in best]
    table_of(sheet, rows, below)


def draw_shoe(sheet: Sheet, box: Box) -> Box:
    """Show what is wrong with the shoe and how to fix it; return the space left below."""
    words, shoe, colours = sheet.words, sheet.state.shoe, sheet.colours
    line = Box(box.x, box.y, box.w, max(1, box.h // 4))
    if not sheet.painter.holds(words.of(SHOE, shoe), line, bold=True):
        line = box  # room for the fault alone
    y = sheet.paragraph(words.of(SHOE, shoe), line, sheet.type(0.34), colours.ruling, bold=True)
    if line is box:
        return box.below(y)
    line = Box(box.x, y, box.w, max(1, box.h * 2 // 5))
    y = sheet.paragraph(words.of(SHOE_STEPS, shoe), line, sheet.type(0.32), colours.text)
    return box.below(y + sheet.places.gap)


def draw_next_hand(sheet: Sheet, inner: Box, short: bool = False) -> None:
    """Draw the panel before the next hand: what play is waiting for, moves, and the dealer's tasks.

    If `short` is true, the tasks that follow every hand are left out.
    """
    state, colours, said = sheet.state, sheet.colours, sheet.words
    gap = max(3, sheet.places.gap)
    y = heading(sheet, inner, waits(state, said) or said.say(N_("Before the next hand"))).y
    if state.voided and not short:
        line = Box(inner.x, y, inner.w, min(inner.h // 4, sheet.type(0.62)))
        text = said.say(N_("The last hand is void: all chips are returned"))
        y = gap + sheet.paragraph(text, line, sheet.type(0.26), colours.ruling)
    waiting = until(state, said)
    who = waiting or said.next_dealer(state)
    if not who and state.phase == "idle":
        can_start = N_("The next hand can start")
        who = said.say(can_start if state.next_step else N_("Two players are needed"))
    if who:
        # If the table waits and nobody moves, the panel has little other content, so type is large.
        lines, high = (2.4, 0.7) if waiting and not moves(state) else (0.9, 0.38)
        line = Box(inner.x, y, inner.w, min(inner.h // 3, sheet.type(lines)))
        y = gap + sheet.paragraph(who, line, sheet.type(high), colours.text, bold=True)
    if waited := since(state, said):
        line = Box(inner.x, y, inner.w, sheet.type(0.34))
        y = gap + sheet.paragraph(waited, line, sheet.type(0.26), colours.quiet)
    rest = inner.below(y)
    if moves(state):
        rest = _moves(sheet, rest)
    if said.deck_wrong(state.deck):
        _deck(sheet, rest)  # the deck comes first, because the bar also shows the next level
        return
    rest = _level_change(sheet, rest)
    if state.shoe and not state.paused:
        draw_shoe(sheet, rest)
    elif not state.paused and state.next_dealer and not short:
        _chores(sheet, rest)


def _moves(sheet: Sheet, box: Box) -> Box:
    rows = [goes(one, sheet.state, sheet.words) for one in moves(sheet.state)]
    height = min(box.h, len(rows) * sheet.type(0.42))
    table_of(sheet, rows, Box(box.x, box.y, box.w, height), sheet.type(0.42))
    return box.below(box.y + height + sheet.places.gap)


def _level_change(sheet: Sheet, box: Box) -> Box:
    """Write the blinds of a level that starts with the next hand; return the remaining space."""
    level, colours = sheet.state.level, sheet.colours
    if not rises(level) or level.next_in is not None:
        return box
    line = Box(box.x, box.y, box.w, min(box.h // 4, sheet.type(0.4)))
    place = line.inset(max(4, line.h // 3), max(2, line.h // 8))
    sheet.panel(line, colours.turn, radius=sheet.radius)
    ways = (*next_level(level, sheet.words), next_blinds(level, sheet.words))
    sheet.line(ways, place, colours.turn_text, bold=True)
    return box.below(line.bottom + sheet.places.gap)


def chores(state: PublicState, said: Words) -> tuple[str, ...]:
    """Return the next dealer's tasks as short texts, in the order they are done.

    If the button does not move (for example, after a misdeal), the last task says so.
    """
    coming, text = state.next_places, N_("Move the button and the blinds")
    if coming is not None and coming.button == state.button != 0:
        same = (coming.small_blind, coming.big_blind) == (state.small_blind, state.big_blind)
        text = N_("Move the blinds: {player} keeps the button")
        if same:
            text = N_("Leave the button and the blinds: {player} keeps the button")
    last = said.say(text, player=said.seat(state, state.button))
    return (*map(said.say, CHORES), last)


def _chores(sheet: Sheet, box: Box) -> None:
    """Write the next dealer's tasks with tick boxes.

    The first task is about the deck, and is ticked once the deck has been counted.
    """
    state, colours = sheet.state, sheet.colours
    counted = state.deck is not None
    texts = chores(state, sheet.words)
    row_h = min(sheet.type(0.56), box.h // len(texts))
    for index, text in enumerate(texts):
        row = Box(box.x, box.y + index * row_h, box.w, row_h)
        size = min(row_h * 5 // 8, sheet.type(0.26))
        place = Box(row.x, row.y + (row.h - size) // 2, size, size)
        done = counted and index == 0
        tick(sheet, place, done, colours.faint)
        rest = Box(place.right + size // 2, row.y, row.right - place.right - size // 2, row.h)
        ink = colours.faint if done else colours.text
        sheet.paragraph(text, rest, sheet.type(0.27), ink, middle=True)


def _deck(sheet: Sheet, box: Box) -> None:
    faults = sheet.words.deck_wrong(sheet.state.deck)
    rows = box.rows(*(1.0 for _ in faults))
    for (said, cards), row in zip(faults, rows, strict=True):
        cards_h = min(sheet.type(0.8), row.h // 2) if cards else 0
        lines = Box(row.x, row.y, row.w, row.h - cards_h - 4)
        room_for_both = bool(cards) and sheet.painter.holds(said, lines, bold=True)
        lines = lines if room_for_both else row
        ink = sheet.colours.ruling
        y = sheet.paragraph(said, lines, sheet.type(0.32), ink, bold=True)
        if room_for_both:
            place = Box(row.x, y + 4, row.w, min(cards_h, row.bottom - y - 4))
            small_cards(sheet, cards[:MOST_CARDS], place)
