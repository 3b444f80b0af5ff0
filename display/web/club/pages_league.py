"""League pages: seasons side by side, a trial formula for points, and imported results."""

from typing import Any, Final

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from controller.contract.venue.book import Tournaments
from controller.contract.venue.desk import AskTournaments
from controller.contract.venue.league import (
    AskLeague,
    AskPublished,
    League,
    Published,
    TakeEvening,
    Taken,
)
from display.web.answers import Told, back_with, problem
from display.web.club.results_csv import BadResults, published, read, side_by_side
from display.web.evening.pages_players import decoded
from display.web.evening.pasted import MOST_LETTERS
from display.web.live.core_requests import CoreAway, Refused
from display.web.site import Site, said_to
from display.web.staff.pages_actions import AWAY, not_done, send
from display.web.typed import form_with_file, typed
from display.words.names import N_
from display.words.venue.evening import refusal

LONGEST: Final = 300
EMPTY: Final = dict.fromkeys(("file", "title", "season", "bar", "text"), "")
UNNAMED: Final = N_("All evenings")
NOT_READ: Final = N_(
    "These results can't be read: the first line must contain the headings place, player and "
    "points."
)
WRONG_LINE: Final = N_(
    "Line {line} can't be read: it needs a place, a player and a whole number of points."
)
CSV: Final = "text/csv; charset=utf-8"


async def _league(request: Request, formula: str = "") -> League | Response:
    site: Site = request.app.state.site
    try:
        return await site.line.ask(AskLeague(formula), League, request.state.visitor.session)
    except Refused as error:
        return problem(request, 404, refusal(error.reason, str(error), said_to(request, site)))
    except CoreAway:
        return problem(request, 503, AWAY)


async def league(request: Request) -> Response:
    """Show the seasons side by side.

    If a trial formula for points is entered, also show the points that it gives for the last
    evening.
    """
    return await _shown(request)


async def _shown(request: Request, wrong: str = "", **filled: Any) -> Response:
    site: Site = request.app.state.site
    formula = request.query_params.get("formula", "")[:LONGEST].strip()
    found = await _league(request, formula)
    if isinstance(found, Response):
        return found
    files = Tournaments(())
    if request.state.visitor.may(TakeEvening):
        try:
            files = await site.line.ask(
                AskTournaments(), Tournaments, request.state.visitor.session
            )
        except (CoreAway, Refused):
            wrong = wrong or said_to(request, site).say(AWAY)
    return site.page(
        request, "league.html", 409 if wrong else 200, league=found, formula=formula,
        unnamed=UNNAMED, files=files.tournaments, problem=wrong, filled=EMPTY | filled,
        lines=filled.get("lines", ()),
    )  # fmt: skip


async def league_csv(request: Request) -> Response:
    """Return the standings of the last seasons, side by side, as CSV."""
    found = await _league(request)
    if isinstance(found, Response):
        return found
    said = said_to(request, request.app.state.site)
    return Response(side_by_side(found, said.say(UNNAMED)), media_type=CSV)


async def published_csv(request: Request) -> Response:
    """Return the last finished evening's results as CSV, in the format of results databases."""
    site: Site = request.app.state.site
    try:
        found = await site.line.ask(AskPublished(), Published, request.state.visitor.session)
    except Refused as error:
        return problem(request, 404, refusal(error.reason, str(error), said_to(request, site)))
    except CoreAway:
        return problem(request, 503, AWAY)
    return Response(published(found), media_type=CSV)


async def take(request: Request) -> Response:
    """Show how imported results were parsed or, if staff have confirmed them, store them."""
    site: Site = request.app.state.site
    if not request.state.visitor.may(TakeEvening):
        return not_done(request, "/league")
    said = said_to(request, site)
    form, content = await form_with_file(request, "upload", MOST_LETTERS)
    text = decoded(content).strip() or typed(form, "list", MOST_LETTERS)
    filled = {word: typed(form, word) for word in ("file", "title", "season", "bar", "once")}
    sure = form.get("sure") == "yes"
    try:
        lines = read(text)
    except BadResults as error:
        sentence = said.say(WRONG_LINE, line=error.line) if error.line else said.say(NOT_READ)
        return await _shown(request, sentence, text=text, **filled)
    if not sure:
        return await _shown(request, "", text=text, lines=lines, **filled)
    do = TakeEvening(filled["file"], filled["title"], lines, filled["season"], filled["bar"])
    try:
        answer = await send(request, do, {"once": filled["once"]})
    except Refused as error:
        sentence = refusal(error.reason, str(error), said)
        return await _shown(request, sentence, text=text, **filled)
    except CoreAway:
        return await _shown(request, said.say(AWAY), text=text, **filled)
    new = msgspec.convert(answer.data, Taken).new
    done = said.say(N_("The evening now counts towards the league. New players: {new}"), new=new)
    return back_with(request, "/league", Told(True, done))
