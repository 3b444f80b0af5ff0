"""Tickets won in satellites: each pays for one entry, and is valid again if that is refunded."""

import msgspec
from sqlalchemy import Connection, insert, select, update

from controller.venue.store.schema import ticket, tournament


class Ticket(msgspec.Struct, frozen=True):
    """A ticket won in a satellite.

    `title` names the satellite, and `player` the person who won it. `target` is the tournament file
    that accepts it, and `worth` its value in money. `used_in` is the tournament in which it was
    used, or "" while it is valid.
    """

    id: str
    title: str
    player: str
    target: str
    worth: int
    used_in: str = ""


def won(connection: Connection, name: str, player: str, target: str, worth: int, *, n: int) -> None:
    """Store a ticket won in the tournament `name`; `n` is the log row in which it was won."""
    connection.execute(
        insert(ticket).values(
            id=f"{name}.{player}", tournament=name, player=player, target=target, worth=worth, n=n
        )
    )


def every(connection: Connection, player: str = "") -> tuple[Ticket, ...]:
    """Return all tickets, newest first; with a `player`, only theirs."""
    wanted = (
        select(ticket, tournament.c.title)
        .join(tournament, tournament.c.id == ticket.c.tournament)
        .order_by(ticket.c.n.desc(), ticket.c.id)
    )
    if player:
        wanted = wanted.where(ticket.c.player == player)
    return tuple(
        Ticket(row["id"], row["title"], row["player"], row["target"], row["worth"], row["used_in"])
        for row in connection.execute(wanted).mappings()
    )


def good_for(connection: Connection, player: str, target: str) -> Ticket | None:
    """Return a player's oldest unused ticket that the tournament file `target` accepts, or None."""
    return next(
        (one for one in reversed(every(connection, player))
         if one.target == target and not one.used_in),
        None,
    )  # fmt: skip


def used(connection: Connection, name: str, where: str) -> None:
    """Record that the ticket `name` was used in the tournament `where`; "" makes it valid again."""
    connection.execute(update(ticket).where(ticket.c.id == name).values(used_in=where))
