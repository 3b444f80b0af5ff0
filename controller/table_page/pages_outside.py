"""What the page offers to other programs: an overlay for streams, and metrics for Prometheus."""

from pathlib import Path
from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from controller.table_page.answers import problem
from controller.table_page.caretaker.asks import AskHand, Found
from controller.table_page.pages import about
from controller.table_page.site import MOST_STREAMS, PageSite, said_to
from display.web.screens import metrics as figures
from display.web.screens import overlay as picture
from display.words.names import N_


async def metrics(request: Request) -> Response:
    """Return the metrics of this table and its page."""
    site: PageSite = request.app.state.site
    return figures.answer_with([
        *figures.of_pages(site.hall, site.streams.viewers),
        *figures.of_tables(site.hall, [site.seen]),
    ])  # fmt: skip


async def overlay(request: Request) -> Response:
    """Show the table on a transparent background, after the delay given in the URL."""
    site: PageSite = request.app.state.site
    if (wrong := _another(request, site)) is not None:
        return wrong
    delay = picture.delay_of(request)
    return site.page(request, "tables/overlay.html", delay=delay)


async def overlay_stream(request: Request) -> Response:
    """Push the table's display to the overlay, after the delay given in the URL."""
    site: PageSite = request.app.state.site
    if (wrong := _another(request, site)) is not None:
        return wrong
    return picture.pushed(request, site, MOST_STREAMS)


KINDS: Final = {".html": "text/html", ".css": "text/css", ".js": "text/javascript",
    ".txt": "text/plain", ".woff2": "font/woff2"}  # fmt: skip


async def hands(request: Request) -> Response:
    """Show a player's own hands to anyone with the player's link.

    No sign-in is needed: the link's secret is enough.
    """
    site: PageSite = request.app.state.site
    file = request.path_params.get("file") or "index.html"
    asked = AskHand(request.path_params["secret"][:60], file[:70])
    found = await site.line.ask(asked, Found, **about(request))
    if found.data is None:
        return problem(request, 404, said_to(request).say(N_("There is nothing at this address.")))
    kind = KINDS.get(Path(file).suffix, "text/plain")
    return Response(found.data, media_type=kind, headers={"X-Robots-Tag": "noindex"})


def _another(request: Request, site: PageSite) -> Response | None:
    """Return an error page if the URL names another table, otherwise None."""
    if request.path_params["table"] == site.settings.name:
        return None
    return problem(request, 404, said_to(request).say(N_("There is nothing at this address.")))
