"""Seats of a room: a table's number and a seat's, and what a table looks like from outside."""

from collections.abc import Iterator, Mapping
from collections.abc import Set as AbstractSet
from typing import NamedTuple

import msgspec


class Seat(NamedTuple):
    """A seat: the number of its table and its own, both from 1. Seat 1 is left of the dealer."""

    table: int
    seat: int

    def __str__(self) -> str:
        """Return the seat as `3-7`: table 3, seat 7."""
        return f"{self.table}-{self.seat}"


class TableView(msgspec.Struct, frozen=True):
    """What a room knows of a table when it chooses who moves.

    `players` are opaque ids by seat; `small_blind` and `big_blind` are the seats that post in the
    next hand, 0 when none is known (then nobody has a position to lose). `held` tables neither
    give nor take; `fixed` players keep their seats; `ears` are the seats that speak.
    """

    table: int
    seats: int
    players: Mapping[int, str]
    small_blind: int = 0
    big_blind: int = 0
    held: bool = False
    fixed: AbstractSet[str] = frozenset()
    ears: AbstractSet[int] = frozenset()

    @property
    def free(self) -> tuple[int, ...]:
        """Return the seats that nobody sits at, ascending."""
        return tuple(seat for seat in range(1, self.seats + 1) if seat not in self.players)

    def around(self, first: int) -> Iterator[int]:
        """Yield every seat once, clockwise from `first`.

        >>> list(TableView(1, 4, {}).around(3))
        [3, 4, 1, 2]
        """
        return ((first - 1 + step) % self.seats + 1 for step in range(self.seats))
