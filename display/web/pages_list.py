"""The waiting list of a cash game, for a screen of the room and for who keeps it."""

from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from controller.contract.venue.waiting import KeepList
from display.web.actions import offered
from display.web.pages_room import TOPICS
from display.web.site import Site

KEPT: Final = ("list-joined", "seat-called", "call-answered", "list-left", "buy-in", "move",
               "table-feeds")  # fmt: skip
"""What is done at the list, in the order of an evening."""


def list_live(site: Site, language: str, *, deeds: bool = False) -> str:
    """Return who waits, who is called, and who must move; with what may be done to each."""
    return site.fragment("_list.html", language, view=site.room.evening.waiting, deeds=deeds)


async def waiting(request: Request) -> Response:
    """Show the list; to staff with what they may do at it."""
    site: Site = request.app.state.site
    more = () if site.room.evening.over else offered(KEPT, request.state.visitor)
    live = list_live(site, request.state.language, deeds=_keeps(request))
    return site.page(request, "list.html", live=live, more=more)


def _keeps(request: Request) -> bool:
    return bool(request.state.visitor.may(KeepList))


async def waiting_stream(request: Request) -> Response:
    """Push the list."""
    site: Site = request.app.state.site
    deeds = _keeps(request)
    return site.stream(
        request, "list/staff" if deeds else "list", TOPICS,
        lambda language: list_live(site, language, deeds=deeds),
    )  # fmt: skip
