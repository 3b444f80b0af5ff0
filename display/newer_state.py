"""Recovers the readable parts of a state written by a newer controller."""

import types
import typing
from enum import StrEnum
from typing import Any, Final

import msgspec
from msgspec.structs import fields

from controller.contract.public import PublicState

UNREADABLE: Final = (msgspec.MsgspecError, UnicodeDecodeError, RecursionError)
"""The errors raised when a malformed message is decoded: bad JSON or UTF-8, or deep nesting."""

_NOTHING = object()


def state_understood(payload: bytes) -> PublicState | None:
    """Return the readable parts of a state; the others are treated as absent.

    Return None for a payload that is not a state: one that is not a JSON object, or lacks a
    required part such as the number of the last event.
    """
    try:
        raw = msgspec.json.decode(payload)
    except UNREADABLE:
        return None
    found = _understood(raw, PublicState)
    return found if isinstance(found, PublicState) else None


def _understood(raw: Any, kind: Any) -> Any:
    """Return a raw value converted to the type `kind`, or `_NOTHING` if that is impossible."""
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
    if any(field.required and field.name not in known for field in fields(kind)):
        return _NOTHING
    return kind(**known)


def _new_id(raw: Any, kind: Any) -> Any:
    """Return an id that only a newer controller knows, as a member of the enumeration `kind`.

    The id is kept unchanged, so that it can be shown. Return `_NOTHING` if `raw` is not text or
    `kind` is not an enumeration of texts.
    """
    if not (isinstance(raw, str) and isinstance(kind, type) and issubclass(kind, StrEnum)):
        return _NOTHING
    member = str.__new__(kind, raw)
    member._name_, member._value_ = raw, raw
    return member
