"""What a table's page bounds, and what it tells a proxy, a cookie and a stranger."""

import asyncio
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import ExitStack
from http.client import HTTPConnection
from pathlib import Path

import httpx
import msgspec
import pytest
from msgspec.structs import replace

from controller.contract.public import HoldView, PublicState, RulingView, SeatView
from controller.contract.rules import HandStatus, HoldReason, Kind, Phase
from controller.setup.dialogue import Talk
from controller.table_page.caretaker.asks import Answer, AskAbout, SayToJob
from controller.table_page.caretaker.job_runner import LONGEST_ANSWER as LONGEST_SAID
from controller.table_page.caretaker.job_runner import MOST_LINES, Work
from controller.table_page.caretaker_calls import LONGEST_ANSWER, CareLine, CaretakerAway
from controller.table_page.command import server_of
from controller.table_page.pages_work import UPLOAD
from controller.table_page.site import MOST_STREAMS
from controller.table_page.words import fits
from display.web.password_tries import TRIES
from display.web.request_checks import MOST_BYTES
from display.words.locale import ENGLISH
from display.words.names import words
from hardware.free_ports import free_port
from tests.controller.table_page.conftest import FROM_HERE, PASSWORD, PageWorld
from tests.mqtt import until

PROXY = "127.0.0.1"


def behind(world: PageWorld, *, secure: bool, proxy: str = PROXY) -> httpx.AsyncClient:
    """Return a browser of a page that is served as the command does, over TLS or not."""
    config = server_of(world.settings(secure=secure), "127.0.0.1:1").config
    config.load()
    way = httpx.ASGITransport(config.loaded_app, client=(proxy, 1))
    return httpx.AsyncClient(transport=way, base_url="https://t1", headers=FROM_HERE)


@pytest.mark.parametrize("secure", [True, False])
def test_behind_tls_each_cookie_is_for_tls_alone(page_world: PageWorld, secure: bool) -> None:
    async def given() -> list[str]:
        async with behind(page_world, secure=secure) as browser:
            form = {"way": "password", "password": PASSWORD}
            signed = await browser.post("/sign-in", data=form)
            wrong = await browser.post("/setup", data={"job": "nothing"})
            told = await browser.get("/backup")
            left = await browser.post("/sign-out")
            sent = (signed, wrong, told, left)
            return [one for answer in sent for one in answer.headers.get_list("set-cookie")]

    kept = asyncio.run(given())
    names = ["page-session", "page-browser", "told", "told", "page-session"]
    assert [one.partition("=")[0] for one in kept] == names
    assert [("Secure" in one, "HttpOnly" in one) for one in kept] == [(secure, True)] * len(names)


def test_a_proxy_on_this_machine_says_who_comes_and_nobody_else_does(
    page_world: PageWorld,
) -> None:
    """Whoever could say from where they come would guess as often as they like."""

    async def tried(first: str, *, secure: bool, proxy: str = PROXY) -> str:
        """Guess wrong from one address as often as may be, then say the right word as another."""
        async with behind(page_world, secure=secure, proxy=proxy) as browser:
            for address, password in [(first, "guess")] * TRIES + [("192.0.2.99", PASSWORD)]:
                answer = await browser.post(
                    "/sign-in", data={"way": "password", "password": password},
                    headers={"x-forwarded-for": address},
                )  # fmt: skip
        return "too many" if "Too many attempts" in answer.text else str(answer.status_code)

    assert asyncio.run(tried("192.0.2.50", secure=True)) == "303"
    assert asyncio.run(tried("192.0.2.51", secure=True, proxy="192.0.2.52")) == "too many"
    assert asyncio.run(tried("192.0.2.53", secure=False, proxy="192.0.2.54")) == "too many"


def test_what_came_of_it_is_told_once(page_world: PageWorld) -> None:
    owner = page_world.browser().sign_in()
    assert "done" in owner.post("/floor/rebuy", seat="3", amount="100").text
    assert 'class="told"' not in owner.get("/floor").text


def test_a_pin_that_is_empty_is_a_wrong_one_and_no_badge(page_world: PageWorld) -> None:
    """Not even where the password was given: no badge is asked for by whoever keys a PIN."""
    known = page_world.browser().sign_in()
    known.post("/sign-out")
    told = known.post("/sign-in", way="pin", pin="")
    assert (told.status_code, "Wrong PIN" in told.text) == (403, True)


def test_no_more_look_on_than_there_is_room_for(page_world: PageWorld) -> None:
    streams = page_world.site.streams
    until(lambda: streams.viewers == 0)
    with ExitStack() as lookers:

        def looks() -> int:
            asked = HTTPConnection("127.0.0.1", httpx.URL(page_world.url).port)
            lookers.callback(asked.close)
            asked.request("GET", "/stream")
            answer = asked.getresponse()
            lookers.callback(answer.close)
            return answer.status

        assert {looks() for _ in range(MOST_STREAMS)} == {200}
        until(lambda: streams.viewers == MOST_STREAMS)
        assert looks() == 503
    until(lambda: streams.viewers == 0)


def test_a_job_is_shown_with_its_last_lines_and_hears_short_answers() -> None:
    heard: list[str] = []
    said = threading.Event()

    def do(talk: Talk) -> bool:
        heard.append(talk.ask("What?"))
        for nth in range(MOST_LINES + 100):
            talk.show(str(nth))
        said.set()
        return True

    async def done() -> tuple[str, ...]:
        work = Work()
        assert work.begin("setup", words(ENGLISH), do)
        assert not work.begin("setup", words(ENGLISH), do)
        while not work.view.question:
            await work.newer(work.view.number, 10)
        work.say(SayToJob(key="q"))  # no key is waited for
        work.say(SayToJob("two\nlines " + "x" * LONGEST_SAID))
        while work.runs:
            await work.newer(work.view.number, 10)
        work.say(SayToJob("too late"))
        return work.view.lines

    lines = asyncio.run(done())
    assert (MOST_LINES, LONGEST_SAID) == (400, 200)
    assert (len(lines), lines[-2:]) == (MOST_LINES, (str(MOST_LINES + 99), ""))
    assert heard == ["two lines " + "x" * (LONGEST_SAID - len("two lines "))]


def test_an_answer_of_the_caretakers_has_a_bound(tmp_path: Path) -> None:
    async def told(size: int) -> int:
        async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            await reader.readline()
            data = msgspec.Raw(msgspec.json.encode("x" * size))
            writer.write(msgspec.json.encode(Answer(ok=True, data=data)) + b"\n")
            writer.close()

        async with await asyncio.start_unix_server(answer, tmp_path / "care.sock"):
            return len(await CareLine(tmp_path / "care.sock").ask(AskAbout(), str))

    assert LONGEST_ANSWER == 4_000_000
    assert asyncio.run(told(LONGEST_ANSWER - 1_000)) == LONGEST_ANSWER - 1_000
    with pytest.raises(CaretakerAway):
        asyncio.run(told(2 * LONGEST_ANSWER + 1))


def test_where_uploads_lie_is_shut_to_others(page_world: PageWorld) -> None:
    page_world.browser().sign_in().post("/backup")
    assert (page_world.folder / "backups").stat().st_mode & 0o777 == 0o700


def test_one_file_is_taken_and_no_second_one(page_world: PageWorld) -> None:
    owner = page_world.browser().sign_in()
    assert owner.send(UPLOAD, "b.tar.gz", b"one", b"two").status_code == 400
    longer = b"x" * (MOST_BYTES + 1)  # than a form
    assert "is damaged or not a backup" in owner.send(UPLOAD, "b.tar.gz", longer).text
    # The one that was looked at last lies there: the next takes its place.
    kept = owner.post("/backup").content
    for _ in range(2):
        assert "Table t1 at home" in owner.send(UPLOAD, "b.tar.gz", kept).text


STATE = PublicState(1, "t1", "ppc", seats=(SeatView(1, HandStatus.IN, "Anne"), SeatView(2)))
RUNS = replace(STATE, phase=Phase.BETTING)
PAUSED = replace(STATE, paused=True)
HELD = replace(STATE, holds=(HoldView("venue", HoldReason.VENUE),))
RULED = replace(RUNS, rulings=(RulingView(1, Kind.BOARD_NO_BURN, "0"),))
AWAY = replace(STATE, seats=(SeatView(1, HandStatus.IN, "Anne", absent=True), SeatView(2)))
EMPTY = replace(STATE, seats=(SeatView(1), SeatView(2)))


@pytest.mark.parametrize(
    ("name", "means_something", "means_nothing"),
    [
        ("start-hand", STATE, RUNS),
        ("misdeal", RUNS, STATE),
        ("kill-hand", RUNS, STATE),
        ("call-clock", RUNS, STATE),
        ("confirm", RULED, RUNS),
        ("waive", RULED, RUNS),
        ("rule", RULED, RUNS),
        ("pause", STATE, PAUSED),
        ("resume", PAUSED, STATE),
        ("resume", HELD, STATE),
        ("absent", STATE, AWAY),
        ("absent", STATE, EMPTY),
        ("back", AWAY, STATE),
    ],
)
def test_a_command_that_means_nothing_now_is_not_offered(
    name: str, means_something: PublicState, means_nothing: PublicState
) -> None:
    assert fits(name, means_something)
    assert not fits(name, means_nothing)


def test_the_floors_page_offers_what_means_something_now(page_world: PageWorld) -> None:
    shown = page_world.browser().sign_in().get("/floor").text
    assert 'action="/floor/start-hand"' in shown
    assert 'action="/floor/misdeal"' not in shown


@pytest.fixture
def served(page_world: PageWorld) -> Iterator[str]:
    """Return where `tapis page web --secure` answers, as its service starts it."""
    source, port = page_world.settings().source, free_port()
    words_ = (
        sys.executable, "-m", "controller.cli", "page", "web", "--secure",
        "--care", str(page_world.socket), "--port", str(source.port), "--topic", source.root,
        "--listen", f"127.0.0.1:{port}",
    )  # fmt: skip
    with subprocess.Popen(words_, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE) as process:
        assert process.stderr is not None
        process.stderr.readline()
        yield f"http://127.0.0.1:{port}"
        process.terminate()
        assert process.stderr.read() == b""  # no address of a visitor's, no mistake


def test_the_command_serves_over_tls_alone_when_it_is_told_so(served: str) -> None:
    def answers() -> bool:
        try:
            return httpx.get(f"{served}/now").is_success
        except httpx.ConnectError:
            return False

    until(answers)
    form = {"way": "password", "password": PASSWORD}
    signed = httpx.post(f"{served}/sign-in", data=form, headers=FROM_HERE)
    kept = signed.headers.get_list("set-cookie")
    assert len(kept) == 2
    assert all("Secure" in one for one in kept)
    assert "server" not in signed.headers
