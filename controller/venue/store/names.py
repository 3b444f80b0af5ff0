"""Order names: the ids that poker tables use for a room's orders.

A name is a prefix and the order's id, which begins with the number of a log row. A table carries
out each order once, identified by its name. Restoring a backup makes the room issue the same row
numbers again. From then on, orders have a new prefix; otherwise a table would mistake a new order
for one already carried out. Orders that were waiting for an answer keep their old names.
"""

import secrets

import msgspec
from sqlalchemy import Connection, delete, func, insert, select

from controller.venue.store.schema import log, meta

KEY = "put_back"


class OrderNames:
    """The prefixes of the ids of orders to tables, each with the first log row that uses it."""

    def __init__(self, first: str, later: tuple[tuple[str, int], ...] = ()) -> None:
        """Use the prefix `first`, then those in `later`: pairs of prefix and first log row."""
        self._fronts = [*reversed(later), (first, 0)]

    def name(self, order: str) -> str:
        """Return the name that tables use for an order.

        `order` is its id: the log row that caused it, a dot, and its index among that row's orders.
        It may also be the room's own name for a notice; such names always get the first prefix.
        """
        row = _row(order) or 0
        return next(f"{front}-{order}" for front, since in self._fronts if row >= since)

    def order(self, name: str) -> str:
        """Return the id of the order with this name, or "" if it is not one of this room's."""
        order = name.partition("-")[2]
        return order if _row(order) is not None and self.name(order) == name else ""


def _row(order: str) -> int | None:
    """Return the log row in an order's id, or None for a name that is not such an id."""
    row = order.partition(".")[0]
    return int(row) if row.isascii() and row.isdecimal() else None


def put_back(connection: Connection) -> None:
    """Start a new prefix for order names, because the database is a restored backup."""
    row = connection.execute(select(func.coalesce(func.max(log.c.n), 0))).scalar_one()
    later = (*later_prefixes(connection), (secrets.token_hex(4), row + 1))
    connection.execute(delete(meta).where(meta.c.key == KEY))
    connection.execute(insert(meta).values(key=KEY, value=msgspec.json.encode(later).decode()))


def later_prefixes(connection: Connection) -> tuple[tuple[str, int], ...]:
    """Return (prefix, first log row) for each prefix started after a backup was restored."""
    found = connection.execute(select(meta.c.value).where(meta.c.key == KEY)).scalar()
    if found is None:
        return ()
    return msgspec.json.decode(found, type=tuple[tuple[str, int], ...])
