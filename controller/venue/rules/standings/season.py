"""A season's standings, from the points of its evenings."""

from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
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
        self._evenings: dict[str, tuple[Mapping[str, int], frozenset[str]]] = {}

    def put(self, evening: str, scored: Mapping[str, int], firsts: Iterable[str] = ()) -> None:
        """Add an evening's points and winners (`firsts`), replacing any earlier version of it."""
        self._evenings[evening] = dict(scored), frozenset(firsts)

    def evenings(self, player: str) -> int:
        """Return the number of evenings for which a player has a score."""
        return sum(player in scored for scored, _ in self._evenings.values())

    def standings(self) -> list[Standing]:
        """Return all players and their places, best first; players who tie are ordered by id."""
        scores = defaultdict[str, list[int]](list)
        for scored, _ in self._evenings.values():
            for player, points in scored.items():
                scores[player].append(points)
        wins = Counter(player for _, firsts in self._evenings.values() for player in firsts)
        ranked = sorted((self._key(sorted(of_it), wins[who]), who) for who, of_it in scores.items())
        keys = [key for key, _ in ranked]
        return [
            Standing(player, -key[0][0], bisect_left(keys, key) + 1, bisect_right(keys, key))
            for key, player in ranked
        ]

    def _key(self, scores: Sequence[int], wins: int) -> tuple[tuple[int, ...], ...]:
        """Return a player's sort key, given their scores in ascending order; lower is better."""
        by = {
            # The last 0 stands for all evenings without points: one more point is never worse.
            "best": (*(-score for score in reversed(scores) if score), 0),
            "evenings": (-len(scores),),
            "wins": (-wins,),
        }
        return (-sum(scores[-self._best :]),), *(by[tie] for tie in self._ties)
