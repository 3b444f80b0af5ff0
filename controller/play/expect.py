"""Compares an expectation of a scenario with what the table has published: pure functions."""

import re
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from controller.contract.public import (
    HandEnded,
    HandVoided,
    LegalView,
    PublicEvent,
    PublicState,
    RulingOpened,
    SeatView,
)
from controller.play import expectations as hope
from controller.play import statements as say
from controller.play.expect_words import BOOLEANS


def check(
    expectation: say.Expectation,
    events: Sequence[PublicEvent],
    state: PublicState,
    published: Iterable[PublicEvent] = (),
) -> str | None:
    """Return None when the expectation holds, else "expected ..., got ...".

    `events` are those since the last statement that was no expectation, `state` is the view
    now (amounts that the house hides included), `published` is everything since the start.
    """
    match expectation:
        case hope.ExpectEvent():
            got = miss_event(expectation, events)
        case hope.ExpectSteps():
            got = miss_steps(expectation, events, state)
        case hope.ExpectNext():
            got = miss_next(expectation, state)
        case hope.ExpectTurn():
            got = unless(expectation.seat == state.turn, f"turn {hope.seat_or_none(state.turn)}")
        case hope.ExpectLegal():
            got = miss_legal(expectation, state.legal)
        case hope.ExpectPot():
            got = miss_pot(expectation, state)
        case hope.ExpectPots():
            amounts = tuple(pot.amount for pot in state.pots)
            got = unless(expectation.amounts == amounts, f"pots {spaced(amounts) or 'none'}")
        case hope.ExpectStack():
            got = miss_stacks(((expectation.seat, expectation.stack),), state)
        case hope.ExpectStacks():
            got = miss_stacks(expectation.stacks, state)
        case hope.ExpectButton():
            seat = hope.seat_or_none(state.button)
            got = unless(expectation.seat == state.button, f"button {seat}")
        case hope.ExpectBlind():
            seat_now = state.small_blind if expectation.blind == "small" else state.big_blind
            said = f"{expectation.blind}-blind {hope.seat_or_none(seat_now)}"
            got = unless(expectation.seat == seat_now, said)
        case hope.ExpectHand():
            got = miss_hand(expectation, events, state)
        case hope.ExpectShown():
            got = miss_shown(expectation, state)
        case hope.ExpectHidden():
            got = miss_hidden(expectation, state, published)
        case _:
            got = "an expectation that this version does not know"
    if got is None:
        return None
    return f"expected {str(expectation).removeprefix('expect ')}, got {got}"


def unless(holds: bool, got: str) -> str | None:
    """Return what was got instead, None when the expectation holds."""
    return None if holds else got


# -- events -----------------------------------------------------------------------------


def miss_event(expectation: hope.ExpectEvent, events: Sequence[PublicEvent]) -> str | None:
    """Return what was published instead of the event, or of none."""
    of_type = [event for event in events if event.type == expectation.type]
    found = [event for event in of_type if matches(event, expectation.fields)]
    if expectation.absent:
        return "; ".join(map(described, found)) or None
    if found:
        return None
    return "; ".join(map(described, of_type)) or f"no {expectation.type}"


def matches(event: PublicEvent, fields: Iterable[tuple[str, str]]) -> bool:
    """Whether an event has these values in the fields given."""
    return all(field_matches(event, name, value) for name, value in fields)


def field_matches(event: PublicEvent, name: str, value: str) -> bool:
    """Whether a field has a value: `article` begins with it (case aside), all others equal it.

    `none` and the empty value are a field that says nothing (0, "", no card); `all-in` as the
    action is any that puts the whole stack in.
    """
    found = getattr(event, name)
    if value in {"", "none"} and not found:
        return True
    if not value:
        return False
    if isinstance(found, bool):
        return BOOLEANS.get(value) is found
    if name == "article":
        return printed(found).casefold().startswith(value.casefold())
    if name == "action" and value == "all-in":
        return bool(getattr(event, "all_in", False))
    return printed(found) == " ".join(value.split())


def printed(value: Any) -> str:
    """Return a value as a scenario writes it: tuples with spaces, tuples in tuples with commas."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, tuple):
        return " ".join(
            ",".join(map(printed, part)) if isinstance(part, tuple) else printed(part)
            for part in value
        )
    return " ".join(str(value).split())


def described(event: PublicEvent) -> str:
    """Return an event as an expectation would say it, with all fields that are not empty."""
    given = "".join(
        f" {name}={say.quoted(printed(getattr(event, name)))}"
        for name in event.__struct_fields__
        if getattr(event, name)
    )
    return event.type + given


def miss_hand(
    expectation: hope.ExpectHand, events: Sequence[PublicEvent], state: PublicState
) -> str | None:
    """Return how the hand stands when it has not come to the end that is expected."""
    ends = {HandVoided: "voided", HandEnded: "over"}
    found = [ends[type(event)] for event in events if type(event) in ends]
    if state.phase == "over":
        found.append("voided" if state.voided else "over")
    if expectation.outcome in found:
        return None
    return f"hand {found[-1]}" if found else "no end of the hand"


def miss_shown(expectation: hope.ExpectShown, state: PublicState) -> str | None:
    """Return which amounts displays are given, or lack, against the expectation."""
    seats = [seat for seat in state.seats if seat.status != "empty"]
    amounts = {
        "pot": [pot.amount for pot in state.pots],
        "stacks": [seat.stack for seat in seats],
        "bets": [seat.bet for seat in seats],
    }
    wrong = [
        name
        for name in expectation.what
        if not amounts[name]
        or any((amount is None) == expectation.shown for amount in amounts[name])
    ]
    said = "hidden" if expectation.shown else "shown"
    return f"{' '.join(wrong)} {said}" if wrong else None


def miss_hidden(
    expectation: hope.ExpectHidden, state: PublicState, published: Iterable[PublicEvent]
) -> str | None:
    """Return what gave a card away: an event, or the state that displays draw from."""
    hidden = set(expectation.cards)
    for event in published:
        if hidden & words_of(msgspec.to_builtins(event)):
            return described(event)
    if hidden & words_of(msgspec.to_builtins(state)):
        return "the card in the public state"
    return None


def words_of(value: Any) -> set[str]:
    """Return every word that stands anywhere in plain JSON types, articles apart ("79-3h")."""
    if isinstance(value, str):
        return set(re.findall(r"\w+", value))
    if isinstance(value, dict):
        return set[str]().union(*(words_of(v) for key, v in value.items() if key != "article"))
    if isinstance(value, list | tuple):
        return set[str]().union(*map(words_of, value))
    return set()


# -- the state --------------------------------------------------------------------------


def miss_steps(
    expectation: hope.ExpectSteps, events: Sequence[PublicEvent], state: PublicState
) -> str | None:
    """Return the steps there are instead: of rulings open now or opened since the last statement.

    Of an open ruling either all its steps may be named or those that are still to be done.
    """
    open_now = [
        tuple(say.Step(step.step, step.detail) for step in ruling.steps) for ruling in state.rulings
    ]
    left = [
        tuple(say.Step(step.step, step.detail) for step in ruling.steps if not step.done)
        for ruling in state.rulings
    ]
    opened = [
        tuple(map(step_from, event.steps)) for event in events if isinstance(event, RulingOpened)
    ]
    if not expectation.steps:
        return unless(not open_now, "; ".join(map(steps_said, open_now)))
    found = opened + open_now
    alike = [plain_steps(steps) for steps in (*found, *left)]
    wanted = plain_steps(expectation.steps)
    if any(steps_match(wanted, part) for steps in alike for part in (steps, until_play(steps))):
        return None
    return "; ".join(dict.fromkeys(map(steps_said, found))) or "no open ruling"


def plain_steps(steps: Sequence[say.Step]) -> tuple[say.Step, ...]:
    """Return steps without those that nobody has to do: `keep`, and the chips of a voided hand."""
    voided = any(step.step == "void_hand" for step in steps)
    left = tuple(
        step
        for step in steps
        if step.step != "keep" and not (voided and step.step == "return_bets")
    )
    return left or tuple(steps)


def until_play(steps: Sequence[say.Step]) -> tuple[say.Step, ...]:
    """Return the steps that come before the players go on; all where that is the first of them."""
    words = [step.step for step in steps]
    end = words.index("finish_round") if "finish_round" in words else len(words)
    return tuple(steps[:end]) or tuple(steps)


def steps_match(expected: Sequence[say.Step], found: Sequence[say.Step]) -> bool:
    """Whether these are the steps, in order."""
    return len(expected) == len(found) and all(map(step_matches, expected, found))


def step_matches(expected: say.Step, found: say.Step) -> bool:
    """Whether this is the step; its detail counts when one is expected, in any order of words."""
    # No sensor sees the stub: taken back and back in the stub are one goal.
    same = {"to_stub": "take_back"}
    if same.get(expected.step, expected.step) != same.get(found.step, found.step):
        return False
    # A burn of which nothing is said is one card.
    said = found.detail or ("1" if found.step == "burn" else "")
    return not expected.detail or sorted(expected.detail.split()) == sorted(said.split())


def step_from(text: str) -> say.Step:
    """Return a step and its detail from the words of one."""
    step, _, detail = " ".join(text.split()).partition(" ")
    return say.Step(step, detail)


def steps_said(steps: Iterable[say.Step]) -> str:
    """Return steps as a scenario writes them."""
    return " ".join(("steps", *map(str, steps)))


def miss_next(expectation: hope.ExpectNext, state: PublicState) -> str | None:
    """Return the dealer's next step when it is another.

    It is the first step of an open ruling that is not done, else that of the hand.
    """
    waiting = next(
        (step for ruling in state.rulings for step in ruling.steps if not step.done), None
    )
    found = say.Step(waiting.step, waiting.detail) if waiting else step_from(state.next_step)
    if expectation.step is None:
        return unless(not found.step, f"next {found}")
    holds = step_matches(expectation.step, found)
    return unless(holds, f"next {found if found.step else 'none'}")


def miss_legal(expectation: hope.ExpectLegal, legal: LegalView | None) -> str | None:
    """Return what the seat may do instead, exactly; a seat that is not in turn may do nothing."""
    seat = expectation.seat
    found = actions_of(legal) if legal is not None and legal.seat == seat else ()
    holds = sorted(expectation.actions) == sorted(found)
    return unless(holds, str(hope.ExpectLegal(seat, found)).removeprefix("expect "))


def actions_of(legal: LegalView) -> tuple[tuple[str, int], ...]:
    """Return what may be done as (word, least amount), 0 where no amount is said."""
    said = (
        ("fold", 0 if legal.fold else None),
        ("check", 0 if legal.check else None),
        ("call", None if legal.call is None else 0),
        ("bet", legal.bet),
        ("raise", legal.raise_to),
        ("all-in", None if legal.all_in is None else 0),
    )
    return tuple((word, amount) for word, amount in said if amount is not None)


def miss_pot(expectation: hope.ExpectPot, state: PublicState) -> str | None:
    """Return what lies in the pot instead.

    Players count the bets in front as part of the pot or not: both totals are the pot.
    """
    gathered = sum(pot.amount or 0 for pot in state.pots)
    # After a round's last action its bets are in the pots already.
    closed = state.phase in {"board", "showdown"}
    in_front = 0 if closed else sum(view.bet or 0 for view in state.seats)
    holds = expectation.amount in {gathered, gathered + in_front}
    return unless(holds, f"pot {gathered}" + (f" and {in_front} in front" if in_front else ""))


def miss_stacks(expected: Iterable[tuple[int, int]], state: PublicState) -> str | None:
    """Return the stacks of these seats when one of them is another."""
    seats = {view.seat: view for view in state.seats}
    wanted = dict(expected)
    found = {seat: stack_of(seats.get(seat)) for seat in wanted}
    got = [f"{seat}={'hidden' if stack is None else stack}" for seat, stack in found.items()]
    return unless(wanted == found, "stacks " + " ".join(got))


def stack_of(view: SeatView | None) -> int | None:
    """Return the stack behind of a seat: 0 for an empty one, None where the house hides it."""
    if view is None or view.status == "empty":
        return 0
    return view.stack


def spaced(amounts: Iterable[int | None]) -> str:
    """Return amounts with spaces; `hidden` for one that the house hides."""
    return " ".join("hidden" if amount is None else str(amount) for amount in amounts)
