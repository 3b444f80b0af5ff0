"""An evening to look at: tables as they would publish themselves, a room, and the real pages."""

import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, Self, get_args

import httpx
import msgspec
from msgspec.structs import replace

from controller.contract.public import Envelope, HoldView, PublicState, Status
from controller.contract.rules import HoldReason, Variant
from controller.contract.venue import desk
from controller.contract.venue.book import (
    Book,
    DeedLine,
    KnownOffence,
    Noted,
    SmallChips,
    TournamentFile,
    Tournaments,
)
from controller.contract.venue.cash_game.waiting import FeedLine, ListView, WaitLine
from controller.contract.venue.figures import AskFigures, Figures, PlayerFigures
from controller.contract.venue.floor import members
from controller.contract.venue.floor.conduct import Excuse, Offence
from controller.contract.venue.floor.sheets import Sheet
from controller.contract.venue.league import (
    AskLeague,
    AskPublished,
    League,
    LeagueLine,
    Published,
    PublishedLine,
    Standing,
    TakeEvening,
    Taken,
    Tried,
)
from controller.contract.venue.notices import Notices, Way
from controller.contract.venue.outputs import NoBreak
from controller.contract.venue.prizes import bounties, money
from controller.contract.venue.seats import Seat
from controller.contract.venue.tournament_formats.days import AskBags, BagLine, Bags, FlightLine
from controller.contract.venue.tournament_formats.games import GameLine
from controller.contract.venue.tournament_formats.satellites import AskTickets, TicketLine, Tickets
from controller.contract.venue.views import (
    BonusLine,
    ClockView,
    LevelLine,
    NoticeKind,
    NoticeLine,
    NoticesView,
    PlaceLine,
    PlacesView,
    PostedLine,
    PostingView,
    RoomPhase,
    SeatLine,
    SeatsView,
    SignInAsks,
    StructureView,
    TableLine,
    VenueHealth,
    VenueState,
)
from controller.play.sinks.servers import Mosquitto
from display.web.records.archive import Kept, kept, write
from hardware.free_ports import free_port
from tests.display.web.clerk import Clerk
from tests.mqtt import PROTOCOL, Subscriber, until
from tests.rig.pictures import example_tables as e
from tests.rig.pictures.example_tables_between import paused

ROOT = "tapis/club"
EVENING = "t1"
LINK = "Vq3x-secret_of-a-player"
NAMES = (*e.NAMES, "Karim", "Léa", "Malik", "Nora", "Oscar", "Paula")


def now() -> int:
    """Return the milliseconds since 1970."""
    return time.time_ns() // 1_000_000


GAMES = (
    GameLine(Variant.HOLDEM, "no-limit"), GameLine(Variant.OMAHA, "pot-limit"),
)  # fmt: skip


def tables() -> dict[str, PublicState]:
    """Return a table of each sort, by name."""
    made: dict[str, PublicState] = {
        "1": e.flop(), "2": e.ruling(), "3": e.showdown(), "4": e.for_the_floor(),
        "5": e.full_ring(), "6": replace(paused(), holds=(
            HoldView("break", HoldReason.BREAK, 0, 90_000),)),
        "7": e.clock(), "8": e.dealing(),
    }  # fmt: skip
    return {name: replace(state, table=name) for name, state in made.items()}


def views() -> dict[str, msgspec.Struct]:
    """Return what the room retains, by what stands behind `venue/`."""
    at = now()
    seats = tuple(
        SeatLine(f"p_{n}", name, "seated", n % 8 + 1, n // 8 + 1, 9_000 - 400 * n)
        for n, name in enumerate(NAMES)
    )
    seats = (
        replace(seats[0], standing="moving", to_table=4, to_seat=7), *seats[1:],
        SeatLine("p_20", "Quentin", "out"),
    )  # fmt: skip
    level = LevelLine(5, 100, 200, 25, 1200, Variant.OMAHA, "pot-limit")
    levels = (LevelLine(4, 75, 150, 0, 1200), level, LevelLine(0, seconds=600))
    notices = (
        NoticeLine("n2", NoticeKind.MOVE, at - 40_000, "p_0", NAMES[0], 1, 1, 4, 7, "balance",
                   ("7.2",)),
        NoticeLine("n3", NoticeKind.MOVE_PROPOSED, at, "p_1", NAMES[1], 1, 2, 4, 8),
        NoticeLine("n4", NoticeKind.HEAD_OPEN, at, "p_3", NAMES[3]),
        NoticeLine("n5", NoticeKind.ENVELOPE_DUE, at, "p_4", NAMES[4]),
        NoticeLine("n6", NoticeKind.GAME_DUE, at, table=2),
        NoticeLine("n1", NoticeKind.BREAK_WAITS, at, table=3, reason=NoBreak.NO_SEAT),
    )  # fmt: skip
    places = (PlaceLine("p_20", "Quentin", 17, 17), PlaceLine("p_21", "N° 204", 18, 19, seat=True))
    path = f"tournament/{EVENING}"
    return {
        "status": Status("online", "S1", "venue", "0.2"),
        "state": VenueState(
            91, "club", at, EVENING, "Ligue du jeudi", "redcactus", RoomPhase.PLAYING,
            tuple(TableLine(n, str(n), 8, 6, heard=n != 5) for n in range(1, 9)),
            19, 16, 57_000, 0, 0,
        ),
        "health": VenueHealth("S1"),
        f"{path}/clock": ClockView(
            EVENING, at, True, 4, level, levels[2], 8 * 60_000 + 37_000, 8 * 60_000 + 37_000,
            ("fire",),
            19, 16, 8, 57_000, 3_562, RoomPhase.PLAYING,
        ),
        f"{path}/structure": StructureView(EVENING, "Ligue du jeudi", "redcactus", levels),
        f"{path}/posting": PostingView(
            EVENING, "Ligue du jeudi", "fidpa", ("en", "fr"),
            (PostedLine("muck_retrievable", {"en": "No.", "fr": "Non."}),),
            (PostedLine("balancing.gap", {
                "en": "Tables differ by one player.", "fr": "Un joueur d'écart."}),),
            100, (70, 30), (7, 3, 1), asks=get_args(SignInAsks), money="points",
            seats=3, seat_worth=250, target="sunday", days=True, games=GAMES, change="by-hand",
            early_bird=1000, bonuses=(BonusLine("dealer", 2000),), addons=True,
        ),
        f"{path}/waiting": ListView(
            EVENING,
            (
                WaitLine("p_1", NAMES[1], at - 90_000, sits=True, seat=Seat(2, 8),
                         until=at + 3_600_000),
                WaitLine("p_30", "Rosa", at - 60_000, (2, 3)),
            ),
            (FeedLine(2, 1, (NAMES[2], NAMES[3]), ("p_2", "p_3")),), 3,
        ),
        f"{path}/seats": SeatsView(EVENING, seats),
        f"{path}/places": PlacesView(EVENING, places),
        f"{path}/notices": NoticesView(EVENING, notices),
    }  # fmt: skip


LEAGUE = League(
    ("Autumn", ""),
    (
        LeagueLine("p_1", "Bruno", (Standing(412, 1, 1, 8), Standing(9, 2, 3, 1))),
        LeagueLine("p_2", "Chloé", (None, Standing(9, 2, 3, 2))),
    ),
    "Jeudi", (Tried("p_1", "Bruno", 1, 1, 100, 31), Tried("p_2", "Chloé", 2, 2, 60, 22)),
)  # fmt: skip


def called(table: str, seq: int, name: str = "floor.called", **data: Any) -> Envelope:
    """Return an event of a table."""
    data = data or {"seat": 2}
    return Envelope(1, seq, "S1", "2026-01-01T20:41:07.000Z", table, 17, name, data)


BAGS = Bags(
    "ending",
    (BagLine("p_1", 8_600), BagLine("p_2", 8_200, 8_100, "A16", "Ms Floor")),
    (FlightLine("t0", "Vendredi", 12, 120_000),), "spring",
)  # fmt: skip


DEAL = money.DealOffers(
    (money.DealLine("p_1", 6000, 50, 48), money.DealLine("p_2", 4000, 40, 42)),
    90, 30, (5,), {"p_1": 45, "p_2": 40}, ("p_2",), (5,),
)  # fmt: skip


def knowledge() -> dict[type, Callable[[Any], Any]]:
    """Return what the desk answers."""
    entrants = tuple(
        desk.Entrant(f"p_{n}", f"{name} Martin", name, f"{200 + n}", f"link-of-p_{n}", "seated",
                     Seat(n % 8 + 1, n // 8 + 1), 3000)
        for n, name in enumerate(NAMES)
    )  # fmt: skip
    entrants += (desk.Entrant("p_30", "Rosa Martin", "Rosa", "230", "link-of-p_30", "entered"),)
    ruling = tables()["2"]
    found = desk.Incident(3, 2, "", 41, now(), 17, "board.no-burn", "18.4", 0, "", "")
    rows = tuple(
        desk.LogRow(n, now(), "Ms Floor", {"type": "room-held", "name": "fire", "at": n}, (
            {"type": "tables.halted", "tables": [1]},), ({"type": "hold", "id": f"{n}.1"},),
            "no-name" if n == 90 else "", "ab" * 32)
        for n in range(82, 92)
    )  # fmt: skip

    def me(asked: desk.AskMe) -> Any:
        if asked.link != LINK:
            return desk.DeskAnswer("", False, "there is no such link", "no-such-player")
        return desk.PlayerPage(
            EVENING, "Ligue du jeudi", "p_3", NAMES[3], "seated", Seat(4, 1),
            coming=(members.Coming("2999-11-26", "Jeudi prochain"),),
            notices=Notices(get_args(Way), "mail", "a…org"),
        )  # fmt: skip

    def enter(asked: desk.Enter) -> Any:
        if asked.name == "Twice":
            return desk.DeskAnswer("", False, "already on the list", "entered-already")
        if asked.name == "Zoé Petit" and asked.if_unknown:
            return desk.DeskAnswer("", False, "this name is already known", "name-is-known")
        return desk.Entered("p_77", "link-of-p_77")

    entrants = (*entrants[:4], replace(entrants[4], to=Seat(8, 2)), *entrants[5:])
    sheet = members.Sheet(
        EVENING,
        "Ligue du jeudi",
        "Cactus",
        "2026-01-01",
        True,
        (
            members.SheetLine(1, 1, "Anne Ancienne", "R1", 100),
            members.SheetLine(2, 2, "=Gus", "", 0),
        ),
    )
    newcomer = members.Member("h_2", "Nina Neuf", "nina@example.org", "")
    evening = members.Expected("2999-11-26", "Jeudi prochain", ("Anne",), ("Gus",), 1)
    page = desk.IncidentPage(
        found, {"type": "irregularity.found", "kind": "board.no-burn"},
        msgspec.to_builtins(ruling),
    )  # fmt: skip
    book = Book(
        EVENING,
        offences=(KnownOffence(Offence.STALLING, "J.b"), KnownOffence(Offence.DEVICE, "M.c")),
        sanctions=("warning", "10m", "out"), excuses=(Excuse.AWAY, Excuse.FAIRNESS),
        decks=("level", "player"),
        noted=(
            Noted(1, "p_1", Offence.STALLING, "10m", appeals=1),
            Noted(2, "p_2", Offence.DEVICE, "warning"),
        ),
        excluded=("p_4",), small=SmallChips(25, 100, (1, 2)), gone=(25,), values=(25, 100),
        to_share=100, games=GAMES, tied=("p_3", "p_4"), unbagged=("p_1",), unopened=("p_2",),
        deeds=(
            DeedLine(41, "remove", "p_1", now(), Seat(2, 1), chips=8_600),
            DeedLine(40, "move", "p_2", now(), Seat(3, 1), Seat(4, 1)),
            DeedLine(39, "rebuy", "p_3", now(), chips=3_000),
        ),
    )  # fmt: skip
    files = Tournaments((
        TournamentFile("fidpa", "FIDPA", "fidpa", {"late": "Until level 4.", "age": ""}),
        TournamentFile("redcactus", "RedCactus", "redcactus", sheet=Sheet(
            ((50, 100, 20), (100, 200, 20), (0, 0, 15), (200, 400, 15), (2_000, 4_000, 0)),
            ((8, 25), (8, 100), (4, 500)), 2_000,
        )),
    ))  # fmt: skip
    season = (desk.Result("p_1", "Bruno", 1, 1, 412), desk.Result("p_2", "Chloé", 2, 2, 377))
    return {
        desk.AskMe: me,
        desk.Enter: enter,
        desk.CloseList: lambda _: desk.ListClosed("ab" * 32, "cd" * 32, 16),
        desk.AskEntrants: lambda _: desk.Entrants(EVENING, entrants),
        desk.AskPersons: lambda _: desk.Persons((desk.Person("h_1", "Zoé Petit", "Zoé", "77"),)),
        desk.AskIncidents: lambda _: desk.Incidents((found,)),
        desk.AskIncident: lambda asked: (
            page if asked.incident == 3 else desk.DeskAnswer("", False, "none", "no-such-incident")
        ),
        desk.AskLog: lambda _: desk.LogPage(rows, 91),
        desk.AskBook: lambda _: book,
        desk.AskTournaments: lambda _: files,
        members.AskSheet: lambda _: sheet,
        AskFigures: lambda _: Figures(
            EVENING,
            True,
            tuple(
                PlayerFigures(
                    f"p_{n}",
                    name,
                    40 - n,
                    4,
                    5,
                    tuple((hand, 5_000 + n * hand * (-1) ** n) for hand in range(40)),
                )
                for n, name in enumerate(NAMES)
            ),
        ),
        AskBags: lambda _: BAGS,
        AskTickets: lambda _: Tickets(
            (
                TicketLine("t0.p_1", "p_1", "Vendredi", "sunday", 250, "t1"),
                TicketLine("t0.p_2", "p_2", "Vendredi", "sunday", 250),
            ),
            ("p_3", "p_4"),
            1,
        ),
        money.AskBank: lambda _: money.Bank(
            "points",
            {"safe": -500, "till": 6200},
            {"p_1": 5700},
            (money.SecondLine(1, "paid-out", "p_1", 5700, "Anne"),),
            "Anne",
        ),
        bounties.AskEnvelope: lambda _: {"list": "", "witness": "7h", "amount": 100},
        bounties.AskBounties: lambda _: bounties.Bounties(
            "mystery",
            (bounties.HeadLine("p_1", 75, 120), bounties.HeadLine("p_2", 0, 30)),
            (
                bounties.OpenHead("p_3"),
                bounties.OpenHead("p_4", {"p_1": 1}),
                bounties.OpenHead("p_5", {"p_1": 1}, closed=True),
            ),
            (500, 100),
            850,
        ),
        money.AskDeal: lambda _: DEAL,
        members.AskNewcomers: lambda _: members.Newcomers((newcomer,), (replace(newcomer),)),
        members.AskAttendance: lambda _: members.Attendance((evening,)),
        AskLeague: lambda asked: replace(
            LEAGUE,
            wrong="a formula can't use 'x'; expected one of place" if asked.formula == "x" else "",
            tried=LEAGUE.tried if asked.formula == "place" else (),
        ),
        AskPublished: lambda _: Published(
            "Jeudi",
            "Cactus",
            "2026-01-01",
            "points",
            10,
            2,
            12,
            120,
            (PublishedLine(1, 1, "=Anne", 80), PublishedLine(2, 3, "Gus", 20)),
        ),
        TakeEvening: lambda _: Taken("x9", 2),
        desk.AskResults: lambda _: desk.Results(EVENING, "Ligue du jeudi", False, (), season),
    }


def archived() -> Iterator[Kept]:
    """Yield hands that were played before, in which everybody has an id and a name."""
    for hand, states in ((16, (e.dealing(),)), (17, (e.dealing(), e.flop(), e.ruling()))):
        players = [
            replace(state, seats=tuple(replace(one, player=f"p_{one.seat}") for one in state.seats))
            for state in states
        ]
        yield kept("2", hand, now(), players)


class Pages:
    """The pages of a venue, as a process of their own, and somebody who asks for them."""

    def __init__(self, port: int, root: str, desk: Path, *more: str) -> None:
        # No page is encrypted here. The server hangs up after 5 s, so no older line is asked on.
        self._client = httpx.Client(
            verify=False, timeout=60, limits=httpx.Limits(keepalive_expiry=1)
        )
        self.address = f"127.0.0.1:{free_port()}"
        self.url = f"http://{self.address}"
        self._words = (
            sys.executable, "-c", "from controller.cli import app; app()", "venue", "web",
            "--port", str(port), "--topic", root, "--desk", str(desk), "--listen", self.address,
            "--protocol", PROTOCOL, *more,
        )  # fmt: skip

    def __enter__(self) -> Self:
        self.process = subprocess.Popen(self._words, stderr=subprocess.PIPE)
        with ExitStack() as begun:
            begun.callback(self.leave)
            until(self.answers, 90, what="the pages are there")
            begun.pop_all()
        return self

    def __exit__(self, *_: object) -> None:
        self.leave()

    def leave(self) -> None:
        """End the pages."""
        self._client.close()
        self.process.terminate()
        self.process.wait(20)
        assert self.process.stderr is not None
        self.process.stderr.close()

    def answers(self) -> bool:
        """Return whether the pages answer yet. Fails with their last words if they have ended."""
        assert self.process.poll() is None, self.process.communicate()[1].decode()
        try:
            return self.get("/now").status_code == 200
        except httpx.TransportError:
            return False

    def get(self, path: str, role: str = "", **headers: str) -> httpx.Response:
        """Ask for a page, as somebody of a role."""
        return self._asked("GET", path, role, headers)

    def post(
        self, path: str, form: dict[str, str], role: str = "", **headers: str
    ) -> httpx.Response:
        """Send a form, as a page of ours would."""
        return self._asked("POST", path, role, {"Origin": self.url} | headers, form)

    def _asked(
        self, method: str, path: str, role: str, headers: dict[str, str],
        form: dict[str, str] | None = None,
    ) -> httpx.Response:  # fmt: skip
        if role:
            headers = {"Cookie": f"session=session-of-{role}"} | headers
        answer = self._client.request(method, self.url + path, data=form, headers=headers)
        self._client.cookies.clear()
        return answer

    def ask(
        self, method: str, path: str, headers: dict[str, str], form: dict[str, str] | None
    ) -> int:
        """Ask whatever it is, and give the status of the answer; a stream is left at once."""
        with self._client.stream(
            method, self.url + path, data=form, headers=headers, follow_redirects=False
        ) as answer:
            if "event-stream" not in answer.headers.get("content-type", ""):
                answer.read()
        self._client.cookies.clear()
        return answer.status_code


class World(Pages):
    """A broker, a desk and the pages, each a process or a thread of its own."""

    def __init__(self, folder: Path, *more: str) -> None:
        self.broker = Mosquitto(folder)
        self.clerk = Clerk(folder / "desk.sock", knowledge())
        self.calls = 0
        write(archived(), folder / "hands")
        kept = ("--archive", str(folder / "hands"))
        super().__init__(self.broker.port, ROOT, self.clerk.path, *kept, *more)

    def __enter__(self) -> Self:
        with ExitStack() as begun:
            self.broker.start()
            begun.callback(self.broker.stop)
            begun.enter_context(self.clerk)
            self.table = begun.enter_context(Subscriber(self.broker.port, f"{ROOT}/nobody"))
            super().__enter__()
            self._begun = begun.pop_all()
        return self

    def __exit__(self, *_: object) -> None:
        self.leave()
        self._begun.close()

    def say(self, rest: str, fact: object, *, retain: bool = True) -> None:
        """Publish something under the venue's topic."""
        self.table.say(f"{ROOT}/{rest}", msgspec.json.encode(fact), retain=retain)

    @contextmanager
    def before_play(self) -> Iterator[None]:
        """Have the evening be one in which without stakes yet, for a while."""
        path = f"venue/tournament/{EVENING}/clock"
        clock = views()[path.removeprefix("venue/")]
        assert isinstance(clock, ClockView)
        begins = '/do/start"'
        self.say(path, replace(clock, running=False, phase=RoomPhase.ENTERING))
        until(lambda: begins in self.get("/floor", "director").text, what="without stakes")
        try:
            yield
        finally:
            self.say(path, clock)
            until(lambda: begins not in self.get("/floor", "director").text, what="play is on")

    def call_floor(self) -> None:
        """Call the floor to table 7, which stands for ten minutes."""
        self.calls += 1
        self.say("7/event/floor.called", called("7", 900 + self.calls), retain=False)
        stands = 'tapis_table_floor_called{table="7"} 1'
        until(lambda: stands in self.get("/metrics").text, what="table 7 calls")

    def fill(self) -> None:
        """Publish the whole evening."""
        for name, state in tables().items():
            self.say(f"{name}/status", Status("online", "S1", name, "0.2"))
            self.say(f"{name}/state", state)
        for rest, view in views().items():
            self.say(f"venue/{rest}", view)
        # What was said last is the notices.
        until(lambda: "table 4, seat 7" in self.get("/bar").text, what="the evening is there")
        self.call_floor()
