"""Registration pages: the player list, the new-player form and the seat draw."""

from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from controller.contract.venue import desk
from display.web.alphabet import place_of
from display.web.answers import Told, back_with
from display.web.live.core_requests import CoreAway, Refused
from display.web.site import Site, said_to
from display.web.staff.actions import ACTIONS, offered
from display.web.staff.forms import BadForm, enter
from display.web.staff.pages_actions import AWAY, not_done, send
from display.web.typed import MAIL, MARK, form_of, typed
from display.words.venue.evening import refusal

MORE = (
    "seat-player", "seat-card-drawn", "stack-counted", "stack-unsold", "prizes-posted",
    "open-tournament", "open-table", "start",
)  # fmt: skip
"""Actions before the start of play that each have a page of their own."""


class Filled(msgspec.Struct, frozen=True):
    """The values typed into the new-player form, so that they can be shown again after an error."""

    name: str = ""
    shown_as: str = ""
    member_no: str = ""
    mail: str = ""
    needs_ear: bool = False
    identified: bool = False
    of_age: bool = False
    receipt: bool = False
    owner: bool = False
    level: str = "1"
    another: bool = False


async def desk_page(request: Request) -> Response:
    """Show the player list or, after a search, only the players found."""
    return await _desk(request)


async def _desk(
    request: Request,
    *,
    filled: Filled | None = None,
    wrong: str = "",
    reason: str = "",
    closed: desk.ListClosed | None = None,
    namesake: str = "",
    looked_for: str = "",
) -> Response:
    site: Site = request.app.state.site
    visitor = request.state.visitor
    session, asked = visitor.session, typed(request.query_params, "q").strip()
    query = namesake or looked_for or asked
    entrants: tuple[desk.Entrant, ...] = ()
    persons: tuple[desk.Person, ...] = ()
    nothing_open = False
    try:
        entrants = (await site.line.ask(desk.AskEntrants(), desk.Entrants, session)).entrants
        if query:
            persons = (await site.line.ask(desk.AskPersons(query), desk.Persons, session)).persons
    except Refused as error:
        nothing_open = error.reason == "no-tournament"
        reason = reason or ("" if nothing_open else error.reason)
        wrong = wrong or refusal(error.reason, str(error), said_to(request, site))
    except CoreAway:
        wrong = wrong or said_to(request, site).say(AWAY)
    find = typed(request.query_params, "find").strip()
    listed = len(entrants)
    entrants = tuple(one for one in entrants if _fits(one, find.casefold()))
    entrants = tuple(sorted(entrants, key=lambda one: place_of(one.name or one.shown_as)))
    known: dict[str, Any] = {
        "nothing_open": nothing_open,
        "entrants": entrants,
        "persons": persons,
        "q": query,
        "find": find,
        "listed": listed,
    }
    return site.page(
        request, "evening/desk.html", 409 if wrong else 200, filled=filled or Filled(),
        problem=wrong,
        reason=reason,
        closed=closed, namesake=namesake, asks=site.room.evening.asks,
        drawn=bool(site.room.players()) and all(one.table for one in site.room.players()),
        more=offered(MORE, visitor, site.room.evening), **known,
    )  # fmt: skip


def _fits(one: desk.Entrant, find: str) -> bool:
    """Return whether an entrant's name or member number contains `find`, or their seat is `find`.

    `find` is in lower case, and a seat is written as table and seat: `4-7`.
    """
    seat = f"{one.seat[0]}-{one.seat[1]}" if one.seat else ""
    names = (one.name, one.shown_as, one.member_no)
    return find == seat or any(find in text.casefold() for text in names)


async def sign_in(request: Request) -> Response:
    """Add a player to the list; if that fails, show the form again with the text as typed.

    If the club already knows a person with this name, staff are first asked to confirm that the new
    player is somebody else.
    """
    site: Site = request.app.state.site
    said, form = said_to(request, site), await form_of(request)
    if not request.state.visitor.may(desk.Enter):
        return not_done(request, "/desk")
    filled = Filled(
        typed(form, "name"), typed(form, "shown_as", MARK), typed(form, "member_no", MARK),
        typed(form, "mail", MAIL), "needs_ear" in form, "identified" in form, "of_age" in form,
        "receipt" in form, "owner" in form, form.get("level", "1")[:3], "another" in form,
    )  # fmt: skip
    looked_for = typed(form, "q")
    new = not form.get("person")
    try:
        wanted = form if filled.another or not new else form | {"if_unknown": "on"}
        await send(request, enter(wanted), form)
    except BadForm as error:
        return await _desk(request, filled=filled, wrong=said.say(str(error)))
    except Refused as error:
        wrong = refusal(error.reason, str(error), said)
        known = new and (filled.another or error.reason == "name-is-known")
        namesake = filled.name if known else ""
        return await _desk(
            request, filled=filled, wrong=wrong, namesake=namesake, looked_for=looked_for
        )
    except CoreAway:
        return await _desk(request, filled=filled, wrong=said.say(AWAY), looked_for=looked_for)
    done = ACTIONS["enter"].done
    return back_with(request, "/desk", Told(True, said.say(done)))


async def close_list(request: Request) -> Response:
    """Close the player list so that seats can be drawn, and show the documents for the wall."""
    site: Site = request.app.state.site
    said, form = said_to(request, site), await form_of(request)
    if not request.state.visitor.may(desk.CloseList):
        return not_done(request, "/desk")
    try:
        answer = await send(request, desk.CloseList(), form)
        return await _desk(request, closed=msgspec.convert(answer.data, desk.ListClosed))
    except Refused as error:
        text = refusal(error.reason, str(error), said)
        return await _desk(request, wrong=text, reason=error.reason)
    except (CoreAway, msgspec.ValidationError):
        return await _desk(request, wrong=said.say(AWAY))
