"""Commands that a user types or taps, such as `sit 3 Anne 5000`, and their answers in words.

Every command has a name defined by the contract, and a short word in each language. English words
are accepted in every language.
"""

import difflib
import unicodedata
from typing import Any, get_args, get_origin

import msgspec
from msgspec.structs import FieldInfo

from controller.contract.commands import COMMANDS, Reply
from controller.contract.errors import TapisError
from display.words.names import N_, Words
from display.words.refusals import REASONS

WORDS = {
    "sit-down": N_("sit"),
    "stand-up": N_("stand"),
    "absent": N_("absent"),
    "back": N_("back"),
    "rebuy": N_("rebuy"),
    "set-stack": N_("stack"),
    "set-level": N_("level"),
    "level-clock": N_("time"),
    "set-button": N_("button"),
    "start-hand": N_("start"),
    "pause": N_("pause"),
    "resume": N_("go"),
    "undo": N_("undo"),
    "bomb-pot": N_("bomb"),
    "kill-pot": N_("killpot"),
    "entry": N_("entry"),
    "act": N_("act"),
    "confirm": N_("confirm"),
    "waive": N_("waive"),
    "rule": N_("rule"),
    "kill-hand": N_("kill"),
    "misdeal": N_("misdeal"),
    "penalty": N_("penalty"),
    "call-clock": N_("clock"),
    "stream": N_("stream"),
    "key-board": N_("board"),
    "key-hand": N_("show"),
}
OF_THE_ROOM = {
    "sit-down": frozenset(
        {"player", "entry", "absent", "penalty", "owes", "order", "when", "bought"}
    ),
    "stand-up": frozenset({"who", "when", "order", "to_table", "to_seat"}),
    "level-clock": frozenset({"game", "structure"}),
}
"""Fields that only a room fills in, by command."""
# The commands that an evening without a venue needs, in order of use.
EVENING = (
    "sit-down", "set-level", "start-hand", "pause", "resume", "absent", "back", "rebuy", "undo",
    "stand-up", "set-button",
)  # fmt: skip
FIELDS = {"called_off": N_("off")} | {
    field: field
    for field in (
        N_("seat"), N_("name"), N_("stack"), N_("amount"), N_("small_blind"), N_("big_blind"),
        N_("ante"), N_("big_blind_ante"), N_("number"), N_("seconds"), N_("break_seconds"),
        N_("reason"), N_("what"), N_("target"), N_("steps"), N_("penalty"), N_("game"),
        N_("structure"), N_("cards"), N_("boards"), N_("blinds"), N_("entry"), N_("by"),
        N_("delay"),
    )
}  # fmt: skip
"""The English word for each field; except for `called_off`, it is the field's own name."""
MOST_DIGITS = 12
"""The maximum number of digits in an amount or a PIN."""


class Order(msgspec.Struct, frozen=True):
    """A command and its fields, as sent in a request."""

    name: str
    data: dict[str, Any] = {}


class Unclear(TapisError, ValueError):
    """The error for typed text that is not a valid command; the message says what was expected."""


def fields_of(name: str) -> tuple[FieldInfo, ...]:
    """Return the fields of a command that users fill in, in the order they are typed."""
    fields = msgspec.structs.fields(COMMANDS[name])
    return tuple(one for one in fields if one.name not in OF_THE_ROOM.get(name, ()))


def flags_of(name: str) -> tuple[FieldInfo, ...]:
    """Return a command's flags; a user sets a flag by typing its name without a value."""
    return tuple(one for one in fields_of(name) if one.type is bool)


def is_needed(field: FieldInfo) -> bool:
    """Return whether a command's field is mandatory; the field `seat` always is."""
    return field.required or field.name == "seat"


def word_of(name: str, said: Words) -> str:
    """Return a command's short word in the given language."""
    return said.say(WORDS[name]) if name in WORDS else name


def label(field: str, said: Words) -> str:
    """Return a field's name in the given language, written without spaces."""
    return said.say(FIELDS[field]) if field in FIELDS else field


def usage(name: str, said: Words) -> str:
    """Return a command's syntax, such as `level small_blind big_blind [ante]`."""
    shown = [
        label(field.name, said) if is_needed(field) else f"[{label(field.name, said)}]"
        for field in fields_of(name)
    ]
    return " ".join([word_of(name, said), *shown])


def vocabulary(said: Words) -> dict[str, str]:
    """Return the words that can start a command line, each mapped to the command's name."""
    known = {name: name for name in WORDS}
    known |= {english: name for name, english in WORDS.items()}
    return known | {folded(said.say(english)): name for name, english in WORDS.items()}


def completions(typed: str, said: Words) -> tuple[str, ...]:
    """Return the commands' short words that start with the typed text, in alphabetical order.

    There are none once the typed text contains a space.
    """
    if " " in typed:
        return ()
    begin = folded(typed)
    return tuple(
        sorted(word for name in WORDS if folded(word := word_of(name, said)).startswith(begin))
    )


def named(typed: str, said: Words) -> str:
    """Return the name of the command at the start of a line, or "" if there is none."""
    first = typed.split(maxsplit=1)[:1]
    return vocabulary(said).get(folded(first[0]), "") if first else ""


def order_from(words: list[str], said: Words) -> Order:
    """Return the command for typed words: its name, then values in order or `field=value`.

    Extra words are added to the first text field, so that a name may have two words. Raises
    `Unclear`.
    """
    if not words:
        raise Unclear(said.say(N_("Nothing to do: enter a command")))
    known = vocabulary(said)
    name = known.get(folded(words[0]))
    if name is None:
        right = nearest(words[0], known, (word_of(one, said) for one in WORDS))
        problem = N_('There is no command "{word}"; expected {right}')
        raise Unclear(said.say(problem, word=words[0], right=right))
    return Order(name, _values(name, words[1:], said))


def nearest(word: str, known: Any, otherwise: Any) -> str:
    """Return the word in `known` most similar to `word`.

    If none is similar, return the words in `otherwise`, sorted and separated by commas.
    """
    close = difflib.get_close_matches(folded(word), list(known), n=1, cutoff=0.6)
    return close[0] if close else ", ".join(sorted(otherwise))


def _values(name: str, words: list[str], said: Words) -> dict[str, Any]:
    fields = {field.name: field for field in fields_of(name) if field.type is not bool}
    said_so = {folded(label(one.name, said)): one.name for one in flags_of(name)}
    said_so |= {FIELDS[one.name]: one.name for one in flags_of(name)}
    flags = {said_so[folded(word)]: True for word in words if folded(word) in said_so}
    words = [word for word in words if folded(word) not in said_so]
    keys = {folded(label(field, said)): field for field in fields} | {key: key for key in fields}
    command = word_of(name, said)
    texts: dict[str, str] = {}
    in_order: list[str] = []
    for word in words:
        key, equals, value = word.partition("=")
        if not equals:
            in_order.append(word)
            continue
        field = keys.get(folded(key).replace("-", "_"))
        if field is None:
            right = nearest(key, keys, (label(one, said) for one in fields)) or command
            problem = N_('{command}: there is no field "{field}"; expected {right}')
            raise Unclear(said.say(problem, command=command, field=key, right=right))
        if field in texts:
            problem = N_("{command}: {field} is given twice")
            raise Unclear(said.say(problem, command=command, field=label(field, said)))
        texts[field] = value
    texts |= _in_order(name, [field for field in fields if field not in texts], in_order, said)
    for field, info in fields.items():
        if is_needed(info) and field not in texts:
            problem = N_("{command}: {field} is missing; expected: {usage}")
            raise Unclear(
                said.say(
                    problem, command=command, field=label(field, said), usage=usage(name, said)
                )
            )
    values = {field: _value(name, fields[field], text, said) for field, text in texts.items()}
    return values | flags


def _in_order(name: str, free: list[str], words: list[str], said: Words) -> dict[str, str]:
    """Return the values in `words`, which were typed without field names, by field.

    `free` lists the fields that have no value yet; they are filled in order. If there are too many
    words, the extra ones join the first text field. Raises `Unclear` if no field can take them.
    """
    kinds = {field.name: field.type for field in fields_of(name)}
    over = len(words) - len(free)
    wide = next((field for field in free if kinds[field] is not int), None)
    if over > 0 and wide is not None:
        at = free.index(wide)
        words = [*words[:at], " ".join(words[at : at + over + 1]), *words[at + over + 1 :]]
    elif over > 0:
        problem = N_('{command}: "{value}" is one value too many; expected: {usage}')
        command, value = word_of(name, said), words[len(free)]
        raise Unclear(said.say(problem, command=command, value=value, usage=usage(name, said)))
    return dict(zip(free, words, strict=False))


def _value(name: str, field: FieldInfo, text: str, said: Words) -> Any:
    if field.type is int:
        if text.isascii() and text.isdecimal() and len(text) <= MOST_DIGITS:
            return int(text)
        problem = N_('{command}: {field} is "{value}"; expected a whole number')
        raise Unclear(
            said.say(
                problem, command=word_of(name, said), field=label(field.name, said), value=text
            )
        )
    if get_origin(field.type) is tuple and get_args(field.type):
        return [word for word in text.replace(",", " ").split() if word]
    return text


def folded(word: str) -> str:
    """Return a string in the form used for comparison: in lower case and without accents."""
    plain = unicodedata.normalize("NFKD", word.casefold())
    return "".join(sign for sign in plain if not unicodedata.combining(sign))


def answer_words(reply: Reply, said: Words) -> str:
    """Return `ok`, or the reason for a refusal in words.

    If the reason is unknown, return the text sent by the controller.
    """
    if reply.ok:
        return said.say(N_("ok"))
    if reply.reason in REASONS:
        return said.say(REASONS[reply.reason])
    return reply.error or reply.reason
