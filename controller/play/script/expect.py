"""Compares a scenario's expectations with the published events and the state. Pure."""

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final

import msgspec

from controller.contract.public import PublicEvent, PublicState
from controller.play.script import event_words
from controller.play.script import expect_state as now
from controller.play.script import expectations as hope
from controller.play.script import statements as say
from controller.play.script.expect_steps import miss_next, miss_steps
from controller.play.script.expect_words import BOOLEANS


def check(
    expectation: say.Expectation,
    events: Sequence[PublicEvent],
    state: PublicState,
    published: Iterable[PublicEvent] = (),
) -> str | None:
    """Return None if the expectation is met, otherwise "expected ..., got ...".

    `events` are those published since the last statement that was not an expectation. `state` is
    the view to compare with, which usually includes the amounts that the house hides. `published`
    are all events since the start.
    """
    match expectation:
        case hope.ExpectEvent():
            got = miss_event(expectation, [*published] if expectation.ever else events)
        case hope.ExpectSteps():
            got = miss_steps(expectation, events, state)
        case hope.ExpectHand():
            got = now.miss_hand(expectation, events, state)
        case hope.ExpectHidden():
            got = miss_hidden(expectation, state, published)
        case _:
            got = MISS_NOW[type(expectation)](expectation, state)
    if got is None:
        return None
    return f"expected {str(expectation).removeprefix('expect ')}, got {got}"


MISS_NOW: Final[dict[type[say.Expectation], Callable[[Any, PublicState], str | None]]] = {
    hope.ExpectNext: miss_next,
    hope.ExpectTurn: now.miss_turn,
    hope.ExpectLegal: now.miss_legal,
    hope.ExpectButton: now.miss_button,
    hope.ExpectBlind: now.miss_blind,
    hope.ExpectShown: now.miss_shown,
    hope.ExpectHeld: now.miss_held,
    hope.ExpectNotices: now.miss_notices,
    hope.ExpectLevel: now.miss_level,
    hope.ExpectPot: now.miss_pot,
    hope.ExpectPots: now.miss_pots,
    hope.ExpectStack: lambda one, state: now.miss_stacks(((one.seat, one.stack),), state),
    hope.ExpectStacks: lambda several, state: now.miss_stacks(several.stacks, state),
    hope.ExpectOwes: now.miss_owes,
}
"""For each expectation about the public view, the function that returns None if the view meets it.

Otherwise the function returns the actual value.
"""


def miss_event(expectation: hope.ExpectEvent, events: Sequence[PublicEvent]) -> str | None:
    """Return None if the expectation is met, otherwise the events that contradict it, as text.

    If an event was expected, these are the other events of its type, or a statement that there are
    none. If an event was excluded with `no`, they are the events that match it.
    """
    of_type = [event for event in events if event.type == expectation.type]
    found = [event for event in of_type if matches(event, expectation.fields)]
    if expectation.absent:
        return "; ".join(map(event_words.described, found)) or None
    if found:
        return None
    return "; ".join(map(event_words.described, of_type)) or f"no {expectation.type}"


def matches(event: PublicEvent, fields: Iterable[tuple[str, str]]) -> bool:
    """Return whether an event's fields have the expected values.

    `fields` are (name, value) pairs in scenario notation.
    """
    return all(field_matches(event, name, value) for name, value in fields)


def field_matches(event: PublicEvent, name: str, value: str) -> bool:
    """Return whether an event's field has the expected value.

    For `article`, the beginning of the id is enough, in upper or lower case. The values `none` and
    "" mean that the field is empty (0, "" or no card). The action `all-in` matches any action that
    puts in the whole stack.
    """
    found = event_words.value(event, name)
    if value in {"", "none"} and not found:
        return True
    if not value:
        return False
    if isinstance(found, bool):
        return BOOLEANS.get(value) is found
    if name == "article":
        return event_words.printed(found).casefold().startswith(value.casefold())
    if name == "action" and value == "all-in":
        return bool(getattr(event, "all_in", False))
    return event_words.printed(found) == " ".join(value.split())


def miss_hidden(
    expectation: hope.ExpectHidden, state: PublicState, published: Iterable[PublicEvent]
) -> str | None:
    """Return None if none of the cards has been revealed, otherwise where one was revealed.

    The result describes the published event that contains the card, or says that the public state
    contains it.
    """
    hidden = set(expectation.cards)
    for event in published:
        if hidden & words_of(msgspec.to_builtins(event)):
            return event_words.described(event)
    if hidden & words_of(msgspec.to_builtins(state)):
        return "the card in the public state"
    return None


def words_of(value: Any) -> set[str]:
    """Return every word in a JSON-like value, except in the fields `article` and `penalty`.

    Those fields are skipped because they may look like a card, as the penalty `2h` does.
    """
    if isinstance(value, str):
        return set(re.findall(r"\w+", value))
    if isinstance(value, dict):
        told = (v for key, v in value.items() if key not in {"article", "penalty"})
        return set[str]().union(*map(words_of, told))
    if isinstance(value, list | tuple):
        return set[str]().union(*map(words_of, value))
    return set()
