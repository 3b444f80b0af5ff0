"""League pages: seasons side by side, a trial formula for points, and imported results."""

from typing import Any, Final

import msgspec
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
from display.web.answers import AWAY, Told, back_with, why
from display.web.club.results_csv import CSV, BadResults, published, read, side_by_side
from display.web.evening.pages_players import decoded
from display.web.evening.pasted_players import MOST_LETTERS
from display.web.live.core_requests import CoreAway, Refused
from display.web.site import Visit
from display.web.staff.pages_actions import send
from display.web.typed import form_with_file, typed
from display.words.names import N_

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


async def league(request: Visit, wrong: str = "", **filled: Any) -> Response:
    """Show the seasons side by side.

    If a trial formula for points is entered, also show the points that it gives for the last
    evening. `wrong` is an error in the results to import. `filled` holds the import form's values.
    """
    formula = request.query_params.get("formula", "")[:LONGEST].strip()
    found = await request.ask(AskLeague(formula), League)
    files = Tournaments(())
    if request.visitor.may(TakeEvening):
        try:
            files = await request.ask(AskTournaments(), Tournaments)
        except (CoreAway, Refused):
            wrong = wrong or request.said.say(AWAY)
    return request.page(
        "league.html", 409 if wrong else 200, league=found, formula=formula, unnamed=UNNAMED,
        files=files.tournaments, problem=wrong, filled=EMPTY | filled,
        lines=filled.get("lines", ()),
    )  # fmt: skip


async def league_csv(request: Visit) -> Response:
    """Return the standings of the latest seasons, side by side, as CSV."""
    found = await request.ask(AskLeague(), League)
    return Response(side_by_side(found, request.said.say(UNNAMED)), media_type=CSV)


async def published_csv(request: Visit) -> Response:
    """Return the last finished evening's results as CSV for public databases of poker results."""
    return Response(published(await request.ask(AskPublished(), Published)), media_type=CSV)


async def take(request: Visit) -> Response:
    """Show how imported results were parsed or, if staff have confirmed them, store them."""
    said = request.said
    form, content = await form_with_file(request, "upload", MOST_LETTERS)
    text = decoded(content).strip() or typed(form, "list", MOST_LETTERS)
    filled = {word: typed(form, word) for word in ("file", "title", "season", "bar", "once")}
    try:
        lines = read(text)
    except BadResults as error:
        sentence = said.say(WRONG_LINE, line=error.line) if error.line else said.say(NOT_READ)
        return await league(request, sentence, text=text, **filled)
    if form.get("sure") != "yes":
        return await league(request, "", text=text, lines=lines, **filled)
    do = TakeEvening(filled["file"], filled["title"], lines, filled["season"], filled["bar"])
    try:
        answer = await send(request, do, {"once": filled["once"]})
    except (Refused, CoreAway) as error:
        return await league(request, why(error, said), text=text, **filled)
    new = msgspec.convert(answer.data, Taken).new
    done = said.say(N_("The evening now counts towards the league. New players: {new}"), new=new)
    return back_with(request, "/league", Told(True, done))
