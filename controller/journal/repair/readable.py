"""Makes a journal on a read-only or full disk readable by copying it together with its log."""

import contextlib
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from controller.journal.faults import JournalStalled
from controller.journal.opening import open_for_reading


@contextmanager
def readable(path: Path) -> Iterator[Path]:
    """Yield the path of a readable journal: `path` itself, or the path of a copy.

    To read a journal, SQLite must create files in its folder, which is impossible on a read-only or
    full disk. The copy is deleted after the block. Raises `JournalError`.
    """
    try:
        open_for_reading(path).close()
    except JournalStalled:
        with tempfile.TemporaryDirectory(prefix="tapis-journal-") as folder:
            for suffix in ("", "-wal"):
                beside = path.with_name(path.name + suffix)
                with contextlib.suppress(FileNotFoundError):
                    shutil.copyfile(beside, Path(folder) / beside.name)
            yield Path(folder) / path.name
        return
    yield path
