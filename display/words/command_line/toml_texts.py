"""Extracts the texts in house and tournament files for translation (`make texts`).

Babel calls `extract` for each file that ships with the project. The texts in a club's own files are
in no catalogue, so they are shown as written.
"""

import tomllib
from collections.abc import Iterator
from typing import Any, BinaryIO, Final

SAID: Final = frozenset({"title", "source", "reading"})
"""The keys whose values are texts for people to read."""


def extract(
    file: BinaryIO, *_asked: object, **_options: object
) -> Iterator[tuple[int, None, str, list[str]]]:
    """Yield each text in a TOML file, in the form that Babel expects.

    Each tuple is (0, None, text, []), because there are no line numbers, functions or comments.
    Raises `tomllib.TOMLDecodeError`.
    """
    for text in _texts(tomllib.load(file)):
        yield 0, None, text, []


def _texts(value: Any, key: str = "") -> Iterator[str]:
    if isinstance(value, dict):
        for name, inner in value.items():
            yield from _texts(inner, name)
    elif isinstance(value, list):
        for inner in value:
            yield from _texts(inner, key)
    elif key in SAID and isinstance(value, str) and value:
        yield value
