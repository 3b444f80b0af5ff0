"""A caption below the table picture: one line about the picture, and one about the sound.

It is for people demonstrating a table. The text comes from a file, which is read again when it
changes. The first line is in large type, with the second below it.
"""

from collections.abc import Iterator
from pathlib import Path

import pygame

from display.felt.drawing.layout import Box
from display.felt.drawing.look import Look, WatchedFile
from display.felt.drawing.paint import Canvas
from display.felt.drawing.sheet import painter_for
from display.felt.window import Act, Target


class Captioned:
    """An output (`Target`) that shows each picture with a caption below it."""

    def __init__(self, target: Target, path: Path, look: Look) -> None:
        """Show pictures on `target`, with the text from `path` below them."""
        self._target = target
        self._file = WatchedFile(path)
        self._look = look
        self.lines: tuple[str, ...] = ()
        self._read()

    def _read(self) -> bool:
        """Read the file again if it has changed; return whether the caption is now different."""
        text, before = self._file.changed(), self.lines
        if text is not None:
            lines = text.decode("utf-8", "replace").splitlines()
            self.lines = tuple(line for line in lines if line.strip())[:2]
        return self.lines != before

    def _strip(self) -> Box:
        width, height = self._target.size
        high = max(40, min(width, height) // 9)
        return Box(0, height - high, width, high)

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the space left for the table picture."""
        strip = self._strip()
        return strip.w, strip.y

    @property
    def moves(self) -> bool:
        """Whether the wrapped target can show running clocks and animations."""
        return self._target.moves

    def show(self, picture: pygame.Surface, only: tuple[Box, ...] = ()) -> None:
        """Show a picture above the caption.

        `only` lists the parts of the picture that differ from the previous one.
        """
        strip = self._strip()
        whole = pygame.Surface((strip.w, strip.bottom))
        whole.blit(picture, (0, 0))
        self._write(whole, strip)
        self._target.show(whole, only)

    def _write(self, surface: pygame.Surface, strip: Box) -> None:
        canvas = Canvas(painter_for(strip.w, strip.bottom, self._look), surface)
        colours, lines = canvas.colours, self.lines
        pygame.draw.rect(surface, colours.bar, (strip.x, strip.y, strip.w, strip.h))
        inner = strip.inset(strip.h // 3, strip.h // 8)
        rows = inner.rows(0.5, 0.5) if len(lines) > 1 else (inner,)
        for row, line, colour in zip(rows, lines, (colours.text, colours.turn), strict=False):
            room = row.inset(0, row.h // 10 if len(lines) > 1 else row.h // 5)
            canvas.text(line, room, colour, bold=True)

    def acts(self) -> Iterator[Act]:
        """Return the user's input since the last call."""
        return self._target.acts()

    def resized(self) -> bool:
        """Return whether the size or the caption has changed."""
        changed = self._read()
        return self._target.resized() or changed
