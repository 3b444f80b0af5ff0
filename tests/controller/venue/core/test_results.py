"""Results after the evening: corrected, counted anew, and told to the league until it has them."""

import asyncio
import hashlib
import hmac
import json
import logging
import socket
import threading
from pathlib import Path

import pytest

from controller.contract.venue import desk as d
from controller.contract.venue.floor.members import CorrectResult, KeepMember, Sheet
from controller.contract.venue.inputs import HandReported
from controller.contract.venue.seats import Seat
from controller.contract.venue.views import LogHealth
from controller.venue.core import take_input
from controller.venue.core.refusals import No
from controller.venue.core.staff import actions, members, questions
from controller.venue.core.staff.webhook import Webhook, post
from controller.venue.core.take_input import Core
from controller.venue.rules.step import ChipsLost
from controller.venue.store.database import Database


def do(core: Core, asked: d.AnyDo) -> object:
    """Have the director do something."""
    with core.turn() as turn:
        return actions.act(turn, asked, "anne", "")


def played(core: Core) -> tuple[str, str]:
    """Play an evening of two; gives who has won and who has not."""
    do(core, d.OpenTournament("tda"))
    do(core, d.OpenTable(1, 4))
    who = []
    for seat, name in enumerate(("Anne", "Bruno"), 1):
        said = do(core, d.Enter(name=name, identified=True, of_age=True, receipt=True))
        assert isinstance(said, d.Entered)
        who.append(said.player)
        do(core, d.SeatPlayer(said.player, Seat(1, seat)))
    do(core, d.Start())
    stack = core.room.players[who[0]].stack
    with core.turn() as turn:
        began = {1: stack, 2: stack}
        turn.happen(HandReported(table=1, hand=1, stacks={1: 2 * stack, 2: 0}, began=began), "t")
    return who[0], who[1]


def sheet(core: Core) -> Sheet:
    """Return the sheet of the evening."""
    with core.database.transaction() as connection:
        return members.sheet(core, connection, "")


def test_a_correction_counts_in_the_sheet_and_in_the_season(tmp_path: Path) -> None:
    """And a guest who gets a number later has it there too."""
    database = Database(tmp_path / "venue.db")
    core = Core(database)
    first, second = played(core)
    for wrong in (CorrectResult(first, 0, 1, 5, "why"), CorrectResult("p_x", 1, 1, 5, "why"),
                  CorrectResult(first, 1, 1, 5, " "),
                  CorrectResult(first, 1, 1, 5, "why", "t9")):  # fmt: skip
        with pytest.raises(No):
            do(core, wrong)
    do(core, CorrectResult(second, 1, 1, 77, "the chips were the other's"))
    do(core, CorrectResult(first, 2, 2, 7, "the chips were the other's"))
    do(core, KeepMember(second, "R9"))
    assert [(one.name, one.member_no, one.points) for one in sheet(core).lines] == [
        ("Bruno", "R9", 77), ("Anne", "", 7),
    ]  # fmt: skip
    with database.transaction() as connection:
        told = questions.answer(core, connection, d.AskResults())
    assert [(one.player, one.points) for one in told.results] == [(second, 77), (first, 7)]
    assert [(one.player, one.points) for one in told.season] == [(second, 77), (first, 7)]
    database.close()


def test_chips_that_would_not_add_up_are_a_problem_until_the_next_evening(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was refused stays to be looked into, whatever else is done that evening."""
    database = Database(tmp_path / "venue.db")
    core = Core(database)
    played(core)

    def lost(*_: object) -> None:
        raise ChipsLost("20000 chips, and 20001 in the books")

    with monkeypatch.context() as broken:
        broken.setattr(take_input, "step", lost)
        with core.turn() as turn:
            assert turn.happen(HandReported(table=1, hand=2), "t").refused == "books"
    with core.turn() as turn:
        turn.note({"type": "told"}, "anne")
    assert (core.health, "20001" in core.problem) == (LogHealth.BOOKS, True)
    do(core, d.OpenTournament("tda"))
    assert (core.health, core.problem) == (LogHealth.OK, "")
    database.close()


def test_results_are_told_again_until_they_are_taken_and_when_they_change(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Signed; the log names the host alone."""
    database = Database(tmp_path / "venue.db")
    core = Core(database)
    answers, heard = [0, 503, 200, 200], list[tuple[bytes, str]]()

    def send(address: str, body: bytes, headers: dict[str, str]) -> int:
        assert address == "https://league.example/in?key=hidden"
        heard.append((body, headers["X-Tapis-Signature"]))
        return answers.pop(0)

    async def turns(hook: Webhook, *moments: float) -> None:
        for now in moments:
            hook.turn(now)
            for task in asyncio.all_tasks() - {asyncio.current_task()}:
                await task

    hook = Webhook(core, "https://league.example/in?key=hidden", b"key", send)
    with caplog.at_level(logging.WARNING):
        asyncio.run(turns(hook, 0.0))
        assert not heard
        first, _ = played(core)
        # At once, after 5 s, not before another 10.
        asyncio.run(turns(hook, 1.0, 3.0, 6.1, 7.0, 12.0))
        assert len(heard) == 2
        asyncio.run(turns(hook, 16.2, 17.0))
    assert len(heard) == 3
    body, signature = heard[-1]
    assert json.loads(body)["lines"][0]["name"] == "Anne"
    assert signature == "sha256=" + hmac.new(b"key", body, hashlib.sha256).hexdigest()
    assert "league.example answers 503" in caplog.text
    assert "hidden" not in caplog.text
    do(core, CorrectResult(first, 1, 1, 3, "counted wrong"))
    # Another start of the core tells what is new, and nothing twice.
    again = Webhook(Core(database), "https://league.example/in?key=hidden", b"key", send)
    asyncio.run(turns(again, 20.0, 21.0))
    assert [json.loads(one)["lines"][0]["points"] for one, _ in heard[3:]] == [3]
    database.close()


def test_an_answer_that_is_no_http_is_no_answer() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:

        def answers() -> None:
            line, _ = server.accept()
            with line:
                line.recv(65_536)
                line.sendall(b"220 club mail server ready\r\n")

        thread = threading.Thread(target=answers)
        thread.start()
        assert post(f"http://127.0.0.1:{server.getsockname()[1]}/", b"{}", {}) == 0
        thread.join()
