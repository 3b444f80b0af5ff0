"""How a room's orders are called at its tables: by the database that they are of, and their place.

A table does an order once, by its name. A database that was put back as it was before gives rows of
its log out again, so from there on its orders have another name in front: else a table would take a
new order for one that it has done. What waited for an answer then keeps the name that it had.
"""

import secrets

import msgspec
from sqlalchemy import Connection, delete, func, insert, select

from controller.venue.store.schema import log, meta

KEY = "put_back"


class OrderNames:
    """The names in front, each with the row of the log from which on it counts."""

    def __init__(self, first: str, later: tuple[tuple[str, int], ...] = ()) -> None:
        """Call orders by `first`, and by each of `later` from its row on."""
        self._fronts = [*reversed(later), (first, 0)]

    def name(self, order: str) -> str:
        """Return what tables call an order (`<row>.<place>`)."""
        row = int(order.partition(".")[0])
        return next(f"{front}-{order}" for front, since in self._fronts if row >= since)

    def order(self, name: str) -> str:
        """Return the order that tables call so, "" for a name that is none of ours."""
        order = name.partition("-")[2]
        row = order.partition(".")[0]
        known = row.isascii() and row.isdecimal() and self.name(order) == name
        return order if known else ""


def names_in(connection: Connection, first: str) -> OrderNames:
    """Return the names in front of a database's orders; `first` is its own id."""
    return OrderNames(first, _later(connection))


def put_back(connection: Connection) -> None:
    """Have orders from here on another name in front: the database is back as it was before."""
    row = connection.execute(select(func.coalesce(func.max(log.c.n), 0))).scalar_one()
    later = (*_later(connection), (secrets.token_hex(4), row + 1))
    connection.execute(delete(meta).where(meta.c.key == KEY))
    connection.execute(insert(meta).values(key=KEY, value=msgspec.json.encode(later).decode()))


def _later(connection: Connection) -> tuple[tuple[str, int], ...]:
    found = connection.execute(select(meta.c.value).where(meta.c.key == KEY)).scalar()
    if found is None:
        return ()
    return msgspec.json.decode(found, type=tuple[tuple[str, int], ...])
