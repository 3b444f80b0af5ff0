"""The page where players set the address for their notices.

A player is identified by the secret in the link to their own page.
"""

from typing import Final

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from controller.contract.venue.notices import LONGEST, OwnNotices
from display.web.answers import Told, back_with, problem
from display.web.live.core_requests import CoreAway, Refused
from display.web.screens.pages_player import LINK, NO_PLAYER
from display.web.site import Site, said_to
from display.web.staff.pages_actions import AWAY
from display.web.typed import form_of
from display.words.names import N_
from display.words.venue.evening import refusal

NONE: Final = N_("You will receive no more messages; the address has been deleted.")
KEPT: Final = N_("Notices will be sent to this address.")


async def keep(request: Request) -> Response:
    """Save the address to which a player's notices are sent, or delete it."""
    site: Site = request.app.state.site
    link, form = request.path_params["link"], await form_of(request)
    if not LINK.fullmatch(link):
        return problem(request, 404, NO_PLAYER)
    said, back = said_to(request, site), f"/me/{link}"
    asked = {
        "type": "own-notices", "link": link, "way": form.get("way", "none"),
        "address": form.get("address", "")[: LONGEST + 1], "language": request.state.language,
    }  # fmt: skip
    try:
        do = msgspec.convert(asked, OwnNotices)
        await site.line.do(do, "", request.state.source)
    except msgspec.ValidationError:
        return problem(request, 400, N_("Choose one of the options."))
    except Refused as error:
        return back_with(request, back, Told(False, refusal(error.reason, str(error), said)))
    except CoreAway:
        return back_with(request, back, Told(False, said.say(AWAY)))
    return back_with(request, back, Told(True, said.say(KEPT if do.way else NONE)))
