"""The outlines of the four suits, used by the table display and the web pages."""

import re
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from typing import Final

Point = tuple[float, float]

PATHS: Final = {
    "h": "M0 .5C-.1.2-.5 0-.5-.25-.5-.45-.15-.5 0-.22.15-.5.5-.45.5-.25.5 0 .1.2 0 .5Z",
    "d": "M0-.5Q.15-.2.4 0 .15.2 0 .5-.15.2-.4 0-.15-.2 0-.5Z",
    "s": "M0-.5C.1-.3.48-.1.48.13.48.37.16.4.06.2Q.1.4.2.5H-.2Q-.1.4-.06.2C-.16.4-.48.37-.48.13"
    "-.48-.1-.1-.3 0-.5Z",
    "c": "M.06.14Q.1.4.2.5H-.2Q-.1.4-.06.14C-.15.34-.5.3-.5.06-.5-.16-.3-.2-.2-.15"
    "-.34-.34-.16-.5 0-.5 .16-.5.34-.34.2-.15.3-.2.5-.16.5.06.5.3.15.34.06.14Z",
}
"""Each suit's outline as an SVG path, one unit high and centred on the origin."""

_TOKEN: Final = re.compile(r"[MCQHZ]|-?(?:\d*\.\d+|\d+)")
_TAKES: Final = {"M": 2, "C": 6, "Q": 4, "H": 1}


@cache
def outline(suit: str, steps: int = 16) -> tuple[Point, ...]:
    """Return the points on a suit's outline (`s`, `h`, `d`, `c`), with `steps` points per curve.

    Both coordinates range from -0.5 to 0.5, and y increases downwards.
    """
    points: list[Point] = []
    for command, values in _commands(PATHS[suit]):
        if command == "H":
            points.append((values[0], points[-1][1]))
            continue
        given = [*points[-1:], *zip(values[::2], values[1::2], strict=True)]
        if command == "M":
            points.append(given[-1])
        else:
            points += [_on_curve(given, step / steps) for step in range(1, steps + 1)]
    return tuple(points)


def _commands(path: str) -> Iterator[tuple[str, list[float]]]:
    """Yield each command letter of an SVG path with its numbers.

    If numbers follow without a new letter, the last letter applies again.
    """
    command, values = "", list[float]()
    for token in _TOKEN.findall(path):
        if token.isalpha():
            command = token
            continue
        values.append(float(token))
        if len(values) == _TAKES[command]:
            yield command, values
            values = []


def _on_curve(given: list[Point], share: float) -> Point:
    """Return the point of a Bezier curve at the parameter `share`, from 0 (start) to 1 (end)."""
    while len(given) > 1:
        given = [
            (x + (to_x - x) * share, y + (to_y - y) * share)
            for (x, y), (to_x, to_y) in pairwise(given)
        ]
    return given[0]
