"""Write a sequence of pictures as one animated PNG, which browsers can play.

Format: PNG third edition (W3C, 2025), chunks acTL, fcTL and fdAT. All pictures share one palette.
Each picture after the first stores only the rectangle that changed.
"""

import struct
import sys
import zlib
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

import pygame

_COLOURS = 192
_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_ALIKE = 0xF8


def write_apng(path: Path, pictures: Sequence[tuple[pygame.Surface, int]]) -> None:
    """Write pictures of the same size, each with its duration in ms, as an endless loop.

    Raises `ValueError` if there are no pictures, or `OSError`.
    """
    if not pictures:
        raise ValueError("an animation has at least one picture")
    width, height = pictures[0][0].get_size()
    kept, frames = _palette(pictures), list(_changes(pictures))
    places = _Places(kept)
    chunks = [
        _chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)),
        _chunk(b"PLTE", b"".join(kept)),
        _chunk(b"acTL", struct.pack(">II", len(frames), 0)),
    ]
    count = 0
    for rect, picture, milliseconds in frames:
        control = struct.pack(
            ">IIIIIHHBB", count, rect.w, rect.h, rect.x, rect.y, milliseconds, 1000, 0, 0
        )
        data = zlib.compress(places.lines(picture.subsurface(rect)), 9)
        chunks.append(_chunk(b"fcTL", control))
        count += 1
        if len(chunks) == 4:
            chunks.append(_chunk(b"IDAT", data))
        else:
            chunks.append(_chunk(b"fdAT", struct.pack(">I", count) + data))
            count += 1
    chunks.append(_chunk(b"IEND", b""))
    path.write_bytes(_SIGNATURE + b"".join(chunks))


class _Places:
    """Finds the index of the palette colour nearest to each colour, and remembers it."""

    def __init__(self, kept: list[bytes]) -> None:
        self._kept = kept
        self._place: dict[int, int] = {}

    def lines(self, picture: pygame.Surface) -> bytes:
        """Return a picture as scan lines of palette indices, without PNG filtering."""
        width, height = picture.get_size()
        pixels = memoryview(pygame.image.tobytes(picture, "RGBX")).cast("I")
        place = self._place
        for pixel in set(pixels) - place.keys():
            place[pixel] = self._nearest(pixel.to_bytes(4, sys.byteorder)[:3])
        found = bytes(map(place.__getitem__, pixels))
        return b"".join(b"\0" + found[y * width : (y + 1) * width] for y in range(height))

    def _nearest(self, colour: bytes) -> int:
        red, green, blue = colour
        apart = [(r - red) ** 2 + (g - green) ** 2 + (b - blue) ** 2 for r, g, b in self._kept]
        return apart.index(min(apart))


def _palette(pictures: Sequence[tuple[pygame.Surface, int]]) -> list[bytes]:
    """Return the most frequent colours for a palette; similar colours count as one.

    A large area of one colour does not outweigh rare colours, such as the red of hearts.
    """
    seen: Counter[bytes] = Counter()
    for picture, _ in pictures[:: max(1, len(pictures) // 12)]:
        pixels = Counter(memoryview(pygame.image.tobytes(picture, "RGBX")).cast("I"))
        for pixel, count in pixels.items():
            colour = pixel.to_bytes(4, sys.byteorder)[:3]
            # Rare but bright colours, such as the red of hearts, matter as much as the felt.
            seen[bytes(part & _ALIKE | 4 for part in colour)] += min(count, 4000)
    return [colour for colour, _ in seen.most_common(_COLOURS)]


def _changes(
    pictures: Sequence[tuple[pygame.Surface, int]],
) -> Iterator[tuple[pygame.Rect, pygame.Surface, int]]:
    """Yield (rectangle, picture, duration in ms) for each picture.

    The rectangle encloses all differences from the previous picture. For the first picture, it is
    the whole picture.
    """
    before: pygame.Surface | None = None
    for picture, milliseconds in pictures:
        rect = picture.get_rect() if before is None else _differs(before, picture)
        yield rect, picture, milliseconds
        before = picture


def _differs(before: pygame.Surface, after: pygame.Surface) -> pygame.Rect:
    """Return the rectangle in which two pictures differ, or a single pixel if they are equal."""
    one, other = before.copy(), after.copy()
    one.blit(after, (0, 0), special_flags=pygame.BLEND_SUB)
    other.blit(before, (0, 0), special_flags=pygame.BLEND_SUB)
    one.blit(other, (0, 0), special_flags=pygame.BLEND_ADD)
    mask = pygame.mask.from_threshold(one, (0, 0, 0), (1, 1, 1, 255))
    mask.invert()
    rects = mask.get_bounding_rects()
    return rects[0].unionall(rects[1:]) if rects else pygame.Rect(0, 0, 1, 1)


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
