"""A drawing of a table's antennas as SVG, to scale in millimetres.

It shows the same antennas that the simulated table uses (`hardware.twin.layout`).
"""

import math
from xml.sax.saxutils import escape

from controller.contract.scans import AntennaPlan
from hardware.twin.layout import HAND_OVAL, RIM_OVAL, Equipment, reference_layout, seat_places

EDGE = 60
"""Distance (mm) from the centres of the antennas at the rim to the edge of the felt."""

MARGIN = 200
FOOT = 340

KINDS = {
    "hand": ("#1c5d99", "hole cards"),
    "bet": ("#b3541e", "bets"),
    "board": ("#1b7837", "board"),
    "burn": ("#7b6d4d", "burned cards"),
    "muck": ("#555555", "muck"),
    "shoe": ("#6a3d9a", "shoe exit"),
    "pot": ("#9c1f2e", "pot"),
    "stack": ("#a07c00", "stacks (optional)"),
    "badge": ("#00798c", "badges (optional)"),
    "button": ("#3b3b3b", "button (optional)"),
}
"""For each kind of zone (such as `hand` for `hand.3`), its colour, and its label in the drawing's
key."""


def full_layout(seats: int) -> list[AntennaPlan]:
    """Return the antennas of the reference table for `seats` seats, including all optional ones."""
    return reference_layout(seats, Equipment(stacks=True, badges=True, button=True))


def drawing(seats: int) -> str:
    """Return a scale drawing of a table for 2 to 10 seats; one unit is one millimetre."""
    plans = full_layout(seats)
    half_x, half_y = RIM_OVAL[0] + EDGE, RIM_OVAL[1] + EDGE
    left, top = -half_x - MARGIN, -half_y - MARGIN
    width, height = 2 * (half_x + MARGIN), 2 * half_y + MARGIN + FOOT + MARGIN
    parts = [
        '<svg xmlns="http://www.w3.org/2000/svg" '
        f'width="{width}mm" height="{height}mm" viewBox="{left} {top} {width} {height}" '
        'font-family="DejaVu Sans, Arial, sans-serif">',
        f"<title>Antennas of a table for {seats}, in millimetres</title>",
        f'<rect x="{left}" y="{top}" width="{width}" height="{height}" fill="#ffffff"/>',
        f'<ellipse cx="0" cy="0" rx="{half_x}" ry="{half_y}" fill="#eef4ee" stroke="#222222" '
        'stroke-width="3"/>',
        _line(-half_x - 40, 0, half_x + 40, 0, dashed=True),
        _line(0, -half_y - 40, 0, half_y + 40, dashed=True),
    ]
    parts += [_antenna(plan) for plan in plans]
    parts += _seats(seats)
    parts += _dimensions(half_x, half_y)
    parts += _foot(seats, half_x, half_y)
    return "\n".join([*parts, "</svg>", ""])


def _antenna(plan: AntennaPlan) -> str:
    colour, _ = KINDS[plan.zone.partition(".")[0]]
    # y points towards seat 1 at the bottom, as in SVG.
    x, y = plan.x - plan.width / 2, plan.y - plan.depth / 2
    label = plan.zone.partition(".")[0]
    size = max(11.5, min(22.0, plan.width / 5))
    box = f'x="{x:g}" y="{y:g}" width="{plan.width}" height="{plan.depth}" rx="8"'
    return (
        f'<g><rect {box} fill="#ffffff" fill-opacity="0.85"/>'
        f'<rect {box} fill="{colour}" fill-opacity="0.14" stroke="{colour}" stroke-width="3"/>'
        + cross(plan.x, plan.y, colour, 1.5)
        + text(plan.x, plan.y - 8, label, size, colour, bold=True)
        + text(plan.x, plan.y + size + 2, f"{plan.width}×{plan.depth}", size * 0.8, colour)
        + "</g>"
    )


def cross(x: float, y: float, colour: str, width: float) -> str:
    """Return an SVG path of a small cross at (x, y), in lines of this width."""
    path = f"M{x - 5:g} {y:g}H{x + 5:g}M{x:g} {y - 5:g}V{y + 5:g}"
    return f'<path d="{path}" stroke="{colour}" stroke-width="{width}"/>'


def _seats(seats: int) -> list[str]:
    beyond = (RIM_OVAL[0] + EDGE + 75, RIM_OVAL[1] + EDGE + 75)
    drawn = []
    for seat, (x, y) in enumerate(seat_places(seats, HAND_OVAL), 1):
        angle = math.atan2(y / HAND_OVAL[1], x / HAND_OVAL[0])
        at_x, at_y = beyond[0] * math.cos(angle), beyond[1] * math.sin(angle)
        drawn.append(
            f'<circle cx="{at_x:.0f}" cy="{at_y:.0f}" r="42" fill="#ffffff" stroke="#222222" '
            'stroke-width="3"/>' + text(at_x, at_y + 14, str(seat), 40, "#222222", bold=True)
        )
    return drawn


def _dimensions(half_x: int, half_y: int) -> list[str]:
    below, beside = half_y + 175, half_x + 130
    return [
        _line(-half_x, below, half_x, below, arrows=True),
        text(0, below - 10, f"{2 * half_x} mm", 32, "#222222"),
        _line(-beside, -half_y, -beside, half_y, arrows=True),
        f'<g transform="translate({-beside - 12} 0) rotate(-90)">'
        + text(0, 0, f"{2 * half_y} mm", 32, "#222222")
        + "</g>",
    ]


def _foot(seats: int, half_x: int, half_y: int) -> list[str]:
    """Return SVG elements for the title, the colour key and a scale bar of 500 mm."""
    top = half_y + 255
    drawn = [
        text(-half_x, top, f"Tapis: antennas of a table for {seats}", 40, "#222222", "start",
              True),
        text(
            -half_x, top + 42,
            "Seen from above, in millimetres. Coils are under the felt; the sizes are coil sizes.",
            26, "#222222", "start",
        ),
        text(
            -half_x, top + 76,
            "Printed at 100 %, this is a full-size template. Stacks, badges and button are"
            " optional.",
            26, "#222222", "start",
        ),
        _line(half_x - 500, top + 100, half_x, top + 100, arrows=True),
        text(half_x - 250, top + 88, "500 mm", 26, "#222222"),
    ]  # fmt: skip
    for index, (colour, name) in enumerate(KINDS.values()):
        x, y = -half_x + (index % 5) * 340, top + 120 + (index // 5) * 48
        drawn.append(
            f'<rect x="{x}" y="{y}" width="34" height="26" rx="5" fill="{colour}" '
            f'fill-opacity="0.14" stroke="{colour}" stroke-width="3"/>'
            + text(x + 46, y + 22, name, 24, colour, "start")
        )
    return drawn


def _line(
    x: float, y: float, to_x: float, to_y: float, *, dashed: bool = False, arrows: bool = False
) -> str:
    style = ' stroke-dasharray="18 10"' if dashed else ""
    colour = "#9aa59a" if dashed else "#222222"
    drawn = (
        f'<path d="M{x:g} {y:g}L{to_x:g} {to_y:g}" stroke="{colour}" stroke-width="2" '
        f'fill="none"{style}/>'
    )
    if arrows:
        length = math.hypot(to_x - x, to_y - y)
        along, across = (to_x - x) / length, (to_y - y) / length
        for end_x, end_y, way in ((x, y, 1), (to_x, to_y, -1)):
            points = [
                (end_x, end_y),
                (end_x + way * 22 * along - 8 * across, end_y + way * 22 * across + 8 * along),
                (end_x + way * 22 * along + 8 * across, end_y + way * 22 * across - 8 * along),
            ]
            path = " ".join(f"{a:.1f},{b:.1f}" for a, b in points)
            drawn += f'<polygon points="{path}" fill="{colour}"/>'
    return drawn


def text(
    x: float, y: float, words: str, size: float, colour: str = "#222222", anchor: str = "middle",
    bold: bool = False,
) -> str:  # fmt: skip
    """Return an SVG text element with `words` at (x, y), in type of the given size."""
    weight = ' font-weight="bold"' if bold else ""
    return (
        f'<text x="{x:.0f}" y="{y:.0f}" font-size="{size:g}" text-anchor="{anchor}" '
        f'fill="{colour}"{weight}>{escape(words)}</text>'
    )
