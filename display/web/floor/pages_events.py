"""Bounties, bags at the end of a day or when play resumes, and tickets for other tournaments."""

from typing import Any

import msgspec
from starlette.responses import Response

from controller.contract.venue.prizes.bounties import AskBounties, AskEnvelope, Bounties
from controller.contract.venue.tournament_formats.days import AskBags, Bags
from controller.contract.venue.tournament_formats.satellites import AskTickets, Tickets
from display.web.answers import why
from display.web.floor.pages_bank import names
from display.web.live.core_requests import Refused
from display.web.site import Visit
from display.web.staff.actions import offered
from display.words.venue.bounties import KINDS
from display.words.venue.events import BAGGING


async def bounties(request: Visit) -> Response:
    """Show all players' bounties, most won first, and those waiting for a decision."""
    try:
        found = await request.ask(AskBounties(), Bounties)
    except Refused as error:
        nothing = why(error, request.said)
        return request.page("staff/bounties.html", found=None, nothing=nothing)
    named, kind = await names(request), KINDS[found.kind]
    return request.page("staff/bounties.html", nothing="", found=found, named=named, kind=kind)


async def envelope(request: Visit) -> Response:
    """Return the data needed to repeat and check the draw of a mystery bounty, as JSON."""
    drawn = await request.ask(AskEnvelope(request.path_params["player"]), dict[str, Any])
    return Response(msgspec.json.encode(drawn), media_type="application/json")


async def bags(request: Visit) -> Response:
    """Show each player's bag and the stack counted into it.

    Also show the flights whose bags can be brought in to continue play.
    """
    return await _shown(request, AskBags(), Bags, "bags.html", ("bring-bags", "day-ends"))


async def tickets(request: Visit) -> Response:
    """Show where each ticket was won and used, and the players tied for the last seats."""
    return await _shown(request, AskTickets(), Tickets, "tickets.html", ("last-seats-decided",))


async def _shown(
    request: Visit,
    asked: AskBags | AskTickets,
    kind: type[msgspec.Struct],
    page: str,
    more: tuple[str, ...],
) -> Response:
    known: dict[str, Any] = {"nothing": "", "found": None, "words": BAGGING, "more": ()}
    try:
        known["found"] = await request.ask(asked, kind)
    except Refused as error:
        known["nothing"] = why(error, request.said)
        return request.page(page, named=dict, **known)
    known["more"] = offered(more, request.visitor, request.site.room.evening)
    notes = {one.name for one in offered(("stack-bagged", "bag-opened"), request.visitor)}
    return request.page(page, named=await names(request), notes=notes, **known)
