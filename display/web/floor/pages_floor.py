"""The floor page, which shows all tables, and the page for a single table."""

from collections.abc import Callable
from typing import Any, Protocol

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from controller.contract.public import Envelope, PublicState, RulingView
from controller.contract.venue.views import VENUE
from display.web.floor.needs_attention import NAMES, Need, Tile, Tiles, tiles
from display.web.live.hall import TableSeen, now_ms
from display.web.live.push_changes import Pace, Piece
from display.web.live.room import WELL, RoomSeen, word_on
from display.web.pictures.felt import felt, felt_in_pieces, small_felt
from display.web.pictures.pieces import Cut, whole
from display.web.records.pages_hands import link, numbers_of
from display.web.site import TABLES, URGENT, Site, event_of
from display.web.staff.actions import offered
from display.words.irregularities import WAITS
from display.words.levels import special
from display.words.names import Words, words
from display.words.ruling_steps import acts_of, ruling_step
from display.words.sentences import event_text, ruling_lines

MOST_TILES = 60
"""The maximum number of tables shown at once; those that need attention come first."""

MORE = (
    "conduct-noted", "penalty", "waive", "set-stack", "misdeal", "small-chips-counted",
    "deck-changed",
)  # fmt: skip
"""Rarer actions at a table, each on a page of its own."""

SELDOM = (
    "conduct-noted", "move", "small-chips-counted", "jump-level", "redraw-asked", "open-table",
    "open-tournament",
)  # fmt: skip
"""Rarer actions for the whole room."""

LIVE = ("", TABLES, event_of(TABLES), VENUE, URGENT)

PACE = Pace(0.15, borrows=frozenset({event_of(TABLES)}), urgent=frozenset({URGENT, ""}))
"""The page's pace: tables change all the time, so their changes are collected and pushed together.

Urgent changes are pushed at once.
"""


class Tables(Protocol):
    """A source of the tables' states, such as a `Hall`."""

    def table(self, name: str) -> TableSeen | None:
        """Return what is known about a table, or None if it has sent nothing yet."""


class Shows(Protocol):
    """A server that can show a table: the web server for a room or for a single table."""

    @property
    def hall(self) -> Tables:
        """The source of the tables' states."""

    @property
    def room(self) -> RoomSeen:
        """The room that the tables belong to."""

    def fragment(self, template: str, language: str, **known: Any) -> str:
        """Return part of a page as HTML, rendered from a template."""


class RulingLines(msgspec.Struct, frozen=True):
    """A ruling in words, for the page of its table."""

    what: str
    article: str
    waits: str
    steps: tuple[Any, ...]


class StepLine(msgspec.Struct, frozen=True):
    """A ruling's step in words, and whether it is done."""

    text: str
    done: bool


class EventLine(msgspec.Struct, frozen=True):
    """An event in words, and its local time in hours and minutes, such as `20:15`."""

    time: str
    text: str


class Floor:
    """The floor page's tiles, each rendered again only when it has changed."""

    def __init__(self, site: Site) -> None:
        self._site = site
        self._tiles = Tiles()
        self._drawn: dict[tuple[str, str], tuple[Tile, str]] = {}

    def live(self, language: str) -> tuple[Piece, ...]:
        """Return the floor page's pieces: header, tiles, and how many tables are not shown."""
        site = self._site
        found = self._tiles.of(site.hall.seen(), site.room, words(language), now_ms())
        shown = [tile for tile in found if tile.need is not Need.CLOSED] or found
        tiles, hidden = shown[:MOST_TILES], len(shown[MOST_TILES:])
        return (
            Piece(site.fragment("floor/_floor.html", language, tiles=tiles), "floor-top"),
            Piece('<ol class="tiles">'),
            *(Piece(self._draw(tile, language), f"tile-{tile.seen.name}") for tile in tiles),
            Piece("</ol>"),
            Piece(site.fragment("floor/_floor_more.html", language, hidden=hidden)),
        )

    def _draw(self, tile: Tile, language: str) -> str:
        key = (language, tile.seen.name)
        known = self._drawn.get(key)
        if known is None or known[0] is not tile:
            html = self._site.fragment(
                "tables/_tile.html", language, tile=tile, need_names=NAMES, small_felt=small_felt
            )
            known = self._drawn[key] = (tile, html)
        return known[1]


async def floor(request: Request) -> Response:
    """Show all tables."""
    site: Site = request.app.state.site
    state = site.room.state
    clock = site.room.evening.clock
    holds = clock.holds if clock is not None and state is not None else ()
    live = "".join(one.html for one in request.app.state.floor.live(request.state.language))
    more = offered(SELDOM, request.state.visitor, site.room.evening)
    return site.page(request, "staff/floor.html", live=live, holds=holds, more=more)


async def floor_stream(request: Request) -> Response:
    """Push the tiles that change, a few times a second; an urgent change is pushed at once."""
    site: Site = request.app.state.site
    return site.stream(request, "floor", LIVE, request.app.state.floor.live, PACE)


def table_live(site: Shows, name: str, language: str, hands_at: str = "") -> str:
    """Return the HTML of a table's page: its picture, its rulings and its seats.

    The picture is included in both shapes, wide and tall, because the screen's width is not known
    yet. `hands_at` is the URL for the pictures of the last hands, or "" if there are none.
    """
    said = words(language)

    def drawn(state: PublicState) -> list[tuple[bool, tuple[Piece, ...]]]:
        return [(tall, (Piece(felt(state, said, tall=tall)),)) for tall in (False, True)]

    return site.fragment(
        "tables/_table.html",
        language,
        cut=whole,
        hands_at=hands_at,
        **_known(site, name, said, drawn),
    )


def table_pushed(
    site: Shows, name: str, language: str, hands_at: str = "", *, tall: bool
) -> tuple[Piece, ...]:
    """Return the same content as `table_live`, in pieces that can be pushed one by one.

    The picture is in one shape only: tall for a telephone if `tall` is true, otherwise wide.
    """
    said, cut = words(language), Cut()

    def drawn(state: PublicState) -> list[tuple[bool, tuple[Piece, ...]]]:
        return [(tall, felt_in_pieces(state, said, tall=tall))]

    known = _known(site, name, said, drawn)
    html = site.fragment("tables/_table.html", language, cut=cut, hands_at=hands_at, **known)
    return cut.pieces(html)


def _known(
    site: Shows, name: str, said: Words,
    drawn: Callable[[PublicState], list[tuple[bool, tuple[Piece, ...]]]],
) -> dict[str, Any]:  # fmt: skip
    seen = site.hall.table(name)
    if seen is None or seen.view.state is None:
        return {"seen": seen}
    state = seen.view.state
    return {
        "seen": seen,
        "pictures": drawn(state),
        "rulings": [ruling_told(ruling, state, said) for ruling in state.rulings],
        "tile": tiles([seen], site.room, said, now_ms())[0],
        "events": _events(seen, state, said),
        "special": special(state, said),
        "hands": numbers_of(seen),
    }


def ruling_told(ruling: RulingView, state: PublicState, said: Words) -> RulingLines:
    """Return a ruling in words."""
    what, article, _ = ruling_lines(ruling, state, said)
    steps = tuple(
        StepLine(ruling_step(step, state, said, ruling.kind), step.done) for step in acts_of(ruling)
    )
    return RulingLines(what, article, said.of(WAITS, ruling.waits_for), steps)


def _events(seen: TableSeen, state: PublicState, said: Words) -> list[EventLine]:
    """Return the last eight events that concern rules, the newest first."""
    lines = [
        EventLine(said.time_of_day(event.at, "%H:%M"), text)
        for event in seen.view.recent
        if (text := _in_words(event, state, said))
    ]
    return lines[::-1][:8]


def _in_words(event: Envelope, state: PublicState, said: Words) -> str:
    try:
        return event_text(event.type, event.data, state, said)
    except (KeyError, TypeError, ValueError):
        return ""  # the event is unknown, or comes from a table with newer software


async def table(request: Request) -> Response:
    """Show one table."""
    site: Site = request.app.state.site
    name = request.path_params["table"]
    seen = site.hall.table(name)
    state = seen.view.state if seen is not None else None
    status = 200 if seen is not None else 404
    return site.page(
        request, "tables/table.html", status, name=name,
        live=table_live(site, name, request.state.language, link(name)),
        seats=[seat for seat in state.seats if seat.status != "empty"] if state else [],
        rulings=state.rulings if state else (), number=site.room.table_number(name),
        more=offered(MORE, request.state.visitor, site.room.evening),
    )  # fmt: skip


async def table_stream(request: Request) -> Response:
    """Push the changes of one table's page."""
    site: Site = request.app.state.site
    name = request.path_params["table"]
    if site.hall.table(name) is None:
        return Response("there is no such table", 404)
    tall = "tall" in request.query_params
    said = event_of(name)
    topics, channel = (
        ("", name, said, WELL, word_on(name)),
        f"table/{name}{'/tall' if tall else ''}",
    )
    return site.stream(
        request, channel, topics,
        lambda language: table_pushed(site, name, language, link(name), tall=tall),
        Pace(borrows=frozenset({said, word_on(name)})),
    )  # fmt: skip
