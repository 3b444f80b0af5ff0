"""Statistics for an evening, as charts and tables: stacks over time, and blinds per player."""

from collections.abc import Iterable
from typing import Any

from starlette.responses import Response

from controller.contract.venue.figures import AskFigures, Figures, PlayerFigures
from display.web.answers import AWAY_NOW, why
from display.web.live.core_requests import CoreAway, Refused
from display.web.pictures.charts import bars, lines
from display.web.site import Visit
from display.words.names import N_

STACKS = N_("Stacks over the course of the evening")
BLINDS = N_("Blinds posted per 100 hands")


async def figures(request: Visit) -> Response:
    """Show each player's stack over time and the blinds they posted."""
    said, found, wrong = request.said, Figures("", False, ()), ""
    try:
        found = await request.ask(AskFigures(), Figures)
    except (Refused, CoreAway) as error:
        if error.reason != "no-tournament":
            wrong = why(error, said, AWAY_NOW)
    rows = [_line(one, name) for one, name in _named(found.players)]
    stacks = {name: one.stacks for one, name in _named(found.players)}
    return request.page(
        "records/figures.html", 503 if wrong else 200, problem=wrong, rows=rows,
        tells=found.tells_stacks, stacks=lines(stacks, said.say(STACKS), said),
        blinds=bars({row["name"]: row["share"] for row in rows}, said.say(BLINDS), said),
    )  # fmt: skip


def _named(players: Iterable[PlayerFigures]) -> list[tuple[PlayerFigures, str]]:
    """Return each player with a name that is unique on the page.

    Two players may have the same display name.
    """
    told: dict[str, int] = {}
    found = []
    for one in players:
        told[one.shown_as] = told.get(one.shown_as, 0) + 1
        again = told[one.shown_as]
        found.append((one, one.shown_as if again == 1 else f"{one.shown_as} ({again})"))
    return found


def _line(one: PlayerFigures, name: str) -> dict[str, Any]:
    """Return a player's statistics for the evening.

    `hands` is how many hands they were dealt. `small` and `big` are how many small and big blinds
    they posted, and `share` how many blinds they posted per 100 hands. `now`, `most` and
    `least` are their current, largest and smallest stack, or None if unknown.
    """
    share = round(100 * (one.small + one.big) / one.hands) if one.hands else 0
    chips = [stack for _, stack in one.stacks]
    now, most, least = (chips[-1], max(chips), min(chips)) if chips else (None, None, None)
    return {
        "name": name, "hands": one.hands, "small": one.small, "big": one.big, "share": share,
        "now": now, "most": most, "least": least,
    }  # fmt: skip
