"""Registration pages: the player list, the new-player form and the seat draw."""

from typing import Any

import msgspec
from starlette.responses import Response

from controller.contract.venue import desk
from display.web.alphabet import place_of
from display.web.answers import AWAY, Told, back_with, why
from display.web.live.core_requests import CoreAway, Refused
from display.web.site import Visit
from display.web.staff.actions import ACTIONS, offered
from display.web.staff.forms import BadForm, enter
from display.web.staff.pages_actions import send
from display.web.typed import MAIL, MARK, form_of, typed

MORE = (
    "seat-player", "seat-card-drawn", "stack-counted", "stack-unsold", "prizes-posted",
    "open-tournament", "open-table", "start",
)  # fmt: skip
"""Actions before the start of play that each have a page of their own."""


TICKS = ("needs_ear", "identified", "of_age", "receipt", "owner", "another")
"""The tick boxes of the new-player form."""


def filled_in(form: dict[str, str]) -> dict[str, Any]:
    """Return the values of the new-player form, so that they can be shown again after an error."""
    return {
        "name": typed(form, "name"), "shown_as": typed(form, "shown_as", MARK),
        "member_no": typed(form, "member_no", MARK), "mail": typed(form, "mail", MAIL),
        "level": form.get("level", "1")[:3], **{word: word in form for word in TICKS},
    }  # fmt: skip


async def desk_page(
    request: Visit,
    *,
    filled: dict[str, Any] | None = None,
    wrong: str = "",
    reason: str = "",
    closed: desk.ListClosed | None = None,
    namesake: str = "",
    looked_for: str = "",
) -> Response:
    """Show the player list or, after a search, only the players found.

    `filled` holds the values of the new-player form. `wrong` is an error, and `reason` the id of a
    refusal. If the list has just been closed, `closed` holds the hashes to post on the wall.
    `namesake` is the name of a new player, if the club already knows a person with this name.
    `looked_for` is any other name to look up among the people whom the club knows.
    """
    query = namesake or looked_for or typed(request.query_params, "q").strip()
    entrants: tuple[desk.Entrant, ...] = ()
    persons: tuple[desk.Person, ...] = ()
    nothing_open = False
    try:
        entrants = (await request.ask(desk.AskEntrants(), desk.Entrants)).entrants
        if query:
            persons = (await request.ask(desk.AskPersons(query), desk.Persons)).persons
    except (Refused, CoreAway) as error:
        nothing_open = error.reason == "no-tournament"
        reason = reason or ("" if nothing_open else error.reason)
        wrong = wrong or why(error, request.said)
    find = typed(request.query_params, "find").strip()
    listed = len(entrants)
    entrants = tuple(one for one in entrants if _fits(one, find.casefold()))
    entrants = tuple(sorted(entrants, key=lambda one: place_of(one.name or one.shown_as)))
    evening, players = request.site.room.evening, request.site.room.players()
    return request.page(
        "evening/desk.html", 409 if wrong else 200, filled=filled or filled_in({}), problem=wrong,
        reason=reason, closed=closed, namesake=namesake, asks=evening.asks,
        drawn=bool(players) and all(one.table for one in players),
        more=offered(MORE, request.visitor, evening), nothing_open=nothing_open,
        entrants=entrants, persons=persons, q=query, find=find, listed=listed,
    )  # fmt: skip


def _fits(one: desk.Entrant, find: str) -> bool:
    """Return whether an entrant's name or member number contains `find`, or their seat is `find`.

    `find` is in lower case, and a seat is written as table and seat: `4-7`.
    """
    seat = f"{one.seat[0]}-{one.seat[1]}" if one.seat else ""
    names = (one.name, one.shown_as, one.member_no)
    return find == seat or any(find in text.casefold() for text in names)


async def sign_in(request: Visit) -> Response:
    """Add a player to the list; if that fails, show the form again with the text as typed.

    If the club already knows a person with this name, staff are first asked to confirm that the new
    player is somebody else.
    """
    said, form = request.said, await form_of(request)
    filled = filled_in(form)
    new = not form.get("person")
    try:
        wanted = form if "another" in form or not new else form | {"if_unknown": "on"}
        await send(request, enter(wanted), form)
    except BadForm as error:
        return await desk_page(request, filled=filled, wrong=said.say(str(error)))
    except (Refused, CoreAway) as error:
        another = "another" in form and isinstance(error, Refused)
        known = new and (another or error.reason == "name-is-known")
        return await desk_page(
            request, filled=filled, wrong=why(error, said), looked_for=typed(form, "q"),
            namesake=filled["name"] if known else "",
        )  # fmt: skip
    done = ACTIONS["enter"].done
    return back_with(request, "/desk", Told(True, said.say(done)))


async def close_list(request: Visit) -> Response:
    """Close the player list so that seats can be drawn, and show the hashes to post on the wall."""
    try:
        answer = await send(request, desk.CloseList(), await form_of(request))
        return await desk_page(request, closed=msgspec.convert(answer.data, desk.ListClosed))
    except (Refused, CoreAway) as error:
        return await desk_page(request, wrong=why(error, request.said), reason=error.reason)
    except msgspec.ValidationError:
        return await desk_page(request, wrong=request.said.say(AWAY))
