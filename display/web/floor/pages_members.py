"""Member pages at the desk: members, expected players, and the results sheet for the league."""

import msgspec
from starlette.responses import Response

from controller.contract.venue.book import Tournaments
from controller.contract.venue.desk import AskTournaments
from controller.contract.venue.floor.members import (
    AskAttendance,
    AskNewcomers,
    AskSheet,
    Attendance,
    Newcomers,
    Sheet,
)
from display.web.answers import AWAY, Problem
from display.web.club.results_csv import CSV, csv_of
from display.web.live.core_requests import Refused
from display.web.site import Visit
from display.web.typed import MARK, typed
from display.words.names import N_

NEW = N_("new")
"""The text shown on the results sheet in place of a missing member number."""


async def members(request: Visit) -> Response:
    """Show members without a number, members who are due a card, and players expected today."""
    files = Tournaments(())
    try:
        newcomers = await request.ask(AskNewcomers(), Newcomers)
        attendance = await request.ask(AskAttendance(), Attendance)
        if request.visitor.may(AskTournaments):
            files = await request.ask(AskTournaments(), Tournaments)
    except Refused:
        raise Problem(503, AWAY) from None
    return request.page(
        "staff/members.html", newcomers=newcomers, attendance=attendance, files=files.tournaments
    )


async def _sheet(request: Visit) -> Sheet:
    return await request.ask(AskSheet(typed(request.query_params, "tournament", MARK)), Sheet)


async def sheet(request: Visit) -> Response:
    """Show the league's results sheet, to print and post or to read on a phone."""
    return request.page("evening/sheet.html", sheet=await _sheet(request))


async def sheet_csv(request: Visit) -> Response:
    """Return the results sheet as CSV, for a spreadsheet or the league's site."""
    return Response(as_csv(await _sheet(request), request.said.say(NEW)), media_type=CSV)


async def sheet_json(request: Visit) -> Response:
    """Return the results sheet as JSON."""
    return Response(msgspec.json.encode(await _sheet(request)), media_type="application/json")


def as_csv(found: Sheet, new: str) -> str:
    """Return the results sheet as CSV.

    `new` is the text written in place of the member number of a player who has none.
    """
    lines = ((one.first, one.last, one.name, one.member_no or new, one.points)
             for one in found.lines)  # fmt: skip
    return csv_of([("first", "last", "name", "member_no", "points"), *lines])
