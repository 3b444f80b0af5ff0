"""Migrates a journal from an older schema to the current one, in one transaction."""

import sqlite3
from pathlib import Path
from typing import Any

from controller.contract.errors import N_
from controller.journal.caused import Caused
from controller.journal.faults import JournalDamaged
from controller.journal.integrity.chain import START, eras_by_row, link, new_salt, walk
from controller.journal.schema import SCHEMA
from controller.journal.transactions import transaction


def migrate(connection: sqlite3.Connection, path: Path) -> None:
    """Upgrade a schema 1 journal: add a seal to every row, and recompute the hash chain.

    A seal is a salted hash of a row's observation. Raises `JournalDamaged` if the existing chain
    has a fault, and `sqlite3.Error`. In both cases the file is unchanged.
    """
    with transaction(connection):
        if walk(connection).faults:
            raise JournalDamaged(
                N_(
                    "{file}: this journal from an older version has been altered or is damaged; "
                    "`tapis journal verify` shows where. Start the table with a new journal"
                ),
                file=path,
            )
        connection.execute("ALTER TABLE observations ADD COLUMN salt BLOB")
        connection.execute("ALTER TABLE observations ADD COLUMN seal BLOB")
        _seal(connection)
        connection.execute(f"PRAGMA user_version = {SCHEMA}")


def _seal(connection: sqlite3.Connection) -> None:
    eras = eras_by_row(connection)
    before = _link_eras(connection, START, eras.get(0, []))
    _link_snapshots(connection, 0, START)
    last = connection.execute("SELECT n FROM head").fetchone()[0]
    events = Caused(connection)
    for n in range(1, last + 1):
        *fields, observation, private = connection.execute(
            "SELECT n, era, at, wall, hand, observation, private FROM observations WHERE n = ?",
            (n,),
        ).fetchone()
        caused = events.of(n)
        salt = new_salt()
        seal = link(salt, observation, private)
        before = row_hash = link(before, *fields, seal, caused)
        connection.execute(
            "UPDATE observations SET salt = ?, seal = ?, hash = ? WHERE n = ?",
            (salt, seal, row_hash, n),
        )
        _link_snapshots(connection, n, row_hash)
        before = _link_eras(connection, before, eras.get(n, []))
    connection.execute("UPDATE head SET hash = ?", (before,))


def _link_eras(
    connection: sqlite3.Connection, before: bytes, eras: list[tuple[tuple[Any, ...], bytes]]
) -> bytes:
    for fields, _ in eras:
        before = link(before, *fields)
        connection.execute("UPDATE eras SET hash = ? WHERE id = ?", (before, fields[0]))
    return before


def _link_snapshots(connection: sqlite3.Connection, n: int, row_hash: bytes) -> None:
    for seq, wake_at, state in connection.execute(
        "SELECT seq, wake_at, state FROM snapshots WHERE n = ?", (n,)
    ).fetchall():
        connection.execute(
            "UPDATE snapshots SET hash = ? WHERE n = ?",
            (link(row_hash, n, seq, wake_at, state), n),
        )
