"""Statements about a league in a room's scenario: evenings, and the season's standings."""

from collections.abc import Callable, Iterable

from controller.contract.venue.kinds import RoomEvent
from controller.contract.venue.outputs import TournamentEnded
from controller.venue.rules.books.room import Room
from controller.venue.rules.standings.season import Season
from controller.venue.rules.tournament import ResultRules
from controller.venue.scenarios.staff import Words, amounts


class League:
    """The statements about a league.

    Each tournament finished in a scenario counts as one of the league's evenings.
    """

    def __init__(self, rules: Callable[[], ResultRules]) -> None:
        self.rules = rules
        # For each evening: its season, each player's points, and the players in first place.
        self._evenings: list[tuple[str, dict[str, int], tuple[str, ...]]] = []

    def look(self, events: Iterable[RoomEvent], room: Room) -> None:
        """Record the results of the tournament if `events` contain its end."""
        for event in events:
            if isinstance(event, TournamentEnded):
                first = [one.id for one in room.players.values() if one.place and one.place[0] == 1]
                self._put(event.points, first)

    def _put(self, points: dict[str, int], firsts: Iterable[str]) -> None:
        self._evenings.append((self.rules().season.value, points, tuple(firsts)))

    def elsewhere(self, words: Words) -> None:
        """`elsewhere ID=POINTS ...`: an evening played elsewhere counts towards the season.

        The first ID is that evening's winner.
        """
        points = amounts(words)
        self._put(points, list(points)[:1])

    def expect_season(self, words: Words) -> str:
        """`expect season ID=POINTS@N[-M] ...`: the standings of this tournament's season."""
        rules = self.rules()
        season = Season(rules.best.value, rules.ties.value)
        for number, (name, points, firsts) in enumerate(self._evenings):
            if name == rules.season.value:
                season.put(str(number), points, firsts)
        found = [
            f"{one.player}={one.points}@{one.first}"
            + (f"-{one.last}" if one.last > one.first else "")
            for one in season.standings()
        ]
        return "" if found == words else " ".join(found) or "nobody"
