"""The floor's PIN opens a table's own screen for a while, and stands nowhere in clear."""

import json
import logging
from pathlib import Path

import pytest
from typer.testing import CliRunner

from controller.cli import app
from controller.config.model import TableConfig, load_config
from controller.journal import JournalReader
from controller.play.sinks.servers import Mosquitto
from controller.run.access.floor_pin import (
    OPEN_S,
    SHARED,
    WAIT_S,
    FloorLock,
    load_pins,
    pin_for,
    save_pin,
)
from controller.run.access.requests import Refusal
from controller.toml.file import FileProblems
from tests.controller.run.test_daemon import TOKEN, Desk, alive, write_config
from tests.mqtt import Subscriber, until

SCREEN = "the-screens-own-token"
PIN = "271828"


def keyed(folder: Path, port: int) -> TableConfig:
    """Return a table whose amounts are keyed, with a screen of its own and a PIN."""
    path = write_config(folder, port)
    tokens = folder / "tokens"
    tokens.write_text(f"anne {TOKEN}\nscreen {SCREEN} local\n")
    path.write_text(f'chips = "keyed"\nfloor_pin = "floor.pin"\n{path.read_text()}')
    save_pin(folder / "floor.pin", pin_for("Xavier", PIN))
    return load_config(path)


def reason(lock: FloorLock, pin: str, now: float) -> str:
    with pytest.raises(Refusal) as refused:
        lock.unlock("screen", pin, now)
    assert pin not in str(refused.value)
    return refused.value.reason


def test_a_pin_opens_for_two_idle_minutes_and_no_longer() -> None:
    lock = FloorLock((pin_for("Xavier", PIN),))
    assert lock.who("screen", 0) == ""
    assert lock.unlock("screen", PIN, 0) == "Xavier"
    assert lock.who("screen", OPEN_S - 1) == "Xavier"
    assert lock.who("other", OPEN_S - 1) == ""
    assert lock.who("screen", 2 * OPEN_S - 2) == "Xavier"
    assert lock.who("screen", 3 * OPEN_S - 2) == ""
    lock.unlock("screen", PIN, 1000)
    lock.lock("screen")
    assert lock.who("screen", 1001) == ""


def test_a_file_of_pins_written_long_ago_still_opens(tmp_path: Path) -> None:
    file = tmp_path / "floor.pin"
    file.write_text(
        "Xavier AAECAwQFBgcICQoLDA0ODw== oyTkmbAhXGf4KULVLs/nXpBp632TV+sG2aSurZCLaYA=\n"
    )
    file.chmod(0o600)
    (kept,) = load_pins(file)
    assert FloorLock((kept,)).unlock("screen", PIN, 0) == "Xavier"
    new = pin_for("Xavier", PIN)
    assert (len(new.salt), len(new.hashed)) == (len(kept.salt), len(kept.hashed))


@pytest.mark.parametrize(
    ("owners", "badges", "found"),
    [
        (("Xavier", "Zoe"), ("Xavier",), "Xavier"), (("Xavier", "Zoe"), ("Zoe",), "Zoe"),
        (("Xavier", "Zoe"), ("Zoe", "Xavier"), "Xavier"), (("Xavier", "Zoe"), (), "Zoe"),
        ((SHARED, "Zoe"), ("Anne", "Zoe"), "Zoe"),
        (("Zoe", SHARED), ("Xavier", "Anne"), "Anne"), (("Zoe", SHARED), (), SHARED),
    ],
)  # fmt: skip
def test_two_people_may_have_the_same_pin_and_a_badge_tells_them_apart(
    owners: tuple[str, ...], badges: tuple[str, ...], found: str
) -> None:
    lock = FloorLock(tuple(pin_for(owner, PIN) for owner in owners))
    assert lock.unlock("screen", PIN, 0, badges) == found


def test_a_pin_of_two_others_is_wrong_for_a_third_persons_badge() -> None:
    lock = FloorLock((pin_for("Xavier", PIN), pin_for("Zoe", PIN)))
    with pytest.raises(Refusal, match="wrong PIN"):
        lock.unlock("screen", PIN, 0, ("Anne",))


def test_after_five_wrong_ones_even_the_right_one_waits() -> None:
    lock = FloorLock((pin_for("Xavier", PIN), pin_for("Zoe", "314159")))
    assert [reason(lock, "0000", 0) for _ in range(5)] == ["wrong-pin"] * 5
    assert reason(lock, PIN, WAIT_S - 1) == "too-many-pins"
    assert lock.unlock("screen", "314159", WAIT_S) == "Zoe"


def test_after_a_wait_there_are_five_more_tries_and_the_next_wait_is_twice_as_long() -> None:
    lock, now = FloorLock((pin_for("Xavier", PIN),)), 0.0
    for wait in (WAIT_S, 2 * WAIT_S, 4 * WAIT_S):
        assert [reason(lock, "0000", now) for _ in range(5)] == ["wrong-pin"] * 5
        assert reason(lock, PIN, now + wait - 1) == "too-many-pins"
        now += wait
    assert lock.unlock("screen", PIN, now) == "Xavier"
    assert reason(FloorLock(), PIN, 0) == "no-badge"


def test_the_file_holds_no_pin_and_a_name_once(tmp_path: Path) -> None:
    path = tmp_path / "floor.pin"
    for name, pin in (("Xavier", "1234"), ("Zoe", "314159"), ("Xavier", PIN)):
        save_pin(path, pin_for(name, pin))
    assert path.stat().st_mode & 0o777 == 0o600
    assert [pin.name for pin in load_pins(path)] == ["Xavier", "Zoe"]
    assert PIN not in path.read_text()
    assert FloorLock(load_pins(path)).unlock("screen", PIN, 0) == "Xavier"
    assert "salt" not in repr(load_pins(path))
    for wrong in ("123", "12a4", "1" * 13, ""):
        with pytest.raises(ValueError, match="4 to 12 digits"):
            pin_for("Xavier", wrong)


@pytest.mark.parametrize(
    ("text", "mode", "words"),
    [("Xavier 1234", 0o600, "floor.pin:1: does not contain a name"), ("", 0o640, "chmod 600"),
     ("é", 0o600, "not text")],
)  # fmt: skip
def test_a_file_that_cannot_be_used(tmp_path: Path, text: str, mode: int, words: str) -> None:
    path = tmp_path / "floor.pin"
    path.write_text(text)
    path.chmod(mode)
    with pytest.raises(FileProblems) as problems:
        load_pins(path)
    assert words in str(problems.value)
    assert "1234" not in str(problems.value)


def test_the_command_sets_it(tmp_path: Path) -> None:
    path = write_config(tmp_path, 1)
    asked = ["floor", "pin", "Xavier", "--config", str(path)]
    result = CliRunner().invoke(app, asked, input=f"{PIN}\n{PIN}\n")
    assert result.exit_code == 2
    assert 'expected floor_pin = "floor.pin"' in result.output
    path.write_text(f'floor_pin = "floor.pin"\n{path.read_text()}')
    result = CliRunner().invoke(app, asked, input=f"{PIN}\n{PIN}\n")
    assert result.exit_code == 0, result.output
    assert PIN not in result.output
    assert FloorLock(load_pins(tmp_path / "floor.pin")).unlock("screen", PIN, 0) == "Xavier"
    result = CliRunner().invoke(app, asked, input="12\n12\n")
    assert (result.exit_code, "4 to 12 digits" in result.output) == (2, True)


def test_a_screen_has_the_seats_keys_and_with_the_pin_the_floors_word(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    with Mosquitto(tmp_path) as broker:
        config = keyed(tmp_path, broker.port)
        with Subscriber(broker.port) as ear, alive(config):
            until(lambda: ear.last("/state"))
            assert ear.last("/state")["keyed_unit"] == 25
            desk = Desk(ear)
            for seat in (1, 3):
                assert desk.ask("sit-down", seat=seat, name=f"P{seat}", stack=5000)["ok"]
            assert desk.ask("act", token=SCREEN, seat=3, what="away")["ok"]
            assert desk.ask("act", token=SCREEN, seat=3, what="back")["ok"]
            for name in ("pause", "unlock"):
                reply = desk.ask(name, token=SCREEN)
                assert (reply["ok"], reply["reason"]) == (False, "locked")
                assert "PIN" in reply["error"]
            assert desk.ask("unlock", token=SCREEN, pin="9999")["reason"] == "wrong-pin"
            assert desk.ask("unlock", token="guess", pin=PIN)["reason"] == "token"
            until(lambda: len(ear.last("/health").get("refused", ())) == 2)
            refused = {(one["what"], one["source"]) for one in ear.last("/health")["refused"]}
            assert refused == {("pin", "screen"), ("token", "tests")}
            wrong = desk.ask("unlock", token=SCREEN, pin=[PIN])
            assert (wrong["reason"], PIN in wrong["error"]) == ("bad-data", False)
            assert desk.ask("unlock", token=SCREEN, pin=PIN)["ok"]
            assert desk.ask("unlock", token=SCREEN)["ok"]
            assert desk.ask("set-stack", token=SCREEN, seat=1, stack=4000)["ok"]
            until(lambda: any(e["type"] == "stack.changed" for e in ear.events()))
            changed = [e for e in ear.events() if e["type"] == "stack.changed"]
            assert changed[-1]["data"]["by"] == "Xavier"
            assert desk.ask("lock", token=SCREEN)["ok"]
            assert desk.ask("pause", token=SCREEN)["reason"] == "locked"
            assert desk.ask("unlock", token=TOKEN)["ok"]
            told = [body for topic, body, _ in ear.heard if "/command/" not in topic]
            assert PIN not in json.dumps(told)
    assert PIN not in caplog.text
    with JournalReader(config.journal) as journal:
        assert PIN not in repr(list(journal.rows()))
