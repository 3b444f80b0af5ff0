"""Records the end of a journal in a second file, so that lost rows at the end are noticed.

If the write-ahead log was damaged, or if an older copy has replaced the journal, the journal can be
intact and yet end too early. That is why the last row is recorded in the second file after each
commit, before the row is announced to anyone.

The file has two slots, each with a checksum, which are written in turn: an incomplete write leaves
the previous record intact. Each sync writes a whole block to the disk, so some records are written
without a sync. These records overwrite one another in the same slot: the writer changes to the
other slot only after a synced record.
"""

import hashlib
import os
import struct
from pathlib import Path
from typing import Final

import msgspec

from controller.toml.private_files import settle

SUFFIX: Final = ".end"
_MAGIC: Final = b"TAPISEND"
_FORM: Final = struct.Struct(">8sQQQQ32s26s")
_SUM: Final = 32
_PLACE: Final = 4096  # no sector or page of a disk spans both slots
_PLACES: Final = (0, _PLACE)
_SIZE: Final = 2 * _PLACE


class End(msgspec.Struct, frozen=True):
    """The end of a journal: its last row, its last event, and the last hash of the chain.

    `acknowledged` is the last event that the broker had confirmed; `epoch` is the epoch to which
    `seq` belongs.
    """

    n: int = 0
    seq: int = 0
    acknowledged: int = 0
    hash: bytes = bytes(32)
    epoch: str = ""


class EndFile:
    """The file in which the writer records a journal's end; it is in the journal's folder."""

    def __init__(self, journal: Path) -> None:
        """Open the file, or create one (mode 0600); raises `OSError`."""
        self.path = end_path(journal)
        self._count = 0
        self._place = _PLACE
        self._descriptor = os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW, 0o600)
        try:
            found = _newest(os.pread(self._descriptor, _SIZE, 0))
            if found is not None:
                self._count, place = found[0], found[2]
                os.fdatasync(self._descriptor)  # the next note overwrites the one before it
                self._place = _PLACE - place
            else:
                # All blocks are allocated now: a later note keeps the size and costs one flush.
                for place in _PLACES:
                    os.pwrite(self._descriptor, bytes(_PLACE), place)
                os.fsync(self._descriptor)
                settle(self.path.parent)
            if os.geteuid() == 0:
                whose = (journal if journal.exists() else journal.parent).stat()
                os.fchown(self._descriptor, whose.st_uid, whose.st_gid)
        except BaseException:
            os.close(self._descriptor)
            raise

    def note(self, end: End, *, sync: bool = True) -> None:
        """Record the journal's end, and return once it is on disk.

        If this raises `OSError`, the previous record survives. `sync` may be false for rows that
        are not announced to anyone; the record then reaches the disk a little later.
        """
        count = self._count + 1
        written = _FORM.pack(
            _MAGIC, count, end.n, end.seq, end.acknowledged, end.hash, end.epoch.encode("ascii")
        )
        os.pwrite(self._descriptor, written + hashlib.sha256(written).digest(), self._place)
        if sync:
            os.fdatasync(self._descriptor)
            self._place = _PLACE - self._place
        self._count = count

    def close(self) -> None:
        """Close the file."""
        os.close(self._descriptor)


def end_path(journal: Path) -> Path:
    """Return the path of the file that records a journal's end."""
    return journal.with_name(journal.name + SUFFIX)


def read_end(journal: Path) -> End | None:
    """Return the last recorded end, or None if there is no valid record.

    Raises `OSError` if the file exists but can't be read.
    """
    try:
        descriptor = os.open(end_path(journal), os.O_RDONLY)
    except FileNotFoundError:
        return None
    try:
        found = _newest(os.pread(descriptor, _SIZE, 0))
    finally:
        os.close(descriptor)
    return found[1] if found is not None else None


def _newest(data: bytes) -> tuple[int, End, int] | None:
    """Return the newest valid record as (its number, the recorded end, its offset), or None."""
    notes = [
        (*note, place)
        for place in _PLACES
        if (note := _note(data[place : place + _PLACE])) is not None
    ]
    return max(notes, key=lambda note: note[0], default=None)


def _note(data: bytes) -> tuple[int, End] | None:
    written, checksum = data[: _FORM.size], data[_FORM.size : _FORM.size + _SUM]
    if len(written) < _FORM.size or hashlib.sha256(written).digest() != checksum:
        return None
    magic, count, n, seq, acknowledged, head, epoch = _FORM.unpack(written)
    if magic != _MAGIC:
        return None
    return count, End(n, seq, acknowledged, head, epoch.rstrip(b"\0").decode("ascii"))
