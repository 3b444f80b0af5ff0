"""Pages that need no sign-in: a stream overlay, metrics for Prometheus, and players' own hands."""

from pathlib import Path
from typing import Final

from starlette.responses import Response

from controller.table_page.caretaker.asks import AskHand, Found
from controller.table_page.site import PageVisit
from display.web.answers import Problem
from display.web.screens import metrics as figures
from display.web.screens import overlay as picture
from display.words.names import N_


async def metrics(request: PageVisit) -> Response:
    """Return the metrics of this table and its page."""
    site = request.site
    return figures.answer_with([
        *figures.of_pages(site.hall, site.streams.viewers),
        *figures.of_tables(site.hall, [site.seen]),
    ])  # fmt: skip


async def overlay(request: PageVisit) -> Response:
    """Show the table on a transparent background, after the delay given in the URL."""
    _check_name(request)
    return request.page("tables/overlay.html", delay=picture.delay_of(request))


async def overlay_stream(request: PageVisit) -> Response:
    """Push the table's display to the overlay, after the delay given in the URL."""
    _check_name(request)
    return await picture.overlay_stream(request)


NOTHING: Final = N_("There is nothing at this address.")
KINDS: Final = {".html": "text/html", ".css": "text/css", ".js": "text/javascript",
    ".txt": "text/plain", ".woff2": "font/woff2"}  # fmt: skip


async def hands(request: PageVisit) -> Response:
    """Show a player's own hands to anyone with the player's link.

    No sign-in is needed: the link's secret is enough.
    """
    file = request.path_params.get("file") or "index.html"
    asked = AskHand(request.path_params["secret"][:60], file[:70])
    found = await request.ask(asked, Found)
    if found.data is None:
        raise Problem(404, NOTHING)
    kind = KINDS.get(Path(file).suffix, "text/plain")
    return Response(found.data, media_type=kind, headers={"X-Robots-Tag": "noindex"})


def _check_name(request: PageVisit) -> None:
    if request.path_params["table"] != request.site.settings.name:
        raise Problem(404, NOTHING)
