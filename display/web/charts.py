"""Charts as SVG, for where people would rather look than read; each says in words what it shows."""

from collections.abc import Mapping
from html import escape
from typing import Final

from display.words.names import Words

WIDTH: Final = 320
ROW: Final = 46
"""A name and its bar below it, in the chart's own units: as wide as a telephone."""


def bars(counts: Mapping[str, int], title: str, said: Words) -> str:
    """Return bars of whole numbers with their names, the longest first; "" for none.

    Colours are classes of the style sheet; a figure stands at the end of each bar.
    """
    if not counts:
        return ""
    rows = sorted(counts.items(), key=lambda row: (-row[1], row[0]))
    most = max(1, rows[0][1])
    words = ", ".join(f"{name}: {said.amount(number)}" for name, number in rows)
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
        f' aria-label="{escape(f"{title}: {words}")}">{drawn}</svg>'
    )


def _cut(name: str) -> str:
    return name if len(name) <= 38 else f"{name[:37]}…"
