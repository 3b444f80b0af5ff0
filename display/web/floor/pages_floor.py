"""The floor page, which shows all tables, and the page for a single table."""

from collections.abc import Callable
from typing import Any

from starlette.responses import Response

from controller.contract.public import PublicState, RulingView
from controller.contract.venue.views import VENUE
from display.web.floor.needs_attention import NAMES, Need, Tile, Tiles
from display.web.live.hall import TableSeen, now_ms
from display.web.live.push_changes import Pace, Piece
from display.web.live.room import WELL, word_on
from display.web.pictures.felt import felt, felt_in_pieces, small_felt
from display.web.pictures.pieces import Cut, whole
from display.web.records.pages_archive import link, numbers_of
from display.web.records.pages_records import event_in_words
from display.web.site import TABLES, URGENT, BaseSite, Site, Visit, event_of
from display.web.staff.actions import offered
from display.words.irregularities import WAITS
from display.words.levels import special
from display.words.names import Words, words
from display.words.ruling_steps import acts_of, ruling_step
from display.words.sentences import ruling_lines

MOST_TILES = 60
"""The maximum number of tables shown at once; those that need attention come first."""

MORE = (
    "conduct-noted", "penalty", "waive", "set-stack", "misdeal", "small-chips-counted",
    "deck-changed",
)  # fmt: skip
"""Less common actions at a table, each on a page of its own."""

SELDOM = (
    "conduct-noted", "move", "small-chips-counted", "jump-level", "redraw-asked", "open-table",
    "open-tournament",
)  # fmt: skip
"""Less common actions for the whole room."""

Pictures = list[tuple[bool, tuple[Piece, ...]]]
"""A table's picture in one or both shapes: whether it is tall, and its pieces."""

LIVE = ("", TABLES, event_of(TABLES), VENUE, URGENT)

PACE = Pace(0.15, borrows=frozenset({event_of(TABLES)}), urgent=frozenset({URGENT, ""}))
"""The page's pace: tables change all the time, so their changes are collected and pushed together.

Urgent changes are pushed immediately.
"""


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


async def floor(request: Visit) -> Response:
    """Show the tables, most urgent first, and the less common actions for the whole room."""
    state = request.site.room.state
    clock = request.site.room.evening.clock
    holds = clock.holds if clock is not None and state is not None else ()
    live = "".join(one.html for one in request.app.state.floor.live(request.state.language))
    more = offered(SELDOM, request.visitor, request.site.room.evening)
    return request.page("staff/floor.html", live=live, holds=holds, more=more)


async def floor_stream(request: Visit) -> Response:
    """Push the tiles that change, a few times a second; urgent changes are pushed immediately."""
    return request.push("floor", LIVE, request.app.state.floor.live, PACE)


def table_live(site: BaseSite, name: str, language: str, hands_at: str = "") -> str:
    """Return the HTML of a table's page: its picture, its rulings and its seats.

    The picture is included in both shapes, wide and tall, because the screen's width is not known
    yet. `hands_at` is the URL prefix for the table's recent hands, or "" to list none.
    """

    def drawn(state: PublicState, said: Words) -> Pictures:
        return [(tall, (Piece(felt(state, said, tall=tall)),)) for tall in (False, True)]

    return _table(site, name, language, drawn, cut=whole, hands_at=hands_at)


def table_pushed(
    site: BaseSite, name: str, language: str, hands_at: str = "", *, tall: bool
) -> tuple[Piece, ...]:
    """Return the same content as `table_live`, in pieces that can be pushed one by one.

    The picture is in one shape only: tall for a phone if `tall` is true, otherwise wide.
    """
    cut = Cut()

    def drawn(state: PublicState, said: Words) -> Pictures:
        return [(tall, felt_in_pieces(state, said, tall=tall))]

    return cut.pieces(_table(site, name, language, drawn, cut=cut, hands_at=hands_at))


def _table(
    site: BaseSite, name: str, language: str, drawn: Callable[[PublicState, Words], Pictures],
    **known: Any,
) -> str:  # fmt: skip
    said, seen = words(language), site.hall.table(name)
    if seen is not None and (state := seen.view.state) is not None:
        known |= {
            "pictures": drawn(state, said),
            "rulings": [ruling_told(ruling, state, said) for ruling in state.rulings],
            "tile": Tiles().of([seen], site.room, said, now_ms())[0],
            "events": _events(seen, state, said),
            "special": special(state, said),
            "hands": numbers_of(seen),
        }
    return site.fragment("tables/_table.html", language, seen=seen, **known)


def ruling_told(ruling: RulingView, state: PublicState, said: Words) -> dict[str, Any]:
    """Return a ruling in words: what it is, its article, what it is waiting for, and its steps."""
    what, article, _ = ruling_lines(ruling, state, said)
    steps = [
        {"text": ruling_step(step, state, said, ruling.kind), "done": step.done}
        for step in acts_of(ruling)
    ]
    waits = said.of(WAITS, ruling.waits_for)
    return {"what": what, "article": article, "waits": waits, "steps": steps}


def _events(seen: TableSeen, state: PublicState, said: Words) -> list[tuple[str, str]]:
    """Return the last eight events that can be put into words, newest first.

    Each is a pair: its local time in hours and minutes, such as `20:15`, and its sentence.
    """
    lines = [
        (said.time_of_day(event.at, "%H:%M"), text)
        for event in seen.view.recent
        if (text := event_in_words(event.type, event.data, state, said))
    ]
    return lines[::-1][:8]


async def table(request: Visit) -> Response:
    """Show one table."""
    name = request.path_params["table"]
    seen = request.site.hall.table(name)
    state = seen.view.state if seen is not None else None
    status = 200 if seen is not None else 404
    return request.page(
        "tables/table.html", status, name=name,
        live=table_live(request.site, name, request.state.language, link(name)),
        seats=[seat for seat in state.seats if seat.status != "empty"] if state else [],
        rulings=state.rulings if state else (), number=request.site.room.table_number(name),
        more=offered(MORE, request.visitor, request.site.room.evening),
    )  # fmt: skip


async def table_stream(request: Visit) -> Response:
    """Push each change to one table's page to the browser."""
    name = request.path_params["table"]
    if request.site.hall.table(name) is None:
        return Response("there is no such table", 404)
    tall = "tall" in request.query_params
    said = event_of(name)
    topics, channel = (
        ("", name, said, WELL, word_on(name)),
        f"table/{name}{'/tall' if tall else ''}",
    )
    return request.push(
        channel, topics,
        lambda language: table_pushed(request.site, name, language, link(name), tall=tall),
        Pace(borrows=frozenset({said, word_on(name)})),
    )  # fmt: skip
