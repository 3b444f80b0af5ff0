"""Steps about chips of a finished round: they are gathered, or returned to the pot."""

from controller.contract.public import StepView
from controller.contract.rules import StepWord
from controller.table.rulings.steps.goal import Goal, RulingPlan
from controller.table.state import Play, Step, lacking, not_gathered


class Gather(Goal):
    """Bets that still lie in front are gathered into the pot."""

    word = StepWord.GATHER

    @classmethod
    def resolve(cls, plan: RulingPlan, about: str) -> Step:
        """Return the step for the seat whose bet lies there."""
        return _of_the_seat(cls.word, plan)

    def reached(self, play: Play) -> bool:
        """Return whether no bet of a finished round lies in front of the seat."""
        return not not_gathered(play.table)[self.step.seat]


class PutIn(Goal):
    """Chips missing from the pot are put into it."""

    word = StepWord.PUT_IN

    @classmethod
    def resolve(cls, plan: RulingPlan, about: str) -> Step:
        """Return the step for the seat that has taken them."""
        return _of_the_seat(cls.word, plan)

    def reached(self, play: Play) -> bool:
        """Return whether all gathered chips lie in the pot."""
        return lacking(play.table, play.hand) <= sum(not_gathered(play.table))


def _of_the_seat(word: StepWord, plan: RulingPlan) -> Step:
    return Step(word, StepView(word, seat=plan.seat), seat=plan.seat)
