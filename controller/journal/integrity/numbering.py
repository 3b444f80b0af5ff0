"""Numbers a journal's events within an epoch, and records the journal's end."""

import logging
import sqlite3
from pathlib import Path

from msgspec.structs import replace

from controller.journal.faults import explain_os
from controller.journal.integrity.end import End, EndFile, end_path, read_end
from controller.journal.integrity.epochs import (
    WHAT,
    Epoch,
    Loss,
    compare,
    read_epochs,
    write_epoch,
)

log = logging.getLogger(__name__)


class Numbering:
    """The numbering of events in an open journal.

    `epoch` is the epoch of the next event. `noted` is the journal's end as recorded before
    the controller was started, or None.
    """

    def __init__(self, path: Path, connection: sqlite3.Connection, session: str) -> None:
        """Compare a journal with its recorded end.

        Raises `JournalStalled` if the end file can't be opened, and `sqlite3.Error`.
        """
        self._path = path
        self._connection = connection
        self._session = session
        self._due: End | None = None
        self._epochs = read_epochs(connection)
        kept = connection.execute("SELECT 1 FROM epochs LIMIT 1").fetchone()
        try:
            exists = end_path(path).exists()
            self.noted = read_end(path)
            self._file = EndFile(path)
        except OSError as error:
            raise explain_os(error, path) from error
        self._kept = kept is not None
        self._loss = self._judge(self.noted, exists=exists)

    def _judge(self, end: End | None, *, exists: bool) -> Loss | None:
        """Return why the numbering must restart, or None if it continues.

        `end` is the recorded end, and `exists` is true if the file that records it exists.
        """
        if not self._epochs:  # nothing was ever written here
            return Loss("rolled-back", end.seq) if end is not None and end.seq else None
        if end is None and not exists and not self._kept:
            return None  # it was written by a version that recorded no end
        return compare(self._connection, end)

    def begin(self, era: int, end: End) -> None:
        """Choose the epoch for a controller start, and record the epoch and the journal's end.

        `era` is the number of the start; `end` is the journal's current end. Raises
        `JournalStalled` and `sqlite3.Error`.
        """
        self._era, self._from = era, end.seq
        self.epoch = self._epochs[-1] if self._epochs else Epoch(era, self._session)
        mended = self.epoch.era == era and self.epoch.reason == "mended"
        if (loss := self._loss) is not None and not mended:
            self.epoch = Epoch(era, self._session, end.seq, loss.events, loss.reason)
        if self.epoch.era == era and self.epoch.reason:
            _say(self._path, self.epoch)
        if not self._kept:
            # A journal with epochs must have a recorded end: without one, it counts as restored.
            self._write(end)
        if self.epoch not in self._epochs or not self._kept:
            write_epoch(self._connection, self.epoch)
        self._write(end)

    def note(self, end: End, *, sync: bool = True) -> None:
        """Record the journal's end; call this before the last row is announced to anyone.

        If the write fails, the fault is logged, and `catch_up` tries again. `sync` may be false if
        the last row will not be announced.
        """
        try:
            self._file.note(replace(end, epoch=self.epoch.epoch), sync=sync)
            self._due = None
        except OSError as error:
            if self._due is None:
                log.error("%s", explain_os(error, end_path(self._path)))  # noqa: TRY400
            self._due = end

    def catch_up(self) -> None:
        """Record the journal's end if `note` could not; raises `JournalStalled` on failure."""
        if self._due is not None:
            self._write(self._due)
            self._due = None

    def untold(self) -> Epoch | None:
        """Return the current epoch if it must still be published; raises `sqlite3.Error`.

        See `Journal.untold`.
        """
        if not self.epoch.reason:
            return None
        told = self._connection.execute(
            "SELECT 1 FROM events e JOIN observations o ON o.n = e.n"
            " WHERE e.type = 'epoch.begun' AND e.seq > ? AND o.era >= ? AND o.era <= ?",
            (self.epoch.after, self.epoch.era, self._era),
        ).fetchone()
        return None if told else self.epoch

    def compare_published(self, seq: int, epoch: str, head: str, mine: int) -> bool:
        """Compare the journal with the state retained by the broker; see `Journal.compare`.

        This controller start has published no events yet. `mine` is the last event in the journal.
        Raises `sqlite3.Error`.
        """
        if self.epoch.era == self._era:
            return False  # this epoch has just begun: no one can know of it
        known = {one.epoch for one in self._epochs}
        if not epoch and not head:
            ahead = seq > mine  # an older controller wrote it
        elif epoch == self.epoch.epoch:
            ahead = seq > mine or not self._holds(seq, head)
        else:
            ahead = epoch not in known
        if not ahead:
            return False
        lost = max(seq - self._from, 0) if epoch in {"", self.epoch.epoch} else 0
        begun = Epoch(self._era, self._session, self._from, lost, "rolled-back")
        write_epoch(self._connection, begun)
        self.epoch = begun
        _say(self._path, self.epoch)
        return True

    def _holds(self, seq: int, head: str) -> bool:
        """Return whether the chain contains the hash `head` that was published with event `seq`.

        Return True if `head` is empty or not a hash.
        """
        if not head:
            return True
        try:
            wanted = bytes.fromhex(head)
        except ValueError:
            return True  # not a head that this program published
        at = "SELECT n FROM events WHERE seq = ?"
        first = self._connection.execute(at, (seq,)).fetchone() or (0,)
        last = self._connection.execute(at, (seq + 1,)).fetchone() or (2**62,)
        return bool(
            self._connection.execute(
                "SELECT 1 FROM observations WHERE n >= ?1 AND n <= ?2 AND hash = ?3"
                " UNION ALL SELECT 1 FROM eras WHERE after >= ?1 AND after <= ?2 AND hash = ?3",
                (first[0], last[0], wanted),
            ).fetchone()
        )

    def close(self) -> None:
        """Close the file that records the end."""
        self._file.close()

    def _write(self, end: End) -> None:
        try:
            self._file.note(replace(end, epoch=self.epoch.epoch))
        except OSError as error:
            raise explain_os(error, end_path(self._path)) from error


def _say(path: Path, epoch: Epoch) -> None:
    if epoch.lost:
        lost = f"{epoch.lost} events are lost"
    elif epoch.reason in {"restored", "replaced"}:
        lost = f"anything after event {epoch.after} is lost"
    else:
        lost = "no event is known to be lost"
    log.error(
        "%s: %s; %s; numbering continues after event %d in a new epoch (%s): compare the "
        "stacks with what is on the table",
        path, WHAT.get(epoch.reason, epoch.reason), lost, epoch.after, epoch.epoch,
    )  # fmt: skip
