"""The loop of the table display: a window, or numbered pictures, redrawn only on change."""

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Protocol

import msgspec
import pygame

from display.ask import Token
from display.feed import Feed, Source, Stop, View, link_trouble, same_picture
from display.felt.commands import Desk
from display.felt.commands_draw import draw_desk
from display.felt.commands_live import LiveDesk
from display.felt.draw import Link, render, render_waiting, save_png
from display.felt.layout import MOST_SEATS, layout
from display.words import words

# A window is asked this often for what its user does; a new state does not wait for it.
_PUMP_S = 0.05
# And this often while its user is at work.
_BUSY_PUMP_S = 0.015

# What a user does: a key (a sign, or one of these names), or a touch at a point.
Act = str | tuple[int, int]
CLOSE = "close"
_KEYS = {
    pygame.K_RETURN: "enter",
    pygame.K_KP_ENTER: "enter",
    pygame.K_ESCAPE: "escape",
    pygame.K_TAB: "tab",
    pygame.K_BACKSPACE: "backspace",
}


class Options(msgspec.Struct, frozen=True):
    """How the display is shown. `frames`: write pictures into that folder, open no window.

    `seconds`: end after so many; None: when the window is closed. `token`: what commands are
    sent with; without one nothing is sent from here.
    """

    size: tuple[int, int] = (1280, 720)
    fullscreen: bool = False
    language: str = "en"
    frames: Path | None = None
    seconds: float | None = None
    token: Token | None = None


class Target(Protocol):
    """What pictures are shown on."""

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels."""

    def show(self, picture: pygame.Surface) -> None:
        """Show one picture until the next."""

    def acts(self) -> Iterator[Act]:
        """Take what its user did since the last time; `CLOSE` when it was closed."""

    def resized(self) -> bool:
        """Tell whether its size is another than at the last picture."""


class Window:
    """A window, or the whole screen."""

    def __init__(self, options: Options) -> None:
        """Open it; raises `OSError` with what to do when there is no screen."""
        try:
            pygame.display.init()
            if pygame.display.get_driver() == "offscreen":
                # What SDL takes where it finds no screen: a window that nobody can see.
                raise pygame.error("SDL finds none")
            flags = pygame.FULLSCREEN if options.fullscreen else pygame.RESIZABLE
            size = (0, 0) if options.fullscreen else options.size
            self._screen = pygame.display.set_mode(size, flags)
        except pygame.error as error:
            raise OSError(
                f"there is no screen to open a window on ({error}); "
                "use --frames DIR to write pictures, or `tapis watch` in a terminal"
            ) from error
        pygame.display.set_caption("Tapis")
        if options.fullscreen:
            pygame.mouse.set_visible(False)
        self._drawn: tuple[int, int] | None = None

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the window, at least the least that can be drawn."""
        width, height = self._screen.get_size()
        if width >= height:
            return max(width, 800), max(height, 480)
        return max(width, 480), max(height, 800)

    def show(self, picture: pygame.Surface) -> None:
        """Show one picture; a window that is too small shows it scaled down."""
        room = self._screen.get_size()
        if picture.get_size() != room:
            picture = pygame.transform.smoothscale(picture, room)
        self._screen.blit(picture, (0, 0))
        pygame.display.flip()
        self._drawn = room

    def acts(self) -> Iterator[Act]:
        """Yield keys and touches, and `CLOSE` when the window was closed."""
        for event in pygame.event.get():
            if event.type == pygame.QUIT:
                yield CLOSE
            elif event.type == pygame.KEYDOWN:
                key = _KEYS.get(event.key, event.unicode)
                if key:
                    yield key
            elif event.type == pygame.MOUSEBUTTONDOWN and event.button == pygame.BUTTON_LEFT:
                # SDL makes a mouse of a finger. What is shown smaller is hit in its own size.
                (width, height), room = self.size, self._screen.get_size()
                yield event.pos[0] * width // room[0], event.pos[1] * height // room[1]

    def resized(self) -> bool:
        """Tell whether the user has made the window larger or smaller."""
        return self._screen.get_size() != self._drawn


class Frames:
    """A folder of pictures, `frame-00001.png` and so on, one a change; none is kept from before."""

    def __init__(self, folder: Path, size: tuple[int, int]) -> None:
        """Make the folder; raises `OSError`."""
        folder.mkdir(parents=True, exist_ok=True)
        for old in folder.glob("frame-*.png"):
            old.unlink()
        self._folder = folder
        self._size = size
        self.count = 0

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the pictures."""
        return self._size

    def show(self, picture: pygame.Surface) -> None:
        """Write one picture; raises `OSError` when the disk is full."""
        self.count += 1
        save_png(picture, self._folder / f"frame-{self.count:05d}.png")

    def acts(self) -> Iterator[Act]:
        """Nobody touches a folder."""
        return iter(())

    def resized(self) -> bool:
        """A folder keeps its size."""
        return False


def _link(view: View) -> Link:
    """Give what the picture says of its own age."""
    if view.unread:
        return "older"
    if view.link != "up":
        return "down"
    return "up" if view.online else "off"


def picture_of(view: View, source: Source, size: tuple[int, int], language: str) -> pygame.Surface:
    """Give the picture of all that is known of a table."""
    if view.state is not None:
        return render(view.state, size, language, _link(view))
    about = link_trouble(view, source, language)
    if not about:
        about = words(language).say("Nothing yet on {root}", root=f"{source.root}/state")
    return render_waiting(size, language, about)


def show(source: Source, options: Options, stop: Stop | None = None) -> int:
    """Show a table until its time is over, its window is closed or `stop` is set.

    Gives the number of pictures drawn. Raises `OSError` when there is no screen or no room for
    the pictures, `ValueError` for a screen that is too small and `LookupError` for a language
    without texts.
    """
    words(options.language)
    layout(*options.size, 0)
    target: Target = (
        Window(options) if options.frames is None else Frames(options.frames, options.size)
    )
    try:
        with (
            Feed(source) as feed,
            LiveDesk(source, options.token, options.language) as live,
        ):
            return _run(feed, live, target, options, stop)
    finally:
        if options.frames is None:
            pygame.display.quit()


def _run(feed: Feed, live: LiveDesk, target: Target, options: Options, stop: Stop | None) -> int:
    end = None if options.seconds is None else time.monotonic() + options.seconds
    drawn: View | None = None
    shown: Desk | None = None
    table: pygame.Surface | None = None
    count = seen = 0
    while (end is None or time.monotonic() < end) and not (stop is not None and stop.is_set()):
        pump = _PUMP_S if live.desk.idle else _BUSY_PUMP_S
        left = pump if end is None else min(pump, max(0.0, end - time.monotonic()))
        seen, view = feed.wait(seen, left if drawn is not None else 0)
        if not _served(live, target, view, options):
            break
        desk = live.settle(view.state)
        resized = target.resized()
        stale = table is None or drawn is None or resized or not _same(drawn, view)
        if not stale and shown is not None and shown.same_picture(desk):
            continue
        if stale or table is None:
            table = picture_of(view, feed.source, target.size, options.language)
        target.show(draw_desk(table, desk, view.state, options.language, live.able))
        drawn, shown = view, desk
        count += 1
    return count


def _served(live: LiveDesk, target: Target, view: View, options: Options) -> bool:
    """Do what the user did; give False when they want to end."""
    for act in target.acts():
        if act == CLOSE:
            return False
        if isinstance(act, tuple):
            seats = 0 if view.state is None else min(len(view.state.seats), MOST_SEATS)
            live.tap(act, layout(*target.size, seats), view.state)
        elif live.desk.listening or act not in ("q", "escape"):
            live.press(act, view.state)
        elif act == "q" or not options.fullscreen:
            # Whoever strikes Escape once too often does not end the table's own screen.
            return False
    return True


def _same(drawn: View, view: View) -> bool:
    """Tell whether two views give the same picture."""
    return (
        drawn.link == view.link
        and _link(drawn) == _link(view)
        and same_picture(drawn.state, view.state)
    )
