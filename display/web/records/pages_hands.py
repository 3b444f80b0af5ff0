"""The last hands at a table as pictures: one at the end of each street and of the hand.

They are made from the public messages that the table has sent since the web server started. Players
are shown under the room's current names for them.
"""

from collections.abc import Mapping
from typing import Final
from urllib.parse import quote

from starlette.responses import Response

from controller.contract.public import PublicState
from display.newer_state import state_understood
from display.web.answers import Problem
from display.web.live.hall import TableSeen
from display.web.live.seen_hands import SeenHand
from display.web.records.archive import named
from display.web.records.pages_archive import hand_page, shown_names
from display.web.site import Visit
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


async def hand(request: Visit) -> Response:
    """Show one picture of a recent hand, and all its pictures in words."""
    name, number = request.path_params["table"], request.path_params["hand"]
    seen = request.site.hall.table(name)
    numbers = numbers_of(seen) if seen is not None else []
    found = seen.hands if seen is not None and number in numbers else ()
    kept = next((one for one in found if one.number == number), SeenHand(number))
    pictures = _states(kept, shown_names(request.site.room))
    if not pictures:
        raise Problem(404, NO_HAND)
    place, back_name = numbers.index(number), request.said.say(N_("Table {table}"), table=name)
    return hand_page(
        request, pictures, len(pictures), table=name, number=number, when="", here=link(name),
        back=f"/table/{quote(name, safe='')}", back_name=back_name,
        before=numbers[place + 1] if place + 1 < len(numbers) else None,
        behind=numbers[place - 1] if place else None,
    )  # fmt: skip
