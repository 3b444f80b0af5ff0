"""Requests to the core: one connection for all of them, opened anew, and what is no answer."""

import asyncio
import contextlib
import gc
from collections.abc import Awaitable, Callable
from pathlib import Path

import msgspec
import pytest

from controller.contract.venue.desk import (
    AskSession,
    DeskAnswer,
    DeskRequest,
    Hold,
    SignedIn,
)
from display.web.live.core_requests import CoreAway, DeskLine, Refused, _once

SIGNED = {"session": "s", "name": "Anne", "role": "floor", "until": 5}


class Core:
    """A core in the test's own loop: what it heard, and how it answers each request."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.opened = 0
        self.heard: list[DeskRequest] = []
        self.answers: list[DeskAnswer | bytes | None] = []
        self.writers: list[asyncio.StreamWriter] = []

    async def visited(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Answer each line as told: with an answer, with bytes, or never."""
        self.opened += 1
        self.writers.append(writer)
        with contextlib.suppress(OSError):
            while line := await reader.readline():
                self.heard.append(msgspec.json.decode(line, type=DeskRequest))
                answer = self.answers.pop(0) if self.answers else DeskAnswer("", True, data=SIGNED)
                if isinstance(answer, DeskAnswer):
                    answer = msgspec.structs.replace(answer, id=self.heard[-1].id)
                    answer = msgspec.json.encode(answer) + b"\n"
                if answer is not None:
                    writer.write(answer)
        writer.close()

    def run(self, what: Callable[[DeskLine], Awaitable[None]]) -> None:
        """Let something be asked."""

        async def all_of_it() -> None:
            async with await asyncio.start_unix_server(self.visited, self.path):
                line = DeskLine(self.path, answer_s=0.2)
                async with asyncio.timeout(10):
                    await what(line)
                await line.close()
                for writer in self.writers:
                    writer.close()

        asyncio.run(all_of_it())


@pytest.fixture
def core(tmp_path: Path) -> Core:
    """Return a core."""
    return Core(tmp_path / "desk.sock")


def test_all_is_asked_on_one_connection_that_is_opened_anew_once_it_is_lost(core: Core) -> None:
    async def asks(line: DeskLine) -> None:
        for _ in range(2):
            assert await line.ask(AskSession(), SignedIn, "s", "192.0.2.1") == SignedIn(
                "s", "Anne", "floor", 5
            )
        assert core.opened == 1
        assert line._writer is not None
        line._writer.close()
        assert await line.there()
        assert core.opened == 2
        core.writers[-1].close()
        await asyncio.sleep(0.05)
        assert line._writer is None
        assert await line.there()
        assert core.opened == 3

    core.run(asks)
    first, second = core.heard[:2]
    assert (first.session, first.source, type(first.ask)) == ("s", "192.0.2.1", AskSession)
    assert first.id != second.id


def test_what_is_no_answer_ends_the_connection_and_what_waits_on_it(
    core: Core, caplog: pytest.LogCaptureFixture
) -> None:
    async def asks(line: DeskLine) -> None:
        other = DeskAnswer("nobody", True)
        core.answers = [msgspec.json.encode(other) + b"\n", b"{\n"]
        with pytest.raises(CoreAway, match="does not answer"):
            await line.ask(AskSession(), SignedIn)
        with pytest.raises(CoreAway, match="has stopped"):
            await line.ask(AskSession(), SignedIn)
        assert line._writer is None
        assert not line._waiting
        core.answers = [DeskAnswer("", True, data={"session": 1})]
        with pytest.raises(CoreAway, match="different version"):
            await line.ask(AskSession(), SignedIn)
        assert core.opened == 3

    core.run(asks)
    gc.collect()
    assert "never retrieved" not in caplog.text


def test_a_refusal_says_why_and_the_core_is_there_all_the_same(core: Core) -> None:
    async def asks(line: DeskLine) -> None:
        no = DeskAnswer("", False, "The list is closed.", "list-is-closed")
        for asking in (line.ask(AskSession(), SignedIn), line.do(Hold("fire"))):
            core.answers = [no]
            with pytest.raises(Refused, match="The list is closed") as found:
                await asking
            assert found.value.reason == "list-is-closed"
        core.answers = [no]
        assert await line.there()
        core.answers = [DeskAnswer("", True, seq=9)]
        assert (await line.do(Hold("fire"), "s", "192.0.2.1", "o")).seq == 9

    core.run(asks)
    last = core.heard[-1]
    assert (last.session, last.source, last.do, last.id) == (
        "s", "192.0.2.1", Hold("fire"), _once("s", "o")
    )  # fmt: skip


def test_a_form_that_is_sent_twice_at_once_goes_to_the_core_once(core: Core) -> None:
    async def asks(line: DeskLine) -> None:
        found = await asyncio.gather(*(line.do(Hold("fire"), "s", "", "once") for _ in range(3)))
        assert found[0] == found[1] == found[2]
        assert len(core.heard) == core.opened == 1
        await asyncio.gather(*(line.do(Hold("fire"), "s") for _ in range(2)))
        assert len({one.id for one in core.heard}) == len(core.heard) == 3

    core.run(asks)


def test_a_core_that_is_away_is_not_there(tmp_path: Path) -> None:
    async def asks() -> None:
        line = DeskLine(tmp_path / "none.sock")
        assert not await line.there()
        with pytest.raises(CoreAway, match="not running"):
            await line.do(Hold("fire"))
        await line.close()

    asyncio.run(asks())


def test_an_id_is_the_same_for_one_form_of_one_session_and_no_other() -> None:
    assert _once("s", "o") == _once("s", "o")
    assert len({_once("s", "o"), _once("s", "p"), _once("t", "o"), _once("s", "")}) == 4
    assert _once("s", "") != _once("s", "")
    assert {len(_once("s", once)) for once in ("", "o")} == {32}
