"""The waiting list of a cash game, for a screen of the room and for who keeps it."""

from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from display.web.actions import offered
from display.web.pages_room import TOPICS
from display.web.site import Site

KEPT: Final = ("list-joined", "seat-called", "call-answered", "list-left", "buy-in", "move",
               "table-feeds")  # fmt: skip
"""What is done at the list, in the order of an evening."""


def list_live(site: Site, language: str) -> str:
    """Return who waits, who is called, and who must move."""
    return site.fragment("_list.html", language, view=site.room.evening.waiting)


async def waiting(request: Request) -> Response:
    """Show the list; to staff with what they may do at it."""
    site: Site = request.app.state.site
    more = offered(KEPT, request.state.visitor)
    live = list_live(site, request.state.language)
    return site.page(request, "list.html", live=live, more=more)


async def waiting_stream(request: Request) -> Response:
    """Push the list."""
    site: Site = request.app.state.site
    return site.stream(request, "list", TOPICS, lambda language: list_live(site, language))
