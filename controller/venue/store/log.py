"""A room's log: all inputs in order, each row with the hash of the previous one.

The room's state is derived from the log: on start-up, the last snapshot is loaded and the rows
after it are replayed.
"""

from collections.abc import Iterator
from contextlib import suppress
from typing import Any, Union

import msgspec
from sqlalchemy import Connection, RowMapping, delete, func, insert, select

from controller.contract.errors import TapisError
from controller.contract.venue.every import EVENTS, INPUTS
from controller.contract.venue.kinds import RoomEvent, RoomInput, RoomOrder
from controller.journal.integrity.chain import START, link
from controller.journal.session import SOFTWARE
from controller.venue.rules.books.room import Room
from controller.venue.rules.step import ChipsLost, new_room, step
from controller.venue.rules.tournament import Tournament
from controller.venue.store.schema import log, snapshot, tournament

SNAPSHOT_EVERY = 1_000
"""The number of rows between snapshots of the room."""

COVERED = (
    "n",
    "at",
    "wall",
    "tournament",
    "actor",
    "source",
    "said",
    "events",
    "orders",
    "refused",
)
"""The fields that a row's hash covers."""


class LogDamaged(TapisError):
    """A log that has been altered or damaged; the message says where."""


class Entry(msgspec.Struct, frozen=True):
    """The content of a log row, except its number.

    The input: `said` is its content. `at` is when it arrived, in the room's own time (ms), and
    `wall` is the same moment in wall time (ms). `tournament` is the id of the open tournament.
    `actor` names the person or program that caused the input, and `source` is where it came from.

    The result: `events` and `orders` are those that the input caused. `refused` is the id of the
    reason if the input was refused, else "".
    """

    at: int
    wall: int
    tournament: str
    actor: str
    said: msgspec.Struct | dict[str, Any]
    events: tuple[RoomEvent, ...] = ()
    orders: tuple[RoomOrder, ...] = ()
    refused: str = ""
    source: str = ""


class Head(msgspec.Struct, frozen=True):
    """The end of the hash chain: the last row's number, room time, wall time (ms) and hash."""

    n: int = 0
    at: int = 0
    wall: int = 0
    hash: bytes = START


_APPEND = insert(log)
_encode = msgspec.json.encode
_pack = msgspec.msgpack.encode


def head(connection: Connection) -> Head:
    """Return the current end of the log."""
    newest = select(log.c.n, log.c.at, log.c.wall, log.c.hash).order_by(log.c.n.desc()).limit(1)
    row = connection.execute(newest).one_or_none()
    return Head(*row) if row is not None else Head()


def append(connection: Connection, before: Head, entry: Entry) -> Head:
    """Write a row after the row `before`, and return the new end of the log."""
    row = msgspec.structs.asdict(entry) | {"n": before.n + 1}
    row |= {name: _encode(row[name]) for name in ("said", "events", "orders")}
    row["hash"] = hash_of(before.hash, row)
    connection.execute(_APPEND, row)
    return Head(row["n"], entry.at, entry.wall, row["hash"])


def hash_of(before: bytes, row: dict[str, Any] | RowMapping) -> bytes:
    """Return the hash of a log row; `before` is the hash of the previous row."""
    return link(before, *(row[name] for name in COVERED))


def keep_snapshot(connection: Connection, at: Head, name: str, room: Room) -> None:
    """Store a snapshot of the room after the row `at`, in the tournament with the id `name`.

    Of this tournament's earlier snapshots, only the newest is kept.
    """
    packed = _pack(room)
    same = snapshot.c.tournament == name
    before = select(snapshot.c.n).where(same).order_by(snapshot.c.n.desc()).offset(1).limit(1)
    connection.execute(delete(snapshot).where(same, snapshot.c.n <= before.scalar_subquery()))
    connection.execute(
        insert(snapshot).values(
            n=at.n, tournament=name, software=SOFTWARE, room=packed, hash=link(at.hash, packed)
        )
    )


def rows(connection: Connection, after: int = 0, name: str = "") -> Iterator[RowMapping]:
    """Yield the log rows after number `after`; with a `name`, only that tournament's rows."""
    wanted = select(log).where(log.c.n > after).order_by(log.c.n)
    if name:
        wanted = wanted.where(log.c.tournament == name)
    yield from connection.execute(wanted).mappings()


def count(connection: Connection) -> int:
    """Return the number of rows."""
    return int(connection.execute(select(func.count()).select_from(log)).scalar_one())


def open_tournament(connection: Connection) -> tuple[str, str, Tournament] | None:
    """Return (id, title, rules) of the most recently opened tournament, or None."""
    played_here = select(tournament).where(tournament.c.opened >= 0)
    newest = played_here.order_by(tournament.c.opened.desc()).limit(1)
    row = connection.execute(newest).mappings().one_or_none()
    if row is None:
        return None
    return row["id"], row["title"], msgspec.msgpack.decode(row["rules"], type=Tournament)


def rebuilt(connection: Connection, name: str, rules: Tournament) -> Room:
    """Return a tournament's room, rebuilt from the log. Raises `LogDamaged` and `ChipsLost`.

    If this version's rules can't replay a finished tournament, the snapshot from its end is
    returned, even if another version stored it.
    """
    after, room = _snapshot(connection, name) or (0, new_room(rules))
    try:
        for row in rows(connection, after, name):
            room = played(room, row, rules)
    except (LogDamaged, ChipsLost):
        over = select(tournament.c.ended).where(tournament.c.id == name)
        ended = connection.execute(over).scalar_one_or_none()
        kept = _snapshot(connection, name, by_any=True)
        if kept is None or ended is None or kept[0] < ended:
            raise
        return kept[1]
    return room


def played(room: Room, row: RowMapping, rules: Tournament) -> Room:
    """Return the room after applying a row of the log."""
    said = room_input(row)
    if said is None or row["refused"]:
        return room
    again = step(numbered(room, row["n"]), said, rules)
    if again.refused:
        raise LogDamaged(f"row {row['n']} of the log can't be replayed: {again.refused}")
    return again.room


def room_input(row: RowMapping) -> RoomInput | None:
    """Return the room input in a row, or None if the row contains none."""
    try:
        said: RoomInput = _read(row["said"])
    except msgspec.ValidationError:
        return None
    return said


def events_of(row: RowMapping) -> tuple[RoomEvent, ...]:
    """Return the events in a row."""
    events: tuple[RoomEvent, ...] = _read_events(row["events"])
    return events


def numbered(room: Room, n: int) -> Room:
    """Return the room, changed so that its next input gets number `n`.

    Ids of orders contain the number of the input that caused them.
    """
    return msgspec.structs.replace(room, n=n - 1)


_read = msgspec.json.Decoder(Union[*INPUTS.values()]).decode
_EVENT: Any = Union[*EVENTS.values()]
_read_events = msgspec.json.Decoder(tuple[_EVENT, ...]).decode


def _snapshot(
    connection: Connection, name: str, *, by_any: bool = False
) -> tuple[int, Room] | None:
    """Return (row number, room) of the last intact snapshot, or None.

    Only snapshots by this version of the software count, unless `by_any` is true.
    """
    wanted = (
        select(snapshot, log.c.hash.label("row_hash"))
        .join(log, log.c.n == snapshot.c.n)
        .where(snapshot.c.tournament == name)
        .order_by(snapshot.c.n.desc())
    )
    if not by_any:
        wanted = wanted.where(snapshot.c.software == SOFTWARE)
    for row in connection.execute(wanted).mappings():
        if link(row["row_hash"], row["room"]) == row["hash"]:
            with suppress(msgspec.MsgspecError):
                return row["n"], msgspec.msgpack.decode(row["room"], type=Room)
    return None
