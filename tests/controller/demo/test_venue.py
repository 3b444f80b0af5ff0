"""A league night in the terminal: whole, and the same for the same seed."""

import re
import signal
import subprocess
import sys
import threading
from contextlib import suppress
from functools import cache

import httpx
import pytest
from typer.testing import CliRunner

from controller.cli import app
from controller.demo.venue import NAMES
from tests.mqtt import until


@cache
def played(seed: int, language: str = "en") -> list[str]:
    """Play a night of sixteen players, and give what it said."""
    words = ["demo", "--venue", "--tables", "2", "--speed", "50", "--seed", str(seed), "--no-pages"]
    words += ["--language", language]
    done = CliRunner().invoke(app, words)
    assert not done.exit_code, done.output
    first, *lines = done.output.splitlines()
    assert ("a league night at 2 tables" in first) is (language == "en")
    return lines


def test_a_night_has_a_break_a_final_table_a_winner_and_all_places() -> None:
    lines = played(3)
    told = "\n".join(lines)
    assert "15-minute break" in told
    assert "has no chips left, and is waiting for the break" in told
    assert "(RedCactus déroulement 5)" in told
    assert "the final table is table" in told
    assert "wins: 100 points" in told
    assert lines[-16].split()[0] == "1"


def test_a_seed_is_one_evening_in_whichever_language() -> None:
    """The same happens to the same, in the same minute."""
    english, french = played(3), played(3, "fr")
    assert "pause de 15 minutes" in "\n".join(french)
    assert not [line for line in french if " is " in line or " sits " in line or "level" in line]
    assert [facts(line) for line in english] == [facts(line) for line in french]


def facts(line: str) -> list[str]:
    """Return the names and figures of a line, whatever stands between them."""
    known = "|".join(NAMES)
    return sorted(re.findall(rf"\d+|\b(?:{known})\b", line))


def test_the_rooms_pages_are_there_and_staff_may_sign_in() -> None:
    words = ["demo", "--venue", "--tables", "2", "--speed", "5"]
    command = [sys.executable, "-c", "from controller.cli import app; app()", *words]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as night:
        try:
            assert night.stdout is not None
            found = next(one for line in night.stdout if (one := re.search(r"http://\S+", line)))
            with httpx.Client(base_url=found[0], follow_redirects=True, timeout=20) as browser:
                form = {"name": "demo", "password": "demo-room"}

                def staff_sees_a_table() -> bool:
                    with suppress(httpx.TransportError):
                        browser.post("/sign-in", data=form, headers={"Origin": found[0]})
                        return 'href="/table/1"' in browser.get("/floor").text
                    return False

                until(staff_sees_a_table, 60)
                until(lambda: "RedCactus" in browser.get("/floor").text)
                until(lambda: "<svg" in browser.get("/table/1").text)
        finally:
            night.send_signal(signal.SIGINT)


@pytest.mark.parametrize("kind", [[], ["--empty"]])
def test_a_room_ends_after_the_seconds_that_are_asked_for(
    kind: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    ended: list[bool] = []

    def night(*_: object, stop: threading.Event, **__: object) -> None:
        ended.append(stop.wait(20))

    monkeypatch.setattr("controller.demo.venue.league_night", night)
    monkeypatch.setattr("controller.demo.venue.empty_room", night)
    done = CliRunner().invoke(app, ["demo", "--venue", "--seconds", "0.1", *kind])
    assert (done.exit_code, ended) == (0, [True])


def test_an_empty_room_waits_for_staff_and_plays_once_they_have_started() -> None:
    """Nothing is open until somebody opens it; from the start on the terminal tells the night."""
    words = ["demo", "--venue", "--empty", "--tables", "1", "--speed", "50"]
    command = [sys.executable, "-c", "from controller.cli import app; app()", *words]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as night:
        try:
            assert night.stdout is not None
            lines = iter(night.stdout)
            assert "an empty room (tables: 1)" in next(lines)
            found = next(one for line in lines if (one := re.search(r"http://\S+", line)))
            with httpx.Client(base_url=found[0], headers={"Origin": found[0]}, timeout=20) as desk:
                desk.post("/sign-in", data={"name": "demo", "password": "demo-room"})
                assert "Open the tournament" in desk.get("/evening").text
                desk.post("/evening/open", data={"file": "redcactus"})
                desk.post("/evening/tables", data={"tables": "1", "seats": "8"})
                for number in ("1", "2"):
                    desk.post("/do/enter", data={"name": f"Player {number}", "member_no": number})
                for step in ("close", "draw", "start"):
                    desk.post(f"/evening/{step}", data={"witness": "7h"})
            assert any("wins" in line for line in lines)
        finally:
            night.send_signal(signal.SIGINT)


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGKILL])
def test_a_night_that_ends_takes_its_pages_along(how: signal.Signals) -> None:
    """However it is ended, nothing of it goes on by itself."""
    words = ["demo", "--venue", "--tables", "2", "--speed", "5"]
    command = [sys.executable, "-c", "from controller.cli import app; app()", *words]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as night:
        assert night.stdout is not None
        found = next(one for line in night.stdout if (one := re.search(r"http://\S+", line)))
        assert httpx.get(f"{found[0]}/clock").status_code == httpx.codes.OK
        night.send_signal(how)
        assert night.wait(30) == (-how if how == signal.SIGKILL else 0)

    def gone() -> bool:
        with suppress(httpx.TransportError):
            return httpx.get(f"{found[0]}/clock").status_code != httpx.codes.OK
        return True

    until(gone)
