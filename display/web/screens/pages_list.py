"""A cash game's waiting list, for a screen in the room and for the staff who manage it."""

from typing import Final

from starlette.responses import Response

from controller.contract.venue.cash_game.waiting import KeepList
from display.web.live.room import Evening
from display.web.screens.pages_room import TOPICS
from display.web.site import Site, Visit
from display.web.staff.actions import offered

KEPT: Final = ("list-joined", "seat-called", "call-answered", "list-left", "buy-in", "move",
               "table-feeds")  # fmt: skip
"""The waiting-list actions, in the order they usually happen."""


def list_live(site: Site, language: str, *, deeds: bool = False) -> str:
    """Return the HTML of cash-game players who are waiting, have been called, or are moving.

    If `deeds` is true, each player has buttons for staff actions.
    """
    return site.fragment("parts/_list.html", language, view=site.room.evening.waiting, deeds=deeds)


async def waiting(request: Visit) -> Response:
    """Show the waiting list, with actions if the visitor is staff."""
    evening = request.site.room.evening
    more = () if evening.over else offered(of_now(evening), request.visitor)
    live = list_live(request.site, request.state.language, deeds=request.visitor.may(KeepList))
    return request.page("screens/list.html", live=live, more=more)


def of_now(evening: Evening) -> list[str]:
    """Return the names of the waiting-list actions that are possible now.

    A player can be called only if there is a free seat, for example.
    """
    view = evening.waiting
    waiting = view.waiting if view is not None else ()
    nothing = {
        "seat-called": view is None or not view.free or all(one.seat for one in waiting),
        "call-answered": not any(one.seat for one in waiting),
        "list-left": not waiting,
    }
    return [one for one in KEPT if not nothing.get(one, False)]


async def waiting_stream(request: Visit) -> Response:
    """Push the waiting list to the browser whenever it changes."""
    deeds = request.visitor.may(KeepList)
    return request.push(
        "list/staff" if deeds else "list", TOPICS,
        lambda language: list_live(request.site, language, deeds=deeds),
    )  # fmt: skip
