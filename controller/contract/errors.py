"""Errors: the base class of all exceptions, the exit statuses, and the optional packages.

An error that a person can fix is a `TapisError`, and the command line prints its text as one line:
what is wrong, where, and what was expected. Any other exception is a bug.
"""

from collections.abc import Callable
from enum import IntEnum
from typing import NamedTuple, Self

import msgspec

Say = Callable[..., str]
"""A function that translates an English text; its keyword arguments fill in the `{fields}`."""


class ExitCode(IntEnum):
    """All exit statuses that commands return."""

    DONE = 0
    """Done, and everything is as it should be."""
    NOT_SO = 1
    """Done, but the answer is no: a check found a fault, a scenario failed or the table refused."""
    UNUSABLE = 2
    """Not done: a wrong option, an unusable file, device or service, or a missing part."""
    BUG = 70
    """Stopped by a bug in Tapis; the last line names the file with the traceback."""
    INTERRUPTED = 130
    """Stopped by Ctrl-C."""


def N_(text: str) -> str:  # noqa: N802  the name that extractors look for
    """Mark text for translation; it is translated only when it is displayed."""
    return text


class Sentence(str):
    """A sentence or part of a sentence, in English, that can be translated.

    Constructing it marks its text for translation; its `{fields}` may themselves be sentences.
    """

    __slots__ = ("text", "values")

    text: str
    values: dict[str, object]

    def __new__(cls, text: str, /, **values: object) -> Self:
        """Create the sentence, and store its untranslated text separately from its values."""
        made = super().__new__(cls, text.format(**values) if values else text)
        made.text, made.values = text, values
        return made

    def said(self, say: Say) -> str:
        """Return the sentence, translated by `say`."""
        return say(self.text, **{name: in_words(value, say) for name, value in self.values.items()})


class SentenceParts(msgspec.Struct, frozen=True):
    """A `Sentence` as data that can be sent to another process: its text and its values."""

    text: str
    values: dict[str, "str | int | SentenceParts"] = {}

    @classmethod
    def of(cls, told: str) -> "SentenceParts":
        """Split a sentence into its parts; a plain string has no values and is not translated."""
        if not isinstance(told, Sentence):
            return cls("{text}", {"text": told})
        values: dict[str, str | int | SentenceParts] = {}
        for name, value in told.values.items():
            if isinstance(value, Sentence):
                values[name] = cls.of(value)
            else:
                values[name] = value if isinstance(value, int) else str(value)
        return cls(told.text, values)

    def sentence(self) -> Sentence:
        """Reassemble the sentence from its parts."""
        return Sentence(
            self.text,
            **{
                name: value.sentence() if isinstance(value, SentenceParts) else value
                for name, value in self.values.items()
            },
        )


def sentence_of(error: Exception) -> str:
    """Return an error's text: as a `Sentence` if it is a `TapisError`, otherwise unchanged."""
    if not isinstance(error, TapisError) or error.args[:1] != (str(error),):
        return str(error)
    text = error.sentence
    return text if isinstance(text, Sentence) else Sentence(text, **error.values)


def in_words(value: object, say: Say) -> object:
    """Return a sentence translated by `say`; return other values (names, numbers) unchanged."""
    return value.said(say) if isinstance(value, Sentence) else value


class TapisError(Exception):
    """An error that a person can fix; the text says what is wrong, where, and what was expected.

    If the text is marked for translation, the values of its `{fields}` are passed separately. The
    value of a field named `what` is translated as well.
    """

    def __init__(self, text: str = "", /, **values: object) -> None:
        super().__init__(text.format(**values) if values else text)
        self.sentence = text
        self.values = values

    def said(self, say: Say) -> str:
        """Return the error text, translated if it is marked for translation."""
        # If the text also gives a place, such as a line of a file, only `str` returns all of it.
        if not self.sentence or self.args[:1] != (str(self),):
            return str(self)
        if isinstance(self.sentence, Sentence):
            return self.sentence.said(say)
        values = {
            name: say(str(value)) if name == "what" else in_words(value, say)
            for name, value in self.values.items()
        }
        return say(self.sentence, **values)


class WrongOption(TapisError, ValueError):
    """An invalid value for an option or argument of a command."""


class UnusableFile(TapisError, ValueError):
    """A file that does not have the expected content; the error text names the file."""


class NoTexts(TapisError, LookupError):
    """A language for which there is no catalogue; the error text names the available languages."""


class MissingPart(TapisError, ImportError):
    """A part of Tapis that is not installed; the text includes the command that installs it."""


class OptionalPackage(NamedTuple):
    """A Python package that only some tables need.

    `package` is its name. `extra` is the optional dependency group of `tapis-table` that installs
    it. `needed_by` names the part of Tapis that needs the package; the error message begins with
    it.
    """

    package: str
    extra: str
    needed_by: str

    def missing(self, hint: str = "") -> MissingPart:
        """Return the error that explains how to install the package; `hint` is added at the end."""
        return MissingPart(
            f"{self.needed_by} {self.package}, which is not installed here; expected: "
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
"""The optional packages, keyed by the name of the module that is imported."""
