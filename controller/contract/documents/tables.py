"""The contract as tables that list every event, command and observation with its fields."""

import inspect
from collections.abc import Mapping
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin

import msgspec

from controller.contract.commands import Reply, Request
from controller.contract.public import Envelope, Health, PublicState, Status, TableCard, Topics


class Entry(msgspec.Struct, frozen=True):
    """A row of a table: the name in messages, the fields with their types, and the meaning."""

    name: str
    fields: tuple[tuple[str, str], ...]
    meaning: str


def fields_of(struct: type[msgspec.Struct]) -> tuple[tuple[str, str], ...]:
    """Return (name, type in words) for every field; a default follows the type."""
    described = []
    for field in msgspec.structs.fields(struct):
        words = type_words(field.type)
        if not field.required:
            made = field.default is msgspec.NODEFAULT
            default = field.default_factory() if made else field.default
            shown = {} if isinstance(default, msgspec.Struct) else default
            words += f" = {msgspec.json.encode(shown).decode()}"
        described.append((field.encode_name, words))
    return tuple(described)


def type_words(kind: Any) -> str:
    """Return a type in JSON terms, such as `int`, `string`, `int[]` or `"a"|"b"`."""
    origin, inner = get_origin(kind), get_args(kind)
    if origin is Literal:
        return "|".join(f'"{value}"' for value in inner)
    if origin in {Union, UnionType}:
        return "|".join(type_words(part) for part in inner)
    if origin in {tuple, list}:
        if len(inner) == 2 and inner[1] is Ellipsis:
            return f"{type_words(inner[0])}[]"
        return f"[{', '.join(type_words(part) for part in inner)}]"
    if origin is dict:
        return "object"
    names: dict[Any, str] = {int: "int", str: "string", bool: "bool", float: "number"}
    return names.get(kind, "null" if kind is NoneType else getattr(kind, "__name__", "any"))


def entries(structs: Mapping[str, type[msgspec.Struct]]) -> tuple[Entry, ...]:
    """Return the rows for these structs, which are given by their name in messages."""
    return tuple(
        Entry(name, fields_of(struct), inspect.getdoc(struct) or "")
        for name, struct in structs.items()
    )


def tagged(union: Any) -> dict[str, type[msgspec.Struct]]:
    """Return the structs of a union, each keyed by its msgspec tag (such as an event's type)."""
    return {str(struct.__struct_config__.tag): struct for struct in get_args(union)}


MESSAGES: dict[str, type[msgspec.Struct]] = {
    "event/<type>": Envelope,
    "status": Status,
    "state": PublicState,
    "health": Health,
    "card": TableCard,
    "command/<name>": Request,
    "reply/<name>": Reply,
}
"""The messages other than events: envelopes, requests, replies and retained messages."""


def views() -> dict[str, type[msgspec.Struct]]:
    """Return the structs nested in the state and in the health message, by name."""
    fields = (field for struct in (PublicState, Health) for field in msgspec.structs.fields(struct))
    return {part.__name__: part for field in fields for part in _parts(field.type)}


def _parts(kind: Any) -> list[type[msgspec.Struct]]:
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        deeper = [part for field in msgspec.structs.fields(kind) for part in _parts(field.type)]
        return [kind, *deeper]
    return [part for inner in get_args(kind) for part in _parts(inner)]


def topic_rows() -> tuple[tuple[str, str, str], ...]:
    """Return (topic, delivery, content) for every topic."""
    topics = Topics("tapis/<venue>/<table>")
    return (
        (topics.status, "retained, QoS 1", "birth and last will: `online`, `offline`"),
        (
            topics.state,
            "retained, QoS 1",
            "the complete public view, published after the events up to its `seq`",
        ),
        (topics.event("<type>"), "QoS 1", "every public event, in order"),
        (
            topics.health,
            "retained, QoS 1",
            "the journal, the backlog, the devices, and the read rate of each zone",
        ),
        (
            topics.card,
            "retained, QoS 1",
            "the table's description: seats, chips, decks, earpieces, house",
        ),
        (topics.command("<name>"), "QoS 1, from you", "a request"),
        (
            topics.command("<name>", "<user>"),
            "QoS 1, from you",
            "a request, with the name of your user on the broker",
        ),
        (
            topics.everybody("<name>"),
            "QoS 1, from you",
            "a request to all tables in the venue at once; each table replies separately",
        ),
        (topics.reply("<name>"), "QoS 1", "the reply: done, or the reason for a refusal"),
        (topics.replay("<id>"), "QoS 1", "the events requested with `command/replay`"),
        (
            topics.floor_event("<type>"),
            "QoS 1, for the floor",
            "where the house hides stacks: the complete events, stacks included",
        ),
        (topics.floor_replay("<id>"), "QoS 1, for the floor", "the same events, replayed"),
    )
