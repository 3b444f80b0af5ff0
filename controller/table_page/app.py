"""The web server for a table's page: its routes, and the role that each route requires."""

import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Final
from urllib.parse import quote

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from controller.table_page import pages, pages_outside, pages_work
from controller.table_page.answers import REASONS, why
from controller.table_page.caretaker.asks import BOTH, CARE, MOST_UPLOADED, AskWho, Role
from controller.table_page.caretaker_calls import CaretakerAway, Refused
from controller.table_page.site import PageSettings, PageSite, PageVisit, Visitor
from display.web.answers import COOKIE, Problem, problem, told_before
from display.web.pages import set_up_templates, shared_routes
from display.web.request_checks import Guard
from display.words.names import N_

Page = Callable[[PageVisit], Awaitable[Response]]
NOBODY: Final = frozenset[Role]()
UPLOADS: Final = {pages_work.UPLOAD: MOST_UPLOADED}

GETS: Final[dict[str, tuple[frozenset[Role], Page]]] = {
    "/": (NOBODY, pages.screen),
    "/stream": (NOBODY, pages.screen_stream),
    "/overlay/{table}": (NOBODY, pages_outside.overlay),
    "/overlay/{table}/stream": (NOBODY, pages_outside.overlay_stream),
    "/hands/{secret}/": (NOBODY, pages_outside.hands),
    "/hands/{secret}/{file}": (NOBODY, pages_outside.hands),
    "/metrics": (NOBODY, pages_outside.metrics),
    "/sign-in": (NOBODY, pages.sign_in_page),
    "/floor": (BOTH, pages.floor),
    "/shuffles": (BOTH, pages.shuffles),
    "/devices": (CARE, pages.devices),
    "/doctor": (CARE, pages.doctor_page),
    "/setup": (CARE, pages_work.work),
    "/setup/stream": (CARE, pages_work.work_stream),
    "/setup/antennas.png": (CARE, pages_work.picture),
    "/backup": (CARE, pages_work.backup_page),
    "/logs": (CARE, pages_work.logs),
    "/about": (CARE, pages_work.installed),
}
"""The pages, each with the roles that may see it; a page without roles is public."""

POSTS: Final[dict[str, tuple[frozenset[Role], Page]]] = {
    "/sign-in": (NOBODY, pages.sign_in),
    "/sign-out": (NOBODY, pages.sign_out),
    "/floor/{name}": (BOTH, pages.command),
    "/doctor": (CARE, pages.doctor),
    "/setup": (CARE, pages_work.begin),
    "/setup/say": (CARE, pages_work.answer),
    "/setup/start": (CARE, pages_work.start_table),
    "/backup": (CARE, pages_work.backup),
    pages_work.UPLOAD: (CARE, pages_work.upload),
}
"""The actions, each with the roles that may perform it; the caretaker checks the role again."""


def make_app(settings: PageSettings) -> Starlette:
    """Return the web app for a table's page; broker and caretaker need not be running yet."""
    set_up_templates()
    site = PageSite(settings)

    @contextlib.asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        async with site.streams.awake(), site.hall:
            yield

    routes = shared_routes()
    routes += [Route(path, _known(page, roles)) for path, (roles, page) in GETS.items()]
    routes += [
        Route(path, _known(page, roles), methods=["POST"]) for path, (roles, page) in POSTS.items()
    ]
    app = Starlette(
        routes=routes, middleware=[Middleware(Guard, uploads=UPLOADS)],
        exception_handlers={HTTPException: _no_page, 500: _bug}, lifespan=lifespan,
    )  # fmt: skip
    app.state.site = site
    return app


async def _who(request: PageVisit) -> Visitor:
    try:
        return await request.ask(AskWho(), Visitor)
    except CaretakerAway:
        return Visitor()  # the screen is public
    except Refused as no:
        return Visitor(off=no.reason == "off")


def _known(page: Page, roles: frozenset[Role]) -> Callable[[Request], Awaitable[Response]]:
    """Wrap a page function so that it receives its visitor, if that visitor may see the page.

    The visitor's role must be one of `roles`. A visitor without a role is asked to sign in; one
    with another role gets a 403 error.
    """

    async def known(plain: Request) -> Response:
        request = PageVisit(plain.scope, plain.receive)
        state = request.state
        state.visitor = await _who(request)
        state.told = told_before(request) if request.method == "GET" else None
        if state.visitor.off:
            return problem(request, 503, REASONS["off"])
        if not state.visitor.sees(roles):
            if state.visitor.role is None and request.method == "GET":
                return RedirectResponse(f"/sign-in?back={quote(request.url.path)}", 303)
            needed = "sign-in" if state.visitor.role is None else "no-right"
            return problem(request, 403, REASONS[needed])
        try:
            answer = await page(request)
        except Problem as error:
            answer = problem(request, error.status, str(error))
        except (Refused, CaretakerAway) as error:
            status = 503 if isinstance(error, CaretakerAway) else 403
            return problem(request, status, why(error, request.said))
        if state.told is not None and not request.url.path.endswith("/stream"):
            request.keep(answer, COOKIE)
        return answer

    return known


async def _no_page(plain: Request, error: Exception) -> Response:
    request = PageVisit(plain.scope)
    request.state.visitor, request.state.told = await _who(request), None
    status = error.status_code if isinstance(error, HTTPException) else 500
    return problem(request, status, N_("There is nothing at this address."))


async def _bug(_: Request, __: Exception) -> Response:
    return Response("This page has a bug: please report it. The table keeps playing.", 500)
