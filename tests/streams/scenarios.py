"""The streams of a scenario: what the engine answers, what people hear, what antennas see."""

import io
from pathlib import Path
from typing import NamedTuple

from rich.console import Console

from controller.contract.observations import Observation
from controller.contract.public import EVENTS, Envelope, PublicState, event_data
from controller.houses.loader import shipped_houses
from controller.play.game import DealtGame, Watch
from controller.play.runner import Runner, ScenarioResult, set_up
from controller.play.script import language
from controller.table.state.play import Transition
from controller.table.view import secret
from display.feed import FeedSource, View
from display.terminal import table_view
from display.voice.answers import ASKED, answer
from display.voice.speaking.spoken import spoken
from display.voice.spoken_events import announce
from tests.streams.written import written

AT = "2026-01-01T20:00:00Z"
NAMES = {event: name for name, event in EVENTS.items()}
TONGUES = ("en", "fr")


class EngineHeard(NamedTuple):
    """A scenario played at the engine: its outcome, all answers, and every announcement once."""

    outcome: ScenarioResult
    engine: tuple[str, ...]
    said: tuple[str, ...]


def engine(path: Path) -> EngineHeard:
    """Play a scenario at the engine, and look at the table whenever something has happened."""
    lines: list[str] = []
    said: dict[str, None] = {}
    recent: list[Envelope] = []
    games: list[DealtGame] = []

    def watch(observation: Observation, done: Transition) -> None:
        lines.append(f"{written(observation)} {done.wake_at} {done.refused}")
        lines.extend(written(event) for event in (*done.public, *done.private))
        if not games or not (done.public or done.refused):
            return
        state = games[0].shown()
        lines.append(written(state))
        for event in done.public:
            name = NAMES[type(event)]
            told = Envelope(1, 0, "", AT, "play", state.hand, name, event_data(event))
            recent.append(told)
            for tongue in TONGUES:
                for seat in (0, 1):
                    said[announce(told, state, seat, "full", spoken(tongue))] = None

    statements = language.read(path, shipped_houses())
    game = DealtGame(set_up(statements, beside=path.parent), watch)
    games.append(game)
    try:
        outcome = Runner(game).play(statements)
        state = game.shown()
        lines.append(written(game.look()))
        lines += [written(secret(game.table, seat)) for seat in range(1, game.setup.seats + 1)]
        said[read_at_the_end(state, tuple(recent), TONGUES[len(recent) % 2])] = None
        said |= {
            f"{asked}: {answer(asked, 1, state, secret(game.table, 1), spoken(tongue))}": None
            for tongue in TONGUES
            for asked in ASKED
        }
    finally:
        game.close()
    return EngineHeard(outcome, tuple(lines), tuple(said))


def read_at_the_end(state: PublicState, recent: tuple[Envelope, ...], tongue: str) -> str:
    """Return what a terminal shows of a table in one language: laying it out takes long."""
    console = Console(width=120, record=True, file=io.StringIO())
    seen = View(state=state, recent=recent, link="up")
    console.print(table_view(seen, FeedSource(root="tapis/play"), tongue))
    return console.export_text()


def sensed(path: Path, also: Watch | None = None) -> tuple[ScenarioResult, tuple[str, ...]]:
    """Play a scenario over antennas with noise; return its outcome, and what they saw of it."""
    lines: list[str] = []

    def watch(observation: Observation, done: Transition) -> None:
        lines.append(written(observation))
        lines.extend(written(event) for event in done.public)
        if also is not None:
            also(observation, done)

    statements = language.read(path, shipped_houses())
    # A seed of its own for each scenario: together they try many.
    seed = sum(path.stem.encode()) % 1000
    game = DealtGame(set_up(statements, beside=path.parent, depth="sensed", seed=seed), watch)
    try:
        return Runner(game).play(statements), tuple(lines)
    finally:
        game.close()
