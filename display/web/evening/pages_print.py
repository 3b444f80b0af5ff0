"""Pages for printing: seat cards, receipts, wall notices and results."""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any, Final

from starlette.requests import Request
from starlette.responses import Response

from controller.contract.venue.desk import Entrant
from controller.contract.venue.prizes.money import AskDeal, DealOffers
from controller.contract.venue.tournament_formats.days import AskBags, Bags
from display.web.alphabet import place_of
from display.web.answers import problem
from display.web.evening import paper
from display.web.floor.pages_bank import names
from display.web.live.core_requests import CoreAway, Refused
from display.web.screens.pages_player import entrants_of, link_of
from display.web.screens.pages_room import season_of
from display.web.site import Site, said_to
from display.words.names import N_, Words
from display.words.venue.events import BAGGING

Make = Callable[[Words], bytes]
TITLE: Final = N_("Tournament")
NO_DOCUMENT: Final = N_("There is no such document.")
NO_PLACES: Final = N_("There are no finishing places yet: everybody is still in.")
NO_SEASON: Final = N_(
    "No results count towards the season yet. They appear here once an evening is over."
)
NO_EVENING: Final = N_(
    "No tournament is open. Open one, and print this page again after the first player is out."
)


async def _printed(request: Request, make: Make) -> Response:
    """Return a document as PDF.

    `make` is called in a thread, so that the event loop can serve other requests.
    """
    site: Site = request.app.state.site
    try:
        made = await asyncio.to_thread(make, said_to(request, site))
    except paper.NoPaper as missing:
        return problem(request, 501, str(missing))
    return Response(made, media_type="application/pdf")


def _title(site: Site, said: Words) -> str:
    return said.say(site.room.title) if site.room.title else said.say(TITLE)


async def _cards(request: Request, template: str, **known: Any) -> Response:
    site: Site = request.app.state.site
    entrants = await entrants_of(request)
    if isinstance(entrants, Response):
        return entrants
    there = [one for one in entrants if one.standing not in ("out", "removed")]
    there.sort(key=lambda one: place_of(one.name or one.shown_as))
    cards = [_card(request, one) for one in there]
    return await _printed(
        request,
        lambda said: paper.pdf(template, said, _title(site, said), cards=cards, **known),
    )


def _card(request: Request, one: Entrant) -> paper.Card:
    table, seat = one.to or one.seat or (0, 0)
    link = link_of(request, one)
    return paper.Card(one.name or one.shown_as, link, table, seat, one.member_no, one.shown_as)


async def _posted(request: Request) -> Response:
    """Return the documents for the wall: rules, levels, prizes, order in which tables break."""
    site: Site = request.app.state.site
    evening = site.room.evening
    made = partial(
        paper.pdf, "posted.typ", posting=evening.posting, structure=evening.structure
    )  # fmt: skip
    return await _printed(request, lambda said: made(said, _title(site, said)))


async def _results(request: Request) -> Response:
    """Return the finishing places, and the season's standings if the visitor may see them."""
    site: Site = request.app.state.site
    places = site.room.evening.places
    season = await season_of(site, request)

    def make(said: Words) -> bytes:
        tables = [(said.say(N_("Results")), places.places if places is not None else ())]
        if season:
            tables.append((said.say(N_("Season")), season))  # type: ignore[arg-type]
        nothing = said.say(NO_EVENING if places is None else NO_PLACES)
        return paper.pdf("results.typ", said, _title(site, said), tables=tables, nothing=nothing)

    return await _printed(request, make)


async def season(request: Request) -> Response:
    """Return the season's standings, to be posted on the wall or sent to a league."""
    site: Site = request.app.state.site
    rows = await season_of(site, request)

    def make(said: Words) -> bytes:
        return paper.pdf(
            "results.typ",
            said,
            _title(site, said),
            tables=[(said.say(N_("Season")), rows)],
            nothing=said.say(NO_SEASON),
        )

    return await _printed(request, make)


async def _deal(request: Request) -> Response:
    """Return the document about a deal to share the prizes, for the players in it to sign.

    The deal may be proposed or already agreed. If there is none, the document lists no shares.
    """
    site: Site = request.app.state.site
    offers = DealOffers((), 0, 0)
    with contextlib.suppress(CoreAway, Refused):
        offers = await site.line.ask(AskDeal(), DealOffers, request.state.visitor.session)
    called = await names(request)
    shares = [(called(one), share, one in offers.agreed) for one, share in offers.proposed.items()]
    known = {"shares": shares, "played_for": offers.playing_for}
    return await _printed(
        request, lambda said: paper.pdf("deal.typ", said, _title(site, said), **known)
    )


async def _bags(request: Request) -> Response:
    """Return the list of bagged stacks, for players and floor to sign."""
    site: Site = request.app.state.site
    found = Bags()
    with contextlib.suppress(CoreAway, Refused):
        found = await site.line.ask(AskBags(), Bags, request.state.visitor.session)
    called = await names(request)
    known = {"lines": [(called(one.player), one) for one in found.lines], "phase": found.phase}
    return await _printed(
        request,
        lambda said: paper.pdf("bags.typ", said, _title(site, said), words=BAGGING, **known),
    )


DOCUMENTS: Final[dict[str, Callable[[Request], Awaitable[Response]]]] = {
    "cards.pdf": partial(_cards, template="cards.typ", label=False),
    "labels.pdf": partial(_cards, template="cards.typ", label=True),
    "receipts.pdf": partial(_cards, template="receipts.typ"),
    "posted.pdf": _posted,
    "results.pdf": _results,
    "deal.pdf": _deal,
    "bags.pdf": _bags,
}
"""The functions that make the printed documents, by the file name in the URL."""


async def document(request: Request) -> Response:
    """Return the document that the URL names, as PDF."""
    make = DOCUMENTS.get(request.path_params["document"])
    return await make(request) if make else problem(request, 404, NO_DOCUMENT)
