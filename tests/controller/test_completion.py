"""Completion of `tapis`, tried by keys in the shells themselves."""

import os
import pty
import re
import select
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest
from typer.testing import CliRunner

from controller.cli import app
from controller.commands import COMMANDS

SHELLS = {
    "bash": ("bash --norc --noprofile -i", "source {script}"),
    "zsh": ("zsh -f -i", "autoload -U compinit; compinit -u -D; source {script}"),
    "fish": ("fish --no-config -i", "source {script}"),
}
CASES = (
    ("tapis journal veri", "tapis journal verify "),
    ("tapis page run --home", "tapis page run --home-assistant "),
)
OF_ONE_SHELL = (("tapis jour", "tapis journal "), ("tapis venue sta", "tapis venue staff "))
"""What the shell does as in the other cases: the command alone decides what there is."""


class Terminal:
    """A shell in a terminal of its own."""

    def __init__(self, command: str, home: Path) -> None:
        self._master, inner = pty.openpty()
        keep = {"PATH": f"{home}:{os.environ['PATH']}", "HOME": str(home), "TERM": "xterm"}
        self._process = subprocess.Popen(
            ("setsid", "--ctty", "--wait", *command.split()), stdin=inner, stdout=inner,
            stderr=inner, env=keep, cwd=home,
        )  # fmt: skip
        os.close(inner)

    def key(self, text: str) -> None:
        """Press keys."""
        os.write(self._master, text.encode())

    def shows(self, text: str, seconds: float = 30.0) -> None:
        """Read on until it shows a text, whatever colours it has."""
        seen, ends = "", time.monotonic() + seconds
        while text not in _plain(seen):
            assert time.monotonic() < ends, f"not {text!r} in {_plain(seen)!r}"
            if select.select([self._master], [], [], 0.2)[0]:
                seen += os.read(self._master, 4096).decode(errors="replace")

    def close(self) -> None:
        """End it."""
        self._process.kill()
        self._process.wait(20)
        os.close(self._master)


def _plain(text: str) -> str:
    """Return a text without what moves the cursor and colours."""
    return re.sub(r"\x1b(?:\[[0-9;?>=]*[a-zA-Z]|[=>]|\][^\x07]*\x07|\(B)|[\r\x0f\x07]", "", text)


@pytest.mark.parametrize("shell", sorted(SHELLS))
def test_a_shell_completes_commands_and_options(shell: str, tmp_path: Path) -> None:
    assert shutil.which(shell) is not None
    tapis = Path(sys.executable).parent / "tapis"
    (tmp_path / "tapis").symlink_to(tapis)
    script = tmp_path / "completion"
    told = {**os.environ, "_TAPIS_COMPLETE": f"source_{shell}"}
    script.write_bytes(subprocess.run([tapis], env=told, capture_output=True, check=True).stdout)
    command, load = SHELLS[shell]
    terminal = Terminal(command, tmp_path)
    try:
        terminal.key(load.format(script=script) + "; echo rea''dy\n")
        terminal.shows("ready")
        for typed, completed in CASES + (OF_ONE_SHELL if shell == "bash" else ()):
            terminal.key(typed + "\t")
            terminal.shows(completed)
            terminal.key("\x15")
    finally:
        terminal.close()


def test_no_command_but_the_whole_installs_a_completion() -> None:
    for name in {name.split()[0] for name in COMMANDS}:
        told = CliRunner().invoke(app, [name, "--install-completion"])
        assert (told.exit_code, "installed in" in told.output) == (2, False), name
    assert "--install-completion" in CliRunner().invoke(app, ["--help"]).output
