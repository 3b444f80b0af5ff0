"""What people read and hear, gathered from the code as `make texts` does it."""

from contextlib import chdir
from pathlib import Path
from typing import Any

from babel.messages.frontend import CommandLineInterface

ROOT = Path(__file__).parents[1]


def pybabel(*words: object) -> None:
    """Run a command of Babel."""
    babel: Any = CommandLineInterface()
    babel.run(["pybabel", "--quiet", *map(str, words)])


def plain(said: str) -> str:
    """Return a text with plain blanks for those at which no line breaks."""
    return said.replace("\N{NO-BREAK SPACE}", " ")


def gather(pot: Path) -> None:
    """Write the texts of the code to a file."""
    asked = ("--mapping-file", "pyproject.toml", "--no-location", "--sort-output")
    # The mappings name folders of the repository.
    with chdir(ROOT):
        pybabel("extract", *asked, "--output-file", pot, ".")
