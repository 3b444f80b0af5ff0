"""The last hands at a table as pictures: one at the end of each street and of the hand.

They are made from the public messages that the table has sent since the web server started. Players
are shown under the room's current names for them.
"""

from collections.abc import Mapping
from typing import Final
from urllib.parse import quote

from starlette.requests import Request
from starlette.responses import Response

from controller.contract.public import PublicState
from display.newer_state import state_understood
from display.web.answers import problem
from display.web.live.hall import TableSeen
from display.web.live.seen_hands import SeenHand
from display.web.pictures.felt import felt, happening
from display.web.records.archive import named
from display.web.records.pages_archive import picture_asked, shown_names
from display.web.site import Site, said_to
from display.words.names import N_

NO_HAND: Final = N_("This hand is no longer stored here.")


def numbers_of(seen: TableSeen) -> list[int]:
    """Return the numbers of a table's finished hands, newest first."""
    return [hand.number for hand in reversed(seen.hands) if hand.over]


def link(table: str) -> str:
    """Return the URL prefix for a table's hands, to which a hand's number is added."""
    return f"/table/{quote(table, safe='')}/hand/"


def _states(hand: SeenHand, shown: Mapping[str, str]) -> list[PublicState]:
    read = (state_understood(one) for one in hand.pictures)
    return [named(one, shown) if shown else one for one in read if one is not None]


async def hand(request: Request) -> Response:
    """Show one picture of a recent hand, and all its pictures in words."""
    site: Site = request.app.state.site
    name, number = request.path_params["table"], request.path_params["hand"]
    seen = site.hall.table(name)
    numbers = numbers_of(seen) if seen is not None else []
    found = seen.hands if seen is not None and number in numbers else ()
    kept = next((one for one in found if one.number == number), SeenHand(number))
    pictures = _states(kept, shown_names(site.room))
    if not pictures:
        return problem(request, 404, NO_HAND)
    said = said_to(request, site)
    at = picture_asked(request, len(pictures), len(pictures))
    state = pictures[at - 1]
    place = numbers.index(number)
    return site.page(
        request, "tables/hand.html", table=name, number=number, at=at, when="", here=link(name),
        back=f"/table/{quote(name, safe='')}", back_name=said.say(N_("Table {table}"), table=name),
        words=[happening(one, said) for one in pictures],
        picture=felt(state, said), tall=felt(state, said, tall=True),
        before=numbers[place + 1] if place + 1 < len(numbers) else None,
        behind=numbers[place - 1] if place else None,
    )  # fmt: skip
