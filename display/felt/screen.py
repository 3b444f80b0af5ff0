"""The table display's loop: draws to a window or to numbered image files when something changes."""

import logging
import time
from pathlib import Path

import msgspec
import pygame
from msgspec.structs import replace

from controller.contract.errors import TapisError
from controller.contract.public import PublicState
from display.ask import Token
from display.feed import Feed, FeedSource, Stop, View, link_trouble, same_picture
from display.felt.caption import Captioned
from display.felt.console.commands import Console
from display.felt.console.commands_draw import draw_console
from display.felt.console.commands_live import LiveConsole
from display.felt.draw import places_of, render, render_waiting
from display.felt.drawing.all_in_equity import NONE, Chances, Shares
from display.felt.drawing.layout import FIT, USUAL, Box
from display.felt.drawing.look import Look, WatchedFile, look_from, next_language, next_palette
from display.felt.drawing.sheet import NOTHING_FRESH, painter_for
from display.felt.on_felt.glow import Glow
from display.felt.on_felt.moves import MOVE_S, Move, at, moves_between
from display.felt.side_panels.bar import Link
from display.felt.window import CLOSE, Act, Frames, Target, Window
from display.words.locale import languages
from display.words.names import words

# The poll interval of a window's input; a new state does not wait for it.
_PUMP_S = 0.05
# The poll interval while the user is active, or something moves.
_BUSY_PUMP_S = 0.015
# The interval between two checks of the settings file.
_LOOK_S = 1.0
# The time spent counting chances between two checks for new input.
_COUNT_S = 0.004

log = logging.getLogger(__name__)


class Options(msgspec.Struct, frozen=True):
    """Display options.

    `size` is the width and height in pixels, and `look` the initial settings. If `frames` is
    set, pictures are written to that folder, and no window is opened. The display exits after
    `seconds` or, if that is None, when the window is closed. `token` is sent with commands; without
    one, this display sends none. `look_file` is a settings file that may change while the display
    runs. `caption` is a file whose text is shown below the table.
    """

    size: tuple[int, int] = (1280, 720)
    fullscreen: bool = False
    look: Look = Look()
    frames: Path | None = None
    seconds: float | None = None
    token: Token | None = None
    look_file: Path | None = None
    caption: Path | None = None


def _link(view: View) -> Link:
    """Return `up` if the picture is current; otherwise return why it may be outdated."""
    if view.unread:
        return "older"
    if view.link != "up":
        return "down"
    return "up" if view.online else "off"


def picture_of(
    view: View,
    source: FeedSource,
    size: tuple[int, int],
    look: Look,
    chances: Shares = NONE,
    fresh: frozenset[int] = NOTHING_FRESH,
) -> pygame.Surface:
    """Return a picture of the table's last known state.

    `fresh` lists the indices of the ruling steps to highlight as just completed.
    """
    if view.state is not None:
        return render(view.state, size, look, _link(view), chances, fresh)
    about = link_trouble(view, source, look.language)
    if not about:
        about = words(look.language).say("No message on {root} yet", root=f"{source.root}/state")
    return render_waiting(size, look, about)


def ticked(state: PublicState, milliseconds: int) -> PublicState:
    """Return the state `milliseconds` later: clocks and waiting times advance in whole seconds."""
    level = state.level
    if level.next_in is not None:
        level = replace(level, next_in=_later(level.next_in, milliseconds))
    if level.break_in is not None and level.stands is None:
        level = replace(level, break_in=_later(level.break_in, milliseconds))
    left = _later(state.clock_left, milliseconds) if state.clock_seat else state.clock_left
    waited = milliseconds // 1000 * 1000
    holds = tuple(replace(one, waited=one.waited + waited) for one in state.holds)
    rulings = tuple(replace(one, waited=one.waited + waited) for one in state.rulings)
    return replace(state, clock_left=left, level=level, holds=holds, rulings=rulings)


def _later(left: int, milliseconds: int) -> int:
    return max(0, -(-(left - milliseconds) // 1000)) * 1000


def changed_look(look: Look, key: str) -> Look:
    """Return the look after a keypress, unchanged if the key does not affect the look."""
    match key:
        case "l" | "L":
            return next_language(look, languages())
        case "p" | "P":
            return next_palette(look)
        case "c" | "C":
            return replace(look, suits=2 if look.suits == 4 else 4)
        case "t" | "T":
            return replace(look, large=not look.large)
        case "m" | "M":
            return replace(look, movement=not look.movement)
    return look


def show(source: FeedSource, options: Options, stop: Stop | None = None) -> int:
    """Show a table until the time is up, the window is closed or `stop` is set.

    Return the number of pictures drawn. Raises `OSError` if no screen is found or the disk is full,
    `WrongOption` for a screen that is too small, and `NoTexts` for a language without texts.
    """
    words(options.look.language)
    size = USUAL if options.size == FIT else options.size
    places_of(None, size, options.look)
    target: Target = (
        Window(options.size, options.fullscreen, patient=options.fullscreen)
        if options.frames is None
        else Frames(options.frames, size)
    )
    if options.caption is not None:
        target = Captioned(target, options.caption, options.look)
    try:
        with (
            Feed(source) as feed,
            LiveConsole(source, options.token, options.look.language) as live,
        ):
            return ScreenLoop(feed, live, target, options).run(stop)
    finally:
        if options.frames is None:
            pygame.display.quit()


class ScreenLoop:
    """Draws the feed's view of a table on a target, and handles user input."""

    def __init__(self, feed: Feed, live: LiveConsole, target: Target, options: Options) -> None:
        self._feed = feed
        self._live = live
        self._target = target
        self._options = options
        self._look = options.look
        # What was last drawn, with clocks that have run on since the state came at `_since`.
        self._drawn: View | None = None
        self._console: Console | None = None
        self._table: pygame.Surface | None = None
        self._state: PublicState | None = None
        self._since = 0.0
        self._counted: tuple[Shares, frozenset[int]] = NONE, NOTHING_FRESH
        self._count = 0
        self._file = WatchedFile(options.look_file)
        self._looked = 0.0
        self._seen = 0
        self._chances = Chances()
        self._glow = Glow()

    def run(self, stop: Stop | None = None) -> int:
        """Run until the time is up or the user quits; return the number of pictures drawn."""
        seconds = self._options.seconds
        end = None if seconds is None else time.monotonic() + seconds
        while (end is None or time.monotonic() < end) and not (stop is not None and stop.is_set()):
            pump = _PUMP_S if self._live.console.idle else _BUSY_PUMP_S
            left = pump if end is None else min(pump, max(0.0, end - time.monotonic()))
            wait = left if self._drawn is not None and not self._chances.busy else 0
            self._seen, view = self._feed.wait(self._seen, wait)
            self._chances.count(_COUNT_S)
            if not self._served(view):
                break
            self._read_look()
            self._draw(view)
        return self._count

    def _read_look(self) -> None:
        now = time.monotonic()
        if now - self._looked < _LOOK_S:
            return
        self._looked = now
        try:
            text = self._file.changed()
            if text is not None:
                found = look_from(text, str(self._file.path))
                words(found.language)
                self._wear(found)
        except TapisError as error:
            log.warning("%s", error)

    def _wear(self, look: Look) -> None:
        self._look, self._table = look, None
        self._live.speak(look.language)

    def _draw(self, view: View) -> None:
        target, look = self._target, self._look
        if view.state is not self._state:
            self._state, self._since = view.state, time.monotonic()
        state = view.state
        if state is not None and target.moves and view.current:
            state = ticked(state, int((time.monotonic() - self._since) * 1000))
        now = replace(view, state=state)
        chances = self._chances.of(state)
        console = self._live.settle(state)
        resized = target.resized()
        fresh = NOTHING_FRESH
        if target.moves and look.movement:
            fresh = self._glow.of(view.state, time.monotonic())
        stale = chances is not self._counted[0] or fresh != self._counted[1] or resized
        before = table = self._table
        stale = stale or before is None or self._drawn is None or not _same(self._drawn, now)
        if not stale and self._console is not None and self._console.same_picture(console):
            return
        if stale or table is None:
            table = picture_of(now, self._feed.source, target.size, look, chances, fresh)
        if before is not None and self._drawn and stale and not resized and console.idle:
            self._move(before, table, self._drawn.state, state)
        target.show(draw_console(table, console, state, look, self._live.able))
        self._table, self._drawn, self._console = table, now, console
        self._counted = chances, fresh
        self._count += 1

    def _move(
        self,
        before: pygame.Surface,
        table: pygame.Surface,
        old: PublicState | None,
        new: PublicState | None,
    ) -> None:
        """Animate what moves between two states; a newer view from the feed ends the animation.

        `before` and `table` are the pictures of the states `old` and `new`.
        """
        target, look = self._target, self._look
        if not (look.movement and target.moves and old is not None and new is not None):
            return
        places = places_of(new, target.size, look)
        moves = moves_between(old, new, places)
        if not moves or before.get_size() != table.get_size():
            return
        painter = painter_for(*target.size, look)
        pictures = [
            painter.moving(move.kind, move.end.w, move.end.h, move.name, move.chips)
            for move in moves
        ]
        begun = time.monotonic()
        base = under(before, table, moves)
        target.show(base)
        dirty: tuple[Box, ...] = ()
        while (part := (time.monotonic() - begun) / MOVE_S) < 1:
            frame = base
            boxes = tuple(at(move, part) for move in moves)
            kept = [(box, frame.subsurface(_within(box, frame)).copy()) for box in boxes]
            for box, picture in zip(boxes, pictures, strict=True):
                frame.blit(picture, (box.x, box.y))
            target.show(frame, (*dirty, *boxes))
            for box, was in reversed(kept):
                frame.blit(was, _within(box, frame))
            dirty = boxes
            seen, _ = self._feed.wait(self._seen, _BUSY_PUMP_S)
            if seen != self._seen:
                return

    def _served(self, view: View) -> bool:
        """Handle the user's input; return False if the user wants to quit."""
        for act in self._target.acts():
            if act == CLOSE:
                return False
            if isinstance(act, tuple):
                self._tapped(act, view.state)
            elif not self._pressed(act, view.state):
                return False
        return True

    def _tapped(self, act: tuple[int, int], state: PublicState | None) -> None:
        places = places_of(state, self._target.size, self._look)
        point = Box(act[0], act[1], 1, 1)
        free = state is not None and self._live.free(act, places, state)
        if free and point.within(places.language):
            self._wear(next_language(self._look, languages()))
            return
        self._live.tap(act, places, state)

    def _pressed(self, act: Act, state: PublicState | None) -> bool:
        key = str(act)
        if self._live.console.listening:
            self._live.press(key, state)
            return True
        if key == "q" or (key == "escape" and not self._options.fullscreen):
            # One Escape too many must not close the table's own screen.
            return False
        look = changed_look(self._look, key)
        if look != self._look:
            self._wear(look)
        else:
            self._live.press(key, state)
        return True


def under(before: pygame.Surface, after: pygame.Surface, moves: tuple[Move, ...]) -> pygame.Surface:
    """Return the background of an animation.

    It is the picture `after`, but with each moving item's destination as it looks in `before`.
    """
    base = after.copy()
    for move in moves:
        rect = _within(move.end, base)
        base.blit(before, rect, rect)
    return base


def _within(box: Box, surface: pygame.Surface) -> pygame.Rect:
    return pygame.Rect(box.x, box.y, box.w, box.h).clip(surface.get_rect())


def _same(drawn: View, view: View) -> bool:
    return (
        drawn.link == view.link
        and _link(drawn) == _link(view)
        and same_picture(drawn.state, view.state)
    )
