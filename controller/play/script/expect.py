"""Compares a scenario's expectations with the published events and the state.

All functions are pure. Each `_miss_` function returns None if the expectation is met, otherwise the
actual value in scenario notation.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from controller.contract.public import (
    HandEnded,
    HandStatus,
    HandVoided,
    Phase,
    PublicEvent,
    PublicState,
    RulingOpened,
)
from controller.contract.readings.legal_actions import sized
from controller.contract.rules import StepWord
from controller.play.script import event_words
from controller.play.script import expectations as hope
from controller.play.script import statements as say
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
    lists all events since the start.
    """
    match expectation:
        case hope.ExpectEvent():
            got = _miss_event(expectation, [*published] if expectation.ever else events)
        case hope.ExpectSteps():
            got = _miss_steps(expectation, events, state)
        case hope.ExpectHand():
            got = _miss_hand(expectation, events, state)
        case hope.ExpectHidden():
            got = _miss_hidden(expectation, state, published)
        case _ if type(expectation) in _ACTUAL:
            actual = _ACTUAL[type(expectation)](expectation, state)
            met = actual == replace(expectation, line=0, column=0)
            got = None if met else _notation(actual)
        case _:
            got = _MISS_NOW[type(expectation)](expectation, state)
    return None if got is None else f"expected {_notation(expectation)}, got {got}"


def _notation(expectation: say.Expectation) -> str:
    return str(expectation).removeprefix("expect ")


def _miss_event(expectation: hope.ExpectEvent, events: Sequence[PublicEvent]) -> str | None:
    """Return None if the expectation is met, otherwise the events that contradict it.

    If an event was expected, these are the other events of its type, or a statement that there are
    none. If an event was excluded with `no`, they are the events that match it.
    """
    of_type = [event for event in events if event.type == expectation.type]
    found = [
        event
        for event in of_type
        if all(_field_matches(event, name, value) for name, value in expectation.fields)
    ]
    if expectation.absent:
        return "; ".join(map(event_words.described, found)) or None
    if found:
        return None
    return "; ".join(map(event_words.described, of_type)) or f"no {expectation.type}"


def _field_matches(event: PublicEvent, name: str, value: str) -> bool:
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


def _miss_hidden(
    expectation: hope.ExpectHidden, state: PublicState, published: Iterable[PublicEvent]
) -> str | None:
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


# -- steps ------------------------------------------------------------------------------


def _unless(holds: bool, got: str) -> str | None:
    return None if holds else got


def _miss_steps(
    expectation: hope.ExpectSteps, events: Sequence[PublicEvent], state: PublicState
) -> str | None:
    """Compare the expected steps with those of each ruling.

    Rulings count if they are open now or were opened since the last statement that was not an
    expectation. For an open ruling, a scenario may list all its steps or only those that remain to
    be done. If no steps are expected, no ruling may be open.
    """
    open_now = [tuple(map(event_words.step, ruling.steps)) for ruling in state.rulings]
    left = [
        tuple(event_words.step(step) for step in ruling.steps if not step.done)
        for ruling in state.rulings
    ]
    opened = [
        tuple(map(event_words.step, event.steps))
        for event in events
        if isinstance(event, RulingOpened)
    ]
    if not expectation.steps:
        return _unless(not open_now, "; ".join(map(_steps_said, open_now)))
    found = opened + open_now
    alike = [_plain_steps(steps) for steps in (*found, *left)]
    wanted = _plain_steps(expectation.steps)
    if any(_steps_match(wanted, part) for steps in alike for part in (steps, _until_play(steps))):
        return None
    return "; ".join(dict.fromkeys(map(_steps_said, found))) or "no open ruling"


def _plain_steps(steps: Sequence[say.NamedStep]) -> tuple[say.NamedStep, ...]:
    """Return the steps without `keep` and without the refunds for a voided hand.

    These steps are left out because nobody has to do anything for them. If there are no other
    steps, return all steps.
    """
    voided = any(step.step == StepWord.VOID_HAND for step in steps)
    left = tuple(
        step
        for step in steps
        if step.step != StepWord.KEEP and not (voided and step.step == StepWord.RETURN_BETS)
    )
    return left or tuple(steps)


def _until_play(steps: Sequence[say.NamedStep]) -> tuple[say.NamedStep, ...]:
    """Return the steps before `finish_round`, the step at which play resumes.

    Return all the steps if there is no `finish_round`, or if it comes first.
    """
    words = [step.step for step in steps]
    end = words.index(StepWord.FINISH_ROUND) if StepWord.FINISH_ROUND in words else len(words)
    return tuple(steps[:end]) or tuple(steps)


def _steps_match(expected: Sequence[say.NamedStep], found: Sequence[say.NamedStep]) -> bool:
    return len(expected) == len(found) and all(map(_step_matches, expected, found))


def _step_matches(expected: say.NamedStep, found: say.NamedStep) -> bool:
    """Return whether a step is the expected one.

    If the expected step has details, both must have the same details, in any order; a `burn`
    without details burns one card. `to_stub` and `take_back` count as the same step.
    """
    # No sensor reads the stub, so these two steps have the same visible effect.
    same: dict[str, str] = {StepWord.TO_STUB: StepWord.TAKE_BACK}
    if same.get(expected.step, expected.step) != same.get(found.step, found.step):
        return False
    detail = found.detail or ("1" if found.step == "burn" else "")
    return not expected.detail or sorted(expected.detail.split()) == sorted(detail.split())


def _steps_said(steps: Iterable[say.NamedStep]) -> str:
    return " ".join(("steps", *map(str, steps)))


def _miss_next(expectation: hope.ExpectNext, state: PublicState) -> str | None:
    """Compare the next step of an open ruling or, without one, the hand's next step."""
    waiting = next(
        (step for ruling in state.rulings for step in ruling.steps if not step.done), None
    )
    found = event_words.step(waiting) if waiting else event_words.next_step(state.next_step)
    if expectation.step is None:
        return _unless(not found.step, f"next {found}")
    holds = _step_matches(expectation.step, found)
    return _unless(holds, f"next {found if found.step else 'none'}")


# -- the state --------------------------------------------------------------------------


def _miss_hand(
    expectation: hope.ExpectHand, events: Sequence[PublicEvent], state: PublicState
) -> str | None:
    ends = {HandVoided: "voided", HandEnded: "over"}
    found = [ends[type(event)] for event in events if type(event) in ends]
    if state.phase == "over":
        found.append("voided" if state.voided else "over")
    if expectation.outcome in found:
        return None
    return f"hand {found[-1]}" if found else "no end of the hand"


def _miss_shown(expectation: hope.ExpectShown, state: PublicState) -> str | None:
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
    how = "hidden" if expectation.shown else "shown"
    return f"{' '.join(wrong)} {how}" if wrong else None


def _miss_level(expectation: hope.ExpectLevel, state: PublicState) -> str | None:
    level = state.level
    time: hope.LevelTime = "none"
    if level.stands is not None:
        time = "stands"
    elif level.next_in is not None:
        time = "break" if level.on_break else "runs"
    holds = level.number == expectation.number and expectation.time in {"", time}
    return _unless(holds, f"level {level.number} {time}")


def _miss_legal(expectation: hope.ExpectLegal, state: PublicState) -> str | None:
    """Compare a seat's legal actions; only the seat whose turn it is has any."""
    seat = expectation.seat
    found = event_words.choices(state.legal) if state.turn == seat else ()
    may = sized(state.legal) if found else None
    multiple = may.multiple if may is not None else 0
    holds = sorted(expectation.actions) == sorted(found)
    holds = holds and expectation.multiple in {0, multiple}
    return _unless(holds, _notation(hope.ExpectLegal(seat, found, multiple)))


def _miss_pot(expectation: hope.ExpectPot, state: PublicState) -> str | None:
    """Compare the total of all pots, with or without the bets that are not gathered yet.

    Players disagree on whether such bets are part of the pot.
    """
    gathered = sum(pot.amount or 0 for pot in state.pots)
    in_front = sum(view.bet or 0 for view in state.seats)
    if state.phase in _ROUND_OVER:
        gathered, in_front = gathered + in_front, 0
    holds = expectation.amount in {gathered, gathered + in_front}
    return _unless(holds, f"pot {gathered}" + (f" and {in_front} in front" if in_front else ""))


_ROUND_OVER: Final = {Phase.BOARD, Phase.SHOWDOWN}
"""The phases in which the betting round has ended, so that its bets count as gathered."""


def _miss_pots(expectation: hope.ExpectPots, state: PublicState) -> str | None:
    over = state.phase in _ROUND_OVER
    amounts = _pots_with_bets(state) if over else [pot.amount for pot in state.pots]
    found = " ".join("hidden" if amount is None else str(amount) for amount in amounts)
    return _unless(list(expectation.amounts) == amounts, f"pots {found or 'none'}")


def _pots_with_bets(state: PublicState) -> list[int | None]:
    """Return the amounts of the pots once all bets are gathered, main pot first.

    Pots are formed by the rule that a seat can win no more from each player than it has put in
    itself. Two kinds of chips would then belong to no pot. Chips that a folded hand put in beyond
    the largest amount of any live hand are added to the last pot. Chips that are not part of any
    seat's bet are added to the main pot.
    """
    put_in = {view.seat: view.committed or 0 for view in state.seats}
    winners = {seat for pot in state.pots for seat in pot.seats} or {
        view.seat for view in state.seats if view.status in {HandStatus.IN, HandStatus.ALL_IN}
    }
    limits = sorted({put_in[seat] for seat in winners})
    below, made = 0, list[int]()
    for limit in limits:
        top = max(put_in.values()) if limit == limits[-1] else limit
        made.append(sum(min(chips, top) - below for chips in put_in.values() if chips > below))
        below = limit
    whole = sum(pot.amount or 0 for pot in state.pots) + sum(view.bet or 0 for view in state.seats)
    if made:
        made[0] += whole - sum(made)
    return [amount for amount in made if amount]


def _miss_stacks(expected: Iterable[tuple[int, int]], state: PublicState) -> str | None:
    """Compare the stacks of some seats; an empty seat has a stack of 0."""
    stacks = {view.seat: view.stack for view in state.seats if view.status != "empty"}
    wanted = dict(expected)
    found = {seat: stacks.get(seat, 0) for seat in wanted}
    got = [f"{seat}={'hidden' if stack is None else stack}" for seat, stack in found.items()]
    return _unless(wanted == found, "stacks " + " ".join(got))


def _miss_owes(expectation: hope.ExpectOwes, state: PublicState) -> str | None:
    owes = {view.seat: view.owes for view in state.seats if view.owes}
    seat = expectation.seat
    holds = owes.get(seat, 0) == expectation.amount if seat else not owes
    said = [f"owes {one} {chips}" for one, chips in owes.items()]
    return _unless(holds, " and ".join(said) or "owes none")


_ACTUAL: Final[dict[type[say.Expectation], Callable[[Any, PublicState], say.Expectation]]] = {
    hope.ExpectTurn: lambda _, state: hope.ExpectTurn(state.turn),
    hope.ExpectButton: lambda _, state: hope.ExpectButton(state.button),
    hope.ExpectBlind: lambda wanted, state: hope.ExpectBlind(
        wanted.blind, state.small_blind if wanted.blind == "small" else state.big_blind
    ),
    hope.ExpectHeld: lambda _, state: hope.ExpectHeld(
        tuple(one.hold for one in state.holds if not one.one_hand)
    ),
    hope.ExpectNotices: lambda _, state: hope.ExpectNotices(
        tuple(one.notice for one in state.notices)
    ),
}
"""For some types of expectation about the public view, the expectation that it meets."""
_MISS_NOW: Final[dict[type[say.Expectation], Callable[[Any, PublicState], str | None]]] = {
    hope.ExpectNext: _miss_next,
    hope.ExpectLegal: _miss_legal,
    hope.ExpectShown: _miss_shown,
    hope.ExpectLevel: _miss_level,
    hope.ExpectPot: _miss_pot,
    hope.ExpectPots: _miss_pots,
    hope.ExpectStack: lambda one, state: _miss_stacks(((one.seat, one.stack),), state),
    hope.ExpectStacks: lambda several, state: _miss_stacks(several.stacks, state),
    hope.ExpectOwes: _miss_owes,
}
"""For each other type of expectation about the public view, the function that checks it."""
