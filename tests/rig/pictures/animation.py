"""Generates the README's pictures: a 20-second animation of the tour, and a still of a ruling.

Run by `make animation`.
"""

import sys
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Final

import msgspec
import pygame

from controller.contract.public import PublicState
from controller.demo.script import HOUSE, SEATS, Show
from controller.demo.tour import NOISE, tour
from controller.houses.loader import load_house
from controller.play.game import DealtGame, Setup
from display.feed import same_picture
from display.felt.draw import render
from display.felt.drawing.all_in_equity import NONE
from display.felt.drawing.layout import Box
from display.felt.drawing.look import Look
from display.felt.drawing.paint import Canvas
from display.felt.drawing.sheet import painter_for
from display.felt.on_felt.glow import fresh_steps
from tests.rig.pictures.apng import write_apng
from tests.rig.pictures.example_tables import as_fidpa, ruling
from tests.rig.pictures.golden import MOST_COLOURS, save_few_colours, shares

SCENES: Final = 4
"""The number of scenes taken from the tour: a hand, a ruling, a misdeal and an all-in."""

LASTS_MS: Final = 20_000
DRAWN: Final = (1280, 720)
KEPT: Final = (800, 450)
STRIP: Final = 36
LEAST_MS, MOST_MS = 90, 900
# Pictures that take time to read are shown longer: a ruling, exposed hands, a result.
READ_MS = 700


class Seen(msgspec.Struct, frozen=True):
    """A picture of the table with a caption, and the table time (ms) from which it is shown."""

    at: int
    state: PublicState
    says: str


def seen(scenes: int = SCENES) -> list[Seen]:
    """Return the pictures for the first `scenes` scenes of the tour, in order."""
    setup = Setup(load_house(HOUSE), SEATS, depth="sensed", noise=NOISE, name="3")
    game, found, says = DealtGame(setup), list[Seen](), ""

    def look(at: int) -> None:
        state = game.runtime.state()
        if any(view.status != "empty" for view in state.seats) and not (
            found and same_picture(found[-1].state, state)
        ):
            found.append(Seen(at, state, says))

    try:
        game.runtime.results.append(lambda observation, _: look(observation.at))
        show = Show(game, 0)
        for script in tour()[:scenes]:
            says = script.says
            show.play(script)
    finally:
        game.close()
    return found


def stands(states: list[Seen], lasts_ms: int = LASTS_MS) -> list[int]:
    """Return how long to show each picture (ms); the times add up to about `lasts_ms`."""
    times = [min(MOST_MS, max(LEAST_MS, two.at - one.at)) for one, two in pairwise(states)]
    times.append(MOST_MS * 2)
    times = [
        max(time, READ_MS) if one.state.rulings or one.state.awards else time
        for one, time in zip(states, times, strict=True)
    ]
    share = lasts_ms / sum(times)
    return [round(time * share) for time in times]


def pictures(states: list[Seen]) -> Iterator[pygame.Surface]:
    """Yield an image of each state, with its caption below the table."""
    before: PublicState | None = None
    width, height = KEPT
    painter = painter_for(width, height + STRIP, Look())
    for one in states:
        fresh = fresh_steps(before, one.state)
        drawn = render(one.state, DRAWN, Look(), "up", shares(one.state), fresh)
        whole = pygame.Surface((width, height + STRIP))
        whole.blit(pygame.transform.smoothscale(drawn, KEPT), (0, 0))
        strip = Box(0, height, width, STRIP)
        whole.fill(painter.palette.bar, (strip.x, strip.y, strip.w, strip.h))
        Canvas(painter, whole).text(one.says, strip.inset(12, 7), painter.palette.text, bold=True)
        yield whole
        before = one.state


def main(folder: Path) -> None:
    """Write `demo.png`, the animation, and `ruling.png`, a full-size still. Raises `OSError`."""
    states = seen()
    write_apng(folder / "demo.png", list(zip(pictures(states), stands(states), strict=True)))
    ruled = render(as_fidpa(ruling()), DRAWN, Look(), "up", NONE, frozenset({1}))
    save_few_colours(ruled, folder / "ruling.png", MOST_COLOURS)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
