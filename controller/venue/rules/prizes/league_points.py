"""League points for a tournament, from the points by place or the formula in its file."""

import ast
from collections.abc import Mapping, Sequence

from controller.venue.rules.books.room import Room
from controller.venue.rules.prizes.payouts import prizes_of
from controller.venue.rules.standings.formula import Facts, FormulaError, parsed, worth
from controller.venue.rules.standings.places import Place, points
from controller.venue.rules.tournament import Tournament

WHOLE = 1000
"""One whole knockout, in the unit in which knockouts are counted: thousandths."""


def scored(rules: Tournament, room: Room) -> Mapping[str, int]:
    """Return the league points of all players who have a place, best place first.

    A player scores nothing if the formula can't be evaluated for their place.
    """
    found = placed(room)
    formula = rules.results.formula.value
    if not formula:
        return points(rules.results.points.value, found)
    return by_formula(parsed(formula), rules, room)


def by_formula(tree: ast.expr, rules: Tournament, room: Room) -> dict[str, int]:
    """Return the league points of all players who have a place, computed by a parsed formula.

    The best place comes first.
    """
    prizes = prizes_of(room)
    return {one.player: _worth(tree, _facts(rules, room, one, prizes)) for one in placed(room)}


def placed(room: Room) -> list[Place]:
    """Return the places of all players who are out or have won, best first."""
    found = (Place(one.id, *one.place) for one in room.players.values() if one.place is not None)
    return sorted(found, key=lambda one: (one.first, one.player))


def _worth(tree: ast.expr, facts: Facts) -> int:
    try:
        return worth(tree, facts)
    except FormulaError:
        return 0


def _facts(rules: Tournament, room: Room, one: Place, prizes: Mapping[str, int]) -> Facts:
    return Facts(
        place=(one.first + one.last) / 2,
        entries=sum(player.entries for player in room.players.values()),
        buyin=rules.bank.entry.value,
        rebuys=room.players[one.player].entries - 1,
        knockouts=room.heads.knocks.get(one.player, 0) / WHOLE,
        prizes=len(room.shares),
        prize=prizes[one.player],
    )


def preview(formula: str, places: Sequence[tuple[str, int, int]]) -> dict[str, int]:
    """Return the points that a formula would give each player.

    `places` lists (player, first place, last place); the two places differ if the player shares
    them. All facts except the place and the number of entries are 0. Raises `FormulaError`.
    """
    tree = parsed(formula)
    return {
        player: worth(tree, Facts((first + last) / 2, len(places)))
        for player, first, last in places
    }
