"""Writes several changes of a journal to disk at once, or none of them."""

import contextlib
import sqlite3
from collections.abc import Iterator


@contextlib.contextmanager
def transaction(connection: sqlite3.Connection) -> Iterator[None]:
    """Write everything in the block to disk at its end, atomically; raises `sqlite3.Error`.

    If the block raises an exception, nothing is written. Within another transaction, the block is a
    part of it, and an exception rolls back both.
    """
    outermost = not connection.in_transaction
    if outermost:
        connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        if outermost:
            connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:  # a full disk has already ended it
            with contextlib.suppress(sqlite3.Error):
                connection.execute("ROLLBACK")
        raise
