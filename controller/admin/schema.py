"""`tapis schema`: prints JSON Schemas for hand-written files, for editors and other programs."""

import json
from collections.abc import Iterator
from enum import StrEnum
from typing import Annotated, Any, Final

import msgspec
import typer

from controller.config.model import TableConfig
from controller.houses.model import House
from controller.venue.rules.tournament import Tournament

DIALECT: Final = "http://json-schema.org/draft-07/schema#"
"""The JSON Schema version that TOML editors understand."""


class WrittenFile(StrEnum):
    """The kinds of hand-written file that have a JSON Schema."""

    TABLE = "table"
    HOUSE = "house"
    TOURNAMENT = "tournament"


KINDS: Final[dict[WrittenFile, tuple[type[msgspec.Struct], str]]] = {
    WrittenFile.TABLE: (TableConfig, "A table config, table.toml"),
    WrittenFile.HOUSE: (House, "A house file: the rules of a house"),
    WrittenFile.TOURNAMENT: (Tournament, "A tournament"),
}


def schema_of(kind: WrittenFile) -> dict[str, Any]:
    """Return the JSON Schema for a kind of hand-written file.

    The schema forbids unknown keys. If files of this kind may inherit from another (`inherits`), no
    key of their TOML tables is required, and top-level keys are required only in a file that does
    not inherit.
    """
    struct, title = KINDS[kind]
    _, parts = msgspec.json.schema_components([struct], ref_template="#/definitions/{name}")
    parts = {name: _in_dialect(part) for name, part in parts.items()}
    for part in parts.values():
        if part.get("type") == "object" and "properties" in part:
            part["additionalProperties"] = False
    top = parts.pop(struct.__name__)
    if "inherits" in top["properties"]:
        needed = top.pop("required", [])
        top["anyOf"] = [{"required": ["inherits"]}, {"required": needed}]
        for name in _tables(top):
            parts[name].pop("required", None)
    return {"$schema": DIALECT, **top, "title": title, "definitions": parts}


def schema_text(kind: WrittenFile) -> str:
    """Return the JSON Schema for a kind of hand-written file as text."""
    return json.dumps(schema_of(kind), indent=2, ensure_ascii=False) + "\n"


def _in_dialect(value: Any) -> Any:
    """Return a part of a schema, converted to draft 7 with ECMA regular expressions."""
    if isinstance(value, list):
        return [_in_dialect(one) for one in value]
    if not isinstance(value, dict):
        return value
    made = {key: _in_dialect(inner) for key, inner in value.items()}
    if "prefixItems" in made:
        made |= {"items": made.pop("prefixItems"), "additionalItems": False}
    if isinstance(made.get("pattern"), str):
        made["pattern"] = made["pattern"].replace(r"\Z", "$")
    return made


def _tables(top: dict[str, Any]) -> Iterator[str]:
    """Yield the names of the structs whose TOML tables appear at the top level of a file.

    `top` is the schema of that top level.
    """
    for field in top["properties"].values():
        for one in field.get("anyOf", [field]):
            if "$ref" in one:
                yield one["$ref"].rpartition("/")[2]


def schema(
    kind: Annotated[
        WrittenFile, typer.Argument(help="The kind of file: table, house or tournament.")
    ],
) -> None:
    """Print the JSON Schema for a table.toml, a house file or a tournament file."""
    typer.echo(schema_text(kind), nl=False)
