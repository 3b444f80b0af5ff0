"""Edits TOML files that people have written, preserving comments and the order of keys."""

from collections.abc import Mapping
from typing import Any

import tomlkit
from tomlkit import TOMLDocument
from tomlkit.items import Table

from controller.toml.line_numbers import KeyPath


def add_keys(document: TOMLDocument, name: str, values: Mapping[str, Any]) -> None:
    """Add the keys in `values` to the table `name`, creating the table if it does not exist.

    The keys are added after the table's last key, because comments between that key and the next
    table belong to the next table.
    """
    table = document.setdefault(name, tomlkit.table())
    body = table.value.body if isinstance(table, Table) else []
    tail = []
    while body and body[-1][0] is None:
        tail.append(body.pop())
    if body and body[-1][1].trivia.trail == "":  # a file without a final newline
        body[-1][1].trivia.trail = "\n"
    for key, value in values.items():
        table[key] = value
    body.extend(reversed(tail))


def replace_value(document: TOMLDocument, path: KeyPath, value: Any) -> None:
    """Replace the value at a path and keep the comment after it."""
    table: Any = document
    for step in path[:-1]:
        table = table[step]
    table[path[-1]] = value
