"""Member pages at the desk: members, expected players, and the results sheet for the league."""

import csv
import io

import msgspec
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from controller.contract.venue.book import Tournaments
from controller.contract.venue.desk import AskTournaments
from controller.contract.venue.floor.members import (
    AskAttendance,
    AskNewcomers,
    AskSheet,
    Attendance,
    Declare,
    Newcomers,
    Sheet,
)
from display.web.answers import Told, back_with, problem
from display.web.live.core_requests import CoreAway, Refused
from display.web.screens.pages_player import LINK, NO_PLAYER
from display.web.site import Site, said_to
from display.web.staff.pages_actions import AWAY
from display.web.typed import MARK, ONCE, form_of, typed
from display.words.names import N_
from display.words.venue.evening import refusal

NEW = N_("new")
"""The text shown on the sheet for a player without a number."""


async def members(request: Request) -> Response:
    """Show members without a number, members who are due a card, and the players expected."""
    site: Site = request.app.state.site
    session = request.state.visitor.session
    files = Tournaments(())
    try:
        newcomers = await site.line.ask(AskNewcomers(), Newcomers, session)
        attendance = await site.line.ask(AskAttendance(), Attendance, session)
        if request.state.visitor.may(AskTournaments):
            files = await site.line.ask(AskTournaments(), Tournaments, session)
    except (Refused, CoreAway):
        return problem(request, 503, AWAY)
    return site.page(
        request, "staff/members.html", newcomers=newcomers, attendance=attendance,
        files=files.tournaments,
    )  # fmt: skip


async def _sheet(request: Request) -> Sheet | Response:
    site: Site = request.app.state.site
    asked = AskSheet(typed(request.query_params, "tournament", MARK))
    try:
        return await site.line.ask(asked, Sheet, request.state.visitor.session)
    except Refused as error:
        return problem(request, 404, refusal(error.reason, str(error), said_to(request, site)))
    except CoreAway:
        return problem(request, 503, AWAY)


async def sheet(request: Request) -> Response:
    """Show the league's results sheet, to print and post or to read on a telephone."""
    found = await _sheet(request)
    if isinstance(found, Response):
        return found
    site: Site = request.app.state.site
    return site.page(request, "evening/sheet.html", sheet=found)


async def sheet_csv(request: Request) -> Response:
    """Return the results sheet as CSV, for a spreadsheet or the league's site."""
    found = await _sheet(request)
    if isinstance(found, Response):
        return found
    said = said_to(request, request.app.state.site)
    return Response(as_csv(found, said.say(NEW)), media_type="text/csv; charset=utf-8")


async def sheet_json(request: Request) -> Response:
    """Return the results sheet as JSON."""
    found = await _sheet(request)
    if isinstance(found, Response):
        return found
    return Response(msgspec.json.encode(found), media_type="application/json")


def as_csv(found: Sheet, new: str) -> str:
    """Return the results sheet as CSV.

    `new` is the text written in place of the member number of a player who has none.
    """
    out = io.StringIO()
    rows = csv.writer(out)
    rows.writerow(("first", "last", "name", "member_no", "points"))
    for line in found.lines:
        cells = (line.name, line.member_no or new)
        plain = [f"'{one}" if one[:1] in "=+-@\t\r" else one for one in cells]
        rows.writerow((line.first, line.last, *plain, line.points))
    return out.getvalue()


async def declare(request: Request) -> Response:
    """Save whether a player will attend on a day; the secret in their link identifies them."""
    site: Site = request.app.state.site
    link, form = request.path_params["link"], await form_of(request)
    if not LINK.fullmatch(link):
        return problem(request, 404, NO_PLAYER)
    said = said_to(request, site)
    do = Declare(link, form.get("day", "")[:10], form.get("present") == "yes")
    try:
        await site.line.do(do, "", request.state.source, typed(form, "once", ONCE))
    except Refused as error:
        told = Told(False, refusal(error.reason, str(error), said))
        return back_with(request, f"/me/{link}", told)
    except CoreAway:
        return back_with(request, f"/me/{link}", Told(False, said.say(AWAY)))
    return RedirectResponse(f"/me/{link}", 303)
