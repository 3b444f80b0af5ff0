"""Converts published events and steps into the words of the scenario language."""

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Any, Final, get_type_hints

from controller.contract.public import (
    Action,
    ChipsColoured,
    HandEnded,
    HandStarted,
    HandVoided,
    LegalView,
    NextStep,
    PotChanged,
    PublicEvent,
    StepView,
)
from controller.contract.readings.step_notation import about, next_written, step_written
from controller.play.script import statements as say

Field = tuple[object, Callable[[Any], object]]
"""The type of a field's value, and the function that reads it from an event."""


def _level(event: HandStarted) -> tuple[int, ...]:
    level = event.level
    return level.small_blind, level.big_blind, level.ante, level.big_blind_ante


_NUMBERS = tuple[int, ...]
_SEATS_AND_STACKS: Final[dict[str, Field]] = {
    "seats": (_NUMBERS, lambda event: tuple(held.seat for held in event.stacks)),
    "stacks": (_NUMBERS, lambda event: tuple(held.stack or 0 for held in event.stacks)),
}
_SAID: Final[dict[type[PublicEvent], dict[str, Field]]] = {
    HandStarted: {**_SEATS_AND_STACKS, "level": (_NUMBERS, _level)},
    HandEnded: _SEATS_AND_STACKS,
    HandVoided: {
        "seats": (_NUMBERS, lambda event: tuple(back.seat for back in event.refunds)),
        "amounts": (_NUMBERS, lambda event: tuple(back.amount for back in event.refunds)),
    },
    ChipsColoured: {
        "seats": (_NUMBERS, lambda event: tuple(one.seat for one in event.stacks)),
        "stacks": (_NUMBERS, lambda event: tuple(one.after or 0 for one in event.stacks)),
    },
    PotChanged: {
        "pots": (_NUMBERS, lambda event: tuple(pot.amount for pot in event.pots)),
        "seats": (tuple[_NUMBERS, ...], lambda event: tuple(pot.seats for pot in event.pots)),
    },
}
"""For each event with fields that contain structs, the fields that scenarios use instead.

The value of such a field is a tuple of numbers, or a tuple of such tuples.
"""
_HIDDEN: Final[dict[type[PublicEvent], set[str]]] = {HandVoided: {"refunds"}}


@cache
def fields(event: type[PublicEvent]) -> Mapping[str, object]:
    """Return the names of the fields that an expectation about this event may contain.

    Each name is mapped to the type of its values.
    """
    renamed = _SAID.get(event, {})
    known: dict[str, object] = {}
    for name, kind in get_type_hints(event).items():
        if name == "type":
            continue
        if name in renamed or name in _HIDDEN.get(event, ()):
            known |= {said: spec[0] for said, spec in renamed.items() if said not in known}
        else:
            known[name] = kind
    return known


def value(event: PublicEvent, name: str) -> Any:
    """Return the value of an event's field; `name` is its name in the scenario language."""
    said = _SAID.get(type(event), {}).get(name)
    return said[1](event) if said is not None else getattr(event, name)


def printed(value: Any) -> str:
    """Return a value in scenario notation, or "" for None.

    The items of a tuple are joined by spaces; in a tuple within a tuple, they are joined by commas.
    """
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, StepView):
        return step_written(value)
    if isinstance(value, tuple):
        return " ".join(
            ",".join(map(printed, part)) if isinstance(part, tuple) else printed(part)
            for part in value
        )
    return " ".join(str(value).split())


def described(event: PublicEvent) -> str:
    """Return an event as an expectation would name it, with all fields that are not empty."""
    values = {name: value(event, name) for name in fields(type(event))}
    given = "".join(f" {name}={say.quoted(printed(v))}" for name, v in values.items() if v)
    return event.type + given


def step(view: StepView) -> say.NamedStep:
    """Convert a step of a ruling into scenario notation."""
    return say.NamedStep(view.word, about(view))


def next_step(view: NextStep | None) -> say.NamedStep:
    """Convert the dealer's next step into scenario notation; None becomes a step named ""."""
    word, _, detail = next_written(view).partition(" ")
    return say.NamedStep(word, detail)


def choices(legal: Iterable[LegalView]) -> tuple[tuple[str, int], ...]:
    """Return the legal actions as (word, minimum amount) in the order of `Action`.

    Only a bet or raise has a minimum amount; for the other actions it is 0.
    """
    amounts = {Action.BET, Action.RAISE}
    order = list(Action)
    told = sorted(legal, key=lambda may: order.index(may.action))
    return tuple((may.action.value, may.least if may.action in amounts else 0) for may in told)
