"""Verifiable draws of seats or envelopes, stored so that anybody can repeat them.

Before a draw, its input (such as the list of players) is closed, and a secret is stored with it.
The draw then uses the secret and some text from a witness in the room.
"""

from typing import TypeVar

import msgspec
from sqlalchemy import Connection, delete, insert, select, update

from controller.venue.rules.calculations.seat_draw import Draw, DrawList, draw
from controller.venue.store.schema import draw as table

L = TypeVar("L", bound=msgspec.Struct)


def close(connection: Connection, name: str, listed: msgspec.Struct, secret: bytes) -> None:
    """Store a draw's closed input `listed` and its secret as `name`, replacing any earlier ones."""
    connection.execute(delete(table).where(table.c.tournament == name))
    packed = msgspec.json.encode(listed)
    connection.execute(insert(table).values(tournament=name, list=packed, secret=secret))


def closed(connection: Connection, name: str, kind: type[L]) -> tuple[L, bytes] | None:
    """Return (input, secret) of the draw stored as `name`, or None.

    None means that no input has been closed, or that the draw is already finished. `kind` is the
    input's type.
    """
    wanted = select(table.c.list, table.c.secret).where(
        table.c.tournament == name, table.c.witness.is_(None)
    )
    row = connection.execute(wanted).one_or_none()
    return (msgspec.json.decode(row[0], type=kind), row[1]) if row is not None else None


def drawn(connection: Connection, name: str, witness: str) -> None:
    """Complete a stored draw with the text that its witness chose."""
    connection.execute(update(table).where(table.c.tournament == name).values(witness=witness))


def kept(connection: Connection, name: str, kind: type[L]) -> tuple[L, bytes, str] | None:
    """Return (input, secret, witness) of the finished draw stored as `name`, or None."""
    wanted = select(table).where(table.c.tournament == name, table.c.witness.is_not(None))
    row = connection.execute(wanted).mappings().one_or_none()
    if row is None:
        return None
    return msgspec.json.decode(row["list"], type=kind), row["secret"], row["witness"]


def published(connection: Connection, name: str) -> Draw | None:
    """Return the published record of a tournament's draw, or None if it has not been drawn."""
    found = kept(connection, name, DrawList)
    return draw(*found) if found is not None else None
