"""The standings of a season: an evening more, or one that was corrected, counts by itself.

`controller/venue/rules/places.py:standings` says the same of all evenings at once.
"""

from bisect import bisect_left, insort
from collections.abc import Mapping, Sequence

import msgspec


class Standing(msgspec.Struct, frozen=True):
    """A player's points, and their place: who has as many shares it, from `first` to `last`."""

    player: str
    points: int
    first: int
    last: int


class Season:
    """What evenings were worth to whom. `best` of each player count, 0 for all."""

    def __init__(self, best: int = 0) -> None:
        self._best = best
        self._evenings: dict[str, Mapping[str, int]] = {}
        self._scores: dict[str, list[int]] = {}

    def put(self, evening: str, scored: Mapping[str, int]) -> None:
        """Take in the points of an evening, in the place of what was known of it."""
        for player, points in self._evenings.get(evening, {}).items():
            scores = self._scores[player]
            del scores[bisect_left(scores, points)]
            if not scores:
                del self._scores[player]
        self._evenings[evening] = dict(scored)
        for player, points in scored.items():
            insort(self._scores.setdefault(player, []), points)

    def totals(self) -> list[tuple[str, int]]:
        """Return who has how many points, the most first; ties by id."""
        found = ((player, sum(scores[-self._best :])) for player, scores in self._scores.items())
        return sorted(found, key=lambda row: (-row[1], row[0]))

    def standings(self) -> list[Standing]:
        """Return everybody with their place, the best first."""
        return shared(self.totals())


def shared(totals: Sequence[tuple[str, int]]) -> list[Standing]:
    """Return places of totals, the most first: who has as many shares them.

    >>> [(one.player, one.first, one.last) for one in shared([("a", 9), ("b", 7), ("c", 7)])]
    [('a', 1, 1), ('b', 2, 3), ('c', 2, 3)]
    """
    points = [-total for _, total in totals]
    return [
        Standing(player, total, bisect_left(points, -total) + 1, bisect_left(points, 1 - total))
        for player, total in totals
    ]
