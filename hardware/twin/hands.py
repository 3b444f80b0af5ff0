"""A pair of hands at the simulated table: their movements, and how long each one takes."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial

from hardware.twin.table import Twin

REACH = 300
"""Milliseconds from putting one object down to picking up the next."""
HANDFUL = 20
BETWEEN_HANDFULS = 150


class Hands:
    """One person's hands, which make one movement at a time in virtual time."""

    def __init__(self, twin: Twin, reach: int = REACH) -> None:
        """Set up a pair of hands that move objects on `twin`.

        `reach` is the time (ms) from putting one object down to picking up the next.
        """
        self._twin = twin
        self._reach_ms = reach
        self._free = 0
        self._breath: tuple[int, int] | None = None

    @contextmanager
    def in_one_breath(self) -> Iterator[None]:
        """Make all objects that are moved in the `with` block leave together and land together."""
        self._breath = self._reach(), self._transit()
        try:
            yield
        finally:
            self._breath = None

    def move_card(self, uid: str, zone: str) -> int:
        """Move a card; return the time at which it lands.

        The card is out of every field for the transit time set by the noise level, and lands before
        the next card is picked up. Two landings are therefore at least a transit time apart.
        """
        return self.move_cards_together([(uid, zone)])

    def move_cards_together(self, moves: Sequence[tuple[str, str]]) -> int:
        """Move several cards that leave and land together; return their landing time."""
        picked = self._reach()
        landing = picked + self._transit()
        for uid, zone in moves:
            self._twin.at(picked, partial(self._twin.take, uid))
            self._twin.at(landing, partial(self._twin.put, uid, zone))
        self._free = landing
        return landing

    def move_chips(
        self, uids: Sequence[str], zone: str, meanwhile: Callable[[], None] | None = None
    ) -> int:
        """Move chips in one motion; return the time at which the last chip lands.

        They are picked up together and land a handful at a time. If `meanwhile` is given, it is
        called as they are picked up, to move other things then (as when a neighbour makes change).
        """
        picked = self._reach()
        landing = picked + self._transit()
        for index, uid in enumerate(uids):
            self._twin.at(picked, partial(self._twin.take, uid))
            due = landing + index // HANDFUL * BETWEEN_HANDFULS
            self._twin.at(due, partial(self._twin.put, uid, zone))
            self._free = due
        if meanwhile is not None:
            self._twin.at(picked, meanwhile)
        return self._free

    def lift(self, uid: str) -> int:
        """Pick up an object and hold it; return the time at which it leaves its field."""
        self._free = self._reach()
        self._twin.at(self._free, partial(self._twin.take, uid))
        return self._free

    def _reach(self) -> int:
        if self._breath is not None:
            return self._breath[0]
        return max(self._free, self._twin.now) + self._reach_ms

    def _transit(self) -> int:
        if self._breath is not None:
            return self._breath[1]
        return self._twin.rng.randint(*self._twin.noise.transit)
