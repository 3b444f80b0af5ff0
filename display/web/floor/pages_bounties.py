"""Bounties: the amount on each player, the bounties won, and the envelopes not yet drawn."""

from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from controller.contract.venue.prizes.bounties import AskBounties, AskEnvelope, Bounties
from display.web.answers import problem
from display.web.floor.pages_bank import names
from display.web.live.core_requests import CoreAway, Refused
from display.web.site import Site, said_to
from display.web.staff.pages_actions import AWAY
from display.words.venue.bounties import KINDS
from display.words.venue.evening import refusal


async def bounties(request: Request) -> Response:
    """Show all players' bounties, most won first, and the bounties that wait for a decision."""
    site: Site = request.app.state.site
    try:
        found = await site.line.ask(AskBounties(), Bounties, request.state.visitor.session)
    except Refused as error:
        why = refusal(error.reason, str(error), said_to(request, site))
        return site.page(request, "staff/bounties.html", found=None, nothing=why)
    except CoreAway:
        return problem(request, 503, AWAY)
    return site.page(
        request, "staff/bounties.html", nothing="", found=found, named=await names(request),
        kind=KINDS[found.kind],
    )  # fmt: skip


async def envelope(request: Request) -> Response:
    """Return, as JSON, everything needed to repeat and check the draw of an envelope."""
    site: Site = request.app.state.site
    asked = AskEnvelope(request.path_params["player"])
    try:
        drawn = await site.line.ask(asked, dict[str, Any], request.state.visitor.session)
    except Refused as error:
        why = refusal(error.reason, str(error), said_to(request, site))
        return problem(request, 404, why)
    except CoreAway:
        return problem(request, 503, AWAY)
    return Response(msgspec.json.encode(drawn), media_type="application/json")
