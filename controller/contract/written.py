"""Steps as text: as scenarios, house files and the floor's `rule` write them.

Nothing reads this text back from the wire: what is published has fields.
"""

from controller.contract.rules import StepWord
from controller.contract.state import NextStep, StepView


def about(step: StepView) -> str:
    """Return what a step is about in words, "" where its word says it all: `3`, `Kh Td`, `flop`."""
    if step.word is StepWord.BURN:
        return str(step.count) if step.count > 1 else ""
    if step.which is not None:
        return step.which.value
    if step.street is not None:
        return step.street.value
    named = step.zone or " ".join(step.cards)
    return named or (str(step.seat) if step.seat else "")


def step_written(step: StepView) -> str:
    """Return a step of a ruling: `burn 2`, `deal flop`, `take_back 3`."""
    return f"{step.word} {about(step)}".rstrip()


def next_written(step: NextStep | None) -> str:
    """Return the dealer's next step: `post 2 50`, `deal 3`, `gather`; "" where there is none."""
    if step is None:
        return ""
    numbers = [str(number) for number in (step.seat, step.amount) if number]
    return " ".join((step.task, *numbers, *([step.street] if step.street else [])))
