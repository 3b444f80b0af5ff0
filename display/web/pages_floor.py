"""The floor's page, and the page of one table."""

from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from controller.contract.public import Envelope, PublicState, RulingView
from display.web.actions import offered
from display.web.felt import felt, small_felt
from display.web.hall import TableSeen, now_ms
from display.web.needs import NAMES, Need, tiles
from display.web.site import Site, event_of
from display.words.irregularities import WAITS
from display.words.names import Words, words
from display.words.sentences import event_text, ruling_lines
from display.words.steps import acts_of, ruling_step

MOST_TILES = 60
"""So many tables are shown at once; the others need nobody."""

MORE = (
    "conduct-noted", "penalty", "waive", "set-stack", "misdeal", "small-chips-counted",
    "deck-changed",
)  # fmt: skip
"""What is done at a table less often has a page of its own."""

SELDOM = (
    "conduct-noted", "move", "small-chips-counted", "jump-level", "redraw-asked", "open-table",
    "open-tournament",
)  # fmt: skip
"""What is done in the whole room less often."""

LIVE = ("", "tables", event_of("tables"), "venue")

Shapes = tuple[bool, ...]
"""In which shapes a table is drawn: False wide, True tall for a telephone."""

BOTH: Shapes = (False, True)
"""For a page before it knows how wide its screen is; what is pushed has one picture."""


class RulingLines(msgspec.Struct, frozen=True):
    """A ruling in words."""

    what: str
    article: str
    waits: str
    steps: tuple[Any, ...]


class StepLine(msgspec.Struct, frozen=True):
    """A step in words, and whether it is done."""

    text: str
    done: bool


class EventLine(msgspec.Struct, frozen=True):
    """An event in words, and when it was (hours and minutes, UTC as it travels)."""

    time: str
    text: str


def floor_live(site: Site, language: str) -> str:
    """Return the tiles."""
    found = tiles(site.hall.tables(), site.room, words(language), now_ms())
    shown = [tile for tile in found if tile.need is not Need.CLOSED] or found
    return site.fragment(
        "_floor.html", language, tiles=shown[:MOST_TILES], hidden=len(shown[MOST_TILES:]),
        need_names=NAMES, small_felt=small_felt,
    )  # fmt: skip


async def floor(request: Request) -> Response:
    """Show all tables."""
    site: Site = request.app.state.site
    state = site.room.state
    clock = site.room.evening.clock
    holds = clock.holds if clock is not None and state is not None else ()
    live = floor_live(site, request.state.language)
    more = offered(SELDOM, request.state.visitor)
    return site.page(request, "floor.html", live=live, holds=holds, more=more)


async def floor_stream(request: Request) -> Response:
    """Push the tiles."""
    site: Site = request.app.state.site
    return site.stream(
        request, "floor", LIVE, lambda language: floor_live(site, language),
        borrows=(event_of("tables"),),
    )  # fmt: skip


def table_live(site: Site, name: str, language: str, shapes: Shapes) -> str:
    """Return a table's felt in each of the shapes, its rulings and its seats."""
    seen, said = site.hall.table(name), words(language)
    known: dict[str, Any] = {"seen": seen}
    if seen is not None and seen.view.state is not None:
        state = seen.view.state
        known |= {
            "pictures": [(tall, felt(state, said, tall=tall)) for tall in shapes],
            "rulings": [ruling_told(ruling, state, said) for ruling in state.rulings],
            "tile": tiles([seen], site.room, said, now_ms())[0],
            "events": _events(seen, state, said),
        }
    return site.fragment("_table.html", language, **known)


def ruling_told(ruling: RulingView, state: PublicState, said: Words) -> RulingLines:
    """Return a ruling in words."""
    what, article, _ = ruling_lines(ruling, state, said)
    steps = tuple(
        StepLine(ruling_step(step, state, said, ruling.kind), step.done) for step in acts_of(ruling)
    )
    return RulingLines(what, article, said.of(WAITS, ruling.waits_for), steps)


def _events(seen: TableSeen, state: PublicState, said: Words) -> list[EventLine]:
    """Return the last events that say something of rules, the newest first."""
    lines = [
        EventLine(event.at[11:16], text)
        for event in seen.view.recent
        if (text := _in_words(event, state, said))
    ]
    return lines[::-1][:8]


def _in_words(event: Envelope, state: PublicState, said: Words) -> str:
    try:
        return event_text(event.type, event.data, state, said)
    except (KeyError, TypeError, ValueError):
        return ""  # of a newer table, or of none


async def table(request: Request) -> Response:
    """Show one table."""
    site: Site = request.app.state.site
    name = request.path_params["table"]
    seen = site.hall.table(name)
    state = seen.view.state if seen is not None else None
    status = 200 if seen is not None else 404
    return site.page(
        request, "table.html", status, name=name,
        live=table_live(site, name, request.state.language, BOTH),
        seats=[seat for seat in state.seats if seat.status != "empty"] if state else [],
        rulings=state.rulings if state else (), number=site.room.table_number(name),
        more=offered(MORE, request.state.visitor),
    )  # fmt: skip


async def table_stream(request: Request) -> Response:
    """Push one table."""
    site: Site = request.app.state.site
    name = request.path_params["table"]
    if site.hall.table(name) is None:
        return Response("there is no such table", 404)
    tall = "tall" in request.query_params
    said = event_of(name)
    topics, channel = ("", name, said, "venue"), f"table/{name}{'/tall' if tall else ''}"
    return site.stream(
        request, channel, topics, lambda language: table_live(site, name, language, (tall,)),
        borrows=(said, "venue"),
    )  # fmt: skip
