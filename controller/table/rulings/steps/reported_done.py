"""Steps that no sensor can detect, and the floor's decision, which only a person can make."""

from controller.contract.rules import Kind, StepWord
from controller.table.rulings.steps.goal import Goal
from controller.table.state import Play, beyond_ledger, lacking, unpaid


class Shuffle(Goal):
    """Step that shuffles the stub."""

    word = StepWord.SHUFFLE
    of_cards = True


class Cut(Goal):
    """Step that cuts the stub."""

    word = StepWord.CUT
    of_cards = True


class FloorDecides(Goal):
    """Step in which the floor decides what to do."""

    word = StepWord.FLOOR_DECIDES
    decides = True
    of_others = True

    def reached(self, play: Play) -> bool:
        """Return whether the problem has been put right, so that no decision is needed.

        An unpaid bet has been paid, chips missing from the pot have arrived, or surplus chips have
        been taken out. No other problem resolves itself.
        """
        ruling = self.ruling
        if ruling.kind is Kind.BET_UNPAID:
            return not unpaid(play.table, play.hand)[ruling.seat]
        if ruling.kind is not Kind.POT_WRONG:
            return False
        if "surplus" in ruling.tags:
            return beyond_ledger(play.table, play.hand) <= 0
        return "lacking" in ruling.tags and not lacking(play.table, play.hand)
