"""Makes the streams: of the scenarios at the engine and over antennas, of the room, of pictures."""

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, partial
from pathlib import Path
from typing import Any, NamedTuple
from zlib import crc32

import msgspec

from controller.contract.observations import Observation
from controller.contract.venue.inputs import AnyRoomInput
from controller.houses.loader import shipped_houses
from controller.play.game import DealtGame
from controller.play.runner import Runner, set_up
from controller.play.script import language
from controller.table.state.play import Transition
from controller.table.view import secret
from controller.venue.rules.books.room import Room
from controller.venue.rules.step import Step, step
from controller.venue.rules.tournament import Tournament
from controller.venue.scenarios.language import Player, play_with
from display.felt.draw import render
from display.felt.drawing.look import Look
from display.felt.pictures.golden import GOLDEN, Golden
from tests.streams.said import said
from tests.streams.strokes import strokes, strokes_of

ROOT = Path(__file__).parents[2]
SCENARIOS = ROOT / "tests" / "scenarios"
ROOMS = ROOT / "tests" / "venue"
FOLDER = Path(__file__).parent
SIZES = ((1280, 720), (800, 480), (480, 800))
LOOKS = (Look(), Look(language="fr"), Look(palette="light", suits=2), Look(large=True))
DRAWN = 7
"""Of so many scenarios, one has its last picture among the streams; its name decides."""

ENCODER = msgspec.json.Encoder(order="deterministic")


class Stream(NamedTuple):
    """A stream: its kind (the name of its file of digests), its name, and what makes its lines."""

    kind: str
    name: str
    lines: Callable[[], Iterator[str]]

    @property
    def digest(self) -> str:
        """Return the digest of all its lines, 16 hexadecimal digits."""
        made = hashlib.sha256()
        for line in self.lines():
            made.update(line.encode())
            made.update(b"\n")
        return made.hexdigest()[:16]


def written(*values: Any) -> str:
    """Return values as one line of JSON, sets in order; structs have their type's name first."""
    return ENCODER.encode([(type(value).__name__, value) for value in values]).decode()


def engine(path: Path) -> Iterator[str]:
    """Yield the answers of the engine to each observation of a scenario, and each changed view."""
    lines: list[str] = []
    games: list[DealtGame] = []

    def watch(observation: Observation, done: Transition) -> None:
        lines.append(f"{written(observation)} {done.wake_at} {done.refused}")
        lines.extend(written(event) for event in (*done.public, *done.private))
        if (done.public or done.refused) and games:
            lines.append(written(games[0].shown()))

    statements = language.read(path, shipped_houses())
    game = DealtGame(set_up(statements, beside=path.parent), watch)
    games.append(game)
    try:
        Runner(game).play(statements)
        lines.append(written(game.look()))
        lines += [written(secret(game.table, seat)) for seat in range(1, game.setup.seats + 1)]
    finally:
        game.close()
    yield from lines


def sensed(path: Path) -> Iterator[str]:
    """Yield each observation that the antennas' reads become, with its events."""
    lines: list[str] = []

    def watch(observation: Observation, done: Transition) -> None:
        lines.append(written(observation))
        lines.extend(written(event) for event in done.public)

    statements = language.read(path, shipped_houses())
    seed = sum(path.stem.encode()) % 1000
    game = DealtGame(set_up(statements, beside=path.parent, depth="sensed", seed=seed), watch)
    try:
        Runner(game).play(statements)
    finally:
        game.close()
    yield from lines


def room(path: Path) -> Iterator[str]:
    """Yield what a room answers to each input of a script, and the room at its end."""
    lines: list[str] = []
    player = Player(path.parent)

    def watched(before: Room, said: AnyRoomInput, rules: Tournament) -> Step:
        done = step(before, said, rules)
        lines.append(f"{in_order(said)} {done.refused}")
        lines.extend(repr(in_order(each)) for each in (*done.events, *done.orders))
        return done

    player.step = watched
    play_with(player, path.read_text("utf-8"), path.name)
    lines.append(repr(in_order(player.room)))
    yield from lines


def in_order(value: Any) -> Any:
    """Return a struct as its name and fields, with sets and maps in an order of their own."""
    if isinstance(value, msgspec.Struct):
        fields = type(value).__struct_fields__
        return type(value).__name__, [in_order(getattr(value, field)) for field in fields]
    if isinstance(value, Mapping):
        return sorted(((in_order(k), in_order(v)) for k, v in value.items()), key=repr)
    if isinstance(value, (frozenset, set)):
        return sorted((in_order(part) for part in value), key=repr)
    return [in_order(part) for part in value] if isinstance(value, (tuple, list)) else value


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
    yield from strokes_of(lambda: render(state, size, look))


def every() -> Sequence[Stream]:
    """Return all streams, in the order of their files and names."""
    made = [
        Stream(kind, str(path.relative_to(SCENARIOS).with_suffix("")), partial(lines, path))
        for kind, lines in (("engine", engine), ("sensed", sensed), ("said", said))
        for path in sorted(SCENARIOS.rglob("*.scn"))
    ]
    made += [
        Stream("room", str(path.relative_to(ROOMS).with_suffix("")), partial(room, path))
        for path in sorted(ROOMS.rglob("*.vsn"))
    ]
    for path in sorted(SCENARIOS.rglob("*.scn")):
        name = str(path.relative_to(SCENARIOS).with_suffix(""))
        chance, turn = divmod(crc32(name.encode()), DRAWN)
        if not turn:
            made.append(Stream("shown", name, partial(shown, path, chance)))
    return [*made, *(Stream("felt", each.name, partial(drawn, each)) for each in GOLDEN)]


@cache
def kept(kind: str) -> dict[str, str]:
    """Return the digests of a kind that are kept, by name; they are read once."""
    lines = (FOLDER / f"{kind}.tsv").read_text("utf-8").splitlines()
    return dict(line.split("\t") for line in lines)
