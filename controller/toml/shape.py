"""Checks a value against a msgspec type, and describes every error in plain words."""

import datetime
import difflib
import re
from collections.abc import Iterable, Iterator
from functools import reduce
from itertools import repeat
from typing import Any, Final, NamedTuple, TypeGuard

import msgspec
from msgspec import inspect as shapes

from controller.contract.errors import Sentence
from controller.toml.line_numbers import KeyPath

LISTS = (shapes.ListType, shapes.VarTupleType, shapes.SetType, shapes.FrozenSetType)

PLAIN: dict[type[shapes.Type], type] = {
    shapes.BoolType: bool,
    shapes.DateTimeType: datetime.datetime,
    shapes.DateType: datetime.date,
    shapes.TimeType: datetime.time,
}
"""The msgspec types for which only the Python type of a value is checked."""

TEXT: Final = Sentence("text in quotes")

NOUNS: dict[type[shapes.Type], str] = {
    shapes.BoolType: Sentence("true or false"),
    shapes.IntType: Sentence("a whole number"),
    shapes.FloatType: Sentence("a number"),
    shapes.DictType: Sentence("a table of keys and values"),
    shapes.StructType: Sentence("a table of keys and values"),
    shapes.DateTimeType: Sentence("a date or time"),
    shapes.DateType: Sentence("a date or time"),
    shapes.TimeType: Sentence("a date or time"),
}


class Mistake(NamedTuple):
    """An error found by a check: where it is, what is wrong, and the correction (a noun phrase)."""

    path: KeyPath
    wrong: str
    right: str = ""


def misfits(value: object, kind: shapes.Type, path: KeyPath = ()) -> Iterator[Mistake]:
    """Yield every error in a value from `tomllib` or `json`, checked against a type."""
    match kind:
        case shapes.Metadata():
            for found in misfits(value, kind.type, path):
                yield found._replace(right=describe(kind)) if found.path == path else found
        case shapes.UnionType():
            yield from _union_misfits(value, kind, path)
        case shapes.StructType() if isinstance(value, dict):
            yield from _struct_misfits(value, kind, path)
        case shapes.DictType() if isinstance(value, dict):
            yield from _dict_misfits(value, kind, path)
        case _ if isinstance(value, list) and (items := _item_types(value, kind)) is not None:
            for index, (item, item_type) in enumerate(zip(value, items, strict=False)):
                yield from misfits(item, item_type, (*path, index))
        case _ if not _fits(value, kind):
            right = _meant(value, kind) or describe(kind)
            yield Mistake(path, Sentence("{value} is not allowed here", value=_show(value)), right)


def _meant(value: object, kind: shapes.Type) -> str:
    """Return the member of the closed set `kind` that is closest to `value`, or "" if none is."""
    if not isinstance(kind, shapes.EnumType) or not isinstance(value, str):
        return ""
    right = nearest(value, [str(one.value) for one in kind.cls])
    return right if right.startswith('"') else ""


def _item_types(value: list[Any], kind: shapes.Type) -> Iterable[shapes.Type] | None:
    """Return the type of each element of a list; None if no list of this length is allowed."""
    if isinstance(kind, shapes.TupleType):
        return kind.item_types if len(value) == len(kind.item_types) else None
    if isinstance(kind, LISTS) and _length_fits(value, kind):
        return repeat(kind.item_type)
    return None


def _dict_misfits(value: dict[Any, Any], kind: shapes.DictType, path: KeyPath) -> Iterator[Mistake]:
    for key, item in value.items():
        if not _fits(key, kind.key_type):
            right = describe(kind.key_type)
            yield Mistake((*path, key), Sentence("is not a valid key"), right)
        yield from misfits(item, kind.value_type, (*path, key))


def _struct_misfits(
    value: dict[str, Any], kind: shapes.StructType, path: KeyPath
) -> Iterator[Mistake]:
    fields = {field.encode_name: field for field in kind.fields}
    known = {*fields, kind.tag_field} if kind.tag_field else set(fields)
    mistakes = [
        Mistake((*path, key), Sentence("is not a known key"), nearest(key, known))
        for key in value.keys() - known
    ]
    for name, field in fields.items():
        if name in value:
            mistakes.extend(misfits(value[name], field.type, (*path, name)))
        elif field.required:
            mistakes.append(Mistake((*path, name), Sentence("is missing"), describe(field.type)))
    if kind.tag_field and value.get(kind.tag_field, kind.tag) != kind.tag:
        right = _show(kind.tag)
        mistakes.append(Mistake((*path, kind.tag_field), Sentence("is the wrong kind"), right))
    if not mistakes and hasattr(kind.cls, "__post_init__"):
        try:
            msgspec.convert(value, kind.cls)
        except msgspec.ValidationError as error:
            mistakes.append(Mistake(path, plain(error)))
    yield from mistakes


def _union_misfits(value: object, kind: shapes.UnionType, path: KeyPath) -> Iterator[Mistake]:
    """Yield the errors in a value, checked against the member of a union that it best matches."""
    tables = [one for one in kind.types if isinstance(one, shapes.StructType)]
    tagged = [one for one in tables if one.tag_field]
    if isinstance(value, dict) and tagged:
        field = tagged[0].tag_field or ""
        tags = {one.tag: one for one in tagged}
        tag = value.get(field)
        if isinstance(tag, str | int) and tag in tags:
            yield from _struct_misfits(value, tags[tag], path)
        elif field not in value:
            right = _choice(tags)
            yield Mistake((*path, field), Sentence("is missing"), right)
        else:
            right = nearest(str(tag), map(str, tags))
            yield Mistake(
                (*path, field), Sentence("{value} is not a known kind", value=_show(tag)), right
            )
        return
    if isinstance(value, dict) and tables:
        yield from _struct_misfits(value, tables[0], path)
        return
    trials = [list(misfits(value, one, path)) for one in kind.types]
    if all(trials):
        inner = (trial for trial in trials if all(len(found.path) > len(path) for found in trial))
        wrong = Sentence("{value} is not allowed here", value=_show(value))
        yield from next(inner, [Mistake(path, wrong, describe(kind))])


def _fits(value: object, kind: shapes.Type) -> bool:
    """Return whether a scalar value has the given type and is within its range."""
    match kind:
        case shapes.IntType() | shapes.FloatType():
            return _is_number(value, kind) and _in(value, kind)
        case shapes.StrType():
            if not isinstance(value, str) or not _length_fits(value, kind):
                return False
            return kind.pattern is None or re.search(kind.pattern, value) is not None
        case shapes.LiteralType():
            return any(type(one) is type(value) and one == value for one in kind.values)
        case shapes.EnumType():
            return any(one.value == value for one in kind.cls)
        case shapes.Metadata():
            return _fits(value, kind.type)
        case shapes.AnyType() | shapes.CustomType() | shapes.RawType():
            return True
    plain_type = PLAIN.get(type(kind))
    return plain_type is not None and isinstance(value, plain_type)


def _is_number(value: object, kind: shapes.IntType | shapes.FloatType) -> TypeGuard[float]:
    wanted = int if isinstance(kind, shapes.IntType) else (int, float)
    return isinstance(value, wanted) and not isinstance(value, bool)


def _in(value: float, kind: shapes.IntType | shapes.FloatType) -> bool:
    return (
        (kind.ge is None or value >= kind.ge)
        and (kind.gt is None or value > kind.gt)
        and (kind.le is None or value <= kind.le)
        and (kind.lt is None or value < kind.lt)
        and (kind.multiple_of is None or value % kind.multiple_of == 0)
    )


def _length_fits(value: list[Any] | str, kind: Any) -> bool:
    return (kind.min_length is None or len(value) >= kind.min_length) and (
        kind.max_length is None or len(value) <= kind.max_length
    )


def describe(kind: shapes.Type) -> str:
    """Describe a type in words, as a noun: `a whole number from 2 to 10`."""
    match kind:
        case shapes.IntType() | shapes.FloatType():
            return _range(NOUNS[type(kind)], kind)
        case shapes.StrType():
            return _text_noun(kind)
        case shapes.LiteralType():
            return _choice(kind.values)
        case shapes.EnumType():
            return _choice([one.value for one in kind.cls])
        case shapes.UnionType():
            known = [one for one in kind.types if not isinstance(one, shapes.NoneType)]
            return reduce(
                lambda one, other: Sentence("{one}, or {other}", one=one, other=other),
                dict.fromkeys(map(describe, known)),
            )
        case shapes.Metadata():
            example = (kind.extra_json_schema or {}).get("description")
            # A type's own description is marked for translation at its definition.
            return Sentence(str(example)) if example else describe(kind.type)
        case shapes.TupleType():
            return Sentence("a list of {parts}", parts=reduce(_and, map(describe, kind.item_types)))
    if isinstance(kind, LISTS):
        each = describe(kind.item_type)
        if kind.min_length:
            least = kind.min_length
            return Sentence("a list of at least {least} items, each {each}", least=least, each=each)
        return Sentence("a list of items, each {each}", each=each)
    return NOUNS.get(type(kind), Sentence("a different value"))


def _and(one: str, other: str) -> str:
    return Sentence("{one}, {other}", one=one, other=other)


def _text_noun(kind: shapes.StrType) -> str:
    if kind.pattern is not None:
        return Sentence("text that matches /{pattern}/", pattern=kind.pattern)
    if not kind.max_length:
        return Sentence("non-empty text in quotes") if kind.min_length else TEXT
    if kind.min_length:
        return Sentence("non-empty text in quotes, at most {most} characters", most=kind.max_length)
    return Sentence("text in quotes, at most {most} characters", most=kind.max_length)


def _range(noun: str, kind: shapes.IntType | shapes.FloatType) -> str:
    low, high = kind.ge, kind.le
    if low is not None and high is not None:
        return Sentence("{noun} from {low} to {high}", noun=noun, low=low, high=high)
    if low is not None:
        return Sentence("{noun} of at least {low}", noun=noun, low=low)
    return noun if high is None else Sentence("{noun} of at most {high}", noun=noun, high=high)


def _choice(values: Iterable[object]) -> str:
    words = [_show(value) for value in values]
    return words[0] if len(words) == 1 else Sentence("one of {known}", known=", ".join(words))


def _show(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, dict):
        return Sentence("a TOML table")
    if isinstance(value, list):
        return Sentence("a list") if value else Sentence("an empty list")
    text = f'"{value}"' if isinstance(value, str) else str(value)
    return text if len(text) <= 60 else f"{text[:56]}...{text[-1]}"


def nearest(word: str, known: Iterable[str]) -> str:
    """Return the correction for an unknown word: the most similar known word, or all of them."""
    words = sorted(known)
    close = difflib.get_close_matches(word.lower(), words, n=1, cutoff=0.6)
    return f'"{close[0]}"' if close else Sentence("one of {known}", known=", ".join(words))


def plain(error: msgspec.ValidationError) -> str:
    """Return the text of a msgspec error without the path to the wrong value."""
    return re.sub(r" - at `\$.*`$", "", str(error))
