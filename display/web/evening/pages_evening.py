"""Setting up the evening step by step; the next step is highlighted until play begins."""

from typing import Any, Final

import msgspec
from starlette.responses import RedirectResponse, Response

from controller.contract.venue import desk
from controller.contract.venue.book import Tournaments
from display.web.answers import AWAY, FAILURES, Told, back_with, why
from display.web.live.core_requests import CoreAway, Refused
from display.web.site import Site, Visit
from display.web.staff.actions import ACTIONS
from display.web.staff.forms import number
from display.web.staff.offers import still_to_open
from display.web.staff.pages_actions import not_done, send
from display.web.typed import MARK, form_of, typed
from display.words.names import N_

MOST_TABLES: Final = 40
"""The maximum number of tables that can be opened at once."""

STEPS: Final = ("evening", "tables", "players", "draw", "start")


class Progress(msgspec.Struct, frozen=True):
    """How far the setup of an evening has progressed.

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


async def evening(
    request: Visit, *, wrong: str = "", reason: str = "", closed: desk.ListClosed | None = None
) -> Response:
    """Show the steps of an evening, and the error `wrong`, if any.

    `reason` is the id of a refusal. If the player list has just been closed, `closed` holds the
    hashes to post on the wall.
    """
    now, files = progress(request.site), Tournaments(())
    if not now.open and request.visitor.may(desk.AskTournaments):
        try:
            files = await request.ask(desk.AskTournaments(), Tournaments)
        except (CoreAway, Refused):
            wrong = wrong or request.said.say(AWAY)
    return request.page(
        "evening/evening.html", 409 if wrong else 200, now_at=now, files=files.tournaments,
        heard=still_to_open(request.site), closed=closed, problem=wrong, reason=reason,
    )  # fmt: skip


async def step(request: Visit) -> Response:
    """Carry out one step of setting up the evening, then show the page with the next step."""
    said, form = request.said, await form_of(request)
    deed = _DEEDS.get(request.path_params["step"])
    if deed is None or not request.visitor.may(deed[0]):
        return not_done(request, "/evening")
    try:
        answer = await deed[1](request, form)
    except FAILURES as error:
        return await evening(request, wrong=why(error, said), reason=error.reason)
    if isinstance(answer, Response):
        return answer
    return back_with(request, "/evening", Told(True, said.say(answer)))


async def _open(request: Visit, form: dict[str, str]) -> Response | str:
    name = typed(form, "file")
    known = (await request.ask(desk.AskTournaments(), Tournaments)).tournaments
    if any(one.name == name and not all(one.options.values()) for one in known):
        # Some options still need a text for the wall; that form asks for them.
        return RedirectResponse(f"/do/open-tournament?file={name}", 303)
    await send(request, desk.OpenTournament(name), form)
    return ACTIONS["open-tournament"].done


async def _tables(request: Visit, form: dict[str, str]) -> str:
    wanted, state = dict(still_to_open(request.site)), request.site.room.state
    if "tables" in form:
        last, seats = number(form, "tables", MOST_TABLES), number(form, "seats", 10)
        there = {one.table for one in state.tables} if state else set()
        wanted = {one: seats for one in range(1, last + 1) if one not in there}
    for table, seats in wanted.items():
        own = {"once": f"{typed(form, 'once', MARK)}-{table}"} if form.get("once") else {}
        await send(request, desk.OpenTable(table, seats), own)
    return N_("The tables are open.")


async def _close(request: Visit, form: dict[str, str]) -> Response:
    answer = await send(request, desk.CloseList(), form)
    return await evening(request, closed=msgspec.convert(answer.data, desk.ListClosed))


async def _draw(request: Visit, form: dict[str, str]) -> str:
    await send(request, desk.DrawSeats(form.get("witness", "")[:200].strip()), form)
    return ACTIONS["draw-seats"].done


async def _start(request: Visit, form: dict[str, str]) -> str:
    await send(request, desk.Start(), form)
    return ACTIONS["start"].done


_DEEDS: Final[dict[str, tuple[Any, Any]]] = {
    "open": (desk.OpenTournament, _open),
    "tables": (desk.OpenTable, _tables),
    "close": (desk.CloseList, _close),
    "draw": (desk.DrawSeats, _draw),
    "start": (desk.Start, _start),
}
