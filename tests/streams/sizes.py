"""The table on many screens: its boxes, and each golden picture with other looks and consoles."""

from collections.abc import Iterator, Sequence
from functools import partial
from typing import get_args

from msgspec.structs import replace

from controller.contract.rules import Structure, Variant
from controller.contract.state import PublicState
from display.felt.console.commands import Console, Notice, Panel
from display.felt.console.commands_draw import draw_console
from display.felt.console.floor_panel import FloorPanel
from display.felt.console.seat_pad import ScreenPad
from display.felt.console.touched_boxes import console_boxes, target_at
from display.felt.draw import places_of, render
from display.felt.drawing.layout import MOST_SEATS, layout
from display.felt.drawing.look import Look
from display.words.names import words
from tests.display.felt.sheets import boxes_in
from tests.rig.pictures.golden import GOLDEN, Golden, shares
from tests.streams.strokes import strokes_of
from tests.streams.written import Stream

SCREENS = (
    (800, 480), (1024, 600), (1280, 800), (1366, 768), (1920, 1080), (2560, 1440), (3840, 2160),
    (480, 800), (600, 1024), (768, 1366), (1080, 1920), (1200, 1200), (1001, 777), (1600, 500),
)  # fmt: skip
LOOKS = (
    Look(), Look(language="fr"), Look(palette="light", suits=2), Look(large=True),
    Look(palette="contrast", large=True, language="fr"), Look(palette="safe"),
)  # fmt: skip
CONSOLES = (
    Console(),
    Console(line=""),
    Console(pad=ScreenPad(1, own=True)),
    Console(line="raise 1 200"),
    Console(pad=ScreenPad(2, "amount", "2400")),
    Console(notice=Notice("check", "it is not your turn", ok=False, until=5.0)),
    Console(pad=ScreenPad(1, "seen")),
    Console(panel=Panel(1)),
    Console(pad=ScreenPad(2, "see")),
    Console(floor=FloorPanel("menu")),
    Console(pad=ScreenPad(0, "cards", "Th9")),
    Console(waiting=2),
    Console(floor=FloorPanel("seat", "penalty")),
    Console(floor=FloorPanel("pin", typed="12", both=True)),
    Console(floor=FloorPanel("amount", "set-stack", 1, "500")),
    Console(floor=FloorPanel("steps")),
    Console(panel=Panel(0, "set-level", ("100", "200", ""), 1)),
    Console(panel=Panel(2, "sit-down", ("Zoe", ""), 1)),
    Console(floor=FloorPanel("sure", "misdeal")),
)
DRAWN = tuple(size for size in SCREENS if max(size) <= 1920)
"""Those on which pictures are drawn: larger ones take too long."""
STRUCTURES: tuple[Structure, ...] = get_args(Structure)
TOUCHED = 16
"""So many columns and rows of points on a screen are touched."""


def boxes(width: int, height: int) -> Iterator[str]:
    """Yield all boxes of a screen, for every number of seats and both sizes of type."""
    for seats in range(MOST_SEATS + 1):
        for large in (False, True):
            yield f"{seats} {large}"
            yield from map(repr, boxes_in(layout(width, height, seats, large)))


def dressed(state: PublicState, number: int) -> PublicState:
    """Return a state with more of what few pictures have: bounties, debts, another game, holds."""
    heads = (0, 50, 1_250, 333_000)
    seats = tuple(
        replace(
            seat, head=heads[(number + at) % 4], owes=100 * ((number + at) % 3 == 1),
            change=50 * ((number + at) % 5 == 2),
        )
        for at, seat in enumerate(state.seats)
    )  # fmt: skip
    games = tuple(Variant)
    level = replace(
        state.level, game=games[number % len(games)], next_game=games[-number % len(games)],
        structure=STRUCTURES[number % 3], big_blind_ante=200 * (number % 2),
        next_number=state.level.number + 1, next_big_blind_ante=400 * (number % 3 == 0),
        next_in=(None, 59_000, 600_000)[number % 3],
    )  # fmt: skip
    taken = tuple(seat.seat for seat in seats if seat.name)
    return replace(
        state, seats=seats, level=level, carried=100 * (number % 4 == 1), deaf=taken[: number % 2],
        may_straddle=taken[0] if taken and number % 5 == 0 else 0,
        may_run_twice=taken[: number % 3],
        kill=taken[-1] if taken and number % 7 == 0 else 0, denominations=(25, 100, 500, 1000),
        clock_cards=3 * (number % 6 == 0), may_post=taken[: number % 4 == 3],
    )  # fmt: skip


def drawn(golden: Golden, number: int) -> Iterator[str]:
    """Yield each stroke of a golden picture on some of the screens, and what is touched there."""
    for each in range(number, number + 2):
        state = dressed(golden.seen(), number // 2) if each % 2 else golden.seen()
        size, look = DRAWN[each % len(DRAWN)], LOOKS[each % len(LOOKS)]
        console = CONSOLES[each % len(CONSOLES)]

        def draw(
            state: PublicState = state,
            size: tuple[int, int] = size,
            look: Look = look,
            on: Console = console,
        ) -> None:
            drawn = render(state, size, look, golden.link, shares(state), golden.fresh)
            draw_console(drawn, on, state, look)

        yield f"{size} {look} {console}"
        yield from strokes_of(draw)
        places = places_of(state, size, look)
        yield repr(console_boxes(places, console, state))
        for x in range(0, size[0], size[0] // TOUCHED):
            row = range(0, size[1], size[1] // TOUCHED)
            yield " ".join(
                target_at(places, console, state, (x, y), words(look.language)) or "-" for y in row
            )


def every() -> Sequence[Stream]:
    """Return these streams."""
    made = [Stream("sizes", f"{w}x{h}", partial(boxes, w, h)) for w, h in SCREENS]
    for number, golden in enumerate(GOLDEN):
        made.append(Stream("sizes", golden.name, partial(drawn, golden, 2 * number)))
    return made
