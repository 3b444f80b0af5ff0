"""Draws the strip beside the table: the street, the level, the player to act and the notices."""

from collections.abc import Iterator
from typing import Literal

import msgspec

from controller.contract.public import Action, Phase, PublicState
from controller.contract.readings.legal_actions import call_cost
from display.felt.drawing.layout import Box
from display.felt.drawing.palette import Colour
from display.felt.drawing.panels import heading, in_panel, table_of
from display.felt.drawing.sheet import Sheet
from display.felt.on_felt.pots import FEW_POTS, list_pots
from display.felt.side_panels.between import draw_between
from display.felt.side_panels.ruling import draw_ruling, draw_small_thing, has_small_thing
from display.felt.side_panels.showdown import draw_showdown, is_showdown
from display.words import levels
from display.words.names import N_
from display.words.room import announced, goes, holds, leaving, moves, notice, streamed, waits
from display.words.ruling_steps import next_step
from display.words.vocabulary import KEYS, SHOE

Notice = tuple[tuple[str, ...], Colour]
"""The wordings of a notice, each shorter than the last, and its colour."""

Link = Literal["up", "down", "off", "older"]
_LINKS: dict[Link, str] = {
    "down": N_("No connection: the display may be out of date"),
    "off": N_("The table is switched off"),
    "older": N_("Please update this display: it is older than its table"),
}


_SIZED = frozenset({Action.BET, Action.RAISE, Action.ALL_IN})

# If this many milliseconds or fewer are left, the clock is drawn as nearly expired.
_SOON_MS = 10_000


def draw_bar(sheet: Sheet, link: Link) -> None:
    """Draw the title, level, panel and notices; `link` is `up` if the state is current."""
    _title(sheet, link)
    _language(sheet, link)
    tall = (sheet.stopped or is_showdown(sheet)) and not sheet.old
    if tall:
        draw_ruling(sheet) if sheet.stopped else draw_showdown(sheet)
    if not tall or not sheet.places.tall.overlaps(sheet.places.level):
        _level(sheet)
        _notice(sheet, link)
    if tall:
        return
    if sheet.old:
        _old(sheet, link)
    elif sheet.state.turn:
        _turn(sheet)
    else:
        draw_between(sheet)


def _title(sheet: Sheet, link: Link) -> None:
    inner = in_panel(sheet, sheet.places.title)
    top, below = inner.rows(0.58, 0.42)
    stage = sheet.words.stage(sheet.state)
    sheet.line((stage,), top, sheet.colours.text, bold=True)
    table = sheet.words.say("Table {table}", table=sheet.state.table)
    ways = [table]
    if sheet.state.hand:
        hand = sheet.words.say("Hand {n}", n=sheet.state.hand)
        ways = [f"{table} · {hand}", hand]
    said = sheet.painter.best(ways, below.w, below.h)
    taken = (sheet.stopped or is_showdown(sheet)) and sheet.places.tall.overlaps(
        sheet.places.notice
    )
    if link == "older" and taken:
        said = sheet.painter.best((sheet.words.say(_LINKS[link]), said), below.w, below.h)
    sheet.text(said, below, sheet.colours.quiet, at="left", may_shorten=True)


def _language(sheet: Sheet, link: Link) -> None:
    """Draw the code of the language, and a dot above it.

    The dot's colour shows whether the picture is current. Touching either changes the language.
    """
    inner = in_panel(sheet, sheet.places.language)
    top, below = inner.rows(0.58, 0.42)
    dot = max(8, min(top.h // 3, sheet.places.unit // 7))
    colour = sheet.colours.good if link == "up" else sheet.colours.warning
    place = Box(top.centre[0] - dot // 2, top.y + (top.h - dot) // 2, dot, dot)
    sheet.disc(place, colour, colour, "", colour)
    said = sheet.words.language.upper()
    sheet.text(said, below, sheet.colours.quiet, bold=True)


def _level(sheet: Sheet) -> None:
    inner = in_panel(sheet, sheet.places.level)
    level, state, colours = sheet.state.level, sheet.state, sheet.colours
    top, middle, third, last = inner.rows(0.21, 0.33, 0.23, 0.23)
    said = sheet.words.say("Blinds")
    if level.number:
        said = sheet.words.say("Level {n}", n=level.number)
    if level.break_in is not None and level.stands is None and not level.on_break:
        soon = sheet.words.say(N_("break in {time}"), time=sheet.words.clock(level.break_in))
        said = sheet.painter.best((f"{said} · {soon}", said), top.w * 2 // 3, top.h)
    drawn = sheet.text(said, top, colours.quiet, at="left")
    rest = Box(drawn.right + top.h, top.y, max(1, top.right - drawn.right - top.h), top.h)
    if rest.w > 2 * rest.h:
        sheet.text(state.house.upper(), rest, colours.faint, at="right", may_shorten=True)
    sheet.line(levels.blinds(level, sheet.words), middle, colours.text, bold=True)
    game = (levels.played(state.game, state.structure, sheet.words),)
    named = (levels.special(state, sheet.words),)
    ante = levels.antes(level, sheet.words, by_button=state.button_ante)
    rise = levels.next_level(level, sheet.words)
    parts = zip(*_levelled(named, game, ante, rise), strict=True)
    notes = tuple(" · ".join(filter(None, texts)) for texts in parts)
    if level.next_in is not None and not level.next_big_blind:
        notes = (*notes, sheet.words.clock(level.next_in))
    elif level.stands is not None:
        stands = sheet.words.clock(level.stands)
        notes = (sheet.words.say(N_("The clock is stopped at {time}"), time=stands), stands)
    elif level.next_in is not None or levels.rises(level):
        notes = (*notes, rise[-1], levels.next_blinds(level, sheet.words))
    for ways, row in ((notes, third), (levels.average(state, sheet.words), last)):
        sheet.line(ways, row.inset(0, row.h // 14), colours.quiet, least=0.9)


def _levelled(*ways: tuple[str, ...]) -> list[tuple[str, ...]]:
    """Return the lists of wordings of several texts, all padded to the same length.

    A shorter list repeats its last wording, which is its shortest.
    """
    most = max(map(len, ways))
    return [(*one, *(one[-1],) * (most - len(one))) for one in ways]


def _turn(sheet: Sheet) -> None:
    inner = in_panel(sheet, sheet.places.panel, edge=sheet.colours.turn)
    state, colours = sheet.state, sheet.colours
    small = has_small_thing(sheet)
    if small:
        # Play continues, and the ruling is shown below.
        above, below = inner.rows(0.56, 0.44, gap=sheet.places.gap)
        draw_small_thing(sheet, below)
        inner = above
    y = inner.y
    share = 22 if len(state.pots) > 1 else 30
    name = Box(inner.x, y, inner.w, min(inner.h * share // 100, sheet.px(112)))
    sheet.paragraph(
        sheet.words.seat(state, state.turn), name, name.h, colours.turn_ink, bold=True, middle=True
    )
    y = name.bottom
    if state.clock_seat == state.turn:
        y = _clock(sheet, Box(inner.x, y, inner.w, min(inner.h // 6, sheet.px(54))))
    rest = inner.below(y)
    if state.legal:
        rest = _choices(sheet, _to_call(sheet, rest))
    few = len(state.pots) <= FEW_POTS
    if len(state.pots) > 1 and not small and rest.h > sheet.px(28) * len(state.pots):
        list_pots(sheet, rest if few else rest.inset(0, sheet.px(4)))


def _to_call(sheet: Sheet, box: Box) -> Box:
    """Write the amount to call in large type; return the remaining space."""
    cost, colours = call_cost(sheet.state), sheet.colours
    # With several pots, the seats are listed below.
    high = min(sheet.px(144), box.h * (4 if len(sheet.state.pots) > 1 else 6) // 10)
    place = Box(box.x, box.y + sheet.px(6), box.w, high)
    if cost is None:
        said = sheet.words.of(KEYS, sheet.state.legal[0].action)
        sheet.text(said, place, colours.text, bold=True, at="left", shrink=0.1)
        return box.below(place.bottom)
    sheet.large_figure(cost.add, place, colours.text, at="left")
    label = Box(box.x, place.bottom, box.w, min(sheet.px(52), max(1, box.bottom - place.bottom)))
    sheet.line((sheet.words.call_label(cost),), label, colours.quiet)
    return box.below(label.bottom)


def _choices(sheet: Sheet, box: Box) -> Box:
    """Write the possible bets, if there is room; return the remaining space."""
    legal, most = sheet.state.legal, sheet.px(72 if len(sheet.state.pots) < 2 else 60)
    rows = []
    for short in (False, True):
        told = zip(legal, sheet.words.choices(legal, None, short), strict=True)
        rows = [row for may, row in told if may.action in _SIZED and row[1]]
        if all(len(figure) <= 20 for _, figure in rows):
            break
    high = len(rows) * most
    if not rows or high > box.h:
        return box
    gap = sheet.px(16) if len(sheet.state.pots) < 2 else 0
    top = Box(box.x, box.y + min(gap, box.h - high), box.w, high)
    table_of(sheet, rows, top, most)
    return box.below(top.bottom)


def _clock(sheet: Sheet, box: Box) -> int:
    """Draw the clock of the player to act: a shrinking bar and the time left.

    Return the pixel row below the clock.
    """
    state, colours = sheet.state, sheet.colours
    left = sheet.words.clock(state.clock_left)
    part = min(1.0, state.clock_left / state.clock_whole) if state.clock_whole else 0.0
    ink = colours.turn_ink if state.clock_left > _SOON_MS else colours.warning
    figure = Box(box.right - box.w * 3 // 10, box.y, box.w * 3 // 10, box.h)
    sheet.text(left, figure, ink, bold=True, at="right")
    if state.clock_whole:
        bar = Box(box.x, box.y + box.h // 4, figure.x - box.x - box.h // 4, box.h // 2)
        radius = bar.h // 2
        sheet.panel(bar, colours.passive, radius=radius)
        sheet.surface.set_clip((bar.x, bar.y, round(bar.w * part), bar.h))
        sheet.panel(bar, ink, radius=radius)
        sheet.surface.set_clip(None)
    return box.bottom + box.h // 6


def _old(sheet: Sheet, link: Link) -> None:
    """Warn in large type that the picture may be outdated; below, write what was last seen."""
    state, words, colours = sheet.state, sheet.words, sheet.colours
    inner = in_panel(sheet, sheet.places.panel, edge=colours.warning)
    top, below = inner.rows(0.5, 0.5, gap=sheet.places.gap)
    said = words.say(_LINKS[link])
    sheet.paragraph(said, top, sheet.type(0.46), colours.warning, bold=True)
    seen = words.named(words.say("To act"), words.seat(state, state.turn)) if state.turn else ""
    if sheet.ruling is not None and not seen:
        seen = words.ruling_name(sheet.ruling.kind)
    seen = seen or next_step(state, words)
    if not seen:
        return
    rest = heading(sheet, below, words.say(N_("Last seen")))
    sheet.paragraph(seen, rest, sheet.type(0.34), colours.quiet)


def _notice(sheet: Sheet, link: Link) -> None:
    notices = [
        *_link_notice(sheet, link), *_from_the_room(sheet),
        *_troubles(sheet), *_told(sheet),
    ]  # fmt: skip
    inner = in_panel(sheet, sheet.places.notice)
    shown = notices[:2] if len(notices) > 2 else notices
    if not shown:
        return
    rows = inner.rows(*(1.0 for _ in shown))
    for (ways, ink), row in zip(shown, rows, strict=True):
        sheet.paragraph(sheet.first_held(ways, row), row, sheet.type(0.26), ink, middle=True)


def _link_notice(sheet: Sheet, link: Link) -> Iterator[Notice]:
    """Yield a notice if the picture may be outdated, and one if play pauses after this hand.

    Yield another while hole cards are being sent to a stream.
    """
    state, colours = sheet.state, sheet.colours
    if link in _LINKS and not sheet.old:
        yield (sheet.words.say(_LINKS[link]),), colours.warning
    if state.paused and state.phase not in (Phase.IDLE, Phase.OVER):
        told = sheet.words.say("Pause after this hand")
        held = waits(state, sheet.words)
        ways = (f"{told} · {held}", told) if holds(state) else (told,)
        yield ways, colours.quiet
    if told := streamed(state, sheet.words):
        yield (told,), colours.turn_ink


def _from_the_room(sheet: Sheet) -> Iterator[Notice]:
    """Yield the poker room's notices, newest first.

    If several players move after this hand, the first notice names them. The last notice names the
    players who leave after this hand.
    """
    state, colours = sheet.state, sheet.colours
    said = announced(state, sheet.words)
    listed = moves(state) if state.phase in (Phase.IDLE, Phase.OVER) else ()
    if not listed and len(moves(state)) > 1:
        listed = moves(state)
        yield tuple(_who_move(sheet, shown) for shown in sheet.namings()), colours.turn_ink
    for one in reversed(state.notices):
        if not one.seen and one not in listed:
            told = msgspec.structs.asdict(one)
            ways = tuple(notice(told, shown, said) for shown in sheet.namings())
            if all(ways):
                yield ways, colours.turn_ink
    names = tuple(leaving(shown, sheet.words) for shown in sheet.namings())
    if all(names):
        told_too = {one.seat for one in moves(state)}
        few = sheet.words.count(
            "{n} player leaves after this hand", "{n} players leave after this hand",
            len([seat for seat in state.leaving if seat not in told_too]),
        )  # fmt: skip
        yield (*names, few), colours.quiet


def _who_move(sheet: Sheet, shown: PublicState) -> str:
    """Return a line that names the players who move after this hand, but not their new seats."""
    names = ", ".join(goes(one, shown, sheet.words)[0] for one in moves(shown))
    return sheet.words.say(N_("Moving after this hand: {players}"), players=names)


def _troubles(sheet: Sheet) -> Iterator[Notice]:
    """Yield a notice for each kind of fault: in the shoe, the antennas or the earpieces.

    Another notice lists the zones in which something was moved while the table was off.
    """
    state, colours = sheet.state, sheet.colours
    if state.shoe:
        yield (sheet.words.of(SHOE, state.shoe),), colours.warning
    if state.blind_zones:
        yield _listed(sheet, N_("Not read: {zones}"), state.blind_zones), colours.warning
    if state.deaf:
        names = tuple(sheet.words.deaf(shown) for shown in sheet.namings())
        few = sheet.words.count("{n} player can't hear", "{n} players can't hear", len(state.deaf))
        yield (*names, few), colours.warning
    if state.moved_while_off:
        ways = _listed(sheet, N_("Moved while the table was off: {zones}"), state.moved_while_off)
        yield ways, colours.warning


def _told(sheet: Sheet) -> Iterator[Notice]:
    """Yield notices that are not faults: chips carried to the next pot, and cards burned."""
    state, colours = sheet.state, sheet.colours
    if state.carried:
        carried = sheet.words.amount(state.carried)
        said = sheet.words.say("{amount} carried to the next pot", amount=carried)
        yield (said,), colours.quiet
    if state.burned:
        said = sheet.words.count("{n} card burned", "{n} cards burned", state.burned)
        yield (said,), colours.quiet


def _listed(sheet: Sheet, text: str, zones: tuple[str, ...]) -> tuple[str, ...]:
    """Return wordings of a notice about zones, each shorter than the last.

    `text` is the notice, with a field for the zones. The first wording names up to three zones, and
    the later ones fewer; each gives the number of zones that it does not name.
    """
    names = [sheet.words.zone(zone) for zone in zones]
    ways = []
    for most in range(min(3, len(names)), 0, -1):
        said = ", ".join(names[:most])
        if len(names) > most:
            more = sheet.words.count("{n} more", "{n} more", len(names) - most)
            said = f"{said}, {more}"
        ways.append(sheet.words.say(text, zones=said))
    return tuple(ways)
