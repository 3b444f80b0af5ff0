"""Compares a scenario's expectations with the published events and the state.

All functions are pure. Each `miss_` function returns None if the expectation is met, otherwise the
actual value in scenario notation.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final

import msgspec

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
            got = miss_event(expectation, [*published] if expectation.ever else events)
        case hope.ExpectSteps():
            got = miss_steps(expectation, events, state)
        case hope.ExpectHand():
            got = miss_hand(expectation, events, state)
        case hope.ExpectHidden():
            got = miss_hidden(expectation, state, published)
        case _:
            got = MISS_NOW[type(expectation)](expectation, state)
    if got is None:
        return None
    return f"expected {str(expectation).removeprefix('expect ')}, got {got}"


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


# -- steps ------------------------------------------------------------------------------


def unless(holds: bool, got: str) -> str | None:
    """Return None if `holds`, otherwise `got`, which describes the actual value."""
    return None if holds else got


def miss_steps(
    expectation: hope.ExpectSteps, events: Sequence[PublicEvent], state: PublicState
) -> str | None:
    """Return None if a ruling has the expected steps, otherwise the steps of the rulings.

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
        return unless(not open_now, "; ".join(map(steps_said, open_now)))
    found = opened + open_now
    alike = [plain_steps(steps) for steps in (*found, *left)]
    wanted = plain_steps(expectation.steps)
    if any(steps_match(wanted, part) for steps in alike for part in (steps, until_play(steps))):
        return None
    return "; ".join(dict.fromkeys(map(steps_said, found))) or "no open ruling"


def plain_steps(steps: Sequence[say.NamedStep]) -> tuple[say.NamedStep, ...]:
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


def until_play(steps: Sequence[say.NamedStep]) -> tuple[say.NamedStep, ...]:
    """Return the steps before `finish_round`, the step at which play resumes.

    Return all the steps if there is no `finish_round`, or if it comes first.
    """
    words = [step.step for step in steps]
    end = words.index(StepWord.FINISH_ROUND) if StepWord.FINISH_ROUND in words else len(words)
    return tuple(steps[:end]) or tuple(steps)


def steps_match(expected: Sequence[say.NamedStep], found: Sequence[say.NamedStep]) -> bool:
    """Return whether two lists contain matching steps in the same order."""
    return len(expected) == len(found) and all(map(step_matches, expected, found))


def step_matches(expected: say.NamedStep, found: say.NamedStep) -> bool:
    """Return whether a step is the expected one.

    If the expected step has details, both must have the same details, in any order; a `burn`
    without details burns one card. `to_stub` and `take_back` count as the same step.
    """
    # No sensor reads the stub, so these two steps have the same visible effect.
    same: dict[str, str] = {StepWord.TO_STUB: StepWord.TAKE_BACK}
    if same.get(expected.step, expected.step) != same.get(found.step, found.step):
        return False
    # Without a detail, one card is burned.
    detail = found.detail or ("1" if found.step == "burn" else "")
    return not expected.detail or sorted(expected.detail.split()) == sorted(detail.split())


def steps_said(steps: Iterable[say.NamedStep]) -> str:
    """Return steps in a scenario's notation."""
    return " ".join(("steps", *map(str, steps)))


def miss_next(expectation: hope.ExpectNext, state: PublicState) -> str | None:
    """Return None if the dealer's next step is as expected, otherwise the actual one.

    It is the next step of an open ruling or, without one, the hand's next step.
    """
    waiting = next(
        (step for ruling in state.rulings for step in ruling.steps if not step.done), None
    )
    found = event_words.step(waiting) if waiting else event_words.next_step(state.next_step)
    if expectation.step is None:
        return unless(not found.step, f"next {found}")
    holds = step_matches(expectation.step, found)
    return unless(holds, f"next {found if found.step else 'none'}")


# -- the state --------------------------------------------------------------------------


def miss_turn(expectation: hope.ExpectTurn, state: PublicState) -> str | None:
    """Return None if the expected seat is next to act, otherwise the seat that is next."""
    return unless(expectation.seat == state.turn, f"turn {state.turn or 'none'}")


def miss_button(expectation: hope.ExpectButton, state: PublicState) -> str | None:
    """Return None if the button is at the expected seat, otherwise where it is."""
    return unless(expectation.seat == state.button, f"button {state.button or 'none'}")


def miss_blind(expectation: hope.ExpectBlind, state: PublicState) -> str | None:
    """Return None if the expected seat has the blind, otherwise the seat that has it."""
    seat = state.small_blind if expectation.blind == "small" else state.big_blind
    return unless(expectation.seat == seat, f"{expectation.blind}-blind {seat or 'none'}")


def miss_hand(
    expectation: hope.ExpectHand, events: Sequence[PublicEvent], state: PublicState
) -> str | None:
    """Return None if the hand has ended as expected, otherwise how it ended.

    If it has not ended, the result says so.
    """
    ends = {HandVoided: "voided", HandEnded: "over"}
    found = [ends[type(event)] for event in events if type(event) in ends]
    if state.phase == "over":
        found.append("voided" if state.voided else "over")
    if expectation.outcome in found:
        return None
    return f"hand {found[-1]}" if found else "no end of the hand"


def miss_shown(expectation: hope.ExpectShown, state: PublicState) -> str | None:
    """Return None if the amounts are shown or hidden as expected, otherwise the wrong ones."""
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


def miss_held(expectation: hope.ExpectHeld, state: PublicState) -> str | None:
    """Return None if the table has exactly the expected holds, otherwise its actual holds."""
    held = tuple(one.hold for one in state.holds if not one.one_hand)
    return unless(expectation.holds == held, f"held {' '.join(held) or 'none'}")


def miss_notices(expectation: hope.ExpectNotices, state: PublicState) -> str | None:
    """Return None if the table has exactly the expected notices, otherwise its actual notices."""
    told = tuple(one.notice for one in state.notices)
    return unless(expectation.notices == told, f"notices {' '.join(told) or 'none'}")


def miss_level(expectation: hope.ExpectLevel, state: PublicState) -> str | None:
    """Return None if the level and its clock are as expected, otherwise the actual ones."""
    level = state.level
    time: hope.LevelTime = "none"
    if level.stands is not None:
        time = "stands"
    elif level.next_in is not None:
        time = "break" if level.on_break else "runs"
    holds = level.number == expectation.number and expectation.time in {"", time}
    return unless(holds, f"level {level.number} {time}")


def miss_legal(expectation: hope.ExpectLegal, state: PublicState) -> str | None:
    """Return None if a seat's legal actions are as expected, otherwise the actual ones.

    Only the seat whose turn it is has legal actions.
    """
    seat = expectation.seat
    found = event_words.choices(state.legal) if state.turn == seat else ()
    may = sized(state.legal) if found else None
    multiple = may.multiple if may is not None else 0
    holds = sorted(expectation.actions) == sorted(found)
    holds = holds and expectation.multiple in {0, multiple}
    return unless(holds, str(hope.ExpectLegal(seat, found, multiple)).removeprefix("expect "))


def miss_pot(expectation: hope.ExpectPot, state: PublicState) -> str | None:
    """Return None if the pot is as expected, otherwise the actual pot.

    Players disagree on whether bets count as part of the pot before they are gathered, so the total
    is accepted with or without them.
    """
    gathered = sum(pot.amount or 0 for pot in state.pots)
    in_front = sum(view.bet or 0 for view in state.seats)
    if round_over(state):
        gathered, in_front = gathered + in_front, 0
    holds = expectation.amount in {gathered, gathered + in_front}
    return unless(holds, f"pot {gathered}" + (f" and {in_front} in front" if in_front else ""))


def round_over(state: PublicState) -> bool:
    """Return whether the betting round has ended, so that its bets count as gathered."""
    return state.phase in {Phase.BOARD, Phase.SHOWDOWN}


def miss_pots(expectation: hope.ExpectPots, state: PublicState) -> str | None:
    """Return None if the pots are as expected, otherwise the actual pots, main pot first."""
    amounts = pots_with_bets(state) if round_over(state) else [pot.amount for pot in state.pots]
    found = " ".join("hidden" if amount is None else str(amount) for amount in amounts)
    return unless(list(expectation.amounts) == amounts, f"pots {found or 'none'}")


def pots_with_bets(state: PublicState) -> list[int | None]:
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
    below, made, can_win = 0, list[int](), list[set[int]]()
    for limit in limits:
        top = max(put_in.values()) if limit == limits[-1] else limit
        amount = sum(min(chips, top) - below for chips in put_in.values() if chips > below)
        able = {seat for seat in winners if put_in[seat] >= limit}
        if made and able == can_win[-1]:
            made[-1] += amount
        elif amount or not made:
            made.append(amount)
            can_win.append(able)
        below = limit
    whole = sum(pot.amount or 0 for pot in state.pots) + sum(view.bet or 0 for view in state.seats)
    if made:
        made[0] += whole - sum(made)
    return [amount for amount in made if amount]


def miss_stacks(expected: Iterable[tuple[int, int]], state: PublicState) -> str | None:
    """Return None if these seats have the expected stacks, otherwise their actual stacks.

    An empty seat has a stack of 0.
    """
    stacks = {view.seat: view.stack for view in state.seats if view.status != "empty"}
    wanted = dict(expected)
    found = {seat: stacks.get(seat, 0) for seat in wanted}
    got = [f"{seat}={'hidden' if stack is None else stack}" for seat, stack in found.items()]
    return unless(wanted == found, "stacks " + " ".join(got))


def miss_owes(expectation: hope.ExpectOwes, state: PublicState) -> str | None:
    """Return None if the debts are as expected, otherwise what each seat actually owes."""
    owes = {view.seat: view.owes for view in state.seats if view.owes}
    seat = expectation.seat
    holds = owes.get(seat, 0) == expectation.amount if seat else not owes
    event_words = [f"owes {one} {chips}" for one, chips in owes.items()]
    return unless(holds, " and ".join(event_words) or "owes none")


MISS_NOW: Final[dict[type[say.Expectation], Callable[[Any, PublicState], str | None]]] = {
    hope.ExpectNext: miss_next,
    hope.ExpectTurn: miss_turn,
    hope.ExpectLegal: miss_legal,
    hope.ExpectButton: miss_button,
    hope.ExpectBlind: miss_blind,
    hope.ExpectShown: miss_shown,
    hope.ExpectHeld: miss_held,
    hope.ExpectNotices: miss_notices,
    hope.ExpectLevel: miss_level,
    hope.ExpectPot: miss_pot,
    hope.ExpectPots: miss_pots,
    hope.ExpectStack: lambda one, state: miss_stacks(((one.seat, one.stack),), state),
    hope.ExpectStacks: lambda several, state: miss_stacks(several.stacks, state),
    hope.ExpectOwes: miss_owes,
}
"""For each type of expectation about the public view, the function that checks it.

The function returns None if the expectation is met, otherwise the actual value.
"""
