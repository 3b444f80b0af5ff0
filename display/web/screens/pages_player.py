"""A player's own page at a secret URL, and the QR code for that URL on their seat card."""

import io
import re
from collections.abc import Callable
from typing import Final

import msgspec
import segno
from msgspec.structs import replace
from starlette.requests import Request
from starlette.responses import Response

from controller.contract.venue.cash_game.waiting import OwnWait
from controller.contract.venue.desk import AskEntrants, AskMe, Entrant, Entrants, PlayerPage
from controller.contract.venue.prizes.deals import OwnDeal
from controller.contract.venue.seats import Seat
from controller.contract.venue.views import RoomPhase
from display.web.alphabet import place_of
from display.web.answers import Told, back_with, problem
from display.web.live.core_requests import CoreAway, Refused
from display.web.live.hall import now_ms
from display.web.live.room import RoomSeen
from display.web.screens.pages_room import TOPICS, clock_known
from display.web.site import Site, said_to
from display.web.staff.forms import BadForm, numbers
from display.web.staff.pages_actions import AWAY
from display.web.typed import form_of
from display.words.names import N_
from display.words.venue.evening import refusal
from display.words.venue.notices import HELP, WAYS

LINK: Final = re.compile(r"[A-Za-z0-9_-]{8,128}")
"""The pattern that the secret in a player's link must match."""

NO_PLAYER: Final = N_("This link does not belong to any player. Ask at the desk for a new card.")


def me_now(me: PlayerPage, room: RoomSeen) -> PlayerPage:
    """Return a player's page `me`, updated with what the room has published most recently."""
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
    me = _waits_now(me, room)
    clock = room.evening.clock
    return me if clock is None else replace(me, left_players=clock.left_players)


def _waits_now(me: PlayerPage, room: RoomSeen) -> PlayerPage:
    """Return a player's page with their current place on the waiting list."""
    view = room.evening.waiting
    if view is None or view.tournament != me.tournament:
        return me
    feed = next((one for one in view.feeds if me.player in one.players), None)
    feeds, moves = (feed.to, feed.players.index(me.player) + 1) if feed is not None else (0, 0)
    me = replace(me, feeds=feeds, moves=moves)
    for place, one in enumerate(view.waiting, 1):
        if one.player == me.player:
            return replace(me, waits=place, called=one.seat, until=one.until, comes=one.comes)
    return replace(me, waits=0, called=None, until=0, comes=False)


def may_wait(me: PlayerPage, room: RoomSeen) -> bool:
    """Return whether a player may join the waiting list; only a running cash game has one."""
    view, state = room.evening.waiting, room.state
    over = state is not None and state.phase in (RoomPhase.ENDED, RoomPhase.BAGGED)
    on = view is not None and not over
    return on and not me.waits and me.to is None and me.standing not in ("", "removed")


def me_live(site: Site, me: PlayerPage, link: str, language: str) -> str:
    """Return the live part of a player's page: their seat, the state of play, possible requests."""
    known = clock_known(site.room.evening.clock, now_ms())
    me, state = me_now(me, site.room), site.room.state
    numbers = sorted(one.table for one in state.tables) if state is not None else []
    return site.fragment(
        "parts/_me.html", language, me=me, link=link, may_wait=may_wait(me, site.room),
        cash=site.room.evening.cash,
        tables=[one for one in numbers if me.seat is None or one != me.seat.table], **known,
    )  # fmt: skip


def me_pushed(site: Site, me: PlayerPage, link: str) -> Callable[[str], str]:
    """Return a function that renders a player's page in a language.

    It renders the page again only if something on the page has changed. The room changes with each
    hand at every table, but few hands concern this player.
    """
    made: dict[str, tuple[object, str]] = {}

    def make(language: str) -> str:
        room = site.room
        health = room.health.log if room.health is not None else None
        clock, now = room.evening.clock, me_now(me, room)
        tables = tuple(one.table for one in room.state.tables) if room.state is not None else ()
        may = may_wait(now, room)
        shown = (now, may, tables if may else (), clock, site.hall.link, room.online, health)
        known = made.get(language)
        if known is None or known[0] != shown:
            known = made[language] = shown, me_live(site, me, link, language)
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
        return problem(request, 503, N_("The room's server is not available. Please try again."))


async def me(request: Request) -> Response:
    """Show a player's own page."""
    site: Site = request.app.state.site
    found = await _asked(request)
    if isinstance(found, Response):
        return found
    live = me_live(site, found, request.path_params["link"], request.state.language)
    return site.page(
        request,
        "screens/me.html",
        live=live,
        coming=found.coming,
        me=found,
        ways=WAYS,
        ways_help=HELP,
    )


async def me_stream(request: Request) -> Response:
    """Push updates to a player's own page."""
    site: Site = request.app.state.site
    found = await _asked(request)
    if isinstance(found, Response):
        return found
    pushed = me_pushed(site, found, request.path_params["link"])
    return site.stream(request, f"me/{found.player}", TOPICS, pushed)


async def wait(request: Request) -> Response:
    """Put a player on the waiting list, remove them, or save their reply when a seat is offered."""
    site: Site = request.app.state.site
    link, form = request.path_params["link"], await form_of(request)
    if not LINK.fullmatch(link):
        return problem(request, 404, NO_PLAYER)
    said, wanted = said_to(request, site), form.get("what", "")
    try:
        tables = " ".join(word[6:] for word in form if word.startswith("table."))
        do = msgspec.convert(
            {"type": "own-wait", "link": link, "wish": wanted, "tables": numbers(tables)}, OwnWait
        )
        await site.line.do(do, "", request.state.source)
    except (BadForm, msgspec.ValidationError):
        return problem(request, 400, N_("Choose one of the options."))
    except Refused as error:
        told = Told(False, refusal(error.reason, str(error), said))
        return back_with(request, f"/me/{link}", told)
    except CoreAway:
        return back_with(request, f"/me/{link}", Told(False, said.say(AWAY)))
    return back_with(request, f"/me/{link}", Told(True, said.say(_DONE[do.wish])))


async def deal(request: Request) -> Response:
    """Save a player's answer to a proposed deal to share the prizes."""
    site: Site = request.app.state.site
    link, form = request.path_params["link"], await form_of(request)
    if not LINK.fullmatch(link):
        return problem(request, 404, NO_PLAYER)
    said, agrees = said_to(request, site), form.get("agrees") == "yes"
    try:
        await site.line.do(OwnDeal(link, agrees), "", request.state.source)
    except Refused as error:
        told = Told(False, refusal(error.reason, str(error), said))
    except CoreAway:
        told = Told(False, said.say(AWAY))
    else:
        told = Told(
            True,
            said.say(
                N_("You have accepted the prize deal.")
                if agrees
                else N_("The prize deal has been cancelled.")
            ),
        )
    return back_with(request, f"/me/{link}", told)


_DONE: Final = {
    "join": N_("You are on the waiting list."),
    "leave": N_("You are no longer on the waiting list."),
    "come": N_("The desk has been told that you are coming."),
    "pass": N_("The seat will go to another player."),
}
"""The message that confirms each of a player's requests."""


async def card(request: Request) -> Response:
    """Show a seat card to print, with the QR code for the player's own page."""
    site: Site = request.app.state.site
    listed = await entrants_of(request)
    if isinstance(listed, Response):
        return listed
    wanted = request.path_params["player"]
    entrant = next((one for one in listed if one.player == wanted), None)
    if entrant is None:
        return problem(request, 404, N_("There is no such player."))
    link = link_of(request, entrant)
    return site.page(request, "tables/card.html", entrant=entrant, link=link, qr=qr(link))


async def cards(request: Request) -> Response:
    """Show the seat cards of all remaining players, to print in one go."""
    site: Site = request.app.state.site
    listed = await entrants_of(request)
    if isinstance(listed, Response):
        return listed
    there = [one for one in listed if one.standing not in ("out", "removed")]
    there.sort(key=lambda one: place_of(one.name or one.shown_as))
    made = [(one, link := link_of(request, one), qr(link)) for one in there]
    return site.page(request, "tables/cards.html", cards=made)


async def entrants_of(request: Request) -> tuple[Entrant, ...] | Response:
    """Return all entrants, or the page to show if they can't be listed."""
    site: Site = request.app.state.site
    try:
        listed = await site.line.ask(AskEntrants(), Entrants, request.state.visitor.session)
    except Refused as error:
        if error.reason != "no-tournament":
            return problem(request, 403, N_("Your role does not allow that."))
        return ()
    except CoreAway:
        return problem(request, 503, N_("The room's server is not available. Please try again."))
    return listed.entrants


def link_of(request: Request, entrant: Entrant) -> str:
    """Return the URL of a player's own page, with its secret."""
    return f"{_base(request, request.app.state.site)}/me/{entrant.link}"


def _base(request: Request, site: Site) -> str:
    return site.settings.link or str(request.base_url).rstrip("/")


def qr(link: str) -> str:
    """Return a link as a QR code in SVG, with medium error correction."""
    out = io.BytesIO()
    segno.make(link, error="m", micro=False).save(
        out, kind="svg", xmldecl=False, svgns=False, border=2, omitsize=True, light="#fff"
    )
    return out.getvalue().decode().replace("<svg", '<svg role="img" aria-label="QR"', 1)
