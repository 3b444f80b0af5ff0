"""Changes to a TOML text that somebody else wrote: its comments and its order stay."""

from collections.abc import Mapping
from typing import Any

import tomlkit
from tomlkit import TOMLDocument
from tomlkit.items import Table

from controller.toml.places import KeyPath


def add_keys(document: TOMLDocument, name: str, values: Mapping[str, Any]) -> None:
    """Add keys to a table of a document, which gets the table if it has none.

    They come behind the last key: what stands between that and the next table belongs to the
    next one.
    """
    table = document.setdefault(name, tomlkit.table())
    body = table.value.body if isinstance(table, Table) else []
    tail = []
    while body and body[-1][0] is None:
        tail.append(body.pop())
    if body and body[-1][1].trivia.trail == "":  # the last line of a file without an end
        body[-1][1].trivia.trail = "\n"
    for key, value in values.items():
        table[key] = value
    body.extend(reversed(tail))


def replace_value(document: TOMLDocument, path: KeyPath, value: Any) -> None:
    """Put another value in the place of the one at a path; the comment behind it stays."""
    table: Any = document
    for step in path[:-1]:
        table = table[step]
    table[path[-1]] = value
