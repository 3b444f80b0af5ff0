"""How large a function and a file may be."""

import importlib
import json
import subprocess
import sys
from pathlib import Path

import pytest
import typer

from controller.commands import COMMANDS

ROOT = Path(__file__).parents[1]
PACKAGES = ("controller", "hardware", "display", "firmware")
MOST_LINES = 500
MOST_PARAMETERS = 7
MOST_COMPLEX = 10


def over(rule: str, setting: str) -> set[str]:
    """Return the places that ruff finds against a rule, as `file: message`."""
    found = subprocess.run(
        [
            sys.executable, "-m", "ruff", "check", "--isolated", "--no-cache", "--select", rule,
            "--config", setting, "--output-format", "json", "--exit-zero", *PACKAGES,
        ],
        cwd=ROOT, capture_output=True, text=True, check=True,
    )  # fmt: skip
    return {
        place(Path(one["filename"]), one["location"]["row"]) for one in json.loads(found.stdout)
    }


def place(path: Path, row: int) -> str:
    """Return where a function is: its module and its name."""
    words = path.read_text("utf-8").splitlines()[row - 1].split("(")[0].split()
    return ".".join((*path.relative_to(ROOT).with_suffix("").parts, words[-1]))


def commands() -> set[str]:
    """Return the functions that are commands: each option of one is a parameter."""
    found: set[str] = set()
    for command in COMMANDS.values():
        module, _, name = command.place.partition(":")
        here = getattr(importlib.import_module(module), name)
        apps = [here] if isinstance(here, typer.Typer) else []
        callbacks = [one.callback for app in apps for one in app.registered_commands] or [here]
        found |= {f"{one.__module__}.{one.__name__}" for one in callbacks if one is not None}
    return found


def test_few_functions_have_many_parameters() -> None:
    many = over("PLR0913", f"lint.pylint.max-args={MOST_PARAMETERS}")
    assert len(many - commands()) <= 5, sorted(many - commands())


def test_few_functions_are_complex() -> None:
    complex_ones = over("C901", f"lint.mccabe.max-complexity={MOST_COMPLEX}")
    assert len(complex_ones) <= 8, sorted(complex_ones)


@pytest.mark.parametrize("package", [*PACKAGES, "tests"])
def test_no_file_is_long(package: str) -> None:
    long = {
        str(path.relative_to(ROOT)): lines
        for path in (ROOT / package).rglob("*.py")
        if (lines := len(path.read_text("utf-8").splitlines())) > MOST_LINES
    }
    assert not long
