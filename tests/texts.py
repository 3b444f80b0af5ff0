"""What people read and hear, gathered from the code as `make texts` does it."""

import fcntl
import os
from contextlib import chdir
from pathlib import Path
from typing import Any

import pytest
from babel.messages.frontend import CommandLineInterface

ROOT = Path(__file__).parents[1]


def pybabel(*words: object) -> None:
    """Run a command of Babel."""
    babel: Any = CommandLineInterface()
    babel.run(["pybabel", "--quiet", *map(str, words)])


def plain(said: str) -> str:
    """Return a text with plain blanks for those at which no line breaks."""
    return said.replace("\N{NO-BREAK SPACE}", " ")


def gathered(factory: pytest.TempPathFactory) -> Path:
    """Return a file with the texts of the code; all processes of one run of tests share it."""
    run = os.environ.get("PYTEST_XDIST_TESTRUNUID", "")
    folder = factory.getbasetemp().parent if run else factory.getbasetemp()
    pot = folder / f"texts-{run}.pot"
    with (folder / "texts.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not pot.exists():
            gather(pot)
    return pot


def gather(pot: Path) -> None:
    """Write the texts of the code to a file."""
    asked = ("--mapping-file", "pyproject.toml", "--no-location", "--sort-output")
    unfinished = pot.with_suffix(".part")
    # The mappings name folders of the repository.
    with chdir(ROOT):
        pybabel("extract", *asked, "--output-file", unfinished, ".")
    unfinished.rename(pot)
