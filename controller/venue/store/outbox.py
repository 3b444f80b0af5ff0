"""A room's orders: each is written with the input that caused it, and marked when answered."""

from collections.abc import Sequence
from typing import Any

import msgspec
from sqlalchemy import Connection, bindparam, insert, select, update

from controller.venue.store.schema import order_

_COLUMNS = (order_.c.id, order_.c.room_table, order_.c.kind, order_.c.command, order_.c.payload)
# Built once: building a statement costs more than writing the row.
_ANSWER = (
    update(order_)
    .where(order_.c.id == bindparam("of"), order_.c.answered.is_(False))
    .values(
        answered=True, ok=bindparam("was_done"), reason=bindparam("why"), seq=bindparam("after")
    )
)
CHIPS = ("give-chips", "colour-table")
"""The kinds of orders that change chips."""

_CHIPS = select(order_.c.payload).where(
    order_.c.room_table == bindparam("of"), order_.c.kind.in_(CHIPS)
)
_UNDER_WAY = _CHIPS.where(order_.c.answered.is_(False)).limit(1)
_TO_COME = _CHIPS.where(order_.c.ok.is_(True), order_.c.seq > bindparam("since"))


class Order(msgspec.Struct, frozen=True):
    """An order to a table, as stored.

    `id` is `<row>.<place>`: the log row, and the order's index among that row's orders. `table` is
    the table's number. `kind` is the type of order. `command` is the name of the command for the
    table, and `data` holds its fields.
    """

    id: str
    table: int
    kind: str
    command: str
    data: dict[str, Any]


class Answer(msgspec.Struct, frozen=True):
    """A table's answer to an order.

    `ok` is true if the table carried it out; otherwise, `reason` says why not. `seq` is the number
    of the table's last event at that time.
    """

    order: Order
    ok: bool
    reason: str
    seq: int


def give(connection: Connection, n: int, orders: tuple[Order, ...]) -> None:
    """Write the orders that log row `n` caused."""
    rows = [
        {"id": one.id, "n": n, "k": k, "room_table": one.table, "kind": one.kind,
         "command": one.command, "payload": msgspec.json.encode(one.data)}
        for k, one in enumerate(orders)
    ]  # fmt: skip
    if rows:
        connection.execute(insert(order_), rows)


def unanswered(connection: Connection) -> list[Order]:
    """Return the unanswered orders, oldest first."""
    wanted = select(*_COLUMNS).where(order_.c.answered.is_(False)).order_by(order_.c.n, order_.c.k)
    return [Order(*row[:4], msgspec.json.decode(row[4])) for row in connection.execute(wanted)]


def answer(connection: Connection, answers: Sequence[Answer]) -> None:
    """Record the answers to orders; only the first answer to each counts."""
    rows = [
        {"of": one.order.id, "was_done": one.ok, "why": one.reason, "after": one.seq}
        for one in answers
    ]
    if rows:
        connection.execute(_ANSWER, rows)


def chips_given(connection: Connection) -> set[int]:
    """Return the tables that have ever received an order that changes chips."""
    wanted = select(order_.c.room_table).where(order_.c.kind.in_(CHIPS)).distinct()
    return set(connection.execute(wanted).scalars())


def chips_under_way(connection: Connection, table: int) -> bool:
    """Return whether a table has an unanswered order that changes chips."""
    return connection.execute(_UNDER_WAY, {"of": table}).first() is not None


def chips_to_come(connection: Connection, table: int, since: int) -> dict[int, int]:
    """Return, by seat, the chips added by the orders that a table carried out after event `since`.

    The chips are already in the room's books, but count at the table only from its next hand. Chips
    that were taken away count as negative.
    """
    found: dict[int, int] = {}
    for (payload,) in connection.execute(_TO_COME, {"of": table, "since": since}):
        data = msgspec.json.decode(payload)
        for one in data.get("stacks", (data,)):
            more = one["amount"] if "amount" in one else one["after"] - one["before"]
            found[one["seat"]] = found.get(one["seat"], 0) + more
    return found
