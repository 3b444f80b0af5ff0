"""`tapis tell`: a whole evening from a shell, its answers and its mistakes."""

from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from controller.cli import app
from controller.config.model import load_config
from controller.play.sinks.servers import Mosquitto
from display.orders import WORDS, fields_of, is_needed, label
from display.words.names import words
from hardware.free_ports import free_port
from tests.controller.run.test_daemon import TOKEN, TOPICS, alive, write_config
from tests.mqtt import Subscriber, until


def run(*arguments: str, env: dict[str, str] | None = None) -> Result:
    return CliRunner().invoke(app, ["tell", *arguments], env=env or {})


def test_an_evening_from_a_shell(tmp_path: Path) -> None:
    with Mosquitto(tmp_path) as broker, Subscriber(broker.port) as ear:
        config = load_config(write_config(tmp_path, broker.port))
        where = ["--port", str(broker.port), "--topic", TOPICS.root]
        token = ["--token-file", str(tmp_path / "tokens")]
        with alive(config) as daemon:
            until(lambda: ear.last("/state"))
            for line in (
                ("sit-down", "seat=1", "name=Anne", "stack=5000"),
                ("sit", "3", "Bea", "5000"),
                ("level", "100", "200", "ante=25"),
                ("absent", "3"),
                ("back", "3"),
                ("rebuy", "1", "1000"),
                ("start",),
            ):
                result = run(*line, *where, *token)
                assert (result.exit_code, result.output) == (0, "ok\n"), (line, result.output)
            result = run("undo", *where, *token)
            assert (result.exit_code, result.stderr) == (1, "There is no action to undo\n")
            result = run("asseoir", "1", "Zoé", "1", *where, *token, "--language", "fr")
            assert (result.exit_code, result.stderr) == (1, "Quelqu'un y est déjà assis\n")
            result = run("pause", *where, env={"MINE": TOKEN})
            assert result.exit_code == 2
            result = run("pause", *where, "--token-env", "MINE", env={"MINE": TOKEN})
            assert (result.exit_code, result.output) == (0, "ok\n")
            result = run("go", *where, env={"TAPIS_TOKEN": "stranger-s"})
            assert result.exit_code == 1
            assert "does not recognise this token" in result.stderr
            assert "stranger" not in result.output
            state = daemon.runtime.state()
            assert (state.hand, state.paused, state.level.ante) == (1, True, 25)
            assert [seat.name for seat in state.seats] == ["Anne", "", "Bea", ""]
        result = run("go", *where, *token)
        assert (result.exit_code, result.stderr) == (2, "The table is switched off\n")


def test_without_a_broker_the_status_is_2() -> None:
    env = {"TAPIS_TOKEN": TOKEN}
    result = run("undo", "--port", str(free_port()), "--seconds", "0.2", env=env)
    assert (result.exit_code, result.stderr) == (
        2, "The broker is not responding: nothing was sent\n",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["sitt", "3"], 'There is no command "sitt"; expected sit'),
        (["rebuy", "3"], "rebuy: amount is missing; expected: rebuy seat amount"),
        (["rebuy", "3", "lots"], 'rebuy: amount is "lots"; expected a whole number'),
        (["rebuy", "seat=3", "mount=5"], 'there is no field "mount"; expected amount'),
        ([], "Nothing to do: enter a command"),
        (["undo", "--topic", "tapis/+"], "expected one table, such as tapis/demo/1"),
        (["undo", "--language", "tlh"], '"tlh" is not an available language'),
        (["undo", "--token-file", "nowhere"], "nowhere"),
        (["undo", "--protocol", "4"], "expected one of 5, 3.1.1"),
    ],
)
def test_a_mistake_is_answered_in_one_line(arguments: list[str], said: str) -> None:
    result = run(*arguments, env={"TAPIS_TOKEN": TOKEN})
    assert result.exit_code == 2
    assert said in result.stderr
    assert len(result.output.splitlines()) == 1


def test_without_a_token_it_says_where_one_would_come_from() -> None:
    result = run("undo", "--token-env", "MINE")
    assert result.exit_code == 2
    assert result.stderr == "There is no token: use --token-file, or set MINE\n"


def test_the_list_shows_every_command_with_its_fields() -> None:
    result = run("--list", "--language", "fr")
    assert result.exit_code == 0
    lines = {line.split(",")[0].split()[0]: line for line in result.output.splitlines()}
    assert set(lines) == set(WORDS)
    for name, line in lines.items():
        for field in fields_of(name):
            shown = f"{field.name}=" if is_needed(field) else f"[{field.name}="
            if field.type is bool:
                shown = f"[{label(field.name, words('fr'))}]"
            assert shown in line
    assert "niveau" in lines["set-level"]
