"""The web server, which maps URLs to pages, and checks each request before it reaches a page."""

import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Final
from urllib.parse import quote

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from controller.contract.venue import desk
from controller.contract.venue.figures import AskFigures
from controller.contract.venue.floor.members import AskNewcomers, AskSheet
from controller.contract.venue.league import AskLeague, AskPublished, TakeEvening
from controller.contract.venue.prizes.bounties import AskBounties, AskEnvelope
from controller.contract.venue.prizes.money import AskBank, AskDeal
from controller.contract.venue.rights import Right
from controller.contract.venue.tournament_formats.days import AskBags
from controller.contract.venue.tournament_formats.satellites import AskTickets
from display.web.answers import COOKIE, Problem, problem, told_before, why
from display.web.club import pages_league, pages_wall
from display.web.evening import (
    pages_desk,
    pages_evening,
    pages_players,
    pages_print,
    pages_prizes,
    pages_structure,
)
from display.web.floor import pages_bank, pages_events, pages_floor, pages_members
from display.web.live.core_requests import CoreAway, Refused
from display.web.page_language import language_of
from display.web.pages import set_up_templates, shared_routes
from display.web.password_tries import Tries
from display.web.records import pages_archive, pages_figures, pages_records
from display.web.records.archive import Archive
from display.web.request_checks import Guard
from display.web.screens import (
    metrics,
    overlay,
    pages_clock,
    pages_list,
    pages_player,
    pages_room,
)
from display.web.site import Settings, Site, Visit
from display.web.staff import pages_actions, pages_sign_in
from display.web.visitors import Visitors
from display.words.locale import official
from display.words.names import N_

Page = Callable[[Visit], Awaitable[Response]]

WALL: Final = frozenset({"/clock", "/bar", "/posted", "/list"})
"""Pages shown on a wall: they use the official languages of the tournament."""

OPEN: Final[dict[str, Page]] = {
    "/": pages_room.start,
    "/clock": pages_clock.clock,
    "/clock/stream": pages_clock.clock_stream,
    "/clock/tv/stream": pages_clock.tv_stream,
    "/bar": pages_room.bar,
    "/bar/stream": pages_room.bar_stream,
    "/results": pages_room.results,
    "/results/stream": pages_room.results_stream,
    "/wall/{name}": pages_wall.wall_file,
    "/results.csv": pages_room.results_csv,
    "/posted": pages_room.posted,
    "/list": pages_list.waiting,
    "/list/stream": pages_list.waiting_stream,
    "/table/{table}": pages_floor.table,
    "/table/{table}/stream": pages_floor.table_stream,
    "/table/{table}/hand/{hand:int}": pages_archive.recent_hand,
    "/overlay/{table}": overlay.overlay,
    "/overlay/{table}/stream": overlay.overlay_stream,
    "/me/{link}": pages_player.me,
    "/me/{link}/stream": pages_player.me_stream,
    "/sign-in": pages_sign_in.sign_in_page,
    "/metrics": metrics.metrics,
}
"""Pages for everyone: their content is public, or protected by a secret of its own."""

GATED: Final[dict[str, tuple[Right, Page]]] = {
    "/evening": (desk.Enter, pages_evening.evening),
    "/floor": (desk.AskSession, pages_floor.floor),
    "/clock/keys/stream": (desk.Hold, pages_clock.keys_stream),
    "/floor/stream": (desk.AskSession, pages_floor.floor_stream),
    "/moves": (desk.AskSession, pages_room.moves),
    "/moves/stream": (desk.AskSession, pages_room.moves_stream),
    "/desk": (desk.AskEntrants, pages_desk.desk_page),
    "/desk/card/{player}": (desk.AskEntrants, pages_player.card),
    "/desk/cards": (desk.AskEntrants, pages_player.cards),
    "/print/{document}": (desk.AskEntrants, pages_print.document),
    "/actions": (desk.Enter, pages_actions.every_action),
    "/do/enter": (desk.Enter, pages_desk.desk_page),
    "/do/{action}": (desk.Enter, pages_actions.form_page),
    "/structure": (desk.OpenTournament, pages_structure.structure),
    "/prizes": (desk.Decide, pages_prizes.prizes),
    "/members": (AskNewcomers, pages_members.members),
    "/bank": (AskBank, pages_bank.bank),
    "/deal": (AskDeal, pages_bank.deal),
    "/bounties": (AskBounties, pages_events.bounties),
    "/bags": (AskBags, pages_events.bags),
    "/tickets": (AskTickets, pages_events.tickets),
    "/bounties/{player}.json": (AskEnvelope, pages_events.envelope),
    "/results/season.csv": (desk.AskResults, pages_room.season_csv),
    "/results/season.json": (desk.AskResults, pages_room.season_json),
    "/results/season.pdf": (desk.AskResults, pages_print.season),
    "/wall": (desk.AskEntrants, pages_wall.preview),
    "/league": (AskLeague, pages_league.league),
    "/league.csv": (AskLeague, pages_league.league_csv),
    "/league/published.csv": (AskPublished, pages_league.published_csv),
    "/results/sheet": (AskSheet, pages_members.sheet),
    "/results/sheet.csv": (AskSheet, pages_members.sheet_csv),
    "/results/sheet.json": (AskSheet, pages_members.sheet_json),
    "/incidents": (desk.AskIncidents, pages_records.incidents),
    "/incidents/{incident:int}": (desk.AskIncident, pages_records.incident),
    "/archive": (desk.AskResults, pages_archive.archive),
    "/archive/{table}/{hand:int}": (desk.AskResults, pages_archive.hand),
    "/figures": (AskFigures, pages_figures.figures),
    "/log": (desk.AskLog, pages_records.log),
}
"""Pages that require a right; for each path, the right and the function that returns the page."""

POSTS: Final[dict[str, Page]] = {
    "/sign-in": pages_sign_in.sign_in,
    "/sign-out": pages_sign_in.sign_out,
    "/evening/{step}": pages_evening.step,
    "/do/{action}": pages_actions.act,
    "/me/{link}/coming": pages_player.declare,
    "/me/{link}/wait": pages_player.wait,
    "/me/{link}/deal": pages_player.deal,
    "/me/{link}/notices": pages_player.notices,
}
"""The functions that answer POST requests, by path; most of these requests change something."""

GATED_POSTS: Final[dict[str, tuple[Right, str, Page]]] = {
    "/structure": (desk.OpenTournament, "/structure", pages_structure.make),
    "/prizes": (desk.Decide, "/prizes", pages_prizes.share),
    "/players": (desk.Enter, "/evening", pages_players.preview),
    "/players/enter": (desk.Enter, "/evening", pages_players.enter),
    "/desk/enter": (desk.Enter, "/desk", pages_desk.sign_in),
    "/do/enter": (desk.Enter, "/desk", pages_desk.sign_in),
    "/desk/close-list": (desk.CloseList, "/desk", pages_desk.close_list),
    "/league/take": (TakeEvening, "/league", pages_league.take),
    "/wall": (desk.OpenTournament, "/wall", pages_wall.take),
}
"""POST requests that require a right, by path.

Each has its right, the page to show after signing in again, and the function that answers.
"""


def make_app(settings: Settings) -> Starlette:
    """Return the web server for a venue's pages.

    It connects to its services after starting, and starts even if none of them is available.
    """
    set_up_templates()
    site = Site(settings)

    @contextlib.asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        async with site.streams.awake(), site.hall:
            yield
        await site.line.close()
        await site.door.close()

    app = Starlette(
        routes=_routes(),
        middleware=[Middleware(Guard, uploads=pages_structure.UPLOADS)],
        exception_handlers={HTTPException: _no_page, 500: _bug},
        lifespan=lifespan,
    )
    app.state.site = site
    app.state.floor = pages_floor.Floor(site)
    app.state.visitors = Visitors(site.line)
    app.state.tries = Tries()
    app.state.archive = Archive(settings.archive)
    return app


def _routes() -> list[BaseRoute]:
    routes = [*shared_routes(), Route("/ready", _ready)]
    routes += [Route(path, _known(page)) for path, page in OPEN.items()]
    routes += [Route(path, _known(page, right)) for path, (right, page) in GATED.items()]
    posts = {path: _known(page, right, back) for path, (right, back, page) in GATED_POSTS.items()}
    posts |= {path: _known(page) for path, page in POSTS.items()}
    return routes + [Route(path, page, methods=["POST"]) for path, page in posts.items()]


def _known(
    page: Page, right: Right | None = None, back: str = ""
) -> Callable[[Request], Awaitable[Response]]:
    """Return a wrapper that sets a request's language and visitor before the page is called.

    If `right` is given, visitors without it are refused, or sent to the sign-in page. `back` is the
    page shown once they have signed in; by default, it is the page that they requested.
    """

    async def known(plain: Request) -> Response:
        request = Visit(plain.scope, plain.receive)
        site, path, state = request.site, request.url.path, request.state
        state.language = language_of(request, site.settings.language)
        if path.removesuffix("/stream").removesuffix("/tv") in WALL:
            state.language = official(state.language, site.room.languages)
        state.source = request.client.host if request.client is not None else ""
        state.visitor = await request.app.state.visitors.of(request)
        state.told = told_before(request) if request.method == "GET" else None
        if right is not None and not request.visitor.may(right):
            if back:
                return pages_actions.not_done(request, back)
            if request.visitor.role is None and not path.endswith("/stream"):
                return RedirectResponse(f"/sign-in?back={quote(path)}", 303)
            return problem(request, 403, N_("Your role does not allow you to see this page."))
        try:
            answer = await page(request)
        except (Problem, Refused, CoreAway) as error:
            status = 503 if isinstance(error, CoreAway) else getattr(error, "status", 404)
            answer = problem(request, status, why(error, request.said))
        if state.told is not None and not path.endswith("/stream"):
            request.keep(answer, COOKIE)
        return answer

    return known


async def _ready(request: Request) -> Response:
    """Return whether the room's core process answers and is running the room, as JSON.

    The status is 200 if it is ready, otherwise 503.
    """
    site: Site = request.app.state.site
    there = await site.line.there()
    return JSONResponse({"ready": there}, 200 if there else 503)


async def _no_page(plain: Request, error: Exception) -> Response:
    status = error.status_code if isinstance(error, HTTPException) else 500
    request = Visit(plain.scope)
    request.state.visitor = await request.app.state.visitors.of(request)
    request.state.told = None
    return problem(request, status, N_("There is nothing at this address."))


async def _bug(_: Request, __: Exception) -> Response:
    return Response("A bug of these pages: please report it. The room and its tables go on.", 500)
