"""Requests to a caretaker that come twice, too early, or while it or its table can't answer."""

import asyncio
import contextlib
import threading
from collections.abc import AsyncIterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from rich.console import Console

from controller.contract.commands import Reply
from controller.contract.public import PublicState
from controller.setup.checks.examined_machine import Ran, System
from controller.setup.dialogue import Talk
from controller.table_page.caretaker import asks, caretaker, standstill
from controller.table_page.caretaker.asks import Call, OpenFloor, SayToJob, SignIn
from controller.table_page.caretaker.caretaker import Caretaker
from controller.table_page.caretaker.job_runner import Work
from controller.table_page.caretaker.standstill import NotNow, Standstill
from controller.table_page.caretaker_calls import CareLine, Refused
from controller.table_page.password import TOKENS
from display.feed import FeedSource, View
from display.web.password_tries import TRIES
from display.words.locale import ENGLISH
from display.words.names import words
from tests.controller.table_page.conftest import PASSWORD, switched_on

LARGE = 16 * 1024 * 1024


async def large() -> AsyncIterator[bytes]:
    """Yield more than any buffer holds."""
    for _ in range(256):
        yield bytes(LARGE // 256)


def test_an_upload_refused_before_its_end_is_told_why(tmp_path: Path) -> None:
    care, file = Caretaker(switched_on(tmp_path, 1)), tmp_path / "care.sock"
    over = threading.Event()

    async def refused() -> str:
        await care.open(file)
        line = CareLine(file)
        signed = await line.ask(SignIn(PASSWORD), asks.Signed)
        assert care.work.begin("setup", words(ENGLISH), lambda _: over.wait(60))
        upload = asks.TakeBackup(LARGE)
        try:
            with pytest.raises(Refused) as no:
                await line.send(upload, asks.Uploaded, large(), session=signed.session)
            return no.value.reason
        finally:
            over.set()
            await care.close(file)

    assert asyncio.run(refused()) == "job-runs"


def test_a_backup_is_not_deleted_because_another_has_been_sent(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    care, file = Caretaker(switched_on(tmp_path, 1)), tmp_path / "care.sock"
    sent = threading.Event()
    made: list[Path] = []

    def back_up(_: Path, to: Path) -> SimpleNamespace:
        to.write_bytes(bytes(LARGE))
        made.append(to)
        # The second is ready while the first is still being sent.
        assert len(made) == 1 or sent.wait(60)
        return SimpleNamespace(venue="home", table="t1", made="2026-11-29T20:00:00")

    async def sizes() -> list[int]:
        await care.open(file)
        line = CareLine(file)
        session = (await line.ask(SignIn(PASSWORD), asks.Signed)).session

        async def received(blocks: AsyncIterator[bytes]) -> int:
            return sum([len(block) async for block in blocks])

        try:
            _, first = await line.receive(asks.AskBackup(), session=session)
            second = asyncio.create_task(line.receive(asks.AskBackup(), session=session))
            while len(made) < 2:
                await asyncio.sleep(0.01)
            found = [await received(first)]
            sent.set()
            return [*found, await received((await second)[1])]
        finally:
            await care.close(file)

    monkeypatch.setattr(caretaker, "back_up", back_up)
    assert asyncio.run(sizes()) == [LARGE, LARGE]


def test_signing_out_ends_the_session_even_if_the_table_can_not_be_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    care = Caretaker(switched_on(tmp_path, 1))

    async def role() -> asks.Role | None:
        async def opened(*_: object) -> Reply:
            return Reply("1", ok=True)

        call = Call(OpenFloor("271828"))
        with monkeypatch.context() as patched:
            patched.setattr(care, "_say", opened)
            signed = asks.decoded(await care.answer(call), asks.Signed)
        assert signed.role is asks.Role.FLOOR
        for token in TOKENS.values():
            (tmp_path / token).unlink()
        assert not (await care.answer(Call(asks.SignOut(), signed.session))).ok
        who = await care.answer(Call(asks.AskWho(), signed.session))
        return asks.decoded(who, asks.Signed).role

    assert asyncio.run(role()) is None


@pytest.mark.parametrize(
    ("reason", "then"), [("no-broker", "no-broker"), ("wrong-pin", "too-many")]
)
def test_a_pin_that_no_table_has_looked_at_is_not_a_wrong_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, reason: str, then: str
) -> None:
    care = Caretaker(switched_on(tmp_path, 1))

    async def last() -> str:
        async def answered(*_: Any) -> Reply:
            return Reply("1", ok=False, reason=reason)

        monkeypatch.setattr(care, "_say", answered)
        call = Call(OpenFloor("1234"), source="192.0.2.1")
        return [(await care.answer(call)).reason for _ in range(TRIES + 1)][-1]

    assert asyncio.run(last()) == then


def test_a_table_that_falls_silent_is_not_left_paused(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[str] = []

    def say(command: str, _: dict[str, Any]) -> Reply:
        told.append(command)
        return Reply("1", ok=True, seq=12)

    view = View(PublicState(11, "t1", "ppc"), link="up")
    feed = SimpleNamespace(wait=lambda _seen, _seconds: (1, view))
    monkeypatch.setattr(standstill, "Feed", lambda _: contextlib.nullcontext(feed))
    monkeypatch.setattr(standstill, "HEARD_WITHIN_S", 0.01)
    still = Standstill(System(run=lambda _: Ran(0)), FeedSource, say)
    with pytest.raises(NotNow, match="is not answering"), still(Talk(Console(quiet=True), -1)):
        pass
    assert told == ["pause", "resume"]


def test_an_answer_sent_twice_answers_one_question() -> None:
    heard: list[str] = []

    def do(talk: Talk) -> bool:
        heard.extend((talk.ask("Who?"), talk.ask("Which seat?", "7")))
        return True

    async def answered() -> None:
        work = Work()
        assert work.begin("setup", words(ENGLISH), do)
        for question, answer in (("Who?", "Anne"), ("Which seat?", "3")):
            while work.view.question != question:
                await work.newer(work.view.number, 10)
            said = SayToJob(answer, asked=work.view.asked)
            work.say(said)
            while work.view.question == question:
                await work.newer(work.view.number, 10)
            work.say(said)
        while work.runs:
            await work.newer(work.view.number, 10)

    asyncio.run(answered())
    assert heard == ["Anne", "3"]
