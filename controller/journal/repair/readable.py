"""Reading a journal whose disk takes nothing: from a copy, with the log that lies beside it."""

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
    """Return a path at which a journal can be read: its own, or that of a copy.

    Beside a journal that can't be written nothing can be laid, and SQLite wants to. The copy
    goes with the block. Raises `JournalError`.
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
