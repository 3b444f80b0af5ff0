"""The root of every error of ours, what a command's exit status means, and parts that are missing.

An error that a person can mend is a `TapisError`, and the command line ends in its text: one line
that says what is wrong, where, and what would be right. Anything else is a bug.
"""

from collections.abc import Callable
from enum import IntEnum
from typing import NamedTuple, Self

Say = Callable[..., str]
"""Says an English text, with its `{fields}` by name, in a language."""


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


def N_(text: str) -> str:  # noqa: N802  the name that extractors look for
    """Mark a text for translation; it is translated where it is shown."""
    return text


class Sentence(str):
    """A sentence or a part of one, in English, which can be said in another language too.

    Its text is marked for translation by this; its `{fields}` may be sentences themselves.
    """

    __slots__ = ("text", "values")

    text: str
    values: dict[str, object]

    def __new__(cls, text: str, /, **values: object) -> Self:
        """Keep the text and the values apart."""
        made = super().__new__(cls, text.format(**values) if values else text)
        made.text, made.values = text, values
        return made

    def said(self, say: Say) -> str:
        """Return it in a language."""
        return say(self.text, **{name: in_words(value, say) for name, value in self.values.items()})


def in_words(value: object, say: Say) -> object:
    """Return a sentence in a language; anything else, a name or a number say, as it is."""
    return value.said(say) if isinstance(value, Sentence) else value


class TapisError(Exception):
    """What a person can mend; the text says what is wrong, where, and what would be right.

    A text that is marked for translation is given with its `{fields}` apart; `what` is itself one.
    """

    def __init__(self, text: str = "", /, **values: object) -> None:
        super().__init__(text.format(**values) if values else text)
        self.sentence = text
        self.values = values

    def said(self, say: Say) -> str:
        """Return what is wrong in a language, where its text is marked; else as it is."""
        # One that says where it is, a line of a file say, has more to tell than its sentence.
        if not self.sentence or self.args[:1] != (str(self),):
            return str(self)
        values = {
            name: say(str(value)) if name == "what" else in_words(value, say)
            for name, value in self.values.items()
        }
        return say(self.sentence, **values)


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
    "psycopg": OptionalPackage("psycopg", "postgres", "a room's log on PostgreSQL needs"),
    "nats": OptionalPackage("nats-py", "hub", "what is asked of a hub of NATS servers needs"),
    "apprise": OptionalPackage("apprise", "notices", "notices that leave the room need"),
    "argon2": OptionalPackage("argon2-cffi", "venue", "a room's passwords need"),
    "pokerkit": OptionalPackage("pokerkit", "rig", "the benches need"),
    "numpy": OptionalPackage("numpy", "stream", "a stream's equities need"),
    "jinja2": OptionalPackage("jinja2", "venue", "the room's pages need"),
    "python_multipart": OptionalPackage("python-multipart", "venue", "the room's pages need"),
    "segno": OptionalPackage("segno", "venue", "the room's pages need"),
    "sse_starlette": OptionalPackage("sse-starlette", "venue", "the room's pages need"),
    "starlette": OptionalPackage("starlette", "venue", "the room's pages need"),
    "uvicorn": OptionalPackage("uvicorn", "venue", "the room's pages need"),
}
"""What is an extra, by the module that is imported."""
