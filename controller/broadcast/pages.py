"""The web server for the overlays: pages for OBS, transparent except for their boxes."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path
from typing import Final

from jinja2 import Environment, FileSystemLoader
from sse_starlette.sse import EventSourceResponse
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, RedirectResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from controller.broadcast.equity import prepare
from controller.broadcast.follow import Follower
from controller.broadcast.shown import NAMES
from controller.broadcast.theme import Theme
from display.suits import PATHS
from display.web.request_checks import Guard
from display.web.site import FOLDER as PAGES
from display.words.names import N_, Words

FOLDER: Final = Path(__file__).parent
FONT: Final = PAGES / "static" / "vendor" / "inter.woff2"
PARTS: Final = {
    "all": N_("All overlays"),
    "lower-third": N_("Lower third"),
    "seats": N_("Seats with cards and equity"),
    "board": N_("Board and pot"),
}
SIZES: Final = ("1080", "720")
MOST_VIEWERS: Final = 20
SEND_S: Final = 10


class Site:
    """The data that the pages need: the stream, the theme and the translations."""

    def __init__(self, follower: Follower, theme: Theme, said: Words) -> None:
        """Serve overlays for the stream that `follower` receives, in the colours of `theme`."""
        self.follower, self.theme, self.said = follower, theme, said
        self.viewers = 0
        self._templates = Environment(
            loader=FileSystemLoader(FOLDER / "templates"), autoescape=True, trim_blocks=True,
            lstrip_blocks=True,
        )  # fmt: skip
        suits = {NAMES[suit]: path for suit, path in PATHS.items()}
        self._templates.globals.update(
            say=said.say, language=said.language, theme=theme, suits=suits
        )

    def page(self, name: str, **values: object) -> str:
        """Return the template `name`, rendered with these values."""
        return self._templates.get_template(name).render(**values)


def make_app(site: Site) -> Starlette:
    """Return the web app that serves a stream's overlays."""

    @contextlib.asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        await asyncio.to_thread(prepare)
        following = asyncio.create_task(site.follower.follow())
        try:
            yield
        finally:
            following.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await following

    routes = [
        Route("/", partial(_index, site)),
        Route("/overlay/{part}", partial(_overlay, site)),
        Route("/overlay/{part}/stream", partial(_stream, site)),
        Route("/theme.css", partial(_theme, site)),
        Route("/logo", partial(_logo, site)),
        Route("/inter.woff2", _font),
        Mount("/static", StaticFiles(directory=FOLDER / "static")),
    ]
    return Starlette(routes=routes, middleware=[Middleware(Guard)], lifespan=lifespan)


async def _index(site: Site, _: Request) -> Response:
    return HTMLResponse(site.page("index.html", parts=PARTS, sizes=SIZES))


async def _overlay(site: Site, request: Request) -> Response:
    part = request.path_params["part"]
    if part not in PARTS:
        return RedirectResponse("/", 303)
    asked = request.query_params.get("size", SIZES[0])
    size = asked if asked in SIZES else SIZES[0]
    return HTMLResponse(site.page("overlay.html", part=part, size=size, title=PARTS[part]))


async def _stream(site: Site, request: Request) -> Response:
    part = request.path_params["part"]
    if part not in PARTS:
        return Response("no such overlay", 404)
    if site.viewers >= MOST_VIEWERS:
        return Response("too many", 503, {"Retry-After": "30"})
    return EventSourceResponse(_pushed(site, part), send_timeout=SEND_S)


async def _pushed(site: Site, part: str) -> AsyncIterator[dict[str, str]]:
    site.viewers += 1
    try:
        async for overlay in site.follower.changes():
            # Without a hand to show, the overlay is empty.
            yield {"data": site.page("parts.html", part=part, now=overlay) if overlay else ""}
    finally:
        site.viewers -= 1


async def _font(_: Request) -> Response:
    return FileResponse(FONT, headers={"Cache-Control": "max-age=86400"})


async def _theme(site: Site, _: Request) -> Response:
    return Response(site.theme.css, media_type="text/css")


async def _logo(site: Site, _: Request) -> Response:
    return FileResponse(site.theme.logo) if site.theme.logo else Response("no logo", 404)
