"""What a table looks like to a room that chooses who moves."""

from collections.abc import Iterator, Mapping
from collections.abc import Set as AbstractSet

import msgspec


class TableView(msgspec.Struct, frozen=True):
    """What a room knows of a table when it chooses who moves.

    `players` are opaque ids by seat; `small_blind` and `big_blind` are the seats that post in the
    next hand, 0 when none is known (then nobody has a position to lose). `held` tables neither
    give nor take; `fixed` players keep their seats; `ears` are the seats that speak, and
    nobody is given a seat that is `kept` for somebody.
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
        """Return the seats that can be given, ascending."""
        taken = self.players.keys() | self.kept
        return tuple(seat for seat in range(1, self.seats + 1) if seat not in taken)

    def around(self, first: int) -> Iterator[int]:
        """Yield every seat once, clockwise from `first`.

        >>> list(TableView(1, 4, {}).around(3))
        [3, 4, 1, 2]
        """
        return ((first - 1 + step) % self.seats + 1 for step in range(self.seats))
