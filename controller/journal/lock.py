"""The lock that allows a journal only one writer; the kernel releases it if the process dies."""

import contextlib
import fcntl
import os
from pathlib import Path

from controller.contract.errors import N_
from controller.journal.faults import JournalBusy, explain_os


class WriterLock:
    """The lock file in a journal's folder, held until `release`."""

    def __init__(self, journal: Path) -> None:
        """Take the lock; raises `JournalBusy` if another process holds it.

        The journal's own file is not locked: SQLite keeps its locks there, and closing any other
        descriptor of that file would drop them.
        """
        self._path = journal.with_name(journal.name + ".lock")
        try:
            self._descriptor = os.open(self._path, os.O_RDWR | os.O_CREAT, 0o600)
            if os.geteuid() == 0:
                # The table's user must be able to take the lock after an administrator has held it.
                whose = (journal if journal.exists() else journal.parent).stat()
                os.fchown(self._descriptor, whose.st_uid, whose.st_gid)
        except OSError as error:
            raise explain_os(error, journal) from error
        try:
            fcntl.flock(self._descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            owner = os.read(self._descriptor, 20).decode("ascii", "replace").strip()
            os.close(self._descriptor)
            whom = f"process {owner}" if owner else "another process"
            raise JournalBusy(
                N_(
                    "{file}: another controller is already using this journal ({whom}); stop it "
                    "first, or give this table its own journal"
                ),
                file=journal,
                whom=whom,
            ) from None
        # The process id is only for the message above: a full disk must not prevent a start.
        with contextlib.suppress(OSError):
            os.ftruncate(self._descriptor, 0)
            os.write(self._descriptor, str(os.getpid()).encode())

    def release(self) -> None:
        """Release the lock."""
        with contextlib.suppress(OSError):
            os.close(self._descriptor)
