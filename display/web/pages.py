"""The list of pages with the right that each needs, and what all templates and servers share."""

import hashlib
import secrets
from typing import Any, Final

from msgspec.structs import asdict
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles

from controller.contract.venue import desk
from controller.contract.venue.figures import AskFigures
from controller.contract.venue.floor import clock, members
from controller.contract.venue.floor.members import AskNewcomers
from controller.contract.venue.league import AskPublished, TakeEvening
from controller.contract.venue.prizes.bounties import AskBounties
from controller.contract.venue.prizes.money import AskBank, KeepBank
from controller.contract.venue.rights import Right
from controller.contract.venue.tournament_formats.days import AskBags
from controller.contract.venue.tournament_formats.satellites import AskTickets
from display.felt.drawing.palette import CHIPS, Colour, ink_on, palette
from display.web.live.hall import now_ms
from display.web.live.room import RoomSeen
from display.web.page_language import chosen
from display.web.site import FOLDER, templates
from display.web.visitors import Visitor
from display.words.houses import house_name
from display.words.levels import game_name
from display.words.names import N_
from display.words.stakes import STAKES
from display.words.venue.bank import ACCOUNTS, MONEY, SECONDS
from display.words.venue.bounties import KINDS
from display.words.venue.evening import CURES, LOG, PHASES, POSTING, ROLES, STANDINGS
from display.words.venue.events import CHANGES
from display.words.venue.wall import BLOCKS, MOMENTS

MENU: Final[tuple[tuple[str, str, str, Right | None], ...]] = (
    ("/evening", N_("Tonight"), N_("The next steps, one by one"), desk.Enter),
    ("/floor", N_("Floor"), N_("All tables, those that need attention first"), desk.AskSession),
    ("/clock", N_("Room clock"), N_("Level, time, players: for a screen on the wall"), None),
    ("/bar", N_("Bar screen"), N_("Clock, moves and standings, for a television"), None),
    ("/desk", N_("Registration"), N_("Player list, seats and cards"), desk.AskEntrants),
    ("/moves", N_("Moves"), N_("Seat assignments"), desk.AskSession),
    ("/list", N_("Waiting list"), N_("The waiting list, and players called to a seat"), None),
    ("/bank", N_("Bank"), N_("Accounts, amounts owed, and a calculator for deals"), AskBank),
    ("/bounties", N_("Bounties"), N_("Bounties, and who won them"), AskBounties),
    ("/bags", N_("Bags"), N_("Bagged stacks from a day that is ending or has ended"), AskBags),
    ("/tickets", N_("Tickets"), N_("Seats won, and where they were used"), AskTickets),
    ("/actions", N_("Actions"), N_("All actions for your role"), desk.Enter),
    ("/members", N_("Members"), N_("Member numbers, cards, and who is coming"), AskNewcomers),
    ("/posted", N_("On the notice board"),
     N_("Rules, levels, prizes, and the order in which tables break"), None),
    ("/incidents", N_("Incidents"),
     N_("Irregularities, with a picture of each"), desk.AskIncidents),
    ("/results", N_("Results"), N_("Finishing places and points"), None),
    ("/log", N_("Log"), N_("The log: actions, who took them, and when"), desk.AskLog),
)  # fmt: skip
"""Each page's address, its name, what it shows, and the right that it needs.

The right is None if everyone may see the page.
"""

LANGUAGE_NAMES: Final = {"en": "English", "fr": "Français"}
"""The name of each language in that language; an unlisted language is shown by its code."""


KEPT: Final = {"Cache-Control": "public, max-age=31536000, immutable"}
"""The headers of a file whose URL contains a hash of its content; browsers keep it for a year."""


def palette_css() -> str:
    """Return the table display's colours as a style sheet, dark or light by user preference.

    Each chip value has a class with its colour and a contrasting text colour.
    """
    return (
        f":root{{color-scheme:dark light;{_colours('dark')}}}\n"
        f"@media (prefers-color-scheme:light){{:root:not(.overlay){{{_colours('light')}}}}}\n"
        + "".join(
            f".chip-{value}{{--chip:{_hex(colour)};--chip-ink:{_hex(ink_on(colour))}}}\n"
            for value, colour in CHIPS
        )
    )


def _colours(name: Any) -> str:
    return "".join(
        f"--{key.replace('_', '-')}:{_hex(value)};"
        for key, value in asdict(palette(name)).items()
        if isinstance(value, tuple)
    )


def _hex(colour: Colour) -> str:
    return "#" + "".join(f"{part:02x}" for part in colour)


def set_up_templates() -> None:
    """Add the shared functions and values to every template."""
    marks: dict[str, str] = {"palette.css": _mark(palette_css().encode())}

    def static(name: str) -> str:
        if name not in marks:
            marks[name] = _mark((FOLDER / "static" / name).read_bytes())
        return f"/static/{name}?v={marks[name]}"

    # `token` fills a form's hidden field, so that the action happens once however often it is sent.
    shared = {"token": token, "cures": CURES}
    macros: Any = templates().get_template("parts/_macros.html", globals=shared).module
    templates().globals.update(
        static=static, once=macros.once, cure=macros.cure, menu=menu, rights=desk, phases=PHASES,
        member_rights=members, clock_rights=clock, roles=ROLES, standings=STANDINGS,
        log_words=LOG, posted_words=POSTING, stake_words=STAKES, ask_figures=AskFigures,
        blocks=BLOCKS, moments=MOMENTS, take_evening=TakeEvening, ask_published=AskPublished,
        keep_bank=KeepBank, account_words=ACCOUNTS, money_words=MONEY, second_words=SECONDS,
        bounty_kinds=KINDS, change_words=CHANGES, game_name=game_name,
        language_names=LANGUAGE_NAMES, house_name=house_name,
    )  # fmt: skip


def menu(visitor: Visitor, room: RoomSeen) -> list[tuple[str, str, str]]:
    """Return the pages that a visitor may open, each as a URL, a name and what it shows.

    Pages with nothing to show this evening are left out, for example the waiting list.
    """
    posting = room.evening.posting
    absent = {
        "/list": room.evening.waiting is None,
        "/bank": posting is not None and room.evening.money == "none",
        "/bounties": posting is None or posting.bounties == "none",
        "/bags": posting is None or not posting.days,
        "/tickets": posting is None or not (posting.seat_worth or "ticket" in posting.asks),
    }
    return [
        (to, name, about) for to, name, about, right in MENU
        if (right is None or visitor.may(right)) and not absent.get(to)
    ]  # fmt: skip


def token() -> str:
    """Return a random token for a form, used to recognise a repeated submission."""
    return secrets.token_hex(16)


def _mark(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:12]


def shared_routes() -> list[BaseRoute]:
    """Return the routes of every web server: static files, the time, and the choice of language."""
    return [
        Route("/static/palette.css", _palette),
        Mount("/static", _Static(directory=FOLDER / "static")),
        Route("/now", _now),
        Route("/language/{language}", chosen),
    ]


class _Static(StaticFiles):
    """Static files, served from URLs that contain a hash of the file's content.

    The content at such a URL never changes.
    """

    def file_response(self, *args: object, **named: object) -> Response:
        answer = super().file_response(*args, **named)  # type: ignore[arg-type]
        answer.headers.update(KEPT)
        return answer


async def _palette(_: Request) -> Response:
    return Response(palette_css(), media_type="text/css", headers=KEPT)


async def _now(_: Request) -> Response:
    """Return this machine's time as JSON: `now`, in ms since 1970.

    The browsers of screens correct their own clocks with it.
    """
    return JSONResponse({"now": now_ms()})
