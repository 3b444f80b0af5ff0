"""Steps for chips from a finished round, which are gathered or returned to the pot."""

from controller.contract.public import StepView
from controller.contract.rules import StepWord
from controller.table.rulings.steps.goal import Goal, RulingPlan
from controller.table.state import Hand, Play, Step, Table, lacking, not_gathered


class Gather(Goal):
    """Step that gathers a bet still in front of a seat into the pot."""

    word = StepWord.GATHER

    @classmethod
    def resolve(cls, plan: RulingPlan, about: str) -> Step:
        """Return the step for the seat that still has the bet in front of it."""
        return _of_the_seat(cls.word, plan)

    def reached(self, play: Play) -> bool:
        """Return whether the seat has no bet from a finished round in front of it."""
        return not not_gathered(play.table)[self.step.seat]


class PutIn(Goal):
    """Step that puts chips missing from the pot back into it."""

    word = StepWord.PUT_IN
    of_others = True

    @classmethod
    def resolve(cls, plan: RulingPlan, about: str) -> Step:
        """Return the step for the seat that took the chips, with the amount."""
        return _of_the_seat(cls.word, plan, _to_come(plan.play.table, plan.play.hand))

    def reached(self, play: Play) -> bool:
        """Return whether all gathered chips are in the pot or in front of a seat."""
        return not _missing(play.table, play.hand)

    def to_come(self, table: Table) -> int:
        """Return the amount still missing from the pot, or 0 if no antenna reads the pot."""
        return _to_come(table, table.hand)


def _missing(table: Table, hand: Hand) -> int:
    """Return the value of the gathered chips that are neither in the pot nor in front of a seat."""
    return max(lacking(table, hand) - sum(not_gathered(table)), 0)


def _to_come(table: Table, hand: Hand) -> int:
    return 0 if "pot" in table.devices.blind_zones else _missing(table, hand)


def _of_the_seat(word: StepWord, plan: RulingPlan, amount: int = 0) -> Step:
    return Step(word, StepView(word, seat=plan.seat, amount=amount), seat=plan.seat)
