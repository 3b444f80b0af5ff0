"""Pages of a damaged journal: which bytes begin one, which frames of a log are newer, what rows."""

import sqlite3
import struct
from pathlib import Path

import pytest

from controller.journal import damaged_pages
from controller.journal.damaged_pages import Value, _begins_page, _Pages, carve
from controller.journal.opening import PAGE


def head(kind: int, cells: int = 1, start: int = 500, free: int = 0) -> bytes:
    """Return the header of a page of a B-tree."""
    return struct.pack(">BHHHB", kind, 0, cells, start, free)


def test_a_page_begins_with_one_of_four_kinds() -> None:
    kinds = [kind for kind in range(256) if _begins_page(head(kind), 0)]
    assert kinds == [2, 5, 10, 13]


@pytest.mark.parametrize(
    ("page", "begins"),
    [
        (head(13, 1, 10), True), (head(13, 1, 9), False), (head(13, 0), False),
        (head(13, 256, 600), True), (head(13, 1, 4096), True), (head(13, 1, 4097), False),
        (head(13, 1, 500, 63), True), (head(13, 1, 500, 64), False),
    ],
)  # fmt: skip
def test_a_page_begins_with_what_fits_in_it(page: bytes, *, begins: bool) -> None:
    assert _begins_page(page, 0) is begins
    assert _begins_page(b"\x0d" * 3 + page, 3) is begins


OURS, OLD, BAD = b"salt-new", b"salt-old", b"damaged!"


def log(*frames: tuple[int, int, bytes], salt: bytes = OURS) -> list[tuple[int, int, bool, int]]:
    """Return how the frames of a log are read: number, place, whether committed, and offset."""
    data = struct.pack(">IIII", 0x377F0682, 3007000, 512, 0) + salt + bytes(8)
    for number, commit, marked in frames:
        data += struct.pack(">II", number, commit) + marked + bytes(8) + bytes(512)
    return [(one.number, one.place, one.committed, one.offset) for one in _Pages(b"", data)._images]


def test_frames_of_the_round_are_newer_than_the_file_and_those_before_it_older() -> None:
    at = [32 + 24 + 536 * n for n in range(5)]
    frames = (1, 0, OURS), (2, 2, OURS), (3, 0, OURS), (4, 4, OLD), (5, 0, OLD)
    assert log(*frames) == [
        (1, 1, True, at[0]), (2, 2, True, at[1]), (3, 3, False, at[2]), (4, -2, True, at[3]),
        (5, -1, True, at[4]),
    ]  # fmt: skip


def test_a_log_without_a_commit_has_committed_nothing() -> None:
    assert [one[2] for one in log((1, 0, OURS), (2, 0, OURS))] == [False, False]
    assert [one[2] for one in log((1, 1, OURS), (2, 0, OURS))] == [True, False]


def test_one_damaged_salt_ends_no_round() -> None:
    assert [one[1] for one in log((1, 0, BAD), (2, 2, OURS), (3, 3, OURS))] == [1, 2, 3]
    assert [one[1] for one in log((1, 0, OURS), (2, 2, BAD), (3, 3, OURS))] == [1, 2, 3]
    assert [one[1] for one in log((1, 0, OURS), (2, 2, OLD), (3, 3, OLD), salt=BAD)] == [1, -2, -1]


def test_a_frame_of_no_page_is_none() -> None:
    numbers = 0, 1, 2**31 - 1, 2**31
    assert [one[0] for one in log(*((n, 1, OURS) for n in numbers))] == [1, 2**31 - 1]


def test_two_frames_of_another_round_end_this_one_whatever_follows() -> None:
    frames = (1, 0, OURS), (2, 2, OLD), (3, 0, OLD), (4, 4, OURS)
    assert [one[1] for one in log(*frames)] == [1, -3, -2, -1]


def test_a_file_has_its_pages_from_the_first_and_they_are_older_than_the_log() -> None:
    file = bytes(16) + b"\x02\x00" + bytes(1100)
    assert [(one.number, one.place, one.offset) for one in _Pages(file, b"")._images] == [
        (1, 0, 0), (2, 0, 512), (3, 0, 1024),
    ]  # fmt: skip


def stored(path: Path, script: str, size: int = PAGE) -> sqlite3.Connection:
    """Create a database with pages of `size` bytes by a script, and return its connection."""
    connection = sqlite3.connect(path, isolation_level=None)
    connection.executescript(f"PRAGMA page_size = {size}; {script}")
    return connection


def carved(path: Path, columns: int) -> list[tuple[Value, ...]]:
    """Return the rows with so many columns that are found in a file, in order."""
    found = sorted(carve(path), key=lambda one: one.rowid)
    return [(one.rowid, *one.columns) for one in found if len(one.columns) == columns]


def test_each_value_of_each_size_is_found(tmp_path: Path) -> None:
    """The longer ones go on in pages of their own."""
    limits = [2 ** (8 * size - 1) for size in (1, 2, 3, 4, 6, 8)]
    numbers = [0, 1, 2, -1, *(n - 1 for n in limits), *(-n for n in limits)]
    texts = ["", "é", "a text", *(bytes([size % 256]) * size for size in range(1_600))]
    values = [None, *numbers, *texts]
    ids = [-(2**63), -1, 0, 127, 128, 2**14, 2**21, 2**56 - 1, 2**56, 2**63 - 1 - len(values)]
    rows = [(rowid, 3) for rowid in ids]
    rows += [(ids[-1] + n, value) for n, value in enumerate(values, 1)]
    path = tmp_path / "values.db"
    connection = stored(path, "CREATE TABLE said (id INTEGER PRIMARY KEY, value)")
    connection.execute("BEGIN")
    connection.executemany("INSERT INTO said VALUES (?, ?)", rows)
    connection.execute("COMMIT")
    connection.close()
    assert carved(path, 2) == [(rowid, None, value) for rowid, value in rows]


def test_a_page_with_more_than_255_rows_is_read_to_its_end(tmp_path: Path) -> None:
    path = tmp_path / "many.db"
    connection = stored(path, "CREATE TABLE many (value)", size=4096)
    connection.executemany("INSERT INTO many VALUES (?)", [(None,)] * 500)
    connection.close()
    assert carved(path, 1) == [(n, None) for n in range(1, 501)]


def test_a_row_has_as_many_columns_as_a_journals_tables_may_have(tmp_path: Path) -> None:
    path = tmp_path / "wide.db"
    names = [", ".join(f"c{number}" for number in range(count)) for count in (16, 17)]
    values = [", ".join(map(str, range(count))) for count in (16, 17)]
    stored(
        path,
        f"CREATE TABLE wide ({names[0]}); INSERT INTO wide VALUES ({values[0]});"
        f"CREATE TABLE wider ({names[1]}); INSERT INTO wider VALUES ({values[1]});",
    ).close()
    assert carved(path, 16) == [(1, *range(16))]
    assert carved(path, 17) == []


def leaf(*cells: bytes) -> bytes:
    """Return a page with cells that lie at its end."""
    starts, body = [], b""
    for cell in cells:
        body = cell + body
        starts.append(PAGE - len(body))
    begun = head(13, len(cells), PAGE - len(body)) + struct.pack(f">{len(cells)}H", *starts)
    return begun + bytes(PAGE - len(begun) - len(body)) + body


SIZE = (b"SQLite format 3\0" + PAGE.to_bytes(2, "big")).ljust(PAGE, b"\0")
CELLS = b"\x03\x05\x02\x01\x07", b"\x03\x06\x02\x01\x08", b"\x03\x07\x02\x01\x09"


def test_a_page_has_as_many_rows_as_its_head_says(tmp_path: Path) -> None:
    path, page = tmp_path / "left.db", bytearray(leaf(*CELLS))
    page[4] = 2  # the third row was deleted, and its bytes were left
    path.write_bytes(SIZE + page)
    assert carved(path, 1) == [(5, 7), (6, 8)]


def test_a_row_does_not_begin_where_its_own_place_is_written(tmp_path: Path) -> None:
    """The last of the places, at 520, says 520: read as a row, it would have two bytes."""
    path = tmp_path / "places.db"
    page = head(13, 257) + bytes(512) + struct.pack(">H", 520) + b"\x02\x00"
    path.write_bytes((SIZE[:16] + struct.pack(">H", 4096)).ljust(4096, b"\0") + page.ljust(4096))
    assert [*carve(path)] == []


def test_a_record_has_a_value(tmp_path: Path) -> None:
    path = tmp_path / "none.db"
    path.write_bytes(SIZE + leaf(CELLS[0], b"\x01\x06\x01", b"\x02\x07\x02\x00"))
    assert sorted(one[:2] for one in carve(path)) == [(5, (7,)), (7, (None,))]


def test_a_number_that_is_cut_off_makes_no_row(tmp_path: Path) -> None:
    path = tmp_path / "cut.db"
    cells = CELLS[0], b"\x03\x06\x03\x01\x87", b"\x03\x07\x03\x80\x80"
    path.write_bytes(SIZE + leaf(*cells) + leaf(b"\x83"))
    assert carved(path, 1) == [(5, 7)]
    assert len([*carve(path)]) == 1


def test_a_record_may_have_a_size_up_to_the_largest(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "large.db"
    path.write_bytes(SIZE + leaf(CELLS[0]))
    monkeypatch.setattr(damaged_pages, "LARGEST", 3)
    assert carved(path, 1) == [(5, 7)]
    monkeypatch.setattr(damaged_pages, "LARGEST", 2)
    assert carved(path, 1) == []


def test_the_size_of_a_page_is_what_one_head_says_or_else_where_pages_begin() -> None:
    def sizes(*begins: int, said: bytes = bytes(4)) -> int:
        file = bytearray(8 * 4096)
        for at in begins:
            file[at : at + 8] = head(13)
        log = bytes(8) + said + bytes(20)
        return _Pages(bytes(file), log)._images[1].offset

    assert [sizes(said=struct.pack(">I", size)) for size in (512, 1024, 4096)] == [512, 1024, 4096]
    assert sizes(said=struct.pack(">I", 1 << 24 | 512)) == 4096
    assert sizes(512, 1024) == sizes(512, 1536, 1024, 2048, 3072) == 512
    assert sizes(512, 1024, 2048, 4096) == 1024
    assert sizes(1024, 4096) == 1024
    assert sizes(1024, 4096, 8192) == 4096
