"""The room's public pages: bar screen, moves, results, posted documents and start page."""

import heapq
from collections.abc import Awaitable, Callable, Iterable
from typing import Any

import msgspec
from starlette.responses import Response

from controller.contract.venue import desk
from controller.contract.venue.cash_game.waiting import WaitLine
from controller.contract.venue.views import (
    VENUE,
    ClockView,
    NoticeKind,
    NoticeLine,
    PlaceLine,
    RoomPhase,
)
from display.web.alphabet import place_of
from display.web.club.results_csv import CSV, csv_of
from display.web.live.hall import now_ms
from display.web.live.push_changes import Pace
from display.web.live.room import WELL, topic_of
from display.web.site import Site, Visit
from display.web.staff.actions import ACTIONS, offered
from display.web.staff.offers import free_seats, offering
from display.web.typed import typed
from display.words.locale import languages
from display.words.names import Words, words
from display.words.venue.evening import MOVES, notice_text, seat_text

TOPICS = ("", VENUE)
PACE = Pace(borrows=frozenset({VENUE}))
"""The pages' pace: changes on the bar screen can wait, except those to the clock or notices."""

MOST_MOVES = 12
MOST_STANDINGS = 10
FOR_ALL = {
    NoticeKind.TABLE_BREAKS, NoticeKind.FINAL_TABLE, NoticeKind.HAND_FOR_HAND, NoticeKind.HELD,
    NoticeKind.TABLES_HALTED, NoticeKind.WINNER,
}  # fmt: skip
"""The kinds of notice that concern the whole room; the others are for staff, or for one player."""

MORE = (
    "buy-in", "cash-out", "move-answered", "move-called-off", "player-readmitted", "redraw-asked",
    "conduct-noted",
)  # fmt: skip
"""Less common actions, for players who arrive, move, leave or return."""

MOVED_SHOWN_MS = 10 * 60_000
"""How long a completed move stays on the page of moves, in ms."""

MOVE_SHOWN_MS = 3 * 60_000
"""How long a move stays on the bar screen, in ms; staff see it until it is done."""


def clock_known(view: ClockView | None, now: int = 0) -> dict[str, Any]:
    """Return the clock's template values at the time `now`, in ms since 1970.

    If `now` is 0, the time is that of the clock's last message. The values include when the level
    ends, when the next break begins and when entries close: each as the time left and as a time in
    ms since 1970, by this machine's clock. If a time is unknown, these are None and 0.
    """
    at = view.at if view is not None else 0
    passed = max(0, now - at) if view is not None and view.running else 0
    known: dict[str, Any] = {"view": view}
    for field, end in (("left", "ends"), ("to_break", "break_ends"), ("entries", "entries_end")):
        left: int | None = getattr(view, field, None)
        known[field] = None if left is None else max(0, left - passed)
        known[end] = 0 if left is None else at + left
    return known


def clock_at(site: Site, said: Words, now: int) -> dict[str, Any]:
    """Return the template values for a clock, with notices for everyone.

    The values are those at `now` (ms since 1970) or, if 0, at the clock's last message.
    """
    view = site.room.evening.clock
    if view is not None and view.phase is RoomPhase.IDLE:
        view = None
    notices = [_announced(site, one, said) for one in site.room.notices() if one.kind in FOR_ALL]
    return clock_known(view, now) | {"notices": notices[:3]}


def _announced(site: Site, notice: NoticeLine, said: Words) -> list[tuple[str, str]]:
    """Return a room notice in each official language, as pairs of language and text.

    If no official language is known, return the notice in the visitor's language only.
    """
    known = [one for one in site.room.languages if one in languages()]
    return [(one, notice_text(notice, words(one))) for one in known or [said.language]]


def bar_live(site: Site, language: str, now: int) -> str:
    """Return the drinks bar's screen as HTML: the clock at `now`, moves and standings.

    `now` is in ms since 1970; 0 means the time of the clock's last message.
    """
    said = words(language)
    places = site.room.evening.places
    ended = places is not None and places.ended
    recent = [move for move in _moves(site) if now_ms() - move.at < MOVE_SHOWN_MS or not move.at]
    return site.fragment(
        "parts/_bar.html", language, moves=[_move(move, said) for move in recent[:MOST_MOVES]],
        seating=_seating(site), called=_called(site),
        places_ended=ended, standings=_standings(site, said), **clock_at(site, said, now),
    )  # fmt: skip


def _called(site: Site) -> list[WaitLine]:
    evening = site.room.evening
    waiting = evening.waiting.waiting if evening.waiting is not None and not evening.over else ()
    return [one for one in waiting if one.seat is not None][:MOST_MOVES]


def _seating(site: Site) -> list[tuple[str, str]]:
    """Return the name and seat of each seated player, sorted by name.

    The result is empty unless players are being signed in. A seat is written as table and seat:
    `4-7`.
    """
    clock = site.room.evening.clock
    if clock is None or clock.phase is not RoomPhase.ENTERING:
        return []
    sit = [
        (one.shown_as or one.player, f"{one.table}-{one.seat}")
        for one in site.room.players()
        if one.table
    ]
    return sorted(sit, key=lambda one: place_of(one[0]))


def _standings(site: Site, said: Words) -> list[tuple[int, str, str]]:
    """Return the standings; each entry is a rank, a name, and a number of chips or points."""
    places = site.room.evening.places
    if places is not None and places.ended:
        return [
            (row.first, row.shown_as or row.player, said.amount(row.points or 0))
            for row in places.places[:MOST_STANDINGS]
        ]
    known = [one for one in site.room.players() if one.stack]
    best = heapq.nlargest(MOST_STANDINGS, known, key=lambda one: one.stack or 0)
    return [
        (rank, one.shown_as or one.player, said.amount(one.stack or 0))
        for rank, one in enumerate(best, 1)
    ]


def _moves(site: Site, kind: NoticeKind = NoticeKind.MOVE) -> list[NoticeLine]:
    """Return the room's notices of one kind.

    By default, these are all moves that players still have to make. For any other `kind`, only the
    notices of the last ten minutes are returned.
    """
    told = (notice for notice in site.room.notices() if notice.kind is kind)
    since = now_ms() - MOVED_SHOWN_MS
    return [one for one in told if kind is NoticeKind.MOVE or one.at > since]


def _move(notice: NoticeLine, said: Words) -> dict[str, Any]:
    return {
        "shown_as": notice.shown_as or notice.player, "at": notice.at,
        "source": seat_text(notice.table, notice.seat, said),
        "to": seat_text(notice.to_table, notice.to_seat, said),
        "articles": ", ".join(notice.articles),
        "why": said.of(MOVES, notice.why) if notice.why else "",
    }  # fmt: skip


def moves_live(site: Site, language: str, _now: int) -> str:
    """Return the HTML of moves (to be made or just made), waiting players and current notices."""
    said = words(language)
    notices = [
        notice_text(one, said)
        for one in site.room.notices()
        if one.kind not in (NoticeKind.MOVE, NoticeKind.MOVED)
    ]
    moves = [_move(move, said) for move in _moves(site)]
    made = [_move(move, said) for move in _moves(site, NoticeKind.MOVED)]
    waiting = [one for one in site.room.players() if one.standing == "waiting"]
    return site.fragment(
        "parts/_moves.html", language, moves=moves, made=made, notices=notices, waiting=waiting
    )


def results_live(site: Site, language: str, _now: int) -> str:
    """Return the finishing places known so far, as HTML."""
    return site.fragment("parts/_results.html", language, view=site.room.evening.places)


async def start(request: Visit) -> Response:
    """Show the list of pages; if a name is entered, show the seats of players with that name."""
    name = typed(request.query_params, "name").strip()
    sits = [one for one in request.site.room.players() if one.table and one.standing != "out"]
    found = [one for one in sits if name and name.casefold() in one.shown_as.casefold()]
    return request.page(
        "screens/start.html", tables=request.site.hall.tables(), name=name, any_seat=bool(sits),
        found=found[:MOST_MOVES],
    )  # fmt: skip


async def bar(request: Visit) -> Response:
    """Show the screen for the drinks bar: clock, moves and standings."""
    return shown(request, "screens/bar.html", bar_live)


async def moves(request: Visit) -> Response:
    """Show players' moves to other seats."""
    room = request.site.room
    players = [one for one in room.players() if one.table and one.standing != "out"]
    players.sort(key=lambda one: place_of(one.shown_as or one.player))
    more = offered(MORE, request.visitor, room.evening)
    return shown(
        request, "screens/moves.html", moves_live, players=players, more=more,
        free=free_seats(room, request.said), deeds=await _deeds(request),
    )  # fmt: skip


async def _deeds(request: Visit) -> list[tuple[int, str]]:
    action = ACTIONS["deed-undone"]
    if not offered((action.name,), request.visitor, request.site.room.evening):
        return []
    here = await offering(request, action)
    return [(one.deed, here.deed(one)) for one in here.book.deeds[:MOST_MOVES]]


async def results(request: Visit) -> Response:
    """Show the finishing places and, to signed-in visitors, the season's standings."""
    season = await season_of(request)
    return shown(request, "screens/results.html", results_live, season=season)


async def season_of(request: Visit) -> tuple[desk.Result, ...]:
    """Return the season's standings.

    There are none if the visitor may not see them, or if the core does not answer.
    """
    if not request.visitor.may(desk.AskResults):
        return ()
    return (await request.ask_or(desk.AskResults(), desk.Results("", "", False, ()))).season


async def season_csv(request: Visit) -> Response:
    """Return the season's standings as a CSV spreadsheet."""
    return _as_csv(await season_of(request))


async def season_json(request: Visit) -> Response:
    """Return the season's standings as JSON."""
    season = await season_of(request)
    return Response(msgspec.json.encode(season), media_type="application/json")


async def results_csv(request: Visit) -> Response:
    """Return the finishing places as a CSV spreadsheet."""
    view = request.site.room.evening.places
    return _as_csv(view.places if view is not None else ())


def _as_csv(places: Iterable[PlaceLine | desk.Result]) -> Response:
    """Return finishing places as CSV: the place, the player's display name and the points."""
    rows = ((one.first, one.last, one.shown_as or one.player, one.points) for one in places)
    return Response(csv_of([("first", "last", "player", "points"), *rows]), media_type=CSV)


async def posted(request: Visit) -> Response:
    """Show the rules, levels, prizes, breaking order and clock, for printing or a wall screen."""
    evening = request.site.room.evening
    view = evening.posting
    official = view.languages if view is not None and view.languages else (request.state.language,)
    known = clock_known(evening.clock, now_ms()) | {"posting": view, "structure": evening.structure}
    # If a document's language has no texts, the words around it are in the page's own language.
    parts = []
    for one in official:
        among = one if one in languages() else request.state.language
        parts.append(
            (one, request.site.fragment("parts/_posted.html", among, posted_in=one, **known))
        )
    return request.page("screens/posted.html", parts=parts)


def shown(request: Visit, template: str, live: Any, **known: Any) -> Response:
    """Return a page with the current content of its live part; `live` renders that part."""
    made = live(request.site, request.state.language, now_ms())
    return request.page(template, live=made, **known)


def pushed(
    name: str, live: Callable[[Site, str, int], str], *topics: str
) -> Callable[[Visit], Awaitable[Response]]:
    """Return a function that streams the live part of a page whenever one of the `topics` changes.

    `name` identifies the live part, and `live` renders it.
    """

    async def stream(request: Visit) -> Response:
        # The browser itself advances a running clock, so the passing of time pushes nothing.
        site = request.site
        return request.push(
            name, ("", WELL, *topics), lambda language: live(site, language, 0), PACE
        )

    return stream


bar_stream = pushed("bar", bar_live, VENUE, topic_of("clock"), topic_of("notices"))
moves_stream = pushed("moves", moves_live, topic_of("notices"), topic_of("seats"))
results_stream = pushed("results", results_live, topic_of("places"))
