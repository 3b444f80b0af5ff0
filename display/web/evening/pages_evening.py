"""Setting up the evening step by step; the next step is highlighted until play begins."""

from typing import Any, Final

import msgspec
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from controller.contract.venue import desk
from controller.contract.venue.book import Tournaments
from display.web.answers import Told, back_with
from display.web.live.core_requests import CoreAway, Refused
from display.web.site import Site, said_to
from display.web.staff.actions import ACTIONS
from display.web.staff.forms import BadForm, number
from display.web.staff.pages_actions import AWAY, not_done, send
from display.web.typed import MARK, form_of, typed
from display.words.names import N_
from display.words.venue.evening import refusal

MOST_TABLES: Final = 40
"""The maximum number of tables that can be opened at once."""

STEPS: Final = ("evening", "tables", "players", "draw", "start")


class Progress(msgspec.Struct, frozen=True):
    """How far an evening has been set up.

    `open` means that a tournament is open. `tables` and `seats` are the numbers of tables and seats
    in the room. `players` is how many players are on the list, and `unseated` how many of them have
    no seat. `begun` means that play has begun.
    """

    open: bool = False
    tables: int = 0
    seats: int = 0
    players: int = 0
    unseated: int = 0
    begun: bool = False

    @property
    def next(self) -> str:
        """The name of the next step, or "" once play has begun."""
        if not self.open:
            return "evening"
        if self.begun:
            return ""
        if not self.tables or self.players > self.seats:
            return "tables"
        if self.players < 2:
            return "players"
        return "draw" if self.unseated else "start"

    def done(self, step: str) -> bool:
        """Return whether a step, given by its name, has been completed."""
        return not self.next or STEPS.index(step) < STEPS.index(self.next)


def progress(site: Site) -> Progress:
    """Return the progress of the current evening."""
    room = site.room
    if room.state is None or not room.state.tournament or room.evening.over:
        return Progress()
    tables = room.state.tables
    unseated = sum(not one.table for one in room.players())
    return Progress(
        True, len(tables), sum(one.seats for one in tables), len(room.players()), unseated,
        room.evening.begun,
    )  # fmt: skip


def heard(site: Site) -> list[tuple[int, int]]:
    """Return the tables that are connected but not yet open, each with its number of seats."""
    found = {}
    for seen in site.hall.tables():
        one, state = site.room.table_number(seen.name), seen.view.state
        if one and state is not None and state.seats and site.room.line(seen.name) is None:
            found[one] = len(state.seats)
    return sorted(found.items())


async def evening(request: Request) -> Response:
    """Show the steps of an evening."""
    return await _evening(request)


async def _evening(
    request: Request, *, wrong: str = "", reason: str = "", closed: desk.ListClosed | None = None
) -> Response:
    site: Site = request.app.state.site
    visitor, files = request.state.visitor, Tournaments(())
    now = progress(site)
    if not now.open and visitor.may(desk.AskTournaments):
        try:
            files = await site.line.ask(desk.AskTournaments(), Tournaments, visitor.session)
        except (CoreAway, Refused):
            wrong = wrong or said_to(request, site).say(AWAY)
    return site.page(
        request, "evening/evening.html", 409 if wrong else 200, now_at=now, files=files.tournaments,
        heard=heard(site), closed=closed, problem=wrong, reason=reason,
    )  # fmt: skip


async def step(request: Request) -> Response:
    """Carry out one step of setting up the evening, then show the page with the next step."""
    site: Site = request.app.state.site
    said, form = said_to(request, site), await form_of(request)
    deed = _DEEDS.get(request.path_params["step"])
    if deed is None or not request.state.visitor.may(deed[0]):
        return not_done(request, "/evening")
    try:
        answer = await deed[1](request, form)
    except BadForm as error:
        return await _evening(request, wrong=said.say(str(error)))
    except Refused as error:
        text = refusal(error.reason, str(error), said)
        return await _evening(request, wrong=text, reason=error.reason)
    except CoreAway:
        return await _evening(request, wrong=said.say(AWAY))
    if isinstance(answer, Response):
        return answer
    return back_with(request, "/evening", Told(True, said.say(answer)))


async def _open(request: Request, form: dict[str, str]) -> Response | str:
    site: Site = request.app.state.site
    name = typed(form, "file")
    session = request.state.visitor.session
    known = (await site.line.ask(desk.AskTournaments(), Tournaments, session)).tournaments
    if any(one.name == name and not all(one.options.values()) for one in known):
        # Some options still need a text for the wall; that form asks for them.
        return RedirectResponse(f"/do/open-tournament?file={name}", 303)
    await send(request, desk.OpenTournament(name), form)
    return ACTIONS["open-tournament"].done


async def _tables(request: Request, form: dict[str, str]) -> str:
    site: Site = request.app.state.site
    wanted = dict(heard(site))
    if "tables" in form:
        last, seats = number(form, "tables", MOST_TABLES), number(form, "seats", 10)
        there = {one.table for one in site.room.state.tables} if site.room.state else set()
        wanted = {one: seats for one in range(1, last + 1) if one not in there}
    for table, seats in wanted.items():
        own = {"once": f"{typed(form, 'once', MARK)}-{table}"} if form.get("once") else {}
        await send(request, desk.OpenTable(table, seats), own)
    return N_("The tables are open.")


async def _close(request: Request, form: dict[str, str]) -> Response:
    answer = await send(request, desk.CloseList(), form)
    return await _evening(request, closed=msgspec.convert(answer.data, desk.ListClosed))


async def _draw(request: Request, form: dict[str, str]) -> str:
    await send(request, desk.DrawSeats(form.get("witness", "")[:200].strip()), form)
    return ACTIONS["draw-seats"].done


async def _start(request: Request, form: dict[str, str]) -> str:
    await send(request, desk.Start(), form)
    return ACTIONS["start"].done


_DEEDS: Final[dict[str, tuple[Any, Any]]] = {
    "open": (desk.OpenTournament, _open),
    "tables": (desk.OpenTable, _tables),
    "close": (desk.CloseList, _close),
    "draw": (desk.DrawSeats, _draw),
    "start": (desk.Start, _start),
}
