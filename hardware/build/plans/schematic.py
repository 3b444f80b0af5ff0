"""A board's schematic as SVG, drawn from its role file: each pin and its connection."""

from functools import partial
from typing import Any, Final
from xml.sax.saxutils import escape

from hardware.build.plans.draw import text
from hardware.build.plans.tables import pins_of

ROW: Final = 34
TOP: Final = 90
BOARD: Final = (60, 200)
"""The x coordinate of the left edge, and the width, of the box that represents the Pico."""

FAR: Final = 470
WIDE: Final = 980

written: Final = partial(text, anchor="start")


def schematic(title: str, role: dict[str, Any]) -> str:
    """Return a drawing of a Pico and of the parts connected to it according to its role file."""
    rows = pins_of(role)
    height = TOP + ROW * (len(rows) + 2) + 40
    left, wide = BOARD
    parts = [
        *head(title, left, height),
        box(left, TOP - 30, wide, height - TOP),
        written(left + 14, TOP - 4, "Raspberry Pi Pico", 16, bold=True),
    ]
    power = [
        ("VBUS", "5 V", "from USB, or a separate supply"),
        ("GND", "ground", "common to all parts"),
    ]
    named = [(f"GP{pin}", to, note) for pin, to, note in rows]
    for at, (pin, to, note) in enumerate([*named, *power], 1):
        y = TOP + ROW * at - 6
        parts += [
            written(left + wide - 10, y + 5, pin, 14, anchor="end"),
            line(left + wide, FAR, y),
            f'<circle cx="{FAR}" cy="{y}" r="4" fill="#1c5d99"/>',
            written(FAR + 14, y + 5, to.replace("`", ""), 14),
            written(left + wide + 12, y - 5, note.replace("`", ""), 10, colour="#555555")
            if len(note) < NOTE_FITS
            else written(FAR + 14, y + 18, note.replace("`", ""), 10, colour="#555555"),
        ]
    return "\n".join([*parts, "</svg>", ""])


def head(title: str, left: float, height: float) -> list[str]:
    """Return the beginning of a drawing that is `WIDE` and `height` units in size."""
    return [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDE}" height="{height}" '
        f'viewBox="0 0 {WIDE} {height}" font-family="DejaVu Sans, Arial, sans-serif">',
        f"<title>{escape(title)}</title>",
        f'<rect width="{WIDE}" height="{height}" fill="#ffffff"/>',
        written(left, 40, title, 22, bold=True),
    ]


def box(x: float, y: float, wide: float, high: float) -> str:
    """Return the box that represents a board or a reader."""
    return (
        f'<rect x="{x:g}" y="{y:g}" width="{wide:g}" height="{high:g}" rx="10" fill="#eef4ee" '
        'stroke="#222222" stroke-width="2"/>'
    )


def line(left: float, right: float, y: float) -> str:
    """Return a horizontal connection."""
    return f'<path d="M{left:g} {y:g}H{right:g}" stroke="#1c5d99" stroke-width="2"/>'


NOTE_FITS: Final = 30
"""A note with fewer characters than this is written above the line from the pin to its part, and a
longer one below the name of the part."""
