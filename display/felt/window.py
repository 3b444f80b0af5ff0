"""Where pictures are shown: in a window, on the whole screen, or as files in a folder."""

import logging
import os
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Protocol

import pygame

from display.felt.draw import save_png
from display.felt.drawing.layout import FIT, USUAL, Box

# A user's input: a key (a character, or one of these names), or a touch at a point.
Act = str | tuple[int, int]
CLOSE = "close"
_KEYS = {
    pygame.K_RETURN: "enter",
    pygame.K_KP_ENTER: "enter",
    pygame.K_ESCAPE: "escape",
    pygame.K_TAB: "tab",
    pygame.K_BACKSPACE: "backspace",
}
# The interval between two searches for a screen that was unplugged.
RETRY_S = 2.0
# The share of the screen that a fitted window takes.
OF_SCREEN = 0.9

log = logging.getLogger(__name__)


class Target(Protocol):
    """An output on which pictures are shown."""

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels."""

    @property
    def moves(self) -> bool:
        """Whether this target can show running clocks and animations."""

    def show(self, picture: pygame.Surface, only: tuple[Box, ...] = ()) -> None:
        """Show a picture until the next one is shown.

        `only` lists the parts of the picture that differ from the previous one.
        """

    def acts(self) -> Iterator[Act]:
        """Return the user's input since the last call, with `CLOSE` if the target was closed."""

    def resized(self) -> bool:
        """Return whether the target's size has changed since the last picture."""


class Window:
    """A window, or the whole screen.

    If `patient` is set, the window waits for a screen that is missing or has been disconnected.
    """

    def __init__(self, size: tuple[int, int], fullscreen: bool, patient: bool = False) -> None:
        """Open the window.

        Raises `OSError`, with advice, if there is no screen and `patient` is not set. With the size
        `FIT`, the window takes up most of the screen.
        """
        self._wanted = size
        self._fullscreen = fullscreen
        self._screen: pygame.Surface | None = None
        self._drawn: tuple[int, int] | None = None
        self._tried = 0.0
        try:
            self._open()
        except pygame.error as error:
            if not patient:
                # A later attempt may find a screen.
                pygame.display.quit()
                raise OSError(
                    f"there is no screen to open a window on ({error}); "
                    "use --frames DIR to write pictures, or `tapis watch` in a terminal"
                ) from error
            self._lose(error)

    def _open(self) -> None:
        pygame.display.init()
        if pygame.display.get_driver() == "offscreen":
            # Without a screen, SDL falls back to this driver, whose window is invisible.
            raise pygame.error("SDL finds none")
        if pygame.display.get_driver() == "x11":
            # Render on the CPU. Handing pictures to X through OpenGL takes 100 MB and more.
            os.environ.setdefault("SDL_FRAMEBUFFER_ACCELERATION", "0")
        if self._wanted == FIT:
            width, height = pygame.display.get_desktop_sizes()[0]
            self._wanted = int(width * OF_SCREEN), int(height * OF_SCREEN)
        flags = pygame.FULLSCREEN if self._fullscreen else pygame.RESIZABLE
        self._screen = pygame.display.set_mode((0, 0) if self._fullscreen else self._wanted, flags)
        pygame.display.set_caption("Tapis")
        if self._fullscreen:
            pygame.mouse.set_visible(False)
        self._drawn = None

    def _lose(self, error: Exception) -> None:
        if self._screen is not None or not self._tried:
            log.warning("there is no screen to draw on (%s); trying again until there is", error)
        self._screen = None
        self._tried = time.monotonic()
        pygame.display.quit()

    def _found(self) -> pygame.Surface | None:
        """Return the surface to draw on, or None while there is no screen.

        If the screen is lost, try every `RETRY_S` seconds to open it again.
        """
        if self._screen is None and time.monotonic() - self._tried >= RETRY_S:
            try:
                self._open()
                log.warning("there is a screen again")
            except pygame.error as error:
                self._lose(error)
        return self._screen

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the window, but never less than the smallest picture possible."""
        width, height = self._room() or (USUAL if self._wanted == FIT else self._wanted)
        if width >= height:
            return max(width, 800), max(height, 480)
        return max(width, 480), max(height, 800)

    @property
    def moves(self) -> bool:
        """Whether animations are shown: only if pictures fit the window without scaling."""
        return self._room() == self.size

    def show(self, picture: pygame.Surface, only: tuple[Box, ...] = ()) -> None:
        """Show a picture, scaled down if the window is too small."""
        screen = self._found()
        if screen is None:
            return
        try:
            room = screen.get_size()
            if picture.get_size() != room:
                picture = pygame.transform.smoothscale(picture, room)
                only = ()
            if only and self._drawn == room:
                rects = [pygame.Rect(box.x, box.y, box.w, box.h) for box in only]
                for rect in rects:
                    screen.blit(picture, rect, rect)
                pygame.display.update(rects)
            else:
                screen.blit(picture, (0, 0))
                pygame.display.flip()
            self._drawn = room
        except pygame.error as error:
            self._lose(error)

    def acts(self) -> Iterator[Act]:
        """Yield key presses and touches, and `CLOSE` if the window has been closed."""
        if self._found() is None:
            return
        try:
            events = pygame.event.get()
        except pygame.error as error:
            self._lose(error)
            return
        for event in events:
            if event.type == pygame.QUIT:
                yield CLOSE
            elif event.type == pygame.KEYDOWN:
                key = _KEYS.get(event.key, event.unicode)
                if key:
                    yield key
            elif event.type == pygame.MOUSEBUTTONDOWN and event.button == pygame.BUTTON_LEFT:
                # SDL reports a finger as a mouse. Map a touch on a scaled picture back to its own
                # size.
                (width, height), room = self.size, self._room() or self.size
                yield event.pos[0] * width // room[0], event.pos[1] * height // room[1]

    def _room(self) -> tuple[int, int] | None:
        """Return the width and height available for pictures, or None if there is no screen."""
        if self._screen is None:
            return None
        try:
            return self._screen.get_size()
        except pygame.error as error:
            self._lose(error)
            return None

    def resized(self) -> bool:
        """Return whether the user has resized the window, or a lost screen is back."""
        room = self._room()
        return room is not None and room != self._drawn


class Frames:
    """A folder in which each new picture is saved, as `frame-00001.png` etc.

    Earlier pictures in the folder are deleted at the start.
    """

    moves = False

    def __init__(self, folder: Path, size: tuple[int, int]) -> None:
        """Create the folder; raises `OSError`."""
        folder.mkdir(parents=True, exist_ok=True)
        for old in folder.glob("frame-*.png"):
            old.unlink()
        self._folder = folder
        self.size = size
        self.count = 0

    def show(self, picture: pygame.Surface, only: tuple[Box, ...] = ()) -> None:  # noqa: ARG002
        """Write one picture; raises `OSError` if the disk is full."""
        self.count += 1
        save_png(picture, self._folder / f"frame-{self.count:05d}.png")

    def acts(self) -> Iterator[Act]:
        """Return no input, because a folder has no keyboard or touchscreen."""
        return iter(())

    def resized(self) -> bool:
        """Return False, because the size of the pictures never changes."""
        return False
