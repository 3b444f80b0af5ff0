"""Bags at the end of a day or when play resumes, and tickets for other tournaments."""

from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from controller.contract.venue.tournament_formats.days import AskBags, Bags
from controller.contract.venue.tournament_formats.satellites import AskTickets, Tickets
from display.web.answers import problem
from display.web.floor.pages_bank import names
from display.web.live.core_requests import CoreAway, Refused
from display.web.site import Site, said_to
from display.web.staff.actions import offered
from display.web.staff.pages_actions import AWAY
from display.words.venue.evening import refusal
from display.words.venue.events import BAGGING


async def bags(request: Request) -> Response:
    """Show each player's bag and the stack counted into it.

    Also show the flights whose bags can be brought in to continue play.
    """
    return await _shown(request, AskBags(), Bags, "bags.html", ("bring-bags", "day-ends"))


async def tickets(request: Request) -> Response:
    """Show where each ticket was won and used, and the players tied for the last seats."""
    return await _shown(request, AskTickets(), Tickets, "tickets.html", ("last-seats-decided",))


async def _shown(
    request: Request,
    asked: AskBags | AskTickets,
    kind: type[msgspec.Struct],
    page: str,
    more: tuple[str, ...],
) -> Response:
    site: Site = request.app.state.site
    evening = site.room.evening
    known: dict[str, Any] = {"nothing": "", "found": None, "words": BAGGING, "more": ()}
    try:
        known["found"] = await site.line.ask(asked, kind, request.state.visitor.session)
    except Refused as error:
        known["nothing"] = refusal(error.reason, str(error), said_to(request, site))
        return site.page(request, page, named=dict, **known)
    except CoreAway:
        return problem(request, 503, AWAY)
    known["more"] = offered(more, request.state.visitor, evening)
    notes = {one.name for one in offered(("stack-bagged", "bag-opened"), request.state.visitor)}
    return site.page(request, page, named=await names(request), notes=notes, **known)
