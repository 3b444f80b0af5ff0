"""Bags of chips from finished days, stored until a later day brings them in.

They are stored separately from the log, so a room running another version of this software can
bring them in without knowing this version's rules.
"""

from collections.abc import Sequence

import msgspec
from sqlalchemy import Connection, insert, select, update

from controller.contract.venue.tournament_formats.days import Bag, DayOver
from controller.venue.store.schema import bag, flight, tournament


class Flight(msgspec.Struct, frozen=True):
    """A finished day: its title, its bags, and other values carried over to the next day."""

    id: str
    title: str
    money: int
    heads: int
    entries: int
    level: int
    bags: tuple[Bag, ...]


def keep(connection: Connection, name: str, series: str, over: DayOver) -> None:
    """Store a finished day's bags, and the other values that the next day needs.

    `name` is the day's tournament id. `series` is the name shared by all days of the event.
    """
    connection.execute(
        insert(flight).values(
            tournament=name, series=series, money=over.money, heads=over.heads,
            entries=over.entries, level=over.level,
        )
    )  # fmt: skip
    rows = [
        {"tournament": name, "player": one.player, "chips": one.chips, "counted": one.counted,
         "seal": one.seal, "floor": one.floor, "head": one.head, "ear": one.ear}
        for one in over.bags
    ]  # fmt: skip
    if rows:
        connection.execute(insert(bag), rows)


def flights(connection: Connection, series: str) -> tuple[Flight, ...]:
    """Return the days of a series whose bags have not been brought in yet, earliest first."""
    wanted = (
        select(flight, tournament.c.title)
        .join(tournament, tournament.c.id == flight.c.tournament)
        .where(flight.c.series == series, flight.c.taken_by == "")
        .order_by(tournament.c.opened)
    )
    return tuple(
        Flight(
            row["tournament"], row["title"], row["money"], row["heads"], row["entries"],
            row["level"], _bags(connection, row["tournament"]),
        )
        for row in connection.execute(wanted).mappings().all()
    )  # fmt: skip


def _bags(connection: Connection, name: str) -> tuple[Bag, ...]:
    wanted = select(bag).where(bag.c.tournament == name).order_by(bag.c.player)
    return tuple(
        Bag(
            row["player"], row["chips"], row["counted"], row["seal"], row["floor"], name,
            row["head"], row["ear"],
        )
        for row in connection.execute(wanted).mappings()
    )  # fmt: skip


def taken(connection: Connection, flights_: Sequence[Flight], by: str) -> None:
    """Record that the tournament `by` has brought in the bags from these days."""
    names = [one.id for one in flights_]
    done = update(flight).where(flight.c.tournament.in_(names)).values(taken_by=by)
    connection.execute(done)
