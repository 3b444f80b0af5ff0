"""Scripts of a room that go otherwise than they were written, under other rules too."""

import re
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from random import Random

from controller.contract.venue.kinds import RoomInput
from controller.venue.rules.books.room import Room
from controller.venue.rules.step import Step, new_room, step
from controller.venue.rules.tournament import Tournament
from controller.venue.scenarios.language import Player, ScenarioUnread, play
from tests.streams.written import chosen, in_order

TIMES = 2
"""How often each script is changed and played; those that are chosen come in addition."""
BESIDE = (
    "table 3 seats 6 ; player P ; left P ; remove P ; seated 1 P ; sits P ; stays P ; takes P ; "
    "buys P 1000 ; buys-in P 5000 ; comes P ; cashes-out P ; walk ; start ; begin ; redraw ; draw "
    "00 ; move P 2-3 ; move P 1-5 ; level 1 ; level 0 ; at 20:00 ; at 300:00 ; counted 1 1=4 2=4 "
    "3=4 ; hand 1 1=0 2=2000 ; hand 2 1=0 2=3000 ; hand-for-hand on ; hand-for-hand off ; hold "
    "dispute ; hold lunch clock-runs ; release dispute ; call-off P ; conduct P soft-play ; "
    "conduct P abuse out director ; short P 100 ; stack P 3000 ; turns-up 25 ; colours 25 100 P ; "
    "undo-deed ; undo-clock ; day-ends ; bag P 9500 s1 ; unbag P 9500 ; prizes 400 200 120 ; "
    "prizes 700 ; offer P=50 Q=50 ; accepts P ; turns-down P ; deal P=50 Q=50 agreed P Q ; silent "
    "1 ; heard 1 ; unsold 1-3 ; left-instead P Q ; cancel fire ; refund P ill ; all-add 0 ; adds P "
    "; bonus P dealer ; bank-opens anne 0 ; bank-closes anne 300 ; pays-out anne P ; envelope P 00 "
    "; put-out P Q=1 ; reports P soft-play ; appeal 1 ; decide 1 ; card P ; waits P ; lets-pass P "
    "; readmit P ; ticket P ; deck 1 dealer ; choose 1 1 ; game 2 ; last-seats P ; "
    "comes-when-called P ; street 1 flop ; bets P ; call P"
)
"""What may happen at any moment of an evening; `P` and `Q` are players of the script."""
TOURNAMENTS = ("deauville", "fidpa", "ppc", "redcactus", "tda", "ramponneau")


def lines(path: Path, name: str) -> Iterator[str]:
    """Yield all that a room answers to a script, each time that it is changed and played."""
    for time in (*range(TIMES), *chosen("varied_room", name)):
        yield str(time)
        yield from once(path, name, time)


def once(path: Path, name: str, time: int) -> Iterator[str]:
    """Yield all that a room answers to a script with the changes of one number."""
    script = [line for line in path.read_text("utf-8").splitlines() if line.strip()]
    script = [line for line in script if not line.startswith(("#", "expect"))]
    chance = Random(f"{name} {time}")
    own = _rules(script[0], path.parent)
    rules = own if time % 3 else _other(script[0], path.parent, chance) or own
    assert rules is not None
    yield from _played(path, rules, varied(script[1:], chance))


def _played(path: Path, rules: Tournament, script: Sequence[str]) -> Iterator[str]:
    made: list[str] = []
    player = Player(path.parent)
    player.rules, player.room = rules, new_room(rules)

    def watched(before: Room, said: RoomInput, rules: Tournament) -> Step:
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
        match chance.randrange(8):
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
            case _:
                made.insert(place, _beside(made, chance))
    return made


def _beside(script: Sequence[str], chance: Random) -> str:
    """Return something else that happens to one or two of a script's players."""
    names = sorted({word for each in script for word in each.split() if _is_name(word)})
    one, other = (chance.choice(names or ["a"]) for _ in range(2))
    said = chance.choice(BESIDE.split(" ; "))
    return re.sub(r"\bQ\b", other, re.sub(r"\bP\b", one, said))


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
