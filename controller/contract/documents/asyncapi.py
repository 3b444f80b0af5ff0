"""The contract as an AsyncAPI 3 document, generated from the structs; `asyncapi.yaml` is a copy."""

import inspect
from typing import Any, Final

import msgspec

from controller.contract.commands import ASKED, COMMANDS, Reply, Request
from controller.contract.public import (
    EVENTS,
    Envelope,
    Health,
    PublicState,
    Status,
    TableCard,
    Topics,
)

VERSION: Final = "1"

_SCHEMAS: Final = "#/components/schemas/"
_MESSAGES: Final = "#/components/messages/"
_ROOT: Final = "tapis/{venue}/{table}"

_ASKED_WITH: Final = {
    "mqtt": {
        "correlationData": {"type": "string", "description": "Returned with the reply."},
        "responseTopic": {
            "type": "string",
            "description": "Topic for the reply, under `reply/`; by default the command's own.",
        },
        "bindingVersion": "0.2.0",
    }
}
"""The optional MQTT 5 properties of a request."""


def asyncapi() -> dict[str, Any]:
    """Return the AsyncAPI document as dicts, lists and plain values, in output order."""
    structs = [
        Envelope, Status, PublicState, Health, TableCard, Request, Reply, *ASKED.values(),
        *EVENTS.values(), *COMMANDS.values(),
    ]  # fmt: skip
    _, schemas = msgspec.json.schema_components(structs, ref_template=_SCHEMAS + "{name}")
    for schema in schemas.values():
        # Python 3.13 removes the indentation of a docstring; earlier versions keep it.
        if "description" in schema:
            schema["description"] = inspect.cleandoc(schema["description"])
    for command in COMMANDS.values():
        _untag(schemas[command.__name__])
    messages = _messages(schemas)
    _name_sets(schemas)
    return {
        "asyncapi": "3.0.0",
        "info": {
            "title": "Tapis",
            "version": VERSION,
            "description": (
                "What a Tapis table publishes over MQTT, and which commands it takes. `seq` has no "
                "gaps over the whole life of a table. The retained state contains the `seq` of the "
                "last event that it includes. A subscriber that sees a gap requests the missing "
                "events on `command/replay`. Events may be sent twice: ignore a `seq` that you "
                "already have."
            ),
            "license": {"name": "Apache-2.0"},
        },
        "defaultContentType": "application/json",
        "servers": {
            "broker": {
                "host": "localhost:1883",
                "protocol": "mqtt",
                "protocolVersion": "5.0",
                "description": "The broker set in the table's config (MQTT 5 or 3.1.1).",
                "bindings": {
                    "mqtt": {
                        "lastWill": {
                            "topic": f"{_ROOT}/status",
                            "qos": 1,
                            "message": '{"status": "offline", ...}',
                            "retain": True,
                        },
                        "bindingVersion": "0.2.0",
                    }
                },
            }
        },
        "channels": _channels(),
        "operations": _operations(),
        "components": {"messages": messages, "schemas": dict(sorted(schemas.items()))},
    }


def as_yaml() -> str:
    """Return the document as YAML, as stored in `asyncapi.yaml`."""
    head = "# Made from the structs by `tapis events --asyncapi`: change those, not this.\n"
    return head + "\n".join(_yaml(asyncapi(), 0)) + "\n"


def _untag(schema: dict[str, Any]) -> None:
    """Remove the `type` field from the schema of a command, because the topic already names it."""
    schema.get("properties", {}).pop("type", None)
    schema["required"] = [name for name in schema.get("required", ()) if name != "type"]


def _name_sets(schemas: dict[str, Any]) -> None:
    """Name each closed set that is defined inline, after its struct and its field.

    Otherwise code generators would have to invent names for these sets.
    """
    for owner, schema in list(schemas.items()):
        for field, inner in schema.get("properties", {}).items():
            name = owner + "".join(word.capitalize() for word in field.split("_"))
            schema["properties"][field] = _named_set(name, inner, schemas)


def _named_set(name: str, schema: dict[str, Any], schemas: dict[str, Any]) -> dict[str, Any]:
    if "enum" in schema:
        text = all(isinstance(value, str) for value in schema["enum"])
        schemas[name] = {"title": name, **schema} | ({"type": "string"} if text else {})
        return {"$ref": _SCHEMAS + name}
    for key in ("items", "additionalProperties"):
        if isinstance(schema.get(key), dict):
            schema[key] = _named_set(name, schema[key], schemas)
    for key in ("anyOf", "prefixItems"):
        if key in schema:
            schema[key] = [_named_set(name, one, schemas) for one in schema[key]]
    return schema


def _channels() -> dict[str, Any]:
    topics = Topics(_ROOT)
    places = {
        "venue": {"description": "The venue, from the table's config."},
        "table": {"description": "The table's name, from its config."},
    }
    request = {"description": "The id of the request."}
    user = {"description": "Your user on the broker, which lets nobody else write to this topic."}
    kind = {"description": "The type of the event.", "enum": sorted(EVENTS)}

    def channel(address: str, messages: list[str], **more: dict[str, Any]) -> dict[str, Any]:
        return {
            "address": address,
            "parameters": {**places, **more},
            "messages": {name: {"$ref": _MESSAGES + name} for name in messages},
        }

    found = {
        "status": channel(topics.status, ["status"]),
        "state": channel(topics.state, ["state"]),
        "health": channel(topics.health, ["health"]),
        "event": channel(topics.event("{type}"), [*EVENTS], type=kind),
        "replay": channel(topics.replay("{id}"), [*EVENTS], id=request),
        "card": channel(topics.card, ["card"]),
        "floor.event": channel(topics.floor_event("{type}"), [*EVENTS], type=kind),
        "floor.replay": channel(topics.floor_replay("{id}"), [*EVENTS], id=request),
    }
    for name in (*COMMANDS, *ASKED):
        asked = [f"ask.{name}"]
        found[f"command.{name}"] = channel(topics.command(name), asked)
        found[f"command.{name}.user"] = channel(topics.command(name, "{user}"), asked, user=user)
        found[f"reply.{name}"] = channel(topics.reply(name), ["reply"])
    for name in COMMANDS:
        everybody = channel(topics.everybody(name), [f"ask.{name}"])
        found[f"everybody.{name}"] = everybody | {"parameters": {"venue": places["venue"]}}
    return found


def _operations() -> dict[str, Any]:
    def operation(action: str, channel: str, *, retain: bool = False) -> dict[str, Any]:
        return {
            "action": action,
            "channel": {"$ref": f"#/channels/{channel}"},
            "bindings": {"mqtt": {"qos": 1, "retain": retain, "bindingVersion": "0.2.0"}},
        }

    def hears(channel: str, name: str) -> dict[str, Any]:
        reply = {"reply": {"channel": {"$ref": f"#/channels/reply.{name}"}}}
        return operation("receive", channel) | reply

    retained = ("status", "state", "health", "card")
    unretained = ("event", "replay", "floor.event", "floor.replay")
    return {
        **{name: operation("send", name, retain=True) for name in retained},
        **{name: operation("send", name) for name in unretained},
        **{f"ask.{name}": hears(f"command.{name}", name) for name in (*COMMANDS, *ASKED)},
        **{f"ask-all.{name}": hears(f"everybody.{name}", name) for name in COMMANDS},
    }


def _messages(schemas: dict[str, Any]) -> dict[str, Any]:
    """Return every message by its name, and add the schemas of events and commands to `schemas`."""

    def within(
        outer: type[msgspec.Struct], inner: type[msgspec.Struct], **const: str
    ) -> dict[str, Any]:
        properties: dict[str, Any] = {name: {"const": value} for name, value in const.items()}
        properties["data"] = {"$ref": _SCHEMAS + inner.__name__}
        name = f"{inner.__name__}{outer.__name__}"
        data = f"{name}Data"
        schemas[data] = {"title": data, "type": "object", "properties": properties}
        schemas[name] = {
            "title": name, "allOf": [{"$ref": _SCHEMAS + outer.__name__}, {"$ref": _SCHEMAS + data}]
        }  # fmt: skip
        return _message(name, inner)

    whole: dict[str, type[msgspec.Struct]] = {
        "status": Status, "state": PublicState, "health": Health, "card": TableCard,
    }  # fmt: skip
    return {
        **{name: _message(struct.__name__, struct) for name, struct in whole.items()},
        **{name: within(Envelope, struct, type=name) for name, struct in EVENTS.items()},
        **{
            f"ask.{name}": within(Request, struct) | {"bindings": _ASKED_WITH}
            for name, struct in (COMMANDS | ASKED).items()
        },
        "reply": _message("Reply", Reply),
    }


def _message(name: str, about: type[msgspec.Struct]) -> dict[str, Any]:
    return {
        "name": name, "title": _first_line(about), "summary": _first_line(about),
        "payload": {"$ref": _SCHEMAS + name},
    }  # fmt: skip


def _first_line(struct: type[msgspec.Struct]) -> str:
    return (inspect.getdoc(struct) or "").partition("\n")[0]


def _yaml(value: Any, depth: int) -> list[str]:
    """Return plain values as lines of YAML.

    Every string is quoted as in JSON, so that YAML can't take it for another type.
    """
    margin = "  " * depth
    lines: list[str] = []
    if isinstance(value, dict):
        pairs = [(f"{margin}{_key(key)}:", inner) for key, inner in value.items()]
    else:
        pairs = [(f"{margin}-", inner) for inner in value]
    for start, inner in pairs:
        if isinstance(inner, dict | list | tuple) and inner:
            lines += [start, *_yaml(inner, depth + 1)]
        else:
            lines.append(f"{start} {msgspec.json.encode(inner).decode()}")
    return lines


def _key(key: str) -> str:
    return key if key.replace("_", "").isalnum() else msgspec.json.encode(key).decode()
