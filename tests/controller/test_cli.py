"""Whatever goes wrong in a command, a person reads one line and no traceback."""

from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from controller.cli import COMMANDS, Rooms, app
from controller.toml.file import FileProblems, Problem


def ending_in(error: Exception) -> typer.Typer:
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
    assert "stopped by a bug of its own (KeyError)" in result.stderr
    assert str(report) in result.stderr
    assert "Kh" not in result.stderr + report.read_text()
    assert "in go" in report.read_text()
    assert report.stat().st_mode & 0o077 == 0


@pytest.mark.parametrize(
    ("error", "text"),
    [
        (FileProblems([Problem("a.toml", 3, "seats", "is missing", "2 to 10")]),
         "a.toml:3: seats: is missing; right would be 2 to 10\n"),
        (FileNotFoundError(2, "No such file or directory", "hands.phh"),
         "hands.phh: No such file or directory\n"),
        (OSError("the reader is gone"), "the reader is gone\n"),
    ],
)  # fmt: skip
def test_a_file_that_cannot_be_used_is_told_in_one_line(error: Exception, text: str) -> None:
    result = CliRunner().invoke(ending_in(error), ["go"])
    assert (result.exit_code, result.stderr) == (2, text)


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_is_found_in_its_room(name: str) -> None:
    """And says what it is for."""
    words = name.split()
    result = CliRunner().invoke(app, [*words, "--help"])
    assert result.exit_code == 0, result.output
    assert "Usage: " in result.stdout
    assert words[0] in CliRunner().invoke(app, ["--help"]).stdout


def test_an_unknown_command_is_refused() -> None:
    result = CliRunner().invoke(app, ["paly"])
    assert result.exit_code == 2
    assert "paly" in result.stderr
