"""A table that is played by a script in the scenario language, for the tests of this folder."""

from collections.abc import Sequence

from msgspec.structs import replace

from controller.contract.public import PublicEvent
from controller.houses.loader import shipped_houses
from controller.play.game import DealtGame
from controller.play.runner import Runner, set_up
from controller.play.script import statements as say
from controller.play.script.language import parse
from hardware.twin.layout import Equipment, reference_layout

THREE = """
blinds 50 100
seat 1 Anne 5000 ; seat 2 Bruno 5000 ; seat 3 Chloe 5000
button 1
deck 2c 3c 4c 5c 6c 7c  Ah Kd Qs Jh Th 9s 8d 7d 6d
"""
"""Three players with the same stacks; seat 1 deals and acts first."""

FOUR = """
blinds 50 100
seat 1 Anne 5000 ; seat 2 Bruno 5000 ; seat 3 Chloe 5000 ; seat 4 Dora 5000
button 1
deck 2c 3c 4c 5c 6c 7c 8c 9c  Ah Kd Qs Jh Th 9s 8d 7d 6d
"""


def played(script: str, *, house: str = "ppc", table: str = THREE) -> DealtGame:
    """Return the game after a script whose every expectation has held."""
    text = f"house {house}\n{table}\n{script}"
    statements = parse(text, "script", shipped_houses())
    return _play(Runner(set_up(statements)), statements)


def sensed(
    script: str, *, house: str = "ppc", table: str = THREE, equipment: Equipment | None = None
) -> DealtGame:
    """Return the game after a script that is played over clean antennas.

    `equipment` says which antennas a table of three has, and None means all of them.
    """
    statements = parse(f"house {house}\n{table}\n{script}", "script", shipped_houses())
    setup = set_up(statements, depth="sensed", noise="clean")
    if equipment is not None:
        setup = replace(setup, plans=tuple(reference_layout(3, equipment)))
    runner = Runner(setup)
    try:
        return _play(runner, statements)
    finally:
        runner.game.close()


def go_on(game: DealtGame, script: str) -> DealtGame:
    """Return the game after more of a script, whose every expectation has held."""
    return _play(Runner(game), parse(script, "script"))


def _play(runner: Runner, statements: Sequence[say.Statement]) -> DealtGame:
    outcome = runner.play(statements)
    assert not outcome.failures, "\n".join(
        f"{failure.statement}: {failure.why}" for failure in outcome.failures
    )
    return runner.game


def kinds(game: DealtGame) -> list[str]:
    """Return the kinds of irregularity that have been found, in order."""
    return [event.kind for event in game.events if event.type == "irregularity.found"]  # type: ignore[attr-defined]


def said(game: DealtGame, kind: type[PublicEvent]) -> list[PublicEvent]:
    """Return the events of a type that have been published, in order."""
    return [event for event in game.events if isinstance(event, kind)]


def chips(game: DealtGame) -> int:
    """Return the chips of all players between hands."""
    return sum(seat.stack or 0 for seat in game.look().seats)
