"""A table's caretaker alone: its socket, what it logs, how often it looks at a password."""

import asyncio
import os
import socket
import subprocess
import sys
from pathlib import Path

import httpx
import msgspec
import pytest

from controller.setup.checks.examined_machine import Ran, System
from controller.table_page.app import make_app
from controller.table_page.caretaker import asks
from controller.table_page.caretaker.asks import Answer, Call, SignIn, Tell
from controller.table_page.caretaker.caretaker import LONGEST_CALL, Caretaker
from controller.table_page.caretaker.job_runner import Work
from controller.table_page.caretaker_calls import CareLine
from controller.table_page.password import TOKENS
from controller.table_page.site import PageSettings
from display.feed import FeedSource
from display.web.password_tries import TRIES
from display.words.locale import ENGLISH
from display.words.names import words
from tests.controller.table_page.conftest import FROM_HERE, PASSWORD, switched_on

SECRET = "Ah Kd"


def breaks(_: object) -> Ran:
    """Be a machine with a bug, whose text names cards."""
    raise RuntimeError(SECRET)


def test_who_guesses_at_once_guesses_no_oftener(tmp_path: Path) -> None:
    caretaker = Caretaker(switched_on(tmp_path, 1))

    async def at_once() -> list[str]:
        call = Call(SignIn("guess"), source="192.0.2.1")
        answers = await asyncio.gather(*[caretaker.answer(call) for _ in range(2 * TRIES)])
        return [one.reason for one in answers]

    assert asyncio.run(at_once()) == ["wrong-password"] * TRIES + ["too-many"] * TRIES


def test_a_wrong_password_is_logged_with_its_address_and_without_itself(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    call = Call(SignIn("my other password"), source="192.0.2.1")
    asyncio.run(Caretaker(switched_on(tmp_path, 1)).answer(call))
    assert "a wrong password from 192.0.2.1" in caplog.text
    assert "my other password" not in caplog.text


def test_a_bug_is_told_without_its_text(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caretaker = Caretaker(switched_on(tmp_path, 1), system=System(run=breaks))

    async def told() -> Answer:
        signed = asks.decoded(await caretaker.answer(Call(SignIn(PASSWORD))), asks.Signed)
        return await caretaker.answer(Call(asks.AskLog("table"), signed.session))

    assert asyncio.run(told()) == Answer(ok=False, reason="bug")
    assert "AskLog could not be answered: RuntimeError" in caplog.text
    assert SECRET not in caplog.text


def test_a_job_that_breaks_tells_no_text_either(caplog: pytest.LogCaptureFixture) -> None:
    async def ended() -> asks.JobView:
        work = Work()
        assert work.begin("setup", words(ENGLISH), lambda _: breaks(None).status == 0)
        while work.runs:
            await work.newer(work.view.number, 10)
        return work.view

    view = asyncio.run(ended())
    assert (view.well, view.problem) == (
        False, "Stopped by an internal error: please report it.",
    )  # fmt: skip
    assert "a job of the page failed: RuntimeError" in caplog.text
    assert SECRET not in caplog.text + "".join(view.lines)


def test_a_page_that_the_table_does_not_know_yet_says_so(tmp_path: Path) -> None:
    caretaker = Caretaker(switched_on(tmp_path, 1))

    async def told() -> str:
        signed = asks.decoded(await caretaker.answer(Call(SignIn(PASSWORD))), asks.Signed)
        for file in TOKENS.values():
            (tmp_path / file).unlink()
        return (await caretaker.answer(Call(Tell("", "pause"), signed.session))).reason

    assert asyncio.run(told()) == "token"


@pytest.mark.parametrize(("group", "mode"), [("", 0o600), ("own", 0o660)])
def test_its_socket_is_for_the_page_and_nobody_else(tmp_path: Path, group: str, mode: int) -> None:
    caretaker, file = Caretaker(switched_on(tmp_path, 1)), tmp_path / "care.sock"

    async def made() -> int:
        await caretaker.open(file, tmp_path.group() if group else "")
        try:
            return file.stat().st_mode & 0o777
        finally:
            await caretaker.close(file)

    assert asyncio.run(made()) == mode


def test_a_call_has_a_bound(tmp_path: Path) -> None:
    caretaker, file = Caretaker(switched_on(tmp_path, 1)), tmp_path / "care.sock"

    async def answered(language: str) -> bytes:
        reader, writer = await asyncio.open_unix_connection(file)
        writer.write(msgspec.json.encode(Call(asks.AskWho(), language=language)) + b"\n")
        try:
            return await reader.read()
        except ConnectionResetError:
            # It has closed the connection with a part of the call unread.
            return b""
        finally:
            writer.close()

    async def both() -> tuple[bytes, bytes]:
        await caretaker.open(file)
        try:
            return await answered("x" * 100_000), await answered("x" * 2 * LONGEST_CALL)
        finally:
            await caretaker.close(file)

    assert LONGEST_CALL == 128 * 1024
    short, long = asyncio.run(both())
    assert msgspec.json.decode(short, type=Answer).ok
    assert long == b""


def test_who_waits_when_it_ends_is_told_nothing_and_nothing_is_logged(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Ctrl-C while somebody follows a job: no traceback of a call that was waiting for news."""
    caretaker, file = Caretaker(switched_on(tmp_path, 1)), tmp_path / "care.sock"

    async def ends() -> None:
        await caretaker.open(file)
        signed = asks.decoded(await caretaker.answer(Call(SignIn(PASSWORD))), asks.Signed)
        for ask in (
            asks.AskJob(0),
            asks.AskWho(),
        ):  # once that is answered, this waits
            reader, writer = await asyncio.open_unix_connection(file)
            writer.write(msgspec.json.encode(Call(ask, signed.session)) + b"\n")
        assert await reader.readline()
        await caretaker.close(file)

    asyncio.run(ends())
    assert "Exception in callback" not in caplog.text


def test_without_its_caretaker_the_page_is_the_screen_and_no_more(tmp_path: Path) -> None:
    app = make_app(PageSettings(FeedSource("127.0.0.1", 1, "tapis/home/t1"), tmp_path / "none"))

    async def statuses() -> list[int]:
        way = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=way, base_url="http://t1", headers=FROM_HERE) as one:
            sent = {"way": "password", "password": PASSWORD}
            answers = [
                await one.get("/"), await one.get("/devices"),
                await one.post("/sign-in", data=sent), await one.post("/floor/pause"),
            ]  # fmt: skip
            return [answer.status_code for answer in answers]

    assert asyncio.run(statuses()) == [200, 303, 503, 403]


def test_systemd_hears_that_it_is_up_once_it_answers(tmp_path: Path) -> None:
    """The page is started after it, so its first visitor may sign in at once."""
    at = tmp_path / "care.sock"
    command = [sys.executable, "-c", "from controller.cli import app; app()", "page", "care"]
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(str(tmp_path / "notify"))
        systemd.settimeout(60)
        with subprocess.Popen(
            [*command, "--config", str(switched_on(tmp_path, 1)), "--socket", str(at)],
            env={**os.environ, "NOTIFY_SOCKET": str(tmp_path / "notify")},
        ) as caretaker:
            try:
                assert systemd.recv(100) == b"READY=1"
                signed = asyncio.run(CareLine(at).ask(SignIn(PASSWORD), asks.Signed))
                assert signed.session
            finally:
                caretaker.terminate()
    assert caretaker.returncode == 0
