"""Steps that no sensor sees, and the one that only people can take."""

from controller.contract.rules import Kind, StepWord
from controller.table.rulings.goals.goal import Goal
from controller.table.state import Play, lacking, unpaid


class Shuffle(Goal):
    """The stub is shuffled."""

    word = StepWord.SHUFFLE


class Cut(Goal):
    """The stub is cut."""

    word = StepWord.CUT


class FloorDecides(Goal):
    """The floor decides what is done."""

    word = StepWord.FLOOR_DECIDES
    decides = True

    def reached(self, play: Play) -> bool:
        """Return whether the problem has solved itself: missing or owed chips have arrived."""
        ruling = self.ruling
        if ruling.kind is Kind.BET_UNPAID:
            return not unpaid(play.table, play.hand)[ruling.seat]
        missed = ruling.kind is Kind.POT_WRONG and "lacking" in ruling.tags
        return missed and not lacking(play.table, play.hand)
