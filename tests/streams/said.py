"""What people read and hear of a scenario, in each language: on a terminal, over an earpiece."""

import io
from collections.abc import Iterator
from pathlib import Path

from rich.console import Console

from controller.contract.observations import Observation
from controller.contract.public import EVENTS, Envelope, event_data
from controller.houses.loader import shipped_houses
from controller.play.game import DealtGame
from controller.play.runner import Runner, set_up
from controller.play.script import language
from controller.table.state.play import Transition
from controller.table.view import secret
from display.feed import FeedSource, View
from display.terminal import table_view
from display.voice.announce import announce
from display.voice.answers import ASKED, answer
from display.voice.speaking.spoken import spoken

AT = "2026-01-01T20:00:00Z"
NAMES = {event: name for name, event in EVENTS.items()}


def said(path: Path) -> Iterator[str]:
    """Yield each announcement of a scenario once, then the table and every answer at its end."""
    lines: dict[str, None] = {}
    games: list[DealtGame] = []
    recent: list[Envelope] = []

    def watch(_: Observation, done: Transition) -> None:
        if not games:
            return
        state = games[0].shown() if done.public else None
        for event in done.public:
            assert state is not None
            name = NAMES[type(event)]
            told = Envelope(1, 0, "", AT, "play", state.hand, name, event_data(event))
            recent.append(told)
            for tongue in ("en", "fr"):
                for seat in (0, 1):
                    lines[announce(told, state, seat, "full", spoken(tongue))] = None

    statements = language.read(path, shipped_houses())
    game = DealtGame(set_up(statements, beside=path.parent), watch)
    games.append(game)
    try:
        Runner(game).play(statements)
        state = game.shown()
        for tongue in ("en", "fr"):
            console = Console(width=120, record=True, file=io.StringIO())
            seen = View(state=state, recent=tuple(recent), link="up")
            console.print(table_view(seen, FeedSource(root="tapis/play"), tongue))
            lines[console.export_text()] = None
            for asked in ASKED:
                text = answer(asked, 1, state, secret(game.table, 1), spoken(tongue))
                lines[f"{asked}: {text}"] = None
    finally:
        game.close()
    yield from lines
