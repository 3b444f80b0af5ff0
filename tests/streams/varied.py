"""Scenarios that go otherwise than they were written: a line too few, too many, too late.

Each is played to its end at the engine several times, each time with other changes by chance and
under another house. What the table should say of it nobody has written down: the streams hold what
it says, so that a change of the engine shows what else it changes.
"""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from controller.contract import commands as c
from controller.contract.observations import Observation
from controller.contract.rules import Leaver
from controller.houses.loader import shipped_houses
from controller.play.game import DealtGame
from controller.play.runner import Runner, set_up
from controller.play.script import language, room
from controller.play.script import statements as say
from controller.table.state.play import Transition
from tests.streams.written import chosen, written

TIMES = 2
"""How often each scenario is changed and played; those that are chosen come in addition."""
BESIDE = (
    "S says call ; S says fold ; S says check ; S says raise to 600 ; S says all-in ; S says "
    "pot ; S says raise ; S says bet 300 ; S says shown ; S says floor ; S says run-twice ; S "
    "says time ; S says time-bank ; S says wait ; S says see 1 ; S says post ; S says done ; S "
    "says straddle ; S puts 100 ; S puts 1x500 ; S puts 2x100 1x500 ; S puts 50 ; S takes 100 ; "
    "S takes 1x100 ; S calls ; S folds ; S checks ; S mucks ; S tables ; S pushes ; S lifts ; S "
    "knocks ; S turns-up ; S leaves ; S returns ; S phones ; S agrees ; S done ; S straddles ; "
    "S goes all-in ; S splashes 100 ; S raises to 700 ; S clocks 1 ; S sees card of 1 ; S sees "
    "card of stub ; floor undoes ; floor waives ; floor confirms ; floor misdeal ; floor kills "
    "S ; floor penalty S 1r ; floor penalty S warning ; floor penalty S 10m ; floor stack S "
    "4000 ; follow ; follow all ; power-cut ; gather ; push ; burn ; burn 2 ; board ; board 1 ; "
    "board 3 ; flop ; turn ; river ; hand ; deal ; deal to S ; deal to S exposed ; shuffle ; "
    "burns muck ; button S ; button 1 ; stand-up S ; stand-up S at-rest ; sit-down S Zoe 3000 ; "
    "top-up S 1000 ; level 100 200 ; hold dispute dispute at-once ; hold x balance ; release x "
    "; release dispute ; bomb-pot 100 ; kill-pot S ; swap 1 S ; device-lost hand.S ; "
    "device-lost bet.S ; device-lost pot ; device-lost board.1 ; device-back hand.S ; "
    "device-back bet.S ; device-back pot ; unknown to board ; foreign 9h to S ; move 1x100 from "
    "bet.S to pot ; move 1x100 from pot to bet.S ; move 1x100 from stack.S to bet.S ; move "
    "1x100 from bet.S to stack.S ; move 1x100 from pot to stack.S ; wait 3s ; wait 20s ; wait "
    "45s ; wait 3m"
)
"""What may happen at any moment of a hand; `S` is some seat."""
BEFORE = (
    "stacks read ; shoe ; shoe counts ; gate ; chips keyed ; cards keyed ; decks 2 ; "
    "denominations 25 100 500 1000 ; blinds 50 100 ante 25 ; blinds 50 100 big-blind-ante 100 ; "
    "blinds 100 200 game omaha pot-limit ; blinds 50 100 game short-deck"
)
"""What a table may have or play that the scenario's has not."""


def lines(path: Path, name: str) -> Iterator[str]:
    """Yield all that the engine answers to a scenario, each time that it is changed and played."""
    for time in (*range(TIMES), *chosen("varied", name)):
        yield str(time)
        yield from once(path, name, time)


@lru_cache(maxsize=1)
def _read(path: Path) -> Sequence[say.Statement]:
    """Return a scenario's statements; it is played several times in a row."""
    return language.read(path, shipped_houses())


def once(path: Path, name: str, time: int) -> Iterator[str]:
    """Yield all that the engine answers to a scenario with the changes of one number."""
    houses = sorted(shipped_houses())
    statements = _read(path)
    chance = Random(f"{name} {time}")
    house = chance.choice(houses) if time % 2 else ""
    yield house
    yield from _played(path, varied(statements, chance), house)


def _played(path: Path, statements: Sequence[say.Statement], house: str) -> Iterator[str]:
    made: list[str] = []

    def watch(observation: Observation, done: Transition) -> None:
        doubt = game.doubt_until()
        late = doubt is not None and (done.wake_at is None or done.wake_at > doubt > observation.at)
        assert not late, f"{observation}: nobody wakes the engine at {doubt}"
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
    """Return a scenario without its expectations, and with one to four changes after the deal."""
    made = [each for each in statements if not isinstance(each, say.Expectation)]
    if not chance.randrange(4):
        seat = next((n for n, each in enumerate(made) if not isinstance(each, say.UseHouse)), 0)
        made[seat:seat] = language.parse(chance.choice(BEFORE.split(" ; ")))
    begun = next((n for n, each in enumerate(made) if isinstance(each, say.NewHand)), 0) + 1
    for _ in range(chance.randint(1, 4)):
        if begun >= len(made):
            break
        place = chance.randrange(begun, len(made))
        match chance.randrange(9):
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
            case _:
                made[place:place] = _beside(made, chance)
    return made


def _seats(statements: Sequence[say.Statement]) -> list[int]:
    return sorted({each.seat for each in statements if isinstance(each, say.SeatPlayer)})


def _beside(statements: Sequence[say.Statement], chance: Random) -> list[say.Statement]:
    """Return something else that happens at one of the scenario's seats."""
    seat = chance.choice(_seats(statements) or [1])
    said = chance.choice(BESIDE.split(" ; "))
    return language.parse(re.sub(r"\bS\b", str(seat), said))


def _elsewhere(
    statement: say.Statement, statements: Sequence[say.Statement], chance: Random
) -> say.Statement:
    """Return a statement about a seat with another seat of the scenario."""
    seats = _seats(statements)
    if isinstance(statement, room.GiveCommand) and seats:
        return room.GiveCommand(_for_another(statement.command, seats, chance))
    if not seats or "seat" not in statement.__struct_fields__:
        return statement
    return msgspec.structs.replace(statement, seat=chance.choice(seats))


def _for_another(command: c.Command, seats: Sequence[int], chance: Random) -> c.Command:
    """Return a command about a seat with another seat; cards of the board become a seat's."""
    match command:
        case c.KeyBoard(cards=cards):
            return c.KeyHand(chance.choice(seats), cards)
        case c.KillPot():
            return c.KillPot(chance.choice(seats))
        case c.StandUp():
            return msgspec.structs.replace(command, seat=chance.choice(seats), who=Leaver.SEAT)
    if "seat" not in command.__struct_fields__:
        return command
    return msgspec.structs.replace(command, seat=chance.choice(seats))


def _otherwise(statement: Any, chance: Random) -> Any:
    """Return a statement with another amount, if it has one."""
    if isinstance(statement, room.GiveCommand):
        return room.GiveCommand(_otherwise(statement.command, chance))
    amount = getattr(statement, "amount", None)
    if not isinstance(amount, int) or not amount:
        return statement
    other = max(100, round(amount * chance.choice((0.5, 1.5, 2.0)) / 100) * 100)
    changed = {"amount": other}
    if getattr(statement, "pieces", ()):
        changed["pieces"] = ()  # type: ignore[assignment]
    return msgspec.structs.replace(statement, **changed)
