"""A player's own page, by the secret of their link, and the QR code on their seat card."""

import io
import re
from collections.abc import Callable
from typing import Final

import segno
from msgspec.structs import replace
from starlette.requests import Request
from starlette.responses import Response

from controller.contract.venue.desk import AskEntrants, AskMe, Entrant, Entrants, PlayerPage
from controller.contract.venue.seats import Seat
from display.web.alphabet import place_of
from display.web.answers import problem
from display.web.hall import now_ms
from display.web.line import CoreAway, Refused
from display.web.pages_room import TOPICS, clock_known
from display.web.room import RoomSeen
from display.web.site import Site
from display.words.names import N_

LINK: Final = re.compile(r"[A-Za-z0-9_-]{8,128}")
"""What the secret of a link looks like."""

NO_PLAYER: Final = N_("There is no player of this link. Ask at the desk for another card.")


def me_now(me: PlayerPage, room: RoomSeen) -> PlayerPage:
    """Return a player's page as the room's public views have it now."""
    seat = room.seat_of(me.player)
    if seat is not None:
        me = replace(
            me, standing=seat.standing,
            seat=Seat(seat.table, seat.seat) if seat.table else None,
            to=Seat(seat.to_table, seat.to_seat) if seat.to_table else None,
            stack=seat.stack or 0,
        )  # fmt: skip
    places = room.evening.places.places if room.evening.places is not None else ()
    place = next((one for one in places if one.player == me.player), None)
    if place is not None:
        me = replace(me, first=place.first, last=place.last, points=place.points)
    clock = room.evening.clock
    return me if clock is None else replace(me, left_players=clock.left_players)


def me_live(site: Site, me: PlayerPage, language: str) -> str:
    """Return where a player sits or goes, and what is on."""
    known = clock_known(site.room.evening.clock, now_ms())
    return site.fragment("_me.html", language, me=me_now(me, site.room), **known)


def me_pushed(site: Site, me: PlayerPage) -> Callable[[str], str]:
    """Return what makes a player's page, anew only where something on it is another than before.

    The room changes with each hand of every table, and most of that is no business of theirs.
    """
    made: dict[str, tuple[object, str]] = {}

    def make(language: str) -> str:
        room = site.room
        health = room.health.log if room.health is not None else None
        clock = room.evening.clock
        shown = (me_now(me, room), clock, site.hall.link, room.online, health)
        known = made.get(language)
        if known is None or known[0] != shown:
            known = made[language] = shown, me_live(site, me, language)
        return known[1]

    return make


async def _asked(request: Request) -> PlayerPage | Response:
    site: Site = request.app.state.site
    link = request.path_params["link"]
    if not LINK.fullmatch(link):
        return problem(request, 404, NO_PLAYER)
    try:
        return await site.line.ask(AskMe(link), PlayerPage, source=request.state.source)
    except Refused:
        return problem(request, 404, NO_PLAYER)
    except CoreAway:
        return problem(request, 503, N_("The room's process is away. Please try again."))


async def me(request: Request) -> Response:
    """Show a player their seat."""
    site: Site = request.app.state.site
    found = await _asked(request)
    if isinstance(found, Response):
        return found
    live = me_live(site, found, request.state.language)
    return site.page(request, "me.html", live=live, coming=found.coming)


async def me_stream(request: Request) -> Response:
    """Push a player their seat."""
    site: Site = request.app.state.site
    found = await _asked(request)
    if isinstance(found, Response):
        return found
    return site.stream(request, f"me/{found.player}", TOPICS, me_pushed(site, found))


async def card(request: Request) -> Response:
    """Show a seat card to print, with the QR code of the player's own page."""
    site: Site = request.app.state.site
    listed = await entrants_of(request)
    if isinstance(listed, Response):
        return listed
    wanted = request.path_params["player"]
    entrant = next((one for one in listed if one.player == wanted), None)
    if entrant is None:
        return problem(request, 404, N_("There is no such player."))
    link = link_of(request, entrant)
    return site.page(request, "card.html", entrant=entrant, link=link, qr=qr(link))


async def cards(request: Request) -> Response:
    """Show the seat cards of all who are in, to be printed at once."""
    site: Site = request.app.state.site
    listed = await entrants_of(request)
    if isinstance(listed, Response):
        return listed
    there = [one for one in listed if one.standing not in ("out", "removed")]
    there.sort(key=lambda one: place_of(one.name or one.shown_as))
    made = [(one, link := link_of(request, one), qr(link)) for one in there]
    return site.page(request, "cards.html", cards=made)


async def entrants_of(request: Request) -> tuple[Entrant, ...] | Response:
    """Return everybody on the list, or the page that says why not."""
    site: Site = request.app.state.site
    try:
        listed = await site.line.ask(AskEntrants(), Entrants, request.state.visitor.session)
    except Refused as error:
        if error.reason != "no-tournament":
            return problem(request, 403, N_("Your role may not do that."))
        return ()
    except CoreAway:
        return problem(request, 503, N_("The room's process is away. Please try again."))
    return listed.entrants


def link_of(request: Request, entrant: Entrant) -> str:
    """Return the address of a player's own page."""
    return f"{_base(request, request.app.state.site)}/me/{entrant.link}"


def _base(request: Request, site: Site) -> str:
    return site.settings.link or str(request.base_url).rstrip("/")


def qr(link: str) -> str:
    """Return a link as a QR code in SVG, of medium error correction."""
    out = io.BytesIO()
    segno.make(link, error="m", micro=False).save(
        out, kind="svg", xmldecl=False, svgns=False, border=2, omitsize=True, light="#fff"
    )
    return out.getvalue().decode().replace("<svg", '<svg role="img" aria-label="QR"', 1)
