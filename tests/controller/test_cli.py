"""Whatever goes wrong in a command, a person reads one line and no traceback."""

import importlib
import logging
import os
import pkgutil
import re
import subprocess
import sys
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from controller.cli import Rooms, app
from controller.commands import COMMANDS
from controller.contract.errors import ExitCode, TapisError
from controller.toml.file import FileProblems, Problem


def ending_in(error: BaseException) -> typer.Typer:
    """Return a command line whose only command ends in an error."""
    commands = typer.Typer(cls=Rooms, pretty_exceptions_enable=False)

    @commands.callback()
    def options() -> None:
        """Make it a group."""

    @commands.command()
    def go() -> None:
        raise error

    return commands


def test_a_bug_is_reported_by_its_place_and_not_by_its_text(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The text of an exception could name a card that nobody has shown."""
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    result = CliRunner().invoke(ending_in(KeyError("Kh")), ["go"])
    report = next(tmp_path.glob("tapis-bug-*.log"))
    assert result.exit_code == 70
    assert "stopped by a bug (KeyError)" in result.stderr
    assert str(report) in result.stderr
    assert "Kh" not in result.stderr + report.read_text()
    assert "in go" in report.read_text()
    assert report.stat().st_mode & 0o077 == 0


def test_a_service_s_bug_is_in_its_journal_too(tmp_path: Path) -> None:
    """Its own /tmp goes with it, and is there anew when it starts again."""
    said = tmp_path / "said"
    # Python 3.13 shows the source of -c in a traceback: the card is not in it.
    code = "import sys; from controller.run.upkeep import logs\n"
    code += "try: {}[sys.argv[1]]\nexcept KeyError as e: logs.write_bug(e)"
    with said.open("wb") as stream:
        about = os.fstat(stream.fileno())
        journal = {"JOURNAL_STREAM": f"{about.st_dev}:{about.st_ino}", "TMPDIR": str(tmp_path)}
        subprocess.run(
            [sys.executable, "-c", code, "Kh"], env=os.environ | journal, stderr=stream,
            check=True, timeout=60,
        )  # fmt: skip
    lines = said.read_text().splitlines()
    assert len(lines) >= 2
    assert all(line.startswith("<3>") for line in lines)
    assert lines[-1] == "<3>KeyError"
    assert "Kh" not in said.read_text()


@pytest.mark.parametrize(
    ("error", "text"),
    [
        (FileProblems([Problem("a.toml", 3, "seats", "is missing", "2 to 10")]),
         "a.toml:3: seats: is missing; expected 2 to 10\n"),
        (FileNotFoundError(2, "No such file or directory", "hands.phh"),
         "hands.phh: No such file or directory\n"),
        (OSError("the reader is gone"), "the reader is gone\n"),
        (TapisError("table 3 plays: stop it first"), "table 3 plays: stop it first\n"),
        (ModuleNotFoundError("No module named 'pokerkit'", name="pokerkit"),
         "the benches need pokerkit, which is not installed here; expected: "
         'pip install "tapis-table[rig]"\n'),
    ],
)  # fmt: skip
def test_what_a_person_can_mend_is_told_in_one_line(error: Exception, text: str) -> None:
    result = CliRunner().invoke(ending_in(error), ["go"])
    assert (result.exit_code, result.stderr) == (2, text)


def test_ctrl_c_is_told_by_the_status_alone() -> None:
    result = CliRunner().invoke(ending_in(KeyboardInterrupt()), ["go"])
    assert (result.exit_code, result.output) == (ExitCode.INTERRUPTED, "")


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_is_found_in_its_room(name: str) -> None:
    """And says what it is for, as the list of commands does."""
    words = name.split()
    result = CliRunner().invoke(app, [*words, "-h"], prog_name="tapis", env={"COLUMNS": "400"})
    assert result.exit_code == 0, result.output
    assert f"Usage: tapis {name} " in result.stdout
    assert f" {COMMANDS[name].about} " in result.stdout
    listed = CliRunner().invoke(app, [*words[:-1], "--help"], env={"COLUMNS": "400"})
    assert f" {COMMANDS[name].about} " in listed.stdout


@pytest.mark.parametrize(
    ("words", "rooms"),
    [(["--help"], ("display.felt", "display.web", "display.voice", "hardware")),
     (["venue", "web", "--help"], ("controller.venue", "controller.table"))],
)  # fmt: skip
def test_a_command_imports_no_room_that_it_does_not_need(
    words: list[str], rooms: tuple[str, ...]
) -> None:
    """On a Pi, to import all that all commands need would take seconds."""
    program = (
        f"import sys; from controller.cli import app; app({words}, standalone_mode=False);"
        f"print([n for n in sys.modules if n.startswith({rooms})])"
    )
    told = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert told.stdout.splitlines()[-1] == "[]"


def test_the_version_is_that_of_the_package() -> None:
    result = CliRunner().invoke(app, ["--version"])
    assert (result.exit_code, result.stdout) == (0, f"tapis {version('tapis-table')}\n")


@pytest.mark.parametrize(
    ("words", "level"),
    [(["run"], "INFO"), (["devices"], "WARNING"), (["--log-level", "debug", "run"], "DEBUG"),
     (["--log-level", "error", "run"], "ERROR")],
)  # fmt: skip
def test_what_is_logged_is_what_was_asked_for(words: list[str], level: str, tmp_path: Path) -> None:
    CliRunner().invoke(app, [*words, "--config", str(tmp_path / "nothing.toml")])
    assert logging.getLevelName(logging.getLogger().level) == level


def ours(root: type[BaseException] = BaseException) -> Iterator[type[BaseException]]:
    """Yield every class of exception that is defined in a room of ours."""
    for kind in root.__subclasses__():
        if kind.__module__.partition(".")[0] in {"controller", "hardware", "display"}:
            yield kind
        yield from ours(kind)


SAID = {
    "controller.play.sinks.live.Ended",
    "controller.setup.dialogue.GoBack", "controller.setup.dialogue.Quit",
    "controller.setup.dialogue.SkipQuestion",
}  # fmt: skip
"""What is raised and is no error: somebody's word that ends what is being done."""


def test_every_error_of_ours_has_one_root() -> None:
    for found in pkgutil.walk_packages(["."]):
        mine = found.name.partition(".")[0] in {"controller", "hardware", "display"}
        if mine and not found.name.startswith("hardware.twin.chips"):
            importlib.import_module(found.name)
    strange = {f"{kind.__module__}.{kind.__name__}" for kind in ours()
               if not issubclass(kind, TapisError)}  # fmt: skip
    assert strange == SAID


def test_the_statuses_are_in_the_manual() -> None:
    manual = (Path(__file__).parents[2] / "docs" / "INSTALL.md").read_text("utf-8")
    rows = re.findall(r"^\| `?(\d+)`? \|", manual.partition("## Exit statuses")[2], re.MULTILINE)
    assert rows == [str(int(code)) for code in ExitCode]


def test_an_unknown_command_is_refused() -> None:
    result = CliRunner().invoke(app, ["paly"])
    assert result.exit_code == 2
    assert "paly" in result.stderr
