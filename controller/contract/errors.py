"""The root of every error of ours, what a command's exit status means, and parts that are missing.

An error that a person can mend is a `TapisError`, and the command line ends in its text: one line
that says what is wrong, where, and what would be right. Anything else is a bug.
"""

from enum import IntEnum
from typing import NamedTuple


class ExitCode(IntEnum):
    """What a command's exit status means; there are no others."""

    DONE = 0
    """Done, and all is as it should be."""
    NOT_SO = 1
    """Done, and the answer is no: a check found something, a scenario fails, the table refuses."""
    UNUSABLE = 2
    """Not done: a wrong option, a file, device or service that can't be used, a missing part."""
    BUG = 70
    """Stopped by a bug of Tapis; where it happened is in the file that the last line names."""
    INTERRUPTED = 130
    """Stopped by Ctrl-C."""


class TapisError(Exception):
    """What a person can mend; the text says what is wrong, where, and what would be right."""


class WrongOption(TapisError, ValueError):
    """An option or an argument of a command that can't be meant so."""


class UnusableFile(TapisError, ValueError):
    """A file that does not hold what it should; the text names it."""


class NoTexts(TapisError, LookupError):
    """A language that there are no texts in; the text names those that there are."""


class MissingPart(TapisError, ImportError):
    """A part of Tapis that is not installed here; the text has the command that installs it."""


class OptionalPackage(NamedTuple):
    """A package that not every table needs: its name, its extra, and who needs it."""

    package: str
    extra: str
    needed_by: str

    def missing(self, hint: str = "") -> MissingPart:
        """Return the error that says how the package is installed, and a hint behind it."""
        return MissingPart(
            f"{self.needed_by} {self.package}, which is not installed here; right would be: "
            f'pip install "tapis-table[{self.extra}]"{hint}'
        )


PARTS = {
    "pygame": OptionalPackage("pygame-ce", "display", "the table's screen and its pictures need"),
    "amqtt": OptionalPackage("amqtt", "demo", "the demo's own broker needs"),
    "smartcard": OptionalPackage("pyscard", "pcsc", "PC/SC readers need"),
    "RPi": OptionalPackage("RPi.GPIO", "pi", "the Pi's own pins need"),
    "sqlalchemy": OptionalPackage("sqlalchemy", "venue", "a room's log needs"),
    "alembic": OptionalPackage("alembic", "venue", "a room's log needs"),
    "argon2": OptionalPackage("argon2-cffi", "venue", "a room's passwords need"),
    "pokerkit": OptionalPackage("pokerkit", "rig", "the benches need"),
    "jinja2": OptionalPackage("jinja2", "venue", "the room's pages need"),
    "python_multipart": OptionalPackage("python-multipart", "venue", "the room's pages need"),
    "segno": OptionalPackage("segno", "venue", "the room's pages need"),
    "sse_starlette": OptionalPackage("sse-starlette", "venue", "the room's pages need"),
    "starlette": OptionalPackage("starlette", "venue", "the room's pages need"),
    "uvicorn": OptionalPackage("uvicorn", "venue", "the room's pages need"),
}
"""What is an extra, by the module that is imported."""
