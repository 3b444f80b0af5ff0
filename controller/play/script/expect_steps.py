"""Compares the steps that a scenario expects with the steps of rulings and of the hand."""

from collections.abc import Iterable, Sequence

from controller.contract.public import PublicEvent, PublicState, RulingOpened
from controller.contract.rules import StepWord
from controller.play.script import event_words
from controller.play.script import expectations as hope
from controller.play.script import statements as say


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

    These are left out because nobody has to do anything for them. If no other step remains, all are
    returned.
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

    If no step comes before it, or it is not among the steps, return all of them.
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
