"""The streams of the pages: what each shows to whom, and what the core is asked for it.

The pages are asked in this process, without broker, core or browser, and at a time that stands.
"""

import asyncio
import os
import re
import secrets
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Final, NamedTuple
from unittest.mock import patch

import httpx
import msgspec
from msgspec.structs import replace
from starlette.responses import HTMLResponse, Response

from controller.contract.public import Envelope, Status
from controller.contract.venue.desk import AskSession, DeskAnswer, DeskRequest
from display.feed import FeedSource
from display.web.app import GATED, OPEN, make_app
from display.web.club.wall_folder import Kept, Wall
from display.web.evening import printed_pdf
from display.web.evening.pages_print import DOCUMENTS
from display.web.home_assistant import Announcer
from display.web.live.core_requests import CoreAway, DeskLine
from display.web.live.push_changes import USUAL, Make, Pace
from display.web.pictures.felt import felt, happening, small_felt
from display.web.records.archive import write
from display.web.site import Settings, Site, Visit
from display.words.names import Words, words
from tests.display.web import world
from tests.display.web.clerk import PASSWORD, Clerk
from tests.display.web.filled import FORMS
from tests.streams import evenings
from tests.streams.written import in_order

ROOT: Final = "tapis/club"
PLAYERS: Final = tuple(f"/me/player-{n}" for n in (*range(6), 20, 21, 30))
WALL: Final = Wall(
    "/wall/ab.png",
    "Le Club",
    "gold",
    ("clock", "figures", "sponsors"),
    ("/wall/cd.png",) * 2,
    {"=1": "/wall/ef.png"},
    {"minute": "/wall/01.mp3", "rest": "/wall/02.mp3"},
    {"/wall/ab.png": Kept(b"a picture", "image/png")},
)
PLACES: Final = {
    "/table/{table}": ("/table/1", "/table/2", "/table/7", "/table/3?tall", "/table/99"),
    "/table/{table}/stream": ("/table/2/stream", "/table/8/stream?tall"),
    "/table/{table}/hand/{hand:int}": ("/table/1/hand/17", "/table/1/hand/17?at=2"),
    "/overlay/{table}": ("/overlay/1", "/overlay/1?delay=60", "/overlay/2?delay=999999"),
    "/overlay/{table}/stream": (),
    "/me/{link}": (f"/me/{world.LINK}", "/me/nobody", "/me/no", *PLAYERS),
    "/me/{link}/stream": (f"/me/{world.LINK}/stream", "/me/player-3/stream", "/me/no/stream"),
    "/wall/{name}": (*WALL.files, "/wall/nothing.png"),
    "/clock": ("/clock", "/clock?tv=1"),
    "/": ("/", "/?name=l", "/?name=nobody"),
    "/sign-in": ("/sign-in", "/sign-in?back=/desk", "/sign-in?back=//evil.example"),
    "/desk": ("/desk", "/desk?q=Zo", "/desk?find=2-1", "/desk?find=chlo"),
    "/desk/card/{player}": ("/desk/card/p_3", "/desk/card/p_99"),
    "/print/{document}": (*(f"/print/{name}" for name in DOCUMENTS), "/print/nothing.pdf"),
    "/do/enter": ("/do/enter",),
    "/do/{action}": (
        *(f"/do/{name}" for name in FORMS),
        "/do/penalty?table=2&seat=3", "/do/open-tournament?file=fidpa", "/do/nothing",
        "/do/buy-in?player=p_1", "/do/call-answered?player=p_1", "/do/seat-player?player=p_30",
    ),
    "/structure": ("/structure", "/structure?file=redcactus", "/structure?file=fidpa"),
    "/deal": ("/deal", "/deal?left=5, 5", "/deal?left=x"),
    "/league": ("/league", "/league?formula=place", "/league?formula=x"),
    "/bounties/{player}.json": ("/bounties/p_1.json",),
    "/incidents/{incident:int}": ("/incidents/3", "/incidents/4"),
    "/archive": ("/archive", "/archive?table=2&from=17", "/archive?table=9"),
    "/archive/{table}/{hand:int}": ("/archive/2/17", "/archive/2/17?at=3", "/archive/2/99"),
    "/log": ("/log", "/log?after=90", "/log?after=x"),
}  # fmt: skip
"""The paths that are asked for a pattern; for any other, the pattern itself."""

BESIDE: Final = (
    "/static/palette.css", "/now", "/ready", "/nowhere", "/language/fr?back=/desk",
    "/language/xx?back=//evil.example",
)  # fmt: skip
"""Paths beside the pages."""

LIST: Final = "Zoé Petit;R7;zoe@example.org\nTwice\n\n=Gus;;not an address\nAnne;77\nAnne;77"
SENT: Final[tuple[tuple[str, dict[str, str]], ...]] = (
    ("/sign-in", {"name": "director", "password": PASSWORD, "back": "/desk"}),
    ("/sign-in", {"name": "director", "password": "wrong"}),
    ("/sign-out", {}),
    *((f"/evening/{step}", form) for step, form in (
        ("open", {"file": "redcactus"}), ("open", {"file": "fidpa"}), ("tables", {}),
        ("tables", {"tables": "10", "seats": "8", "once": "abc"}),
        ("tables", {"tables": "41", "seats": "8"}), ("tables", {"tables": "1", "seats": "11"}),
        ("close", {}), ("draw", {"witness": "7h"}), ("start", {}), ("nothing", {}),
    )),
    ("/players", {"list": LIST}), ("/players", {"list": ""}),
    ("/players/enter", {
        "name.0": "Zoé Petit", "number.0": "R7", "in.0": "on", "name.1": "Twice", "in.1": "on",
        "name.2": "Gus Long", "mail.2": "gus@example.org", "in.2": "on", "name.3": "Not In",
        "person.4": "h_1", "name.4": "Zoé Petit", "in.4": "on", "shown": "first",
        "identified": "on", "once": "abc",
    }),
    ("/players/enter", {"name.0": "Gus", "in.0": "on", "shown": "number", "number.0": "12"}),
    ("/desk/enter", {"name": "Quentin", "level": "2", "of_age": "on"}),
    ("/desk/enter", {"name": "Zoé Petit"}), ("/desk/enter", {"name": "Twice"}),
    ("/desk/enter", {"name": "Zoé Petit", "another": "on"}), ("/desk/enter", {"name": ""}),
    ("/desk/enter", {"person": "h_1", "name": "Zoé", "q": "zo"}),
    ("/desk/close-list", {}),
    *(("/structure", {"file": "redcactus", "levels": levels, "chips": "8x25 8x100", **more})
      for levels in ("25/50 15\nbreak 10\n50/100 10\n100/200", "100/50 10", "")
      for more in ({}, {"save": "on", "title": "Jeudi soir!"}, {"open": "on", "rebuy": "500"},
                   {"players": "x"}, {"players": "40"}, {"load": "on"})),
    *(("/prizes", {"pool": pool, "unit": "10", "places": places, **more})
      for pool, places in (("1000", "60 30 10"), ("1000", "600 300 100"), ("1000", "600 300 101"),
                           ("1000", "500 300"), ("0", ""), ("x", "1"), ("995", "50% 30% 20%"))
      for more in ({}, {"propose": "on"}, {"post": "on"})),
    ("/league/take", {"list": "1;1;Anne;80\n2;2;Gus;20", "title": "Jeudi", "sure": "yes"}),
    ("/league/take", {"list": "x"}),
    ("/wall", {"mark": "x"}),
    *((f"/me/{world.LINK}/{what}", form) for what, form in (
        ("coming", {"day": "2999-11-26", "present": "yes"}),
        ("coming", {"day": "2999-11-26", "present": "no"}),
        ("wait", {"what": "join", "table.2": "on", "table.3": "on"}), ("wait", {"what": "leave"}),
        ("wait", {"what": "come"}), ("wait", {"what": "pass"}), ("wait", {}),
        ("deal", {"agrees": "yes"}), ("deal", {"agrees": "no"}),
        ("notices", {"way": "mail", "address": "a@example.org"}), ("notices", {"way": "x"}),
    )),
)  # fmt: skip
"""Forms that are sent, beside those of the actions."""

MAY: Final = ("director", "floor", "desk", "screen", "")
MARKS: Final = re.compile(r"\?v=[0-9a-f]{12}")
"""The digest of a static file in its address, which changes with the file."""
TOLD: Final = frozenset({"location", "set-cookie", "content-type", "retry-after"})
EXPIRES: Final = re.compile(r"expires=[^;]*;? ?")


class Asked(NamedTuple):
    """Who asks for what; with a form, it is sent."""

    path: str
    role: str = ""
    language: str = "en"
    form: dict[str, str] | None = None


class Core(DeskLine):
    """A core that answers in this process, and notes what it is asked; away, it knows sessions."""

    def __init__(self, evening: evenings.Evening, noted: list[str]) -> None:
        super().__init__(Path("nowhere"))
        self._clerk = Clerk(Path("nowhere"), dict(evening.answers))
        self._away, self._noted = evening.away, noted

    async def _send(self, request: DeskRequest) -> DeskAnswer:
        self._noted.append(f"> {in_order(request)!r}")
        if self._away and not isinstance(request.ask, AskSession):
            raise CoreAway("the core is away")
        answer = msgspec.json.encode(self._clerk._answer(request))
        return msgspec.json.decode(answer, type=DeskAnswer)


@contextmanager
def standing_still() -> Iterator[None]:
    """Have the time stand still, in one zone, and tokens be all the same."""
    zone = os.environ.get("TZ")
    with ExitStack() as stack:
        stack.enter_context(patch.dict(os.environ, TZ="UTC"))
        stack.enter_context(patch.object(time, "time_ns", lambda: evenings.NOW * 1_000_000))
        stack.enter_context(patch.object(secrets, "token_hex", lambda n: "ab" * n))
        stack.enter_context(patch.object(Visit, "push", whole))
        stack.enter_context(patch.object(printed_pdf, "pdf", unset))
        time.tzset()
        yield
    assert os.environ.get("TZ") == zone
    time.tzset()


def whole(request: Visit, name: str, topics: Any, make: Make, pace: Pace = USUAL) -> Response:
    """Return what a stream says first, and what it depends on, in place of the stream."""
    made = make(request.state.language)
    parts = [made] if isinstance(made, str) else [repr(in_order(one)) for one in made]
    return HTMLResponse("\n".join((name, repr(sorted(topics)), repr(in_order(pace)), *parts)))


def unset(template: str, said: Words, title: str, **known: Any) -> bytes:
    """Return what would be typeset, in place of the paper."""
    files = printed_pdf.files_of(template, said, title, **known)
    return b"\n".join(name.encode() + b" " + files[name] for name in sorted(files))


def heard(site: Site, evening: evenings.Evening) -> None:
    """Have a site hear all that is published in an evening."""

    def say(rest: str, fact: object) -> None:
        message: Any = SimpleNamespace(
            topic=f"{ROOT}/{rest}", payload=msgspec.json.encode(fact), retain=True
        )
        site.hall._message(None, None, message)

    for name, state in evening.tables.items():
        on = Status("online", "S1", name, "0.2")
        say(f"{name}/status", replace(on, status="offline") if name in evening.off else on)
        say(f"{name}/state", state)
    for rest, view in evening.views.items():
        say(f"venue/{rest}", view)
    for name, seat in (("7", 2), ("2", 0)):
        if name in evening.tables:
            data = {"seat": seat} if seat else {"by": "floor"}
            at = "2026-01-01T20:00:00.000Z"
            called = Envelope(1, 990, "S1", at, name, 17, "floor.called", data)
            say(f"{name}/event/floor.called", called)
    if not evening.away:
        site.hall._linked("up")


def paths(*, staff: bool = True) -> Iterator[str]:
    """Yield the address of every page."""
    yield from BESIDE
    for pattern in (*OPEN, *(GATED if staff else ())):
        yield from PLACES.get(pattern, (pattern,))


def forms(role: str) -> Iterator[Asked]:
    """Yield what is sent: each form as it holds, without the confirmation, and with a gap."""
    for name, form in FORMS.items():
        yield Asked(f"/do/{name}", role, "en", form | {"sure": "yes", "once": "abc"})
        yield Asked(f"/do/{name}", role, "fr", form | {"from": "/floor"})
        yield from (Asked(f"/do/{name}", role, "en", form | {gap: ""}) for gap in form)
        yield Asked(f"/do/{name}", role, "en", form | {"once": "y" * 400, "sure": "yes"})
    yield from (Asked(path, role, "en", form) for path, form in SENT)


def too_long() -> Iterator[Asked]:
    """Yield forms, each with a value that is longer than anybody types."""
    for path, form in SENT:
        for name, value in form.items():
            yield Asked(path, "director", "en", form | {name: value + "y" * 400})
    for path in ("/?name=", "/desk?q=", "/desk?find=", "/results/sheet?tournament="):
        yield Asked(path + "y" * 400, "director")


async def answered(
    evening: evenings.Evening, asked: list[Asked], folder: Path, wall: Wall
) -> list[str]:
    """Return what the pages of an evening answer, line by line."""
    lines: list[str] = []
    write(world.archived(), folder / "hands")
    app = make_app(Settings(
        FeedSource(root=ROOT), Path("nowhere"), link="https://poker.example",
        archive=folder / "hands", wall=wall, secure=bool(wall.logo),
    ))  # fmt: skip
    site: Site = app.state.site
    site.line = site.door = app.state.visitors._line = Core(evening, lines)
    heard(site, evening)
    base = "http://pages.example"
    async with httpx.AsyncClient(
        transport=httpx.ASGITransport(app, client=("192.0.2.7", 1)), base_url=base
    ) as client:
        for one in asked:
            app.state.visitors._known.clear()
            lines.append(f"< {one.path} {one.role} {one.language} {one.form}")
            headers = {"Accept-Language": one.language, "Origin": base}
            if one.role:
                headers["Cookie"] = f"session=session-of-{one.role}"
            kind = "GET" if one.form is None else "POST"
            answer = await client.request(kind, one.path, data=one.form, headers=headers)
            client.cookies.clear()
            lines.append(f"= {answer.status_code}")
            for name in ("location", "set-cookie", "content-type", "retry-after"):
                lines += [
                    f"{name}: {EXPIRES.sub('', one)}" for one in answer.headers.get_list(name)
                ]
            lines += MARKS.sub("", answer.text).splitlines()
    return lines


def asked_of(
    make: Callable[[], evenings.Evening], asked: list[Asked], wall: Wall = WALL
) -> Iterator[str]:
    """Yield what the pages of an evening answer, line by line."""
    with standing_still(), tempfile.TemporaryDirectory() as folder:
        evening = evenings.at_the_time(make)
        with patch.object(world, "now", lambda: evenings.NOW):
            yield from asyncio.run(answered(evening, asked, Path(folder), wall))


def seen_by(role: str, language: str) -> list[Asked]:
    """Return that somebody asks for every page."""
    return [Asked(path, role, language) for path in paths(staff=role not in {"", "screen"})]


def tables_of(part: int) -> Iterator[str]:
    """Yield the tables of golden pictures: on the floor's page, as pictures, and in words."""
    make = partial(evenings.pictured, part)
    yield from asked_of(make, [Asked("/floor", "floor", "en"), Asked("/floor", "floor", "fr")])
    for name, state in evenings.at_the_time(make).tables.items():
        yield name
        yield small_felt(state)
        for language in ("en", "fr"):
            said = words(language)
            yield from (felt(state, said), felt(state, said, tall=True), happening(state, said))


def announced() -> Iterator[str]:
    """Yield what is announced to Home Assistant of two tables."""
    said: list[str] = []

    def note(*given: Any, **named: Any) -> None:
        said.append(f"{given} {sorted(named.items())}")

    client: Any = SimpleNamespace(publish=note, subscribe=note, message_callback_add=lambda *_: 0)
    announcer = Announcer("homeassistant", ROOT, lambda table: f"https://poker.example/{table}")
    announcer.listen(client)
    for table, software in (("1", "0.2"), ("1", "0.2"), ("2", ""), ("1", "0.3")):
        announcer.heard(client, table, software)
    for payload, retain in ((b"offline", False), (b"online", True), (b"online", False)):
        message: Any = SimpleNamespace(payload=payload, retain=retain)
        announcer._born(client, None, message)
        said.append("born")
    yield from said


def streams() -> Iterator[tuple[str, Callable[[], Iterator[str]]]]:
    """Yield the name of each stream of pages, and what makes its lines."""
    for role in MAY:
        asked = seen_by(role, "fr" if role in {"floor", ""} else "en")
        yield f"playing/{role or 'anybody'}", partial(asked_of, evenings.playing, asked)
    yield "playing/sent-too-long", partial(asked_of, evenings.playing, list(too_long()))
    yield "playing/sent", partial(asked_of, evenings.playing, list(forms("director")))
    sent = [one for one in forms("desk") if one.form is not None and "sure" in one.form]
    yield "playing/sent-by-the-desk", partial(asked_of, evenings.playing, sent)
    sent = [Asked(path, "director", "fr", form) for path, form in SENT]
    for make in (
        evenings.empty, evenings.entering, evenings.seated, evenings.cash, evenings.over,
        evenings.bagged, evenings.away, evenings.noticed, evenings.crowded,
    ):  # fmt: skip
        asked = [*seen_by("director", "en"), *seen_by("", "fr"), *sent]
        wall = WALL if make is not evenings.bagged else Wall()
        yield make.__name__, partial(asked_of, make, asked, wall)
    yield "announced", announced
    for part in range(3):
        yield f"tables/{part}", partial(tables_of, part)
