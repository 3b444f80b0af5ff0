"""Verify a room's log by checking its hash chain and replaying it under the rules."""

from collections.abc import Iterator

import msgspec
from sqlalchemy import Connection, RowMapping

from controller.journal.integrity.chain import START
from controller.venue.rules.books.room import Room
from controller.venue.rules.step import ChipsLost, new_room, step
from controller.venue.rules.tournament import Tournament
from controller.venue.store import log
from controller.venue.store.schema import tournament

MOST = 20
"""The number of faults after which a log is not verified any further."""


class Verdict(msgspec.Struct, frozen=True):
    """The result of verifying a log.

    `rows` is the number of rows checked, and `tournaments` the number of tournaments in the
    database. `faults` describes each fault found in a sentence.
    """

    rows: int
    tournaments: int
    faults: tuple[str, ...] = ()


def verify(connection: Connection) -> Verdict:
    """Check the hashes, orders and books in a log; stop once `MOST` faults have been found."""
    rules = {
        row["id"]: msgspec.msgpack.decode(row["rules"], type=Tournament)
        for row in connection.execute(tournament.select()).mappings()
    }
    rooms = {name: new_room(one) for name, one in rules.items()}
    faults: list[str] = []
    rows, last, before = 0, 0, START
    for row in log.rows(connection):
        n = row["n"]
        if n != last + 1:
            faults.append(f"rows {last + 1} to {n - 1} are missing")
        if log.hash_of(before, row) != row["hash"]:
            faults.append(f"row {n} has been altered")
        rows, last, before = rows + 1, n, row["hash"]
        faults += _replayed(rooms, rules, row)
        if len(faults) >= MOST:
            break
    return Verdict(rows, len(rules), tuple(faults))


def _replayed(
    rooms: dict[str, Room], rules: dict[str, Tournament], row: RowMapping
) -> Iterator[str]:
    """Replay a row in its room under the rules, and yield a fault if the result differs."""
    n, name, said = row["n"], row["tournament"], log.room_input(row)
    if said is None or row["refused"] or name not in rooms:
        return
    try:
        again = step(log.numbered(rooms[name], n), said, rules[name])
    except ChipsLost as lost:
        yield f"row {n}: the books don't balance: {lost}"
        return
    rooms[name] = again.room
    if again.refused:
        yield f"row {n} is refused now: {again.refused}"
    elif msgspec.json.encode(again.orders) != row["orders"]:
        yield f"row {n} gave commands that differ from what the rules give"
