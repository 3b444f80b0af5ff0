"""Evenings whose pages are looked at, each a room at one moment: before play, in play, over."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple
from unittest.mock import patch

import msgspec
from msgspec.structs import replace

from controller.contract.public import PublicState, Status
from controller.contract.venue import desk
from controller.contract.venue.book import DeedLine, Tournaments
from controller.contract.venue.cash_game.waiting import WaitLine
from controller.contract.venue.outputs import NoBreak
from controller.contract.venue.seats import Seat
from controller.contract.venue.views import (
    LevelLine,
    LogHealth,
    NoticeKind,
    NoticeLine,
    NoticesView,
    PlaceLine,
    PlacesView,
    RoomPhase,
    SeatLine,
    SeatsView,
    StakeLine,
    StructureView,
    TableLine,
    VenueHealth,
)
from display.words.stakes import STAKES
from display.words.venue.evening import MOVES
from tests.display.web import world
from tests.rig.pictures.golden import GOLDEN

NOW = 1_767_297_600_000
"""The time of every evening: 2026-01-01T20:00:00Z, in milliseconds."""

PATH = f"tournament/{world.EVENING}"
Views = dict[str, msgspec.Struct]


class Evening(NamedTuple):
    """What a room and its tables publish, and what its core answers; `away`: nothing."""

    views: Views
    tables: Mapping[str, PublicState] = {}
    answers: Mapping[type, Callable[[Any], Any]] = {}
    away: bool = False
    off: frozenset[str] = frozenset()


def views(**changed: Mapping[str, Any]) -> Views:
    """Return the views of the evening in play, with some fields of some views changed."""
    made = world.views()
    for name, fields in changed.items():
        key = name if name in made else f"{PATH}/{name}"
        made[key] = replace(made[key], **fields)
    return made


def playing() -> Evening:
    """Return the evening in play, one table switched off."""
    return Evening(views(), world.tables(), world.knowledge(), off=frozenset({"6"}))


def empty() -> Evening:
    """Return a room in which nothing has been opened, with a table that waits to be."""
    answers = dict.fromkeys(world.knowledge(), refused("no-tournament"))
    return Evening(
        {"status": Status("online", "S1", "venue", "0.2")}, {"3": world.tables()["3"]}, answers
    )


def entering() -> Evening:
    """Return an evening before play: some players have a seat, some not yet."""
    made = views(
        clock={"phase": RoomPhase.ENTERING, "running": False, "index": 0, "holds": ()},
        posting={"pool": 0, "shares": (), "bounties": "mystery", "break_order": ()},
        places={"places": ()}, notices={"notices": ()},
    )  # fmt: skip
    seats = made[f"{PATH}/seats"]
    assert isinstance(seats, SeatsView)
    players = tuple(
        replace(one, table=0, seat=0, standing="entered") if n % 3 == 2 else one
        for n, one in enumerate(seats.players)
    )
    made[f"{PATH}/seats"] = replace(seats, players=players)
    return Evening(made, {"1": world.tables()["1"], "12": world.tables()["5"]}, world.knowledge())


def seated() -> Evening:
    """Return an evening before play in which everybody has a seat, and only few sit."""
    players = (SeatLine("p_0", "Anne", "seated", 1, 1), SeatLine("p_1", "Bo", "seated", 1, 2))
    made = views(
        state={"tables": (TableLine(1, "1", 3, 2),)},
        clock={"phase": RoomPhase.ENTERING, "running": False, "players": 2},
        seats={"players": players}, posting={"languages": (), "asks": (), "days": False},
    )  # fmt: skip
    answers = world.knowledge()
    files = answers[desk.AskTournaments](None).tournaments
    more = (*files, replace(files[1], name="fidpa", title="Another"))
    answers[desk.AskTournaments] = lambda _: Tournaments(more[1:])
    return Evening(made, {}, answers)


def cash() -> Evening:
    """Return a cash game in play, with free seats and a list of players who wait."""
    waiting = tuple(
        WaitLine(
            f"p_{n}", f"Wait {n}", world.now() - n * 60_000, (n,) * (n % 3), sits=n == 2,
            comes=n == 3, seat=Seat(4, n) if n > 2 else None,
            until=world.now() + n * 60_000 if n > 3 else 0,
        )
        for n in range(1, 6)
    )  # fmt: skip
    made = views(
        posting={
            "stakes": tuple(StakeLine(word, 50 * n, "3.2") for n, word in enumerate(STAKES)),
            "pool": 0, "shares": (), "money": "currency", "bounties": "none", "days": False,
            "seat_worth": 0, "asks": ("ticket",),
        },
        waiting={"waiting": waiting, "free": 2},
        state={"tables": (TableLine(2, "2", 8, 0), TableLine(4, "4", 6, 4, holds=("fire",)))},
    )  # fmt: skip
    return Evening(made, world.tables(), world.knowledge())


def over(phase: RoomPhase = RoomPhase.ENDED) -> Evening:
    """Return an evening that is over, with its places."""
    lines = tuple(
        PlaceLine(f"p_{n}", "" if n == 3 else f"={n}", n, n + n % 2, 100 - n if n < 9 else None)
        for n in range(1, 13)
    )
    made = views(
        clock={"phase": phase, "running": False, "left": None, "to_break": None},
        places={"places": lines, "ended": phase is RoomPhase.ENDED}, state={"phase": phase},
    )  # fmt: skip
    answers = dict.fromkeys(world.knowledge(), refused("prizes-not-posted"))
    return Evening(made, world.tables(), answers)


def bagged() -> Evening:
    """Return an evening that goes on another day."""
    return over(RoomPhase.BAGGED)


def away() -> Evening:
    """Return an evening whose core has gone, and whose log had stopped."""
    made = views(status={"status": "offline"})
    made["health"] = VenueHealth("S1", log=LogHealth.DISK_FULL, silent=(3,))
    return Evening(made, world.tables(), {}, away=True)


def noticed() -> Evening:
    """Return an evening with a notice of each kind, and a clock that counts a break down."""
    reasons = (*NoBreak, "fire", "director", "2", "")
    lines = tuple(
        NoticeLine(
            f"n{n}", kind, world.now() - n * 45_000, "p_1" if n % 2 else "",
            "Bruno" if n % 3 else "", n % 9, n % 8, n % 5, n % 7, reasons[n % len(reasons)],
            ("7.2", "7.3")[: n % 3], ("", *MOVES)[n % (len(MOVES) + 1)],
        )
        for n, kind in enumerate((*NoticeKind, *NoticeKind, *NoticeKind))
    )  # fmt: skip
    at = world.now() - 5_000
    made = views(
        clock={
            "at": at, "phase": RoomPhase.BREAK, "level": LevelLine(0, seconds=600), "left": 61_000,
            "to_break": 1_000, "entries": 600_000, "rebuys": 3, "undo": "longer", "choice": True,
            "seats": 3, "field": 210, "average": None, "holds": ("pause", "fire"), "index": 2,
            "next_level": LevelLine(6, 150, 300, 300, 0),
        },
        state={"title": "", "tables": tuple(
            TableLine(n, str(n), 8, 6 * (n != 4), heard=n != 5, holds=("fire",) * (n % 2),
                      orders=n % 3)
            for n in range(1, 9)
        )},
    )  # fmt: skip
    made[f"{PATH}/notices"] = NoticesView(world.EVENING, lines)
    made[f"{PATH}/places"] = PlacesView(world.EVENING, (PlaceLine("p_9", "", 17, 18, seat=True),))
    made[f"{PATH}/structure"] = StructureView(world.EVENING, "", "redcactus", (
        LevelLine(1, 25, 50, 0, 1200), LevelLine(0, seconds=600), LevelLine(2, 50, 100, 100),
    ))  # fmt: skip
    return Evening(made, world.tables(), world.knowledge())


def crowded() -> Evening:
    """Return an evening with more of everything than one page holds."""
    minute = 60_000
    moves = tuple(
        NoticeLine(f"n{n}", kind, world.now() - n * minute, f"p_{n}", f"P{n}", n, 1, n + 1, 2)
        for n, kind in enumerate((NoticeKind.MOVE, NoticeKind.MOVED, NoticeKind.HELD) * 14, -29)
    )
    moves += tuple(
        NoticeLine(f"m{at}", kind, world.now() - at, f"p{at}", f"M{at}", 1, 1, 2, 2)
        for at in (3 * minute - 1, 3 * minute, 10 * minute - 1, 10 * minute, 12 * minute)
        for kind in (NoticeKind.MOVE, NoticeKind.MOVED)
    )
    players = tuple(
        SeatLine(f"p_{n}", f"P{n}", ("seated", "out")[n % 9 == 8], n % 9 + 1, n // 9 + 1, 900 * n)
        for n in range(40)
    )
    made = views(
        notices={"notices": moves}, seats={"players": players},
        waiting={"waiting": tuple(
            WaitLine(f"p_{n}", f"P{n}", 1, seat=Seat(2, n), until=1) for n in range(15)
        )},
        state={"tables": tuple(TableLine(n, str(n), 9, 9 * (n != 5)) for n in range(1, 12))},
    )  # fmt: skip
    plain = {"type": "hand-reported", "table": 2}
    kinds = ("plain", "plain", "deed", "plain", "plain", "plain", "deed", "plain") * 6 + ("deed",)
    rows = tuple(
        desk.LogRow(
            n, world.now() + n, ("Ms Floor", "table 2", "clock", "table two")[n % 4],
            plain if kind == "plain" else {"type": "deed-undone", "deed": n - 3},
            (), (), "no-name" if n % 7 == 3 and kind != "plain" else "", "ab" * 32,
        )
        for n, kind in enumerate((*kinds, "deed"), 60)
    )  # fmt: skip
    deeds = tuple(DeedLine(n, "move", "p_2", 1, Seat(3, 1), Seat(4, 1)) for n in range(20))
    answers = world.knowledge()
    book = answers[desk.AskBook](None)
    answers[desk.AskLog] = lambda asked: desk.LogPage(rows[: asked.limit], 120)
    answers[desk.AskBook] = lambda _: replace(book, deeds=deeds)
    table = world.tables()["1"]
    tables = {str(n): replace(table, table=str(n)) for n in range(1, 66)}
    return Evening(made, tables, answers)


def pictured(part: int) -> Evening:
    """Return a room with as many tables as there are golden pictures, a third of them each."""
    states = {str(n): one.seen() for n, one in enumerate(GOLDEN, 1) if n % 3 == part}
    return Evening(
        views(), {name: replace(one, table=name) for name, one in states.items()},
        world.knowledge(),
    )  # fmt: skip


def refused(reason: str) -> Callable[[Any], Any]:
    """Return what a core answers that refuses everything."""
    return lambda _: desk.DeskAnswer("", False, "it was refused", reason)


def page_of(asked: desk.AskMe) -> desk.PlayerPage | desk.DeskAnswer:
    """Return the own page of the player whom a link is called after (`player-3`)."""
    number = asked.link.removeprefix("player-")
    if not number.isdecimal():
        return desk.DeskAnswer("", False, "there is no such link", "no-such-player")
    n = int(number)
    return desk.PlayerPage(
        world.EVENING, "Ligue du jeudi", f"p_{n}", f"Player {n}",
        ("seated", "moving", "waiting", "out", "")[n % 5],
        Seat(n, 1) if n % 2 else None, Seat(2, n) if n % 4 == 3 else None, 900 * n,
        n, n + n % 3, 40 if n % 2 else None, 9, waits=n % 3, head=50 * (n % 2), won=10 * (n % 3),
        deal=70 if n % 4 == 2 else None, played_for=(5, 3) if n % 4 == 2 else (),
    )  # fmt: skip


def at_the_time(make: Callable[[], Evening]) -> Evening:
    """Return an evening at the time of all of them."""
    with patch.object(world, "now", lambda: NOW):
        made = make()
    found = made.answers.get(desk.AskMe)
    if found is None:
        return made

    def me(asked: desk.AskMe) -> Any:
        return found(asked) if asked.link == world.LINK else page_of(asked)

    return made._replace(answers={**made.answers, desk.AskMe: me})
