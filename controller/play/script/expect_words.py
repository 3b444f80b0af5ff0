"""Parses the words after `expect`: an event with its fields, or an expected state."""

from collections.abc import Callable, Sequence
from enum import EnumType
from typing import Literal, get_args, get_origin

from msgspec.structs import replace

from controller.contract.public import EVENTS, CardsMeant, PublicEvent, StepWord, Street
from controller.play.script import event_words as spoken
from controller.play.script import expectations as hope
from controller.play.script import statements as say
from controller.play.script.words import CARDS, ZONES, Cursor, Word, is_number, nearest_card

BOOLEANS = {"true": True, "yes": True, "false": False, "no": False}
CARD_FIELDS = ("cards", "board", "best")
DETAILS = tuple(word.value for word in (*Street, *CardsMeant) if word is not CardsMeant.BURN)
STEP_WORDS = tuple(word.value for word in StepWord)
MEMBERS = {"street": "a street", "kind": "a kind of irregularity"}
"""How error messages refer to a value of each of these fields.

A value of any other field is called `a value of`, followed by the field's name.
"""
UNCHECKED = {
    ("irregularity.found", "outcome"),
    ("hand.voided", "reason"),
    ("ruling.opened", "kind"),
    ("ruling.closed", "outcome"),
}
"""The (event, field) pairs for which any value may be expected.

Older scenarios expect values that these fields can't have.
"""
SIZED = ("bet", "raise")
PLAIN = ("fold", "check", "call", "all-in")


def read_expectation(cursor: Cursor) -> say.Expectation:
    """Parse the words after `expect` and return the expectation. Raises `ScenarioError`."""
    word = cursor.next("what is expected", tuple(STATES))
    if word.text == "ever":
        absent = cursor.take("no")
        event = read_event(cursor, cursor.next("an event", tuple(EVENTS)), absent)
        return replace(event, ever=True)
    if word.text == "no":
        return read_event(cursor, cursor.next("an event", tuple(EVENTS)), True)
    read = STATES.get(word.text)
    if read is not None:
        return read(cursor)
    return read_event(cursor, word, False)


def read_event(cursor: Cursor, word: Word, absent: bool) -> hope.ExpectEvent:
    """Parse an event's fields and return the expectation.

    `word` is the event's name. `absent` means that the scenario expects no such event. Raises
    `ScenarioError` for an unknown event, an unknown field or an impossible value.
    """
    event = EVENTS.get(word.text)
    if event is None:
        known = tuple(EVENTS) if absent else (*EVENTS, *STATES, "no", "ever")
        cursor.unknown(word, "an event" if absent else "something to expect", known)
    fields: list[tuple[str, str]] = []
    while cursor.more:
        given = cursor.next("a field")
        name, sign, value = given.text.partition("=")
        name = name.replace("-", "_")
        if name not in spoken.fields(event):
            known = tuple(spoken.fields(event))
            said = Word(name if sign else given.text, given.column)
            cursor.unknown(said, f"a field of {word.text}", known)
        if not sign:
            cursor.fail(given, f'"{name}" needs a value: {name}=...', f"{name}=")
        if name in dict(fields):
            cursor.fail(given, f'"{name}" is given twice', "")
        check_value(cursor, event, name, Word(value, given.column + len(name) + 1))
        fields.append((name, value))
    return hope.ExpectEvent(word.text, tuple(fields), absent)


def check_value(cursor: Cursor, event: type[PublicEvent], name: str, value: Word) -> None:
    """Raise `ScenarioError` if an event's field `name` can never have this value."""
    if value.text in {"", "none"}:
        return
    kind = spoken.fields(event)[name]
    known = () if (event.type, name) in UNCHECKED else closed_set(kind)
    if known:
        if value.text not in known:
            cursor.unknown(value, MEMBERS.get(name, f"a value of {name}"), known)
    elif kind is int:
        # The surplus of a pot that lacks chips is negative.
        figure = Word(value.text.removeprefix("-"), value.column)
        cursor.as_number(figure, f"a value of {name}", least=0)
    elif name in CARD_FIELDS:
        # A value in quotes may contain several cards, which are checked one by one.
        for part in value.text.split():
            if part not in CARDS:
                said = Word(part, value.column)
                cursor.fail(said, f'"{part}" is not a card', nearest_card(part))


def closed_set(kind: object) -> tuple[str, ...]:
    """Return all possible values of a type, or () if they can't be listed."""
    if kind is bool:
        return tuple(BOOLEANS)
    if isinstance(kind, EnumType):
        return tuple(name for name in map(str, list(kind)) if name)
    if get_origin(kind) is Literal:
        return get_args(kind)
    return next(filter(None, map(closed_set, get_args(kind))), ())


def read_steps(cursor: Cursor, known: Sequence[str] = STEP_WORDS) -> tuple[say.NamedStep, ...]:
    """Return all remaining words as steps, each with the details that follow its name.

    There must be at least one step. `known` lists the allowed names of steps.
    """
    steps: list[say.NamedStep] = []
    while cursor.more or not steps:
        word = cursor.next("a step", known)
        parts = word.text.split()
        step, details = (parts[0], parts[1:]) if parts else ("", [])
        if step not in known:
            if steps and not details and is_detail(step):
                last = steps[-1]
                steps[-1] = say.NamedStep(last.step, f"{last.detail} {step}".strip())
                continue
            words = (*known, *DETAILS) if steps else known
            cursor.unknown(Word(step, word.column), "a step", words)
        for detail in details:
            # A zone may have the same name as a step ("burn"); in quotes, it is a step's detail.
            if not is_detail(detail):
                cursor.unknown(Word(detail, word.column), f'known after "{step}"', DETAILS)
        steps.append(say.NamedStep(step, " ".join(details)))
    return tuple(steps)


def is_detail(text: str) -> bool:
    """Return whether a word can be a detail of a step, such as a number, card, street or zone."""
    return is_number(text) or text in CARDS or text in ZONES or text in DETAILS


def read_next(cursor: Cursor) -> hope.ExpectNext:
    """Parse the dealer's expected next step, or `none`; a second step is an error."""
    if cursor.take("none"):
        return hope.ExpectNext(None)
    start = cursor.position
    steps = read_steps(cursor, hope.NEXT_WORDS)
    if len(steps) > 1:
        second = next(w for w in cursor.words[start + 1 :] if w.text.startswith(steps[1].step))
        cursor.fail(second, f'"{second.text}" is a second step: "next" is one, "steps" are several')
    return hope.ExpectNext(steps[0])


def read_legal(cursor: Cursor) -> hope.ExpectLegal:
    """Parse a seat and all its expected legal actions, such as `call raise>=200`, or `none`."""
    seat = cursor.seat()
    if cursor.take("none"):
        return hope.ExpectLegal(seat, ())
    actions: list[tuple[str, int]] = []
    multiple = 0
    known = (*PLAIN, *(f"{word}>=N" for word in SIZED))
    while cursor.more or not actions:
        word = cursor.next("an action", known)
        name, sign, amount = word.text.partition(">=")
        if name in SIZED and sign:
            least, slash, of = amount.partition("/")
            at = word.column + len(name) + 2
            actions.append((name, cursor.as_number(Word(least, at), "an amount")))
            if slash:
                multiple = cursor.as_number(Word(of, at + len(least) + 1), "an amount")
        elif word.text in PLAIN:
            actions.append((word.text, 0))
        else:
            cursor.unknown(word, "what a seat may do", known)
    return hope.ExpectLegal(seat, tuple(actions), multiple)


def read_stacks(cursor: Cursor) -> hope.ExpectStacks:
    """Parse the expected stacks of several seats, written as `1=4900 2=5100`."""
    stacks: list[tuple[int, int]] = []
    while cursor.more or not stacks:
        word = cursor.next("a stack such as 1=4900")
        seat, sign, stack = word.text.partition("=")
        if not sign:
            cursor.fail(word, f'"{word.text}" is not a stack: write seat=chips', f"{seat}=")
        number = cursor.as_seat(Word(seat, word.column))
        if number in dict(stacks):
            cursor.fail(word, f"seat {number} appears twice")
        at = Word(stack, word.column + len(seat) + 1)
        stacks.append((number, cursor.as_number(at, "a stack", least=0)))
    return hope.ExpectStacks(tuple(stacks))


def read_public(cursor: Cursor) -> hope.ExpectHidden | hope.ExpectShown:
    """Parse cards that must stay hidden, or amounts that displays should show or hide."""
    word = cursor.choose("no, shows or hides", ("no", "shows", "hides"))
    if word == "no":
        return hope.ExpectHidden(cursor.cards())
    what = cursor.rest(lambda: cursor.choose("an amount", hope.AMOUNTS))
    return hope.ExpectShown(what, word == "shows")


def read_owes(cursor: Cursor) -> hope.ExpectOwes:
    """Parse a seat and the amount that it should owe, or `none`."""
    seat = cursor.seat(none=True)
    return hope.ExpectOwes(seat, cursor.number("an amount", least=0) if seat else 0)


def read_names(cursor: Cursor) -> tuple[str, ...]:
    """Return all remaining words, at least one, as names, or () for `none`."""
    return () if cursor.take("none") else cursor.rest(lambda: cursor.next("a name").text)


def read_level(cursor: Cursor) -> hope.ExpectLevel:
    """Parse an expected level number and, optionally, the state of its clock."""
    number = cursor.number("a level", least=0)
    time = cursor.choose("how its time is", hope.LEVEL_TIMES) if cursor.more else ""
    return hope.ExpectLevel(number, time)


STATES: dict[str, Callable[[Cursor], say.Expectation]] = {
    "steps": lambda cursor: hope.ExpectSteps(() if cursor.take("none") else read_steps(cursor)),
    "next": read_next,
    "turn": lambda cursor: hope.ExpectTurn(cursor.seat(none=True)),
    "legal": read_legal,
    "pot": lambda cursor: hope.ExpectPot(cursor.number("an amount", least=0)),
    "pots": lambda cursor: hope.ExpectPots(() if cursor.take("none") else cursor.numbers("a pot")),
    "stack": lambda cursor: hope.ExpectStack(cursor.seat(), cursor.number("a stack", least=0)),
    "stacks": read_stacks,
    "owes": read_owes,
    "button": lambda cursor: hope.ExpectButton(cursor.seat(none=True)),
    "small-blind": lambda cursor: hope.ExpectBlind("small", cursor.seat(none=True)),
    "big-blind": lambda cursor: hope.ExpectBlind("big", cursor.seat(none=True)),
    "hand": lambda cursor: hope.ExpectHand(cursor.choose("voided or over", ("voided", "over"))),
    "public": read_public,
    "held": lambda cursor: hope.ExpectHeld(read_names(cursor)),
    "notices": lambda cursor: hope.ExpectNotices(read_names(cursor)),
    "level": read_level,
}
"""For each word that names an expected state, the parser for the words after it."""
