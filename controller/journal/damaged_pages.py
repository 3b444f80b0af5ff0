"""Reads the rows of a SQLite file page by page, even when parts of the file are damaged.

SQLite returns nothing from a table whose root page is lost, and reads a log only up to the first
damaged byte. This module reads every page of the file and every frame of the log independently
(https://sqlite.org/fileformat2.html). The rows found may be old, duplicated or wrong: the hash
chain shows which of them are valid.
"""

import itertools
import mmap
import struct
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final, NamedTuple

Value = int | str | bytes | None
Bytes = bytes | mmap.mmap

_LEAF: Final = b"\x0d"
SIZES: Final = (512, 1024, 4096)
"""A journal's possible page sizes, in bytes: the first for new journals, the rest for old ones."""

_KINDS: Final = frozenset({2, 5, 10, 13})
"""The possible values of the first byte of a B-tree page, which gives its type."""
_LOG_HEADER: Final = 32
_FRAME: Final = 24
MOST_COLUMNS: Final = 16
LARGEST: Final = 64_000_000
_INTS: Final = {1: 1, 2: 2, 3: 3, 4: 4, 5: 6, 6: 8}


class Carved(NamedTuple):
    """A row recovered from the file or its log.

    `rowid` is the row's number. `columns` are its values; the key column is None. A row with a
    larger `place` was written later. `committed` is False for a row at the end of the log if no
    commit follows it.
    """

    rowid: int
    columns: tuple[Value, ...]
    place: int
    committed: bool


class _Image(NamedTuple):
    """One version of a page: where it is stored, and its `place` in the write order."""

    number: int
    place: int
    committed: bool
    file: bool  # True for the file itself, False for the log
    offset: int


def carve(path: Path) -> Iterator[Carved]:
    """Yield every row of every table in a database and its log; raises `OSError`."""
    log = path.with_name(path.name + "-wal")
    yield from _Pages(_bytes(path), _bytes(log)).rows()


class _Pages:
    """Every version of every page in the file and the log."""

    def __init__(self, file: Bytes, log: Bytes) -> None:
        self._data = {True: file, False: log}
        self._size = _page_size(file, log)
        self._images = [*self._of_file(), *self._of_log()]
        self._latest: dict[int, list[_Image]] = {}
        for image in sorted(self._images, key=lambda image: image.place):
            self._latest.setdefault(image.number, []).append(image)

    def rows(self) -> Iterator[Carved]:
        seen: set[tuple[int, int]] = set()
        # Newest first: if the same row is found again, it is an older copy.
        for image in sorted(self._images, key=lambda image: (not image.committed, -image.place)):
            for rowid, payload in self._cells(image):
                known = (rowid, hash(payload))
                if known in seen:
                    continue
                columns = _columns(payload)
                if columns is not None:
                    seen.add(known)
                    yield Carved(rowid, columns, image.place, image.committed)

    def _of_file(self) -> Iterator[_Image]:
        for number in range(-(-len(self._data[True]) // self._size)):
            yield _Image(number + 1, 0, True, True, number * self._size)

    def _of_log(self) -> Iterator[_Image]:
        """Yield the frames of the log, each with the `place` that orders the versions of a page.

        SQLite restarts a log by writing over it from the beginning. Frames written since the last
        restart are newer than the file, and frames left over from before it are older. Checksums
        are ignored, because one damaged byte breaks the checksum of every later frame.
        """
        log, size = self._data[False], _FRAME + self._size
        heads = []
        for at in range(_LOG_HEADER, len(log), size):
            head = log[at : at + _FRAME].ljust(_FRAME, b"\0")
            number, commit = struct.unpack(">II", head[:8])
            heads.append((at + _FRAME, number, commit, head[8:16]))
        ours = log[16:24]
        if heads and ours not in {salt for *_, salt in heads}:
            ours = heads[0][3]  # the header of the log is damaged
        older = _other_round(heads, ours)
        ends = (number for number, one in enumerate(heads[:older], start=1) if one[2])
        covered = max(ends, default=0)
        for index, (offset, number, _, _) in enumerate(heads):
            if 0 < number < 2**31:
                place = index + 1 if index < older else index - len(heads)
                yield _Image(number, place, index < covered or index >= older, False, offset)

    def _page(self, image: _Image) -> bytes:
        return self._data[image.file][image.offset : image.offset + self._size]

    def _cells(self, image: _Image) -> Iterator[tuple[int, bytes]]:
        """Yield the rows of a leaf page, as (row number, record).

        If several versions of an overflow page are possible, the row is yielded once for each.
        """
        page = self._page(image)
        head = 100 if image.number == 1 else 0
        if not page.startswith(_LEAF, head):
            return
        count = int.from_bytes(page[head + 3 : head + 5], "big")
        for at in range(head + 8, self._size, 2)[:count]:
            start = int.from_bytes(page[at : at + 2], "big")
            if not at < start < len(page):
                continue
            try:
                size, after = _varint(page, start)
                rowid, after = _varint(page, after)
            except ValueError:
                continue
            if size <= LARGEST:
                yield from ((_signed(rowid), body) for body in self._payload(image, after, size))

    def _payload(self, image: _Image, at: int, size: int) -> Iterator[bytes]:
        page = self._page(image)
        most = self._size - 35
        if size <= most:
            if at + size <= len(page):
                yield page[at : at + size]
            return
        least = (self._size - 12) * 32 // 255 - 23
        local = least + (size - least) % (self._size - 4)
        local = local if local <= most else least
        following = int.from_bytes(page[at + local : at + local + 4], "big")
        tried = set()
        # The overflow page as it was then, as it is now, and as it is in the file.
        ways: tuple[Callable[[_Image], bool], ...] = (
            lambda one: one.place <= image.place,
            lambda _: True,
            lambda one: one.file,
        )
        for way in ways:
            rest = self._overflow(following, size - local, way)
            if rest is not None and rest not in tried:
                tried.add(rest)
                yield page[at : at + local] + rest

    def _overflow(self, number: int, size: int, counts: Callable[[_Image], bool]) -> bytes | None:
        found = b""
        for _ in range(0, size, self._size - 4):
            images = [one for one in self._latest.get(number, []) if counts(one)]
            if not images:
                return None
            page = self._page(images[-1])
            found += page[4:]
            number = int.from_bytes(page[:4], "big")
        return found[:size] if len(found) >= size else None


def _page_size(file: Bytes, log: Bytes) -> int:
    """Return the page size given in the headers, or infer it from where pages begin.

    The size is inferred if neither header has a size in `SIZES`, or if the two headers disagree.
    """
    said = {int.from_bytes(file[16:18], "big"), int.from_bytes(log[8:12], "big")} & set(SIZES)
    if len(said) == 1:
        return said.pop()
    for size, larger in itertools.pairwise(SIZES):
        begun = [at for at in range(size, len(file), size) if _begins_page(file, at)]
        between = sum(1 for at in begun if at % larger)
        if 2 * between > len(begun) - between:  # hardly anything inside a page looks like a start
            return size
    return SIZES[-1]


def _begins_page(file: Bytes, at: int) -> bool:
    """Return whether the bytes at offset `at` could be the header of a B-tree page."""
    kind, cells, start = file[at], file[at + 3 : at + 5], file[at + 5 : at + 7]
    count = int.from_bytes(cells, "big")
    within = 8 + 2 * count <= int.from_bytes(start, "big") <= SIZES[-1]
    return kind in _KINDS and bool(count) and within and file[at + 7] < 64


def _other_round(heads: list[tuple[int, int, int, bytes]], ours: bytes) -> int:
    """Return the index of the first log frame that is left over from before the last restart.

    Frames written since the restart have the salt `ours`. A single frame with a different salt may
    be damaged, so two in a row are needed, except at the end of the log. If no frame is left over,
    return the number of frames.
    """
    for index in range(len(heads)):
        if all(salt != ours for *_, salt in heads[index : index + 2]):
            return index
    return len(heads)


def _columns(payload: bytes) -> tuple[Value, ...] | None:
    """Return the values of a record, or None if the payload is not a record."""
    values: list[Value] = []
    try:
        size, at = _varint(payload, 0)
        if not at < size <= len(payload):
            return None
        body = size
        while at < size:
            kind, at = _varint(payload, at)
            length = _length(kind)
            if length is None or body + length > len(payload) or len(values) == MOST_COLUMNS:
                return None
            values.append(_value(kind, payload[body : body + length]))
            body += length
    except ValueError:
        return None  # it ends within a number, or a text in it is not UTF-8
    return tuple(values) if body == len(payload) else None


def _length(kind: int) -> int | None:
    """Return the size in bytes of a value of this serial type, or None if no journal uses it."""
    if kind >= 12:
        return (kind - 12) // 2
    if kind in {0, 8, 9}:
        return 0
    return _INTS.get(kind)


def _value(kind: int, data: bytes) -> Value:
    if kind >= 12:
        return data.decode() if kind % 2 else data
    if kind == 0:
        return None
    return 1 if kind == 9 else int.from_bytes(data, "big", signed=True)


def _varint(data: bytes, at: int) -> tuple[int, int]:
    """Return the varint that begins at an offset, and the offset after it.

    Raises `ValueError` if the data ends within it.
    """
    value = 0
    for step, byte in enumerate(data[at : at + 9], start=1):
        if step == 9:
            return value << 8 | byte, at + step
        value = value << 7 | byte & 0x7F
        if byte < 0x80:
            return value, at + step
    raise ValueError("the data ends within a number")


def _signed(number: int) -> int:
    return number - 2**64 if number >= 2**63 else number


def _bytes(path: Path) -> Bytes:
    if not path.exists() or not path.stat().st_size:
        return b""
    with path.open("rb") as file:
        return mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
