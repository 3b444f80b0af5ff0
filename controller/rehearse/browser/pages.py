"""The web pages of a rehearsal table: one for the table itself, and one for each seat.

They use the same modules as the pages of a poker room: request checks, style, streams of changes,
and the table display.
"""

import asyncio
import base64
import contextlib
import hashlib
import secrets
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future
from functools import partial
from html import escape
from pathlib import Path
from typing import Any, Final

import jinja2
import msgspec
from sse_starlette.sse import EventSourceResponse
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import (
    HTMLResponse,
    JSONResponse,
    PlainTextResponse,
    RedirectResponse,
    Response,
)
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from controller.contract.public import PublicState
from controller.houses.loader import load_house
from controller.play.script import statements as s
from controller.rehearse import motions
from controller.rehearse.browser.bar import NEXT, bar_of, due_mark, next_deed
from controller.rehearse.browser.choices import (
    DEALINGS,
    FLOOR,
    KEYS_NAMED,
    MISTAKES_NAMED,
    places,
    wanted,
)
from controller.rehearse.browser.lobby import chairs, rules_by_article
from controller.rehearse.browser.picture import (
    Viewer,
    pad_lines,
    picture,
    things,
    things_of,
    zones_of,
)
from controller.rehearse.browser.places import places_css
from controller.rehearse.browser.story import anchor, story
from controller.rehearse.browser.tour import TOUR, without_burn
from controller.rehearse.dealer_act_due import see_that_due
from controller.rehearse.floor import BADGE, POCKET, READER
from controller.rehearse.rights import HOST, Links, may_deal, may_do, may_move
from controller.rehearse.table import ANSWERS_S, NotDone, Rehearsal
from display.web.answers import COOKIE, Told, told_before
from display.web.floor.pages_floor import ruling_told
from display.web.live.hall import now_ms
from display.web.live.push_changes import Streams
from display.web.page_language import language_of
from display.web.pages import set_up_templates, shared_routes
from display.web.request_checks import Guard
from display.web.site import FOLDER as WEB
from display.web.site import SEND_S, templates
from display.words.command_line.chosen import said_again
from display.words.houses import house_name
from display.words.locale import languages
from display.words.names import N_, Words, words
from display.words.refusals import REASONS
from hardware.pads import keypad

FOLDER: Final = Path(__file__).parents[1]
TABLE: Final = "table"
NOT_YOURS: Final = N_("you are not allowed to do that")
DEVICE: Final = "tapis-device"
DEVICE_S: Final = 12 * 3600
PLAYED: Final = (
    N_("no hand can start: a hand is in progress"), N_("no hand can start: a ruling is pending"),
    N_("no hand can start: the table is on hold"), N_("no hand can start: the deck is fouled"),
    N_("no hand can start: fewer than two players have chips"),
    N_("the dealer can't do the next step"), N_("seat {seat} has no card in front of it"),
)  # fmt: skip
"""Messages from other packages that say why an action is not possible now.

`_why` translates them.
"""

NO_LINK: Final = "There is nothing at this address: ask the person who opened the table for a link."


class Site:
    """The website for one rehearsal table. `address` is its URL."""

    def __init__(self, rehearsal: Rehearsal, address: str, language: str) -> None:
        self.rehearsal = rehearsal
        self.address = address
        self.language = language
        self.links = Links(rehearsal.config.seats)
        self.streams = Streams()
        self.plans = rehearsal.config_played.plans()
        seats = rehearsal.config.seats
        self.zones = {near: zones_of(self.plans, seats, near) for near in range(seats + 1)}
        self.templates = own_templates()
        self.sitting: Counter[tuple[int, str]] = Counter()
        rehearsal.on_change = lambda: self.streams.changed(TABLE)

    def fragment(self, seat: int, language: str) -> str:
        """Return, as HTML, the part of a page that changes during play.

        `seat` is the page's seat, or 0 for the table's own page.
        """
        seen, said = self.rehearsal.seen, words(language)
        viewer = Viewer(said, seat, self.links.taken)
        state = seen.state
        lying = [one for one in things_of(seen, self.zones[seat], viewer) if one.id]
        bar = bar_of(seen, viewer)
        pads = [view.seat for view in state.seats if view.status != "empty"]
        return self.templates.get_template("_rehearsed.html").render(
            **shared(said), seen=seen, state=state, seat=seat, link=self.links.of[seat],
            picture=picture(seen, self.zones[seat], viewer), things=lying,
            places=places(self.zones[seat], seen, said), bar=bar,
            trays=[
                (one, things(seen, f"stack.{one}", viewer)) for one in pads if seat in (HOST, one)
            ],
            rulings=[(ruling_told(one, state, said), one.article) for one in state.rulings],
            unread=", ".join(said.zone(zone) for zone in state.blind_zones),
            events=story(seen, said), anchor=anchor, keys=KEYS_NAMED,
            devices=self.devices(seat) if seat else 1,
            pads=[(one, pad_lines(seen, one, said)) for one in pads if seat in (HOST, one)],
        )  # fmt: skip

    def said(self, request: Request) -> Words:
        """Return the texts in the language of the request's visitor."""
        return words(language_of(request, self.language))

    def rendered(self, request: Request, name: str, seat: int, **more: Any) -> HTMLResponse:
        """Render a page, in the visitor's language, for a seat or for the table.

        `name` is the page's template. `more` contains additional values for the template.
        """
        html = self.templates.get_template(name).render(
            **shared(self.said(request)), own=own, seat=seat, link=self.links.of[seat],
            path=request.url.path, languages=languages(), **more,
        )  # fmt: skip
        return HTMLResponse(html)

    def devices(self, seat: int) -> int:
        """Return how many devices have a seat's page open now."""
        return len({who for one, who in self.sitting if one == seat})

    @contextlib.contextmanager
    def sits(self, seat: int, who: str) -> Iterator[None]:
        """Count the device `who` as viewing a seat's page while this block runs."""
        self.sitting[seat, who] += 1
        self.streams.changed(TABLE)
        try:
            yield
        finally:
            self.sitting[seat, who] -= 1
            self.sitting = +self.sitting
            self.streams.changed(TABLE)

    def pushed(self, link: str, language: str) -> str:
        """Return, as HTML, the part of a page that changes during play.

        `link` is the page's secret link. If it has become invalid, return a notice that says so.
        """
        seat = self.links.seat(link)
        if seat is None:
            gone = escape(words(language).say(N_("Your access to this seat has been withdrawn.")))
            return f'<p class="banner">{gone}</p>'
        return self.fragment(seat, language)

    def page(self, request: Request, seat: int) -> Response:
        """Return the page for a seat or for the table."""
        seen = self.rehearsal.seen
        answer = self.rendered(
            request, "rehearsal.html", seat,
            live=self.fragment(seat, language_of(request, self.language)), seen=seen,
            state=seen.state, told=told_before(request), dealings=DEALINGS, floor=FLOOR,
            mistakes=MISTAKES_NAMED, tour=TOUR,
            antennas=[plan.name for plan in self.plans if motions.is_played(plan)],
            nodes=sorted({plan.device for plan in self.plans if plan.device}),
            seats=[view.seat for view in seen.state.seats if view.status != "empty"],
            has_pins=self.rehearsal.has_pins,
        )  # fmt: skip
        answer.delete_cookie(COOKIE, httponly=True, samesite="strict")
        if not request.cookies.get(DEVICE):
            answer.set_cookie(
                DEVICE, secrets.token_urlsafe(9), DEVICE_S, httponly=True, samesite="strict"
            )
        return answer


def own_templates() -> jinja2.Environment:
    """Return the templates of this package, which extend those of a poker room's pages."""
    set_up_templates()
    folders = [FOLDER / "templates", WEB / "templates"]
    return templates().overlay(loader=jinja2.FileSystemLoader(folders))


def shared(said: Words) -> dict[str, Any]:
    """Return the values available to every template."""
    return {
        "said": said, "say": said.say, "count": said.count, "amount": said.amount,
        "clock": said.clock, "language": said.language, "now": now_ms(),
    }  # fmt: skip


def own(name: str) -> str:
    """Return the URL of a static file in this package, including a hash of its content."""
    mark = hashlib.sha256((FOLDER / "static" / name).read_bytes()).hexdigest()[:12]
    return f"/rehearse/{name}?v={mark}"


Page = Callable[[Request, Site, int], Awaitable[Response]]
Form = Mapping[str, str]
Action = Callable[[Form, Site, int], Future[None]]
"""Requests at the table what a form on a seat's page asks for."""


def known(page: Page) -> Callable[[Request], Awaitable[Response]]:
    """Wrap a page function so that it receives the seat that belongs to the secret link in the URL.

    An invalid link gets a 404 error. A seat counts as taken once its page is opened.
    """

    async def asked(request: Request) -> Response:
        site: Site = request.app.state.site
        seat = site.links.seat(request.path_params["link"])
        if seat is None:
            return PlainTextResponse(NO_LINK, 404)
        if seat not in site.links.taken | {HOST}:
            site.links.take(seat)
            site.streams.changed(TABLE)
        return await page(request, site, seat)

    return asked


async def shown(request: Request, site: Site, seat: int) -> Response:
    """Show the page for the table or a seat."""
    return site.page(request, seat)


async def stream(request: Request, site: Site, seat: int) -> Response:
    """Stream the changing part of a page whenever it changes."""
    language, link = language_of(request, site.language), site.links.of[seat]

    async def messages() -> AsyncIterator[bytes]:
        with site.sits(seat, request.cookies.get(DEVICE, "")):
            async for message in site.streams.messages(
                f"{link}/{language}", [TABLE], lambda spoken: site.pushed(link, spoken), language
            ):
                yield message

    return EventSourceResponse(messages(), send_timeout=SEND_S)


async def scenario(_: Request, site: Site, seat: int) -> Response:
    """Return everything done so far as a scenario file, which reveals every card dealt."""
    if seat != HOST:
        return PlainTextResponse(NO_LINK, 404)
    name = f'attachment; filename="rehearsal-{site.rehearsal.config.name}.scn"'
    text = site.rehearsal.script.text()
    return PlainTextResponse(text, headers={"Content-Disposition": name})


async def free(request: Request, site: Site, seat: int) -> Response:
    """Free a seat taken by a player; the table's own page then acts for the seat again."""
    chosen_seat = _seat_of(str((await request.form()).get("seat", "")), site)
    if seat == HOST and chosen_seat:
        site.links.free(chosen_seat)
        site.streams.changed(TABLE)
    return RedirectResponse(f"/{site.links.of[seat]}/lobby", 303)


def move(form: Form, site: Site, seat: int) -> Future[None]:
    """Move a card, chips or the dealer button, as dragged on a page."""
    thing, place = form.get("thing", ""), form.get("to", "")
    count = form.get("count", "") or "1"
    if place not in site.zones[seat] or not count.isdecimal():
        raise NotDone(N_("there is no such place"))
    if thing == BADGE:
        return site.rehearsal.lay_badge(laid=_badge_goes(seat, place))
    motion = motions.moved(site.rehearsal.seen, thing, place, int(count[:4]))
    return site.rehearsal.ask(_allowed(seat, (motion,), may_move))


def say(form: Form, site: Site, seat: int) -> Future[None]:
    """Execute the scenario statement sent by a button."""

    def deed(state: PublicState) -> Sequence[s.Statement]:
        if form.get("due", due_mark(state)) != due_mark(state):
            raise NotDone(N_("the table has moved on: try again"))
        if form.get("say") == NEXT:
            return _allowed(seat, next_deed(state), may_deal)
        statements = wanted(form, site.plans, site.rehearsal.seen.lost)
        see_that_due(statements, state)
        return _allowed(seat, statements, may_do)

    return site.rehearsal.ask_of(deed)


def press(form: Form, site: Site, seat: int) -> Future[None]:
    """Press a key on a seat's pad."""
    of, key = _seat_of(form.get("seat", "") or str(seat), site), form.get("key", "")
    if key not in keypad.KEYS or of is None:
        raise NotDone(N_("there is no such key"))
    if of == HOST or seat not in (HOST, of):
        raise NotDone(N_("this is another seat's key"))
    return site.rehearsal.press(of, key)


def pin(form: Form, site: Site, seat: int) -> Future[None]:
    """Check the floor's PIN, entered on the table's own page."""
    if seat != HOST:
        raise NotDone(NOT_YOURS)
    return site.rehearsal.key_pin(form.get("pin", ""))


def tour(_: Form, site: Site, seat: int) -> Future[None]:
    """Make the mistake at the end of the guided tour: deal a street without a burn."""
    if seat != HOST:
        raise NotDone(NOT_YOURS)
    return site.rehearsal.ask_while(without_burn)


def _seat_of(text: str, site: Site) -> int | None:
    """Return the seat number in a form's field (0: the table's page), or None if it is invalid."""
    return next((seat for seat in site.links.of if str(seat) == text), None)


def _badge_goes(seat: int, place: str) -> bool:
    """Return whether the floor's badge is being put on its reader (True) or into a pocket (False).

    Raises `NotDone` for any other place, and for any page but the table's own.
    """
    if seat != HOST:
        raise NotDone(NOT_YOURS)
    if place not in (READER, POCKET):
        raise NotDone(N_("the badge can only go on its reader or in the floor's pocket"))
    return place == READER


def _allowed(
    seat: int, statements: Sequence[s.Statement], may: Callable[[int, s.Statement], bool]
) -> Sequence[s.Statement]:
    if not all(may(seat, statement) for statement in statements):
        raise NotDone(NOT_YOURS)
    return statements


async def _answered(action: Action, request: Request, site: Site, seat: int) -> Response:
    """Carry out an action that a form requests, and return its result to the browser."""
    said = site.said(request)
    form = {name: str(value) for name, value in (await request.form()).items()}
    try:
        await asyncio.wait_for(asyncio.wrap_future(action(form, site, seat)), ANSWERS_S)
        answer = Told(ok=True, text="")
    except NotDone as error:
        why = _why(error, said)
        answer = Told(ok=False, text=said.say(N_("This can't be done: {why}"), why=why))
    except TimeoutError:
        answer = Told(ok=False, text=said.say(N_("The table is not responding.")))
    if "application/json" in request.headers.get("accept", ""):
        return JSONResponse(msgspec.to_builtins(answer))
    back = RedirectResponse(f"/{site.links.of[seat]}", 303)
    if not answer.ok:
        packed = base64.urlsafe_b64encode(msgspec.json.encode(answer)).decode()
        back.set_cookie(COOKIE, packed[:3000], 30, httponly=True, samesite="strict")
    return back


def _why(error: NotDone, said: Words) -> str:
    """Return why an action was not done, in the language of `said`.

    Messages from other packages are translated too.
    """
    why = error.said(said.say)
    return said_again(REASONS.get(why, why), (*PLAYED, *REASONS.values()), said)


async def _nothing(_: Request, __: Exception) -> Response:
    return PlainTextResponse(NO_LINK, 404)


async def placed(request: Request) -> Response:
    """Return a style sheet with the positions of the table's seats."""
    site: Site = request.app.state.site
    return Response(places_css(site.rehearsal.config.seats), media_type="text/css")


async def lobby(request: Request, site: Site, seat: int) -> Response:
    """Show the lobby; on the table's own page (`seat` 0), it has the links to all seats' pages."""
    state, address = site.rehearsal.seen.state, site.address if seat == HOST else ""
    found = chairs(state, site.links, address, site.said(request))
    return site.rendered(request, "lobby.html", seat, told=None, chairs=found)


async def rules(request: Request, site: Site, seat: int) -> Response:
    """Show the house rules, sorted by article."""
    house = load_house(site.rehearsal.config.house)
    name, articles = house_name(house.name), rules_by_article(house, site.said(request))
    return site.rendered(request, "rules.html", seat, told=None, house=name, articles=articles)


SHARED: Final = (
    *shared_routes(),
    Mount("/rehearse", StaticFiles(directory=FOLDER / "static")),
)
"""The routes that this site shares with the site for setting up a table."""


def make_app(site: Site) -> Starlette:
    """Return the web app for a table that has been started."""
    routes = [
        Route("/rehearse/places.css", placed),
        *SHARED,
        Route("/{link}", known(shown)),
        Route("/{link}/stream", known(stream)),
        Route("/{link}/scenario.scn", known(scenario)),
        Route("/{link}/lobby", known(lobby)),
        Route("/{link}/rules", known(rules)),
        Route("/{link}/free", known(free), methods=["POST"]),
    ]
    actions = {"tour": tour, "move": move, "say": say, "press": press, "pin": pin}
    routes += [
        Route(f"/{{link}}/{name}", known(partial(_answered, action)), methods=["POST"])
        for name, action in actions.items()
    ]
    app = Starlette(
        routes=routes, middleware=[Middleware(Guard)], exception_handlers={404: _nothing},
        lifespan=lambda _: site.streams.awake(),
    )  # fmt: skip
    app.state.site = site
    return app
