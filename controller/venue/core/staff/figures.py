"""Statistics for each player in an evening, from the hands that tables reported."""

from collections import defaultdict
from collections.abc import Mapping
from typing import Any, Final, NamedTuple

import msgspec
from sqlalchemy import Connection, RowMapping, select

from controller.contract.venue.figures import Figures, PlayerFigures
from controller.venue.core.refusals import evening_of
from controller.venue.core.take_input import Core
from controller.venue.store import tables
from controller.venue.store.schema import log, tournament

MOST_EVENTS: Final = 40_000
"""The maximum number of table events to read, newest first; this takes a quarter of a second."""

MOST_POINTS: Final = 60
"""The maximum number of points in a player's stack curve."""


class _Hand(NamedTuple):
    """A player's hand: its wall time (ms), their stack if public, and which blind they posted."""

    wall: int
    stack: int | None
    small: bool
    big: bool


def figures_of(core: Core, connection: Connection) -> Figures:
    """Return the statistics for the open evening. Raises `No` if no evening is open.

    If a table has restarted its event numbering, only its events since then count. In a room with
    many tables, only each table's most recent hands are counted.
    """
    evening = evening_of(core)
    opened = select(tournament.c.opened).where(tournament.c.id == evening.id).scalar_subquery()
    since = connection.execute(select(log.c.wall).where(log.c.n == opened)).scalar() or 0
    room, found = evening.room, defaultdict[str, list[_Hand]](list)
    for number in room.tables:
        each = MOST_EVENTS // len(room.tables)
        told = tables.hands_told(connection, number, since, each)
        sitting = {seat: one.id for seat, one in room.seated(number).items()}
        _read(told, sitting, found)
    lines = (
        PlayerFigures(
            player, core.shown_as(player), len(hands), sum(one.small for one in hands),
            sum(one.big for one in hands), _curve(hands) if evening.tells_stacks else (),
        )
        for player, hands in found.items()
    )  # fmt: skip
    ordered = sorted(lines, key=lambda one: (-one.hands, one.shown_as.casefold(), one.player))
    return Figures(evening.id, evening.tells_stacks, tuple(ordered))


def _read(
    told: list[RowMapping], sitting: Mapping[int, str], found: Mapping[str, list[_Hand]]
) -> None:
    """Add a table's hands to the statistics in `found`.

    `told` lists its events, oldest first, and `sitting` the players at the table now, by seat.
    """
    sits = _at_first(told, sitting)
    started: dict[str, Any] | None = None
    for row in told:
        data = msgspec.json.decode(row["data"])
        match row["type"]:
            case "seat.taken":
                sits[data["seat"]] = data.get("player", "")
            case "seat.left":
                sits.pop(data["seat"], None)
            case "hand.started":
                started = data
            case "hand.voided":
                started = None
            case "hand.ended" if started is not None:
                small, big = started.get("small_blind"), started.get("big_blind")
                for one in data.get("stacks", ()):
                    seat, stack = one["seat"], one.get("stack")
                    if player := sits.get(seat, ""):
                        hand = _Hand(row["wall"], stack, seat == small, seat == big)
                        found[player].append(hand)
                started = None


def _at_first(told: list[RowMapping], sitting: Mapping[int, str]) -> dict[int, str]:
    """Return the players, by seat, who sat at a table before the first of its events in `told`.

    `sitting` lists the players there now.
    """
    sits = dict(sitting)
    for row in reversed(told):
        if row["type"] in ("seat.taken", "seat.left"):
            data = msgspec.json.decode(row["data"])
            sits[data["seat"]] = data.get("player", "") if row["type"] == "seat.left" else ""
    return sits


def _curve(hands: list[_Hand]) -> tuple[tuple[int, int], ...]:
    """Return up to `MOST_POINTS` evenly spaced (wall, stack), including the first and the last."""
    points = sorted((one.wall, one.stack) for one in hands if one.stack is not None)
    if len(points) <= MOST_POINTS:
        return tuple(points)
    last = len(points) - 1
    return tuple(points[n * last // (MOST_POINTS - 1)] for n in range(MOST_POINTS))
