"""Pages of a damaged journal: which bytes begin one, and which frames of a log are newer."""

import struct

import pytest

from controller.journal.damaged_pages import _begins_page, _Pages


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
