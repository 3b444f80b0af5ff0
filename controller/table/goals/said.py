"""Steps that no sensor sees, and the one that only people can take."""

from controller.contract.rules import StepWord
from controller.table.goals.goal import Goal


class Shuffle(Goal):
    """The stub is shuffled."""

    word = StepWord.SHUFFLE


class Cut(Goal):
    """The stub is cut."""

    word = StepWord.CUT


class FloorDecides(Goal):
    """The floor says what is done."""

    word = StepWord.FLOOR_DECIDES
    decides = True
