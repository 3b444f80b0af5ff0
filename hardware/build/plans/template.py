"""Full-size coil templates on A4 pages: print at 100% and lay the wire along the line.

A coil longer than a page is split across two pages, which meet at the dashed line.
"""

import math
from collections.abc import Iterator, Sequence
from typing import Final

from controller.contract.scans import AntennaPlan
from hardware.build.plans.coil import Coil, damping_ohm, inductance, resonance_pf
from hardware.build.plans.draw import cross

PAGE: Final = (210, 297)
WIDEST: Final = 180
"""Maximum width (mm) of a coil on one page: printers leave a margin."""

TOP: Final = 70
PITCH: Final = 2
ONE_TURN: Final = 300
"""Coils at least this wide (mm) have one turn, which gives enough inductance; others have two."""


WIRE: Final = 0.75
"""Thickness (mm) of a strip 1 mm wide with the same self-inductance as a round wire of that width.

Both have the same geometric mean distance: 0.39 times the diameter of the wire, and 0.2235
times the sum of the width and thickness of the strip.
"""


def coil_of(width: int, depth: int) -> Coil:
    """Return the coil to wind for an antenna of this size."""
    return Coil(width, depth, 1 if width >= ONE_TURN else 2, thick=WIRE)


def sizes(plans: Sequence[AntennaPlan]) -> dict[tuple[int, int], list[str]]:
    """Return the coil sizes that the antennas need, and the zones that use each size."""
    found: dict[tuple[int, int], list[str]] = {}
    for plan in plans:
        names = found.setdefault((plan.width, plan.depth), [])
        head = plan.zone.partition(".")[0]
        if head not in names:
            names.append(head)
    return found


def pages(plans: Sequence[AntennaPlan]) -> Iterator[tuple[str, str]]:
    """Yield the file name and SVG of each page: one page per coil size, or two for a long coil."""
    for (width, depth), zones in sizes(plans).items():
        count = math.ceil(width / WIDEST)
        for number in range(count):
            part = f"-{number + 1}" if count > 1 else ""
            yield (
                f"coil-{width}x{depth}{part}.svg",
                _page(coil_of(width, depth), zones, number, count),
            )


def _page(coil: Coil, zones: Sequence[str], number: int, count: int) -> str:
    found = inductance(coil)
    turns = "1 turn" if coil.turns == 1 else f"{coil.turns} turns"
    said = [
        f"{', '.join(zones)}: {coil.width:g} × {coil.depth:g} mm, {turns}"
        + (f", page {number + 1} of {count}" if count > 1 else ""),
        f"{found:.2f} µH with no metal nearby; resonates with {resonance_pf(found):.0f} pF,"
        f" {damping_ohm(found):.0f} Ω in parallel. Calculated values: match the coil in place.",
        "Lay 1 mm wire along the line, and twist both ends up to the reader. Print at 100 %: the"
        " bar must be 100 mm.",
    ]
    share = coil.width / count
    left = (PAGE[0] - share) / 2
    # Anything beyond this page's part of the coil is clipped at the page's edges.
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{PAGE[0]}mm" height="{PAGE[1]}mm" '
        f'viewBox="0 0 {PAGE[0]} {PAGE[1]}" font-family="DejaVu Sans, Arial, sans-serif">',
        f"<title>{said[0]}</title>",
        f'<rect width="{PAGE[0]}" height="{PAGE[1]}" fill="#ffffff"/>',
        *(
            f'<text x="12" y="{14 + 8 * at}" font-size="{5 if not at else 3.2}" '
            f'fill="#222222">{text}</text>'
            for at, text in enumerate(said)
        ),
        '<path d="M12 44H112M12 41V47M112 41V47" stroke="#222222" stroke-width="0.4"/>',
        f'<clipPath id="share"><rect x="{left - 0.5:g}" y="{TOP - 3}" width="{share + 1:g}" '
        f'height="{coil.depth + 6:g}"/></clipPath>',
        f'<path clip-path="url(#share)" d="{_wire(coil, left - number * share)}" '
        'stroke="#9c1f2e" stroke-width="1" fill="none" stroke-linejoin="round"/>',
        cross(left - number * share + coil.width / 2, TOP + coil.depth / 2, "#222222", 0.3),
    ]
    for edge in range(1, count):
        x = left - number * share + edge * share
        parts.append(
            f'<path d="M{x:g} {TOP - 6}V{TOP + coil.depth + 6:g}" stroke="#222222" '
            'stroke-width="0.3" stroke-dasharray="3 2"/>'
        )
    return "\n".join([*parts, "</svg>", ""])


def _wire(coil: Coil, left: float) -> str:
    """Return the path of the wire's centre line, from the outer end to the inner one."""
    half = coil.track / 2
    points = []
    for turn in range(coil.turns):
        inset = turn * PITCH + half
        west, east = left + inset, left + coil.width - inset
        north, south = TOP + inset, TOP + coil.depth - inset
        points += [(west, south), (west, north), (east, north), (east, south)]
        points.append((west + PITCH, south))
    first, *rest = points
    return f"M{first[0]:g} {first[1]:g}" + "".join(f"L{x:g} {y:g}" for x, y in rest)
