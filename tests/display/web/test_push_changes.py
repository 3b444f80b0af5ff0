"""What is pushed: made once for all, the newest alone, and never to somebody who takes nothing."""

import asyncio
import socket
import time
from pathlib import Path

import msgspec
import psutil
import pytest
from msgspec.structs import replace
from paho.mqtt.client import MQTTMessage

from controller.contract.public import Status
from controller.contract.venue import desk
from controller.contract.venue.views import SeatLine, SeatsView, VenueState
from display.feed import FeedSource, View
from display.web.live.core_requests import CoreAway, DeskLine
from display.web.live.hall import Change, TableSeen, change_of, table_heard
from display.web.live.push_changes import (
    GAP_S,
    SLOW_S,
    Channel,
    Make,
    Pace,
    Picture,
    Piece,
    Streams,
)
from display.web.live.room import Evening
from display.web.pages import set_up_templates
from display.web.screens.pages_player import me_pushed
from display.web.site import Settings, Site
from tests.display.web.clerk import Clerk
from tests.display.web.world import LINK, World, called, tables
from tests.mqtt import until
from tests.rig.pictures import example_tables as e


def gather(streams: Streams, viewers: int, changes: int) -> tuple[list[list[bytes]], list[str]]:
    """Let viewers look at one fragment while it changes; give what each got, and what was made."""
    made: list[str] = []
    value = 0

    def make(language: str) -> str:
        made.append(f"{language}{value}")
        return f"<p>{value}</p>"

    async def look(language: str, into: list[bytes]) -> None:
        async for message in streams.messages("one", ("a",), make, language):
            into.append(message)
            if str(changes).encode() in message:
                return

    async def run() -> list[list[bytes]]:
        nonlocal value
        pushing = asyncio.create_task(streams.run())
        got: list[list[bytes]] = [[] for _ in range(viewers)]
        looking = [
            asyncio.create_task(look("en" if n % 2 else "fr", got[n])) for n in range(viewers)
        ]
        while value < changes:
            value += 1
            streams.changed("a")
            await asyncio.sleep(0)
        await asyncio.wait_for(asyncio.gather(*looking), 20)
        pushing.cancel()
        return got

    return asyncio.run(run()), made


def test_a_fragment_is_made_once_for_all_who_look_in_one_language() -> None:
    got, made = gather(Streams(), 1_000, 50)
    assert len(got) == 1_000
    assert all(messages[-1].endswith(b"data: <p>50</p>\n\n") for messages in got)
    assert len(made) == len(set(made))


def test_what_changes_faster_than_it_is_pushed_comes_as_its_newest() -> None:
    began = time.monotonic()
    got, _ = gather(Streams(), 1, 5_000)
    most = (time.monotonic() - began) / GAP_S + 2
    assert len(got[0]) <= most
    assert not any(first.partition(b"\n")[2] == second.partition(b"\n")[2]
                   for first, second in zip(got[0], got[0][1:], strict=False))  # fmt: skip


def test_nothing_is_kept_of_a_fragment_that_nobody_looks_at() -> None:
    streams = Streams()
    gather(streams, 3, 2)
    assert streams.viewers == 0


def test_a_fragment_that_is_dear_keeps_no_other_waiting() -> None:
    streams, came = Streams(), asyncio.Queue[str]()

    def dear(_: str) -> str:
        ends = time.thread_time() + 0.1
        while time.thread_time() < ends:
            pass
        return str(ends)

    async def look(name: str, make: Make) -> None:
        async for _ in streams.messages(name, (name,), make, "en"):
            came.put_nowait(name)

    async def run() -> list[str]:
        makes = {"dear": dear, "quick": lambda _: str(time.time_ns())}
        tasks = [asyncio.create_task(look(name, make)) for name, make in makes.items()]
        tasks.append(asyncio.create_task(streams.run()))
        for _ in makes:
            await asyncio.wait_for(came.get(), 20)
        streams.changed("dear")
        await asyncio.wait_for(came.get(), 20)
        streams.changed("dear")
        for _ in range(5):
            await asyncio.sleep(0)  # that it waits for its deadline is known
        streams.changed("quick")
        order = [await asyncio.wait_for(came.get(), 20) for _ in range(2)]
        for task in tasks:
            task.cancel()
        return order

    assert asyncio.run(run()) == ["quick", "dear"]


def test_viewers_are_counted_and_the_last_one_closes_the_fragment() -> None:
    async def run() -> list[tuple[int, int]]:
        streams, counts = Streams(), []
        looks = [streams.messages(name, ("a", name), str, "en") for name in ("one", "one", "two")]
        for look in looks:
            await anext(look)
            counts.append((streams.viewers, len(streams._channels)))
        assert {topic: len(seen) for topic, seen in streams._by_topic.items()} == {
            "a": 2, "one": 1, "two": 1,
        }  # fmt: skip
        for look in looks:
            await look.aclose()
            counts.append((streams.viewers, len(streams._channels)))
        assert not streams._by_topic
        return counts

    assert asyncio.run(run()) == [(1, 1), (2, 1), (3, 2), (2, 2), (1, 1), (0, 0)]


def test_what_a_fragment_borrows_waits_for_the_next_time_that_it_goes_out() -> None:
    channel = Channel(("state", "venue"), str, Pace(borrows=frozenset({"venue"})))
    assert channel.changed("venue", 10.0)
    assert channel.due == 10.0 + SLOW_S
    assert channel.changed("state", 10.1)
    assert channel.due == 10.1
    assert not channel.changed("venue", 10.2)
    channel.fire(10.2)
    assert channel.due is None
    channel.changed("state", 10.2)
    assert channel.due == pytest.approx(10.2 + GAP_S)


def test_what_is_due_at_this_instant_goes_out_and_what_is_due_later_is_waited_for() -> None:
    async def run() -> list[float | None]:
        streams = Streams()
        look = streams.messages("one", ("a",), str, "en")
        await anext(look)
        streams.changed("a")
        streams._hear(10.0)
        found = [streams._fire(9.5), streams._fire(10.0), streams._fire(11.0)]
        await look.aclose()
        return found

    assert asyncio.run(run()) == [10.0, None, None]


def test_viewers_need_a_ping_fifteen_seconds_after_the_last_message(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(time, "monotonic", lambda: 100.0)
    channel = Channel(("state",), str)
    assert not channel.silent(114.9)
    assert channel.silent(115.0)


def test_what_is_urgent_does_not_wait_for_the_others() -> None:
    channel = Channel(("tables", "call"), str, Pace(0.5, urgent=frozenset({"call"})))
    channel.changed("tables", 10.0)
    channel.fire(10.0)
    channel.changed("tables", 10.01)
    assert channel.due == 10.5
    assert channel.changed("call", 10.02)
    assert channel.due == pytest.approx(10.0 + GAP_S)


def test_of_a_fragment_in_pieces_what_is_another_goes_out() -> None:
    def pieces(*said: str) -> tuple[Piece, ...]:
        return (Piece("<ol>"), *(Piece(f"<li>{one}", one[0]) for one in said), Piece("</ol>"))

    picture = Picture()
    picture.take(pieces("a1", "b1", "c1"), 1)
    whole = b"id: 1\ndata: <ol><li>a1<li>b1<li>c1</ol>\n\n"
    assert picture.message(0) == whole
    assert picture.message(1) == b""
    picture.take(pieces("a2", "b1", "c1"), 2)
    picture.take(pieces("a2", "b3", "c1"), 3)
    assert picture.message(2) == b"id: 3\nevent: pieces\ndata: <li>b3\n\n"
    # Who has fallen behind gets what differs from then until now, each piece once.
    assert picture.message(1) == b"id: 3\nevent: pieces\ndata: <li>a2\ndata: <li>b3\n\n"
    picture.take(pieces("a2", "b3", "c1"), 4)
    assert picture.message(3) == b""
    picture.take(pieces("b3", "a2", "c1"), 5)
    assert picture.message(4) == b"id: 5\ndata: <ol><li>b3<li>a2<li>c1</ol>\n\n"


def test_a_call_and_its_end_are_urgent_and_what_a_table_plays_is_not() -> None:
    seen = TableSeen("5", View(tables()["5"]))
    call = msgspec.json.encode(called("5", 7_000))
    calling = table_heard(seen, "event/floor.called", call, 1_000)
    assert change_of(seen, calling, "event/floor.called") is Change.URGENT
    assert change_of(calling, replace(calling, called=0), "event/x") is Change.URGENT
    assert change_of(seen, replace(seen, began=5), "state") is Change.STATE
    assert change_of(seen, replace(seen, began=5), "event/hand.started") is Change.EVENT


@pytest.fixture
def evening(tmp_path: Path) -> "World":
    """Return an evening that a test may end."""
    return World(tmp_path)


def test_a_browser_that_never_reads_takes_nothing_from_others(world: World) -> None:
    host, _, port = world.address.partition(":")
    process = psutil.Process(world.process.pid)
    asked = f"GET /table/5/stream HTTP/1.1\r\nHost: {world.address}\r\n\r\n".encode()
    deaf = []
    for _ in range(40):
        one = socket.create_connection((host, int(port)), 10)
        one.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        one.sendall(asked)
        deaf.append(one)
    reader = socket.create_connection((host, int(port)), 10)
    reader.sendall(asked)
    hears = reader.makefile("rb")
    until(lambda: "tapis_web_streams 41" in world.get("/metrics").text, what="all look")
    before = process.memory_info().rss
    state = tables()["5"]
    for n in range(400):
        world.say("5/state", replace(e.with_seat(state, 1, name=f"Player {n}"), seq=10_000 + n))
    until(lambda: "Player 399" in world.get("/table/5").text, what="all was said")
    grown = process.memory_info().rss - before
    # Whoever does read has the last word by now, in order, past all that never do.
    read = b""
    while b"Player 399" not in read:
        read = hears.readline()
        assert read, "the stream has ended"
    hears.close()
    for one in (*deaf, reader):
        one.close()
    world.say("5/state", replace(state, seq=20_000))
    # 40 browsers x 400 pictures of 30 kB would be 480 MB.
    assert grown < 30_000_000
    until(lambda: "tapis_web_streams 0" in world.get("/metrics").text, what="they are gone")


def test_a_broker_that_is_down_is_told_with_the_age_of_what_is_shown(evening: World) -> None:
    with evening as world:
        world.fill()
        assert "data-since" not in world.get("/results").text
        world.broker.kill()
        until(lambda: "The broker has been unreachable for:" in world.get("/results").text)
        page = world.get("/table/2")
        assert "data-since" in page.text
        assert "Anaïs" in page.text
        assert "tapis_broker_up 0" in world.get("/metrics").text
        world.broker.start()
        until(lambda: "The broker has been unreachable" not in world.get("/results").text)


def test_a_core_that_is_away_leaves_pages_to_be_read_and_says_so(evening: World) -> None:
    with evening as world:
        world.fill()
        assert world.get("/floor", "floor").status_code == 200
        world.clerk.__exit__()
        assert world.get("/floor", "floor").status_code == 200
        answer = world.post("/do/hold", {"name": "fire"}, "floor")
        assert answer.status_code == 303
        assert world.get(f"/me/{LINK}").status_code == 503
        assert world.post("/sign-in", {"name": "floor", "password": "x"}).status_code == 503
        assert world.get("/incidents", "auditor").status_code == 303
        world.clerk.again()
        assert world.get(f"/me/{LINK}").status_code == 200


@pytest.mark.parametrize(
    "payload", [b"{", b"[]", b"\xff\x00", b'{"seq": "x"}', b"[" * 100_000, b"", b"null"]
)
def test_messages_that_are_none_leave_the_pages_as_they_were(world: World, payload: bytes) -> None:
    before = world.get("/table/6").text.count("<tr")
    for topic in (
        "6/state",
        "6/status",
        "6/event/hand.started",
        "venue/state",
        "venue/x/y/z",
        "venue/tournament/t1/clock",
        "venue/tournament/t1/places",
        "6/event/floor.called",
    ):
        if payload or not topic.startswith("venue"):
            world.table.say(f"tapis/club/{topic}", payload)
    world.say("6/event/floor.called", called("6", 7_000 + len(payload), seat="x"), retain=False)
    until(
        lambda: "need-floor" in world.get("/floor", "floor").text.partition('id="tile-6"')[2][:80]
    )
    assert world.get("/table/6").text.count("<tr") == before
    assert "Ligue du jeudi" in world.get("/clock").text


def test_a_core_that_is_silent_is_asked_anew(tmp_path: Path) -> None:
    async def run() -> list[str]:
        line = DeskLine(tmp_path / "desk.sock", answer_s=0.2)
        said = []
        for silent in (True, False):
            clerk.silent = silent
            try:
                told = await line.ask(desk.AskSession(), desk.SignedIn, "session-of-floor")
                said.append(told.role)
            except CoreAway as error:
                said.append(str(error))
        await line.close()
        return said

    async def there() -> bool:
        line = DeskLine(tmp_path / "desk.sock", answer_s=20)
        found = await line.there()
        await line.close()
        return found

    assert not asyncio.run(there())
    with Clerk(tmp_path / "desk.sock", {}) as clerk:
        assert asyncio.run(run()) == ["the room's core does not answer", "floor"]
        assert asyncio.run(there())


def test_a_players_page_is_made_anew_only_where_something_on_it_is_another(tmp_path: Path) -> None:
    set_up_templates()
    site = Site(Settings(FeedSource("127.0.0.1", 1, "tapis/x"), tmp_path / "desk"))
    make = me_pushed(site, desk.PlayerPage("t1", "Evening", "p_1", "Anne", "seated"), "link")

    def seats(mine: int | None, other: int) -> None:
        lines = (
            SeatLine("p_1", "Anne", "seated", 2, 3, mine),
            SeatLine("p_2", "Bea", "seated", 1, 1, other),
        )
        site.room = replace(site.room, evenings={"t1": Evening(seats=SeatsView("t1", lines))})

    seats(4321, 50)
    first = make("en")
    assert ">4,321<" in first
    seats(4321, 77)
    assert make("en") is first
    seats(None, 77)
    assert ">4,321<" not in make("en")


def test_the_page_behind_an_action_waits_until_all_views_show_it(tmp_path: Path) -> None:
    """The state knows a row of the log before a longer view has it."""

    async def run() -> list[bool]:
        site, waited = Site(Settings(FeedSource("127.0.0.1", 1, "tapis/x"), tmp_path)), []

        def hear(view: str, told: msgspec.Struct) -> None:
            message = MQTTMessage(topic=f"tapis/x/venue/{view}".encode())
            message.payload = msgspec.json.encode(told)
            assert site.hall.client.on_message is not None
            site.hall.client.on_message(site.hall.client, None, message)

        hear("status", Status("online", "S", "venue", "1"))
        hear("state", VenueState(9, "x", shown=7))
        page = asyncio.create_task(site.caught_up(9))
        for shown in (8, 9):
            await asyncio.sleep(0)
            waited.append(not page.done())
            hear("state", VenueState(9, "x", shown=shown))
        async with asyncio.timeout(1):
            await page
        return waited

    assert asyncio.run(run()) == [True, True]
