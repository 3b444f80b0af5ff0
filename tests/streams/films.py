"""What a video and the picture of a hand's result are drawn with."""

from collections.abc import Iterator
from functools import partial

from controller.contract.state import PublicState
from display.felt.drawing.look import Look
from display.felt.pictures import example_tables as e
from display.felt.pictures.film import Film, card
from display.felt.pictures.golden import GOLDEN
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


def every() -> list[Stream]:
    """Return the streams of results and of a video."""
    ended = [golden for golden in GOLDEN if golden.seen().awards]
    made = [
        Stream("film", golden.name, partial(result, golden.seen(), number))
        for number, golden in enumerate(ended)
    ]
    return [*made, Stream("film", "a-video", film)]
