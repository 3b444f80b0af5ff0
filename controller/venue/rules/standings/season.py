"""A season's standings, updated whenever an evening is added or corrected."""

from bisect import bisect_left, bisect_right, insort
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

import msgspec


class Standing(msgspec.Struct, frozen=True):
    """A player's points and place, `first` to `last`; these differ if several players share it."""

    player: str
    points: int
    first: int
    last: int


class Season:
    """A season's points, by evening and player.

    Only each player's `best` evenings count, or all of them if `best` is 0. `ties` lists the
    tie-breaks for equal points, in order: `best` (the best evening, then the next best), `evenings`
    (the number of evenings) or `wins`.
    """

    def __init__(self, best: int = 0, ties: Sequence[str] = ()) -> None:
        self._best = best
        self._ties = ties
        self._evenings: dict[str, Mapping[str, int]] = {}
        self._scores: dict[str, list[int]] = {}
        self._firsts: dict[str, frozenset[str]] = {}
        self._wins: Counter[str] = Counter()

    def put(self, evening: str, scored: Mapping[str, int], firsts: Iterable[str] = ()) -> None:
        """Add an evening's points and winners (`firsts`), replacing any earlier version of it."""
        self._wins.subtract(self._firsts.get(evening, ()))
        self._firsts[evening] = frozenset(firsts)
        self._wins.update(self._firsts[evening])
        for player, points in self._evenings.get(evening, {}).items():
            scores = self._scores[player]
            del scores[bisect_left(scores, points)]
            if not scores:
                del self._scores[player]
        self._evenings[evening] = dict(scored)
        for player, points in scored.items():
            insort(self._scores.setdefault(player, []), points)

    def evenings(self, player: str) -> int:
        """Return the number of evenings for which a player has a score."""
        return len(self._scores.get(player, ()))

    def totals(self) -> list[tuple[str, int]]:
        """Return the players' total points, highest first; ties are ordered by id."""
        found = ((player, sum(scores[-self._best :])) for player, scores in self._scores.items())
        return sorted(found, key=lambda row: (-row[1], row[0]))

    def standings(self) -> list[Standing]:
        """Return all players and their places, best first."""
        totals = self.totals()
        if not self._ties:
            return shared(totals)
        ranked = sorted(((-total, self._breaks(player)), player) for player, total in totals)
        keys = [key for key, _ in ranked]
        return [
            Standing(player, -key[0], bisect_left(keys, key) + 1, bisect_right(keys, key))
            for key, player in ranked
        ]

    def _breaks(self, player: str) -> tuple[tuple[int, ...], ...]:
        """Return a sort key that ranks a player among those with equal points; lower is better."""
        scores = self._scores[player]
        by = {
            # The last 0 stands for all evenings without points: one more point is never worse.
            "best": (*(-score for score in reversed(scores) if score), 0),
            "evenings": (-len(scores),),
            "wins": (-self._wins[player],),
        }
        return tuple(by[tie] for tie in self._ties)


def shared(totals: Sequence[tuple[str, int]]) -> list[Standing]:
    """Return the places for (player, points) sorted highest first; equal points share a place.

    >>> [(one.player, one.first, one.last) for one in shared([("a", 9), ("b", 7), ("c", 7)])]
    [('a', 1, 1), ('b', 2, 3), ('c', 2, 3)]
    """
    points = [-total for _, total in totals]
    return [
        Standing(player, total, bisect_left(points, -total) + 1, bisect_left(points, 1 - total))
        for player, total in totals
    ]
