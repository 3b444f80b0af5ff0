"""Statistics for each player in an evening, from the hands that tables reported."""

from collections import defaultdict
from collections.abc import Mapping
from typing import Any, Final

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


class _Player:
    def __init__(self) -> None:
        self.hands = 0
        self.small = 0
        self.big = 0
        self.stacks: list[tuple[int, int]] = []


def figures_of(core: Core, connection: Connection) -> Figures:
    """Return the statistics for the open evening. Raises `No` if no evening is open.

    If a table has restarted its event numbering, only its events since then count. In a room with
    many tables, only each table's most recent hands are counted.
    """
    evening = evening_of(core)
    opened = select(tournament.c.opened).where(tournament.c.id == evening.id).scalar_subquery()
    since = connection.execute(select(log.c.wall).where(log.c.n == opened)).scalar() or 0
    room, found = evening.room, defaultdict[str, _Player](_Player)
    for number in room.tables:
        each = MOST_EVENTS // len(room.tables)
        told = tables.hands_told(connection, number, since, each)
        sitting = {seat: one.id for seat, one in room.seated(number).items()}
        _read(told, sitting, found)
    lines = (
        PlayerFigures(
            player, core.shown_as(player), one.hands, one.small, one.big,
            _thin(sorted(one.stacks)) if evening.tells_stacks else (),
        )
        for player, one in found.items()
    )  # fmt: skip
    ordered = sorted(lines, key=lambda one: (-one.hands, one.shown_as.casefold(), one.player))
    return Figures(evening.id, evening.tells_stacks, tuple(ordered))


def _read(told: list[RowMapping], sitting: Mapping[int, str], found: Mapping[str, _Player]) -> None:
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
                _count(started, data, row["wall"], sits, found)
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


def _count(
    started: dict[str, Any], ended: dict[str, Any], wall: int, sits: Mapping[int, str],
    found: Mapping[str, _Player],
) -> None:  # fmt: skip
    """Add one finished hand to the statistics in `found`.

    `started` and `ended` are the data of the hand's first and last events. `wall` is the wall time
    (ms) at which the stacks were reported. `sits` are the players by seat.
    """
    for one in ended.get("stacks", ()):
        player = sits.get(one["seat"], "")
        if not player:
            continue
        theirs = found[player]
        theirs.hands += 1
        theirs.small += one["seat"] == started.get("small_blind")
        theirs.big += one["seat"] == started.get("big_blind")
        if one.get("stack") is not None:
            theirs.stacks.append((wall, one["stack"]))


def _thin(points: list[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    """Return up to `MOST_POINTS` evenly spaced points, including the first and the last."""
    if len(points) <= MOST_POINTS:
        return tuple(points)
    last = len(points) - 1
    return tuple(points[n * last // (MOST_POINTS - 1)] for n in range(MOST_POINTS))
