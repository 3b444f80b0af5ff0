"""`python -m tests.mutants.choose varied SECONDS`: choose the changed plays that the streams keep.

Tries changed scenarios (`varied`) or scripts of a room (`varied_room`), with other numbers for
chance each time. Then keeps few of them that have seen all that any has: each value of a condition
four times, each kind of answer and each order of two of them once. What is played anyway counts.
"""

import argparse
import re
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from heapq import heapify, heappop, heappush
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from tests.mutants import weak
from tests.streams.written import FOLDER

Once = Callable[[Path, str, int], Iterable[str]]
Feature = tuple[object, ...]

ROOMS = {"varied": "controller/table", "varied_room": "controller/venue/rules"}
OFTEN = 4
"""How many kept plays have to see the same value of a condition."""
_TOLD = re.compile(
    r'"(?:kind|reason|outcome|action|what|code|why)":"([^"]*)"|^\w+|\b[A-Z][a-z]+[A-Z]\w+'
)
_LONG = 1_500
"""Letters from which on a line is a state, and no answer."""


class Tried(NamedTuple):
    """A changed play: the name of its scenario, its number for chance, and what was seen in it."""

    name: str
    chance: int
    seen: frozenset[Feature]


def features(lines: Iterable[str]) -> frozenset[Feature]:
    """Return what is seen in a play: values of conditions, kinds of answers, and orders of two."""
    weak.SEEN.clear()
    short = (line for line in lines if len(line) < _LONG)
    told = [" ".join(match[0] for match in _TOLD.finditer(line))[:120] for line in short]
    return frozenset([*weak.SEEN, *((one,) for one in told), *pairwise(told)])


def wanted(feature: Feature) -> int:
    """Return how many kept plays have to have a feature."""
    return OFTEN if "#" in str(feature[0]) and ".py" in str(feature[0]) else 1


def fewest(plays: list[Tried], known: Counter[Feature]) -> Iterator[Tried]:
    """Yield few plays that together have all features of all; `known` are those of plays kept."""
    there = Counter(feature for play in plays for feature in play.seen)
    lacking = {each: min(wanted(each) - known[each], count) for each, count in there.items()}

    def worth(nth: int) -> int:
        return sum(lacking[feature] > 0 for feature in plays[nth].seen)

    heap = [(-worth(nth), nth) for nth in range(len(plays))]
    heapify(heap)
    while heap:
        _, nth = heappop(heap)
        if not (now := worth(nth)):
            continue
        if heap and -heap[0][0] > now:
            heappush(heap, (-now, nth))
            continue
        for feature in plays[nth].seen:
            lacking[feature] -= 1
        yield plays[nth]


def _of(kind: str) -> tuple[Once, int, list[tuple[Path, str]]]:
    """Return how a stream plays once, how often it always does, and its files with their names."""
    from tests.streams import made, varied, varied_rooms

    if kind == "varied":
        files = [(path, made.name_of(path)) for path in sorted(made.SCENARIOS.rglob("*.scn"))]
        return varied.once, varied.TIMES, files
    rooms = sorted(made.ROOMS.rglob("*.vsn"))
    named = [(path, str(path.relative_to(made.ROOMS).with_suffix(""))) for path in rooms]
    return varied_rooms.once, varied_rooms.TIMES, named


def main() -> None:
    """Try plays for a while, and keep the numbers of those that are chosen."""
    asked = argparse.ArgumentParser()
    asked.add_argument("kind", choices=ROOMS)
    asked.add_argument("seconds", type=float)
    given = asked.parse_args()
    weak.record([ROOMS[given.kind]])
    once, times, files = _of(given.kind)
    known = Counter[Feature]()
    for path, name in files:
        for chance in range(times):
            known.update(features(once(path, name, chance)))
    seen = known.copy()
    plays: list[Tried] = []
    end, chance = time.monotonic() + given.seconds, times
    while time.monotonic() < end:
        for path, name in files:
            found = features(once(path, name, chance))
            if any(seen[feature] < wanted(feature) for feature in found):
                seen.update(found)
                new = [feature for feature in found if known[feature] < wanted(feature)]
                plays.append(Tried(name, chance, frozenset(new)))
        chance += 1
        print(f"{len(files) * (chance - times)} tried, {len(plays)} of them new", flush=True)
    kept: dict[str, list[int]] = {}
    for play in fewest(plays, known):
        kept.setdefault(play.name, []).append(play.chance)
    lines = [f"{name} {' '.join(map(str, sorted(some)))}\n" for name, some in sorted(kept.items())]
    (FOLDER / f"{given.kind}.txt").write_text("".join(lines), "utf-8")
    print(f"{sum(map(len, kept.values()))} kept")


if __name__ == "__main__":
    main()
