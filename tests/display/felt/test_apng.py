"""The animated picture: its chunks are as the format has them, and it shows what was drawn."""

import struct
import zlib
from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest

from display.felt.pictures.apng import write_apng

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


def test_the_readmes_animation_is_short_and_small() -> None:
    data = (ROOT / "docs" / "demo.png").read_bytes()
    controls = [struct.unpack(">IIIIIHHBB", body) for kind, body in chunks(data) if kind == b"fcTL"]
    assert 18 <= sum(wait / per for *_, wait, per, _, _ in controls) <= 22
    assert len(data) <= 1_500_000
    assert "docs/demo.png" in (ROOT / "README.md").read_text("utf-8")
