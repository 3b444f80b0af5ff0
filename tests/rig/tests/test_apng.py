"""The animated picture: its chunks are as the format has them, and it shows what was drawn."""

import struct
import zlib
from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest

from tests.rig.pictures.apng import _differs, write_apng

ROOT = Path(__file__).parents[3]


def chunks(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    at = 8
    while at < len(data):
        (size,) = struct.unpack(">I", data[at : at + 4])
        kind, body = data[at + 4 : at + 8], data[at + 8 : at + 8 + size]
        assert data[at + 8 + size : at + 12 + size] == struct.pack(">I", zlib.crc32(kind + body))
        yield kind, body
        at += 12 + size


def painted(*rects: tuple[int, int, int, int]) -> pygame.Surface:
    surface = pygame.Surface((40, 30))
    surface.fill((16, 20, 28))
    for rect in rects:
        surface.fill((228, 36, 44), rect)
    return surface


def test_each_picture_is_kept_where_it_differs_and_stands_as_long_as_asked(tmp_path: Path) -> None:
    made = [painted(), painted((4, 5, 6, 7)), painted((4, 5, 6, 7)), painted((30, 20, 2, 2))]
    path = tmp_path / "moving.png"
    write_apng(path, [(surface, 100 + nth) for nth, surface in enumerate(made)])
    found = list(chunks(path.read_bytes()))
    assert [kind for kind, _ in found][:5] == [b"IHDR", b"PLTE", b"acTL", b"fcTL", b"IDAT"]
    controls = [struct.unpack(">IIIIIHHBB", body) for kind, body in found if kind == b"fcTL"]
    rects = [(x, y, width, height) for _, width, height, x, y, *_ in controls]
    assert rects == [(0, 0, 40, 30), (4, 5, 6, 7), (0, 0, 1, 1), (4, 5, 28, 17)]
    assert [control[5] for control in controls] == [100, 101, 102, 103]
    numbers = [
        struct.unpack(">I", body[:4])[0] for kind, body in found if kind in (b"fcTL", b"fdAT")
    ]
    assert numbers == list(range(len(numbers)))
    # Who knows no animation sees the first picture.
    assert pygame.image.load(path).get_at((5, 6))[:3] == pytest.approx((16, 20, 28), abs=8)
    with pytest.raises(ValueError, match="at least one"):
        write_apng(path, [])


@pytest.mark.parametrize("part", range(3))
def test_a_picture_differs_where_one_colour_is_one_level_brighter_or_darker(part: int) -> None:
    before, colour = painted(), [16, 20, 28]
    colour[part] += 1
    after = before.copy()
    after.set_at((3, 4), colour)
    assert _differs(before, after) == _differs(after, before) == pygame.Rect(3, 4, 1, 1)


def test_the_readmes_animation_is_short_and_small() -> None:
    data = (ROOT / "docs" / "demo.png").read_bytes()
    controls = [struct.unpack(">IIIIIHHBB", body) for kind, body in chunks(data) if kind == b"fcTL"]
    assert 18 <= sum(wait / per for *_, wait, per, _, _ in controls) <= 22
    assert len(data) <= 1_500_000
    assert "docs/demo.png" in (ROOT / "README.md").read_text("utf-8")


def shown(path: Path) -> Iterator[pygame.Surface]:
    """Yield what who knows animations sees: each picture over the one before."""
    found = list(chunks(path.read_bytes()))
    palette = dict(found)[b"PLTE"]
    width, height = struct.unpack(">II", dict(found)[b"IHDR"][:8])
    surface, at = pygame.Surface((width, height)), (0, 0, 0, 0)
    for kind, body in found:
        if kind == b"fcTL":
            at = struct.unpack(">IIIII", body[:20])[1:]
        if kind in (b"IDAT", b"fdAT"):
            w, h, left, top = at
            lines = zlib.decompress(body if kind == b"IDAT" else body[4:])
            assert len(lines) == (w + 1) * h
            for y in range(h):
                assert lines[y * (w + 1)] == 0
                for x, index in enumerate(lines[y * (w + 1) + 1 : (y + 1) * (w + 1)]):
                    colour = palette[3 * index : 3 * index + 3]
                    surface.set_at((left + x, top + y), tuple(colour))
            yield surface.copy()


def test_who_knows_animations_sees_each_picture_without_end(tmp_path: Path) -> None:
    made = [painted(), painted((4, 5, 6, 7))]
    path = tmp_path / "moving.png"
    write_apng(path, [(surface, 100) for surface in made])
    found = dict(chunks(path.read_bytes()))
    # Eight bits a point, in a palette, not interlaced; as many pictures, again and again.
    assert found[b"IHDR"] == struct.pack(">IIBBBBB", 40, 30, 8, 3, 0, 0, 0)
    assert found[b"acTL"] == struct.pack(">II", 2, 0)
    # In thousandths of a second; what was there stays, and the new part replaces what it covers.
    assert found[b"fcTL"][-6:] == struct.pack(">HHBB", 100, 1000, 0, 0)
    # The red is in the second picture alone, and each colour is the middle of those like it.
    assert found[b"PLTE"] == bytes((20, 20, 28, 228, 36, 44))
    for picture, seen in zip(made, shown(path), strict=True):
        for at in ((0, 0), (3, 5), (4, 5), (9, 11), (10, 12), (39, 29)):
            wanted = (20, 20, 28) if picture.get_at(at)[0] == 16 else (228, 36, 44)
            assert seen.get_at(at)[:3] == wanted, at


def test_of_many_colours_the_nearest_that_is_kept_stands_for_each(tmp_path: Path) -> None:
    many = pygame.Surface((64, 16))
    for x in range(64):
        for y in range(16):
            many.set_at((x, y), (4 * x, 16 * y, 2 * (x + y)))
    path = tmp_path / "many.png"
    write_apng(path, [(many, 100)])
    kept = dict(chunks(path.read_bytes()))[b"PLTE"]
    assert len(kept) == 3 * 192
    colours = [kept[at : at + 3] for at in range(0, len(kept), 3)]
    (seen,) = shown(path)
    for at in [(x, y) for x in range(0, 64, 5) for y in range(16)]:
        one, other = many.get_at(at)[:3], seen.get_at(at)[:3]
        apart = [sum((a - b) ** 2 for a, b in zip(one, two, strict=True)) for two in colours]
        assert sum((a - b) ** 2 for a, b in zip(one, other, strict=True)) == min(apart)
