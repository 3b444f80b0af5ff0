"""What a video, the picture of a hand's result, and the charts of a room are drawn with."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

import pygame

from controller.contract.state import PublicState
from display.felt.caption import Captioned
from display.felt.draw import render_waiting
from display.felt.drawing.layout import Box
from display.felt.drawing.look import Look
from display.felt.drawing.paint import Canvas
from display.felt.drawing.sheet import painter_for
from display.felt.film import Film, card
from display.felt.window import Act
from display.web.pictures.charts import bars, lines
from display.words.names import words
from tests.rig.pictures import example_tables as e
from tests.rig.pictures.golden import GOLDEN
from tests.streams.sizes import DRAWN
from tests.streams.strokes import strokes_of
from tests.streams.written import Stream

LOOKS = (Look(), Look(language="fr", suits=2), Look(palette="light"))
SHOWN = (e.flop(), e.called(), e.river(), e.showdown(), e.split())


def result(state: PublicState, number: int) -> Iterator[str]:
    """Yield the strokes of the picture of a result."""
    yield from strokes_of(lambda: card(state, LOOKS[number % len(LOOKS)]))


def film() -> Iterator[str]:
    """Yield the strokes of a short video, whose states come at even and odd times."""

    def draw() -> None:
        made = Film((801, 481), LOOKS[0])
        for number, state in enumerate(SHOWN):
            made.take(state, 700 * number + 13 * number * number)
        for _ in made.pictures():
            pass

    yield from strokes_of(draw)


def waiting() -> Iterator[str]:
    """Yield the strokes of the picture before there is a table, on several screens."""
    for number, size in enumerate(DRAWN):
        look = LOOKS[number % len(LOOKS)]
        yield from strokes_of(partial(render_waiting, size, look, "Nothing from tapis-3.lan yet"))


class Shown:
    """A screen of a size, on which pictures are shown."""

    moves = True

    def __init__(self, size: tuple[int, int]) -> None:
        self.size = size
        self._screen = pygame.Surface(size)

    def show(self, picture: pygame.Surface, only: tuple[Box, ...] = ()) -> None:
        """Show a picture."""
        self._screen.blit(picture, (len(only), 0))

    def acts(self) -> Iterator[Act]:
        """Yield nothing: nobody touches it."""
        yield from ()

    def resized(self) -> bool:
        """Return that its size stays."""
        return False


def captions() -> Iterator[str]:
    """Yield the strokes of pictures with captions of no, one and two lines on several screens."""
    texts = ("", "The flop is dealt", "The flop is dealt\nOnly seat 3 hears: your cards, two aces")
    with TemporaryDirectory() as folder:
        path = Path(folder, "caption.txt")
        for number, size in enumerate(DRAWN):
            path.write_text(texts[number % len(texts)], "utf-8")
            shown = Captioned(Shown(size), path, LOOKS[number % len(LOOKS)])
            yield from strokes_of(partial(shown.show, pygame.Surface(shown.size)))


def panel(box: Box, radius: int) -> None:
    """Draw a panel."""
    painter = painter_for(640, 480, LOOKS[0])
    surface = pygame.Surface((640, 480))
    fill, edge = painter.palette.room, painter.palette.text
    Canvas(painter, surface).panel(box, fill, edge, radius=radius, thick=2)


def panels() -> Iterator[str]:
    """Yield the strokes of panels around the size from which a large one is drawn in parts."""
    for width, height in ((240, 250), (241, 250), (601, 100), (600, 100), (300, 300), (90, 90)):
        for radius in (8, 19, 20, 24, 25, 26, 59, 60, 61, 74, 75, 76):
            yield from strokes_of(partial(panel, Box(0, 0, width, height), radius))


def charts() -> Iterator[str]:
    """Yield charts of few and of many names, of long ones, of nothing, and of ties."""
    said = words("en")
    names = [f"Player {nth}{' of the club by the river' * (nth % 3)}" for nth in range(12)]
    counts = {name: nth * nth * 97 % 61 for nth, name in enumerate(names)}
    for most in (0, 1, 2, 12):
        yield bars(dict(list(counts.items())[:most]), "Hands", said)
    yield bars({"b": 0, "a": 0}, "Hands", said)
    series = {
        name: [(at * (nth + 1), (at * nth * 37) % 501) for at in range(nth % 5)]
        for nth, name in enumerate(names)
    }
    for most in (0, 1, 2, 3, 12):
        yield lines(dict(list(series.items())[:most]), "Stacks", said)


def every() -> list[Stream]:
    """Return the streams of results, of a video, of charts, and of what is drawn besides."""
    ended = [golden for golden in GOLDEN if golden.seen().awards]
    made = [
        Stream("drawings", golden.name, partial(result, golden.seen(), number))
        for number, golden in enumerate(ended)
    ]
    others = {
        "a-video": film, "charts": charts, "waiting": waiting, "panels": panels,
        "captions": captions,
    }  # fmt: skip
    return [*made, *(Stream("drawings", name, draw) for name, draw in others.items())]
