"""Whether a journal's file is as it was written: one walk along its chain."""

import sqlite3
from collections.abc import Callable
from pathlib import Path

from controller.journal.chain import Verdict, walk
from controller.journal.faults import explain
from controller.journal.opening import open_for_reading


def verify(path: Path, progress: Callable[[int, int], None] | None = None) -> Verdict:
    """Walk a journal from its first row to its last and name every altered or missing one.

    `progress` is told the rows done and the rows in all. Raises `JournalError` for a file
    that is no journal.
    """
    connection = open_for_reading(path)
    try:
        connection.execute("BEGIN")  # one instant, while the table plays on
        return walk(connection, progress)
    except sqlite3.Error as error:
        raise explain(error, path) from error
    finally:
        connection.close()
