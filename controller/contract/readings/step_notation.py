"""Ruling steps as text: the notation used in scenarios, house files and the floor's `rule`.

Published steps have fields, so clients never have to parse this text.
"""

from controller.contract.rules import StepWord
from controller.contract.state import NextStep, StepView


def about(step: StepView) -> str:
    """Return the object of a step as text (`3`, `Kh Td`, `flop`), or "" if it has none."""
    if step.word is StepWord.BURN:
        return str(step.count) if step.count > 1 else ""
    if step.which is not None:
        return step.which.value
    if step.street is not None:
        return step.street.value
    named = step.zone or " ".join(step.cards)
    return named or (str(step.seat) if step.seat else "")


def step_written(step: StepView) -> str:
    """Return a ruling's step as text: `burn 2`, `deal flop`, `take_back 3`."""
    return f"{step.word} {about(step)}".rstrip()


def next_written(step: NextStep | None) -> str:
    """Return the dealer's next step as text: `post 2 50`, `deal 3`, `gather`; "" for None."""
    if step is None:
        return ""
    numbers = [str(number) for number in (step.seat, step.amount) if number]
    return " ".join((step.task, *numbers, *([step.street] if step.street else [])))
