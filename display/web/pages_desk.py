"""Registration, and every action of staff."""

from collections.abc import Mapping
from typing import Any

import msgspec
from starlette.datastructures import UploadFile
from starlette.requests import Request
from starlette.responses import Response

from controller.contract.venue import desk
from display.web.answers import Told, back_with, problem
from display.web.forms import ACTIONS, PAGES, BadForm, done_text, enter
from display.web.line import CoreAway, Refused
from display.web.site import Site, said_to
from display.words.evening import refusal
from display.words.names import N_

AWAY = N_("The room's process is away: it may be done, or not. Look, and try again.")
NO_RIGHT = N_("Your role may not do that.")


class Filled(msgspec.Struct, frozen=True):
    """What stands in the form for a new player."""

    name: str = ""
    shown_as: str = ""
    member_no: str = ""
    needs_ear: bool = False
    identified: bool = False


async def form_of(request: Request) -> dict[str, str]:
    """Return the fields of a form; files are none."""
    form = await request.form(max_files=0, max_fields=50)
    return {key: value for key, value in form.items() if not isinstance(value, UploadFile)}


async def act(request: Request) -> Response:
    """Do what a form asks for, and go back to where it stands."""
    site: Site = request.app.state.site
    action, said = request.path_params["action"], said_to(request, site)
    if action not in ACTIONS:
        return problem(request, 404, N_("There is no such action."))
    form = await form_of(request)
    back = _back(action, form)
    try:
        what = ACTIONS[action](form)
        if not request.state.visitor.may(type(what)):
            return problem(request, 403, NO_RIGHT)
        await _done(request, what, form)
    except BadForm as error:
        return back_with(request, back, Told(False, said.say(str(error))))
    except Refused as error:
        return back_with(request, back, Told(False, refusal(error.reason, str(error), said)))
    except CoreAway:
        return back_with(request, back, Told(False, said.say(AWAY)))
    return back_with(request, back, Told(True, done_text(said, action)))


def _back(action: str, form: Mapping[str, str]) -> str:
    table = form.get("table", "")
    if action == "tell-table" and table.isascii() and table.isdecimal():
        return f"/table/{table[:20]}"
    return PAGES.get(action, "/floor")


async def _done(request: Request, what: desk.AnyDo, form: Mapping[str, str]) -> desk.DeskAnswer:
    site: Site = request.app.state.site
    return await site.line.do(
        what, request.state.visitor.session, request.state.source, form.get("once", "")[:64]
    )


async def desk_page(request: Request) -> Response:
    """Show the list, and who is looked for."""
    return await _desk(request)


async def _desk(
    request: Request,
    *,
    filled: Filled | None = None,
    wrong: str = "",
    closed: desk.ListClosed | None = None,
) -> Response:
    site: Site = request.app.state.site
    session, query = request.state.visitor.session, request.query_params.get("q", "")[:80].strip()
    entrants: tuple[desk.Entrant, ...] = ()
    persons: tuple[desk.Person, ...] = ()
    try:
        entrants = (await site.line.ask(desk.AskEntrants(), desk.Entrants, session)).entrants
        if query:
            persons = (await site.line.ask(desk.AskPersons(query), desk.Persons, session)).persons
    except Refused as error:
        wrong = wrong or refusal(error.reason, str(error), said_to(request, site))
    except CoreAway:
        wrong = wrong or said_to(request, site).say(AWAY)
    known: dict[str, Any] = {"entrants": entrants, "persons": persons, "q": query}
    return site.page(
        request, "desk.html", 409 if wrong else 200, filled=filled or Filled(), problem=wrong,
        closed=closed, **known,
    )  # fmt: skip


async def new_player(request: Request) -> Response:
    """Put somebody new on the list; what was typed stays when it can't be done."""
    site: Site = request.app.state.site
    said, form = said_to(request, site), await form_of(request)
    if not request.state.visitor.may(desk.Enter):
        return problem(request, 403, NO_RIGHT)
    filled = Filled(
        form.get("name", "")[:80], form.get("shown_as", "")[:40], form.get("member_no", "")[:40],
        "needs_ear" in form, "identified" in form,
    )  # fmt: skip
    try:
        await _done(request, enter(form), form)
    except BadForm as error:
        return await _desk(request, filled=filled, wrong=said.say(str(error)))
    except Refused as error:
        return await _desk(request, filled=filled, wrong=refusal(error.reason, str(error), said))
    except CoreAway:
        return await _desk(request, filled=filled, wrong=said.say(AWAY))
    return back_with(request, "/desk", Told(True, done_text(said, "enter")))


async def close_list(request: Request) -> Response:
    """Close the list, and show what goes on the wall."""
    site: Site = request.app.state.site
    said, form = said_to(request, site), await form_of(request)
    if not request.state.visitor.may(desk.CloseList):
        return problem(request, 403, NO_RIGHT)
    try:
        answer = await _done(request, desk.CloseList(), form)
        return await _desk(request, closed=msgspec.convert(answer.data, desk.ListClosed))
    except Refused as error:
        return await _desk(request, wrong=refusal(error.reason, str(error), said))
    except (CoreAway, msgspec.ValidationError):
        return await _desk(request, wrong=said.say(AWAY))
