"""The strokes of a picture: what is drawn with which numbers, from its first to its last.

Pixels depend on how a processor smooths; what is asked of the library does not, and so nothing is
really drawn: that takes longest. All that the display keeps between pictures is forgotten first,
and only the font of the project counts. So neither the order of tests nor the fonts of a machine
make a difference.
"""

import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any
from unittest.mock import patch

import pygame

from display.felt.drawing import letters
from tests.rig.pictures.golden import Golden, full_size

DRAWN = ("rect", "ellipse", "polygon", "circle", "lines", "line", "aalines", "aaline", "arc")
MEASURED: dict[tuple[str, Any], Any] = {}
"""What was measured of each text in each font: measuring takes long, and comes out the same."""
SILENT = pygame.Surface
SCALED = ("smoothscale", "scale")
TURNED = ("rotate", "rotozoom", "flip")


def strokes(golden: Golden) -> Iterator[str]:
    """Yield each stroke of a golden picture, before it is made smaller."""
    yield from strokes_of(lambda: full_size(golden))


def strokes_of(draw: Callable[[], object]) -> list[str]:
    """Return each stroke of what is drawn."""
    forget()
    with recorded() as made:
        draw()
    forget()
    return made


def forget() -> None:
    """Empty all that the display's modules keep of earlier pictures."""
    for name, module in list(sys.modules.items()):
        if name.startswith("display.felt"):
            for kept in list(vars(module).values()):
                if hasattr(kept, "cache_clear"):
                    kept.cache_clear()


def plain(value: Any) -> Any:
    """Return an argument as it is written: boxes and numbers, never a surface's address."""
    if isinstance(value, pygame.Surface):
        return f"<{value.get_width()}x{value.get_height()}>"
    if isinstance(value, float):
        return round(value, 3)
    if isinstance(value, pygame.Rect):
        return tuple(value)
    if isinstance(value, (list, tuple)):
        return tuple(plain(part) for part in value)
    return value


def unseen(size: tuple[int, int]) -> pygame.Surface:
    """Return an empty surface that doesn't say what is drawn on it."""
    return SILENT(size, pygame.SRCALPHA)


@contextmanager
def recorded() -> Iterator[list[str]]:
    """Record what is asked of the library; yields the list that grows."""
    made: list[str] = []

    def note(name: str, *given: Any, **named: Any) -> None:
        made.append(f"{name} {plain(given)} {sorted(named.items()) or ''}")

    class Surface(pygame.Surface):
        """A surface that says what is drawn on it."""

        def blit(self, *given: Any, **named: Any) -> Any:
            note("blit", self, *given, **named)

        def fill(self, *given: Any, **named: Any) -> Any:
            note("fill", self, *given, **named)

    class Font(pygame.font.Font):
        """A font that says what it writes; the file's place on this machine is nobody's concern."""

        def __init__(self, file: str, size: int) -> None:
            super().__init__(file, size)
            self.of = f"{file.rpartition('/')[2]} {size}"

        def size(self, text: Any) -> Any:
            key = self.of, text
            if key not in MEASURED:
                MEASURED[key] = super().size(text)
            return MEASURED[key]

        def metrics(self, text: Any) -> Any:
            key = f"metrics {self.of}", text
            if key not in MEASURED:
                MEASURED[key] = super().metrics(text)
            return MEASURED[key]

        def render(self, text: Any, *given: Any, **named: Any) -> Any:
            note("write", self.of, text, *given, **named)
            # The display looks at single letters, to know which of them the font has.
            seen = len(text) < 2
            return super().render(text, *given, **named) if seen else unseen(self.size(text))

    def noting(name: str, real: Callable[..., Any] | None = None) -> Callable[..., Any]:
        def call(*given: Any, **named: Any) -> Any:
            note(name, *given, **named)
            return real(*given, **named) if real is not None else None

        return call

    def scaled(_: pygame.Surface, size: tuple[int, int], *more: Any) -> pygame.Surface:
        return unseen(size)

    ours = letters._files()[:1]
    with ExitStack() as stack:
        stack.enter_context(patch.object(pygame, "Surface", Surface))
        stack.enter_context(patch.object(pygame.font, "Font", Font))
        stack.enter_context(patch.object(letters, "_files", lambda: ours))
        for name in DRAWN:
            stack.enter_context(patch.object(pygame.draw, name, noting(name)))
        for name in SCALED:
            stack.enter_context(patch.object(pygame.transform, name, noting(name, scaled)))
        for name in TURNED:
            real = getattr(pygame.transform, name)
            stack.enter_context(patch.object(pygame.transform, name, noting(name, real)))
        yield made
