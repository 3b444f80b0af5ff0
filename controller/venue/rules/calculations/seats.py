"""A table, reduced to the facts that decide which player moves and to which seat."""

from collections.abc import Iterator, Mapping
from collections.abc import Set as AbstractSet

import msgspec


class TableView(msgspec.Struct, frozen=True):
    """The facts about a table that decide which player moves and to which seat.

    `table` is its number, and `seats` its number of seats. `players` maps seats to opaque ids.
    `small_blind` and `big_blind` are the seats that post in the next hand, or 0 if that is not
    known. If `held` is true, the table neither gives nor takes players. `fixed` lists the players
    who can't be moved. `ears` are the seats with an earpiece. `kept` lists the seats reserved for
    somebody.
    """

    table: int
    seats: int
    players: Mapping[int, str]
    small_blind: int = 0
    big_blind: int = 0
    held: bool = False
    fixed: AbstractSet[str] = frozenset()
    ears: AbstractSet[int] = frozenset()
    kept: AbstractSet[int] = frozenset()

    @property
    def free(self) -> tuple[int, ...]:
        """Return the seats that newcomers can be given, in ascending order."""
        taken = self.players.keys() | self.kept
        return tuple(seat for seat in range(1, self.seats + 1) if seat not in taken)

    def around(self, first: int) -> Iterator[int]:
        """Yield every seat once, clockwise from `first`.

        >>> list(TableView(1, 4, {}).around(3))
        [3, 4, 1, 2]
        """
        return ((first - 1 + step) % self.seats + 1 for step in range(self.seats))
