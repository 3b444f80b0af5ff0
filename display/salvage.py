"""What can be understood of a state that a newer controller has written."""

import types
import typing
from enum import StrEnum
from typing import Any

import msgspec
from msgspec.structs import FieldInfo, fields

from controller.contract.public import PublicState

_NOTHING = object()


def state_understood(payload: bytes) -> PublicState | None:
    """Return the state with what is understood of it, the rest as if it had not been said.

    None when it is no state: no JSON object, or without its number.
    """
    try:
        raw = msgspec.json.decode(payload)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None
    found = _understood(raw, PublicState)
    return found if isinstance(found, PublicState) else None


def _understood(raw: Any, kind: Any) -> Any:
    """Return a value of a kind, or `_NOTHING` when there is no way to understand it as one."""
    try:
        return msgspec.convert(raw, kind)
    except msgspec.ValidationError:
        pass
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        return _struct(raw, kind)
    origin, arguments = typing.get_origin(kind), typing.get_args(kind)
    if origin is tuple and len(arguments) == 2 and arguments[1] is Ellipsis:
        if not isinstance(raw, list):
            return _NOTHING
        items = [_understood(one, arguments[0]) for one in raw]
        return tuple(one for one in items if one is not _NOTHING)
    if origin in (types.UnionType, typing.Union):
        for one in arguments:
            if one is not type(None):
                found = _understood(raw, one)
                if found is not _NOTHING:
                    return found
    return _NOTHING


def _struct(raw: Any, kind: type[msgspec.Struct]) -> Any:
    if not isinstance(raw, dict):
        return _NOTHING
    known: dict[str, Any] = {}
    for field in fields(kind):
        if field.encode_name not in raw:
            continue
        found = _understood(raw[field.encode_name], field.type)
        if found is _NOTHING and field.required:
            found = _new_id(raw[field.encode_name], field.type)
        if found is not _NOTHING:
            known[field.name] = found
    if any(_needed(field) and field.name not in known for field in fields(kind)):
        return _NOTHING
    return kind(**known)


def _new_id(raw: Any, kind: Any) -> Any:
    """Return an id of a closed set that has grown, where nothing can be said without it.

    It is shown as it is, whatever it means.
    """
    if not (isinstance(raw, str) and isinstance(kind, type) and issubclass(kind, StrEnum)):
        return _NOTHING
    member = str.__new__(kind, raw)
    member._name_, member._value_ = raw, raw
    return member


def _needed(field: FieldInfo) -> bool:
    return field.required
