"""QR codes of links, for a page and for a printed seat card, with medium error correction."""

import io
from typing import Final

import segno

BORDER: Final = 2
"""The white border of a QR code, in modules."""
SHADES: Final = b"\xff\x00".ljust(256, b"\x00")
"""A `bytes.translate` table that maps a QR code's modules to grey levels.

A light module (0) becomes 255, and a dark one (1) becomes 0.
"""


def qr_svg(link: str) -> str:
    """Return a link as a QR code in SVG, to be embedded in a page."""
    out = io.BytesIO()
    segno.make(link, error="m", micro=False).save(
        out, kind="svg", xmldecl=False, svgns=False, border=BORDER, omitsize=True, light="#fff"
    )
    return out.getvalue().decode().replace("<svg", '<svg role="img" aria-label="QR"', 1)


def qr_dots(link: str) -> bytes:
    """Return a link as a QR code, with one byte per module: 0 (black) or 255 (white).

    The bytes are in row order and include the white border.
    """
    code = segno.make(link, error="m", micro=False, mask=2)
    return b"".join(map(bytes, code.matrix_iter(border=BORDER))).translate(SHADES)
