"""Forms generated from the contract's types: which controls to show, and how to read them.

Each field of a struct becomes a control, chosen by the field's type and name. The submitted values
are read back into the struct.
"""

from collections.abc import Callable, Mapping
from enum import StrEnum
from functools import cache
from typing import Any, Final, TypeVar

import msgspec

from controller.contract.errors import TapisError
from controller.contract.venue.desk import Enter
from controller.contract.venue.seats import Seat
from display.web.typed import number_in
from display.words.names import N_

MOST: Final = 1_000_000_000
LONGEST: Final = 200

Values = Mapping[str, str]
"""The submitted values: a string for each control."""

S = TypeVar("S", bound=msgspec.Struct)


class BadForm(TapisError):
    """The error for an invalid value in a form; its message is in the translation catalogues."""

    reason = ""


NO_NUMBER: Final = N_("A number is missing or too large.")
TOO_LONG: Final = N_("Some text is missing or too long.")
NO_CHOICE: Final = N_("Choose one of the options.")
NOBODY: Final = N_("Nobody is ticked: tick at least one player.")


class Kind(StrEnum):
    """The kind of value entered in a control."""

    TEXT = "text"
    NUMBER = "number"
    NUMBERS = "numbers"
    """Whole numbers, separated by spaces or commas."""
    WORDS = "words"
    """Words, separated by spaces."""
    TICK = "tick"
    CHOICE = "choice"
    """One of the offered options, such as a player, a table or a sanction."""
    PLAYERS = "players"
    """Any number of the offered options."""
    PLACE = "place"
    """A table and a seat at it."""
    FIGURES = "figures"
    """A whole number for each offered option."""
    TEXTS = "texts"
    """A text for each offered option."""


class Field(msgspec.Struct, frozen=True):
    """A form field; `name` is its name in the struct, and `needed` means that it is mandatory."""

    name: str
    kind: Kind
    needed: bool


CHOSEN: Final = {
    "player", "person", "table", "sanction", "penalty", "file", "incident", "chip", "index",
    "whose", "whom", "number",
    "deed", "game", "bonus",
}  # fmt: skip
"""Fields whose possible values the room knows, so that the user picks one from a list."""

BY_THE_CORE: Final = {"at", "director", "cashier", "sheet"}
"""Fields that the core process fills in."""

MAY_LACK: Final = {
    "hand", "excuse", "sanction", "granted", "ears", "shown_as", "member_no", "mail", "title",
    "witness", "cards", "others", "options", "name", "person", "bar", "by", "whose",
    "level", "tables", "whom", "tournament", "parts", "left", "but",
}  # fmt: skip
"""Fields that may be left empty if they have a default. All other fields are mandatory."""


@cache
def fields_of(kind: type[msgspec.Struct], new: frozenset[str] = frozenset()) -> tuple[Field, ...]:
    """Return a struct's fields for a form, without those that the core process fills in.

    `new` names the fields in which the user enters a new value instead of choosing one.
    """
    info = msgspec.inspect.type_info(kind)
    assert isinstance(info, msgspec.inspect.StructType)
    return tuple(
        Field(
            one.name, _kind(one.name, one.type, new),
            one.required or one.name not in MAY_LACK,
        )
        for one in info.fields if one.name not in BY_THE_CORE
    )  # fmt: skip


_BY_TYPE: Final[dict[type, Kind]] = {
    msgspec.inspect.BoolType: Kind.TICK,
    msgspec.inspect.EnumType: Kind.CHOICE,
    msgspec.inspect.LiteralType: Kind.CHOICE,
    msgspec.inspect.NamedTupleType: Kind.PLACE,
    msgspec.inspect.IntType: Kind.NUMBER,
    msgspec.inspect.StrType: Kind.TEXT,
}


def _kind(name: str, info: Any, new: frozenset[str]) -> Kind:
    if isinstance(info, msgspec.inspect.UnionType):
        info = next(one for one in info.types if not isinstance(one, msgspec.inspect.NoneType))
    if isinstance(info, msgspec.inspect.VarTupleType):
        numbers = isinstance(info.item_type, msgspec.inspect.IntType)
        return Kind.NUMBERS if numbers else Kind.WORDS if name == "cards" else Kind.PLAYERS
    if isinstance(info, msgspec.inspect.DictType):
        texts = isinstance(info.value_type, msgspec.inspect.StrType)
        return Kind.TEXTS if texts else Kind.FIGURES
    if name in CHOSEN and name not in new:
        return Kind.CHOICE
    return _BY_TYPE[type(info)]


def read(values: Values, kind: type[S], new: frozenset[str] = frozenset()) -> S:
    """Return a struct of type `kind`, made from a submitted form. Raises `BadForm`.

    `new` names the fields in which a new value is entered, as in `fields_of`.
    """
    found = {}
    for field in fields_of(kind, new):
        value = _value(values, field)
        if value is not None:
            found[field.name] = value
    try:
        return msgspec.convert(found, kind, strict=False)
    except msgspec.ValidationError:
        raise BadForm(NO_CHOICE) from None


def _value(values: Values, field: Field) -> Any:
    name = field.name
    match field.kind:
        case Kind.TICK:
            return bool(values.get(name))
        case Kind.PLACE:
            return _place(values, field)
        case Kind.PLAYERS | Kind.FIGURES | Kind.TEXTS:
            return _keyed(values, field)
    word = text(values, name, needed=field.needed)
    return _READ[field.kind](word) if word or field.needed else None


def number_of(word: str, most: int = MOST) -> int:
    """Parse a whole number from 0 to `most`. Raises `BadForm`."""
    found = number_in(word.strip(), None)
    if found is None or found > most:
        raise BadForm(NO_NUMBER)
    return found


def numbers(words: str) -> tuple[int, ...]:
    """Return the whole numbers in a string, separated by spaces or commas.

    Raises `BadForm` if there is anything else.
    """
    return tuple(map(number_of, words.replace(",", " ").split()))


_READ: Final[dict[Kind, Callable[[str], Any]]] = {
    Kind.TEXT: str,
    Kind.CHOICE: str,
    Kind.NUMBER: number_of,
    Kind.NUMBERS: numbers,
    Kind.WORDS: str.split,
}


def _place(values: Values, field: Field) -> Seat | None:
    before = "" if field.needed else f"{field.name}-"
    if not field.needed and not values.get(f"{before}table", "").strip():
        return None
    return Seat(number(values, f"{before}table", 9999), number(values, f"{before}seat", 99))


def _keyed(values: Values, field: Field) -> Any:
    """Return the values of a field that the browser sends in parts named `name.key`.

    The values are returned by key, or as a list of keys if the field is a choice of players. Raises
    `BadForm`.
    """
    before = f"{field.name}."
    sent = {key.removeprefix(before): key for key in values if key.startswith(before)}
    if field.kind is Kind.PLAYERS:
        if field.needed and not sent:
            raise BadForm(NOBODY)
        return list(sent)
    if field.kind is Kind.TEXTS:
        return {key: text(values, name) for key, name in sent.items()}
    if not field.needed:
        sent = {key: name for key, name in sent.items() if values[name].strip()}
    if not sent:
        raise BadForm(NO_NUMBER)
    return {key: number(values, name) for key, name in sent.items()}


def number(values: Values, field: str, most: int = MOST) -> int:
    """Return the whole number in a field, from 0 to `most`. Raises `BadForm`."""
    return number_of(values.get(field, ""), most)


def text(values: Values, field: str, most: int = LONGEST, *, needed: bool = False) -> str:
    """Return a field's trimmed text. Raises `BadForm` if it is too long, or `needed` but empty."""
    word = values.get(field, "").strip()
    if len(word) > most or (needed and not word) or not word.isprintable():
        raise BadForm(TOO_LONG)
    return word


def enter(values: Values) -> Enter:
    """Return the action that adds a player to the list of entrants. Raises `BadForm`."""
    text(values, "name", 80, needed=not values.get("person", ""))
    text(values, "shown_as", 40)
    return read(values, Enter)
