"""The line numbers of keys in TOML text, which the standard parser does not report."""

import re
import tomllib
from bisect import bisect_left
from collections.abc import Iterator

KeyPath = tuple[str | int, ...]
"""The path to a value: keys of tables, and positions in lists (from 0)."""

_BLANK = re.compile(r"(?:[ \t\r\n]|#[^\n]*)*")
_BETWEEN = re.compile(r"(?:[ \t\r\n,]|#[^\n]*)*")
_SPACE = re.compile(r"[ \t]*")
_DOT = re.compile(r"[ \t]*\.[ \t]*")
_KEY = re.compile(r"""[A-Za-z0-9_-]+|"(?:\\.|[^"\\\n])*"|'[^'\n]*'""")
_STRING = re.compile(
    r'"""(?:\\[\s\S]|(?!""")[^\\])*"{3,5}'
    r"|'''(?:(?!''')[\s\S])*'{3,5}"
    r'|"(?:\\.|[^"\\\n])*"'
    r"|'[^'\n]*'"
)
_SCALAR = re.compile(r"[^\n,\]}#]+")


def lines_of(text: str) -> dict[KeyPath, int]:
    """Return the line number, from 1, of every table, key and list element in TOML text.

    If a table is created implicitly before its own header (`[a.b]` before `[a]`), the header's line
    is returned. The text must be valid for `tomllib`; otherwise the result is meaningless.
    """
    return _TextWalk(text.replace("\r\n", "\n")).lines


class _TextWalk:
    """One pass over text that is known to be valid TOML; `at` is the current position."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.lines: dict[KeyPath, int] = {}
        self._counts: dict[KeyPath, int] = {}
        self._breaks = [i for i, letter in enumerate(text) if letter == "\n"]
        self._document()

    def _document(self) -> None:
        table: KeyPath = ()
        self._skip(_BLANK)
        while self.at < len(self.text):
            if self.text.startswith("[[", self.at):
                table = self._header(2)
            elif self.text.startswith("[", self.at):
                table = self._header(1)
            else:
                self._pair(table)
            self._skip(_BLANK)

    def _header(self, brackets: int) -> KeyPath:
        line = self._line()
        self.at += brackets
        keys = list(self._keys())
        self.at += brackets
        path: KeyPath = ()
        for key in keys[:-1]:
            path = self._inside((*path, key))
            self.lines.setdefault(path, line)
        path = (*path, keys[-1])
        if brackets == 2:
            self.lines.setdefault(path, line)
            self._counts[path] = self._counts.get(path, -1) + 1
            path = self._inside(path)
        self.lines[path] = line
        return path

    def _inside(self, path: KeyPath) -> KeyPath:
        """Return the path of the last element if `path` is a list of tables, or else `path`."""
        return (*path, self._counts[path]) if path in self._counts else path

    def _pair(self, table: KeyPath) -> None:
        line = self._line()
        path = table
        for key in self._keys():
            path = (*path, key)
            self.lines.setdefault(path, line)
        self.at += 1  # the equals sign
        self._skip(_SPACE)
        self._value(path)

    def _keys(self) -> Iterator[str]:
        """Yield the parts of the dotted key at the current position, and skip blanks around it."""
        self._skip(_SPACE)
        while True:
            key = self._skip(_KEY)
            yield next(iter(tomllib.loads(f"{key}=0"))) if key[0] in "\"'" else key
            if not self._skip(_DOT):
                self._skip(_SPACE)
                return

    def _value(self, path: KeyPath) -> None:
        opening = self.text[self.at]
        if opening == "[":
            for place, _ in enumerate(self._items("]")):
                self.lines[(*path, place)] = self._line()
                self._value((*path, place))
        elif opening == "{":
            for _ in self._items("}"):
                self._pair(path)
        elif opening in "\"'":
            self._skip(_STRING)
        else:
            self._skip(_SCALAR)

    def _items(self, closing: str) -> Iterator[None]:
        """Yield at the start of each item of a list or an inline table, and skip its brackets."""
        self.at += 1
        self._skip(_BETWEEN)
        while self.text[self.at] != closing:
            yield
            self._skip(_BETWEEN)
        self.at += 1

    def _skip(self, pattern: re.Pattern[str]) -> str:
        """Advance past a match of the pattern at the current position; return the match, or ""."""
        found = pattern.match(self.text, self.at)
        if found is None:
            return ""
        self.at = found.end()
        return found.group()

    def _line(self) -> int:
        return bisect_left(self._breaks, self.at) + 1
