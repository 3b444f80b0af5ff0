"""Makes the streams: scenarios at the engine and over antennas, rooms, pictures, pages, words."""

from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from zlib import crc32

from controller.contract.venue.kinds import RoomInput
from controller.houses.loader import shipped_houses
from controller.play.game import DealtGame
from controller.play.runner import Runner, set_up
from controller.play.script import language
from controller.venue.rules.books.room import Room
from controller.venue.rules.step import Step, step
from controller.venue.rules.tournament import Tournament
from controller.venue.scenarios.language import Player, play
from display.felt.console.commands import Console
from display.felt.console.commands_draw import draw_console
from display.felt.console.floor_panel import FloorPanel
from display.felt.console.seat_pad import ScreenPad
from display.felt.draw import render
from display.felt.drawing.look import PALETTES, Look, PaletteName
from display.felt.drawing.palette import CHIPS, palette
from tests.rig.pictures.golden import GOLDEN, Golden
from tests.streams import (
    boards,
    drawings,
    noise,
    pages,
    running,
    scenarios,
    sizes,
    touches,
    varied,
    varied_rooms,
    wording,
)
from tests.streams.strokes import strokes, strokes_of
from tests.streams.written import Stream, in_order

ROOT = Path(__file__).parents[2]
SCENARIOS = ROOT / "tests" / "scenarios"
ROOMS = ROOT / "tests" / "venue"
FOLDER = Path(__file__).parent
SIZES = ((1280, 720), (800, 480), (480, 800))
LOOKS = (Look(), Look(language="fr"), Look(palette="light", suits=2), Look(large=True))
CONSOLES = (
    Console(),
    Console(pad=ScreenPad(1, own=True)),
    Console(pad=ScreenPad(2, "amount", "2400")),
    Console(pad=ScreenPad(1, "seen")),
    Console(pad=ScreenPad(2, "see")),
    Console(pad=ScreenPad(0, "cards", "Th9")),
    Console(floor=FloorPanel("pin", typed="12", both=True)),
    Console(floor=FloorPanel("menu")),
    Console(floor=FloorPanel("seat", "penalty")),
    Console(floor=FloorPanel("amount", "set-stack", 1, "500")),
    Console(floor=FloorPanel("penalty", "penalty", 2)),
    Console(floor=FloorPanel("sure", "misdeal")),
    Console(line="bet 2 400"),
)
DRAWN = 7
"""Of so many scenarios, one has its last picture among the streams; its name decides."""


def room(path: Path) -> Iterator[str]:
    """Yield what a room answers to each input of a script, and the room at its end."""
    lines: list[str] = []
    player = Player(path.parent)

    def watched(before: Room, said: RoomInput, rules: Tournament) -> Step:
        done = step(before, said, rules)
        lines.append(f"{in_order(said)} {done.refused}")
        lines.extend(repr(in_order(each)) for each in (*done.events, *done.orders))
        return done

    player.step = watched
    play(path.read_text("utf-8"), path.name, path.parent, player)
    lines.append(repr(in_order(player.room)))
    yield from lines


def drawn(golden: Golden) -> Iterator[str]:
    """Yield each stroke of a golden picture."""
    yield from strokes(golden)


def shown(path: Path, number: int) -> Iterator[str]:
    """Yield each stroke of the picture of a scenario's end, on the screens and looks in turn."""
    statements = language.read(path, shipped_houses())
    game = DealtGame(set_up(statements, beside=path.parent))
    try:
        Runner(game).play(statements)
        state = game.shown()
    finally:
        game.close()
    size, look = SIZES[number % len(SIZES)], LOOKS[number % len(LOOKS)]
    console = CONSOLES[number % len(CONSOLES)]
    yield from strokes_of(lambda: draw_console(render(state, size, look), console, state, look))


def colours(name: PaletteName) -> Iterator[str]:
    """Yield all colours of a palette, with four suits and with two, and those of chips."""
    yield from (repr(in_order(palette(name, suits))) for suits in (4, 2))
    yield repr(CHIPS)


def name_of(path: Path) -> str:
    """Return a scenario's name, as it stands below the folder of all scenarios."""
    return str(path.relative_to(SCENARIOS).with_suffix(""))


def every() -> Sequence[Stream]:
    """Return all streams, in the order of their files and names."""
    made = [
        Stream(kind, name_of(path), partial(lines, path))
        for kind, lines in (
            ("engine", lambda path: scenarios.engine(path).engine),
            ("said", lambda path: scenarios.engine(path).said),
            ("sensed", lambda path: scenarios.sensed(path)[1]),
        )
        for path in sorted(SCENARIOS.rglob("*.scn"))
    ]
    made += [
        Stream("varied", name_of(path), partial(varied.lines, path, name_of(path)))
        for path in sorted(SCENARIOS.rglob("*.scn"))
    ]
    for path in sorted(ROOMS.rglob("*.vsn")):
        name = str(path.relative_to(ROOMS).with_suffix(""))
        made.append(Stream("varied_room", name, partial(varied_rooms.lines, path, name)))
    made += [
        Stream("room", str(path.relative_to(ROOMS).with_suffix("")), partial(room, path))
        for path in sorted(ROOMS.rglob("*.vsn"))
    ]
    for path in sorted(SCENARIOS.rglob("*.scn")):
        name = name_of(path)
        chance, turn = divmod(crc32(name.encode()), DRAWN)
        if not turn:
            made.append(Stream("shown", name, partial(shown, path, chance)))
    made += [Stream("pages", name, lines) for name, lines in pages.streams()]
    made += [Stream("words", name, lines) for name, lines in wording.streams()]
    made += [Stream("colours", name, partial(colours, name)) for name in PALETTES]
    made += [*boards.every(), *noise.every(), *running.every(), *sizes.every()]
    made += [*touches.every(), *drawings.every()]
    return [*made, *(Stream("felt", each.name, partial(drawn, each)) for each in GOLDEN)]
