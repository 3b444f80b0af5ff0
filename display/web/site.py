"""What all pages share: the live data, the connection to the core process, and rendering."""

import asyncio
import contextlib
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any, Generic, TypeVar
from urllib.parse import quote

import jinja2
import msgspec
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from controller.contract.venue.desk import AnyAsk
from controller.contract.venue.views import VENUE
from display.feed import FeedSource
from display.web.club.wall_folder import Wall
from display.web.home_assistant import Announcer
from display.web.live.core_requests import CoreAway, DeskLine, Refused
from display.web.live.event_stream import EventStream
from display.web.live.hall import Change, Hall, now_ms
from display.web.live.push_changes import USUAL, Make, Pace, Streams
from display.web.live.room import RoomSeen, changed_topics, room_heard
from display.web.page_language import language_of
from display.web.visitors import Visitor
from display.words.locale import languages
from display.words.names import Words, words

T = TypeVar("T")
S = TypeVar("S", bound="BaseSite")
A = TypeVar("A", bound=Response)

FOLDER = Path(__file__).parent
SEND_S = 20.0
"""Seconds after which a browser that accepts no data is disconnected."""

MOST_STREAMS = 2_000
"""The maximum number of browsers with a push stream; others see changes only when they reload."""


TABLES = "tables"
"""The topic, within the web server, that changes whenever any table changes."""

URGENT = "tables/urgent"
"""The topic, within the web server, that changes when staff may have to go to a table."""

WALL = "wall"
"""The topic, within the web server, that changes when the club's wall changes."""


def event_of(topic: str) -> str:
    """Return the topic that changes when an event arrives from a table.

    `topic` is the table's name, or `TABLES` for any table. The topic `topic` itself changes
    later, when the state that follows the event arrives.
    """
    return f"{topic}/event"


@cache
def templates() -> jinja2.Environment:
    """Return the pages' templates, loaded once."""
    return jinja2.Environment(
        loader=jinja2.FileSystemLoader(FOLDER / "templates"),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=jinja2.StrictUndefined,
        auto_reload=False,
    )


class BaseSite:
    """What the web servers of a room and of a single table have in common: rendering pages."""

    hall: Hall
    room: RoomSeen
    streams: Streams
    settings: Any
    templates: jinja2.Environment

    def shared(self) -> dict[str, Any]:
        """Return the values that every template can use, in addition to the translated texts."""
        return {"hall": self.hall, "room": self.room, "now": now_ms()}

    def fragment(self, template: str, language: str, **known: Any) -> str:
        """Return part of a page as HTML that is the same for all viewers in a language.

        `template` is the name of the template's file, and `known` holds the values that it uses.
        """
        said = words(language)
        return self.templates.get_template(template).render(
            said=said, say=said.say, count=said.count, amount=said.amount,
            short=said.short_amount, clock=said.clock, language=said.language,
            **self.shared(), **known,
        )  # fmt: skip


class BaseVisit(Request, Generic[S]):
    """A request for a page from a server `S`, with methods that make the response."""

    problem_page = "staff/problem.html"
    """The template of the page that explains an error."""

    most_streams = MOST_STREAMS

    @property
    def site(self) -> S:
        """The state and services of the web server."""
        site: S = self.app.state.site
        return site

    @property
    def said(self) -> Words:
        """The display texts in the visitor's language."""
        chosen = getattr(self.state, "language", "")
        return words(chosen or language_of(self, self.site.settings.language))

    def page(self, template: str, status: int = 200, **known: Any) -> HTMLResponse:
        """Return a page in the visitor's language.

        Pages meant for the wall are in one of the tournament's official languages. `template` is
        the name of the template's file, and `known` holds the values that it uses.
        """
        about = {
            "path": self.url.path,
            "visitor": self.state.visitor,
            "told": getattr(self.state, "told", None),
            "languages": languages(),
        }
        html = self.site.fragment(template, self.said.language, **(about | known))
        return HTMLResponse(html, status)

    def keep(self, answer: A, cookie: str, value: str = "", seconds: int = 0) -> A:
        """Return a response that sets a cookie or, if `value` is "", deletes it.

        Scripts can't read the cookie, and browsers don't send it with requests from other sites.
        """
        about = {"httponly": True, "samesite": "strict", "secure": self.site.settings.secure}
        if value:
            answer.set_cookie(cookie, value, seconds, **about)
        else:
            answer.delete_cookie(cookie, **about)
        return answer

    def push(self, name: str, topics: Iterable[str], make: Make, pace: Pace = USUAL) -> Response:
        """Return a response that streams a fragment, or status 503 if there are too many streams.

        `name` identifies the fragment, which all its viewers share. `make` renders the fragment in
        a given language. `topics` are the topics on which it depends.
        """
        streams = self.site.streams
        if streams.viewers >= self.most_streams:
            return Response("too many", 503, {"Retry-After": "30"})
        messages = streams.messages(name, topics, make, self.said.language, pace)
        return EventStream(messages, SEND_S)


class Settings(msgspec.Struct, frozen=True):
    """The web server's settings.

    `source` is the broker, and `desk` the socket of the room's core process. `link` is the URL at
    which players reach the pages (`https://poker.example`), for QR codes; if it is "", the
    request's URL is used. `home_assistant` is the discovery prefix for Home Assistant, or "" for
    none. `secure` means that browsers always connect over TLS. `archive` is the folder of recorded
    hands, or None. `wall` is the club's wall, read from `wall_folder`.
    """

    source: FeedSource
    desk: Path
    language: str = "en"
    link: str = ""
    home_assistant: str = ""
    secure: bool = False
    archive: Path | None = None
    wall: Wall = Wall()
    wall_folder: Path | None = None


CAUGHT_UP_S = 2.0
"""The longest time (s) that a page waits for views that include the last action."""


class Site(BaseSite):
    """The state and services of the web server, shared by all pages and browsers."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.templates = templates()
        self.wall = settings.wall
        self.next_wall = settings.wall
        self.streams = Streams()
        self.room = RoomSeen()
        self._heard = asyncio.Event()
        self.hall = Hall(settings.source, self._changed, self._room_told)
        self._announcer = Announcer(settings.home_assistant, settings.source.root, self._address_of)
        self.line = DeskLine(settings.desk)
        # Password checks are slow on purpose, so they have a connection of their own.
        self.door = DeskLine(settings.desk)

    def _changed(self, name: str, change: Change) -> None:
        if name in ("", VENUE):
            self.streams.changed(name)
            if self.hall.current and not name:
                self._announcer.listen(self.hall.client)
            return
        if change is Change.URGENT:
            self.streams.changed(URGENT)
        for topic in (name, TABLES):
            self.streams.changed(event_of(topic) if change is Change.EVENT else topic)
        seen = self.hall.table(name)
        if seen is not None and seen.view.software:
            self._announcer.heard(self.hall.client, name, seen.view.software)

    def _address_of(self, table: str) -> str:
        link = self.settings.link
        return f"{link}/table/{quote(table, safe='')}" if link else ""

    def _room_told(self, rest: str, payload: bytes) -> bool:
        before = self.room
        self.room = room_heard(before, rest, payload)
        if self.room == before:
            return False
        self._heard.set()
        self._heard.clear()
        for topic in changed_topics(before, self.room):
            self.streams.changed(topic)
        return True

    async def caught_up(self, seq: int) -> None:
        """Wait up to `CAUGHT_UP_S` seconds until the views received include log row `seq`."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(CAUGHT_UP_S):
                while self.room.online and self.room.shown < seq:
                    await self._heard.wait()

    def show_wall(self, wall: Wall) -> None:
        """Show `wall` on all screens instead of the current wall."""
        self.wall = self.next_wall = wall
        self.streams.changed(WALL)


class Visit(BaseVisit[Site]):
    """A request to one of the room's pages."""

    @property
    def visitor(self) -> Visitor:
        """The visitor who sent the request."""
        visitor: Visitor = self.state.visitor
        return visitor

    async def ask(self, what: AnyAsk, kind: type[T]) -> T:
        """Send a query for the visitor, and return the answer, of type `kind`.

        Raises `CoreAway` and `Refused`.
        """
        return await self.site.line.ask(what, kind, self.visitor.session)

    async def ask_or(self, what: AnyAsk, otherwise: T) -> T:
        """Return the answer to a query, or `otherwise` if the core refuses or does not answer."""
        try:
            return await self.ask(what, type(otherwise))
        except (CoreAway, Refused):
            return otherwise
