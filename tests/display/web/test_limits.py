"""What the pages keep and count has its limits, each held to the one that still fits."""

import asyncio
import socket
from pathlib import Path
from types import SimpleNamespace
from typing import Literal

import msgspec
import pytest
from msgspec.structs import replace

from controller.contract.errors import WrongOption
from controller.contract.public import Envelope, Status
from controller.contract.venue.desk import AskSession, SignedIn
from controller.contract.venue.rights import CLOCK, RIGHTS, Role
from controller.contract.venue.views import ClockView, PostingView, TableLine, VenueState
from display.feed import FeedSource, View
from display.web.club.wall_folder import BadWall, kind_of, load_wall, size_of
from display.web.command import listen_at, web
from display.web.evening.pages_evening import Progress
from display.web.evening.proposed_payouts import PAID, proposal
from display.web.floor.needs_attention import Need, Tiles
from display.web.floor.pages_floor import _events
from display.web.live.core_requests import CoreAway, DeskLine
from display.web.live.hall import Hall, TableSeen
from display.web.live.room import Evening, RoomSeen, room_heard
from display.web.live.seen_hands import SeenHand, with_picture
from display.web.password_tries import MINUTE_S, MOST_KNOWN, TRIES, Tries
from display.web.request_checks import Guard, _limited
from display.web.screens.overlay import overlay_stream
from display.web.site import Settings, Site, Visit
from display.web.staff.actions import ACTIONS, BANK, offered
from display.web.staff.offers import free_seats
from display.web.visitors import Visitor, Visitors
from display.words.names import words
from tests.display.web.world import World, tables
from tests.streams import evenings
from tests.streams.pages import Core

MINUTE = 60_000


def need(seen: TableSeen, now: int) -> Need:
    """Return what a table needs at an instant."""
    return Tiles().of([seen], RoomSeen(), words("en"), now)[0].need


def test_a_hand_is_slow_after_eight_minutes_and_a_call_stands_for_ten() -> None:
    seen = TableSeen("5", View(replace(tables()["5"], hand=3)), began=7)
    assert need(seen, 7 + 8 * MINUTE) is Need.NONE
    assert need(seen, 8 + 8 * MINUTE) is Need.TROUBLE
    called = replace(seen, began=0, called=7)
    assert need(called, 7 + 10 * MINUTE) is Need.FLOOR
    assert need(called, 8 + 10 * MINUTE) is Need.NONE


def test_the_last_eight_events_that_concern_rules_are_listed_the_newest_first() -> None:
    state, said = tables()["5"], words("en")
    at = [f"2026-11-26T20:{minute:02}:00Z" for minute in range(18)]
    kinds = ["floor.called", "card.burned"] * 9
    recent = tuple(
        Envelope(1, n, "S1", at[n], "5", 1, kind, {"seat": 2, "street": "flop"})
        for n, kind in enumerate(kinds)
    )
    listed = _events(TableSeen("5", View(state, recent)), state, said)
    assert [time for time, _ in listed] == [said.time_of_day(one, "%H:%M") for one in at[16:0:-2]]


def test_ten_wrong_passwords_are_allowed_in_a_minute() -> None:
    tries, who = Tries(), ("192.0.2.1", "anne")
    for at in range(10):
        assert tries.may(who, at)
        tries.wrong(who, at)
    assert not tries.may(who, 59.9)
    assert tries.may(("192.0.2.2", "anne"), 10)
    assert tries.may(who, 60)


def test_a_thousand_visitors_wrong_passwords_are_kept() -> None:
    tries, who = Tries(), ("192.0.2.1", "anne")
    for _ in range(10):
        tries.wrong(who, 1)
    for n in range(999):
        tries.wrong((str(n), ""), 1)
    assert not tries.may(who, 1)
    tries.wrong(("one", "more"), 1)
    assert tries.may(who, 1)


def test_a_visitor_who_was_forgotten_meanwhile_may_have_been_right() -> None:
    tries, who = Tries(), ("192.0.2.1", "anne")
    tries.wrong(who, 1)
    for n in range(MOST_KNOWN):
        tries.wrong((str(n), ""), 1)
    tries.wrong(who, 1)
    # Both passwords were right.
    tries.right(who)
    tries.right(who)
    assert tries.may(who, 1)


def test_five_hundred_sessions_are_known() -> None:
    visitors = Visitors(DeskLine(Path("nowhere")))
    for n in range(501):
        visitors.remember(SignedIn(f"s{n}", "Anne", "floor", 0))
    assert list(visitors._known) == [f"s{n}" for n in range(1, 501)]


def asked_by(session: str, **state: object) -> Visit:
    """Return a request with a session."""
    headers = [(b"cookie", b"session=" + session.encode())]
    scope = {"type": "http", "headers": headers, "state": state, "query_string": b"",
             "path_params": {"table": "1"}}  # fmt: skip
    return Visit(scope)


@pytest.mark.parametrize(("length", "name"), [(200, "Anne"), (201, "")])
def test_a_session_has_at_most_200_letters(length: int, name: str) -> None:
    visitors = Visitors(DeskLine(Path("nowhere")))
    visitors.remember(SignedIn("s" * length, "Anne", "floor", 0))
    assert asyncio.run(visitors.of(asked_by("s" * length))).name == name


@pytest.mark.parametrize(("later", "asked"), [(9.5, False), (10.0, True)])
def test_what_is_known_of_a_session_is_not_asked_again_for_ten_seconds(
    monkeypatch: pytest.MonkeyPatch, later: float, *, asked: bool
) -> None:
    noted: list[str] = []
    visitors = Visitors(Core(evenings.Evening({}, {}), noted))
    monkeypatch.setattr("time.monotonic", lambda: 100.0)
    visitors.remember(SignedIn("session-of-floor", "Anne", "floor", 0))
    monkeypatch.setattr("time.monotonic", lambda: 100.0 + later)
    visitor = asyncio.run(visitors.of(asked_by("session-of-floor")))
    assert visitor.name == ("Ms Floor" if asked else "Anne")
    assert bool(noted) is asked


@pytest.mark.parametrize("role", [Role.SCREEN, Role.FLOOR])
def test_who_keeps_the_clock_may_do_that_besides_what_the_role_may(role: Role) -> None:
    every = CLOCK.union(*RIGHTS.values())
    for keeps, more in ((True, CLOCK), (False, frozenset())):
        visitor = Visitor("Anne", role, "s", keeps)
        assert {right for right in every if visitor.may(right)} == RIGHTS[role] | more


@pytest.mark.parametrize(("viewers", "status"), [(1_999, 200), (2_000, 503)])
def test_two_thousand_browsers_are_pushed_to(tmp_path: Path, viewers: int, status: int) -> None:
    site = Site(Settings(FeedSource(root="club"), tmp_path / "no.sock"))
    site.streams.viewers = viewers
    request = asked_by("", language="en")
    request.scope["app"] = SimpleNamespace(state=SimpleNamespace(site=site))
    assert request.push("one", ("a",), str).status_code == status
    assert asyncio.run(overlay_stream(request)).status_code == status


def test_two_thousand_tables_are_tracked_and_each_of_them_goes_on() -> None:
    hall = Hall(FeedSource(root="club"), lambda *_: None, lambda *_: True)
    for online in ("offline", "online"):
        for n in range(2_001):
            payload = msgspec.json.encode(Status(online, "S1", str(n), "0.2"))
            said = SimpleNamespace(topic=f"club/{n}/status", payload=payload)
            hall._message(None, None, said)  # type: ignore[arg-type]
    assert len(hall.tables()) == 2_000
    assert hall.table("2000") is None
    assert all(seen.view.online for seen in hall.seen())
    hall = Hall(FeedSource(root="club"), lambda *_: None, lambda *_: True)
    for n in range(2_001):
        said = SimpleNamespace(topic=f"club/{n}/health", payload=b"{}")
        hall._message(None, None, said)  # type: ignore[arg-type]
    assert len(hall._health) == 2_000


def test_asking_while_one_has_to_wait_does_not_make_the_wait_longer() -> None:
    tries, who = Tries(), ("192.0.2.7", "floor")
    for second in (*[0.0] * TRIES, *map(float, range(30, 60))):
        assert tries.may(who, second) is (second == 0.0)
        tries.wrong(who, second)
    assert tries.may(who, MINUTE_S)


def test_two_hundred_requests_wait_for_the_core_and_no_more(tmp_path: Path) -> None:
    async def asked(waiting: int) -> str:
        line = DeskLine(tmp_path / "no.sock")
        line._waiting = {str(n): asyncio.Future() for n in range(waiting)}
        with pytest.raises(CoreAway) as found:
            await line.ask(AskSession(), SignedIn)
        return str(found.value)

    assert "is not running" in asyncio.run(asked(199))
    assert "too many" in asyncio.run(asked(200))


def test_the_last_twenty_evenings_are_kept() -> None:
    room = RoomSeen()
    for n in range(25):
        clock = msgspec.json.encode(ClockView(f"t{n}", 1))
        room = room_heard(room, f"tournament/t{n}/clock", clock)
    assert list(room.evenings) == [f"t{n}" for n in range(5, 25)]


@pytest.mark.parametrize(
    "rest", ["clock", "tournament/t", "other/t/clock", "tournament/t/new", "tournament/t/clock/x"]
)
def test_what_is_no_view_of_an_evening_is_not_heard(rest: str) -> None:
    assert room_heard(RoomSeen(), rest, b"{}") == RoomSeen()


def test_an_evening_of_which_nothing_is_left_is_forgotten() -> None:
    clock = msgspec.json.encode(ClockView("t", 1))
    room = room_heard(RoomSeen(), "tournament/t/clock", clock)
    assert room_heard(room, "tournament/t/clock", b"") == RoomSeen()


def test_a_hand_keeps_its_last_eight_pictures_and_a_table_its_last_five_hands() -> None:
    plain = replace(tables()["1"], hand=9, phase="betting", awards=())
    hands: tuple[SeenHand, ...] = tuple(SeenHand(n, (), over=True) for n in range(2, 9))
    for n in range(12):
        before, after = (replace(plain, board=("As",) * size) for size in (n, n + 1))
        hands = with_picture(hands, before, after)
    assert [hand.number for hand in hands] == [5, 6, 7, 8, 9]
    assert len(hands[-1].pictures) == 8


def test_a_wall_has_at_most_forty_pictures(tmp_path: Path) -> None:
    for many, fits in ((40, True), (41, False)):
        names = [f"missing-{n}.png" for n in range(many)]
        (tmp_path / "wall.toml").write_text(f"sponsors = {names}", "utf-8")
        with pytest.raises(BadWall) as found:
            load_wall(tmp_path)
        assert ("too many" not in str(found.value)) is fits


@pytest.mark.parametrize("over", [0, 1])
def test_a_sound_has_at_most_a_million_bytes(tmp_path: Path, over: int) -> None:
    (tmp_path / "wall.toml").write_text('sounds = { level = "gong.wav" }', "utf-8")
    (tmp_path / "gong.wav").write_bytes(b"RIFF1234WAVE".ljust(1_000_000 + over, b"\0"))
    if over:
        with pytest.raises(BadWall, match=r"gong\.wav is 1000001 bytes; at most 1000000"):
            load_wall(tmp_path)
    else:
        assert [len(kept.content) for kept in load_wall(tmp_path).files.values()] == [1_000_000]


@pytest.mark.parametrize(("size", "status"), [(64 * 1024, 200), (64 * 1024 + 1, 413)])
def test_a_form_has_at_most_64_kib(size: int, status: int) -> None:
    said: list[object] = []

    async def app(scope: object, receive: object, send: object) -> None:
        said.append(200)

    async def send(message: dict[str, object]) -> None:
        if "status" in message:
            said.append(message["status"])

    headers = [(b"host", b"x"), (b"origin", b"http://x"), (b"content-length", b"%d" % size)]
    scope = {"type": "http", "method": "POST", "path": "/do/hold", "headers": headers}
    asyncio.run(Guard(app)(scope, None, send))  # type: ignore[arg-type]
    assert said == [status]


def test_a_body_that_says_no_length_has_its_limit_too() -> None:
    async def heard(size: int) -> object:
        async def receive() -> dict[str, object]:
            return {"type": "http.request", "body": b"x" * size}

        return (await _limited(receive, 10)())["type"]

    assert asyncio.run(heard(10)) == "http.request"
    assert asyncio.run(heard(11)) == "http.disconnect"


def test_a_link_that_was_lost_is_told_once_and_only_where_it_was_there() -> None:
    told: list[str] = []
    hall = Hall(FeedSource(), lambda name, _: told.append(name), lambda *_: True)
    hall._disconnected()
    assert (hall.link, told) == ("never", [])
    hall._linked("up")
    hall._disconnected()
    hall._disconnected()
    assert (hall.link, told) == ("down", ["", ""])


def test_a_picture_tells_its_size_whatever_stands_before_it() -> None:
    sized = b"\xff\xc2\x00\x0b\x08" + (480).to_bytes(2, "big") + (640).to_bytes(2, "big") + b"\x03"
    for before in (b"", b"\xff\xe0\x00\x06abcd", b"\xff\xc4\x00\x05abc\xff\xcc\x00\x02"):
        assert size_of(b"\xff\xd8" + before + sized) == (640, 480)
    for marker, found in ((0xBF, (0, 0)), (0xC0, (640, 480)), (0xCF, (640, 480)), (0xD0, (0, 0))):
        assert size_of(b"\xff\xd8\xff" + bytes([marker]) + sized[2:]) == found
    head = b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR" + b"\x00\x00\x01\x00\x00\x00\x02\x00"
    assert size_of(head) == size_of(head + b"\x08") == (256, 512)
    assert size_of(b"\xff\xd8" + sized[:-1]) == size_of(b"\xff\xd8\x00" + sized) == (0, 0)
    assert size_of(head[:-1]) == (0, 0)
    assert kind_of(b"RIFF1234WAVEfmt") == "wav"
    assert kind_of(b"RIFF1234AVI ") == ""
    assert kind_of(b"ID3") == kind_of(b"\xff\xfb") == "mp3"


def test_the_shares_of_each_number_of_places_are_the_whole() -> None:
    assert all(sum(shares) == 100 for _, shares in PAID)
    assert proposal(54, 10_000) != proposal(55, 10_000)


def test_more_places_are_paid_from_the_next_entry_on() -> None:
    for places, entries in enumerate((4, 8, 16, 27, 40, 54), 1):
        assert len(proposal(entries, 10_000)) == places
        assert len(proposal(entries + 1, 10_000)) > places or entries == 54


@pytest.mark.parametrize("port", [1, 65535])
def test_the_pages_listen_at_any_port_there_is(port: int) -> None:
    assert listen_at(f"127.0.0.1:{port}") == ("127.0.0.1", port)
    for wrong in ("0", "65536", "655350", "x", ""):
        with pytest.raises(WrongOption):
            listen_at(f"127.0.0.1:{wrong}")


def test_a_link_to_the_pages_has_its_scheme(tmp_path: Path) -> None:
    """A good one is complained of no more than the wall, which is not there."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        listen = f"127.0.0.1:{taken.getsockname()[1]}"
        for link in ("", "http://poker.example", "https://poker.example/"):
            with pytest.raises(BadWall):
                web(link=link, wall=tmp_path, listen=listen)
        for link in ("poker.example", "ftp://poker.example"):
            with pytest.raises(WrongOption, match="must start with https://"):
                web(link=link, wall=tmp_path, listen=listen)


@pytest.mark.parametrize(("players", "step"), [(16, "start"), (17, "tables")])
def test_an_evening_needs_a_seat_for_each_of_its_players(players: int, step: str) -> None:
    assert Progress(open=True, tables=2, seats=16, players=players).next == step


@pytest.mark.parametrize(("seats", "more"), [(12, ""), (13, " …")])
def test_twelve_free_seats_are_listed(seats: int, more: str) -> None:
    state = VenueState(1, "x", tournament="t1", tables=(TableLine(1, "1", seats, 0),))
    listed = ", ".join(f"1-{n}" for n in range(1, 13))
    assert free_seats(RoomSeen(state), words("en")) == f"Free: {listed}{more}"


def test_an_evening_without_money_has_no_bank_and_all_the_rest() -> None:
    director = Visitor("Anne", Role.DIRECTOR)

    def groups(money: Literal["none", "points"]) -> set[str]:
        posted = PostingView("t1", "Main", "tda", money=money)
        return {one.group for one in offered(ACTIONS, director, Evening(posting=posted))}

    with_bank = groups("points")
    assert BANK in with_bank
    assert groups("none") == with_bank - {BANK}


@pytest.mark.parametrize("over", [0, 1])
def test_the_lines_before_a_request_have_at_most_32_kib(world: World, over: int) -> None:
    begun = b"GET /now HTTP/1.1\r\nHost: x\r\nConnection: close\r\nX: "
    host, _, port = world.address.rpartition(":")
    with socket.create_connection((host, int(port)), timeout=30) as browser:
        browser.sendall(begun.ljust(32 * 1024 + over, b"x"))
        if not over:
            browser.sendall(b"\r\n\r\n")
        answer = browser.recv(1024)
    assert answer.startswith(b"HTTP/1.1 400" if over else b"HTTP/1.1 200")
