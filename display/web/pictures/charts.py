"""Charts as SVG, each with a description in words for readers who can't see it."""

from collections.abc import Mapping, Sequence
from html import escape
from typing import Final

from display.words.names import Words

WIDTH: Final = 320
ROW: Final = 46
"""The height of a name with its bar, in chart units; a chart is sized to fit a phone."""


def bars(counts: Mapping[str, int], title: str, said: Words) -> str:
    """Return an SVG bar chart of numbers by name, longest bar first, or "" if there is no data.

    Colours are classes in the style sheet. Each number is written at the end of its bar.
    """
    if not counts:
        return ""
    rows = sorted(counts.items(), key=lambda row: (-row[1], row[0]))
    most = max(1, rows[0][1])
    words = ", ".join(said.named(name, said.amount(number)) for name, number in rows)
    room = WIDTH - 60
    drawn = "".join(
        f'<text class="chart-name" x="0" y="{at * ROW + 16}" font-size="14">'
        f"{escape(_cut(name))}</text>"
        f'<rect class="chart-bar" x="0" y="{at * ROW + 22}" height="16"'
        f' width="{max(2, room * number // most)}"/>'
        f'<text class="chart-name" x="{8 + max(2, room * number // most)}"'
        f' y="{at * ROW + 35}" font-size="14">{said.amount(number)}</text>'
        for at, (name, number) in enumerate(rows)
    )
    return (
        f'<svg class="chart" viewBox="0 0 {WIDTH} {len(rows) * ROW}" role="img"'
        f' aria-label="{escape(said.named(title, words))}">{drawn}</svg>'
    )


HEIGHT: Final = 260
PLOT: Final = 214
"""The width of the plot, in chart units; the names of the lines are to its right."""

MOST_LINES: Final = 8
"""The maximum number of lines that can be told apart: four colours, each solid and dashed."""

Points = Sequence[tuple[int, int]]


def lines(series: Mapping[str, Points], title: str, said: Words) -> str:
    """Return an SVG line chart of the series that end highest, or "" if there is no data.

    At most `MOST_LINES` lines are drawn. `series` maps names to points, oldest first; each point is
    a time, in any unit, and a whole number. Colours and patterns are classes in the style sheet.
    """
    known = [(name, points) for name, points in series.items() if points]
    most_first = sorted(known, key=lambda one: (-one[1][-1][1], one[0]))[:MOST_LINES]
    if not most_first:
        return ""
    times = [at for _, points in most_first for at, _ in points]
    first, span = min(times), max(1, max(times) - min(times))
    most = max(1, *(value for _, points in most_first for _, value in points))
    drawn, free = [], 10.0
    for nth, (name, points) in enumerate(most_first):
        places = [
            (PLOT * (at - first) / span, HEIGHT - 8 - (HEIGHT - 24) * value / most)
            for at, value in points
        ]
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
        free = max(free, min(places[-1][1] + 4, HEIGHT - 4 - 15 * (len(most_first) - 1 - nth)))
        drawn.append(
            f'<polyline class="chart-line chart-line-{nth}" points="{path}"/>'
            f'<text class="chart-name chart-name-{nth}" x="{PLOT + 6}" y="{free:.1f}"'
            f' font-size="12">{escape(_cut(name, 15))}</text>'
        )
        free += 15
    words = ", ".join(said.named(name, said.amount(points[-1][1])) for name, points in most_first)
    return (
        f'<svg class="chart chart-wide" viewBox="0 0 {WIDTH} {HEIGHT}" role="img"'
        f' aria-label="{escape(said.named(title, words))}">'
        f'<path class="chart-axis" d="M0 8V{HEIGHT - 8}H{PLOT}"/>'
        f'<text class="chart-name" x="4" y="18" font-size="12">{said.amount(most)}</text>'
        f"{''.join(drawn)}</svg>"
    )


def _cut(name: str, most: int = 38) -> str:
    return name if len(name) <= most else f"{name[: most - 1]}…"
