"""A player's own page at a secret URL, and the seat card with that URL's QR code."""

import re
from collections.abc import Callable
from typing import Final

import msgspec
from msgspec.structs import replace
from starlette.responses import RedirectResponse, Response

from controller.contract.venue import desk
from controller.contract.venue.cash_game.waiting import OwnWait
from controller.contract.venue.floor.members import Declare
from controller.contract.venue.notices import LONGEST, OwnNotices
from controller.contract.venue.prizes.deals import OwnDeal
from controller.contract.venue.seats import Seat
from display.web.alphabet import place_of
from display.web.answers import AWAY_NOW, Problem, Told, back_with, why
from display.web.live.core_requests import CoreAway, Refused
from display.web.live.hall import now_ms
from display.web.live.room import OVER, RoomSeen
from display.web.pictures.qr_codes import qr_svg
from display.web.screens.pages_room import TOPICS, clock_known
from display.web.site import Site, Visit
from display.web.staff.forms import NO_CHOICE, BadForm, numbers
from display.web.staff.pages_actions import NO_RIGHT
from display.web.typed import ONCE, form_of, typed
from display.words.names import N_
from display.words.venue.notices import HELP, WAYS

LINK: Final = re.compile(r"[A-Za-z0-9_-]{8,128}")
"""The pattern that the secret in a player's link must match."""

NO_NOTICES: Final = N_("You will receive no more messages; the address has been deleted.")
NOTICES_KEPT: Final = N_("Notices will be sent to this address.")
NO_PLAYER: Final = N_("This link does not belong to any player. Ask at the desk for a new card.")


def me_now(me: desk.PlayerPage, room: RoomSeen) -> desk.PlayerPage:
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


def _waits_now(me: desk.PlayerPage, room: RoomSeen) -> desk.PlayerPage:
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


def may_wait(me: desk.PlayerPage, room: RoomSeen) -> bool:
    """Return whether a player may join the waiting list; only a running cash game has one."""
    view, state = room.evening.waiting, room.state
    on = view is not None and not (state is not None and state.phase in OVER)
    return on and not me.waits and me.to is None and me.standing not in ("", "removed")


def me_live(site: Site, me: desk.PlayerPage, link: str, language: str) -> str:
    """Return the HTML of the live part of a player's page: seat, state of play and requests."""
    known = clock_known(site.room.evening.clock, now_ms())
    me, state = me_now(me, site.room), site.room.state
    numbers = sorted(one.table for one in state.tables) if state is not None else []
    return site.fragment(
        "parts/_me.html", language, me=me, link=link, may_wait=may_wait(me, site.room),
        cash=site.room.evening.cash,
        tables=[one for one in numbers if me.seat is None or one != me.seat.table], **known,
    )  # fmt: skip


def me_pushed(site: Site, me: desk.PlayerPage, link: str) -> Callable[[str], str]:
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
        link_now = site.hall.link, site.hall.link_since
        shown = (now, may, tables if may else (), clock, link_now, room.online, health)
        known = made.get(language)
        if known is None or known[0] != shown:
            known = made[language] = shown, me_live(site, me, link, language)
        return known[1]

    return make


def _link(request: Visit) -> str:
    """Return the secret in the link to a player's page. Raises `Problem`."""
    link: str = request.path_params["link"]
    if not LINK.fullmatch(link):
        raise Problem(404, NO_PLAYER)
    return link


async def _asked(request: Visit) -> desk.PlayerPage:
    asked, source = desk.AskMe(_link(request)), request.state.source
    try:
        return await request.site.line.ask(asked, desk.PlayerPage, source=source)
    except Refused:
        raise Problem(404, NO_PLAYER) from None
    except CoreAway:
        raise Problem(503, AWAY_NOW) from None


async def me(request: Visit) -> Response:
    """Show a player's own page."""
    found = await _asked(request)
    live = me_live(request.site, found, request.path_params["link"], request.state.language)
    return request.page(
        "screens/me.html", live=live, coming=found.coming, me=found, ways=WAYS, ways_help=HELP
    )


async def me_stream(request: Visit) -> Response:
    """Push a player's own page to the browser whenever it changes."""
    found = await _asked(request)
    pushed = me_pushed(request.site, found, request.path_params["link"])
    return request.push(f"me/{found.player}", TOPICS, pushed)


async def _done(request: Visit, do: desk.AnyDo, done: str, once: str = "") -> Response:
    """Perform an action, and return to the player's page, which shows `done` or the refusal."""
    said, back = request.said, f"/me/{request.path_params['link']}"
    try:
        await request.site.line.do(do, "", request.state.source, once)
    except (Refused, CoreAway) as error:
        return back_with(request, back, Told(False, why(error, said)))
    if not done:
        return RedirectResponse(back, 303)
    return back_with(request, back, Told(True, said.say(done)))


async def wait(request: Visit) -> Response:
    """Put a player on the waiting list, remove them, or save their reply when a seat is offered."""
    link, form = _link(request), await form_of(request)
    tables = " ".join(word[6:] for word in form if word.startswith("table."))
    try:
        asked = {"type": "own-wait", "link": link, "wish": form.get("what", ""),
                 "tables": numbers(tables)}  # fmt: skip
        do = msgspec.convert(asked, OwnWait)
    except (BadForm, msgspec.ValidationError):
        raise Problem(400, NO_CHOICE) from None
    return await _done(request, do, _DONE[do.wish])


async def deal(request: Visit) -> Response:
    """Save a player's answer to a proposed deal to share the prizes."""
    link, form = _link(request), await form_of(request)
    agrees = form.get("agrees") == "yes"
    done = N_("The prize deal has been cancelled.")
    if agrees:
        done = N_("You have accepted the prize deal.")
    return await _done(request, OwnDeal(link, agrees), done)


async def declare(request: Visit) -> Response:
    """Save whether a player will attend on a day; the link's secret identifies the player."""
    link, form = _link(request), await form_of(request)
    do = Declare(link, form.get("day", "")[:10], form.get("present") == "yes")
    return await _done(request, do, "", typed(form, "once", ONCE))


async def notices(request: Visit) -> Response:
    """Save the address to which a player's notices are sent, or delete it."""
    form = await form_of(request)
    asked = {
        "type": "own-notices", "link": _link(request), "way": form.get("way", "none"),
        "address": form.get("address", "")[: LONGEST + 1], "language": request.state.language,
    }  # fmt: skip
    try:
        do = msgspec.convert(asked, OwnNotices)
    except msgspec.ValidationError:
        raise Problem(400, NO_CHOICE) from None
    return await _done(request, do, NOTICES_KEPT if do.way else NO_NOTICES)


_DONE: Final = {
    "join": N_("You are on the waiting list."),
    "leave": N_("You are no longer on the waiting list."),
    "come": N_("The desk has been told that you are coming."),
    "pass": N_("The seat will go to another player."),
}
"""The message that confirms each of a player's requests."""


async def card(request: Visit) -> Response:
    """Show a seat card to print, with the QR code for the player's own page."""
    listed, wanted = await _entrants(request), request.path_params["player"]
    entrant = next((one for one in listed if one.player == wanted), None)
    if entrant is None:
        raise Problem(404, N_("There is no such player."))
    link = link_of(request, entrant)
    return request.page("tables/card.html", entrant=entrant, link=link, qr=qr_svg(link))


async def cards(request: Visit) -> Response:
    """Show the seat cards of all remaining players, to print in one go."""
    there = await still_in(request)
    made = [(one, link := link_of(request, one), qr_svg(link)) for one in there]
    return request.page("tables/cards.html", cards=made)


async def still_in(request: Visit) -> list[desk.Entrant]:
    """Return the entrants who are still in, sorted by name. Raises `Problem`."""
    there = [one for one in await _entrants(request) if one.standing not in ("out", "removed")]
    return sorted(there, key=lambda one: place_of(one.name or one.shown_as))


async def _entrants(request: Visit) -> tuple[desk.Entrant, ...]:
    try:
        return (await request.ask(desk.AskEntrants(), desk.Entrants)).entrants
    except Refused as error:
        if error.reason != "no-tournament":
            raise Problem(403, NO_RIGHT) from None
        return ()
    except CoreAway:
        raise Problem(503, AWAY_NOW) from None


def link_of(request: Visit, entrant: desk.Entrant) -> str:
    """Return the URL of a player's own page, with its secret."""
    base = request.site.settings.link or str(request.base_url).rstrip("/")
    return f"{base}/me/{entrant.link}"
