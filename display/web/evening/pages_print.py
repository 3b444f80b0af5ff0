"""Pages for printing: seat cards, receipts, wall notices and results."""

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any, Final

from starlette.responses import Response

from controller.contract.venue.prizes.money import AskDeal, DealOffers
from controller.contract.venue.tournament_formats.days import AskBags, Bags
from display.web.answers import Problem, problem
from display.web.evening import printed_pdf
from display.web.floor.pages_bank import names
from display.web.screens.pages_player import link_of, still_in
from display.web.screens.pages_room import season_of
from display.web.site import Visit
from display.words.names import N_
from display.words.venue.events import BAGGING

TITLE: Final = N_("Tournament")
NO_DOCUMENT: Final = N_("There is no such document.")
NO_PLACES: Final = N_("There are no finishing places yet: everybody is still in.")
NO_SEASON: Final = N_(
    "No results count towards the season yet. They appear here once an evening is over."
)
NO_EVENING: Final = N_(
    "No tournament is open. Open one, and print this page again after the first player is out."
)


async def _printed(request: Visit, template: str, **known: Any) -> Response:
    """Return a document as a PDF; `known` holds the values that its template uses.

    The document is typeset in a thread, so that the event loop can serve other requests.
    """
    said = request.said
    title = said.say(request.site.room.title or TITLE)
    try:
        made = await asyncio.to_thread(printed_pdf.pdf, template, said, title, **known)
    except printed_pdf.NoPaper as missing:
        raise Problem(501, str(missing)) from None
    return Response(made, media_type="application/pdf")


async def _cards(request: Visit, template: str, **known: Any) -> Response:
    cards = [
        printed_pdf.Card(
            one.name or one.shown_as, link_of(request, one), *(one.to or one.seat or (0, 0)),
            one.member_no, one.shown_as,
        )
        for one in await still_in(request)
    ]  # fmt: skip
    return await _printed(request, template, cards=cards, **known)


async def _posted(request: Visit) -> Response:
    """Return the documents for the wall: rules, levels, prizes, and when tables break."""
    evening = request.site.room.evening
    return await _printed(
        request, "posted.typ", posting=evening.posting, structure=evening.structure
    )


async def _results(request: Visit) -> Response:
    said, places = request.said, request.site.room.evening.places
    tables: list[Any] = [(said.say(N_("Results")), places.places if places is not None else ())]
    if season := await season_of(request):
        tables.append((said.say(N_("Season")), season))
    nothing = said.say(NO_EVENING if places is None else NO_PLACES)
    return await _printed(request, "results.typ", tables=tables, nothing=nothing)


async def season(request: Visit) -> Response:
    """Return the season's standings, to be posted on the wall or sent to a league."""
    said = request.said
    tables = [(said.say(N_("Season")), await season_of(request))]
    return await _printed(request, "results.typ", tables=tables, nothing=said.say(NO_SEASON))


async def _deal(request: Visit) -> Response:
    """Return the document about a deal to share the prizes, for the players in it to sign.

    The deal may be proposed or already agreed. If there is none, the document lists no shares.
    """
    offers = await request.ask_or(AskDeal(), DealOffers((), 0, 0))
    called = await names(request)
    shares = [(called(one), share, one in offers.agreed) for one, share in offers.proposed.items()]
    return await _printed(request, "deal.typ", shares=shares, played_for=offers.playing_for)


async def _bags(request: Visit) -> Response:
    found, called = await request.ask_or(AskBags(), Bags()), await names(request)
    lines = [(called(one.player), one) for one in found.lines]
    return await _printed(request, "bags.typ", words=BAGGING, lines=lines, phase=found.phase)


DOCUMENTS: Final[dict[str, Callable[[Visit], Awaitable[Response]]]] = {
    "cards.pdf": partial(_cards, template="cards.typ", label=False),
    "labels.pdf": partial(_cards, template="cards.typ", label=True),
    "receipts.pdf": partial(_cards, template="receipts.typ"),
    "posted.pdf": _posted,
    "results.pdf": _results,
    "deal.pdf": _deal,
    "bags.pdf": _bags,
}
"""The functions that make the printed documents, by the file name in the URL."""


async def document(request: Visit) -> Response:
    """Return the document that the URL names, as a PDF."""
    make = DOCUMENTS.get(request.path_params["document"])
    return await make(request) if make else problem(request, 404, NO_DOCUMENT)
