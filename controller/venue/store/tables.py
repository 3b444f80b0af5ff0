"""Events from poker tables: the last one received from each table, and those worth keeping."""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib import import_module
from typing import Any, Final

import msgspec
from sqlalchemy import Connection, Executable, RowMapping, insert, select, update

from controller.contract.public import Envelope
from controller.venue.store.schema import cursor, incident, table_event

# Built once: building a statement costs more than writing the row.
_KEEP = insert(table_event)


@cache
def _on(dialect: str) -> Executable:
    """Return the SQL statement that stores which event was last received from a poker table.

    `dialect` is the name of the SQL dialect, such as `sqlite`.
    """
    # Both dialects have the same construct, each in its own module.
    first = import_module(f"sqlalchemy.dialects.{dialect}").insert(cursor)
    again: Executable = first.on_conflict_do_update(
        index_elements=[cursor.c.room_table],
        set_={"epoch": first.excluded.epoch, "seq": first.excluded.seq},
    )
    return again


MOST: Final = 2**53
"""The largest number in a message that the room accepts from a table."""


def countable(*numbers: int) -> None:
    """Raise `ValueError` unless all numbers are from 0 to `MOST`."""
    if not all(0 <= number <= MOST for number in numbers):
        raise ValueError(f"a number is not between 0 and {MOST}")


class Heard(msgspec.Struct, frozen=True):
    """The last event received from a table.

    `epoch` identifies the table's current numbering of events, and `seq` is the event's number in
    it.
    """

    epoch: str
    seq: int


def cursors(connection: Connection) -> dict[int, Heard]:
    """Return, by table number, the last event received from each table."""
    rows = connection.execute(select(cursor.c.room_table, cursor.c.epoch, cursor.c.seq))
    return {row[0]: Heard(row[1], row[2]) for row in rows}


def heard(connection: Connection, how_far: Mapping[int, Heard]) -> None:
    """Record the last event received from each table; `how_far` is keyed by table number."""
    rows = [
        {"room_table": table, "epoch": at.epoch, "seq": at.seq} for table, at in how_far.items()
    ]
    connection.execute(_on(connection.dialect.name), rows)


def keep(connection: Connection, wall: int, events: Sequence[tuple[int, Envelope]]) -> None:
    """Store tables' events, and for each table the number of the last event received.

    Each event is paired with its table's number. `wall` is the wall time (ms).
    """
    if not events:
        return
    rows = [
        {"room_table": table, "epoch": event.epoch, "seq": event.seq, "wall": wall,
         "hand": event.hand, "type": event.type, "data": msgspec.json.encode(_kept(event.data))}
        for table, event in events
    ]  # fmt: skip
    connection.execute(_KEEP, rows)
    heard(connection, {table: Heard(event.epoch, event.seq) for table, event in events})


def _kept(data: dict[str, Any]) -> dict[str, Any]:
    """Return an event's data as stored; the name of a player who has an id is removed."""
    return {**data, "name": ""} if "name" in data and data.get("player") else data


def with_names(state: dict[str, Any], shown: Callable[[str], str]) -> dict[str, Any]:
    """Return a public state in which players with an id have their current public names.

    `shown` returns the name for an id.
    """
    seats = state.get("seats")
    named = [
        {**seat, "name": shown(seat["player"])} if _is_known(seat) else seat
        for seat in (seats if isinstance(seats, list) else ())
    ]
    return {**state, "seats": named}


def _is_known(seat: Any) -> bool:
    return isinstance(seat, dict) and isinstance(seat.get("player"), str) and bool(seat["player"])


def last_start(connection: Connection, table: int, hand: int) -> tuple[int, dict[str, Any]] | None:
    """Return (seq, data) of the last `hand.started` event for a hand at a table, or None."""
    wanted = (
        select(table_event.c.seq, table_event.c.data)
        .where(
            table_event.c.room_table == table,
            table_event.c.hand == hand,
            table_event.c.type == "hand.started",
        )
        .order_by(table_event.c.wall.desc(), table_event.c.seq.desc())
        .limit(1)
    )
    row = connection.execute(wanted).one_or_none()
    return (row[0], msgspec.json.decode(row[1])) if row is not None else None


_OF_HANDS = ("hand.started", "hand.ended", "hand.voided", "seat.taken", "seat.left")


def hands_told(connection: Connection, table: int, since: int, limit: int) -> list[RowMapping]:
    """Return a table's hand and seat events from wall time `since` (ms), oldest first.

    Only the table's last `limit` events of all kinds, in its current numbering, are considered.
    """
    at = cursors(connection).get(table)
    if at is None:
        return []
    wanted = (
        select(table_event.c.wall, table_event.c.type, table_event.c.data)
        .where(table_event.c.room_table == table, table_event.c.epoch == at.epoch)
        .order_by(table_event.c.seq.desc())
        .limit(limit)
    )
    told = [
        row for row in connection.execute(wanted).mappings()
        if row["wall"] >= since and row["type"] in _OF_HANDS
    ]  # fmt: skip
    return told[::-1]


def note_incident(connection: Connection, **values: Any) -> int:
    """Store an incident, given as a value for each column, and return its number."""
    done = connection.execute(insert(incident).values(**values))
    return int(done.inserted_primary_key[0])  # type: ignore[index]


def found_before(connection: Connection, table: int, hand: int, kind: str) -> bool:
    """Return whether a table's last incident was of this kind and in this hand."""
    wanted = select(incident.c.hand, incident.c.kind).where(incident.c.room_table == table)
    row = connection.execute(wanted.order_by(incident.c.id.desc()).limit(1)).one_or_none()
    return row is not None and tuple(row) == (hand, kind)


def picture(connection: Connection, number: int, state: bytes) -> None:
    """Store a table's state with incident `number`, omitting the names of players who have ids."""
    read = msgspec.json.decode(state, type=dict[str, Any])
    kept = msgspec.json.encode(with_names(read, lambda _: ""))
    connection.execute(update(incident).where(incident.c.id == number).values(state=kept))


def incidents(connection: Connection, table: int, limit: int) -> list[RowMapping]:
    """Return up to `limit` incidents at a table, newest first; table 0 means all tables."""
    wanted = select(incident).order_by(incident.c.id.desc()).limit(limit)
    if table:
        wanted = wanted.where(incident.c.room_table == table)
    return list(connection.execute(wanted).mappings())


def one_incident(connection: Connection, number: int) -> RowMapping | None:
    """Return the incident with this number, or None."""
    wanted = select(incident).where(incident.c.id == number)
    return connection.execute(wanted).mappings().one_or_none()
