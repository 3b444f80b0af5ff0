"""Finds the events that each row caused; events are stored in the order of their rows.

The journal has no index of the events by row. With such an index, one more page would have to be
written for every observation.
"""

import sqlite3
from typing import Final

_NEXT: Final = "SELECT seq, n FROM events WHERE seq > ? ORDER BY seq LIMIT 1"


class Caused:
    """Finds the events that rows caused; the rows must be requested in ascending order."""

    def __init__(self, connection: sqlite3.Connection, after: int = 0) -> None:
        """Prepare to find the events of rows after row `after`; raises `sqlite3.Error`."""
        self._rows = connection.execute(
            "SELECT n, seq, type, data FROM events WHERE seq > ? ORDER BY seq",
            (last_event(connection, after),),
        )
        self._next = self._rows.fetchone()

    def of(self, n: int) -> list[tuple[int, str, bytes]]:
        """Return the events that row `n` caused, as (seq, type, JSON of the fields).

        Raises `sqlite3.Error`.
        """
        events = []
        while self._next is not None and self._next[0] <= n:
            row, *event = self._next
            if row == n:
                events.append((event[0], event[1], event[2]))
            self._next = self._rows.fetchone()
        return events


def last_event(connection: sqlite3.Connection, n: int) -> int:
    """Return the seq of the last event caused by row `n` or an earlier row, or 0 if there is none.

    Raises `sqlite3.Error`. The search relies on events being stored in the order of their rows, as
    every writer stores them. If a file has them in a different order, the result may be too low.
    """
    if not n:
        return 0
    low, high = 0, connection.execute("SELECT coalesce(max(seq), 0) FROM events").fetchone()[0]
    while low < high:
        middle = (low + high) // 2
        seq, row = connection.execute(_NEXT, (middle,)).fetchone()
        if row <= n:
            low = seq
        else:
            high = middle
    return int(low)
