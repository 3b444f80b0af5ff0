"""Scripts of a room that go otherwise than they were written, under other rules too."""

from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from random import Random

from controller.contract.venue.inputs import AnyRoomInput
from controller.venue.rules.books.room import Room
from controller.venue.rules.step import Step, new_room, step
from controller.venue.rules.tournament import Tournament
from controller.venue.scenarios.language import Player, ScenarioUnread, play
from tests.streams.written import in_order

TIMES = 8
"""How often a script is changed and played."""
TOURNAMENTS = ("deauville", "fidpa", "ppc", "redcactus", "tda", "ramponneau")


def lines(path: Path, name: str) -> Iterator[str]:
    """Yield all that a room answers to a script, each time that it is changed and played."""
    script = [line for line in path.read_text("utf-8").splitlines() if line.strip()]
    script = [line for line in script if not line.startswith(("#", "expect"))]
    for time in range(TIMES):
        chance = Random(f"{name} {time}")
        own = _rules(script[0], path.parent)
        rules = own if time % 3 else _other(script[0], path.parent, chance) or own
        assert rules is not None
        yield from _played(path, rules, varied(script[1:], chance))


def _played(path: Path, rules: Tournament, script: Sequence[str]) -> Iterator[str]:
    made: list[str] = []
    player = Player(path.parent)
    player.rules, player.room = rules, new_room(rules)

    def watched(before: Room, said: AnyRoomInput, rules: Tournament) -> Step:
        try:
            done = step(before, said, rules)
        except Exception as error:
            raise AssertionError(f"{path.name}: {said}") from error
        made.append(f"{in_order(said)} {done.refused}")
        made.extend(repr(in_order(each)) for each in (*done.events, *done.orders))
        return done

    player.step = watched
    for line in script:
        try:
            play(line, path.name, path.parent, player)
        except ScenarioUnread:
            made.append(f"cannot be said now: {line}")
    yield from made
    yield repr(in_order(player.room))


@cache
def _rules(line: str, folder: Path) -> Tournament | None:
    """Return the rules that the first line of a script names: reading them takes longest.

    None: the tournament has no such value to change.
    """
    player = Player(folder)
    try:
        play(line, line, folder, player)
    except ScenarioUnread:
        return None
    return player.rules


def _other(line: str, folder: Path, chance: Random) -> Tournament | None:
    """Return another tournament's rules, with what the first line of a script changes in them."""
    _, _, *changes = line.split()
    return _rules(" ".join(["tournament", chance.choice(TOURNAMENTS), *changes]), folder)


def varied(script: Sequence[str], chance: Random) -> list[str]:
    """Return a script with one to four changes."""
    made = list(script)
    for _ in range(chance.randint(1, 4)):
        if len(made) < 2:
            break
        place = chance.randrange(len(made))
        match chance.randrange(5):
            case 0:
                del made[place]
            case 1:
                made.insert(place, made[place])
            case 2:
                made.insert(chance.randrange(len(made)), made.pop(place))
            case 3:
                made[place] = _somebody_else(made[place], made, chance)
            case 4:
                made[place] = _another_number(made[place], chance)
    return made


def _somebody_else(line: str, script: Sequence[str], chance: Random) -> str:
    """Return a line with one player's name, of a single letter, taken for another's."""
    names = sorted({word for each in script for word in each.split() if _is_name(word)})
    words = line.split()
    places = [n for n, word in enumerate(words) if n and _is_name(word)]
    if places:
        words[chance.choice(places)] = chance.choice(names)
    return " ".join(words)


def _is_name(word: str) -> bool:
    return len(word) == 1 and word.islower()


def _another_number(line: str, chance: Random) -> str:
    """Return a line with one of its numbers changed."""
    words = line.split()
    places = [n for n, word in enumerate(words) if n and word.isdecimal()]
    if places:
        place = chance.choice(places)
        number = int(words[place])
        words[place] = str(chance.choice((number + 1, max(number - 1, 0), 2 * number, number // 2)))
    return " ".join(words)
