"""Finishing places, including those that several players share."""

from collections.abc import Mapping, Sequence
from itertools import chain, groupby, zip_longest

import msgspec

from controller.venue.rules.tournament import Ties


class Out(msgspec.Struct, frozen=True):
    """A player who went out: `table` is the table's number, and `had` the chips before the hand."""

    player: str
    table: int
    had: int


class Place(msgspec.Struct, frozen=True):
    """A player's place, from `first` to `last`; these are equal unless the place is shared."""

    player: str
    first: int
    last: int


def places(outs: Sequence[Out], left: int, ties: Ties, together: bool) -> tuple[Place, ...]:
    """Return the places of players who have just gone out, best first.

    `left` is the number of players still in. At one table, the player who began the hand with
    fewer chips is out first; players with equal stacks share places.

    `together` means that the tables played the hand at the same time, hand for hand. In that case,
    `ties` decides. If it is `by-stack`, players are ranked by stack across tables. If it is
    `shared`, the last to go out at each table share the best places, the players before them the
    next places, and so on.

    Without `together`, `outs` is in the order in which the busts were reported, and players at the
    table reported last get the best places.
    """
    groups = _groups(outs, ties, together)
    found: list[Place] = []
    first = left + 1
    for group in groups:
        last = first + len(group) - 1
        found.extend(Place(out.player, first, last) for out in group)
        first = last + 1
    return tuple(found)


def _groups(outs: Sequence[Out], ties: Ties, together: bool) -> list[list[Out]]:
    """Return the groups of players who share a place, the best group first."""
    if together and ties == "by-stack":
        return _by_stack(outs)
    by_table: dict[int, list[Out]] = {}
    for out in outs:
        by_table.setdefault(out.table, []).append(out)
    ranked = [_by_stack(group) for group in by_table.values()]
    if not together:
        return [group for table in reversed(ranked) for group in table]
    # The best of each table share, then the second of each, and so on.
    return [list(chain.from_iterable(level)) for level in zip_longest(*ranked, fillvalue=())]


def _by_stack(outs: Sequence[Out]) -> list[list[Out]]:
    ranked = sorted(outs, key=lambda out: -out.had)
    return [list(group) for _, group in groupby(ranked, key=lambda out: out.had)]


def points(table: Sequence[int], found: Sequence[Place]) -> Mapping[str, int]:
    """Return each player's points; `table` lists the points for the places, first place first.

    Players who tie split the points for the places they share equally, rounded down.

    >>> points((100, 60), [Place("p1", 1, 1), Place("p2", 2, 3), Place("p3", 2, 3)])
    {'p1': 100, 'p2': 30, 'p3': 30}
    """
    return {
        place.player: sum(table[place.first - 1 : place.last]) // (place.last - place.first + 1)
        for place in found
    }
