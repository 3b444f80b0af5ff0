"""A journal's epochs, each of which numbers its events without ever reusing a number.

A journal that ends earlier than it once did, or that was restored from a copy, would use event
numbers again. It therefore begins a new epoch. The epoch's name tells every subscriber that the
numbering has restarted.
"""

import sqlite3
from typing import Final, Literal, NamedTuple, get_args

from controller.contract.errors import N_
from controller.journal.integrity.end import End

Reason = Literal["rolled-back", "replaced", "restored", "mended"]
REASONS: Final[tuple[str, ...]] = get_args(Reason)

WHAT: Final[dict[str, str]] = {
    "rolled-back": N_("it ends before the last write"),
    "replaced": N_("it is not the journal last written here"),
    "restored": N_("it was restored from a copy or moved without its .end file"),
    "mended": N_("it was damaged, and its readable part was kept"),
}
"""The reasons why a journal's numbering restarts, by the id that is stored in the journal."""


class Epoch(NamedTuple):
    """An epoch: the controller start that it begins with, its name, and why it began.

    `era` is the number of that start. `epoch` is the name. `after` is the seq of the last event of
    the previous epoch, and `lost` the number of later events that are known to be lost. `reason` is
    normally empty for a journal's first epoch.
    """

    era: int
    epoch: str
    after: int = 0
    lost: int = 0
    reason: str = ""


class Loss(NamedTuple):
    """Why the numbering must restart, and how many events are known to be lost."""

    reason: Reason
    events: int = 0


def read_epochs(connection: sqlite3.Connection) -> tuple[Epoch, ...]:
    """Return a journal's epochs, oldest first.

    A journal whose schema has no table of epochs has a single epoch. Raises `sqlite3.Error`.
    """
    if connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'epochs'").fetchone():
        found = connection.execute(
            "SELECT era, epoch, after, lost, reason FROM epochs ORDER BY era"
        )
        if epochs := tuple(Epoch(*row) for row in found):
            return epochs
    first = connection.execute("SELECT id, session FROM eras ORDER BY id LIMIT 1").fetchone()
    return (Epoch(*first),) if first else ()


def epoch_of(epochs: tuple[Epoch, ...], era: int) -> str:
    """Return the name of the epoch to which a controller start belongs, or "" for none.

    `era` is the number of the start.
    """
    return next((one.epoch for one in reversed(epochs) if one.era <= era), "")


def write_epoch(connection: sqlite3.Connection, epoch: Epoch) -> None:
    """Record an epoch; raises `sqlite3.Error`."""
    connection.execute("INSERT OR REPLACE INTO epochs VALUES (?, ?, ?, ?, ?)", epoch)


def compare(connection: sqlite3.Connection, end: End | None) -> Loss | None:
    """Compare a journal with its recorded end, and return why the numbering must restart.

    Returns None if the numbering of events continues. Raises `sqlite3.Error`.
    """
    if end is None:
        return Loss("restored")
    if end == End(epoch=end.epoch):
        return None  # nothing had been written
    if connection.execute(
        "SELECT 1 FROM observations WHERE n = ?1 AND hash = ?2"
        " UNION ALL SELECT 1 FROM eras WHERE after = ?1 AND hash = ?2",
        (end.n, end.hash),
    ).fetchone():
        return None
    n, seq = connection.execute("SELECT n, seq FROM head").fetchone()
    if end.n >= n:
        return Loss("rolled-back", max(end.seq - seq, 0))
    return Loss("replaced")
