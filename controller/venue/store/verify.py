"""Verify a room's log by checking its hash chain and replaying it under the rules."""

import msgspec
from sqlalchemy import Connection, RowMapping

from controller.journal.integrity.chain import START
from controller.venue.rules.books.room import Room
from controller.venue.rules.step import ChipsLost, new_room, step
from controller.venue.rules.tournament import Tournament
from controller.venue.store import log
from controller.venue.store.schema import tournament


class Verdict(msgspec.Struct, frozen=True):
    """The result of verifying a log.

    `rows` is the number of rows checked, and `tournaments` the number of tournaments in the
    database. `faults` are sentences about the faults found.
    """

    rows: int
    tournaments: int
    faults: tuple[str, ...] = ()


def verify(connection: Connection, most: int = 20) -> Verdict:
    """Check the hashes, orders and books in a log; stop once `most` faults have been found."""
    rules = {
        row["id"]: msgspec.msgpack.decode(row["rules"], type=Tournament)
        for row in connection.execute(tournament.select()).mappings()
    }
    walk = _Walk(rules)
    rows = 0
    for row in log.rows(connection):
        walk.row(row)
        rows += 1
        if len(walk.faults) >= most:
            break
    return Verdict(rows, len(rules), tuple(walk.faults))


class _Walk:
    def __init__(self, rules: dict[str, Tournament]) -> None:
        self.faults: list[str] = []
        self._rules = rules
        self._rooms: dict[str, Room] = {name: new_room(one) for name, one in rules.items()}
        self._before = START
        self._next = 1

    def row(self, row: RowMapping) -> None:
        """Check a row against the one before it, and against a replay under the rules."""
        n = row["n"]
        if n != self._next:
            self.faults.append(f"rows {self._next} to {n - 1} are missing")
        if log.hash_of(self._before, row) != row["hash"]:
            self.faults.append(f"row {n} has been altered")
        self._next, self._before = n + 1, row["hash"]
        name = row["tournament"]
        said = log.room_input(row)
        if said is None or row["refused"] or name not in self._rooms:
            return
        try:
            again = step(log.numbered(self._rooms[name], n), said, self._rules[name])
        except ChipsLost as lost:
            self.faults.append(f"row {n}: the books don't balance: {lost}")
            return
        self._rooms[name] = again.room
        if again.refused:
            self.faults.append(f"row {n} is refused now: {again.refused}")
        elif msgspec.json.encode(again.orders) != row["orders"]:
            self.faults.append(f"row {n} gave commands that differ from what the rules give")
