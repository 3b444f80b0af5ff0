"""The web page for putting items on antennas while a table is being set up in the terminal.

It can stay open from one command to the next, because each command serves it at the same URL.
"""

import contextlib
import socket
import threading
from collections.abc import Callable, Iterator
from typing import Final

import uvicorn
from sse_starlette.sse import EventSourceResponse
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from controller.rehearse.browser.pages import SHARED, own, own_templates, shared
from controller.rehearse.simulated_devices.workshop import BADGES, BOX, PHONE, NotThere, Workshop
from controller.rehearse.simulated_devices.workshop_picture import (
    boxes_of,
    picture,
    place_name,
    thing_name,
)
from controller.sensing.registry import FRESH_PACK
from display.web.live.push_changes import Streams
from display.web.page_language import language_of
from display.web.request_checks import Guard
from display.web.site import SEND_S
from display.words.locale import languages
from display.words.names import N_, words

TOPIC: Final = "workshop"
LINK: Final = "/setup"
PORT: Final = 8091
HOST: Final = "127.0.0.1"


class WorkshopSite:
    """The website for one workshop."""

    def __init__(self, workshop: Workshop, language: str) -> None:
        self.workshop = workshop
        self.language = language
        self.streams = Streams()
        self.templates = own_templates()
        workshop.on_change = lambda: self.streams.changed(TOPIC)

    def fragment(self, language: str) -> str:
        """Return, as HTML, the part of the workshop's page that changes."""
        shown, said = self.workshop.shown, words(language)
        decks = range(1, 1 + max((int(one.split(":")[1]) for one in shown.piles), default=0))
        cards = [f"card:{deck}:{card}" for deck in decks for card in FRESH_PACK]
        things = dict.fromkeys([*shown.piles, *shown.stacks, *BADGES, PHONE, *cards])
        places = list(boxes_of(shown.plans))
        return self.templates.get_template("_workshop.html").render(
            **shared(said), link=LINK, shown=shown, picture=picture(shown, said), decks=decks,
            things=[(one, thing_name(one, said)) for one in things],
            places=[(one, place_name(one, said)) for one in (*places[1:], BOX)],
            nodes=list(dict.fromkeys(plan.device for plan in shown.plans if plan.device)),
            usual=_usual(places),
        )  # fmt: skip

    def page(self, request: Request) -> Response:
        """Return the workshop's page."""
        language = language_of(request, self.language)
        html = self.templates.get_template("workshop.html").render(
            **shared(words(language)), live=self.fragment(language), link=LINK, told=None,
            path=request.url.path, languages=languages(), own=own,
        )  # fmt: skip
        return HTMLResponse(html)


def _usual(places: list[str]) -> str:
    """Return the zone in which cards are usually enrolled, or "" before anything is plugged in."""
    return next((zone for zone in ("desk", "board", *places[1:]) if zone in places), "")


async def _shown(request: Request) -> Response:
    site: WorkshopSite = request.app.state.site
    return site.page(request)


async def _stream(request: Request) -> Response:
    site: WorkshopSite = request.app.state.site
    language = language_of(request, site.language)
    messages = site.streams.messages(language, [TOPIC], site.fragment, language)
    return EventSourceResponse(messages, send_timeout=SEND_S)


async def _move(request: Request) -> Response:
    form = await request.form()
    workshop: Workshop = request.app.state.site.workshop
    return _answered(
        request, lambda: workshop.lay(str(form.get("thing", "")), str(form.get("to", "")))
    )


async def _say(request: Request) -> Response:
    form = await request.form()
    workshop: Workshop = request.app.state.site.workshop
    what, _, which = str(form.get("say", "")).partition(" ")
    if what == "next" and which.isdecimal():
        place = str(form.get("to", ""))
        return _answered(request, lambda: workshop.next_card(int(which[:2]), place))
    return _answered(request, lambda: workshop.pull(str(form.get("node", ""))))


def _answered(request: Request, deed: Callable[[], None]) -> Response:
    site: WorkshopSite = request.app.state.site
    said = words(language_of(request, site.language))
    wrong = ""
    try:
        deed()
    except NotThere as error:
        wrong = said.say(N_("This can't be done: {why}"), why=error.said(said.say))
    if "application/json" in request.headers.get("accept", ""):
        return JSONResponse({"ok": not wrong, "text": wrong})
    return RedirectResponse(LINK, 303)


async def _root(_: Request) -> Response:
    return RedirectResponse(LINK)


def make_app(site: WorkshopSite) -> Starlette:
    """Return the web app for a workshop."""
    routes = [
        Route("/", _root),
        *SHARED,
        Route(LINK, _shown),
        Route(f"{LINK}/stream", _stream),
        Route(f"{LINK}/move", _move, methods=["POST"]),
        Route(f"{LINK}/say", _say, methods=["POST"]),
    ]
    app = Starlette(
        routes=routes, middleware=[Middleware(Guard)], lifespan=lambda _: site.streams.awake()
    )
    app.state.site = site
    return app


@contextlib.contextmanager
def served(workshop: Workshop, language: str, port: int = PORT) -> Iterator[str]:
    """Serve a workshop's page on this machine while the block runs; yield the page's URL.

    If another program is using `port`, any free port is used.
    """
    listening = _listening(port)
    settings = uvicorn.Config(
        make_app(WorkshopSite(workshop, language)), log_level="error", access_log=False,
        server_header=False, timeout_graceful_shutdown=1,
    )  # fmt: skip
    server = uvicorn.Server(settings)
    thread = threading.Thread(
        target=lambda: server.run(sockets=[listening]), name="workshop", daemon=True
    )
    thread.start()
    try:
        yield f"http://{HOST}:{listening.getsockname()[1]}{LINK}"
    finally:
        server.should_exit = True
        thread.join(5)
        listening.close()


def _listening(port: int) -> socket.socket:
    try:
        return socket.create_server((HOST, port))
    except OSError:
        return socket.create_server((HOST, 0))
