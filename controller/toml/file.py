"""Strict TOML files: every error is reported at once, each with its line and a correction.

The table's config and the house files are read here. A document is read (`load`), merged with any
parent (`inherit.py`), and turned into a struct (`shape`). For a file without a parent, `read` does
all of this. A key that is not a field of the struct is always rejected, because an
option that has no effect is most likely a typo.
"""

import errno
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import msgspec
from msgspec import inspect as shapes

from controller.contract.errors import Say, Sentence, TapisError, in_words
from controller.toml.line_numbers import KeyPath, lines_of
from controller.toml.parse import NotToml, parse
from controller.toml.shape import Mistake, misfits, nearest, plain

__all__ = [
    "Document", "FileProblems", "KeyPath", "KeyPosition", "Mistake", "Problem", "about_file",
    "is_file", "load", "nearest", "read", "shape", "spell",
]  # fmt: skip

T = TypeVar("T", bound=msgspec.Struct)

# For a house or a structure, this is the slowest step.
_type_info = cache(shapes.type_info)


def is_file(path: Path) -> bool:
    """Return whether a path is a file.

    Return False if its name is too long for the file system.
    """
    try:
        return path.is_file()
    except OSError as error:
        if error.errno == errno.ENAMETOOLONG:
            return False
        raise


class KeyPosition(NamedTuple):
    """The position of a key: the file's name as shown in messages, and the line, counted from 1."""

    file: str
    line: int


class Problem(msgspec.Struct, frozen=True):
    """One error in a file.

    `line` is its line, or 0 if it concerns the whole file. `key` is the key concerned, as
    formatted by `spell`. `wrong` describes the error, and `right` is the correction, or "".
    """

    file: str
    line: int
    key: str
    wrong: str
    right: str = ""

    def __str__(self) -> str:
        """Return the problem on one line, as `file:12: seats: 11 is ...; expected ...`."""
        return self._sentence()

    def said(self, say: Say) -> str:
        """Return the problem as one line, translated by `say`."""
        return self._sentence().said(say)

    def told(self, say: Say) -> tuple[str, str]:
        """Return (error with its location, correction or ""), both translated by `say`."""
        return self._found().said(say), str(in_words(self.right, say))

    def _sentence(self) -> Sentence:
        found = self._found()
        if not self.right:
            return found
        return Sentence("{wrong}; expected {right}", wrong=found, right=self.right)

    def _found(self) -> Sentence:
        place = f"{self.file}:{self.line}" if self.line else self.file
        if self.key:
            return Sentence("{place}: {key}: {wrong}", place=place, key=self.key, wrong=self.wrong)
        return Sentence("{place}: {wrong}", place=place, wrong=self.wrong)


class FileProblems(TapisError, ValueError):
    """An unusable file; `problems` lists every reason, sorted by file and line."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        """Store the problems sorted by file and line; the text has one problem per line."""
        self.problems = tuple(sorted(problems, key=lambda problem: (problem.file, problem.line)))
        super().__init__("\n".join(str(problem) for problem in self.problems))

    def said(self, say: Say) -> str:
        """Return all problems, one per line, translated by `say`."""
        return "\n".join(problem.said(say) for problem in self.problems)


def about_file(file: object, wrong: str, right: str = "") -> FileProblems:
    """Return the error for a file with a single problem, which concerns the whole file."""
    return FileProblems([Problem(str(file), 0, "", wrong, right)])


class Document(msgspec.Struct, frozen=True):
    """A TOML file as read: its values, and the location of each key and list element."""

    name: str
    values: dict[str, Any]
    places: Mapping[KeyPath, KeyPosition]

    def place(self, path: KeyPath) -> KeyPosition:
        """Return the location of a path, or of its nearest parent that has one."""
        for length in range(len(path), 0, -1):
            if path[:length] in self.places:
                return self.places[path[:length]]
        return KeyPosition(self.name, 0)

    def problem(self, mistake: Mistake) -> Problem:
        """Convert a `Mistake` in this document to a `Problem` by adding the file and line."""
        place = self.place(mistake.path)
        key = spell(mistake.path, self.values)
        return Problem(place.file, place.line, key, mistake.wrong, mistake.right)


def read(
    source: Path | str,
    kind: type[T],
    check: Callable[[T], Iterable[Mistake]] | None = None,
) -> T:
    """Return the contents of a TOML file as a struct of type `kind`.

    `source` is as in `load`, and `check` as in `shape`. Raises a `FileProblems` that lists every
    error found.
    """
    return shape(load(source), kind, check)


def load(source: Path | str, name: str | None = None) -> Document:
    """Read a file, or TOML text if `source` is a str; `name` is its name in messages.

    A file's default name is its path as given. Raises FileProblems if it does not exist, can't be
    opened, or is not TOML.
    """
    if isinstance(source, str):
        return _parse(source, name or "text")
    name = name or str(source)
    try:
        return _parse(source.read_text(encoding="utf-8-sig"), name)
    except FileNotFoundError:
        raise about_file(name, Sentence("there is no such file")) from None
    except UnicodeDecodeError:
        raise about_file(name, Sentence("is not text"), Sentence("a TOML file in UTF-8")) from None
    except OSError as error:
        wrong = Sentence("can't be read: {strerror}", strerror=error.strerror)
        raise about_file(name, wrong) from None


def shape(
    document: Document,
    kind: type[T],
    check: Callable[[T], Iterable[Mistake]] | None = None,
) -> T:
    """Turn a document into a struct.

    `check` tests the whole struct for rules beyond types; it runs once the types are correct.
    Raises a FileProblems that lists every error found.
    """
    mistakes = list(misfits(document.values, _type_info(kind)))
    if mistakes:
        raise FileProblems(map(document.problem, mistakes))
    try:
        result = msgspec.convert(document.values, kind)
    except msgspec.ValidationError as error:
        raise FileProblems([document.problem(Mistake((), plain(error)))]) from None
    mistakes = list(check(result)) if check else []
    if mistakes:
        raise FileProblems(map(document.problem, mistakes))
    return result


def spell(path: KeyPath, values: object = None) -> str:
    """Format a key path for people: `antennas[seat-3].zone`, or `[#3]` for an unnamed element.

    The names of list elements are looked up in `values`, the values of the document.
    """
    words = ""
    for step in path:
        values = _step(values, step)
        if isinstance(step, int):
            name = values.get("name") if isinstance(values, dict) else None
            words += f"[{name}]" if isinstance(name, str) and name else f"[#{step + 1}]"
        else:
            words += f".{step}" if words else step
    return words


def _parse(text: str, name: str) -> Document:
    try:
        values = parse(text)
    except NotToml as no:
        raise FileProblems([Problem(name, no.line, "", no.wrong, no.right)]) from None
    places = {path: KeyPosition(name, line) for path, line in lines_of(text).items()}
    return Document(name, values, places)


def _step(values: object, step: str | int) -> object:
    if isinstance(values, dict):
        return values.get(step)
    if isinstance(values, list) and isinstance(step, int) and step < len(values):
        return values[step]
    return None
