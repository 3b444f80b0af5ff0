"""Scenarios that go otherwise than they were written: a line too few, twice, too late, elsewhere.

Each is played to its end at the engine several times, each time with other changes by chance and
under another house. What the table should say of it nobody has written down: the streams hold what
it says, so that a change of the engine shows what else it changes.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random

import msgspec

from controller.contract.observations import Observation
from controller.houses.loader import shipped_houses
from controller.play.game import DealtGame
from controller.play.runner import Runner, set_up
from controller.play.script import language
from controller.play.script import statements as say
from controller.table.state.play import Transition
from tests.streams.written import written

TIMES = 4
"""How often a scenario is changed and played."""


def lines(path: Path, name: str) -> Iterator[str]:
    """Yield all that the engine answers to a scenario, each time that it is changed and played."""
    houses = sorted(shipped_houses())
    statements = language.read(path, houses)
    for time in range(TIMES):
        chance = Random(f"{name} {time}")
        house = chance.choice(houses) if time % 2 else ""
        yield f"{time} {house}"
        yield from _played(path, varied(statements, chance), house)


def _played(path: Path, statements: Sequence[say.Statement], house: str) -> Iterator[str]:
    made: list[str] = []

    def watch(observation: Observation, done: Transition) -> None:
        made.append(f"{written(observation)} {done.wake_at} {done.refused}")
        made.extend(written(event) for event in (*done.public, *done.private))

    game = DealtGame(set_up(statements, house=house, beside=path.parent), watch)
    try:
        result = Runner(game).play(statements, keep_on=True)
        yield from made
        yield from (f"{each.statement}: {each.why}" for each in result.failures)
        yield written(game.shown())
    finally:
        game.close()


def varied(statements: Sequence[say.Statement], chance: Random) -> list[say.Statement]:
    """Return a scenario without its expectations, and with one to three changes after the deal."""
    made = [each for each in statements if not isinstance(each, say.Expectation)]
    begun = next((n for n, each in enumerate(made) if isinstance(each, say.NewHand)), 0) + 1
    for _ in range(chance.randint(1, 3)):
        if begun >= len(made):
            break
        place = chance.randrange(begun, len(made))
        match chance.randrange(5):
            case 0:
                del made[place]
            case 1:
                made.insert(place, made[place])
            case 2:
                made.insert(chance.randrange(begun, len(made)), made.pop(place))
            case 3:
                made[place] = _elsewhere(made[place], made, chance)
            case 4:
                made[place] = _otherwise(made[place], chance)
    return made


def _elsewhere(
    statement: say.Statement, statements: Sequence[say.Statement], chance: Random
) -> say.Statement:
    """Return a statement about a seat with another seat of the scenario."""
    seats = sorted({each.seat for each in statements if isinstance(each, say.SeatPlayer)})
    if not seats or "seat" not in statement.__struct_fields__:
        return statement
    return msgspec.structs.replace(statement, seat=chance.choice(seats))


def _otherwise(statement: say.Statement, chance: Random) -> say.Statement:
    """Return a statement with another amount, if it has one."""
    amount = getattr(statement, "amount", None)
    if not isinstance(amount, int) or not amount:
        return statement
    other = max(100, round(amount * chance.choice((0.5, 1.5, 2.0)) / 100) * 100)
    changed = {"amount": other}
    if getattr(statement, "pieces", ()):
        changed["pieces"] = ()  # type: ignore[assignment]
    return msgspec.structs.replace(statement, **changed)
