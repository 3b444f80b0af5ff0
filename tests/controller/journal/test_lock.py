"""The lock of a journal: one writer, and a file that the table's user can take."""

import os
from pathlib import Path

import pytest

from controller.journal import JournalBusy
from controller.journal.lock import WriterLock

SOMEBODY = 12_345


def test_a_lock_belongs_to_the_owner_of_the_journals_folder(tmp_path: Path) -> None:
    owner = SOMEBODY if os.geteuid() == 0 else os.geteuid()
    os.chown(tmp_path, owner, -1)
    lock = WriterLock(tmp_path / "1.db")
    try:
        assert (tmp_path / "1.db.lock").stat().st_uid == owner
        with pytest.raises(JournalBusy, match=str(os.getpid())):
            WriterLock(tmp_path / "1.db")
    finally:
        lock.release()
